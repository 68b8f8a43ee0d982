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
//!
//! A line is any straight run of an order: a row, or a tooth of a comb, which goes across the rows.
//! Where slips are allowed, what is seen backwards holds for boards that have spent theirs: up to the
//! next level that *opens*, from which one more is allowed, everything has to fit.

use std::collections::HashMap;

use tilewright_puzzle::{Cell, Puzzle, Side};

use super::entry::{self, COLOURS, Seat};
use super::lot::{Lots, LotsAt, Passage};
use super::scan::{Line, Scan, opposite};
use super::simd::{Pool, Reached, Simd};
use super::states::{STATES, StateAt, States};
use super::table::{Level, NOBODY};
use crate::exact::plan::{Depth, Plan};

/// A place in a line.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// To be filled by a level.
    Open(Open),
    /// A hint: the left colours it allows.
    Fixed { lefts: u32 },
}

/// What looking back has to know about a place that a level fills.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Where the level's state is, and that of its neighbour above.
    at: StateAt,
    above: StateAt,
    lots: LotsAt,
    /// All colours if whatever it hands on will do, since the next level opens; else that of rests, if there
    /// are any.
    anything: u32,
}

impl Open {
    /// Notes what the place may hand on if what follows may be entered from these colours. Returns the
    /// colour above.
    #[inline(always)]
    fn note<const H: usize, M: Copy>(
        &self,
        enter: u32,
        line: &Row,
        states: &mut States<H, M>,
    ) -> usize {
        states.at_mut(self.at).may_lead_to = enter | self.anything;
        (states.at(self.above).laid >> line.handed_down) as usize
    }
}

/// What else is known about such a place: its number in the line, its level, and the lots of the place
/// below for looking ahead.
#[derive(Clone, Copy, Debug)]
struct Filled {
    number: usize,
    level: usize,
    below: LotsAt,
}

/// The places of a line.
#[derive(Clone, Debug)]
struct Row {
    places: Vec<Place>,
    /// The same places if all of them are to be filled, and have one lot for each colour; else none.
    plain: Vec<Open>,
    filled: Vec<Filled>,
    /// It goes across the lines of the scan.
    is_turned: bool,
    /// Where the colours that are handed down to it begin in an entry.
    handed_down: u32,
    /// Nothing but the rim is before it.
    starts_at_rim: bool,
    /// No slip is allowed in it.
    is_firm: bool,
}

/// How far a search looks.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The level up to which it looks along lines; from there on everything is allowed.
    pub until: usize,
    /// For each level the slips that are allowed once it is filled; none beyond the end.
    pub allowed: Vec<u8>,
}

impl Outlook {
    /// Looks along all lines, and knows no slips.
    pub const FAR: Self = Self { until: usize::MAX, allowed: Vec::new() };
    /// Looks nowhere.
    pub const BLIND: Self = Self { until: 0, allowed: Vec::new() };

    fn allowed(&self, level: usize) -> u8 {
        self.allowed.get(level).copied().unwrap_or(0)
    }

    /// Whether more slips are allowed after a level than before it, or anything at all.
    fn opens_after(&self, level: usize) -> bool {
        level + 1 >= self.until || self.allowed(level + 1) > self.allowed(level)
    }
}

/// The lines of a board, and the lots of their places.
#[derive(Clone, Debug)]
pub struct Sight<const H: usize> {
    lines: Vec<Row>,
    lots: Lots<H>,
}

/// Every colour.
pub const ALL: u32 = u32::MAX;
/// The rim, and whatever does not count.
pub const RIM: u32 = 1;

impl<const H: usize> Sight<H> {
    /// The sight along the lines of an order.
    pub fn new(
        puzzle: &Puzzle,
        plan: &Plan,
        order: &[Cell],
        scan: Scan,
        outlook: &Outlook,
        seats: &[Seat],
    ) -> Self {
        let mut builder = Builder::<H>::new(puzzle, plan, order, scan, outlook, seats);
        let lines = scan.lines_of(puzzle.shape(), order);
        let lines: Vec<_> = lines.iter().filter_map(|line| builder.row(line)).collect();
        Self { lines, lots: builder.lots }
    }

    /// Whether there is nothing to see.
    pub fn is_blind(&self) -> bool {
        self.lines.is_empty()
    }

    /// Tells the levels where they are, at their places.
    pub fn mark(&self, levels: &mut [Level; STATES]) {
        for (number, line) in self.lines.iter().enumerate() {
            for (index, &Filled { number: place, level, below }) in line.filled.iter().enumerate() {
                let this = &mut levels[entry::place_of::<H>(level)];
                this.below = below;
                if let Some(Place::Open(next)) = line.places.get(place + 1) {
                    this.reach_to = next.at;
                }
                if H == 1 {
                    levels[entry::place_of_rest(level)].next_is_turned = line.is_turned;
                }
                if let Some(before) = level.checked_sub(1) {
                    let before = &mut levels[entry::place_of::<H>(before)];
                    before.next_is_turned = line.is_turned;
                    if index == 0 {
                        before.next_line = number as u16;
                    }
                }
            }
        }
    }

    /// The levels that begin a line, from its first place on: nothing but the rim is before them.
    /// Behind a hint everything counts as reachable.
    pub fn first_levels(&self) -> impl Iterator<Item = usize> {
        let at_rim = self.lines.iter().filter(|line| line.starts_at_rim && !line.is_turned);
        let first = |line: &Row| line.filled.first().filter(|filled| filled.number == 0).copied();
        at_rim.filter_map(first).map(|filled| filled.level)
    }

    /// The colours that the place below a level can hand on, if its upper colour is `above` and it
    /// is entered from the colours `set`.
    #[inline(always)]
    pub fn look_ahead<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        below: LotsAt,
        above: usize,
        set: u32,
    ) -> Reached {
        self.lots.reach_first(simd, pool, below, above, set)
    }

    /// Begins to look back along a line.
    #[inline(always)]
    pub fn begin(&self, line: usize) -> Back {
        let left = self.lines.get(line).map_or(0, |line| line.places.len());
        Back { line: line as u16, left: left as u16, enter: ALL, is_closed: false }
    }

    /// Goes backwards through so many more places of a line and notes for each level the colours that it may
    /// hand on if what follows has to fit.
    #[inline(always)]
    pub fn look_back<S: Simd, M: Copy, const PLACES: usize>(
        &self,
        simd: S,
        back: &mut Back,
        pool: &Pool<H>,
        states: &mut States<H, M>,
    ) {
        let Some(line) = self.lines.get(usize::from(back.line)) else { return };
        let (left, before) =
            (usize::from(back.left), usize::from(back.left).saturating_sub(PLACES));
        // A line is gone through to its end, even if nothing is left before: a branch that nobody can
        // foresee costs more than that.
        let mut enter = back.enter;
        if let Some(places) = line.plain.get(before..left) {
            for open in places.iter().rev() {
                let above = open.note(enter, line, states);
                let hand_on = enter | open.anything;
                enter = self.lots.reach_first(simd, pool, open.lots, above, hand_on).colours;
            }
            back.is_closed = enter == 0;
        } else {
            for place in line.places.get(before..left).unwrap_or_default().iter().rev() {
                enter = match place {
                    Place::Open(open) => {
                        let above = open.note(enter, line, states);
                        self.lots.reach(simd, pool, open.lots, above, enter | open.anything)
                    }
                    Place::Fixed { lefts } => *lefts,
                };
                back.is_closed |= enter == 0;
            }
        }
        (back.enter, back.left) = (enter, before as u16);
        if before == 0 {
            back.is_closed |= line.starts_at_rim & (enter & RIM == 0);
            back.is_closed &= line.is_firm;
        }
    }
}

/// The colour of rests, which nothing is entered from; none where it may be that of a piece.
const fn rests<const H: usize>() -> u32 {
    if H == 1 { 1 << entry::REST_COLOUR } else { 0 }
}

/// How many places should be gone through at a time: each waits for the one before, and other streams take
/// their turns meanwhile.
pub const STRETCH: usize = 4;
/// All places at once: where lines are short, as the teeth of a comb, it does not pay to come back to them.
pub const WHOLE: usize = usize::MAX;

/// Looking back along a line, place by place from its end.
#[derive(Clone, Copy, Debug)]
pub struct Back {
    line: u16,
    /// The places that are left.
    left: u16,
    /// The colours that the last one may be entered from.
    enter: u32,
    is_closed: bool,
}

impl Back {
    /// Not begun.
    pub const NOT: Self = Self { line: 0, left: 0, enter: ALL, is_closed: false };

    /// Whether there are places left.
    #[inline(always)]
    pub fn is_under_way(&self) -> bool {
        self.left != 0
    }

    /// Whether it was begun.
    #[inline(always)]
    pub fn is_begun(&self) -> bool {
        self.line != 0
    }

    /// Whether the line cannot be filled, once no places are left.
    #[inline(always)]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// Puts the sight together, line by line.
struct Builder<'a, const H: usize> {
    plan: &'a Plan,
    puzzle: &'a Puzzle,
    scan: Scan,
    outlook: &'a Outlook,
    seats: &'a [Seat],
    /// The depth of each cell; `None` for hints.
    depth_of: Vec<Option<usize>>,
    /// Places with the same candidates and the same blanks share their lots: those for looking
    /// back, and those for looking ahead.
    classes: HashMap<(usize, bool, [bool; 3]), (LotsAt, LotsAt)>,
    lots: Lots<H>,
}

impl<'a, const H: usize> Builder<'a, H> {
    fn new(
        puzzle: &'a Puzzle,
        plan: &'a Plan,
        order: &[Cell],
        scan: Scan,
        outlook: &'a Outlook,
        seats: &'a [Seat],
    ) -> Self {
        let mut depth_of = vec![None; order.len()];
        for (depth, here) in plan.depths().iter().enumerate() {
            depth_of[here.cell.index()] = Some(depth);
        }
        let (classes, lots) = (HashMap::new(), Lots::default());
        Self { plan, puzzle, scan, outlook, seats, depth_of, classes, lots }
    }

    /// The places of a line up to where the outlook ends; `None` if less than two are left, or if
    /// what lies above it is not known when it begins.
    fn row(&mut self, line: &Line) -> Option<Row> {
        let level = |cell: &Cell| self.depth_of[cell.index()];
        let is_far = |cell: &&Cell| level(cell).is_some_and(|level| level >= self.outlook.until);
        let cells: Vec<_> = line.cells.iter().take_while(|cell| !is_far(cell)).copied().collect();
        let first = cells.iter().find_map(level)?;
        let is_turned = line.is_turned(self.scan);
        let is_known = |cell: &Cell| {
            let above = self.puzzle.topology().neighbour(*cell, opposite(line.down));
            above.and_then(|(above, _)| level(&above)).is_none_or(|above| {
                // What is handed over at once is not stored for the line to be seen.
                above < first && !(is_turned && level(cell) == Some(above + 1))
            })
        };
        if cells.len() < 2 || !cells.iter().all(is_known) {
            return None;
        }
        let is_firm = cells.iter().filter_map(level).all(|level| self.outlook.allowed(level) == 0);
        let is_at_rim =
            |cell: &Cell| self.puzzle.topology().neighbour(*cell, opposite(line.right)).is_none();
        let starts_at_rim = cells.first().is_some_and(is_at_rim);
        let places: Vec<_> = cells.iter().map(|&cell| self.place(line, cell)).collect();
        let plain = places.iter().map(|place| match place {
            Place::Open(open) if !self.lots.go_on(open.lots) => Some(*open),
            _ => None,
        });
        let plain = plain.collect::<Option<_>>().unwrap_or_default();
        let filled = cells.iter().enumerate().filter_map(|(number, &cell)| {
            let level = self.depth_of[cell.index()]?;
            Some(Filled { number, level, below: self.below(line, cell) })
        });
        let filled = filled.collect();
        let handed_down = entry::colour_place(!is_turned);
        Some(Row { places, plain, filled, is_turned, handed_down, starts_at_rim, is_firm })
    }

    fn place(&mut self, line: &Line, cell: Cell) -> Place {
        match self.depth_of[cell.index()] {
            Some(level) => {
                let (lots, _) = self.class(line, level);
                let anything = if self.outlook.opens_after(level) { ALL } else { rests::<H>() };
                let above = self.puzzle.topology().neighbour(cell, opposite(line.down));
                let above = above.and_then(|(above, _)| self.depth_of[above.index()]);
                let above = StateAt::of(above.unwrap_or(usize::from(NOBODY)));
                Place::Open(Open { at: StateAt::of(level), above, lots, anything })
            }
            None => {
                let left = opposite(line.right);
                let needed = self.filled_beyond(cell, left).and_then(|_| {
                    let sides = self.plan.board(&[]).sides(self.puzzle, cell)?;
                    Some(1 << (self.plan.colour_number(sides.get(left)) % 32))
                });
                Place::Fixed { lefts: needed.unwrap_or(RIM) }
            }
        }
    }

    /// The depth that fills the cell beyond a side; `None` beyond the rim and for hints, whose
    /// colours are in the candidate lists already.
    fn filled_beyond(&self, cell: Cell, side: Side) -> Option<&'a Depth> {
        let (other, _) = self.puzzle.topology().neighbour(cell, side)?;
        self.plan.depths().get(self.depth_of[other.index()]?)
    }

    /// The lots for looking ahead at the place below a cell, or none if nothing can be said about it: if
    /// it is not one of the next row, or need not fit.
    fn below(&mut self, line: &Line, cell: Cell) -> LotsAt {
        let below = line.below.as_ref().and_then(|below| {
            let (other, _) = self.puzzle.topology().neighbour(cell, line.down)?;
            below.contains(&other).then_some(other)
        });
        let lots = match below.and_then(|below| self.depth_of[below.index()]) {
            Some(level) if level < self.outlook.until && self.outlook.allowed(level) == 0 => {
                // So many pieces under one colour that they are in several lots turn down next to nothing.
                Some(self.class(line, level).1).filter(|&lots| !self.lots.go_on(lots))
            }
            _ => None,
        };
        lots.unwrap_or(LotsAt::NONE)
    }

    /// The lots of a level for looking back and for looking ahead, along such a line.
    fn class(&mut self, line: &Line, level: usize) -> (LotsAt, LotsAt) {
        let here = &self.plan.depths()[level];
        let &Line { right, down, .. } = line;
        // A colour that nobody in the search hands on counts as 0.
        let up_counts = self.filled_beyond(here.cell, opposite(down)).is_some();
        let left_counts = self.filled_beyond(here.cell, opposite(right)).is_some();
        let right_counts = self.puzzle.topology().neighbour(here.cell, right).is_some();
        let counts = [up_counts, left_counts, right_counts];
        let key = (here.table, line.is_turned(self.scan), counts);
        if let Some(&lots) = self.classes.get(&key) {
            return lots;
        }
        let mut backwards = [const { Vec::new() }; COLOURS];
        let mut forwards = [const { Vec::new() }; COLOURS];
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
        let lots = (self.lots.add(backwards), self.lots.add(forwards));
        self.classes.insert(key, lots);
        lots
    }
}
