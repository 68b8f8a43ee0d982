//! What plain lists of pieces have in common: numbers only, colour 0 for the rim, no word about
//! mates; size and rim follow from the pieces.

use std::collections::HashSet;

use tilewright_puzzle::{Colour, Puzzle, PuzzleParts, Shape, Sides};

use crate::document::PuzzleDraft;
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::size;
use crate::structured::MOST_CELLS;
use crate::text::Line;

/// A draft from pieces of a known outline.
pub(crate) fn draft(shape: Shape, pieces: Vec<Sides>) -> PuzzleDraft {
    let rim = size::rim_of(shape, &pieces);
    let notes = vec![size::rim_note(rim, &pieces)];
    let parts = PuzzleParts { rim, ..PuzzleParts::new("", shape, pieces) };
    PuzzleDraft { parts, named: false, notes }
}

/// A draft from square pieces whose outline was told or follows from them.
pub(crate) fn draft_of(told: Option<Shape>, pieces: Vec<Sides>) -> Result<PuzzleDraft, ReadError> {
    let shape = size::of_pieces(told, &pieces)?;
    let mut draft = draft(shape, pieces);
    if told.is_none() {
        draft.notes.extend(size::other_way_note(shape));
    }
    Ok(draft)
}

/// Adds a piece to a list, unless it is longer than any puzzle.
pub(crate) fn push<T>(pieces: &mut Vec<T>, piece: T, line: Line<'_>) -> Result<(), ReadError> {
    if pieces.len() == MOST_CELLS {
        let message = format!("more than {MOST_CELLS} pieces");
        return Err(line.error(message, "give the pieces of one puzzle"));
    }
    pieces.push(piece);
    Ok(())
}

/// Puts numbered pieces into the order of their numbers if those are 1, 2, 3, ...; else keeps the
/// order of the file and the numbers as labels.
pub(crate) fn in_order(numbered: Vec<(u32, Sides)>) -> (Vec<Sides>, Vec<String>) {
    let count = numbered.len() as u32;
    let numbers: HashSet<_> = numbered.iter().map(|&(number, _)| number).collect();
    let plain = numbers.len() == numbered.len() && numbers.iter().all(|n| (1..=count).contains(n));
    if plain {
        let mut sorted = numbered;
        sorted.sort_unstable_by_key(|&(number, _)| number);
        return (sorted.into_iter().map(|(_, sides)| sides).collect(), Vec::new());
    }
    let labels = numbered.iter().map(|(number, _)| number.to_string()).collect();
    (numbered.into_iter().map(|(_, sides)| sides).collect(), labels)
}

/// Says how pieces with labels are numbered.
pub(crate) fn label_note(labels: &[String]) -> Option<String> {
    if labels.is_empty() {
        return None;
    }
    Some("the file does not number its pieces 1, 2, 3, ...: its numbers are kept as labels".into())
}

/// Checks that a plain list says enough about a puzzle: right number of sides, no mates, and a rim
/// that every reader will see.
pub(crate) fn check(format: Format, puzzle: &Puzzle, sides: u8) -> Result<(), WriteError> {
    let fail = |message: String| Err(WriteError::own_instead(format, message));
    if puzzle.shape().sides() != sides {
        return fail(format!("its pieces have {sides} sides"));
    }
    if !puzzle.mates().is_empty() {
        return fail("it has no place for mates: every colour matches itself".to_owned());
    }
    let seen = size::rim_of(puzzle.shape(), puzzle.pieces());
    match (puzzle.rim(), seen) {
        (rim, seen) if rim == seen => Ok(()),
        (Some(rim), _) if rim != Colour::GREY => {
            fail(format!("its rim is colour 0, and this puzzle's is {rim}"))
        }
        (Some(_), _) => {
            fail("the grey sides do not make up the rim, so no reader would see it".to_owned())
        }
        (None, _) => fail("colour 0 would be taken for the rim, and there is none".to_owned()),
    }
}

/// Four numbers, parted by spaces.
pub(crate) fn spaced(sides: &Sides) -> String {
    let numbers: Vec<_> = sides.colours().iter().map(Colour::to_string).collect();
    numbers.join(" ")
}
