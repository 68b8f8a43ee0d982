//! The contract that every solver keeps, whatever its method.
//!
//! A solver is a state machine: it is told how much to do, does it, and can be asked what it found.
//! It never prints, reads a clock or touches a file; all of that is the executor's business. So the
//! same solver runs in a terminal, behind a web page, in an experiment or on another machine, and a
//! run that was stopped and resumed gives the same boards as one that was not.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use tilewright_puzzle::{Board, Puzzle};

use crate::params::Params;

/// A method at work on one puzzle.
pub trait Solver: Send {
    /// Does about `work` units (nodes or evaluations, as registered) and says what came of it.
    ///
    /// The solver stops at the first boundary of its own choosing that lies at or behind `work`
    /// further units, or earlier when it solves the puzzle, reaches the task's target or has
    /// searched everything. Where those boundaries lie must not depend on how the work is sliced:
    /// two calls give the same states as one with the sum. After `Solved` or `Exhausted` a further
    /// call does nothing and returns the same again. Parallel solvers use the rayon pool they are
    /// called in, and give the same boards for the same number of threads.
    fn advance(&mut self, work: u64) -> Status;

    /// The best board so far with the score the solver counted. The executor audits it: it must
    /// keep the rules of the puzzle, and the score must be its number of matched joins.
    fn best(&self) -> Option<Best<'_>>;

    /// How much has been done since the beginning of the run, earlier sessions included.
    fn counters(&self) -> Counters;

    /// The whole state, random streams included, as the registered `restore` reads it: see
    /// [`crate::state`].
    fn save(&self) -> Result<Vec<u8>, SaveError>;

    /// Hands over boards worth keeping besides the best: those at or above the task's floor, each
    /// once. Called after every slice; a task without a floor asks for none.
    fn take_found(&mut self) -> Vec<Board> {
        Vec::new()
    }

    /// What this solver adds to the JSON of a run.
    fn report(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// What came of a slice of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is more to do.
    Working,
    /// The best board solves the puzzle, and that is all that was asked for.
    Solved,
    /// Everything has been searched: what was not found is proved not to exist. A solver that
    /// merely gives up is `Working`.
    Exhausted,
}

/// A board and the score its solver counted.
#[derive(Clone, Copy, Debug)]
pub struct Best<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its matched joins.
    pub score: u32,
}

/// How much work has been done, in units that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// Pieces placed by tree searches.
    pub nodes: u64,
    /// Boards or changes scored by the other methods.
    pub evaluations: u64,
    /// How often the search began anew.
    pub restarts: u64,
    /// The deepest level reached, or the current one for methods that have no deepest.
    pub depth: u32,
    /// How much of the whole work is done, from 0 to 1, where that is known.
    pub progress: Option<f64>,
}

/// What a solver is built from.
#[derive(Clone, Debug)]
pub struct Task {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The solver's parameters, checked.
    pub params: Params,
    /// Where all randomness comes from: see [`crate::stream`].
    pub seed: u64,
    /// How many threads there are to use.
    pub threads: usize,
    /// A board to start from; it keeps the rules of the puzzle.
    pub start: Option<Board>,
    /// The score that is enough: the solver returns as soon as it has it.
    pub target: Option<u32>,
    /// Boards from this score on are handed over by [`Solver::take_found`].
    pub floor: Option<u32>,
}

/// Why a state could not be saved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the state of the solver cannot be saved: {0}")]
pub struct SaveError(pub String);
