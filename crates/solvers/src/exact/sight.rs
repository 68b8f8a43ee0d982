//! A guide for searches that scan a square board line by line: it sees whether the line can still
//! be filled, and the line after it.
//!
//! For every place in a line, every colour towards the line before (`up`, though lines may run any
//! way) and every colour towards the place before (`left`), a word says which colours a free piece
//! could pass on to the place after (`right`). Two questions are answered by and-ing and or-ing
//! such words, without looking at a single piece:
//!
//! - *Which colours may be passed on?* When a line begins, all of its upper colours are known.
//!   Going through it backwards gives for each place the left colours from which the rest of the
//!   line can be filled (`look_back`). Candidates that pass on another colour are turned
//!   down; if the first place has none, so is the line before.
//! - *Can the next line begin like this?* Each piece laid shows a colour to the next line. Going
//!   through that line forwards gives the colours that can reach its next place
//!   (`look_ahead`); if there are none, the piece is turned down.
//!
//! Both treat a piece that is free as free for every place, so they turn down too little, never too
//! much. On Eternity II they leave about a tenth of the nodes. They do not help orders that do not
//! scan, nor boards with more than 31 colours, whose words would not fit (and which are easy). With
//! up to 15 colours the words are half as long and twice as many are looked at in one step.

use std::collections::HashMap;
use std::fmt;

use tilewright_puzzle::{Cell, Puzzle, Shape, Side};

use super::guide::Guide;
use super::plan::{Candidate, Depth, Plan};

/// A set of colours.
pub trait Word: Copy + fmt::Debug + Send + Sync + 'static {
    /// For each left colour the right colours that free pieces offer.
    type Row: Copy + fmt::Debug + Send + Sync;

    /// How many colours fit in.
    const COLOURS: usize;
    /// Every colour.
    const ALL: Self;
    /// No colour: nothing is offered.
    const BARE_ROW: Self::Row;

    /// The set with one colour.
    fn one(colour: u16) -> Self;
    /// Whether there is a colour in it.
    fn any(self) -> bool;
    /// Whether it has a colour.
    fn has(self, colour: u16) -> bool;
    /// The left colours from which one of the right colours in this set is offered.
    fn passing(self, row: &Self::Row) -> Self;
    /// The right colours that are offered from one of the left colours in this set.
    fn offered(self, row: &Self::Row) -> Self;
    /// Notes that a right colour is offered from a left one.
    fn offer(row: &mut Self::Row, left: u8, right: u8);
    /// Notes that it is not, if `gone`.
    fn withdraw(row: &mut Self::Row, left: u8, right: u8, gone: bool);
}

macro_rules! word {
    ($word:ty, $colours:literal) => {
        impl Word for $word {
            type Row = [$word; $colours];

            const COLOURS: usize = $colours;
            const ALL: Self = <$word>::MAX;
            const BARE_ROW: Self::Row = [0; $colours];

            #[inline(always)]
            fn one(colour: u16) -> Self {
                1 << (colour % $colours)
            }

            #[inline(always)]
            fn any(self) -> bool {
                self != 0
            }

            #[inline(always)]
            fn has(self, colour: u16) -> bool {
                self >> (colour % $colours) & 1 != 0
            }

            #[inline(always)]
            fn passing(self, row: &Self::Row) -> Self {
                let mut lefts = 0;
                for (left, &word) in row.iter().enumerate() {
                    lefts |= if word & self != 0 { 1 << left } else { 0 };
                }
                lefts
            }

            #[inline(always)]
            fn offered(self, row: &Self::Row) -> Self {
                let mut rights = 0;
                for (left, &word) in row.iter().enumerate() {
                    rights |= if self & (1 << left) != 0 { word } else { 0 };
                }
                rights
            }

            #[inline(always)]
            fn offer(row: &mut Self::Row, left: u8, right: u8) {
                row[usize::from(left) % $colours] |= 1 << (right % $colours);
            }

            #[inline(always)]
            fn withdraw(row: &mut Self::Row, left: u8, right: u8, gone: bool) {
                row[usize::from(left) % $colours] &= !(<$word>::from(gone) << (right % $colours));
            }
        }
    };
}

word!(u16, 16);
word!(u32, 32);

/// A place in a line.
#[derive(Clone, Copy, Debug)]
enum Station {
    /// To be filled: where its rows begin, and the slot with its upper colour.
    Open { rows: usize, above: usize },
    /// A hint: the left colour it needs. It passes on nothing that the next place needs to know.
    Fixed { left: u16 },
}

/// What a depth of the search has to know.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// The index of its station; each line has one more station than places.
    station: usize,
    /// Whether it is the first place of its line to be filled.
    begins_line: bool,
    /// Whether the place after it needs to know what is passed on.
    passes_on: bool,
    /// Where the rows of the place below begin, if the next line is looked at.
    below: Option<usize>,
}

/// A word that a kind of piece contributes to.
#[derive(Clone, Copy, Debug)]
struct Share {
    row: u32,
    left: u8,
    right: u8,
    /// Counts the free kinds that offer this right colour there.
    offer: u32,
}

/// What is known in advance: the lines, and who contributes to which word.
#[derive(Clone, Debug)]
pub struct Chart<W: Word> {
    line_length: usize,
    right: Side,
    down: Side,
    stations: Vec<Station>,
    spots: Vec<Spot>,
    shares: Vec<Share>,
    /// Where the shares of each kind begin.
    shares_of: Vec<usize>,
    rows: Vec<W::Row>,
    offers: Vec<u16>,
}

/// The guide of one walk.
#[derive(Clone, Debug)]
pub struct Sight<W: Word> {
    rows: Vec<W::Row>,
    offers: Vec<u16>,
    /// For each station the left colours from which its line can be filled.
    may_enter: Vec<W>,
    /// For each station the left colours that can reach the place below it.
    can_reach: Vec<W>,
}

impl<W: Word> Chart<W> {
    /// The chart for a plan, if its order scans a square board and its colours fit into a word.
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell]) -> Option<Self> {
        if plan.colour_count() > W::COLOURS {
            return None;
        }
        let scan = Scan::of(puzzle.shape(), order)?;
        let mut builder = Builder::<W>::new(puzzle, plan, order, scan);
        for line in 0..builder.lines() {
            builder.add_line(line);
        }
        Some(builder.finish())
    }

    #[inline(always)]
    fn shares_of(&self, kind: u16) -> &[Share] {
        let kind = usize::from(kind);
        &self.shares[self.shares_of[kind]..self.shares_of[kind + 1]]
    }
}

impl<W: Word> Guide for Sight<W> {
    type Chart = Chart<W>;

    fn new(chart: &Chart<W>) -> Self {
        Self {
            rows: chart.rows.clone(),
            offers: chart.offers.clone(),
            may_enter: vec![W::ALL; chart.stations.len()],
            can_reach: vec![W::one(0); chart.stations.len()],
        }
    }

    #[inline(always)]
    fn admits(&mut self, chart: &Chart<W>, depth: usize, candidate: &Candidate) -> bool {
        let spot = &chart.spots[depth];
        let passed = if spot.passes_on { candidate.out[chart.right.index()] } else { 0 };
        if !self.may_enter[spot.station + 1].has(passed) {
            return false;
        }
        match spot.below {
            Some(below) => {
                let row = below + usize::from(candidate.out[chart.down.index()]);
                self.look_ahead(spot.station, row)
            }
            None => true,
        }
    }

    #[inline(always)]
    fn used_up(&mut self, chart: &Chart<W>, kind: u16) {
        for share in chart.shares_of(kind) {
            let offer = &mut self.offers[share.offer as usize];
            *offer -= 1;
            let gone = *offer == 0;
            W::withdraw(&mut self.rows[share.row as usize], share.left, share.right, gone);
        }
    }

    #[inline(always)]
    fn free_again(&mut self, chart: &Chart<W>, kind: u16) {
        for share in chart.shares_of(kind) {
            self.offers[share.offer as usize] += 1;
            W::offer(&mut self.rows[share.row as usize], share.left, share.right);
        }
    }

    #[inline(always)]
    fn enter(&mut self, chart: &Chart<W>, _: &Plan, depth: usize, slots: &[u16]) -> bool {
        let spot = &chart.spots[depth];
        !spot.begins_line || self.look_back(chart, spot.station, slots)
    }
}

impl<W: Word> Sight<W> {
    /// Goes backwards through the line of a station and notes for each place the left colours from
    /// which the rest can be filled. False if the line cannot be filled.
    #[inline(always)]
    fn look_back(&mut self, chart: &Chart<W>, station: usize, slots: &[u16]) -> bool {
        let first = station - station % (chart.line_length + 1);
        let mut enter = W::ALL;
        for station in (first..first + chart.line_length).rev() {
            enter = match chart.stations[station] {
                Station::Open { rows, above } => {
                    enter.passing(&self.rows[rows + usize::from(slots[above])])
                }
                Station::Fixed { left } => W::one(left),
            };
            self.may_enter[station] = enter;
            if !enter.any() {
                return false;
            }
        }
        enter.has(0)
    }

    /// Goes one place forward in the next line. False if no colour gets there.
    #[inline(always)]
    fn look_ahead(&mut self, station: usize, row: usize) -> bool {
        let reached = self.can_reach[station].offered(&self.rows[row]);
        self.can_reach[station + 1] = reached;
        reached.any()
    }
}

/// A way to scan a board line by line.
#[derive(Clone, Copy, Debug)]
struct Scan {
    line_length: usize,
    /// From place to place.
    right: Side,
    /// From line to line.
    down: Side,
}

impl Scan {
    /// The scan that visits the cells in this order.
    fn of(shape: Shape, order: &[Cell]) -> Option<Self> {
        let Shape::Square { width, height } = shape else { return None };
        let scans = [(1, 2), (1, 0), (3, 2), (3, 0), (2, 1), (2, 3), (0, 1), (0, 3)];
        scans.into_iter().find_map(|(right, down)| {
            let (right, down) = (Side(right), Side(down));
            // Sides 1 and 2 lead to higher columns and rows.
            let run = |side: Side, length: u16| -> Vec<u16> {
                let ascending = side == Side(1) || side == Side(2);
                if ascending { (0..length).collect() } else { (0..length).rev().collect() }
            };
            let by_rows = right.0 % 2 == 1;
            let (places, lines) = if by_rows { (width, height) } else { (height, width) };
            let cells = run(down, lines).into_iter().flat_map(|line| {
                run(right, places)
                    .into_iter()
                    .map(move |place| if by_rows { (line, place) } else { (place, line) })
            });
            let matches = cells.map(|(row, column)| shape.cell(row, column));
            matches.eq(order.iter().map(|&cell| Some(cell))).then_some(Self {
                line_length: usize::from(places),
                right,
                down,
            })
        })
    }
}

/// Puts a chart together, line by line.
struct Builder<'a, W: Word> {
    plan: &'a Plan,
    puzzle: &'a Puzzle,
    order: &'a [Cell],
    scan: Scan,
    /// The depth of each cell; `None` for hints.
    depth_of: Vec<Option<usize>>,
    stations: Vec<Station>,
    spots: Vec<Spot>,
    /// Places with the same candidates and the same blanks share their rows.
    classes: HashMap<(usize, [bool; 3]), usize>,
    rows: Vec<W::Row>,
    offers: Vec<u16>,
    offer_of: HashMap<(u32, u8, u8), u32>,
    shares: Vec<Vec<Share>>,
}

fn opposite(side: Side) -> Side {
    Side((side.0 + 2) % 4)
}

impl<'a, W: Word> Builder<'a, W> {
    fn new(puzzle: &'a Puzzle, plan: &'a Plan, order: &'a [Cell], scan: Scan) -> Self {
        let mut depth_of = vec![None; order.len()];
        for (depth, here) in plan.depths().iter().enumerate() {
            depth_of[here.cell.index()] = Some(depth);
        }
        Self {
            plan,
            puzzle,
            order,
            scan,
            depth_of,
            stations: Vec::new(),
            spots: Vec::new(),
            classes: HashMap::new(),
            rows: Vec::new(),
            offers: Vec::new(),
            offer_of: HashMap::new(),
            shares: vec![Vec::new(); plan.kinds().len()],
        }
    }

    fn lines(&self) -> usize {
        self.order.len() / self.scan.line_length
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
        let is_open = |cell: &Cell| self.depth_of[cell.index()].is_some();
        let both_open = self.line(line).iter().chain(self.line(line + 1)).all(is_open);
        let looks_below = both_open && line + 1 < self.lines();
        let mut begins_line = true;
        for &cell in self.line(line) {
            let station = self.stations.len();
            match self.depth_of[cell.index()] {
                Some(depth) => {
                    let below = looks_below.then(|| {
                        let beyond = self.puzzle.topology().neighbour(cell, self.scan.down);
                        beyond.map_or(0, |(below, _)| self.class(below))
                    });
                    let passes_on =
                        self.puzzle.topology().neighbour(cell, self.scan.right).is_some();
                    self.spots.push(Spot { station, begins_line, passes_on, below });
                    begins_line = false;
                    let above = self.filled_beyond(cell, opposite(self.scan.down));
                    let above = above.map_or(Plan::BLANK, |d| d.outs[self.scan.down.index()]);
                    let rows = self.class_of_depth(depth);
                    self.stations.push(Station::Open { rows, above });
                }
                None => {
                    let left = opposite(self.scan.right);
                    let needed = self.filled_beyond(cell, left).and_then(|_| {
                        let sides = self.plan.board(&[]).sides(self.puzzle, cell)?;
                        Some(self.plan.colour_number(sides.get(left)))
                    });
                    self.stations.push(Station::Fixed { left: needed.unwrap_or(0) });
                }
            }
        }
        // The station after the last place: whatever is passed on there is right.
        self.stations.push(Station::Fixed { left: 0 });
    }

    fn class(&mut self, cell: Cell) -> usize {
        self.depth_of[cell.index()].map_or(0, |depth| self.class_of_depth(depth))
    }

    /// Where the rows of a depth begin; they are made when first asked for.
    fn class_of_depth(&mut self, depth: usize) -> usize {
        let here = &self.plan.depths()[depth];
        let Scan { right, down, .. } = self.scan;
        // A colour that nobody in the search passes on counts as 0.
        let up_counts = self.filled_beyond(here.cell, opposite(down)).is_some();
        let left_counts = self.filled_beyond(here.cell, opposite(right)).is_some();
        let right_counts = self.puzzle.topology().neighbour(here.cell, right).is_some();
        let key = (here.table, [up_counts, left_counts, right_counts]);
        if let Some(&rows) = self.classes.get(&key) {
            return rows;
        }
        let rows = self.rows.len();
        self.classes.insert(key, rows);
        self.rows.resize(rows + W::COLOURS, W::BARE_ROW);
        for candidate in self.plan.candidates_of(here) {
            let pick = |counts: bool, colour: u16| if counts { colour } else { 0 };
            let up = pick(up_counts, candidate.own[opposite(down).index()]);
            let left = pick(left_counts, candidate.own[opposite(right).index()]) as u8;
            let passed = pick(right_counts, candidate.out[right.index()]) as u8;
            let row = (rows + usize::from(up)) as u32;
            W::offer(&mut self.rows[row as usize], left, passed);
            let next_offer = self.offers.len() as u32;
            let offer = *self.offer_of.entry((row, left, passed)).or_insert(next_offer);
            if offer == next_offer {
                self.offers.push(0);
            }
            let shares = &mut self.shares[usize::from(candidate.kind)];
            let share = Share { row, left, right: passed, offer };
            // A kind counts once for an offer, however many of its rotations make it.
            if !shares.iter().any(|known| known.offer == offer) {
                shares.push(share);
                self.offers[offer as usize] += 1;
            }
        }
        rows
    }

    fn finish(self) -> Chart<W> {
        let mut shares_of = vec![0];
        for shares in &self.shares {
            shares_of.push(shares_of.last().copied().unwrap_or(0) + shares.len());
        }
        Chart {
            line_length: self.scan.line_length,
            right: self.scan.right,
            down: self.scan.down,
            stations: self.stations,
            spots: self.spots,
            shares: self.shares.concat(),
            shares_of,
            rows: self.rows,
            offers: self.offers,
        }
    }
}
