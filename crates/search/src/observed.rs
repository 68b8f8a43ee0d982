//! A solver that somebody looks at while it works, and that knows nothing of it.

use serde_json::{Map, Value};
use tilewright_puzzle::Board;

use crate::solver::{Best, Counters, SaveError, Solver, Status};

/// Somebody who looks at a solver before and after every slice of work, on its thread.
pub trait Observer: Send {
    /// A slice is about to begin.
    fn before(&mut self) {}

    /// A slice has ended.
    fn after(&mut self, solver: &dyn Solver);
}

impl<F: FnMut(&dyn Solver) + Send> Observer for F {
    fn after(&mut self, solver: &dyn Solver) {
        self(solver);
    }
}

/// A solver and its observer: whatever is asked of it, the solver answers.
pub struct Observed<O> {
    solver: Box<dyn Solver>,
    observer: O,
}

impl<O: Observer + 'static> Observed<O> {
    /// Lets somebody look at a solver.
    pub fn wrap(solver: Box<dyn Solver>, observer: O) -> Box<dyn Solver> {
        Box::new(Self { solver, observer })
    }
}

impl<O: Observer> Solver for Observed<O> {
    fn advance(&mut self, work: u64) -> Status {
        self.observer.before();
        let status = self.solver.advance(work);
        self.observer.after(&*self.solver);
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
