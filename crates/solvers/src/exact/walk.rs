//! A place in the tree of partial boards, and how to go on from it.
//!
//! One loop serves every topology, rule and order. It is the plain twin of the
//! [kernel](crate::kernel), which takes its place where it can.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Side;

use super::plan::{Candidate, Depth, Plan};
use super::stock::Draw;

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
    root: usize,
    goal: usize,
    is_done: bool,
    depth: usize,
    /// The candidate on each depth; what lies deeper than the walk stands is stale.
    laid: Vec<u32>,
    /// The next candidate to try on each depth, likewise.
    next: Vec<u32>,
    /// Free pieces of each kind.
    left: Vec<u16>,
    slots: Vec<u16>,
    /// Joins that can still be begun.
    joins: Vec<i32>,
}

impl Walk {
    /// A walk through everything below a partial board, which is given by the candidates on its
    /// first depths; `goal` is the depth at which boards are reported.
    pub fn new(plan: &Plan, laid: &[u32], goal: usize) -> Self {
        let depths = plan.depths().len();
        let mut walk = Self {
            root: 0,
            goal: goal.min(depths),
            is_done: plan.is_contradictory(),
            depth: 0,
            laid: vec![0; depths + 1],
            next: vec![0; depths + 1],
            left: plan.kinds().iter().map(|kind| kind.free.len() as u16).collect(),
            slots: vec![0; plan.slots()],
            joins: plan.joins().to_vec(),
        };
        walk.enter(plan);
        for &index in laid {
            walk.lay_again(plan, index);
        }
        walk.root = walk.depth;
        walk
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this plan.
    pub fn resume(plan: &Plan, trail: &Trail, goal: usize) -> Option<Self> {
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
        let mut walk = Self::new(plan, &[], goal);
        for &index in &trail.laid {
            let kind = plan.candidates()[index as usize].kind;
            if walk.left.get(usize::from(kind)).is_none_or(|&left| left == 0) {
                return None;
            }
            walk.lay_again(plan, index);
        }
        walk.root = trail.root;
        walk.next[trail.root..=depth].copy_from_slice(&trail.next);
        walk.is_done |= trail.is_done;
        Some(walk)
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self) -> Trail {
        Trail {
            laid: self.laid().to_vec(),
            next: self.next[self.root..=self.depth].to_vec(),
            root: self.root,
            is_done: self.is_done,
        }
    }

    /// Whether everything has been visited.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self) -> &[u32] {
        &self.laid[..self.depth]
    }

    /// How much of the whole tree this walk has still before it, if all children of a node were
    /// alike: the untried candidates at every depth, each weighed by the choices that led there.
    pub fn remaining(&self, plan: &Plan) -> f64 {
        /// What weighs less than this is not looked into.
        const TRIFLE: f64 = 1e-9;
        if self.is_done {
            return 0.0;
        }
        let mut replay = Self::new(plan, &[], self.goal);
        let (mut weight, mut remaining) = (1.0, 0.0);
        for (depth, here) in plan.depths().iter().enumerate().take(self.goal) {
            let next = (depth >= self.root && depth <= self.depth).then(|| self.next[depth]);
            let (mut fitting, mut untried) = (0u32, 0u32);
            while let Some(index) = replay.next_fitting(plan, here) {
                fitting += 1;
                untried += u32::from(next.is_some_and(|next| index >= next));
            }
            weight /= f64::from(fitting.max(1));
            remaining += weight * f64::from(untried);
            if depth == self.depth {
                return remaining;
            }
            if weight < TRIFLE && depth >= self.root {
                return remaining + weight;
            }
            replay.lay_again(plan, self.laid[depth]);
        }
        remaining
    }

    /// Walks on until the goal depth is reached, `nodes` have been visited or nothing is left, and
    /// takes the visited nodes off `nodes`. A node is a piece laid without a mismatch.
    #[inline(always)]
    pub fn advance(&mut self, plan: &Plan, nodes: &mut u64) -> Pause {
        if self.is_done {
            return Pause::Exhausted;
        }
        // After a report the walk stands on the goal depth and has to step back first.
        if self.depth == self.goal && !self.step_back(plan) {
            return Pause::Exhausted;
        }
        while let Some(here) = plan.depths().get(self.depth) {
            if *nodes == 0 {
                return Pause::Spent;
            }
            match self.next_fitting(plan, here) {
                Some(index) => {
                    self.lay(plan, index);
                    *nodes -= 1;
                    if self.depth == self.goal {
                        self.next[self.depth] = 0;
                        return Pause::Reached;
                    }
                    self.enter(plan);
                }
                None => {
                    if !self.step_back(plan) {
                        return Pause::Exhausted;
                    }
                }
            }
        }
        Pause::Exhausted
    }

    /// Gets ready to fill the next depth: finds its list.
    #[inline(always)]
    fn enter(&mut self, plan: &Plan) {
        let Some(here) = plan.depths().get(self.depth) else { return };
        self.next[self.depth] =
            plan.start(here, self.slots[here.keys[0]], self.slots[here.keys[1]]);
    }

    /// Moves past candidates that are used up or do not fit; `None` at the end of the list.
    #[inline(always)]
    fn next_fitting(&mut self, plan: &Plan, here: &Depth) -> Option<u32> {
        let mut next = self.next[self.depth];
        let found = loop {
            let candidate = &plan.candidates()[next as usize];
            if candidate.kind == Candidate::END {
                break None;
            }
            next += 1;
            let fits =
                |&(slot, side): &(usize, Side)| candidate.own[side.index()] == self.slots[slot];
            let is_left = |draw: &Draw| self.joins[draw.place(candidate)] > 0;
            if self.left[usize::from(candidate.kind)] > 0
                && here.checks.iter().all(fits)
                && here.draws.iter().all(is_left)
            {
                break Some(next - 1);
            }
        };
        self.next[self.depth] = next;
        found
    }

    #[inline(always)]
    fn lay(&mut self, plan: &Plan, index: u32) {
        let candidate = &plan.candidates()[index as usize];
        let here = &plan.depths()[self.depth];
        self.left[usize::from(candidate.kind)] -= 1;
        for (&slot, &colour) in here.outs.iter().zip(&candidate.out) {
            self.slots[slot] = colour;
        }
        for draw in &here.draws {
            self.joins[draw.place(candidate)] -= 1;
        }
        self.laid[self.depth] = index;
        self.depth += 1;
    }

    /// Goes a way that has been gone before.
    fn lay_again(&mut self, plan: &Plan, index: u32) {
        self.lay(plan, index);
        self.enter(plan);
    }

    /// Takes the last piece up again; false if that would leave the subtree.
    #[inline(always)]
    fn step_back(&mut self, plan: &Plan) -> bool {
        if self.depth == self.root {
            self.is_done = true;
            return false;
        }
        self.depth -= 1;
        let candidate = &plan.candidates()[self.laid[self.depth] as usize];
        self.left[usize::from(candidate.kind)] += 1;
        for draw in &plan.depths()[self.depth].draws {
            self.joins[draw.place(candidate)] += 1;
        }
        true
    }
}
