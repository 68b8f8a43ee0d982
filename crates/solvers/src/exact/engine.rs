//! A puzzle prepared for a search, and the walks through its tree, behind one face: whoever
//! searches need not know whether the [kernel](crate::kernel) walks or the plain
//! [walk](super::walk).

use std::sync::Arc;

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::Stream as Random;

use super::guide::Guide;
use super::plan::{Kind, Look, Plan};
use super::walk::{Pause, Trail, Walk};
use crate::kernel::rules::Strict;
use crate::kernel::sight::Outlook;
use crate::kernel::simd::{Form, Simd, Work};
use crate::kernel::stream::{self, Stream, dive};
use crate::kernel::table::{Layout, Table};

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
        let outlook = if manner == Manner::Sighted { Outlook::FAR } else { Outlook::BLIND };
        let narrow = || Some(Packed::Narrow(Table::new(puzzle, &plan, order, &outlook)?));
        let wide = || Some(Packed::Wide(Table::new(puzzle, &plan, order, &outlook)?));
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
        match &self.packed {
            Packed::Not => 1,
            Packed::Narrow(table) => table.walks_at_once(),
            Packed::Wide(table) => table.walks_at_once(),
        }
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
        self.pack();
    }

    /// A guide to a board, for [`follow`](Self::follow).
    pub fn guide(&self, puzzle: &Puzzle, board: &Board) -> Guide {
        Guide::new(puzzle, &self.plan, board)
    }

    /// Tries the placements of a board first, on its first depths: the same tree, visited in
    /// another order.
    pub fn follow(&mut self, guide: &Guide, depths: usize) {
        let place = |look: &Look| guide.place(look).filter(|&place| place < depths);
        self.plan.sort_by_look(|look| place(look).unwrap_or(usize::MAX));
        self.pack();
    }

    /// Takes the candidates over from the plan, whose lists have another order.
    fn pack(&mut self) {
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
    let mut stream = Stream::new(&table.layout, goal);
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
        match table.layout.sight.is_blind() {
            true => stream.descend::<S, false>(simd, table, &Strict, entries, 0),
            false => stream.descend::<S, true>(simd, table, &Strict, entries, 0),
        }
    }
}

/// Streams that take turns.
struct Turns<'a, 'b, const H: usize> {
    layout: &'a Layout<H>,
    streams: &'a mut [(&'b Table<H>, &'b mut Stream<H>)],
    rounds: u64,
}

impl<const H: usize> Work for Turns<'_, '_, H> {
    type Output = (u64, Option<usize>);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Self { layout, streams, rounds } = self;
        match layout.sight.is_blind() {
            true => stream::run::<S, H, Strict, false>(simd, layout, &Strict, streams, rounds),
            false => stream::run::<S, H, Strict, true>(simd, layout, &Strict, streams, rounds),
        }
    }
}

/// A walk with the nodes that it may still visit.
pub struct Turn<'a> {
    /// The engine whose tree it walks.
    pub engine: &'a Engine,
    /// The walk.
    pub walker: &'a mut Walker,
    /// What is left of its share.
    pub left: &'a mut u64,
}

/// Goes on with walks in turn, and takes what they visit off their shares, until one of them
/// pauses: returns which one, and why. Walks of one engine and of its shuffled copies overlap;
/// others wait until the first of them has paused.
pub fn advance(turns: &mut [Turn<'_>], form: Form) -> Option<(usize, Pause)> {
    if let Some(spent) = turns.iter().position(|turn| *turn.left == 0) {
        return Some((spent, Pause::Spent));
    }
    match &turns.first()?.engine.packed {
        Packed::Not => {
            let Turn { engine, walker, left } = turns.first_mut()?;
            let Way::Plain(walk) = &mut walker.0 else { return Some((0, Pause::Exhausted)) };
            Some((0, walk.advance(&engine.plan, left)))
        }
        Packed::Narrow(table) => until_paused(&Arc::clone(&table.layout), turns, form),
        Packed::Wide(table) => until_paused(&Arc::clone(&table.layout), turns, form),
    }
}

/// Since not every step is a node, as many steps as there are nodes left need not be enough.
fn until_paused<const H: usize>(
    layout: &Arc<Layout<H>>,
    turns: &mut [Turn<'_>],
    form: Form,
) -> Option<(usize, Pause)>
where
    Table<H>: Width<H>,
{
    loop {
        let pause = take_turns(layout, turns, form);
        if pause.is_some() {
            return pause;
        }
    }
}

/// Takes as many steps as the least share has nodes left, or fewer if a walk pauses. Walks that dive do so one
/// after another.
fn take_turns<const H: usize>(
    layout: &Arc<Layout<H>>,
    turns: &mut [Turn<'_>],
    form: Form,
) -> Option<(usize, Pause)>
where
    Table<H>: Width<H>,
{
    let dives = matches!(form, Form::Portable) && dive::is_possible(layout);
    let running = if dives { 1 } else { turns.len() };
    let rounds = turns.iter().take(running).map(|turn| *turn.left).min()?;
    let mut streams = Vec::with_capacity(running);
    for turn in turns.iter_mut().take(running) {
        let Some((table, stream)) = Table::of(turn.engine, turn.walker) else { break };
        if !Arc::ptr_eq(layout, &table.layout) {
            break;
        }
        stream.leave_goal();
        streams.push((table, stream));
    }
    // The others wait: fewer are faster if each has a copy of the step for itself.
    streams.truncate(layout.at_once(streams.len()));
    if streams.is_empty() {
        // A walk of another engine: the plain one, which had nothing to do.
        let Turn { engine, walker, left } = turns.first_mut()?;
        let Way::Plain(walk) = &mut walker.0 else { return Some((0, Pause::Exhausted)) };
        return Some((0, walk.advance(&engine.plan, left)));
    }
    let (_, halted) = match streams.as_mut_slice() {
        [(table, stream)] if dives => dive::run(table, stream, rounds),
        streams => form.run(Turns { layout, streams, rounds }),
    };
    let pause = halted.and_then(|index| {
        let (_, stream) = streams.get_mut(index)?;
        Some((index, if stream.take_board() { Pause::Reached } else { Pause::Exhausted }))
    });
    let nodes: Vec<_> = streams.iter_mut().map(|(_, stream)| stream.take_nodes()).collect();
    for (index, (turn, nodes)) in turns.iter_mut().zip(nodes).enumerate() {
        *turn.left -= nodes + u64::from(pause == Some((index, Pause::Reached)));
    }
    pause.or_else(|| {
        let spent = turns.iter().position(|turn| *turn.left == 0)?;
        Some((spent, Pause::Spent))
    })
}

/// The two widths of tables, told apart by their walks.
trait Width<const H: usize>: Sized {
    fn of<'a>(engine: &'a Engine, walker: &'a mut Walker) -> Option<(&'a Self, &'a mut Stream<H>)>;
}

impl Width<1> for Table<1> {
    fn of<'a>(engine: &'a Engine, walker: &'a mut Walker) -> Option<(&'a Self, &'a mut Stream<1>)> {
        match (&engine.packed, &mut walker.0) {
            (Packed::Narrow(table), Way::Narrow(stream)) => Some((table, stream)),
            _ => None,
        }
    }
}

impl Width<2> for Table<2> {
    fn of<'a>(engine: &'a Engine, walker: &'a mut Walker) -> Option<(&'a Self, &'a mut Stream<2>)> {
        match (&engine.packed, &mut walker.0) {
            (Packed::Wide(table), Way::Wide(stream)) => Some((table, stream)),
            _ => None,
        }
    }
}

impl Walker {
    /// Walks on until the goal depth is reached, `nodes` have been visited or nothing is left, and
    /// takes the visited nodes off `nodes`. A node is a piece laid without a mismatch.
    pub fn advance(&mut self, engine: &Engine, nodes: &mut u64) -> Pause {
        let turn = Turn { engine, walker: self, left: nodes };
        advance(&mut [turn], Form::best()).map_or(Pause::Exhausted, |(_, pause)| pause)
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
            Way::Narrow(stream) => stream.depth(),
            Way::Wide(stream) => stream.depth(),
        }
    }

    /// The candidates that lie on the filled depths.
    pub fn laid(&self, engine: &Engine) -> Vec<u32> {
        let plan = &engine.plan;
        match (&self.0, &engine.packed) {
            (Way::Plain(walk), _) => walk.laid().to_vec(),
            (Way::Narrow(s), Packed::Narrow(table)) => s.candidates(plan, table, &s.laid()),
            (Way::Wide(s), Packed::Wide(table)) => s.candidates(plan, table, &s.laid()),
            _ => Vec::new(),
        }
    }

    /// The board with what lies on the filled depths.
    pub fn board(&self, engine: &Engine) -> Board {
        engine.plan.board(&self.laid(engine))
    }
}
