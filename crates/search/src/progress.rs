//! How far a run has come, besides the state of its solver: what a checkpoint keeps and what a
//! resumed run starts from.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Board;

use crate::curve::Curve;
use crate::stop::StopReason;
use crate::verdict::Verdict;

/// A board with what the auditor said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The board.
    pub board: Board,
    /// The auditor's figures.
    pub verdict: Verdict,
}

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Wall time over all sessions.
    pub seconds: f64,
    /// Processor time over all sessions.
    pub cpu_seconds: f64,
    /// How the best score rose.
    pub curve: Curve,
    /// The best board.
    pub best: Option<Kept>,
    /// Why the last session ended; `None` while it goes on, or if it was killed.
    pub ended: Option<StopReason>,
}

impl Progress {
    /// The best score, 0 without a board.
    pub fn score(&self) -> u32 {
        self.best.as_ref().map_or(0, |kept| kept.verdict.score)
    }
}
