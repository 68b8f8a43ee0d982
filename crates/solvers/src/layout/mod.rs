//! Boards for methods that move pieces about: local search, tabu, annealing, ants, very large
//! neighbourhoods, and whatever comes later.
//!
//! A [`Layout`] keeps for every cell what its neighbours want there, so that a piece is judged by
//! comparing two words and a swap with the best of all rotations by a handful of them. Its plain
//! twin is [`tilewright_puzzle::score()`]; tests hold them together on every sort of puzzle. A layout
//! may have holes, which methods that build boards fill one by one.

mod ground;
mod swap;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use tilewright_puzzle::{Board, Cell, PieceId, Placement, Rotation};

pub use ground::{Around, Class, Ground, agreements};
use ground::{NOTHING, lane};
pub use swap::Swap;

/// What lies on the board, in arrays made for speed, with its score at every moment.
#[derive(Clone, Debug)]
pub struct Layout {
    ground: Arc<Ground>,
    pieces: Vec<PieceId>,
    rotations: Vec<Rotation>,
    cells: Vec<Cell>,
    /// For each cell the colours that would match its neighbours; what the cell behind the last one,
    /// the rim, wants is written and never read.
    wanted: Vec<Around>,
    score: u32,
}

/// Stands for no piece and no cell.
const NONE: u16 = u16::MAX;

impl Layout {
    /// A board with its mandatory hints and nothing else.
    pub fn new(ground: &Arc<Ground>) -> Self {
        let cells = ground.cell_count();
        let mut layout = Self {
            ground: Arc::clone(ground),
            pieces: vec![PieceId(NONE); cells],
            rotations: vec![Rotation(0); cells],
            cells: vec![Cell(NONE); cells],
            wanted: vec![NOTHING; cells + 1],
            score: 0,
        };
        for &(cell, placement) in ground.hints() {
            layout.lay(cell, placement);
        }
        layout
    }

    /// A board as it lies, holes included; `None` if it breaks the rules of the puzzle.
    pub fn from_board(ground: &Arc<Ground>, board: &Board) -> Option<Self> {
        let mut layout = Self::new(ground);
        if board.cells().len() != ground.cell_count() {
            return None;
        }
        for (index, placement) in board.cells().iter().enumerate() {
            let cell = Cell::at(index);
            if layout.placement(cell).is_some() {
                if *placement != layout.placement(cell) {
                    return None;
                }
                continue;
            }
            let Some(placement) = *placement else { continue };
            let is_free = *layout.cells.get(placement.piece.index())? == Cell(NONE);
            if !is_free || !ground.fits(cell, placement) {
                return None;
            }
            layout.lay(cell, placement);
        }
        Some(layout)
    }

    /// The board.
    pub fn to_board(&self) -> Board {
        let cells = (0..self.pieces.len()).map(|index| self.placement(Cell::at(index)));
        Board::from_cells(cells.collect())
    }

    /// The puzzle behind it.
    #[inline]
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// The matched joins.
    #[inline]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// What lies on a cell.
    #[inline]
    pub fn placement(&self, cell: Cell) -> Option<Placement> {
        let piece = self.pieces[cell.index()];
        let rotation = self.rotations[cell.index()];
        (piece != PieceId(NONE)).then_some(Placement { piece, rotation })
    }

    /// The piece on a cell that is not empty.
    #[inline]
    pub fn piece(&self, cell: Cell) -> PieceId {
        self.pieces[cell.index()]
    }

    /// How the piece on a cell is turned.
    #[inline]
    pub fn piece_rotation(&self, cell: Cell) -> Rotation {
        self.rotations[cell.index()]
    }

    /// Whether nothing lies on a cell.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.pieces[cell.index()] == PieceId(NONE)
    }

    /// Where a piece lies.
    #[inline]
    pub fn cell_of(&self, piece: PieceId) -> Option<Cell> {
        let cell = self.cells[piece.index()];
        (cell != Cell(NONE)).then_some(cell)
    }

    /// The colours that would match the neighbours of a cell.
    #[inline]
    pub fn wanted(&self, cell: Cell) -> Around {
        self.wanted[cell.index()]
    }

    /// The colour that would match the neighbour on a side of a cell.
    #[inline]
    pub fn wanted_colour(&self, cell: Cell, side: u8) -> u16 {
        ground::colour_at(self.wanted[cell.index()], usize::from(side & 3))
    }

    /// How many joins a piece would match on a cell, as its neighbours lie now.
    #[inline]
    pub fn matches(&self, cell: Cell, piece: PieceId, rotation: Rotation) -> u32 {
        agreements(self.ground.sides_of(piece, rotation), self.wanted[cell.index()])
    }

    /// How many joins the piece on a cell matches.
    #[inline]
    pub fn matches_now(&self, cell: Cell) -> u32 {
        self.matches(cell, self.pieces[cell.index()], self.rotations[cell.index()])
    }

    /// How many neighbours of a cell there are on the board.
    #[inline]
    pub fn neighbours_laid(&self, cell: Cell) -> u32 {
        self.ground.neighbours(cell).filter(|&other| !self.is_empty(other)).count() as u32
    }

    /// How many joins of a cell do not match; the cell and its neighbours must not be empty.
    #[inline]
    pub fn mismatches(&self, cell: Cell) -> u32 {
        self.ground.degree(cell) - self.matches_now(cell)
    }

    /// Whether any join of a cell does not match; the cell and its neighbours must not be empty.
    #[inline]
    pub fn is_faulty(&self, cell: Cell) -> bool {
        self.mismatches(cell) > 0
    }

    /// Lays a piece on a cell that is empty.
    #[inline]
    pub fn lay(&mut self, cell: Cell, placement: Placement) {
        let Placement { piece, rotation } = placement;
        self.score += self.matches(cell, piece, rotation);
        self.put(cell, piece, rotation);
    }

    /// Takes the piece from a cell that is not empty.
    #[inline]
    pub fn lift(&mut self, cell: Cell) -> Placement {
        let (piece, rotation) = (self.pieces[cell.index()], self.rotations[cell.index()]);
        self.score -= self.matches(cell, piece, rotation);
        self.pieces[cell.index()] = PieceId(NONE);
        self.cells[piece.index()] = Cell(NONE);
        self.want(cell, NOTHING);
        Placement { piece, rotation }
    }

    /// Turns the piece on a cell.
    #[inline]
    pub fn turn(&mut self, cell: Cell, rotation: Rotation) {
        let piece = self.pieces[cell.index()];
        self.score += self.matches(cell, piece, rotation);
        self.score -= self.matches_now(cell);
        self.put(cell, piece, rotation);
    }

    #[inline]
    fn put(&mut self, cell: Cell, piece: PieceId, rotation: Rotation) {
        self.pieces[cell.index()] = piece;
        self.rotations[cell.index()] = rotation;
        self.cells[piece.index()] = cell;
        self.want(cell, self.ground.mates[piece.index()][rotation.index() & 3]);
    }

    /// Tells the neighbours of a cell what would match it.
    #[inline]
    fn want(&mut self, cell: Cell, mates: Around) {
        for (side, contact) in self.ground.contacts[cell.index()].iter().enumerate() {
            let word = &mut self.wanted[usize::from(contact.cell)];
            let shift = 16 * u32::from(contact.side);
            let mate = u64::from(ground::colour_at(mates, side));
            *word = (*word & !lane(usize::from(contact.side))) | mate << shift;
        }
    }

    /// Copies another board of the same puzzle over this one.
    pub fn copy_from(&mut self, other: &Self) {
        self.pieces.copy_from_slice(&other.pieces);
        self.rotations.copy_from_slice(&other.rotations);
        self.cells.copy_from_slice(&other.cells);
        self.wanted.copy_from_slice(&other.wanted);
        self.score = other.score;
    }
}
