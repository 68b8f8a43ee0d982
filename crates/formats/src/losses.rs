//! What a puzzle loses in a format, short of what makes it another puzzle (that is an error): so
//! that whoever converts can be told.

use tilewright_puzzle::{Provenance, Puzzle};

use crate::format::Format;
use crate::size;

/// What a format does not hold of a puzzle that it can write; empty if nothing is lost but, in
/// formats without one, the name.
pub fn left_out(format: Format, puzzle: &Puzzle) -> Vec<&'static str> {
    if matches!(format, Format::Toml | Format::Json) {
        return Vec::new();
    }
    let mut lost = Vec::new();
    if !puzzle.hints().is_empty() {
        match format {
            Format::DevPuzzle | Format::PuzzleCsv | Format::Hnt | Format::LoganClues => {
                if puzzle.hints().iter().any(|hint| !hint.mandatory) {
                    lost.push("which hints are optional");
                }
            }
            Format::Puz => lost.push("the hints (write them to a file of their own, as hnt)"),
            Format::LoganPieces => {
                lost.push("the hints (write them to a file of their own, as logan-clues)");
            }
            _ => lost.push("the hints"),
        }
    }
    let sizeless = matches!(format, Format::E2Pieces | Format::Shorter | Format::LoganPieces);
    if sizeless && size::of_pieces(None, puzzle.pieces()).ok() != Some(puzzle.shape()) {
        lost.push("the size (read it with --size WxH)");
    }
    if !puzzle.motifs().is_empty() {
        lost.push("the words for the motifs");
    }
    if !puzzle.labels().is_empty() && format != Format::Nichols {
        lost.push("the labels of the pieces");
    }
    if *puzzle.provenance() != Provenance::default() {
        lost.push("where it comes from");
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embedded;

    #[test]
    fn what_is_lost_is_said() {
        let puzzle = embedded::puzzle("eternity2").unwrap();
        assert!(left_out(Format::Toml, &puzzle).is_empty());
        assert!(left_out(Format::Puz, &puzzle)[0].contains("hnt"));
        assert!(!left_out(Format::DevPuzzle, &puzzle).contains(&"the hints"));
        let tall = embedded::puzzle("clue2").map(|clue| {
            let mut parts = clue.to_parts();
            parts.shape = tilewright_puzzle::Shape::square(6, 12);
            Puzzle::new(parts).unwrap()
        });
        assert!(left_out(Format::E2Pieces, &tall.unwrap())[0].contains("--size"));
    }
}
