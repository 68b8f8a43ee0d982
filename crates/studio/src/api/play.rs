//! A hint for whoever plays: the solver takes what lies on the board for given and looks whether and
//! how it goes on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_puzzle::{Board, Cell, Hint, Puzzle};
use tilewright_search::{RunInput, RunSpec, StopReason, run};

use super::extract::Body;
use crate::app::App;
use crate::refusal::Refusal;
use crate::source::PuzzleSource;
use crate::wire;

/// How long the solver may think.
const SECONDS: f64 = 5.0;

/// A board in the middle of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    puzzle: PuzzleSource,
    cells: Vec<i32>,
}

pub(super) async fn hint(
    State(app): State<Arc<App>>,
    Body(Game { puzzle, cells }): Body<Game>,
) -> Result<Json<Value>, Refusal> {
    let puzzle = puzzle.find(&app).await?;
    let hub = Arc::clone(&app.hub);
    app.compute(move || {
        let board = wire::board(&puzzle, &cells)?;
        let given = with_board_given(&puzzle, &board)?;
        let mut spec = RunSpec::new(puzzle.name(), "exact");
        spec.threads = 1;
        spec.budget.seconds = Some(SECONDS);
        let input = RunInput::new(&hub.registry, "hint", spec, Arc::new(given), None)?;
        let result = run(input).map_err(Refusal::input)?;
        let answer = match (result.stop_reason, &result.best) {
            (StopReason::Solved, Some(solution)) => {
                let cell = best_cell(&puzzle, &board);
                let placed = cell.and_then(|cell| Some((cell, solution.get(cell)?)));
                placed.map_or(json!({ "answer": "complete" }), |(cell, placement)| {
                    json!({
                        "answer": "move", "cell": cell, "piece": placement.piece,
                        "rotation": placement.rotation,
                    })
                })
            }
            (StopReason::Exhausted, _) => json!({ "answer": "impossible" }),
            _ => json!({ "answer": "unknown" }),
        };
        Ok(Json(answer))
    })
    .await
}

/// The puzzle with everything that lies on the board as its hints.
fn with_board_given(puzzle: &Puzzle, board: &Board) -> Result<Puzzle, Refusal> {
    let mut parts = puzzle.to_parts();
    let lying = puzzle.topology().cells().filter_map(|cell| Some((cell, board.get(cell)?)));
    let given = lying.map(|(cell, placement)| Hint {
        cell,
        piece: placement.piece,
        rotation: placement.rotation,
        mandatory: true,
    });
    let own = puzzle.hints().iter().filter(|hint| board.get(hint.cell).is_none()).copied();
    parts.hints = given.chain(own).collect();
    Puzzle::new(parts).map_err(Refusal::input)
}

/// The empty cell with most neighbours: what goes there can be seen to be right.
fn best_cell(puzzle: &Puzzle, board: &Board) -> Option<Cell> {
    let topology = puzzle.topology();
    let empty = topology.cells().filter(|&cell| board.get(cell).is_none());
    empty.rev().max_by_key(|&cell| {
        let around = topology.around(cell);
        around.filter(|(_, c)| c.is_none_or(|(other, _)| board.get(other).is_some())).count()
    })
}
