//! What a trial gave, as the archive keeps it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Shape;

/// What a trial gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Every number there is: score, seconds, cpu_seconds, work (nodes or evaluations, whichever
    /// the solver counts), nodes, evaluations, what the solver reports.
    pub values: BTreeMap<String, f64>,
    /// Why it ended.
    pub stop_reason: String,
    /// Whether the puzzle was solved, or the target reached.
    pub reached: bool,
    /// How the score rose: work, processor seconds, score.
    pub curve: Vec<(u64, f64, u32)>,
    /// The board's shape.
    pub shape: Option<Shape>,
    /// The cells beside each mismatch of the best board: a cell stands here once for each.
    pub mismatched: Vec<u16>,
    /// How fast the machine was (see [`crate::machine`]).
    pub machine_speed: f64,
}

impl Outcome {
    /// A number by its name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.values.get(name).copied().filter(|value| value.is_finite())
    }
}

/// Whether more of a figure is better; times and work are better the less there is of them.
pub fn more_is_better(measure: &str) -> bool {
    let cost =
        ["seconds", "cpu_seconds", "work", "nodes", "evaluations", "generations", "restarts"];
    !cost.contains(&measure)
}
