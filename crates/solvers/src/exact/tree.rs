//! The whole tree of a search, shared out to lanes and never left before every node was visited.
//!
//! The search begins with one lane. Before each round, as long as there are too few, the lane whose
//! subtree has the highest root gives its untried siblings away: so the large subtrees are shared
//! first, and towards the end the last ones are shared again and nobody waits. Splitting neither
//! adds nor loses a node.

use std::sync::Arc;

use super::engine::{Engine, Walker};
use super::lane::Lane;
use super::walk::Trail;

/// What is left of a tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    engine: Arc<Engine>,
    pub lanes: Vec<Lane>,
    most_lanes: usize,
}

impl Tree {
    /// The tree of an engine, to be shared out to so many lanes.
    pub fn new(engine: Arc<Engine>, most_lanes: usize) -> Self {
        let root = engine.walk(&[], engine.depths());
        let lanes = vec![Lane::new(Arc::clone(&engine), root)];
        Self { engine, lanes, most_lanes }
    }

    /// A tree as it was; `None` if these trails are not in it, or if there are none although the
    /// search has not ended: that would pass for a proof.
    pub fn restore(
        engine: Arc<Engine>,
        most_lanes: usize,
        trails: Vec<Trail>,
        has_ended: bool,
    ) -> Option<Self> {
        if trails.is_empty() && !has_ended {
            return None;
        }
        let resumed = |trail| {
            let walker = engine.resume(&trail, engine.depths())?;
            Some(Lane::new(Arc::clone(&engine), walker))
        };
        let lanes = trails.into_iter().map(resumed).collect::<Option<_>>()?;
        Some(Self { engine, lanes, most_lanes })
    }

    /// What has to be saved.
    pub fn trails(&self) -> Vec<Trail> {
        self.lanes.iter().map(|lane| lane.walker.trail()).collect()
    }

    /// Shares the work out, before a round.
    pub fn share_out(&mut self) {
        while self.lanes.len() < self.most_lanes {
            let roots = self.lanes.iter().enumerate().filter_map(|(index, lane)| {
                let trail = lane.walker.trail();
                (trail.root < trail.laid.len()).then_some((trail.root, index))
            });
            let Some((_, index)) = roots.min() else { break };
            if !self.split(index) {
                break;
            }
        }
    }

    fn split(&mut self, index: usize) -> bool {
        let Some(lane) = self.lanes.get_mut(index) else { return false };
        let mut kept = lane.walker.trail();
        let given = kept.split();
        let goal = self.engine.depths();
        let resume = |trail: Trail| -> Option<Walker> { self.engine.resume(&trail, goal) };
        match (resume(kept), given.and_then(resume)) {
            (Some(kept), Some(given)) => {
                lane.walker = kept;
                self.lanes.insert(index + 1, Lane::new(Arc::clone(&self.engine), given));
                true
            }
            _ => false,
        }
    }

    /// Drops the lanes that have come to their end, after a round.
    pub fn clear_away(&mut self) {
        self.lanes.retain(|lane| !lane.is_done);
    }

    /// Whether every node has been visited.
    pub fn is_exhausted(&self) -> bool {
        self.lanes.is_empty()
    }

    /// How much of the tree has been visited, from 0 to 1: an estimate.
    pub fn progress(&self) -> f64 {
        let remaining: f64 =
            self.lanes.iter().map(|lane| lane.walker.remaining(&self.engine)).sum();
        (1.0 - remaining).clamp(0.0, 1.0)
    }
}
