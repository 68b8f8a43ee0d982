//! Looks up what a format needs and a claim may lack: sides, numbers, rotations.

use std::borrow::Cow;

use tilewright_puzzle::{Board, Cell, Claim, ClaimedPiece, PieceId, Placement, Puzzle, Sides};

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

/// The board that a claim means, for formats made of numbers and rotations: as it says itself, or in
/// the puzzle that was named, or in the embedded one whose pieces lie there.
pub(crate) fn placements(format: Format, board: &BoardToWrite<'_>) -> Result<Board, WriteError> {
    if let Some(placed) = as_claimed(board.claim) {
        return Ok(placed);
    }
    let puzzle = puzzle_of(format, board)?;
    board.claim.to_board(&puzzle).map_err(|error| {
        let remedy = "name the right puzzle with --puzzle, or correct the board";
        WriteError::new(format, error.to_string(), remedy)
    })
}

/// The puzzle of a board: the one that was named, or the embedded one whose pieces lie there.
pub(crate) fn puzzle_of<'a>(
    format: Format,
    board: &BoardToWrite<'a>,
) -> Result<Cow<'a, Puzzle>, WriteError> {
    if let Some(puzzle) = board.puzzle {
        return Ok(Cow::Borrowed(puzzle));
    }
    embedded::recognise(board.claim).map(Cow::Owned).ok_or_else(|| {
        let message = "it needs piece numbers and rotations, which only the puzzle can tell";
        WriteError::new(format, message, NAME_PUZZLE)
    })
}

/// The board of a claim that gives number and rotation of every piece.
fn as_claimed(claim: &Claim) -> Option<Board> {
    let placement = |claimed: &Option<ClaimedPiece>| match claimed {
        None => Some(None),
        Some(ClaimedPiece::Placed { number, rotation }) => {
            let piece = PieceId::from_number(*number)?;
            Some(Some(Placement { piece, rotation: *rotation }))
        }
        Some(ClaimedPiece::Sides { .. }) => None,
    };
    claim.cells.iter().map(placement).collect::<Option<_>>().map(Board::from_cells)
}
