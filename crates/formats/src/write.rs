//! Looks up what a format needs and a claim may lack: sides, numbers, rotations.

use tilewright_puzzle::{Board, Cell, Claim, ClaimedPiece, Puzzle, Sides};

use crate::document::BoardToWrite;
use crate::embedded;
use crate::error::WriteError;
use crate::format::Format;

/// What to do where only the puzzle would help.
const NAME_PUZZLE: &str = "name the puzzle with --puzzle";

/// The sides that lie on each cell.
pub(crate) fn sides_of_cells(
    format: Format,
    board: &BoardToWrite<'_>,
) -> Result<Vec<Option<Sides>>, WriteError> {
    let cells = board.claim.cells.iter().enumerate();
    cells
        .map(|(index, claimed)| match claimed {
            None => Ok(None),
            Some(piece) => match piece.sides(board.puzzle) {
                Some(sides) => Ok(Some(sides)),
                None => Err(unknown_piece(format, board, index, piece)),
            },
        })
        .collect()
}

fn unknown_piece(
    format: Format,
    board: &BoardToWrite<'_>,
    index: usize,
    piece: &ClaimedPiece,
) -> WriteError {
    let name = board.claim.shape.cell_name(Cell::at(index));
    let number = piece.number().unwrap_or(0);
    match board.puzzle {
        None => {
            let message = format!("cell {name} has piece {number}, whose sides are not known");
            WriteError::new(format, message, NAME_PUZZLE)
        }
        Some(puzzle) => {
            let message = format!("cell {name}: there is no piece {number} in {}", puzzle.name());
            WriteError::new(format, message, "name the right puzzle with --puzzle")
        }
    }
}

/// The piece number on each cell, where the claim says it or the puzzle tells.
pub(crate) fn numbers_of_cells(board: &BoardToWrite<'_>) -> Vec<Option<u32>> {
    let placed = board.puzzle.and_then(|puzzle| board.claim.to_board(puzzle).ok());
    let claimed = board.claim.cells.iter().enumerate();
    claimed
        .map(|(index, piece)| {
            let found = placed.as_ref().and_then(|placed| placed.get(Cell::at(index)));
            found.map(|p| p.piece.number()).or_else(|| piece.as_ref()?.number())
        })
        .collect()
}

/// The board that a claim means, for formats made of numbers and rotations: in the puzzle that was
/// named, or the embedded one whose pieces lie there. `None` if the claim itself says it all.
pub(crate) fn placements(format: Format, board: &BoardToWrite<'_>) -> Result<Board, WriteError> {
    let mut all_placed = true;
    let cells = board.claim.cells.iter().map(|claimed| match claimed {
        Some(ClaimedPiece::Placed { number, rotation }) => {
            let piece = tilewright_puzzle::PieceId::from_number(*number)?;
            Some(tilewright_puzzle::Placement { piece, rotation: *rotation })
        }
        Some(ClaimedPiece::Sides { .. }) => {
            all_placed = false;
            None
        }
        None => None,
    });
    let as_claimed = Board::from_cells(cells.collect());
    if all_placed {
        return Ok(as_claimed);
    }
    let lookup = |puzzle: &Puzzle, claim: &Claim| {
        claim.to_board(puzzle).map_err(|error| {
            let remedy = "name the right puzzle with --puzzle, or correct the board";
            WriteError::new(format, error.to_string(), remedy)
        })
    };
    match board.puzzle {
        Some(puzzle) => lookup(puzzle, board.claim),
        None => match embedded::recognise(board.claim) {
            Some(puzzle) => lookup(&puzzle, board.claim),
            None => {
                let message = "it is made of piece numbers and rotations, which are not known here";
                Err(WriteError::new(format, message, NAME_PUZZLE))
            }
        },
    }
}
