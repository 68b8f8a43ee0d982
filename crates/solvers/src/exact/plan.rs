//! A puzzle prepared for a search in one fixed fill order.
//!
//! When a cell's turn comes, some of its neighbours lie already. Which ones is known in advance, so
//! for every depth there is a table from the colours of two of them to the list of pieces that fit
//! there; further neighbours are compared piece by piece. What never changes during the search (the
//! rim, the hints, the symmetry that is broken) is worked into the tables.
//!
//! Pieces that look alike are one *kind* with a number of copies: the search never tries twins one
//! after the other. Colours are renumbered without gaps; in the slots where a placed piece leaves
//! its colours for its neighbours lies already the colour that would match.

use std::collections::HashMap;

use tilewright_puzzle::{Board, Cell, Colour, PieceId, Placement, Puzzle, Rotation, Side, Sides};
use tilewright_search::Stream;

use super::pin::Pin;
use super::stock::{Draw, Stock};

/// The colours of a piece as it lies, by their numbers in a plan.
pub type Look = [u16; Sides::MOST];

/// A candidate in a list: a kind of piece, turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The colours of its sides.
    pub own: Look,
    /// For each side the colour that its neighbour must show.
    pub out: [u16; Sides::MOST],
    /// The kind of piece, or [`Candidate::END`].
    pub kind: u16,
    /// How the kind's first piece is turned.
    pub rotation: Rotation,
}

impl Candidate {
    /// Stands in `kind` after the last candidate of a list.
    pub const END: u16 = u16::MAX;

    const SENTINEL: Self =
        Self { own: [0; 4], out: [0; 4], kind: Self::END, rotation: Rotation(0) };
}

/// A set of pieces that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How the kind looks with rotation 0.
    pub sides: Sides,
    /// The pieces that are free (those on mandatory hints are not), each with the rotation that
    /// makes it look so.
    pub free: Vec<(PieceId, Rotation)>,
}

/// What is known in advance about one depth of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depth {
    /// The cell that is filled.
    pub cell: Cell,
    /// Where its table begins; see [`Plan::start`].
    pub table: usize,
    /// The slots whose colours are the key of the table; unused ones are [`Plan::BLANK`].
    pub keys: [usize; 2],
    /// Further slots with the side that must agree with them.
    pub checks: Vec<(usize, Side)>,
    /// The slot that each side's colour goes into; [`Plan::WASTE`] if nobody asks for it.
    pub outs: [usize; Sides::MOST],
    /// The joins that it begins, where those are counted.
    pub draws: Vec<Draw>,
}

/// A puzzle prepared for one fill order.
#[derive(Clone, Debug)]
pub struct Plan {
    hinted: Board,
    kinds: Vec<Kind>,
    depths: Vec<Depth>,
    /// One more than the number of colours: the last row and column of every table is empty.
    width: usize,
    palette: Palette,
    starts: Vec<u32>,
    candidates: Vec<Candidate>,
    slots: usize,
    joins: Vec<i32>,
    turns: u32,
    is_contradictory: bool,
}

impl Plan {
    /// The slot that always holds colour 0.
    pub const BLANK: usize = 0;
    /// The slot that takes what nobody asks for.
    pub const WASTE: usize = 1;
    const FIRST_SLOT: usize = 2;

    /// Prepares a search that fills the cells in this order; cells of mandatory hints are passed
    /// over. With `fold` set, boards that are turns of one another are visited once where that is
    /// possible, and [`turns`](Self::turns) says how many each stands for.
    pub fn new(puzzle: &Puzzle, order: &[Cell], fold: bool) -> Self {
        let hinted = Board::with_hints(puzzle);
        let kinds = kinds(puzzle, &hinted);
        let pin = if fold { Pin::new(puzzle, order, &hinted, &kinds) } else { None };
        let colours = Palette::new(puzzle);
        let mut builder = Builder {
            puzzle,
            hinted: &hinted,
            kinds: &kinds,
            pin: pin.as_ref(),
            colours: &colours,
            tables: HashMap::new(),
            starts: Vec::new(),
            candidates: Vec::new(),
        };
        let order: Vec<_> =
            order.iter().copied().filter(|&cell| hinted.get(cell).is_none()).collect();
        let mut depths = builder.depths(&order);
        let (starts, candidates) = (builder.starts, builder.candidates);
        let joins = count_joins(puzzle, &hinted, &colours, &mut depths);
        Self {
            is_contradictory: hints_contradict(puzzle, &hinted),
            kinds,
            depths,
            width: colours.width(),
            palette: colours,
            starts,
            candidates,
            slots: Self::FIRST_SLOT + puzzle.topology().joins().len(),
            joins,
            turns: pin.as_ref().map_or(1, Pin::turns),
            hinted,
        }
    }

    /// The depths in order.
    pub fn depths(&self) -> &[Depth] {
        &self.depths
    }

    /// The kinds of pieces.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The number of colours, one more than the highest that a piece shows: that one stands for a
    /// colour nobody has.
    pub fn colour_count(&self) -> usize {
        self.width
    }

    /// The number of a colour in this plan.
    pub fn colour_number(&self, colour: Colour) -> u16 {
        self.palette.number(colour)
    }

    /// The number of the colour that matches a colour.
    pub fn mate_number(&self, colour: Colour) -> u16 {
        self.palette.mate(colour)
    }

    /// Sorts the candidates inside every list by a key of their kind; those with equal keys stay
    /// in order.
    pub fn sort_by_kind<K: Ord>(&mut self, key: impl Fn(u16) -> K) {
        for list in self.candidates.split_mut(|candidate| candidate.kind == Candidate::END) {
            list.sort_by_key(|candidate| key(candidate.kind));
        }
    }

    /// Sorts the candidates inside every list by a key of how they lie; those with equal keys stay
    /// in order.
    pub fn sort_by_look<K: Ord>(&mut self, key: impl Fn(&Look) -> K) {
        for list in self.candidates.split_mut(|candidate| candidate.kind == Candidate::END) {
            list.sort_by_key(|candidate| key(&candidate.own));
        }
    }

    /// How a piece that lies with these sides looks in this plan.
    pub fn look(&self, sides: &Sides) -> Look {
        self.palette.look(sides)
    }

    /// All candidates for a depth, whatever lies beside it.
    pub fn candidates_of(&self, depth: &Depth) -> impl Iterator<Item = &Candidate> {
        self.lists_of(depth).flat_map(|(_, start)| self.list(start))
    }

    /// The lists of a depth that are not empty: the colours in its two key slots, and where the
    /// list starts.
    pub fn lists_of(&self, depth: &Depth) -> impl Iterator<Item = ([u16; 2], u32)> {
        let table = depth.table..depth.table + self.width * self.width;
        let starts = self.starts.get(table).unwrap_or_default().iter().copied().enumerate();
        starts.filter(|&(_, start)| !self.list(start).is_empty()).map(|(place, start)| {
            ([place / self.width, place % self.width].map(|c| c as u16), start)
        })
    }

    /// The candidates from a place on, up to the end of their list.
    pub fn list(&self, start: u32) -> &[Candidate] {
        let rest = self.candidates.get(start as usize..).unwrap_or_default();
        let length = rest.iter().position(|candidate| candidate.kind == Candidate::END);
        &rest[..length.unwrap_or(rest.len())]
    }

    /// All candidate lists, each ended by a sentinel.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Number of slots for colours.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How many joins of each sort and colour there are to be begun; empty where they are not
    /// counted.
    pub fn joins(&self) -> &[i32] {
        &self.joins
    }

    /// The same plan for a search that counts no joins.
    #[cfg(test)]
    pub(super) fn forget_joins(&mut self) {
        self.joins.clear();
        for depth in &mut self.depths {
            depth.draws.clear();
        }
    }

    /// How many boards each board of the search stands for: 1 unless turns are folded.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Whether the hints alone break the rules, so that there is nothing to search.
    pub fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// The first candidate for a depth, given the colours in its two key slots.
    #[inline]
    pub fn start(&self, depth: &Depth, one: u16, other: u16) -> u32 {
        self.starts[depth.table + usize::from(one) * self.width + usize::from(other)]
    }

    /// Shuffles the candidates inside every list: the same tree, visited in another order.
    pub fn shuffle(&mut self, stream: &mut Stream) {
        for list in self.candidates.split_mut(|candidate| candidate.kind == Candidate::END) {
            stream.shuffle(list);
        }
    }

    /// The board with these candidates on the first depths. Kinds with several pieces give them out
    /// in order.
    pub fn board(&self, laid: &[u32]) -> Board {
        let mut board = self.hinted.clone();
        let mut given = vec![0; self.kinds.len()];
        for (depth, &index) in self.depths.iter().zip(laid) {
            let candidate = self.candidates[index as usize];
            let kind = usize::from(candidate.kind);
            let kind_of_piece = &self.kinds[kind];
            let placement = kind_of_piece.free.get(given[kind]).map(|&(piece, offset)| {
                let turn = (offset.0 + candidate.rotation.0) % kind_of_piece.sides.count();
                Placement { piece, rotation: Rotation(turn) }
            });
            given[kind] += 1;
            board.set(depth.cell, placement);
        }
        board
    }
}

/// Counts the joins of a solution, where that is worth it, and tells each depth which it begins.
fn count_joins(
    puzzle: &Puzzle,
    hinted: &Board,
    colours: &Palette,
    depths: &mut [Depth],
) -> Vec<i32> {
    let number = |colour| colours.number(colour);
    let Some(stock) = Stock::new(puzzle, hinted, colours.width(), number) else {
        return Vec::new();
    };
    for depth in depths {
        let sides = (0..).map(Side).zip(depth.outs).filter(|&(_, slot)| slot != Plan::WASTE);
        let draw = |(side, _)| stock.draw(puzzle.topology(), depth.cell, side);
        depth.draws = sides.filter_map(draw).collect();
    }
    stock.joins
}

/// Groups the pieces that no mandatory hint has taken by their looks.
fn kinds(puzzle: &Puzzle, hinted: &Board) -> Vec<Kind> {
    let taken: Vec<_> = hinted.cells().iter().flatten().map(|p| p.piece).collect();
    let mut kinds: Vec<Kind> = Vec::new();
    let mut index_of = HashMap::new();
    for (piece, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
        if taken.contains(&piece) {
            continue;
        }
        let index = *index_of.entry(sides.canonical()).or_insert_with(|| {
            kinds.push(Kind { sides: *sides, free: Vec::new() });
            kinds.len() - 1
        });
        let kind = &mut kinds[index];
        let offset = sides.rotation_to(&kind.sides).unwrap_or_default();
        kind.free.push((piece, offset));
    }
    kinds
}

/// Whether hints break the rim or do not match each other.
fn hints_contradict(puzzle: &Puzzle, hinted: &Board) -> bool {
    let breaks_rim = puzzle
        .topology()
        .cells()
        .any(|cell| hinted.sides(puzzle, cell).is_some_and(|sides| !puzzle.fits_rim(cell, &sides)));
    breaks_rim || !tilewright_puzzle::score::mismatches(puzzle, hinted).is_empty()
}

/// The colours on the pieces, numbered without gaps.
#[derive(Clone, Debug)]
struct Palette {
    numbers: HashMap<Colour, u16>,
    mates: HashMap<Colour, u16>,
}

impl Palette {
    fn new(puzzle: &Puzzle) -> Self {
        let colours: Vec<_> = puzzle.colours().into_iter().chain(puzzle.rim()).collect();
        let numbers: HashMap<_, _> =
            colours.iter().enumerate().map(|(number, &colour)| (colour, number as u16)).collect();
        let nobody = numbers.len() as u16;
        let mate = |colour| puzzle.mate(colour).and_then(|mate| numbers.get(&mate).copied());
        let mates =
            colours.iter().map(|&colour| (colour, mate(colour).unwrap_or(nobody))).collect();
        Self { numbers, mates }
    }

    /// One more than the number of colours: the last number stands for 'no piece has it'.
    fn width(&self) -> usize {
        self.numbers.len() + 1
    }

    fn number(&self, colour: Colour) -> u16 {
        self.numbers.get(&colour).copied().unwrap_or(self.numbers.len() as u16)
    }

    fn look(&self, sides: &Sides) -> Look {
        let mut look = [0; Sides::MOST];
        for (number, &colour) in look.iter_mut().zip(sides.colours()) {
            *number = self.number(colour);
        }
        look
    }

    fn mate(&self, colour: Colour) -> u16 {
        self.mates.get(&colour).copied().unwrap_or(self.numbers.len() as u16)
    }
}

/// What makes two depths share a table.
#[derive(Clone, PartialEq, Eq, Hash)]
struct TableKey {
    keys: [Option<Side>; 2],
    candidates: Vec<(u16, Rotation)>,
}

struct Builder<'a> {
    puzzle: &'a Puzzle,
    hinted: &'a Board,
    kinds: &'a [Kind],
    pin: Option<&'a Pin>,
    colours: &'a Palette,
    tables: HashMap<TableKey, usize>,
    starts: Vec<u32>,
    candidates: Vec<Candidate>,
}

impl Builder<'_> {
    fn depths(&mut self, order: &[Cell]) -> Vec<Depth> {
        let topology = self.puzzle.topology();
        let mut depth_of = vec![usize::MAX; topology.cell_count()];
        for (depth, cell) in order.iter().enumerate() {
            depth_of[cell.index()] = depth;
        }
        let slot_of: HashMap<_, _> = topology
            .joins()
            .iter()
            .enumerate()
            .flat_map(|(index, join)| {
                let slot = Plan::FIRST_SLOT + index;
                [((join.cell, join.side), slot), ((join.other, join.other_side), slot)]
            })
            .collect();
        let mut depths = Vec::with_capacity(order.len());
        for (depth, &cell) in order.iter().enumerate() {
            let mut outs = [Plan::WASTE; Sides::MOST];
            let mut ins = Vec::new();
            for (side, contact) in topology.around(cell) {
                let Some((other, _)) = contact else { continue };
                let slot = slot_of.get(&(cell, side)).copied().unwrap_or(Plan::WASTE);
                match depth_of[other.index()] {
                    usize::MAX => {}
                    earlier if earlier < depth => ins.push((slot, side)),
                    _ => outs[side.index()] = slot,
                }
            }
            let key = |n: usize| ins.get(n).map(|&(_, side)| side);
            let slot = |n: usize| ins.get(n).map_or(Plan::BLANK, |&(slot, _)| slot);
            depths.push(Depth {
                cell,
                table: self.table(cell, [key(0), key(1)]),
                keys: [slot(0), slot(1)],
                checks: ins.get(2..).unwrap_or_default().to_vec(),
                outs,
                draws: Vec::new(),
            });
        }
        depths
    }

    /// The table for a cell whose neighbours on these sides lie already.
    fn table(&mut self, cell: Cell, keys: [Option<Side>; 2]) -> usize {
        let fitting = self.fitting(cell);
        let key = TableKey { keys, candidates: fitting.clone() };
        if let Some(&table) = self.tables.get(&key) {
            return table;
        }
        let mut lists: HashMap<usize, Vec<Candidate>> = HashMap::new();
        let width = self.colours.width();
        for (kind, rotation) in fitting {
            let sides = self.kinds[usize::from(kind)].sides.rotated(rotation);
            let number = |side: Option<Side>| side.map_or(0, |s| self.colours.number(sides.get(s)));
            let place = usize::from(number(keys[0])) * width + usize::from(number(keys[1]));
            let (own, mut out) = (self.colours.look(&sides), [0; Sides::MOST]);
            for (mate, &colour) in out.iter_mut().zip(sides.colours()) {
                *mate = self.colours.mate(colour);
            }
            lists.entry(place).or_default().push(Candidate { own, out, kind, rotation });
        }
        let table = self.starts.len();
        // Every empty list is the same one: a lone sentinel.
        let empty = self.candidates.len() as u32;
        self.candidates.push(Candidate::SENTINEL);
        self.starts.resize(table + width * width, empty);
        let mut places: Vec<_> = lists.into_iter().collect();
        places.sort_unstable_by_key(|&(place, _)| place);
        for (place, list) in places {
            self.starts[table + place] = self.candidates.len() as u32;
            self.candidates.extend(list);
            self.candidates.push(Candidate::SENTINEL);
        }
        self.tables.insert(key, table);
        table
    }

    /// All kinds and rotations that may lie on a cell, whatever the search puts beside them.
    fn fitting(&self, cell: Cell) -> Vec<(u16, Rotation)> {
        let topology = self.puzzle.topology();
        let beside_hint: Vec<_> = topology
            .around(cell)
            .filter_map(|(side, contact)| {
                let (other, back) = contact?;
                Some((side, self.hinted.colour(self.puzzle, other, back)?))
            })
            .collect();
        let may_lie = |kind: u16, rotation: Rotation, sides: &Sides| {
            self.puzzle.fits_rim(cell, sides)
                && beside_hint.iter().all(|&(side, c)| self.puzzle.matches(c, sides.get(side)))
                && self.pin.is_none_or(|pin| pin.allows(kind, cell, rotation))
        };
        let kinds = self.kinds.iter().enumerate();
        kinds
            .flat_map(|(index, kind)| {
                kind.sides
                    .distinct_rotations()
                    .map(move |(turn, sides)| (index as u16, turn, sides))
            })
            .filter(|(kind, rotation, sides)| may_lie(*kind, *rotation, sides))
            .map(|(kind, rotation, _)| (kind, rotation))
            .collect()
    }
}
