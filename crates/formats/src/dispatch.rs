//! The way in and out: finds the format, calls its reader or writer, and says where and in what
//! format something went wrong.

use tilewright_puzzle::{Puzzle, PuzzleError, PuzzleParts};

use crate::document::{BoardFile, BoardToWrite, Document, PuzzleDraft, PuzzleFile, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::layout::Notation;
use crate::own::{self, Found};
use crate::text::{MOST_BYTES, counted};
use crate::{
    dev_board, dev_puzzle, e2pieces, grid, hints, letters, link, listing, logan, nichols, official,
    puz, puzzle_csv, shorter, sniff,
};

const LIST_FORMATS: &str = "name its format; `tilewright formats` lists them";

/// Reads a puzzle.
pub fn read_puzzle(text: &str, options: &ReadOptions) -> Result<PuzzleFile, ReadError> {
    let (text, format) = prepare(text, options, Wanted::Puzzle)?;
    puzzle_in(format, text, options).map_err(|error| placed(error, format, options))
}

/// Reads a board. The puzzle, if it is known, settles size, numbering and orientation.
pub fn read_board(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let (text, format) = prepare(text, options, Wanted::Board)?;
    board_in(format, text, options, puzzle).map_err(|error| placed(error, format, options))
}

/// Reads a puzzle or a board, whichever the text is.
pub fn read(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<Document, ReadError> {
    let (text, format) = prepare(text, options, Wanted::Either)?;
    let info = format.describe();
    let read = if info.holds_puzzle && info.holds_board {
        own_in(format, text, puzzle).and_then(|found| match found {
            Found::Puzzle(draft) => finish(format, draft, options).map(Document::Puzzle),
            Found::Board(board) => Ok(Document::Board(board)),
        })
    } else if info.holds_board {
        board_in(format, text, options, puzzle).map(Document::Board)
    } else {
        puzzle_in(format, text, options).map(Document::Puzzle)
    };
    read.map_err(|error| placed(error, format, options))
}

/// Writes a puzzle.
pub fn write_puzzle(format: Format, puzzle: &Puzzle) -> Result<String, WriteError> {
    match format {
        Format::Toml => Ok(own::puzzle(Notation::Toml, puzzle)),
        Format::Json => Ok(own::puzzle(Notation::Json, puzzle)),
        Format::DevPuzzle => dev_puzzle::write(puzzle),
        Format::PuzzleCsv => puzzle_csv::write(puzzle),
        Format::E2Pieces => e2pieces::write(puzzle),
        Format::Shorter => shorter::write(puzzle),
        Format::Puz => puz::write(puzzle),
        Format::LoganPieces => logan::write(puzzle),
        Format::Nichols => nichols::write(puzzle),
        Format::Hnt | Format::LoganClues => hints::write(format, puzzle),
        _ => {
            let message = "it is a format for boards, and this is a puzzle";
            Err(WriteError::own_instead(format, message))
        }
    }
}

/// Writes a board.
pub fn write_board(format: Format, board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    match format {
        Format::Toml => Ok(own::board(Notation::Toml, board)),
        Format::Json => Ok(own::board(Notation::Json, board)),
        Format::Letters => letters::write(format, board),
        Format::Link => link::write(board),
        Format::DevLink => dev_board::write_link(board),
        Format::DevBoard => dev_board::write(board),
        Format::Grid => grid::write(board),
        Format::Listing => listing::write(board),
        _ => {
            let message = "it is a format for puzzles, and this is a board";
            Err(WriteError::own_instead(format, message))
        }
    }
}

/// The bare letters of a board; `None` where letters cannot hold it.
pub fn board_letters(board: &BoardToWrite<'_>) -> Option<String> {
    letters::write(Format::Letters, board).ok()
}

/// The link that shows a board in the viewer at e2.bucas.name; `None` where no link can hold it.
pub fn viewer_link(board: &BoardToWrite<'_>) -> Option<String> {
    link::write(board).ok()
}

/// What the caller hopes to find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Puzzle,
    Board,
    Either,
}

/// Checks the length, finds the format, and sees that it can be what is wanted.
fn prepare<'t>(
    text: &'t str,
    options: &ReadOptions,
    wanted: Wanted,
) -> Result<(&'t str, Format), ReadError> {
    let fail = |message: String, remedy: &str, format| ReadError {
        file: options.file_name.clone(),
        format,
        ..ReadError::new(message, remedy)
    };
    if text.len() > MOST_BYTES {
        let message = format!("{} bytes; at most {MOST_BYTES} are read", text.len());
        return Err(fail(message, "give a puzzle or a board alone", options.format));
    }
    // Some editors mark the start of a text with an invisible sign.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        let message = "the text is empty".to_owned();
        return Err(fail(message, "give a puzzle or a board", options.format));
    }
    let Some(found) = options.format.or_else(|| sniff::format(text)) else {
        return Err(fail("no known format".to_owned(), LIST_FORMATS, None));
    };
    // Four numbers a line can be either; what is wanted decides.
    let format = match (found, wanted) {
        (Format::Listing, Wanted::Puzzle) => Format::E2Pieces,
        (Format::E2Pieces, Wanted::Board) => Format::Listing,
        (found, _) => found,
    };
    let info = format.describe();
    if !info.reads {
        let message = format!("{} holds hints only, no pieces", info.title);
        let remedy = "give the piece file, and this one as its hints (--hints)";
        return Err(fail(message, remedy, Some(format)));
    }
    let fits = match wanted {
        Wanted::Puzzle => info.holds_puzzle,
        Wanted::Board => info.holds_board,
        Wanted::Either => true,
    };
    if !fits {
        let (expected, has) =
            if info.holds_board { ("puzzle", "boards") } else { ("board", "puzzles") };
        let message = format!("a {expected} is expected, but {} holds {has}", info.title);
        return Err(fail(message, LIST_FORMATS, Some(format)));
    }
    Ok((text, format))
}

fn placed(error: ReadError, format: Format, options: &ReadOptions) -> ReadError {
    let file = error.file.or_else(|| options.file_name.clone());
    ReadError { file, format: Some(format), ..error }
}

fn own_in(format: Format, text: &str, puzzle: Option<&Puzzle>) -> Result<Found, ReadError> {
    let notation = if format == Format::Json { Notation::Json } else { Notation::Toml };
    own::read(notation, text, puzzle)
}

fn puzzle_in(format: Format, text: &str, options: &ReadOptions) -> Result<PuzzleFile, ReadError> {
    let draft = match format {
        Format::Toml | Format::Json => match own_in(format, text, None)? {
            Found::Puzzle(draft) => draft,
            Found::Board(_) => {
                return Err(ReadError::new(
                    "a puzzle is expected; this is a board",
                    "give a puzzle",
                ));
            }
        },
        Format::DevPuzzle => dev_puzzle::read(text)?,
        Format::PuzzleCsv => puzzle_csv::read(text, options)?,
        Format::E2Pieces => e2pieces::read(text, options)?,
        Format::Shorter => shorter::read(text, options)?,
        Format::Puz => puz::read(text, options)?,
        Format::LoganPieces => logan::read(text, options)?,
        Format::Nichols => nichols::read(text, options)?,
        _ => return Err(ReadError::new("this format holds no pieces", LIST_FORMATS)),
    };
    finish(format, draft, options)
}

fn board_in(
    format: Format,
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    match format {
        Format::Toml | Format::Json => match own_in(format, text, puzzle)? {
            Found::Board(board) => Ok(board),
            Found::Puzzle(_) => {
                Err(ReadError::new("a board is expected; this is a puzzle", "give a board"))
            }
        },
        Format::Letters => letters::read(text, options, puzzle),
        Format::Link | Format::DevLink => link::read(format, text, options, puzzle),
        Format::DevBoard => dev_board::read(text, options, puzzle),
        Format::Grid => grid::read(text, options, puzzle),
        Format::Listing => listing::read(text, options, puzzle),
        _ => Err(ReadError::new("this format holds no board", LIST_FORMATS)),
    }
}

/// Adds the name and hints from elsewhere, and checks that all of it makes a puzzle.
fn finish(
    format: Format,
    draft: PuzzleDraft,
    options: &ReadOptions,
) -> Result<PuzzleFile, ReadError> {
    let PuzzleDraft { mut parts, named, mut notes } = draft;
    if !named {
        parts.name = name_of_file(options.file_name.as_deref());
    }
    if let Some(text) = &options.hints {
        take_hints(text, options.swap_xy, &mut parts, &mut notes)?;
    }
    // Formats with an orientation of their own for the official pieces are turned as printed.
    let turn_as_printed = matches!(format, Format::E2Pieces | Format::DevPuzzle);
    notes.extend(official::recognise(&mut parts, turn_as_printed));
    let puzzle = Puzzle::new(parts)
        .map_err(|error| ReadError::new(error.to_string(), remedy_for(&error)))?;
    let pieces = counted(puzzle.pieces().len(), "piece");
    let hints = counted(puzzle.hints().len(), "hint");
    notes.insert(0, format!("{}, {pieces}, {hints}", puzzle.shape()));
    Ok(PuzzleFile { puzzle, format, notes })
}

/// A puzzle with the hints of a hint file (`.hnt` or Logan clues) instead of its own.
pub fn replace_hints(
    file: PuzzleFile,
    hints: &str,
    swap_xy: bool,
) -> Result<PuzzleFile, ReadError> {
    let PuzzleFile { puzzle, format, mut notes } = file;
    let mut parts = puzzle.to_parts();
    take_hints(hints, swap_xy, &mut parts, &mut notes)?;
    let wrong = |error: PuzzleError| ReadError::new(error.to_string(), remedy_for(&error));
    let puzzle = Puzzle::new(parts).map_err(wrong).map_err(in_hint_file)?;
    notes.push(format!("{} from the hint file", counted(puzzle.hints().len(), "hint")));
    Ok(PuzzleFile { puzzle, format, notes })
}

fn take_hints(
    text: &str,
    swap_xy: bool,
    parts: &mut PuzzleParts,
    notes: &mut Vec<String>,
) -> Result<(), ReadError> {
    if !parts.hints.is_empty() {
        notes.push("the hint file replaces the hints of the puzzle".to_owned());
    }
    parts.hints = hints::read(text, swap_xy, parts, notes).map_err(in_hint_file)?;
    Ok(())
}

fn in_hint_file(error: ReadError) -> ReadError {
    ReadError { file: Some("hint file".to_owned()), ..error }
}

fn remedy_for(error: &PuzzleError) -> &'static str {
    match error {
        PuzzleError::Size { .. } => "correct the size",
        PuzzleError::PieceCount { .. } => "give one piece for every cell, or correct the size",
        PuzzleError::SideCount { .. } => "give every piece as many sides as the cells have",
        PuzzleError::ColourTooHigh { .. } => "number the colours from 0",
        PuzzleError::TwoMates { .. } | PuzzleError::RimHasMate { .. } => "correct the mates",
        PuzzleError::Hint { .. } => "correct the hint, or take it away",
        PuzzleError::Labels { .. } => "give every piece a label, or none",
    }
}

/// The name of a file without folders and ending.
fn name_of_file(file: Option<&str>) -> String {
    let file = file.unwrap_or("unnamed");
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { "unnamed".to_owned() } else { stem.to_owned() }
}
