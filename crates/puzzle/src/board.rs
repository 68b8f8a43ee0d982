//! A board: what lies on each cell.

use serde::{Deserialize, Serialize};

use crate::ids::{Cell, Colour, PieceId, Rotation, Side};
use crate::puzzle::Puzzle;
use crate::sides::Sides;
use crate::topology::Symmetry;

/// A piece on a board: which one, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// Which piece.
    pub piece: PieceId,
    /// Clockwise from the puzzle's own orientation of the piece.
    pub rotation: Rotation,
}

/// For each cell a placement, or nothing.
///
/// A board knows nothing of its puzzle: the same piece may lie on it twice. What it is worth is
/// for the [scorer](mod@crate::score) and the [auditor](crate::audit) to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Board {
    cells: Vec<Option<Placement>>,
}

impl Board {
    /// An empty board for a puzzle.
    pub fn empty(puzzle: &Puzzle) -> Self {
        Self { cells: vec![None; puzzle.topology().cell_count()] }
    }

    /// A board from its cells, row by row.
    pub fn from_cells(cells: Vec<Option<Placement>>) -> Self {
        Self { cells }
    }

    /// The board with all mandatory hints in place and nothing else.
    pub fn with_hints(puzzle: &Puzzle) -> Self {
        let mut board = Self::empty(puzzle);
        for hint in puzzle.hints().iter().filter(|hint| hint.mandatory) {
            board.set(hint.cell, Some(Placement { piece: hint.piece, rotation: hint.rotation }));
        }
        board
    }

    /// What lies on each cell, row by row.
    pub fn cells(&self) -> &[Option<Placement>] {
        &self.cells
    }

    /// What lies on a cell; nothing for a cell that is not there.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Placement> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Lays a piece on a cell or clears it, whatever was there. Cells outside the board stay so.
    #[inline]
    pub fn set(&mut self, cell: Cell, placement: Option<Placement>) {
        if let Some(place) = self.cells.get_mut(cell.index()) {
            *place = placement;
        }
    }

    /// Number of cells that are filled.
    pub fn placed(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The sides that lie on a cell, as turned; `None` if it is empty or the piece is unknown.
    #[inline]
    pub fn sides(&self, puzzle: &Puzzle, cell: Cell) -> Option<Sides> {
        let placement = self.get(cell)?;
        Some(puzzle.piece(placement.piece)?.rotated(placement.rotation))
    }

    /// The colour on one side of a cell.
    pub fn colour(&self, puzzle: &Puzzle, cell: Cell, side: Side) -> Option<Colour> {
        self.sides(puzzle, cell).map(|sides| sides.get(side))
    }

    /// The board turned as a whole.
    pub fn turned(&self, puzzle: &Puzzle, symmetry: &Symmetry) -> Self {
        let count = puzzle.topology().side_count();
        let mut turned = Self::empty(puzzle);
        for (place, &goal) in self.cells.iter().zip(&symmetry.cells) {
            let placement = place.map(|p| Placement {
                piece: p.piece,
                rotation: Rotation((p.rotation.0 + symmetry.rotation.0) % count),
            });
            turned.set(goal, placement);
        }
        turned
    }
}
