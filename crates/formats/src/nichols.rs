//! Triangular puzzles as in Nichols 2018: CSV without a header, `name,left,right,bottom` with the
//! piece upright, 0 for the rim; an empty line ends the list. The side of the board follows from
//! the number of pieces.

use tilewright_puzzle::{Puzzle, Shape, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size;
use crate::text::Line;

/// Reads pieces.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut pieces = Vec::new();
    let mut labels = Vec::new();
    let rows = text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text });
    let content = rows.skip_while(|line| line.text.trim().is_empty());
    for line in content.take_while(|line| !line.text.trim().is_empty()) {
        let mut fields = line.between_commas();
        let (Some(name), Some(left), Some(right), Some(bottom), None) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            let found = line.between_commas().count();
            let message = format!("{found} fields where 4 are expected (name,left,right,bottom)");
            return Err(line.error(message, "correct the line"));
        };
        let colours = [left.number("left")?, right.number("right")?, bottom.number("bottom")?];
        plain::push(&mut pieces, Sides::triangle(colours), line)?;
        labels.push(name.text.to_owned());
    }
    let count = pieces.len();
    let side = count.isqrt();
    if side * side != count || count == 0 {
        let message = format!("{count} pieces; a triangle of side n has n times n");
        return Err(ReadError::new(
            message,
            "restore what is missing or take away what is too much",
        ));
    }
    let shape = size::check(Shape::triangle(side as u16))?;
    if options.shape.is_some_and(|told| told != shape) {
        let message = format!("{count} pieces make a {shape}, which is not the size that was told");
        return Err(ReadError::new(message, "leave the size out or correct it"));
    }
    let numbered = labels.iter().enumerate().all(|(i, label)| *label == (i + 1).to_string());
    let mut draft = plain::draft(shape, pieces);
    if !numbered {
        draft.notes.push("names of pieces are kept as labels".to_owned());
        draft.parts.labels = labels;
    }
    Ok(draft)
}

/// Writes pieces.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    plain::check(Format::Nichols, puzzle, 3)?;
    let mut text = String::new();
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let label = puzzle.label(id);
        if label.contains([',', '\n', '\r']) || label.trim() != label {
            let message =
                format!("the name of piece {id} has a comma, a line break or outer space");
            return Err(WriteError::own_instead(Format::Nichols, message));
        }
        text.push_str(&label);
        for colour in piece.colours() {
            text.push_str(&format!(",{colour}"));
        }
        text.push('\n');
    }
    text.push('\n');
    Ok(text)
}
