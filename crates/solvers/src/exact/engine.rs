//! Plan, guide and walk behind one face: whoever searches need not know which guide leads.

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::Stream;

use super::cpu;
use super::guide::Blind;
use super::plan::{Kind, Plan};
use super::sight::{Chart, Sight};
use super::walk::{Pause, Trail, Walk};

/// A puzzle prepared for a search, with the best guide there is for it.
#[derive(Clone, Debug)]
pub struct Engine {
    plan: Plan,
    charts: Charts,
}

/// What the guide goes by.
#[derive(Clone, Debug)]
enum Charts {
    /// There is no guide.
    None,
    /// Up to 15 colours.
    Narrow(Box<Chart<u16>>),
    /// Up to 31 colours.
    Wide(Box<Chart<u32>>),
}

/// A place in an engine's tree.
#[derive(Clone, Debug)]
pub struct Walker(Led);

#[derive(Clone, Debug)]
enum Led {
    /// Every partial board is visited.
    Blind(Walk<Blind>),
    /// Lines that cannot be filled are seen beforehand.
    Narrow(Walk<Sight<u16>>),
    /// Likewise.
    Wide(Walk<Sight<u32>>),
}

impl Engine {
    /// Prepares a search; see [`Plan::new`] for `fold`.
    pub fn new(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        let plan = Plan::new(puzzle, order, fold);
        let narrow = Chart::new(puzzle, &plan, order).map(|chart| Charts::Narrow(Box::new(chart)));
        let wide = || Chart::new(puzzle, &plan, order).map(|chart| Charts::Wide(Box::new(chart)));
        let charts = narrow.or_else(wide).unwrap_or(Charts::None);
        Self { plan, charts }
    }

    /// Prepares the plain search without a guide, for comparison.
    pub fn blind(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        Self { plan: Plan::new(puzzle, order, fold), charts: Charts::None }
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
        let plan = &self.plan;
        Walker(match &self.charts {
            Charts::None => Led::Blind(Walk::new(plan, &(), laid, goal)),
            Charts::Narrow(chart) => Led::Narrow(Walk::new(plan, chart.as_ref(), laid, goal)),
            Charts::Wide(chart) => Led::Wide(Walk::new(plan, chart.as_ref(), laid, goal)),
        })
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this
    /// engine.
    pub fn resume(&self, trail: &Trail, goal: usize) -> Option<Walker> {
        let plan = &self.plan;
        Some(Walker(match &self.charts {
            Charts::None => Led::Blind(Walk::resume(plan, &(), trail, goal)?),
            Charts::Narrow(chart) => Led::Narrow(Walk::resume(plan, chart.as_ref(), trail, goal)?),
            Charts::Wide(chart) => Led::Wide(Walk::resume(plan, chart.as_ref(), trail, goal)?),
        }))
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
    /// Walks on; see [`Walk::advance`]. A walk of another engine has nothing to do here.
    pub fn advance(&mut self, engine: &Engine, nodes: &mut u64) -> Pause {
        let plan = &engine.plan;
        match (&mut self.0, &engine.charts) {
            (Led::Blind(walk), _) => cpu::advance(walk, plan, &(), nodes),
            (Led::Narrow(walk), Charts::Narrow(chart)) => cpu::advance(walk, plan, chart, nodes),
            (Led::Wide(walk), Charts::Wide(chart)) => cpu::advance(walk, plan, chart, nodes),
            _ => Pause::Exhausted,
        }
    }

    /// How much of the whole tree is still before this walk, from 0 to 1; see
    /// [`Walk::remaining`].
    pub fn remaining(&self, engine: &Engine) -> f64 {
        let plan = &engine.plan;
        match (&self.0, &engine.charts) {
            (Led::Blind(walk), _) => walk.remaining(plan, &()),
            (Led::Narrow(walk), Charts::Narrow(chart)) => walk.remaining(plan, chart),
            (Led::Wide(walk), Charts::Wide(chart)) => walk.remaining(plan, chart),
            _ => 0.0,
        }
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self) -> Trail {
        match &self.0 {
            Led::Blind(walk) => walk.trail(),
            Led::Narrow(walk) => walk.trail(),
            Led::Wide(walk) => walk.trail(),
        }
    }

    /// Whether everything has been visited.
    pub fn is_done(&self) -> bool {
        match &self.0 {
            Led::Blind(walk) => walk.is_done(),
            Led::Narrow(walk) => walk.is_done(),
            Led::Wide(walk) => walk.is_done(),
        }
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self) -> &[u32] {
        match &self.0 {
            Led::Blind(walk) => walk.laid(),
            Led::Narrow(walk) => walk.laid(),
            Led::Wide(walk) => walk.laid(),
        }
    }
}
