//! Boards with their puzzles: the one the user names, or the one that the board itself tells.

use anyhow::{Result, bail};
use tilewright_formats::{BoardFile, Format, PuzzleFile, puzzle_of_board as told_by};
use tilewright_puzzle::Puzzle;

use crate::input::{ReadingArgs, board_file, puzzle_of_board};

/// A board with the puzzle that it belongs to.
pub(crate) struct LoadedBoard {
    pub(crate) file: BoardFile,
    pub(crate) puzzle: Puzzle,
    /// Whether the puzzle was named or recognised; else it is made of the board's own pieces.
    pub(crate) is_known: bool,
    pub(crate) notes: Vec<String>,
}

/// Reads a board and finds its puzzle.
pub(crate) fn load(
    name: &str,
    puzzle_name: Option<&str>,
    reading: &ReadingArgs,
) -> Result<LoadedBoard> {
    let named = puzzle_name.map(|name| puzzle_of_board(name, reading)).transpose()?;
    let file = board_file(name, named.as_ref().map(|file| &file.puzzle), reading)?;
    with_puzzle(file, named, reading)
}

/// Finds the puzzle of a board that has been read: the one named, or the embedded one whose pieces
/// lie there, or for a complete board its own pieces.
pub(crate) fn with_puzzle(
    mut file: BoardFile,
    named: Option<PuzzleFile>,
    reading: &ReadingArgs,
) -> Result<LoadedBoard> {
    let mut notes = file.notes.clone();
    if let Some(named) = named {
        notes.extend(named.notes.iter().map(|note| format!("puzzle: {note}")));
        return Ok(LoadedBoard { file, puzzle: named.puzzle, is_known: true, notes });
    }
    let belonging = told_by(&mut file)?;
    notes.extend(belonging.notes);
    if !belonging.is_known {
        if reading.tells_hints() {
            bail!(
                "--hints belongs to a puzzle, and this board's is not known; name it with --puzzle"
            );
        }
        return Ok(LoadedBoard { file, puzzle: belonging.puzzle, is_known: false, notes });
    }
    let found = PuzzleFile { puzzle: belonging.puzzle, format: Format::Toml, notes: Vec::new() };
    let PuzzleFile { puzzle, notes: of_hints, .. } = reading.with_hints(found)?;
    notes.extend(of_hints.iter().map(|note| format!("puzzle: {note}")));
    Ok(LoadedBoard { file, puzzle, is_known: true, notes })
}
