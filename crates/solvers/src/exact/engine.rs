//! Plan, guide and walk behind one face: whoever searches need not know which guide leads.

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::Stream;

use super::guide::Blind;
use super::plan::{Kind, Plan};
use super::sight::{Chart, Sight};
use super::walk::{Pause, Trail, Walk};

/// A puzzle prepared for a search, with the best guide there is for it.
#[derive(Clone, Debug)]
pub struct Engine {
    plan: Plan,
    chart: Option<Chart>,
}

/// A place in an engine's tree.
#[derive(Clone, Debug)]
pub enum Walker {
    /// Every partial board is visited.
    Blind(Walk<Blind>),
    /// Lines that cannot be filled are seen beforehand.
    Sighted(Box<Walk<Sight>>),
}

impl Engine {
    /// Prepares a search; see [`Plan::new`] for `fold`.
    pub fn new(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        let plan = Plan::new(puzzle, order, fold);
        let chart = Chart::new(puzzle, &plan, order);
        Self { plan, chart }
    }

    /// Prepares the plain search without a guide, for comparison.
    pub fn blind(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        Self { plan: Plan::new(puzzle, order, fold), chart: None }
    }

    /// Number of cells that the search fills; those of mandatory hints lie already.
    pub fn depths(&self) -> usize {
        self.plan.depths().len()
    }

    /// The kinds of pieces that the search lays.
    pub fn kinds(&self) -> &[Kind] {
        self.plan.kinds()
    }

    /// How many boards each board of the search stands for: 1 unless turns are folded.
    pub fn turns(&self) -> u32 {
        self.plan.turns()
    }

    /// A walk through everything below a partial board, given by the candidates on its first
    /// depths; boards are reported at depth `goal`.
    pub fn walk(&self, laid: &[u32], goal: usize) -> Walker {
        match &self.chart {
            None => Walker::Blind(Walk::new(&self.plan, &(), laid, goal)),
            Some(chart) => Walker::Sighted(Box::new(Walk::new(&self.plan, chart, laid, goal))),
        }
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this
    /// engine.
    pub fn resume(&self, trail: &Trail, goal: usize) -> Option<Walker> {
        Some(match &self.chart {
            None => Walker::Blind(Walk::resume(&self.plan, &(), trail, goal)?),
            Some(chart) => Walker::Sighted(Box::new(Walk::resume(&self.plan, chart, trail, goal)?)),
        })
    }

    /// Shuffles the candidates inside every list: the same tree, visited in another order.
    pub fn shuffle(&mut self, stream: &mut Stream) {
        self.plan.shuffle(stream);
    }

    /// The board with these candidates on the first depths.
    pub fn board(&self, laid: &[u32]) -> Board {
        self.plan.board(laid)
    }
}

impl Walker {
    /// Walks on; see [`Walk::advance`].
    pub fn advance(&mut self, engine: &Engine, nodes: &mut u64) -> Pause {
        match (self, &engine.chart) {
            (Self::Sighted(walk), Some(chart)) => walk.advance(&engine.plan, chart, nodes),
            (Self::Blind(walk), _) => walk.advance(&engine.plan, &(), nodes),
            // A walk of another engine has nothing to do here.
            (Self::Sighted(_), None) => Pause::Exhausted,
        }
    }

    /// How much of the whole tree is still before this walk, from 0 to 1; see
    /// [`Walk::remaining`].
    pub fn remaining(&self, engine: &Engine) -> f64 {
        match (self, &engine.chart) {
            (Self::Sighted(walk), Some(chart)) => walk.remaining(&engine.plan, chart),
            (Self::Blind(walk), _) => walk.remaining(&engine.plan, &()),
            (Self::Sighted(_), None) => 0.0,
        }
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self) -> Trail {
        match self {
            Self::Blind(walk) => walk.trail(),
            Self::Sighted(walk) => walk.trail(),
        }
    }

    /// Whether everything has been visited.
    pub fn is_done(&self) -> bool {
        match self {
            Self::Blind(walk) => walk.is_done(),
            Self::Sighted(walk) => walk.is_done(),
        }
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self) -> &[u32] {
        match self {
            Self::Blind(walk) => walk.laid(),
            Self::Sighted(walk) => walk.laid(),
        }
    }
}
