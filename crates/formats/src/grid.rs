//! The grid that Blackwood's programs print: a line a row, top row first, `number/rotation ` a cell,
//! the number padded to three; `---/-` is an empty cell. Numbers and rotations are those of the
//! puzzle, so that the grid says nothing without it.

use tilewright_puzzle::{Claim, ClaimedPiece, Colour, Puzzle, Rotation, Shape};

use crate::document::{BoardFile, BoardToWrite, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size;
use crate::text::{Field, counted, lines};
use crate::write::placements;

/// Reads a board. Programs print a link below the grid: it is passed over.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let mut cells = Vec::new();
    let (mut width, mut height) = (0, 0);
    let mut notes = Vec::new();
    for line in lines(text) {
        if line.text.contains("://") {
            notes.push(format!("the link in line {} was passed over", line.number));
            break;
        }
        let mut found = 0;
        for field in line.fields() {
            plain::push(&mut cells, cell(field)?, line)?;
            found += 1;
        }
        if height == 0 {
            width = found;
        } else if found != width {
            let message = format!("{found} cells in this row; the first has {width}");
            return Err(line.error(message, "give every row the same number of cells"));
        }
        height += 1;
    }
    let shape = size::square(width, height)?;
    let told = options.shape.or(puzzle.map(Puzzle::shape));
    if let Some(told) = told.filter(|told| *told != shape) {
        let message = format!("the grid is {shape}, but {told} is expected");
        return Err(ReadError::new(message, "give the board of the right puzzle"));
    }
    let claim = Claim { shape, cells };
    notes.insert(0, format!("{shape}, {} filled", counted(claim.placed(), "cell")));
    Ok(BoardFile {
        name: None,
        puzzle_name: None,
        claim,
        rim: puzzle.map_or(Some(Colour::GREY), Puzzle::rim),
        mates: puzzle.map(Puzzle::mates).unwrap_or_default(),
        format: Format::Grid,
        notes,
    })
}

fn cell(field: Field<'_>) -> Result<Option<ClaimedPiece>, ReadError> {
    let wrong = || {
        let message = format!("'{}' where number/rotation is expected", field.short());
        field.error(message, "write cells as 139/2, empty ones as ---/-")
    };
    let (number, rotation) = field.text.split_once('/').ok_or_else(wrong)?;
    let dashes = |part: &str| !part.is_empty() && part.bytes().all(|b| b == b'-');
    if dashes(number) && dashes(rotation) {
        return Ok(None);
    }
    let number: u32 = number.parse().map_err(|_| wrong())?;
    let rotation: u8 = rotation.parse().map_err(|_| wrong())?;
    if number == 0 || rotation > 3 {
        return Err(wrong());
    }
    Ok(Some(ClaimedPiece::Placed { number, rotation: Rotation(rotation) }))
}

/// Writes a board.
pub(crate) fn write(board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    let Shape::Square { width, .. } = board.claim.shape else {
        return Err(WriteError::own_instead(Format::Grid, "it is for square cells"));
    };
    let placed = placements(Format::Grid, board)?;
    let mut text = String::new();
    for row in placed.cells().chunks(usize::from(width)) {
        for cell in row {
            match cell {
                Some(placement) => {
                    let number = placement.piece.number();
                    text.push_str(&format!("{number:>3}/{} ", placement.rotation));
                }
                None => text.push_str("---/- "),
            }
        }
        text.push('\n');
    }
    Ok(text)
}
