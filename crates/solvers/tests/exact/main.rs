//! Exact search as its users see it: through the registry, the counter and the run contract.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail like tests")]

mod auto;
mod contract;
mod count;
mod orders;
mod puzzles;
mod solve;
mod start;
mod twin;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tilewright_puzzle::Puzzle;
use tilewright_search::{Params, Solver, SolverInfo, Status, Task};

/// A task with settings, like `[("order", "row")]`.
fn task(info: &SolverInfo, puzzle: &Arc<Puzzle>, settings: &[(&str, &str)]) -> Task {
    let settings: BTreeMap<_, _> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Task {
        puzzle: Arc::clone(puzzle),
        params: Params::from_settings(info.parameters, &settings).unwrap(),
        seed: 1,
        threads: 2,
        start: None,
        target: None,
        floor: None,
    }
}

fn exact() -> &'static SolverInfo {
    tilewright_solvers::registry().get("exact").unwrap()
}

fn embedded(name: &str) -> Arc<Puzzle> {
    Arc::new(tilewright_formats::embedded::puzzle(name).unwrap())
}

fn threads(count: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(count).build().unwrap()
}

/// Runs a solver to its own end.
fn finish(solver: &mut dyn Solver) -> Status {
    loop {
        let status = solver.advance(1_000_000);
        if status != Status::Working {
            return status;
        }
    }
}
