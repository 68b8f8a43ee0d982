//! A place in the tree of partial boards, and how to go on from it.
//!
//! This is the plain engine: it takes every topology and every rule, and it is the twin that the
//! specialised kernel is checked against.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Side;

use super::plan::{Candidate, Plan};

/// Why a walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It has done its share of nodes; there is more.
    Spent,
    /// All of the goal depth's cells are filled; going on looks for the next such board.
    Reached,
    /// The whole subtree has been visited.
    Exhausted,
}

/// What has to be remembered of a walk to go on with it later, on any machine: the next candidate
/// to try at every depth, and what lies there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trail {
    /// The candidate that lies on each filled depth.
    pub laid: Vec<u32>,
    /// For each filled depth from the root on, and the one after, the next candidate to try.
    pub next: Vec<u32>,
    /// Depth of the subtree's root: what lies above is fixed.
    pub root: usize,
    /// Whether everything has been visited.
    pub is_done: bool,
}

impl Trail {
    /// Splits the untried candidates at the root's depth off into a trail of their own, so that
    /// two can share the work: this one keeps what lies below the candidate it is on. `None` if it
    /// stands on its root, where there is nothing to share.
    pub fn split(&mut self) -> Option<Self> {
        if self.is_done || self.root >= self.laid.len() || self.next.is_empty() {
            return None;
        }
        let untried = self.next.remove(0);
        let root = self.root;
        self.root += 1;
        Some(Self {
            laid: self.laid.get(..root)?.to_vec(),
            next: vec![untried],
            root,
            is_done: false,
        })
    }
}

/// A walk through one subtree.
#[derive(Clone, Debug)]
pub struct Walk {
    trail: Trail,
    goal: usize,
    left: Vec<u16>,
    slots: Vec<u16>,
}

impl Walk {
    /// A walk through everything below a partial board, which is given by the candidates on its
    /// first depths; `goal` is the depth at which boards are reported.
    pub fn new(plan: &Plan, laid: &[u32], goal: usize) -> Self {
        let trail = Trail {
            laid: Vec::new(),
            next: Vec::new(),
            root: laid.len(),
            is_done: plan.is_contradictory(),
        };
        let left = plan.kinds().iter().map(|kind| kind.free.len() as u16).collect();
        let mut walk = Self { trail, goal, left, slots: vec![0; plan.slots()] };
        for &index in laid {
            walk.lay(plan, index);
        }
        walk.trail.next.push(walk.first(plan));
        walk
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this plan.
    pub fn resume(plan: &Plan, trail: Trail, goal: usize) -> Option<Self> {
        let is_known = |&index: &u32| (index as usize) < plan.candidates().len();
        let depth = trail.laid.len();
        if depth > goal
            || goal > plan.depths().len()
            || trail.root > depth
            || trail.next.len() != depth + 1 - trail.root
            || !trail.laid.iter().chain(&trail.next).all(is_known)
        {
            return None;
        }
        let laid = trail.laid.clone();
        let mut walk = Self::new(plan, &[], goal);
        for &index in &laid {
            let kind = plan.candidates()[index as usize].kind;
            if walk.left.get(usize::from(kind)).is_none_or(|&left| left == 0) {
                return None;
            }
            walk.lay(plan, index);
        }
        walk.trail = trail;
        Some(walk)
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self) -> &[u32] {
        &self.trail.laid
    }

    /// How much of the whole tree this walk has still before it, if all children of a node were
    /// alike: the untried candidates at every depth, each weighed by the choices that led there.
    pub fn remaining(&self, plan: &Plan) -> f64 {
        /// What weighs less than this is not looked into.
        const TRIFLE: f64 = 1e-9;
        if self.trail.is_done {
            return 0.0;
        }
        let mut replay = Self::new(plan, &[], self.goal);
        let (mut weight, mut remaining) = (1.0, 0.0);
        for depth in 0..self.goal {
            let next = depth.checked_sub(self.trail.root).map(|below| self.trail.next.get(below));
            let (mut fitting, mut untried) = (0u32, 0u32);
            replay.trail.next = vec![replay.first(plan)];
            while let Some(index) = replay.next_fitting(plan) {
                fitting += 1;
                untried += u32::from(next.flatten().is_some_and(|&next| index >= next));
            }
            weight /= f64::from(fitting.max(1));
            remaining += weight * f64::from(untried);
            match self.trail.laid.get(depth) {
                Some(&index) if weight > TRIFLE || depth < self.trail.root => {
                    replay.lay(plan, index);
                }
                Some(_) => return remaining + weight,
                None => return remaining,
            }
        }
        remaining
    }

    /// Walks on until the goal depth is reached, `nodes` have been visited or nothing is left, and
    /// takes the visited nodes off `nodes`. A node is a piece laid without a mismatch.
    pub fn advance(&mut self, plan: &Plan, nodes: &mut u64) -> Pause {
        if self.trail.is_done {
            return Pause::Exhausted;
        }
        // After a report the walk stands on the goal depth and has to step back first.
        if self.trail.laid.len() == self.goal && !self.step_back(plan) {
            return Pause::Exhausted;
        }
        loop {
            if *nodes == 0 {
                return Pause::Spent;
            }
            match self.next_fitting(plan) {
                Some(index) => {
                    self.lay(plan, index);
                    *nodes -= 1;
                    if self.trail.laid.len() == self.goal {
                        self.trail.next.push(0);
                        return Pause::Reached;
                    }
                    self.trail.next.push(self.first(plan));
                }
                None => {
                    if !self.step_back(plan) {
                        return Pause::Exhausted;
                    }
                }
            }
        }
    }

    /// The first candidate for the next depth.
    fn first(&self, plan: &Plan) -> u32 {
        match plan.depths().get(self.trail.laid.len()) {
            Some(depth) => {
                let [one, other] = depth.keys.map(|slot| self.slots[slot]);
                plan.start(depth, one, other)
            }
            None => 0,
        }
    }

    /// Moves past candidates that are used up or do not fit; `None` at the end of the list.
    fn next_fitting(&mut self, plan: &Plan) -> Option<u32> {
        let depth = plan.depths().get(self.trail.laid.len())?;
        let next = self.trail.next.last_mut()?;
        loop {
            let candidate = &plan.candidates()[*next as usize];
            if candidate.kind == Candidate::END {
                return None;
            }
            *next += 1;
            let fits =
                |&(slot, side): &(usize, Side)| candidate.own[side.index()] == self.slots[slot];
            if self.left[usize::from(candidate.kind)] > 0 && depth.checks.iter().all(fits) {
                return Some(*next - 1);
            }
        }
    }

    fn lay(&mut self, plan: &Plan, index: u32) {
        let candidate = &plan.candidates()[index as usize];
        let depth = &plan.depths()[self.trail.laid.len()];
        self.left[usize::from(candidate.kind)] -= 1;
        for (&slot, &colour) in depth.outs.iter().zip(&candidate.out) {
            self.slots[slot] = colour;
        }
        self.trail.laid.push(index);
    }

    /// Takes the last piece up again; false if that would leave the subtree.
    fn step_back(&mut self, plan: &Plan) -> bool {
        self.trail.next.pop();
        if self.trail.laid.len() == self.trail.root {
            self.trail.is_done = true;
            return false;
        }
        if let Some(index) = self.trail.laid.pop() {
            let kind = plan.candidates()[index as usize].kind;
            self.left[usize::from(kind)] += 1;
        }
        true
    }
}
