//! Tilings from projections: solved, listed, proved impossible, or made up.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_tiling::exact::{self, Answer, Listed};
use tilewright_tiling::generate::{Recipe, generate as make};
use tilewright_tiling::{Problem, Tiling, Watch, audit, read_tile};

use super::extract::Body;
use crate::app::App;
use crate::refusal::Refusal;

/// How long a tiling may be looked for, and how many are listed at most.
const LONGEST: Duration = Duration::from_secs(10);
const MOST_LISTED: usize = 200;

/// A problem.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counts {
    tile: String,
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// How many solutions to show; one unless given.
    most: Option<usize>,
    #[serde(default)]
    seed: u64,
}

pub(super) async fn solve(
    State(app): State<Arc<App>>,
    Body(asked): Body<Counts>,
) -> Result<Json<Value>, Refusal> {
    app.compute(move || {
        let tile = read_tile(&asked.tile).map_err(Refusal::input)?;
        let problem = Problem::new(tile, asked.rows, asked.columns).map_err(Refusal::input)?;
        let end = Instant::now() + LONGEST;
        let mut watch = Watch::new(u64::MAX, || Instant::now() < end);
        let most = asked.most.unwrap_or(1).clamp(1, MOST_LISTED);
        Ok(Json(match exact::solve(&problem, asked.seed, &mut watch) {
            Answer::Solved { tiling, method } if most == 1 => {
                shown("solved", Some(method.name()), None, &problem, &[tiling], false)?
            }
            Answer::Solved { method, .. } => {
                let mut found = Vec::new();
                let listed = exact::list(&problem, &mut watch, &mut |tiling| {
                    found.push(tiling.clone());
                    if found.len() < most {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                });
                let all = listed == Listed::All;
                shown("solved", Some(method.name()), None, &problem, &found, all)?
            }
            Answer::Impossible { reason, method } => {
                let reason = reason.map(|reason| reason.to_string());
                shown("impossible", Some(method.name()), reason.as_deref(), &problem, &[], true)?
            }
            Answer::Unknown => shown("unknown", None, None, &problem, &[], false)?,
        }))
    })
    .await
}

/// Nothing is shown that the auditor has not seen.
fn shown(
    status: &str,
    method: Option<&str>,
    reason: Option<&str>,
    problem: &Problem,
    tilings: &[Tiling],
    all: bool,
) -> Result<Value, Refusal> {
    if let Some(fault) = tilings.iter().flat_map(|tiling| audit(problem, tiling)).next() {
        return Err(Refusal::input(format!("the auditor refuses a tiling: {fault}")));
    }
    let patches: Vec<_> = tilings.iter().map(|tiling| tiling.covers(problem.tile())).collect();
    Ok(json!({
        "status": status,
        "method": method,
        "reason": reason,
        "width": problem.width(),
        "height": problem.height(),
        "rows": problem.rows(),
        "columns": problem.columns(),
        "tiles": problem.tiles(),
        "all": all,
        "solutions": patches,
    }))
}

/// A problem to make up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    tile: String,
    width: usize,
    height: usize,
    density: f64,
    #[serde(default)]
    seed: u64,
}

pub(super) async fn generate(
    State(app): State<Arc<App>>,
    Body(Wish { tile, width, height, density, seed }): Body<Wish>,
) -> Result<Json<Value>, Refusal> {
    app.compute(move || {
        let tile = read_tile(&tile).map_err(Refusal::input)?;
        let made = make(&Recipe { tile, width, height, density, seed }).map_err(Refusal::input)?;
        let problem = &made.problem;
        Ok(Json(json!({ "rows": problem.rows(), "columns": problem.columns() })))
    })
    .await
}
