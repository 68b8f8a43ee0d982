//! The plain twin of the counter: lays numbered pieces cell by cell in every way and collects the
//! boards that match. It shares nothing with the search but the model.

use std::collections::HashSet;

use tilewright_puzzle::{Board, Cell, PieceId, Placement, Puzzle, Sides};

/// All solutions of a puzzle.
pub struct Solutions {
    pub labelled: HashSet<Board>,
}

/// What a board looks like, cell by cell.
pub type Looks = Vec<Sides>;

pub fn looks(puzzle: &Puzzle, board: &Board) -> Looks {
    puzzle.topology().cells().map(|cell| board.sides(puzzle, cell).unwrap()).collect()
}

impl Solutions {
    /// `None` if that would take more than so many tries.
    pub fn of(puzzle: &Puzzle, tries: &mut u64) -> Option<Self> {
        let mut labelled = HashSet::new();
        lay(puzzle, &mut Board::empty(puzzle), 0, tries, &mut labelled).then_some(Self { labelled })
    }

    pub fn distinct(&self, puzzle: &Puzzle) -> HashSet<Looks> {
        self.labelled.iter().map(|board| looks(puzzle, board)).collect()
    }

    /// Each set of solutions that are turns of one another, by its least.
    pub fn unique(&self, puzzle: &Puzzle) -> HashSet<Looks> {
        let distinct = self.distinct(puzzle);
        let symmetries = puzzle.topology().symmetries();
        let least = |board: &Board| {
            let turns = symmetries.iter().map(|turn| looks(puzzle, &board.turned(puzzle, turn)));
            turns.filter(|turned| distinct.contains(turned)).min().unwrap()
        };
        self.labelled.iter().map(least).collect()
    }
}

fn lay(
    puzzle: &Puzzle,
    board: &mut Board,
    index: usize,
    tries: &mut u64,
    found: &mut HashSet<Board>,
) -> bool {
    if index == puzzle.pieces().len() {
        found.insert(board.clone());
        return true;
    }
    let cell = Cell::at(index);
    for piece in puzzle.piece_ids() {
        if board.cells().iter().flatten().any(|placement| placement.piece == piece) {
            continue;
        }
        for (rotation, sides) in puzzle.pieces()[piece.index()].rotations() {
            if *tries == 0 {
                return false;
            }
            *tries -= 1;
            let placement = Placement { piece, rotation };
            if may_lie(puzzle, board, cell, piece, placement, &sides) {
                board.set(cell, Some(placement));
                let is_complete = lay(puzzle, board, index + 1, tries, found);
                board.set(cell, None);
                if !is_complete {
                    return false;
                }
            }
        }
    }
    true
}

fn may_lie(
    puzzle: &Puzzle,
    board: &Board,
    cell: Cell,
    piece: PieceId,
    placement: Placement,
    sides: &Sides,
) -> bool {
    let keeps_hints = puzzle.hints().iter().filter(|hint| hint.mandatory).all(|hint| {
        let is_hint = hint.piece == piece && hint.cell == cell;
        if is_hint {
            hint.rotation == placement.rotation
        } else {
            hint.piece != piece && hint.cell != cell
        }
    });
    let matches_around = puzzle.topology().around(cell).all(|(side, contact)| {
        let beside = contact.and_then(|(other, back)| board.colour(puzzle, other, back));
        beside.is_none_or(|colour| puzzle.matches(colour, sides.get(side)))
    });
    keeps_hints && matches_around && puzzle.fits_rim(cell, sides)
}
