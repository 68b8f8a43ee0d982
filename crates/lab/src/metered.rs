//! A solver under observation: the processor time of its own threads, and how its score rises with
//! the work it has done.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tilewright_search::{Interrupt, Observer, Solver, Unit};

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

/// Watches a solver, and stops it when its processor time is spent.
pub(crate) struct Metering {
    pub(crate) unit: Unit,
    pub(crate) meter: Meter,
    pub(crate) limit: Option<f64>,
    pub(crate) stop: Interrupt,
    pub(crate) begun: f64,
}

impl Observer for Metering {
    fn before(&mut self) {
        self.begun = thread_seconds();
    }

    fn after(&mut self, solver: &dyn Solver) {
        let mut seen = self.meter.lock();
        seen.cpu_seconds += thread_seconds() - self.begun;
        let units = self.unit.of(&solver.counters());
        if let Some(best) = solver.best() {
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
