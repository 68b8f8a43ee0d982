//! The auditor: a second opinion on every board.
//!
//! It counts score, pieces, rim and hints from the bare lists of colours, with its own arithmetic
//! for neighbours, turns and matches. It deliberately shares no code with the scorer, the topology
//! tables or any solver (only the names of cells in its messages), so that a mistake in one of them
//! cannot hide here.

use std::collections::BTreeMap;
use std::fmt;

use crate::claim::{Claim, ClaimError, ClaimedPiece};
use crate::ids::{Cell, Colour, PieceId, Side};
use crate::puzzle::{Hint, Puzzle};
use crate::sides::Sides;
use crate::topology::Shape;

/// What the auditor found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Matched joins.
    pub score: u32,
    /// All joins.
    pub max_score: u32,
    /// Filled cells.
    pub placed: usize,
    /// Hints that lie where they should, turned as they should be.
    pub hints_matched: usize,
    /// All hints of the puzzle.
    pub hints: usize,
    /// No piece lies twice and none is foreign.
    pub pieces_ok: bool,
    /// The rim's colour faces out and only out.
    pub rim_ok: bool,
    /// Every cell is filled.
    pub complete: bool,
    /// Joins between two pieces that do not match.
    pub mismatches: Vec<Mismatch>,
    /// Pieces that are not on the board.
    pub missing: Vec<PieceId>,
    /// Everything that breaks the rules.
    pub problems: Vec<Problem>,
}

impl Audit {
    /// Whether the board keeps the rules; it may still have holes and mismatches.
    pub fn is_valid(&self) -> bool {
        self.problems.is_empty()
    }

    /// Whether the board solves the puzzle.
    pub fn is_solution(&self) -> bool {
        self.is_valid() && self.complete && self.score == self.max_score
    }
}

/// A join that does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The first cell in reading order.
    pub cell: Cell,
    /// Its side.
    pub side: Side,
    /// The second cell.
    pub other: Cell,
}

/// A broken rule. Cells are named as players do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// One piece on several cells, or more of a kind than the puzzle has.
    Twice {
        /// What the piece, or one of its kind, is called.
        piece: String,
        /// Where it lies.
        cells: Vec<String>,
    },
    /// Sides that no piece of the puzzle has.
    Foreign {
        /// Where they lie.
        cell: String,
        /// The sides as they lie.
        sides: Sides,
    },
    /// A number that no piece of the puzzle has.
    UnknownNumber {
        /// Where it stands.
        cell: String,
        /// The number.
        number: u32,
        /// How many pieces there are.
        pieces: usize,
    },
    /// A number beside the sides of another piece.
    WrongNumber {
        /// Where it stands.
        cell: String,
        /// The number given.
        number: u32,
    },
    /// The rim's colour inside the board, or another colour on its edge.
    Rim {
        /// The cell.
        cell: String,
        /// Its side.
        side: &'static str,
        /// Whether that side lies on the edge of the board.
        outside: bool,
    },
    /// A mandatory hint that is not kept.
    Hint {
        /// What the piece is called.
        piece: String,
        /// Where it belongs.
        cell: String,
        /// Its rotation.
        rotation: u8,
        /// What was found instead.
        found: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { piece, cells } => {
                let times = if cells.len() == 2 { "twice" } else { "too often" };
                write!(f, "piece {piece} is used {times}: on {}", cells.join(" and "))
            }
            Self::Foreign { cell, sides } => {
                let colours: Vec<_> = sides.colours().iter().map(Colour::to_string).collect();
                write!(f, "foreign piece on {cell}: no piece has the sides {}", colours.join(" "))
            }
            Self::UnknownNumber { cell, number, pieces } => {
                write!(
                    f,
                    "foreign piece on {cell}: number {number}, but pieces go from 1 to {pieces}"
                )
            }
            Self::WrongNumber { cell, number } => {
                write!(f, "wrong number on {cell}: these are not the sides of piece {number}")
            }
            Self::Rim { cell, side, outside: true } => {
                write!(
                    f,
                    "wrong rim on {cell}: its {side} side is on the edge but not the rim's colour"
                )
            }
            Self::Rim { cell, side, outside: false } => {
                write!(
                    f,
                    "wrong rim on {cell}: its {side} side shows the rim's colour inside the board"
                )
            }
            Self::Hint { piece, cell, rotation, found } => {
                write!(
                    f,
                    "hint not kept: piece {piece} belongs on {cell} with rotation {rotation}, {found}"
                )
            }
        }
    }
}

/// Counts everything anew. The only error is a board of another outline than the puzzle's.
pub fn audit(puzzle: &Puzzle, claim: &Claim) -> Result<Audit, ClaimError> {
    let expected = puzzle.shape();
    if claim.shape != expected || claim.cells.len() != expected.cells() {
        return Err(ClaimError::Shape { found: claim.shape, expected });
    }
    let mut auditor = Auditor::new(puzzle, claim);
    auditor.look_at_pieces();
    auditor.count_pieces();
    auditor.check_rim();
    auditor.check_joins();
    auditor.check_hints();
    Ok(auditor.finish())
}

/// Colours as they lie on a cell.
type Laid = Vec<u16>;

struct Auditor<'a> {
    puzzle: &'a Puzzle,
    claim: &'a Claim,
    /// Row and place in the row of each cell.
    places: Vec<(usize, usize)>,
    laid: Vec<Option<Laid>>,
    /// For each piece of the puzzle its colours in the least rotation.
    forms: Vec<Laid>,
    rim: Option<u16>,
    mates: BTreeMap<u16, u16>,
    score: u32,
    max_score: u32,
    hints_matched: usize,
    mismatches: Vec<Mismatch>,
    missing: Vec<PieceId>,
    problems: Vec<Problem>,
}

impl<'a> Auditor<'a> {
    fn new(puzzle: &'a Puzzle, claim: &'a Claim) -> Self {
        let places = match claim.shape {
            Shape::Square { width, height } => {
                let row = |r| (0..usize::from(width)).map(move |c| (r, c));
                (0..usize::from(height)).flat_map(row).collect()
            }
            Shape::Triangle { side } => {
                (0..usize::from(side)).flat_map(|r| (0..2 * r + 1).map(move |c| (r, c))).collect()
            }
        };
        let both = puzzle.mates().into_iter().flat_map(|(a, b)| [(a.0, b.0), (b.0, a.0)]);
        Self {
            puzzle,
            claim,
            places,
            laid: Vec::new(),
            forms: puzzle.pieces().iter().map(|p| least_turn(&plain(p))).collect(),
            rim: puzzle.rim().map(|colour| colour.0),
            mates: both.collect(),
            score: 0,
            max_score: 0,
            hints_matched: 0,
            mismatches: Vec::new(),
            missing: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn look_at_pieces(&mut self) {
        for (index, claimed) in self.claim.cells.iter().enumerate() {
            let laid = match claimed {
                None => None,
                Some(ClaimedPiece::Sides { sides, number }) => {
                    let laid = plain(sides);
                    self.check_number(index, &laid, *number);
                    Some(laid)
                }
                Some(ClaimedPiece::Placed { number, rotation }) => {
                    let known = self.piece_with_number(*number);
                    if known.is_none() {
                        self.unknown_number(index, *number);
                    }
                    known.map(|piece| turn(&piece, usize::from(rotation.0)))
                }
            };
            self.laid.push(laid);
        }
    }

    fn check_number(&mut self, index: usize, laid: &Laid, number: Option<u32>) {
        let form = least_turn(laid);
        if !self.forms.contains(&form) {
            if let Some(ClaimedPiece::Sides { sides, .. }) = self.claim.cells[index] {
                self.problems.push(Problem::Foreign { cell: self.name(index), sides });
            }
            return;
        }
        let Some(number) = number else { return };
        match self.piece_with_number(number) {
            None => self.unknown_number(index, number),
            Some(piece) if least_turn(&piece) != form => {
                self.problems.push(Problem::WrongNumber { cell: self.name(index), number });
            }
            Some(_) => {}
        }
    }

    fn unknown_number(&mut self, index: usize, number: u32) {
        let (cell, pieces) = (self.name(index), self.forms.len());
        self.problems.push(Problem::UnknownNumber { cell, number, pieces });
    }

    fn piece_with_number(&self, number: u32) -> Option<Laid> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.puzzle.pieces().get(index).map(plain)
    }

    /// Numbers may not repeat, and no form may lie more often than the puzzle has pieces of it.
    fn count_pieces(&mut self) {
        let mut cells_of_number: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut cells_of_form: BTreeMap<Laid, Vec<usize>> = BTreeMap::new();
        for (index, laid) in self.laid.iter().enumerate() {
            if let Some(number) = self.claim.cells[index].and_then(|claimed| claimed.number()) {
                cells_of_number.entry(number).or_default().push(index);
            }
            if let Some(laid) = laid {
                cells_of_form.entry(least_turn(laid)).or_default().push(index);
            }
        }
        let mut pieces_of_form: BTreeMap<Laid, Vec<PieceId>> = BTreeMap::new();
        for (index, form) in self.forms.iter().enumerate() {
            pieces_of_form.entry(form.clone()).or_default().push(PieceId::at(index));
        }
        let mut blamed = Vec::new();
        for (&number, cells) in cells_of_number.iter().filter(|(_, cells)| cells.len() > 1) {
            if let Some(piece) = PieceId::from_number(number) {
                let cells: Vec<_> = cells.iter().map(|&cell| self.name(cell)).collect();
                blamed.extend(self.forms.get(piece.index()).cloned());
                let piece = self.puzzle.label(piece);
                self.problems.push(Problem::Twice { piece, cells });
            }
        }
        for (form, pieces) in &pieces_of_form {
            let cells = cells_of_form.get(form).map_or(&[][..], |cells| cells);
            if cells.len() > pieces.len() && !blamed.contains(form) {
                let cells = cells.iter().map(|&cell| self.name(cell)).collect();
                let piece = self.puzzle.label(pieces[0]);
                self.problems.push(Problem::Twice { piece, cells });
            }
            let lying = |piece: &&PieceId| cells_of_number.contains_key(&piece.number());
            let unnumbered = pieces.len() - pieces.iter().filter(lying).count();
            let absent = pieces.len().saturating_sub(cells.len()).min(unnumbered);
            let candidates = pieces.iter().filter(|piece| !lying(piece));
            self.missing.extend(candidates.rev().take(absent));
        }
        self.missing.sort_unstable();
    }

    fn check_rim(&mut self) {
        let Some(rim) = self.rim else { return };
        for index in 0..self.laid.len() {
            let Some(laid) = self.laid[index].clone() else { continue };
            for (side, &colour) in laid.iter().enumerate() {
                let outside = self.beyond(index, side).is_none();
                if outside != (colour == rim) {
                    let (cell, side) = (self.name(index), self.side_name(index, side));
                    self.problems.push(Problem::Rim { cell, side, outside });
                }
            }
        }
    }

    fn check_joins(&mut self) {
        for index in 0..self.laid.len() {
            for side in 0..usize::from(self.claim.shape.sides()) {
                let Some((other, back)) = self.beyond(index, side).filter(|(o, _)| *o > index)
                else {
                    continue;
                };
                self.max_score += 1;
                let (Some(one), Some(two)) = (&self.laid[index], &self.laid[other]) else {
                    continue;
                };
                let mate = self.mates.get(&one[side]).unwrap_or(&one[side]);
                if *mate == two[back] && Some(one[side]) != self.rim {
                    self.score += 1;
                } else {
                    let (cell, other) = (Cell::at(index), Cell::at(other));
                    self.mismatches.push(Mismatch { cell, side: Side(side as u8), other });
                }
            }
        }
    }

    fn check_hints(&mut self) {
        for hint in self.puzzle.hints() {
            let Some(piece) = self.piece_with_number(hint.piece.number()) else { continue };
            let form = least_turn(&piece);
            let wanted = turn(&piece, usize::from(hint.rotation.0));
            let is_twin = |number| {
                self.piece_with_number(number).is_some_and(|other| least_turn(&other) == form)
            };
            let number = self.claim.cells[hint.cell.index()].and_then(|claimed| claimed.number());
            let here = self.laid[hint.cell.index()].as_ref();
            if here == Some(&wanted) && number.is_none_or(is_twin) {
                self.hints_matched += 1;
                continue;
            }
            let found = match (here, self.strays(hint)) {
                (Some(laid), _) if least_turn(laid) == form => "but is turned otherwise".to_owned(),
                (_, Some(index)) => format!("but lies on {}", self.name(index)),
                (Some(_), None) => "but another piece lies there".to_owned(),
                (None, None) => continue,
            };
            if hint.mandatory {
                let (cell, rotation) = (self.name(hint.cell.index()), hint.rotation.0);
                let piece = self.puzzle.label(hint.piece);
                self.problems.push(Problem::Hint { piece, cell, rotation, found });
            }
        }
    }

    /// A cell where the piece of a hint lies that is not where it belongs. A numbered piece is
    /// told by its number; others are taken for a twin as long as there are twins without hints.
    fn strays(&self, hint: &Hint) -> Option<usize> {
        let form = self.forms.get(hint.piece.index())?;
        let number_at = |index: usize| self.claim.cells[index].and_then(|claimed| claimed.number());
        let cells = || (0..self.laid.len()).filter(|&index| index != hint.cell.index());
        if let Some(index) = cells().find(|&index| number_at(index) == Some(hint.piece.number())) {
            return Some(index);
        }
        let same_form = |other: &&Hint| self.forms.get(other.piece.index()) == Some(form);
        let hints = || self.puzzle.hints().iter().filter(same_form);
        let is_kept = |index: usize| hints().any(|other| other.cell.index() == index);
        let mut unnumbered = cells().filter(|&index| {
            let laid = self.laid[index].as_ref();
            laid.is_some_and(|laid| least_turn(laid) == *form)
                && number_at(index).is_none()
                && !is_kept(index)
        });
        let twins = self.forms.iter().filter(|other| *other == form).count();
        unnumbered.nth(twins.saturating_sub(hints().count()))
    }

    fn finish(self) -> Audit {
        let is_about_pieces =
            |problem: &Problem| !matches!(problem, Problem::Rim { .. } | Problem::Hint { .. });
        let placed = self.claim.cells.iter().flatten().count();
        Audit {
            score: self.score,
            max_score: self.max_score,
            placed,
            hints_matched: self.hints_matched,
            hints: self.puzzle.hints().len(),
            pieces_ok: !self.problems.iter().any(is_about_pieces),
            rim_ok: !self.problems.iter().any(|p| matches!(p, Problem::Rim { .. })),
            complete: placed == self.claim.cells.len(),
            mismatches: self.mismatches,
            missing: self.missing,
            problems: self.problems,
        }
    }

    /// The cell and side that a side touches, by arithmetic on rows and columns.
    fn beyond(&self, index: usize, side: usize) -> Option<(usize, usize)> {
        let (row, column) = self.places[index];
        match self.claim.shape {
            Shape::Square { width, height } => {
                let (width, height) = (usize::from(width), usize::from(height));
                let there = match side {
                    0 => row > 0,
                    1 => column + 1 < width,
                    2 => row + 1 < height,
                    _ => column > 0,
                };
                let other = match side {
                    0 => index.wrapping_sub(width),
                    1 => index + 1,
                    2 => index + width,
                    _ => index.wrapping_sub(1),
                };
                there.then_some((other, (side + 2) % 4))
            }
            Shape::Triangle { side: rows } => {
                let upright = column % 2 == 0;
                let (there, other, back) = match (upright, side) {
                    (true, 0) => (column > 0, index.wrapping_sub(1), 1),
                    (true, 1) => (column < 2 * row, index + 1, 2),
                    // The row below starts at (row + 1)^2, and its cell is one further right.
                    (true, _) => {
                        (row + 1 < usize::from(rows), (row + 1) * (row + 1) + column + 1, 0)
                    }
                    (false, 0) => (true, (row - 1) * (row - 1) + column - 1, 2),
                    (false, 1) => (true, index + 1, 0),
                    (false, _) => (true, index.wrapping_sub(1), 1),
                };
                there.then_some((other, back))
            }
        }
    }

    fn name(&self, index: usize) -> String {
        self.claim.shape.cell_name(Cell::at(index))
    }

    fn side_name(&self, index: usize, side: usize) -> &'static str {
        self.claim.shape.side_name(Cell::at(index), Side(side as u8))
    }
}

fn plain(sides: &Sides) -> Laid {
    sides.colours().iter().map(|colour| colour.0).collect()
}

fn turn(laid: &Laid, clockwise: usize) -> Laid {
    let n = laid.len();
    (0..n).map(|side| laid[(side + n - clockwise % n) % n]).collect()
}

fn least_turn(laid: &Laid) -> Laid {
    (1..laid.len()).map(|r| turn(laid, r)).fold(laid.clone(), Laid::min)
}
