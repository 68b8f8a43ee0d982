//! Which puzzle a board belongs to. Few boards say so: the pieces often do, and a complete board can
//! be judged by itself.

use tilewright_puzzle::audit::audit;
use tilewright_puzzle::{Claim, ClaimedPiece, Puzzle, PuzzleParts};

use crate::document::BoardFile;
use crate::embedded;
use crate::error::ReadError;
use crate::format::Format;

/// The puzzle of a board, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Belonging {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether it is one that comes with the program; else it is made of the board's own pieces.
    pub is_known: bool,
    /// Why it is taken.
    pub notes: Vec<String>,
}

/// Finds the puzzle of a board that has been read: the embedded one that it names or whose pieces
/// lie there, or for a complete board its own pieces. Numbers on the board that number nothing in
/// that puzzle are taken from it.
pub fn puzzle_of_board(file: &mut BoardFile) -> Result<Belonging, ReadError> {
    if let Some((puzzle, why)) = found(file) {
        return Ok(Belonging { puzzle, is_known: true, notes: vec![format!("puzzle: {why}")] });
    }
    let (puzzle, note) = of_own_pieces(file)?;
    let mut notes: Vec<_> = note.into_iter().collect();
    notes.push("no known puzzle has these pieces: the board is judged by itself".to_owned());
    Ok(Belonging { puzzle, is_known: false, notes })
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
fn of_own_pieces(file: &mut BoardFile) -> Result<(Puzzle, Option<String>), ReadError> {
    let pieces = file.claim.cells.iter().map(|cell| {
        let cell = cell.as_ref()?;
        Some((cell.number(), cell.sides(None)?))
    });
    let Some(mut pieces) = pieces.collect::<Option<Vec<_>>>() else {
        let named = file.puzzle_name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        return Err(ReadError::new(
            "the pieces of this board are those of no embedded puzzle, and it has holes or only \
             piece numbers",
            format!("name its puzzle{named} with --puzzle"),
        ));
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
    let puzzle = Puzzle::new(parts)
        .map_err(|error| ReadError::new(error.to_string(), "name its puzzle with --puzzle"))?;
    Ok((puzzle, note))
}
