//! What a run tells while it goes on.
//!
//! The terminal, the archive, the web page and the cluster are listeners. A run without listeners
//! makes no samples and no events.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, Puzzle};

use crate::result::RunResult;
use crate::solver::Counters;
use crate::spec::RunSpec;
use crate::verdict::Verdict;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The run begins, or goes on after `seconds` of earlier work.
    Started {
        /// What is asked for.
        spec: &'a RunSpec,
        /// The puzzle.
        puzzle: &'a Puzzle,
        /// Time spent in earlier sessions: 0 for a new run.
        seconds: f64,
    },
    /// How it is going; a few times a second.
    Progress(Sample),
    /// A better board than any before, audited.
    Improved {
        /// The board.
        board: &'a Board,
        /// What the auditor says.
        verdict: &'a Verdict,
        /// When.
        seconds: f64,
    },
    /// A board at or above the floor, audited. A run that was killed tells again what it found after
    /// its last checkpoint.
    Found {
        /// The board.
        board: &'a Board,
        /// What the auditor says.
        verdict: &'a Verdict,
        /// When.
        seconds: f64,
    },
    /// A checkpoint was written.
    Checkpointed {
        /// Where.
        path: &'a Path,
        /// When.
        seconds: f64,
    },
    /// A checkpoint could not be written; the run goes on, and tries again later.
    CheckpointFailed {
        /// What is wrong, file included.
        reason: &'a str,
        /// When.
        seconds: f64,
    },
    /// The run ended; nothing follows.
    Finished(&'a RunResult),
}

/// A moment of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Wall time since the beginning, earlier sessions included.
    pub seconds: f64,
    /// Processor time of all threads, likewise.
    pub cpu_seconds: f64,
    /// The best score.
    pub score: u32,
    /// Pieces on the best board.
    pub placed: usize,
    /// The work done.
    pub counters: Counters,
}

/// Somebody who wants to know. Closures are listeners.
pub trait Listener {
    /// Called in order, from the thread that runs the executor: what takes long here delays the run.
    fn on(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>)> Listener for F {
    fn on(&mut self, event: &Event<'_>) {
        self(event);
    }
}
