//! One walk with what it found in the current round, and how a round of many is run.
//!
//! A search is a sequence of rounds. In each, every lane walks its share of nodes, and afterwards
//! the lanes are looked at in order. Which thread ran which lane leaves no trace, so everything is
//! the same for every number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use tilewright_puzzle::Board;

use super::engine::{self, Engine, Turn, Walker};
use super::walk::Pause;
use crate::kernel::simd::Form;

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
}

/// A lane of a round, perhaps not begun yet.
pub(super) trait Job: Send {
    /// The lane and how many nodes it is to walk.
    fn begin(&mut self) -> (&mut Lane, u64);

    /// Whether the lanes after this one need not be run any more, once this one has been.
    fn ends_the_round(&self) -> bool;
}

/// A lane that is being run, with its place in the round.
struct Running<'a, J> {
    index: usize,
    job: &'a mut J,
    left: u64,
}

/// Runs jobs on the threads of the pool, taken in order, and shows every board reached to `visit`.
/// Once one of them ends the round, those after it need not be run any more, but some may have
/// been: only what comes before counts.
pub(super) fn run_in_order<J: Job>(
    jobs: &mut [J],
    visit: impl Fn(&Engine, &Walker, &mut Tally) -> Next + Sync,
) {
    let stopped_at = AtomicUsize::new(usize::MAX);
    let queue = Mutex::new(jobs.iter_mut().enumerate());
    let take = || -> Option<Running<'_, J>> {
        let (index, job) = queue.lock().unwrap_or_else(PoisonError::into_inner).next()?;
        if index > stopped_at.load(Ordering::Relaxed) {
            return None;
        }
        let (lane, share) = job.begin();
        lane.nodes = 0;
        lane.tally = Tally::default();
        Some(Running { index, job, left: share })
    };
    let work = || {
        let mut running: Vec<Running<'_, J>> = Vec::new();
        loop {
            let most = running.first_mut().map_or(1, |r| r.job.begin().0.engine.walks_at_once());
            while running.len() < most {
                let Some(next) = take() else { break };
                running.push(next);
            }
            if running.is_empty() {
                break;
            }
            take_turns(&mut running, &visit);
            for ended in running.iter().filter(|running| running.left == 0) {
                if ended.job.ends_the_round() {
                    stopped_at.fetch_min(ended.index, Ordering::Relaxed);
                }
            }
            let last = stopped_at.load(Ordering::Relaxed);
            running.retain(|running| running.left > 0 && running.index <= last);
        }
    };
    rayon::scope(|scope| {
        for _ in 1..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
        work();
    });
}

/// Runs lanes in turn until one of them has walked its share, is done, or is not to go on.
fn take_turns<J: Job>(
    running: &mut [Running<'_, J>],
    visit: &(impl Fn(&Engine, &Walker, &mut Tally) -> Next + Sync),
) {
    loop {
        let mut lanes: Vec<_> = running
            .iter_mut()
            .map(|running| (running.job.begin().0, running.left, &mut running.left))
            .collect();
        let turns = lanes.iter_mut().map(|(lane, _, left)| {
            let Lane { engine, walker, .. } = &mut **lane;
            Turn { engine, walker, left }
        });
        let mut turns: Vec<_> = turns.collect();
        let paused = engine::advance(&mut turns, Form::best());
        drop(turns);
        for (lane, before, left) in &mut lanes {
            lane.nodes += *before - **left;
        }
        let Some((index, pause)) = paused else { return };
        let Some((lane, _, left)) = lanes.get_mut(index) else { return };
        match pause {
            Pause::Reached => {
                if visit(&lane.engine, &lane.walker, &mut lane.tally) == Next::Stop {
                    **left = 0;
                }
            }
            Pause::Exhausted => {
                lane.is_done = true;
                **left = 0;
            }
            Pause::Spent => {}
        }
        if lanes.iter().any(|(_, _, left)| **left == 0) {
            return;
        }
    }
}
