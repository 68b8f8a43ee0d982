//! How a run ended: its result, or why there is none.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use tilewright_puzzle::Board;

use crate::checkpoint::CheckpointError;
use crate::curve::Curve;
use crate::solver::{Counters, SaveError};
use crate::stop::StopReason;
use crate::verdict::Verdict;

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Why it ended.
    pub stop_reason: StopReason,
    /// The best board, if there is any.
    pub best: Option<Board>,
    /// What the auditor says about the best board, or about an empty one.
    pub verdict: Verdict,
    /// The work done.
    pub counters: Counters,
    /// Wall time over all sessions.
    pub seconds: f64,
    /// Processor time over all sessions.
    pub cpu_seconds: f64,
    /// How the best score rose.
    pub curve: Curve,
    /// What the solver adds.
    pub report: Map<String, Value>,
    /// Why the last checkpoint could not be written, if one was asked for and failed.
    pub checkpoint_failure: Option<String>,
}

/// Why a run has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The solver's score is not the auditor's.
    #[error(
        "solver `{solver}` is wrong: it claims a score of {claimed}, the auditor counts {counted}"
    )]
    Score {
        /// The solver.
        solver: String,
        /// Its score.
        claimed: u32,
        /// The auditor's.
        counted: u32,
    },
    /// The solver's board breaks the rules.
    #[error("solver `{solver}` is wrong: a board of it is refused: {reason}")]
    Board {
        /// The solver.
        solver: String,
        /// What the auditor says.
        reason: String,
    },
    /// The solver says it is done, but its board is no solution.
    #[error(
        "solver `{solver}` is wrong: it says the puzzle is solved, but its best board has \
         {counted} of {max_score} joins"
    )]
    NotSolved {
        /// The solver.
        solver: String,
        /// Matched joins of its best board.
        counted: u32,
        /// All joins.
        max_score: u32,
    },
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many.
        threads: usize,
        /// What the system says.
        reason: String,
    },
    /// The first checkpoint could not be written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The solver's state could not be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
}
