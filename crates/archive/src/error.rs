//! What can be wrong with an archive, in words that say what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// An archive that does not do what it is asked.
#[derive(Debug, Error)]
#[error("archive {}: {problem}", .path.display())]
pub struct ArchiveError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with an archive.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Somebody else writes and does not stop.
    #[error("another program keeps it locked; end that program, or name another archive")]
    Locked,
    /// Bytes that are no database, or not any more.
    #[error(
        "the file is damaged or no archive at all; move it away and a new one is made, or name \
         another archive"
    )]
    Damaged,
    /// No room.
    #[error("the disk is full; make room")]
    Full,
    /// It may be read, not written.
    #[error("it cannot be written; see to its permissions, or name another archive")]
    ReadOnly,
    /// It cannot be opened at all.
    #[error("it cannot be opened ({0}); see to its folder, or name another archive")]
    CannotOpen(String),
    /// A database, but somebody else's.
    #[error("this is a database of another program; name another archive")]
    Foreign,
    /// Made by a newer version.
    #[error(
        "it was made by a newer tilewright (its format is {found}, this program knows {known}); \
         use that one, or name another archive"
    )]
    Newer {
        /// The format of the file.
        found: u32,
        /// The newest format that is known here.
        known: u32,
    },
    /// There is no such thing in it.
    #[error("there is no {what} {id} in it")]
    Missing {
        /// What was looked for.
        what: &'static str,
        /// Its number.
        id: i64,
    },
    /// A run that cannot be gone on with or removed, because it goes on.
    #[error("run {0} is still running")]
    StillRunning(i64),
    /// A board that breaks the rules of its puzzle.
    #[error("a board is refused: {0}")]
    Refused(String),
    /// Contents that make no sense.
    #[error("its contents make no sense: {0}")]
    Content(String),
    /// Whatever else the database says.
    #[error("{0}")]
    Other(String),
}

impl Problem {
    fn of(error: &rusqlite::Error) -> Self {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::CannotOpen) => Self::CannotOpen("the system refuses".to_owned()),
            _ => match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => Self::Content(text),
                _ => Self::Other(text),
            },
        }
    }
}

/// Names the archive in an error.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, ArchiveError>;
}

impl<T> At<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, ArchiveError> {
        self.map_err(|error| Problem::of(&error)).at(path)
    }
}

impl<T> At<T> for Result<T, Problem> {
    fn at(self, path: &Path) -> Result<T, ArchiveError> {
        self.map_err(|problem| ArchiveError { path: path.to_owned(), problem })
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        Self::of(&error)
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::Content(error.to_string())
    }
}
