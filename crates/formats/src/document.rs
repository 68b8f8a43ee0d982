//! What reading gives and writing takes.

use tilewright_puzzle::{Claim, Colour, Puzzle, PuzzleParts, Shape};

use crate::format::Format;

/// What the reader knows beside the text.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; recognised from the text if it is not told.
    pub format: Option<Format>,
    /// The outline, for formats with no size inside.
    pub shape: Option<Shape>,
    /// The text of a hint file (`.hnt` or Logan clues) that goes with the pieces.
    pub hints: Option<String>,
    /// Whether the hint file gives the row before the column.
    pub swap_xy: bool,
    /// The file's name, for messages and for puzzles with no name inside.
    pub file_name: Option<String>,
}

/// A puzzle that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleFile {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The format it was in.
    pub format: Format,
    /// What was understood: size, pieces, rim, hints, numbering, orientation, choices made.
    pub notes: Vec<String>,
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardFile {
    /// What the board is called.
    pub name: Option<String>,
    /// What its puzzle is called.
    pub puzzle_name: Option<String>,
    /// What is said to lie on it.
    pub claim: Claim,
    /// The rim's colour, said or seen.
    pub rim: Option<Colour>,
    /// Pairs of colours that match each other, where the format says so.
    pub mates: Vec<(Colour, Colour)>,
    /// The format it was in.
    pub format: Format,
    /// What was understood, and choices made.
    pub notes: Vec<String>,
}

/// A puzzle or a board.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// A puzzle.
    Puzzle(PuzzleFile),
    /// A board.
    Board(BoardFile),
}

/// A board to be written, with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct BoardToWrite<'a> {
    /// What the board is called.
    pub name: Option<&'a str>,
    /// What lies on it.
    pub claim: &'a Claim,
    /// Its puzzle, from which numbers, rotations and sides that the claim lacks are looked up.
    pub puzzle: Option<&'a Puzzle>,
    /// What its puzzle is called, if the puzzle itself is not known.
    pub puzzle_name: Option<&'a str>,
    /// The rim, if the puzzle is not known.
    pub rim: Option<Colour>,
    /// The pairs of mates, if the puzzle is not known.
    pub mates: &'a [(Colour, Colour)],
}

impl<'a> BoardToWrite<'a> {
    /// A board without a name.
    pub fn new(claim: &'a Claim, puzzle: Option<&'a Puzzle>) -> Self {
        let rim = Some(Colour::GREY);
        Self { name: None, claim, puzzle, puzzle_name: None, rim, mates: &[] }
    }

    /// A board as it was read.
    pub fn of(file: &'a BoardFile, puzzle: Option<&'a Puzzle>) -> Self {
        Self {
            name: file.name.as_deref(),
            claim: &file.claim,
            puzzle,
            puzzle_name: file.puzzle_name.as_deref(),
            rim: file.rim,
            mates: &file.mates,
        }
    }

    /// The rim: the puzzle's, or what is known without it.
    pub(crate) fn rim(&self) -> Option<Colour> {
        self.puzzle.map_or(self.rim, Puzzle::rim)
    }
}

/// A puzzle as a reader understood it, before hints from elsewhere are added and all is checked.
pub(crate) struct PuzzleDraft {
    pub parts: PuzzleParts,
    /// Whether the format gives the name; else the file's name is taken.
    pub named: bool,
    pub notes: Vec<String>,
}
