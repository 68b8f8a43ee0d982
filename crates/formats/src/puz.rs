//! McGavin's .puz: a line with width, height and the highest colour, then one piece a line, north
//! east south west. Hints are in a .hnt file beside it.

use tilewright_puzzle::{Puzzle, Shape, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size;
use crate::text::lines;

/// Reads pieces.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut rows = lines(text);
    let Some(first) = rows.next() else {
        return Err(ReadError::new("no size", "start with: width height highest-colour"));
    };
    let mut head = first.fields();
    let (Some(width), Some(height)) = (head.next(), head.next()) else {
        return Err(first.error("no size", "start with: width height highest-colour"));
    };
    let shape = size::square(width.number("width")?, height.number("height")?)
        .map_err(|error| error.at(first.number, 1))?;
    let highest = head.next().map(|field| field.number::<u16>("highest colour")).transpose()?;
    if options.shape.is_some_and(|told| told != shape) {
        let message = format!("the file says {shape}, which is not the size that was told");
        return Err(first.error(message, "leave out --size or correct it"));
    }
    let mut pieces = Vec::new();
    for line in rows {
        let colours: [u16; 4] = line.numbers("north east south west")?;
        if let Some(colour) = colours.iter().find(|&&c| highest.is_some_and(|limit| c > limit)) {
            let message = format!("colour {colour} is above the highest that line 1 names");
            return Err(line.error(message, "correct the colour or the first line"));
        }
        plain::push(&mut pieces, Sides::square(colours), line)?;
    }
    Ok(plain::draft(shape, pieces))
}

/// Writes pieces.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    plain::check(Format::Puz, puzzle, 4)?;
    let Shape::Square { width, height } = puzzle.shape() else {
        return Err(WriteError::own_instead(Format::Puz, "it is for square pieces"));
    };
    let highest = puzzle.pieces().iter().flat_map(|p| p.colours().to_vec()).max();
    let mut text = format!("{width} {height} {}\n", highest.unwrap_or_default());
    for piece in puzzle.pieces() {
        text.push_str(&plain::spaced(piece));
        text.push('\n');
    }
    Ok(text)
}
