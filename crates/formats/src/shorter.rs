//! SHORTER: one piece a line, five integers: number, top, right, bottom, left. No size inside.
//! Commas and a header line, as spreadsheets write them, are accepted.

use tilewright_puzzle::{Puzzle, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::text::{is_header, lines};

/// Reads pieces.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut numbered = Vec::new();
    for (index, line) in lines(text).enumerate() {
        if index == 0 && is_header(line) {
            continue;
        }
        let [number, rest @ ..] = line.exactly::<5>("number top right bottom left")?;
        let mut colours = [0; 4];
        for (colour, field) in colours.iter_mut().zip(rest) {
            *colour = field.number("colour")?;
        }
        let piece = (number.number("piece number")?, Sides::square(colours));
        plain::push(&mut numbered, piece, line)?;
    }
    let (pieces, labels) = plain::in_order(numbered);
    let mut draft = plain::draft_of(options.shape, pieces)?;
    draft.notes.extend(plain::label_note(&labels));
    draft.parts.labels = labels;
    Ok(draft)
}

/// Writes pieces.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    plain::check(Format::Shorter, puzzle, 4)?;
    let lines = puzzle.piece_ids().zip(puzzle.pieces());
    Ok(lines.map(|(id, piece)| format!("{id} {}\n", plain::spaced(piece))).collect())
}
