//! New puzzles, and how hard they are before anybody searches.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_puzzle::generate::{Recipe, generate as cut};
use tilewright_puzzle::theory::{self, FillOrder, Magnitude};
use tilewright_puzzle::{Puzzle, Shape};

use super::extract::Body;
use crate::app::App;
use crate::refusal::Refusal;
use crate::source::PuzzleSource;
use crate::wire;

/// What to make.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    shape: Shape,
    /// Without them, as many as make the size hardest.
    colours: Option<u32>,
    #[serde(default)]
    rim_colours: u32,
    #[serde(default)]
    even: bool,
    #[serde(default = "yes")]
    rim: bool,
    #[serde(default)]
    signed: bool,
    #[serde(default)]
    twins: bool,
    #[serde(default)]
    seed: u64,
}

fn yes() -> bool {
    true
}

pub(super) async fn generate(
    State(app): State<Arc<App>>,
    Body(wish): Body<Wish>,
) -> Result<Json<Value>, Refusal> {
    let shape = wire::shape(wish.shape)?;
    app.compute(move || {
        let recipe = match wish.colours {
            None => {
                let hardest = Recipe::hardest(shape, wish.rim, wish.signed, wish.seed);
                Recipe { unique: !wish.twins, ..hardest }
            }
            Some(colours) => Recipe {
                shape,
                colours,
                rim_colours: wish.rim_colours,
                even: wish.even,
                rim: wish.rim,
                signed: wish.signed,
                unique: !wish.twins,
                seed: wish.seed,
            },
        };
        let made = cut(&recipe).map_err(Refusal::input)?;
        Ok(Json(json!({
            "puzzle": wire::puzzle(&made.puzzle)?,
            "solution": wire::cells(&made.solution),
            "colours": recipe.colours,
            "rim_colours": recipe.rim_colours,
            "command": recipe.command(),
            "estimate": estimated(&made.puzzle),
        })))
    })
    .await
}

/// A puzzle to judge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Estimate {
    puzzle: PuzzleSource,
}

pub(super) async fn estimate(
    State(app): State<Arc<App>>,
    Body(Estimate { puzzle }): Body<Estimate>,
) -> Result<Json<Value>, Refusal> {
    let puzzle = puzzle.find(&app).await?;
    app.compute(move || Ok(Json(estimated(&puzzle)))).await
}

fn estimated(puzzle: &Puzzle) -> Value {
    let inner_hints = puzzle
        .hints()
        .iter()
        .filter(|hint| hint.mandatory && puzzle.topology().rim_mask(hint.cell) == 0);
    let (shape, has_rim) = (puzzle.shape(), puzzle.rim().is_some());
    let hardest = theory::hardest_colours(shape, has_rim, inner_hints.count() as u32);
    let order = FillOrder::Row.cells(puzzle.topology());
    let nodes = theory::nodes_by_depth(puzzle, &order);
    let total: Magnitude = nodes.iter().copied().sum();
    // JSON knows no infinities: 'none at all' is null.
    let log10 = |value: Magnitude| Some(value.log10()).filter(|log| log.is_finite());
    json!({
        "log10_combinations": log10(Magnitude::from(&theory::combinations(puzzle))),
        "log10_expected_solutions": log10(theory::expected_solutions(puzzle)),
        "hardest_inner_colours": hardest.inner,
        "hardest_rim_colours": hardest.rim,
        "log10_nodes_by_depth": nodes.iter().map(|&n| log10(n)).collect::<Vec<_>>(),
        "log10_total_nodes": log10(total),
    })
}
