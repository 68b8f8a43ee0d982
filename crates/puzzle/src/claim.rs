//! A board as a file, a link or a person claims it to be, before anybody has checked it.
//!
//! Formats differ in what they hold: some give the colours as they lie, some piece numbers and
//! rotations, some both, and any of it may be wrong. A claim holds just what was said, so that the
//! [auditor](crate::audit) can name what is wrong with it.

use std::collections::HashMap;

use thiserror::Error;

use crate::board::{Board, Placement};
use crate::ids::{PieceId, Rotation};
use crate::puzzle::Puzzle;
use crate::sides::Sides;
use crate::topology::Shape;

/// What is claimed to lie on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimedPiece {
    /// The colours as they lie, and perhaps a piece number counted from 1.
    Sides {
        /// Clockwise colours as placed.
        sides: Sides,
        /// The piece's number, if the format gives it.
        number: Option<u32>,
    },
    /// A piece number counted from 1 and its rotation from the puzzle's orientation.
    Placed {
        /// The piece's number.
        number: u32,
        /// How it is turned.
        rotation: Rotation,
    },
}

impl ClaimedPiece {
    /// The piece number, if one is given.
    pub fn number(&self) -> Option<u32> {
        match *self {
            Self::Sides { number, .. } => number,
            Self::Placed { number, .. } => Some(number),
        }
    }

    /// The colours as they lie: as claimed, or looked up in the puzzle.
    pub fn sides(&self, puzzle: Option<&Puzzle>) -> Option<Sides> {
        match *self {
            Self::Sides { sides, .. } => Some(sides),
            Self::Placed { number, rotation } => {
                let piece = puzzle?.piece(PieceId::from_number(number)?)?;
                Some(piece.rotated(rotation))
            }
        }
    }
}

/// A claimed board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The outline of the board.
    pub shape: Shape,
    /// What lies on each cell, row by row; as long as the shape has cells.
    pub cells: Vec<Option<ClaimedPiece>>,
}

/// Why a claim is no board of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// The board has another outline than the puzzle.
    #[error("the board is {found}, but the puzzle is {expected}")]
    Shape {
        /// The board's.
        found: Shape,
        /// The puzzle's.
        expected: Shape,
    },
    /// A cell with a piece that cannot be told or is not there any more.
    #[error("cell {cell}: {reason}")]
    Cell {
        /// The cell's name.
        cell: String,
        /// What is wrong.
        reason: String,
    },
}

impl Claim {
    /// The claim that states a board in full: numbers and colours.
    pub fn of_board(puzzle: &Puzzle, board: &Board) -> Self {
        let cells = puzzle.topology().cells().map(|cell| {
            let sides = board.sides(puzzle, cell)?;
            let number = board.get(cell).map(|placement| placement.piece.number());
            Some(ClaimedPiece::Sides { sides, number })
        });
        Self { shape: puzzle.shape(), cells: cells.collect() }
    }

    /// Number of filled cells.
    pub fn placed(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The board this claim means in a puzzle, if every piece is one of the puzzle's and none is
    /// used twice. Numbers are believed if they go with the colours; twins without numbers are
    /// given out in order, those with hints to their hints first.
    pub fn to_board(&self, puzzle: &Puzzle) -> Result<Board, ClaimError> {
        if self.shape != puzzle.shape() {
            return Err(ClaimError::Shape { found: self.shape, expected: puzzle.shape() });
        }
        let mut board = Board::empty(puzzle);
        let mut free = FreePieces::new(puzzle);
        let claimed = || {
            let cells = puzzle.topology().cells().zip(&self.cells);
            cells.filter_map(|(cell, claimed)| Some((cell, (*claimed)?)))
        };
        let error = |cell, reason| ClaimError::Cell { cell: self.shape.cell_name(cell), reason };
        // Numbered pieces first, then hints, then whatever twins are left.
        for (cell, piece) in claimed() {
            if let Some(number) = piece.number() {
                let placement = numbered(puzzle, &piece, number).map_err(|r| error(cell, r))?;
                if !free.take(placement.piece) {
                    return Err(error(cell, format!("piece {number} is used twice")));
                }
                board.set(cell, Some(placement));
            }
        }
        for hint in puzzle.hints() {
            let Some(ClaimedPiece::Sides { sides, number: None }) = self.cells[hint.cell.index()]
            else {
                continue;
            };
            let fixed = puzzle.piece(hint.piece).map(|p| p.rotated(hint.rotation));
            if fixed == Some(sides) && free.take(hint.piece) {
                let placement = Placement { piece: hint.piece, rotation: hint.rotation };
                board.set(hint.cell, Some(placement));
            }
        }
        for (cell, piece) in claimed() {
            let ClaimedPiece::Sides { sides, number: None } = piece else { continue };
            if board.get(cell).is_some() {
                continue;
            }
            let id = free.take_kind(&sides).map_err(|r| error(cell, r))?;
            let rotation = puzzle.piece(id).and_then(|p| p.rotation_to(&sides));
            let rotation = rotation.unwrap_or_default();
            board.set(cell, Some(Placement { piece: id, rotation }));
        }
        Ok(board)
    }
}

/// The placement that a numbered claim means, or why it means none.
fn numbered(puzzle: &Puzzle, claimed: &ClaimedPiece, number: u32) -> Result<Placement, String> {
    let found = PieceId::from_number(number).and_then(|id| Some((id, puzzle.piece(id)?)));
    let Some((piece, own)) = found else {
        return Err(format!("there is no piece {number} in {}", puzzle.name()));
    };
    let rotation = match *claimed {
        ClaimedPiece::Placed { rotation, .. } => Rotation(rotation.0 % own.count()),
        ClaimedPiece::Sides { sides, .. } => own.rotation_to(&sides).ok_or_else(|| {
            format!("these are not the sides of piece {number}, the number given with them")
        })?,
    };
    Ok(Placement { piece, rotation })
}

/// The pieces that are not on the board yet.
struct FreePieces {
    free: Vec<bool>,
    by_kind: HashMap<Sides, Vec<PieceId>>,
}

impl FreePieces {
    fn new(puzzle: &Puzzle) -> Self {
        let mut by_kind: HashMap<Sides, Vec<PieceId>> = HashMap::new();
        for (id, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
            by_kind.entry(sides.canonical()).or_default().push(id);
        }
        Self { free: vec![true; puzzle.pieces().len()], by_kind }
    }

    fn take(&mut self, piece: PieceId) -> bool {
        std::mem::replace(&mut self.free[piece.index()], false)
    }

    fn take_kind(&mut self, sides: &Sides) -> Result<PieceId, String> {
        let Some(kind) = self.by_kind.get(&sides.canonical()) else {
            return Err("no piece of the puzzle has these sides".to_owned());
        };
        let free = kind.iter().find(|id| self.free[id.index()]).copied();
        let id = free.ok_or_else(|| format!("piece {} is used twice", kind[0]))?;
        self.take(id);
        Ok(id)
    }
}
