//! A solver under observation: the processor time of its own threads, and how its score rises with
//! the work it has done.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tilewright_puzzle::Board;
use tilewright_search::{Best, Counters, Interrupt, SaveError, Solver, Status, Unit};

use crate::clock::thread_seconds;

/// The most points of a curve; it is thinned evenly, its ends stay.
const MOST_POINTS: usize = 100;

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) cpu_seconds: f64,
    pub(crate) is_spent: bool,
    pub(crate) curve: Vec<(u64, f64, u32)>,
}

/// What was seen, while it is still being seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter(Arc<Mutex<Seen>>);

impl Meter {
    pub(crate) fn seen(&self) -> Seen {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver that is watched, and stopped when its processor time is spent.
pub(crate) struct Metered {
    pub(crate) solver: Box<dyn Solver>,
    pub(crate) unit: Unit,
    pub(crate) meter: Meter,
    pub(crate) limit: Option<f64>,
    pub(crate) stop: Interrupt,
}

impl Solver for Metered {
    fn advance(&mut self, work: u64) -> Status {
        let before = thread_seconds();
        let status = self.solver.advance(work);
        let mut seen = self.meter.lock();
        seen.cpu_seconds += thread_seconds() - before;
        let units = self.unit.of(&self.solver.counters());
        if let Some(best) = self.solver.best() {
            let is_better = seen.curve.last().is_none_or(|&(_, _, score)| best.score > score);
            if is_better {
                let seconds = seen.cpu_seconds;
                push(&mut seen.curve, (units, seconds, best.score));
            }
        }
        if self.limit.is_some_and(|limit| seen.cpu_seconds >= limit) {
            seen.is_spent = true;
            self.stop.raise();
        }
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

fn push(curve: &mut Vec<(u64, f64, u32)>, point: (u64, f64, u32)) {
    curve.push(point);
    if curve.len() > MOST_POINTS {
        let last = curve.len() - 1;
        let mut index = 0;
        curve.retain(|_| {
            let keep = index % 2 == 0 || index == last;
            index += 1;
            keep
        });
    }
}
