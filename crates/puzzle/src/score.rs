//! The score of a board: the number of joins that match.
//!
//! [`score`] defines the truth, slowly and plainly. [`ScoredBoard`] keeps the same number up to
//! date while pieces move, at the cost of the joins that change.

use crate::board::{Board, Placement};
use crate::ids::{Cell, Colour, Side};
use crate::puzzle::Puzzle;
use crate::topology::Join;

/// The number of joins whose two sides match. Joins with an empty cell, and rim colours that meet
/// inside the board, count nothing.
pub fn score(puzzle: &Puzzle, board: &Board) -> u32 {
    puzzle.topology().joins().iter().filter(|join| is_matched(puzzle, board, join)).count() as u32
}

/// The joins between two placed pieces that do not match.
pub fn mismatches(puzzle: &Puzzle, board: &Board) -> Vec<Join> {
    let joins = puzzle.topology().joins().iter();
    joins
        .filter(|join| board.get(join.cell).is_some() && board.get(join.other).is_some())
        .filter(|join| !is_matched(puzzle, board, join))
        .copied()
        .collect()
}

fn is_matched(puzzle: &Puzzle, board: &Board, join: &Join) -> bool {
    let one = board.colour(puzzle, join.cell, join.side);
    let other = board.colour(puzzle, join.other, join.other_side);
    one.zip(other).is_some_and(|(one, other)| puzzle.matches(one, other))
}

/// A board that knows its score at every moment.
#[derive(Clone, Debug)]
pub struct ScoredBoard<'p> {
    puzzle: &'p Puzzle,
    board: Board,
    /// Side by side, cell by cell, the colour that would match what lies there; `None` where
    /// nothing lies or nothing can match.
    wanted: Vec<Option<Colour>>,
    score: u32,
}

impl<'p> ScoredBoard<'p> {
    /// An empty board.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let sides = puzzle.topology().cell_count() * usize::from(puzzle.topology().side_count());
        Self { puzzle, board: Board::empty(puzzle), wanted: vec![None; sides], score: 0 }
    }

    /// A board as it lies.
    pub fn from_board(puzzle: &'p Puzzle, board: &Board) -> Self {
        let mut scored = Self::new(puzzle);
        for cell in puzzle.topology().cells() {
            scored.set(cell, board.get(cell));
        }
        scored
    }

    /// The score now.
    #[inline]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// The board now.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, at the end of the work.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// How many joins a placement would match on a cell, as its neighbours lie now.
    #[inline]
    pub fn matches_at(&self, cell: Cell, placement: Placement) -> u32 {
        let Some(piece) = self.puzzle.piece(placement.piece) else { return 0 };
        let topology = self.puzzle.topology();
        let turned = piece.rotated(placement.rotation);
        let mut matched = 0;
        for (side, contact) in topology.around(cell) {
            if let Some((other, back)) = contact {
                matched +=
                    u32::from(self.wanted[self.index(other, back)] == Some(turned.get(side)));
            }
        }
        matched
    }

    /// Lays a piece on a cell, or clears it, whatever was there.
    pub fn set(&mut self, cell: Cell, placement: Option<Placement>) {
        if cell.index() >= self.board.cells().len() {
            return;
        }
        if let Some(old) = self.board.get(cell) {
            self.score -= self.matches_at(cell, old);
        }
        if let Some(new) = placement {
            self.score += self.matches_at(cell, new);
        }
        self.board.set(cell, placement);
        let sides = self.board.sides(self.puzzle, cell);
        for side in (0..self.puzzle.topology().side_count()).map(Side) {
            let index = self.index(cell, side);
            self.wanted[index] = sides.and_then(|sides| self.puzzle.mate(sides.get(side)));
        }
    }

    /// Exchanges what lies on two cells, each piece keeping its rotation.
    pub fn swap(&mut self, one: Cell, other: Cell) {
        let (first, second) = (self.board.get(one), self.board.get(other));
        self.set(one, None);
        self.set(other, first);
        self.set(one, second);
    }

    #[inline]
    fn index(&self, cell: Cell, side: Side) -> usize {
        cell.index() * usize::from(self.puzzle.topology().side_count()) + side.index()
    }
}
