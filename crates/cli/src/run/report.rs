//! A window into a solver at work: its report, as it was after the last slice.
//!
//! Events carry what all solvers have in common; a count wants to show its counts as well.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use tilewright_search::Solver;

/// The last report of a solver.
#[derive(Clone, Default)]
pub(super) struct Report(Arc<Mutex<Map<String, Value>>>);

impl Report {
    pub(super) fn field(&self, name: &str) -> Option<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Keeps what a solver reports now.
    pub(super) fn keep(&self, solver: &dyn Solver) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = solver.report();
    }
}
