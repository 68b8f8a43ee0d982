//! A puzzle prepared for a search, and the walks through its tree, behind one face: whoever
//! searches need not know whether the [kernel](crate::kernel) walks or the plain
//! [walk](super::walk).

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::Stream as Random;

use super::plan::{Kind, Plan};
use super::walk::{Pause, Trail, Walk};
use crate::kernel::simd::{Form, Simd, Work};
use crate::kernel::stream::{self, Stream};
use crate::kernel::table::Table;

/// A puzzle prepared for a search, packed for the fastest walk there is for it.
#[derive(Clone, Debug)]
pub struct Engine {
    plan: Plan,
    packed: Packed,
}

#[derive(Clone, Debug)]
enum Packed {
    /// Too general for the kernel.
    Not,
    /// Up to 256 pieces.
    Narrow(Table<1>),
    /// Up to 512 pieces.
    Wide(Table<2>),
}

/// How an engine searches. All find the same boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The plain walk: slow, obvious, and for every board.
    Plain,
    /// The kernel where it can be used: the same nodes as the plain walk.
    Blind,
    /// The kernel, which looks along lines and visits fewer nodes where it can.
    Sighted,
}

/// A place in an engine's tree.
#[derive(Clone, Debug)]
pub struct Walker(Way);

#[derive(Clone, Debug)]
enum Way {
    Plain(Box<Walk>),
    Narrow(Box<Stream<1>>),
    Wide(Box<Stream<2>>),
}

impl Engine {
    /// Prepares a search; see [`Plan::new`] for `fold`.
    pub fn new(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        Self::in_manner(puzzle, order, fold, Manner::Sighted)
    }

    /// Prepares a search in a chosen manner.
    pub fn in_manner(puzzle: &Puzzle, order: &[Cell], fold: bool, manner: Manner) -> Self {
        let plan = Plan::new(puzzle, order, fold);
        let sees = manner == Manner::Sighted;
        let narrow = || Some(Packed::Narrow(Table::new(puzzle, &plan, order, sees)?));
        let wide = || Some(Packed::Wide(Table::new(puzzle, &plan, order, sees)?));
        let packed = match manner {
            Manner::Plain => None,
            Manner::Blind | Manner::Sighted => narrow().or_else(wide),
        };
        let packed = packed.unwrap_or(Packed::Not);
        Self { plan, packed }
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

    /// How many walks should take turns on one thread.
    pub fn walks_at_once(&self) -> usize {
        /// As many steps as a processor keeps in flight.
        const STREAMS: usize = 8;
        if matches!(self.packed, Packed::Not) { 1 } else { STREAMS }
    }

    /// A walk through everything below a partial board, given by the candidates on its first
    /// depths; boards are reported at depth `goal`.
    pub fn walk(&self, laid: &[u32], goal: usize) -> Walker {
        let goal = goal.min(self.depths());
        let plain = || Way::Plain(Box::new(Walk::new(&self.plan, laid, goal)));
        Walker(match &self.packed {
            _ if self.plan.is_contradictory() || goal == 0 => plain(),
            Packed::Not => plain(),
            Packed::Narrow(table) => Way::Narrow(begin(&self.plan, table, laid, goal)),
            Packed::Wide(table) => Way::Wide(begin(&self.plan, table, laid, goal)),
        })
    }

    /// A walk that goes on where another one stopped; `None` if the trail is not one of this
    /// engine.
    pub fn resume(&self, trail: &Trail, goal: usize) -> Option<Walker> {
        let plan = &self.plan;
        let plain = || Some(Way::Plain(Box::new(Walk::resume(plan, trail, goal)?)));
        Some(Walker(match &self.packed {
            _ if plan.is_contradictory() || goal == 0 => plain()?,
            Packed::Not => plain()?,
            Packed::Narrow(table) => Way::Narrow(Stream::resume(plan, table, trail, goal)?),
            Packed::Wide(table) => Way::Wide(Stream::resume(plan, table, trail, goal)?),
        }))
    }

    /// Shuffles the candidates inside every list: the same tree, visited in another order.
    pub fn shuffle(&mut self, random: &mut Random) {
        self.plan.shuffle(random);
        match &mut self.packed {
            Packed::Not => {}
            Packed::Narrow(table) => table.pack(&self.plan),
            Packed::Wide(table) => table.pack(&self.plan),
        }
    }
}

fn begin<const H: usize>(
    plan: &Plan,
    table: &Table<H>,
    laid: &[u32],
    goal: usize,
) -> Box<Stream<H>> {
    let mut stream = Stream::new(table, goal);
    let entries: Vec<_> = table.entries(plan, laid);
    Form::best().run(Descend { table, stream: &mut stream, entries: &entries });
    stream
}

struct Descend<'a, const H: usize> {
    table: &'a Table<H>,
    stream: &'a mut Stream<H>,
    entries: &'a [u32],
}

impl<const H: usize> Work for Descend<'_, H> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { table, stream, entries } = self;
        match table.sight {
            Some(_) => stream.descend::<S, true>(simd, table, entries),
            None => stream.descend::<S, false>(simd, table, entries),
        }
    }
}

/// Walks that take turns.
struct Turns<'a, 'b, const H: usize> {
    streams: &'a mut [(&'b Table<H>, &'b mut Stream<H>)],
    rounds: u64,
}

impl<const H: usize> Work for Turns<'_, '_, H> {
    type Output = (u64, Option<usize>);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let sees = self.streams.iter().all(|(table, _)| table.sight.is_some());
        if sees {
            stream::run::<S, H, true>(simd, self.streams, self.rounds)
        } else {
            stream::run::<S, H, false>(simd, self.streams, self.rounds)
        }
    }
}

/// What came of a turn of walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Nodes that every walk has visited.
    pub nodes: u64,
    /// The walk that paused, and why; those before it have visited one node more.
    pub paused: Option<(usize, Pause)>,
}

/// Goes on with walks of one kind of engine for so many nodes each, or until one pauses. On a
/// pause at a board, the board counts as visited too.
pub fn advance(walks: &mut [(&Engine, &mut Walker)], nodes: u64, form: Form) -> Turn {
    if let [(engine, walker)] = walks
        && let Way::Plain(walk) = &mut walker.0
    {
        let mut left = nodes;
        let pause = walk.advance(&engine.plan, &mut left);
        // The node of the board is told by the pause.
        let visited = nodes - left - u64::from(pause == Pause::Reached);
        let paused = (pause != Pause::Spent).then_some((0, pause));
        return Turn { nodes: visited, paused };
    }
    let mut narrow = Vec::with_capacity(walks.len());
    let mut wide = Vec::new();
    for (engine, walker) in walks.iter_mut() {
        match (&engine.packed, &mut walker.0) {
            (Packed::Narrow(table), Way::Narrow(stream)) => narrow.push((table, &mut **stream)),
            (Packed::Wide(table), Way::Wide(stream)) => wide.push((table, &mut **stream)),
            // A walk of another engine has nothing to do here.
            _ => return Turn { nodes: 0, paused: Some((0, Pause::Exhausted)) },
        }
    }
    if wide.is_empty() {
        take_turns(&mut narrow, nodes, form)
    } else {
        take_turns(&mut wide, nodes, form)
    }
}

fn take_turns<'a, const H: usize>(
    streams: &mut [(&'a Table<H>, &'a mut Stream<H>)],
    rounds: u64,
    form: Form,
) -> Turn {
    for (_, stream) in streams.iter_mut() {
        stream.leave_goal();
    }
    let (nodes, halted) = form.run(Turns { streams: &mut *streams, rounds });
    let paused = halted.and_then(|index| {
        let (_, stream) = streams.get_mut(index)?;
        Some((index, if stream.take_board() { Pause::Reached } else { Pause::Exhausted }))
    });
    Turn { nodes, paused }
}

impl Walker {
    /// Walks on until the goal depth is reached, `nodes` have been visited or nothing is left, and
    /// takes the visited nodes off `nodes`. A node is a piece laid without a mismatch.
    pub fn advance(&mut self, engine: &Engine, nodes: &mut u64) -> Pause {
        let turn = advance(&mut [(engine, self)], *nodes, Form::best());
        *nodes -= turn.nodes;
        match turn.paused {
            None => Pause::Spent,
            Some((_, Pause::Reached)) => {
                *nodes = nodes.saturating_sub(1);
                Pause::Reached
            }
            Some((_, pause)) => pause,
        }
    }

    /// How much of the whole tree is still before this walk, from 0 to 1; see
    /// [`Walk::remaining`].
    pub fn remaining(&self, engine: &Engine) -> f64 {
        let plan = &engine.plan;
        match &self.0 {
            Way::Plain(walk) => walk.remaining(plan),
            _ => {
                let trail = self.trail(engine);
                Walk::resume(plan, &trail, engine.depths()).map_or(0.0, |w| w.remaining(plan))
            }
        }
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self, engine: &Engine) -> Trail {
        match (&self.0, &engine.packed) {
            (Way::Plain(walk), _) => walk.trail(),
            (Way::Narrow(stream), Packed::Narrow(table)) => stream.trail(&engine.plan, table),
            (Way::Wide(stream), Packed::Wide(table)) => stream.trail(&engine.plan, table),
            _ => Trail { laid: Vec::new(), next: Vec::new(), root: 0, is_done: true },
        }
    }

    /// Whether everything has been visited.
    pub fn is_done(&self) -> bool {
        match &self.0 {
            Way::Plain(walk) => walk.is_done(),
            Way::Narrow(stream) => stream.is_done() && !stream.is_at_goal(),
            Way::Wide(stream) => stream.is_done() && !stream.is_at_goal(),
        }
    }

    /// How many depths are filled.
    pub fn depth(&self) -> usize {
        match &self.0 {
            Way::Plain(walk) => walk.laid().len(),
            Way::Narrow(stream) => stream.laid().len(),
            Way::Wide(stream) => stream.laid().len(),
        }
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self, engine: &Engine) -> Vec<u32> {
        let plan = &engine.plan;
        match (&self.0, &engine.packed) {
            (Way::Plain(walk), _) => walk.laid().to_vec(),
            (Way::Narrow(s), Packed::Narrow(table)) => s.candidates(plan, table, s.laid()),
            (Way::Wide(s), Packed::Wide(table)) => s.candidates(plan, table, s.laid()),
            _ => Vec::new(),
        }
    }

    /// The board with what lies on the filled depths.
    pub fn board(&self, engine: &Engine) -> Board {
        engine.plan.board(&self.laid(engine))
    }
}
