//! Why a request is not answered as asked: a status for programs, words for people.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tilewright_archive::{ArchiveError, Problem};
use tilewright_formats::{ReadError, WriteError};
use tilewright_search::BuildError;

/// A request that is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl Refusal {
    /// A refusal with words.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// What was sent cannot be understood or done.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over by `map_err`")]
    pub fn input(message: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.to_string())
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

impl From<ArchiveError> for Refusal {
    fn from(error: ArchiveError) -> Self {
        let status = match error.problem {
            Problem::Missing { .. } => StatusCode::NOT_FOUND,
            Problem::StillRunning(_) => StatusCode::CONFLICT,
            Problem::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        // Where the file lies is nobody's business who is not at the machine.
        Self::new(status, format!("archive: {}", error.problem))
    }
}

impl From<BuildError> for Refusal {
    fn from(error: BuildError) -> Self {
        Self::input(error)
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::input(error)
    }
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Self {
        Self::input(error)
    }
}
