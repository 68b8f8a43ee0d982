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
use super::table::Level;
use crate::exact::plan::{Depth, Plan};

/// Places on lines, one after each line included.
pub const STATIONS: usize = 1 << 10;

/// A place in a line.
#[derive(Clone, Copy, Debug)]
enum Station {
    /// To be filled: its first lot for looking back, and the slot with its upper colour.
    Open { lots: u32, above: u16 },
    /// A hint: the left colours it allows.
    Fixed { lefts: u32 },
}

/// The lines of a board, and the lots of their places.
#[derive(Clone, Debug)]
pub struct Sight<const H: usize> {
    line_length: usize,
    stations: Vec<Station>,
    /// For each station that is filled by the search, in the order of the search: its level's share.
    spots: Vec<Spot>,
    lots: Vec<Lot<H>>,
    /// The left colours that can be at each station of a line before anything above it lies.
    pub first_reach: u32,
}

#[derive(Clone, Copy, Debug)]
struct Spot {
    level: usize,
    station: usize,
    begins_line: bool,
    below: u32,
}

/// Every colour.
pub const ALL: u32 = u32::MAX;
/// The rim, and whatever does not count.
const BLANK: u32 = 1;

impl<const H: usize> Sight<H> {
    /// The sight along the lines of a scan.
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell], scan: Scan, seats: &[Seat]) -> Self {
        let mut builder = Builder::<H>::new(puzzle, plan, order, scan, seats);
        for line in 0..scan.lines {
            builder.add_line(line);
        }
        Self {
            line_length: scan.line_length,
            stations: builder.stations,
            spots: builder.spots,
            lots: builder.lots,
            first_reach: BLANK,
        }
    }

    /// Tells the levels where they are.
    pub fn mark(&self, levels: &mut [Level]) {
        let outside = self.stations.len() as u16;
        for level in levels.iter_mut() {
            level.station = outside;
            level.below = 0;
        }
        for spot in &self.spots {
            let Some(level) = levels.get_mut(spot.level) else { continue };
            level.station = spot.station as u16;
            level.begins_line = spot.begins_line;
            level.below = spot.below;
        }
    }

    /// What is reachable at the stations before the search begins. A hint breaks a line: behind it
    /// everything counts as reachable.
    pub fn reach_at_first(&self) -> [u32; STATIONS] {
        let mut reach = [ALL; STATIONS];
        for (index, station) in self.stations.iter().enumerate().take(STATIONS) {
            let begins = index % (self.line_length + 1) == 0;
            let is_open = matches!(station, Station::Open { .. });
            reach[index] = if begins && is_open { self.first_reach } else { ALL };
        }
        reach
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

    /// Goes backwards through the line of a station and notes for each place the left colours from
    /// which the rest can be filled. False if the line cannot be filled.
    #[inline(always)]
    pub fn look_back<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        station: usize,
        slots: &[u8],
        may_enter: &mut [u32; STATIONS],
    ) -> bool {
        let first = station - station % (self.line_length + 1);
        let mut enter = ALL;
        for station in (first..first + self.line_length).rev() {
            enter = match self.stations.get(station) {
                Some(&Station::Open { lots, above }) => {
                    let above = slots.get(usize::from(above)).copied().unwrap_or(0);
                    self.reach(simd, pool, lots as usize + usize::from(above), enter)
                }
                Some(&Station::Fixed { lefts }) => lefts,
                None => ALL,
            };
            may_enter[station % STATIONS] = enter;
            if enter == 0 {
                return false;
            }
        }
        enter & BLANK != 0
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
    stations: Vec<Station>,
    spots: Vec<Spot>,
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
        let (stations, spots, classes) = (Vec::new(), Vec::new(), HashMap::new());
        // The first lots let everything pass: they stand below levels that do not look ahead.
        let anything = Lot::open();
        let lots = vec![anything; COLOURS];
        Self { plan, puzzle, order, scan, seats, depth_of, stations, spots, classes, lots }
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

    fn add_line(&mut self, line: usize) {
        let mut begins_line = true;
        for &cell in self.line(line) {
            let station = self.stations.len();
            match self.depth_of[cell.index()] {
                Some(level) => {
                    let below = self.below(line, cell);
                    self.spots.push(Spot { level, station, begins_line, below });
                    begins_line = false;
                    let above = self.filled_beyond(cell, opposite(self.scan.down));
                    let above = above.map_or(Plan::BLANK, |d| d.outs[self.scan.down.index()]);
                    let (lots, _) = self.class(level);
                    self.stations.push(Station::Open { lots, above: above as u16 });
                }
                None => {
                    let left = opposite(self.scan.right);
                    let needed = self.filled_beyond(cell, left).and_then(|_| {
                        let sides = self.plan.board(&[]).sides(self.puzzle, cell)?;
                        Some(1 << (self.plan.colour_number(sides.get(left)) % 32))
                    });
                    self.stations.push(Station::Fixed { lefts: needed.unwrap_or(BLANK) });
                }
            }
        }
        // The station after the last place: whatever is handed on there is right.
        self.stations.push(Station::Fixed { lefts: ALL });
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
