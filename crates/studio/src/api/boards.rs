//! Boards in the archive, with all that can be said and made of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_archive::{BoardFilter, BoardId, BoardRecord, RunId};
use tilewright_puzzle::Claim;

use super::extract::Asked;
use crate::app::App;
use crate::refusal::Refusal;
use crate::wire;

const MOST_LISTED: usize = 1000;

/// Which boards: filters, and whether only the best of each puzzle and regime.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(super) struct BoardsAsked {
    puzzle: Option<String>,
    regime: Option<String>,
    min_score: Option<u32>,
    run: Option<i64>,
    limit: Option<usize>,
    best: bool,
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<BoardsAsked>,
) -> Result<Json<Value>, Refusal> {
    let filter = BoardFilter {
        puzzle: asked.puzzle,
        regime: asked.regime,
        min_score: asked.min_score,
        run: asked.run.map(RunId),
        limit: Some(asked.limit.unwrap_or(100).min(MOST_LISTED)),
    };
    let found =
        app.archive(move |archive| {
            if asked.best { archive.best_boards(&filter) } else { archive.boards(&filter) }
        })
        .await?;
    let shown = |record: &BoardRecord| {
        let mut value = json!(record);
        if let Value::Object(fields) = &mut value {
            fields.insert("cells".to_owned(), json!(wire::cells(&record.board)));
        }
        value
    };
    Ok(Json(found.iter().map(shown).collect()))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let (record, puzzle) = app.archive(move |archive| archive.board(BoardId(id))).await?;
    app.compute(move || {
        let mut value = json!(record);
        if let Value::Object(fields) = &mut value {
            let claim = Claim::of_board(&puzzle, &record.board);
            fields.insert("cells".to_owned(), json!(wire::cells(&record.board)));
            fields.insert("puzzle_data".to_owned(), wire::puzzle(&puzzle)?);
            fields.insert("audit".to_owned(), wire::audited(&puzzle, &claim)?);
            fields.insert("written".to_owned(), wire::all_formats(&puzzle, &record.board));
        }
        Ok(Json(value))
    })
    .await
}
