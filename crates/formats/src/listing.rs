//! A board as lines of four integers: the cells row by row, up right down left as they lie,
//! `0 0 0 0` for an empty one. No size and no piece numbers inside.

use tilewright_puzzle::{Cell, Claim, ClaimedPiece, Puzzle, Shape, Sides};

use crate::document::{BoardFile, BoardToWrite, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size::{likely_rim, of_board, without_rim};
use crate::text::{counted, is_all_grey, lines};
use crate::write::sides_of_cells;

/// Reads a board.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let mut cells = Vec::new();
    for line in lines(text) {
        let sides = Sides::square(line.numbers("up right down left")?);
        plain::push(&mut cells, (!is_all_grey(&sides)).then_some(sides), line)?;
    }
    let told = options.shape.or(puzzle.map(Puzzle::shape));
    let (shape, how) = match without_rim(&cells).filter(|_| told.is_none()) {
        Some(square) => (square, "the square"),
        None => of_board(told, &cells)?,
    };
    let claimed =
        cells.iter().map(|cell| cell.map(|sides| ClaimedPiece::Sides { sides, number: None }));
    let claim = Claim { shape, cells: claimed.collect() };
    let notes = vec![format!("{shape} ({how}), {} filled", counted(claim.placed(), "cell"))];
    Ok(BoardFile {
        name: None,
        puzzle_name: None,
        rim: puzzle.map_or_else(|| likely_rim(&claim), Puzzle::rim),
        mates: puzzle.map(Puzzle::mates).unwrap_or_default(),
        claim,
        format: Format::Listing,
        notes,
    })
}

/// Writes a board.
pub(crate) fn write(board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    let format = Format::Listing;
    let Shape::Square { .. } = board.claim.shape else {
        return Err(WriteError::own_instead(format, "it is for square cells"));
    };
    let mut text = String::new();
    for (index, cell) in sides_of_cells(format, board)?.into_iter().enumerate() {
        if cell.as_ref().is_some_and(is_all_grey) {
            let name = board.claim.shape.cell_name(Cell::at(index));
            let message = format!("cell {name} is 0 all round, which means an empty cell");
            return Err(WriteError::own_instead(format, message));
        }
        text.push_str(&plain::spaced(&cell.unwrap_or(Sides::square([0; 4]))));
        text.push('\n');
    }
    Ok(text)
}
