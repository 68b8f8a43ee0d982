//! The official pieces of Eternity II, whichever way a file turns them.
//!
//! A rotation means nothing without the orientation it is counted from, and programs differ: the
//! pieces of e2pieces.txt and of eternity2.dev are turned half a circle against the orientation
//! printed on the pieces, which is ours.

use tilewright_puzzle::{Hint, Puzzle, PuzzleParts, Rotation, Sides};

use crate::embedded;

/// How far e2pieces.txt and eternity2.dev turn the official pieces.
pub(crate) const HALF_TURN: Rotation = Rotation(2);

/// Whether these are the official pieces, in order and turned as printed.
pub(crate) fn is_official(puzzle: &Puzzle) -> bool {
    embedded::official().is_some_and(|official| official.pieces() == puzzle.pieces())
}

/// How far each piece of a list is turned against the official one of its number; `None` if any is
/// another piece.
fn turns(pieces: &[Sides]) -> Option<Vec<Rotation>> {
    let official = embedded::official()?.pieces();
    if pieces.len() != official.len() {
        return None;
    }
    // One turn for all is likelier than what symmetric pieces would allow one by one.
    for turn in [0, 2, 1, 3].map(Rotation) {
        if official.iter().zip(pieces).all(|(own, piece)| own.rotated(turn) == *piece) {
            return Some(vec![turn; pieces.len()]);
        }
    }
    official.iter().zip(pieces).map(|(own, piece)| own.rotation_to(piece)).collect()
}

/// If the pieces are the official ones, adds their motifs and says how they are turned; and turns
/// them, and the hints with them, as printed, if asked to.
pub(crate) fn recognise(parts: &mut PuzzleParts, turn_as_printed: bool) -> Option<String> {
    let turns = turns(&parts.pieces)?;
    let official = embedded::official()?;
    if parts.motifs.is_empty() {
        parts.motifs = official.motifs().to_vec();
    }
    let first = turns.first().copied()?;
    let how = match first {
        _ if turns.iter().any(|&turn| turn != first) => "turned each its own way".to_owned(),
        Rotation(0) => "turned as printed".to_owned(),
        Rotation(2) => "turned half a circle against the print".to_owned(),
        turn => format!("turned {turn} quarters clockwise against the print"),
    };
    if !turn_as_printed {
        return Some(format!("the official pieces of Eternity II, {how}"));
    }
    parts.pieces = official.pieces().to_vec();
    for hint in &mut parts.hints {
        turn_hint(hint, &turns);
    }
    Some(format!("the official pieces of Eternity II, {how} in the file and as printed here"))
}

fn turn_hint(hint: &mut Hint, turns: &[Rotation]) {
    if let Some(turn) = turns.get(hint.piece.index()) {
        hint.rotation = Rotation((hint.rotation.0 + turn.0) % 4);
    }
}

/// The pieces as e2pieces.txt and eternity2.dev turn them: the official ones by half a circle, all
/// others as they are. With the rotation that undoes it.
pub(crate) fn as_catalogued(puzzle: &Puzzle) -> (Vec<Sides>, Rotation) {
    let turn = if is_official(puzzle) { HALF_TURN } else { Rotation(0) };
    (puzzle.pieces().iter().map(|piece| piece.rotated(turn)).collect(), turn)
}
