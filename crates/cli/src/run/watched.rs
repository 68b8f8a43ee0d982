//! A window into a solver at work: its report, as it was after the last slice.
//!
//! Events carry what all solvers have in common; a count wants to show its counts as well.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use tilewright_puzzle::Board;
use tilewright_search::{Best, Counters, SaveError, Solver, Status};

/// The last report of a solver.
#[derive(Clone, Default)]
pub(super) struct Report(Arc<Mutex<Map<String, Value>>>);

impl Report {
    pub(super) fn field(&self, name: &str) -> Option<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

/// A solver that reports after every slice.
pub(super) struct Watched {
    pub(super) solver: Box<dyn Solver>,
    pub(super) report: Report,
}

impl Solver for Watched {
    fn advance(&mut self, work: u64) -> Status {
        let status = self.solver.advance(work);
        *self.report.0.lock().unwrap_or_else(PoisonError::into_inner) = self.solver.report();
        status
    }

    fn best(&self) -> Option<Best<'_>> {
        self.solver.best()
    }

    fn counters(&self) -> Counters {
        self.solver.counters()
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        self.solver.save()
    }

    fn take_found(&mut self) -> Vec<Board> {
        self.solver.take_found()
    }

    fn report(&self) -> Map<String, Value> {
        self.solver.report()
    }
}
