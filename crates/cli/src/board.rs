//! Boards with their puzzles. Few boards say which puzzle they belong to: the user may, the pieces
//! often do, and a complete board can be judged by itself.

use anyhow::{Result, bail};
use tilewright_formats::{BoardFile, Format, PuzzleFile, embedded};
use tilewright_puzzle::audit::audit;
use tilewright_puzzle::{Claim, ClaimedPiece, Puzzle, PuzzleParts};

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
    if let Some((puzzle, why)) = found(&file) {
        notes.push(format!("puzzle: {why}"));
        let found = PuzzleFile { puzzle, format: Format::Toml, notes: Vec::new() };
        let PuzzleFile { puzzle, notes: of_hints, .. } = reading.with_hints(found)?;
        notes.extend(of_hints.iter().map(|note| format!("puzzle: {note}")));
        return Ok(LoadedBoard { file, puzzle, is_known: true, notes });
    }
    if reading.tells_hints() {
        bail!("--hints belongs to a puzzle, and this board's is not known; name it with --puzzle");
    }
    let (puzzle, note) = of_own_pieces(&mut file)?;
    notes.extend(note);
    notes.push("no known puzzle has these pieces: the board is judged by itself".to_owned());
    Ok(LoadedBoard { file, puzzle, is_known: false, notes })
}

/// The embedded puzzle of a board, and why it is taken.
fn found(file: &BoardFile) -> Option<(Puzzle, String)> {
    if let Some(puzzle) = by_name(file) {
        let why = format!("{}, which the board names", puzzle.name());
        return Some((puzzle, why));
    }
    if let Some(puzzle) = recognised(&file.claim) {
        let why = format!("{}, known by its pieces", puzzle.name());
        return Some((puzzle, why));
    }
    // A board that names a puzzle of its own means that one.
    let puzzle = embedded::only_of_size(&file.claim).filter(|_| file.puzzle_name.is_none())?;
    let name = puzzle.name();
    let why = format!("taken for {name} by its size only; name another with --puzzle");
    Some((puzzle, why))
}

/// Our own board files name their puzzle; the names in links are the board's.
fn by_name(file: &BoardFile) -> Option<Puzzle> {
    if !matches!(file.format, Format::Toml | Format::Json) {
        return None;
    }
    let puzzle = embedded::puzzle(file.puzzle_name.as_deref()?)?;
    (puzzle.shape() == file.claim.shape).then_some(puzzle)
}

/// The embedded puzzle whose pieces lie on a board. Eternity II is taken in its strict form where
/// all five clues are kept, else in its open one.
fn recognised(claim: &Claim) -> Option<Puzzle> {
    let puzzle = embedded::recognise(claim)?;
    if puzzle.name() == "eternity2" {
        let strict = embedded::puzzle("eternity2-strict")?;
        if audit(&strict, claim).is_ok_and(|audit| audit.hints_matched == audit.hints) {
            return Some(strict);
        }
    }
    Some(puzzle)
}

/// The puzzle made of a board's own pieces, in the order of the numbers that the board gives them.
/// Numbers that are not 1, 2, 3, ... number nothing here: they are taken from the board.
fn of_own_pieces(file: &mut BoardFile) -> Result<(Puzzle, Option<String>)> {
    let pieces = file.claim.cells.iter().map(|cell| {
        let cell = cell.as_ref()?;
        Some((cell.number(), cell.sides(None)?))
    });
    let Some(mut pieces) = pieces.collect::<Option<Vec<_>>>() else {
        let named = file.puzzle_name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        bail!(
            "the pieces of this board are those of no embedded puzzle, and it has holes or only \
             piece numbers; name its puzzle{named} with --puzzle"
        );
    };
    let mut numbers: Vec<_> = pieces.iter().filter_map(|(number, _)| *number).collect();
    numbers.sort_unstable();
    let mut note = None;
    if numbers.len() == pieces.len() && numbers.iter().copied().eq(1..=pieces.len() as u32) {
        pieces.sort_unstable_by_key(|(number, _)| *number);
    } else if !numbers.is_empty() {
        for cell in file.claim.cells.iter_mut().flatten() {
            if let ClaimedPiece::Sides { number, .. } = cell {
                *number = None;
            }
        }
        let count = pieces.len();
        note = Some(format!("the piece numbers are not 1 to {count}, each once: not looked at"));
    }
    let name = file.name.clone().unwrap_or_else(|| "unknown".to_owned());
    let pieces = pieces.into_iter().map(|(_, sides)| sides).collect();
    let mut parts = PuzzleParts::new(name, file.claim.shape, pieces);
    parts.rim = file.rim;
    parts.mates = file.mates.clone();
    Ok((Puzzle::new(parts)?, note))
}
