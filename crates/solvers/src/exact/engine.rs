//! The engines behind one face: whoever searches need not know which one walks.

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::Stream;

use super::plan::{Kind, Plan};
use super::walk::{Pause, Trail, Walk};

/// A puzzle prepared for a search.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Any topology, any rule, any order of cells.
    General(Plan),
}

/// A place in an engine's tree.
#[derive(Clone, Debug)]
pub enum Walker {
    /// In the general engine's.
    General(Walk),
}

impl Engine {
    /// Prepares the fastest engine for a puzzle and an order; see [`Plan::new`] for `fold`.
    pub fn new(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        Self::General(Plan::new(puzzle, order, fold))
    }

    /// Number of cells that the search fills; those of mandatory hints lie already.
    pub fn depths(&self) -> usize {
        let Self::General(plan) = self;
        plan.depths().len()
    }

    /// The kinds of pieces that the search lays.
    pub fn kinds(&self) -> &[Kind] {
        let Self::General(plan) = self;
        plan.kinds()
    }

    /// How many boards each board of the search stands for: 1 unless turns are folded.
    pub fn turns(&self) -> u32 {
        let Self::General(plan) = self;
        plan.turns()
    }

    /// A walk through everything below a partial board, given by the candidates on its first
    /// depths; boards are reported at depth `goal`.
    pub fn walk(&self, laid: &[u32], goal: usize) -> Walker {
        let Self::General(plan) = self;
        Walker::General(Walk::new(plan, laid, goal))
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this
    /// engine.
    pub fn resume(&self, trail: Trail, goal: usize) -> Option<Walker> {
        let Self::General(plan) = self;
        Walk::resume(plan, trail, goal).map(Walker::General)
    }

    /// Shuffles the candidates inside every list: the same tree, visited in another order.
    pub fn shuffle(&mut self, stream: &mut Stream) {
        let Self::General(plan) = self;
        plan.shuffle(stream);
    }

    /// The board with these candidates on the first depths.
    pub fn board(&self, laid: &[u32]) -> Board {
        let Self::General(plan) = self;
        plan.board(laid)
    }
}

impl Walker {
    /// Walks on; see [`Walk::advance`].
    pub fn advance(&mut self, engine: &Engine, nodes: &mut u64) -> Pause {
        let (Self::General(walk), Engine::General(plan)) = (self, engine);
        walk.advance(plan, nodes)
    }

    /// How much of the whole tree is still before this walk, from 0 to 1; see
    /// [`Walk::remaining`].
    pub fn remaining(&self, engine: &Engine) -> f64 {
        let (Self::General(walk), Engine::General(plan)) = (self, engine);
        walk.remaining(plan)
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self) -> &Trail {
        let Self::General(walk) = self;
        walk.trail()
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self) -> &[u32] {
        let Self::General(walk) = self;
        walk.laid()
    }
}
