//! Looking along a line: what cannot be filled any more is seen before it is tried.
//!
//! Where an order goes over a board line by line, two questions can be answered with sets of
//! colours, one small set for every place of a line:
//!
//! - *Backwards*, when a line begins: from which left colours can the rest of the line be filled,
//!   given the colours above it and the free pieces? A piece that hands on a colour that is not in
//!   the next place's set need not be laid.
//! - *Forwards*, with every piece: which left colours can the next line reach at this place, given
//!   the colours that the pieces laid so far hand down? When none is left, that line cannot be
//!   filled, whatever follows.
//!
//! Both let a piece lie several times in its line, so they never turn down a board that exists. On
//! Eternity II they leave a tenth of the partial boards of a row scan.

use std::collections::HashMap;

use tilewright_puzzle::{Cell, Puzzle, Side};

use super::entry::{COLOURS, Seat};
use super::lot::{Lot, Passage};
use super::scan::{Scan, opposite};
use super::simd::{Pool, Simd};
use super::stream::{STATES, Seen};
use super::table::Level;
use crate::exact::plan::{Depth, Plan};

/// A place in a line.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// To be filled by a level: its first lot for looking back, and the first one below it for
    /// looking ahead.
    Open { level: usize, lots: u32, below: u32 },
    /// A hint: the left colours it allows.
    Fixed { lefts: u32 },
}

/// The lines of a board, and the lots of their places.
#[derive(Clone, Debug)]
pub struct Sight<const H: usize> {
    lines: Vec<Vec<Place>>,
    lots: Vec<Lot<H>>,
}

/// Every colour.
pub const ALL: u32 = u32::MAX;
/// The rim, and whatever does not count.
pub const RIM: u32 = 1;

impl<const H: usize> Sight<H> {
    /// The sight along the lines of a scan.
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell], scan: Scan, seats: &[Seat]) -> Self {
        let mut builder = Builder::<H>::new(puzzle, plan, order, scan, seats);
        let lines = (0..scan.lines).map(|line| builder.line_of_places(line)).collect();
        Self { lines, lots: builder.lots }
    }

    /// Tells the levels where they are.
    pub fn mark(&self, levels: &mut [Level]) {
        for (number, line) in self.lines.iter().enumerate() {
            let mut begins_line = true;
            for (index, place) in line.iter().enumerate() {
                let &Place::Open { level, below, .. } = place else { continue };
                if let Some(level) = levels.get_mut(level) {
                    level.below = below;
                    if let Some(&Place::Open { level: next, .. }) = line.get(index + 1) {
                        level.reach_to = next as u16;
                    }
                }
                if begins_line && let Some(before) = level.checked_sub(1) {
                    levels[before].next_line = number as u16;
                }
                begins_line = false;
            }
        }
    }

    /// The levels that begin a line, from its first place on: nothing but the rim is before them.
    /// Behind a hint everything counts as reachable.
    pub fn first_levels(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().filter_map(|line| match line.first() {
            Some(&Place::Open { level, .. }) => Some(level),
            _ => None,
        })
    }

    /// The colours that the place below a level can hand on, if its upper colour is `above` and it
    /// is entered from the colours `set`.
    #[inline(always)]
    pub fn look_ahead<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        below: u32,
        above: usize,
        set: u32,
    ) -> u32 {
        self.reach(simd, pool, below as usize + above, set)
    }

    #[inline(always)]
    fn reach<S: Simd>(&self, simd: S, pool: &Pool<H>, lot: usize, set: u32) -> u32 {
        let mut reached = 0;
        let mut lot = lot;
        while let Some(these) = self.lots.get(lot) {
            reached |= simd.reach(pool, these, set) | these.always;
            lot = these.more as usize;
            if lot == 0 {
                break;
            }
        }
        reached
    }

    /// Goes backwards through a line and notes for each level the colours that it may hand on if
    /// the rest is to be filled. False if the line cannot be filled.
    #[inline(always)]
    pub fn look_back<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        line: usize,
        across: &[u16; STATES + 1],
        seen: &mut Seen,
    ) -> bool {
        let Some(line) = self.lines.get(line) else { return true };
        let mut enter = ALL;
        for place in line.iter().rev() {
            enter = match *place {
                Place::Open { level, lots, .. } => {
                    seen.may_lead_to[level % STATES] = enter;
                    let above = usize::from(across[level % STATES] >> 5);
                    self.reach(simd, pool, lots as usize + above, enter)
                }
                Place::Fixed { lefts } => lefts,
            };
            if enter == 0 {
                return false;
            }
        }
        enter & RIM != 0
    }
}

/// Puts the sight together, line by line.
struct Builder<'a, const H: usize> {
    plan: &'a Plan,
    puzzle: &'a Puzzle,
    order: &'a [Cell],
    scan: Scan,
    seats: &'a [Seat],
    /// The depth of each cell; `None` for hints.
    depth_of: Vec<Option<usize>>,
    /// Places with the same candidates and the same blanks share their lots: those for looking
    /// back, and those for looking ahead.
    classes: HashMap<(usize, [bool; 3]), (u32, u32)>,
    lots: Vec<Lot<H>>,
}

impl<'a, const H: usize> Builder<'a, H> {
    fn new(
        puzzle: &'a Puzzle,
        plan: &'a Plan,
        order: &'a [Cell],
        scan: Scan,
        seats: &'a [Seat],
    ) -> Self {
        let mut depth_of = vec![None; order.len()];
        for (depth, here) in plan.depths().iter().enumerate() {
            depth_of[here.cell.index()] = Some(depth);
        }
        // The first lots let everything pass: they stand below levels that do not look ahead.
        let lots = vec![Lot::open(); COLOURS];
        Self { plan, puzzle, order, scan, seats, depth_of, classes: HashMap::new(), lots }
    }

    fn line(&self, line: usize) -> &'a [Cell] {
        let length = self.scan.line_length;
        self.order.get(line * length..(line + 1) * length).unwrap_or_default()
    }

    /// The depth that fills the cell beyond a side; `None` beyond the rim and for hints, whose
    /// colours are in the candidate lists already.
    fn filled_beyond(&self, cell: Cell, side: Side) -> Option<&'a Depth> {
        let (other, _) = self.puzzle.topology().neighbour(cell, side)?;
        self.plan.depths().get(self.depth_of[other.index()]?)
    }

    fn line_of_places(&mut self, line: usize) -> Vec<Place> {
        let left = opposite(self.scan.right);
        let mut places = Vec::with_capacity(self.scan.line_length);
        for &cell in self.line(line) {
            places.push(match self.depth_of[cell.index()] {
                Some(level) => {
                    let (lots, _) = self.class(level);
                    Place::Open { level, lots, below: self.below(line, cell) }
                }
                None => {
                    let needed = self.filled_beyond(cell, left).and_then(|_| {
                        let sides = self.plan.board(&[]).sides(self.puzzle, cell)?;
                        Some(1 << (self.plan.colour_number(sides.get(left)) % 32))
                    });
                    Place::Fixed { lefts: needed.unwrap_or(RIM) }
                }
            });
        }
        places
    }

    /// The lots for looking ahead at the place below a cell, or the open ones if the next line is
    /// not one of the scan or a hint lies there.
    fn below(&mut self, line: usize, cell: Cell) -> u32 {
        let beyond = self.puzzle.topology().neighbour(cell, self.scan.down);
        let level = beyond.and_then(|(below, _)| self.depth_of[below.index()]);
        match level {
            Some(level) if line + 1 < self.scan.lines => self.class(level).1,
            _ => 0,
        }
    }

    /// The lots of a level for looking back and for looking ahead.
    fn class(&mut self, level: usize) -> (u32, u32) {
        let here = &self.plan.depths()[level];
        let Scan { right, down, .. } = self.scan;
        // A colour that nobody in the search hands on counts as 0.
        let up_counts = self.filled_beyond(here.cell, opposite(down)).is_some();
        let left_counts = self.filled_beyond(here.cell, opposite(right)).is_some();
        let right_counts = self.puzzle.topology().neighbour(here.cell, right).is_some();
        let key = (here.table, [up_counts, left_counts, right_counts]);
        if let Some(&lots) = self.classes.get(&key) {
            return lots;
        }
        let mut backwards = vec![Vec::new(); COLOURS];
        let mut forwards = vec![Vec::new(); COLOURS];
        for candidate in self.plan.candidates_of(here) {
            let pick = |counts: bool, colour: u16| if counts { colour as u8 } else { 0 };
            let up = pick(up_counts, candidate.own[opposite(down).index()]);
            let left = pick(left_counts, candidate.own[opposite(right).index()]);
            let handed_on = pick(right_counts, candidate.out[right.index()]);
            let Some(&seat) = self.seats.get(usize::from(candidate.kind)) else { continue };
            let up = usize::from(up) % COLOURS;
            backwards[up].push(Passage { to: left, from: handed_on, seat });
            forwards[up].push(Passage { to: handed_on, from: left, seat });
        }
        let lots = (self.add_lots(backwards), self.add_lots(forwards));
        self.classes.insert(key, lots);
        lots
    }

    /// Adds one lot for every colour above, and further ones for those that do not fit.
    fn add_lots(&mut self, passages: Vec<Vec<Passage>>) -> u32 {
        let first = self.lots.len();
        let sorted = passages.into_iter().map(|mut passages| {
            passages
                .sort_unstable_by_key(|p| (p.to, p.from, p.seat.half, p.seat.word, p.seat.shift));
            passages.dedup();
            passages
        });
        let sorted: Vec<_> = sorted.collect();
        self.lots.extend(sorted.iter().map(|passages| Lot::new(passages)));
        for (colour, passages) in sorted.iter().enumerate() {
            let mut last = first + colour;
            for rest in passages.chunks(Lot::<H>::SIZE).skip(1) {
                let next = self.lots.len();
                self.lots.push(Lot::new(rest));
                if let Some(lot) = self.lots.get_mut(last) {
                    lot.more = next as u32;
                }
                last = next;
            }
        }
        first as u32
    }
}
