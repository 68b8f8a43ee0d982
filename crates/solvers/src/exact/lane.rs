//! One walk with what it found in the current round, and how a round of many is run.
//!
//! A search is a sequence of rounds. In each, every lane walks its share of nodes, and afterwards
//! the lanes are looked at in order. Which thread ran which lane leaves no trace, so everything is
//! the same for every number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_puzzle::Board;

use super::engine::{Engine, Walker};
use super::walk::Pause;

/// A walk, the engine it walks in, and what came of its last share.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub engine: Arc<Engine>,
    pub walker: Walker,
    /// Nodes of the last share.
    pub nodes: u64,
    pub is_done: bool,
    pub tally: Tally,
}

/// What a lane found in its last share.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Boards of the walk.
    pub reached: u64,
    /// The first of them, where it is wanted.
    pub first: Option<Board>,
    /// For each whether it is the least of its turns, where that is looked at.
    pub least: Vec<bool>,
    /// Those that are wanted.
    pub kept: Vec<Board>,
}

/// Whether a lane goes on after a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Stop,
}

impl Lane {
    pub fn new(engine: Arc<Engine>, walker: Walker) -> Self {
        let is_done = walker.is_done();
        Self { engine, walker, nodes: 0, is_done, tally: Tally::default() }
    }

    /// Walks a share of nodes and shows every board reached to `visit`.
    pub fn run(
        &mut self,
        share: u64,
        visit: &(impl Fn(&Engine, &[u32], &mut Tally) -> Next + Sync),
    ) {
        self.nodes = 0;
        self.tally = Tally::default();
        let mut left = share;
        loop {
            match self.walker.advance(&self.engine, &mut left) {
                Pause::Reached => {
                    if visit(&self.engine, self.walker.laid(), &mut self.tally) == Next::Stop {
                        break;
                    }
                }
                Pause::Spent => break,
                Pause::Exhausted => {
                    self.is_done = true;
                    break;
                }
            }
        }
        self.nodes = share - left;
    }
}

/// Runs jobs on the threads of the pool, taken in order. Once one of them returns `Stop`, those
/// after it need not be run any more, but some may have been: only what comes before counts.
pub(super) fn run_in_order<J: Send>(jobs: &mut [J], run: impl Fn(&mut J) -> Next + Sync) {
    let stopped_at = AtomicUsize::new(usize::MAX);
    let queue = Mutex::new(jobs.iter_mut().enumerate());
    let work = || {
        loop {
            let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, job)) = taken else { break };
            if index > stopped_at.load(Ordering::Relaxed) {
                break;
            }
            if run(job) == Next::Stop {
                stopped_at.fetch_min(index, Ordering::Relaxed);
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });
}
