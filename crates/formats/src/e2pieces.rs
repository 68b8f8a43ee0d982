//! e2pieces.txt: one piece a line, four integers, up right down left. The official pieces stand in
//! it turned half a circle (line 1 is `0 0 1 3`, piece 1 is 1 3 0 0); they are recognised and
//! turned back. No size inside.

use tilewright_puzzle::{Puzzle, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::official;
use crate::plain;
use crate::text::lines;

/// Reads pieces.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut pieces = Vec::new();
    for line in lines(text) {
        let colours = line.numbers("up right down left")?;
        plain::push(&mut pieces, Sides::square(colours), line)?;
    }
    plain::draft_of(options.shape, pieces)
}

/// Writes pieces.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    plain::check(Format::E2Pieces, puzzle, 4)?;
    let (pieces, _) = official::as_catalogued(puzzle);
    Ok(pieces.iter().map(|piece| plain::spaced(piece) + "\n").collect())
}
