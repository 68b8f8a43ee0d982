//! Every file and link format of edge-matching puzzles and boards, in and out.
//!
//! Text in, values out: nothing here opens a file, prints or looks at a clock. A reader says in its
//! notes what it understood; a writer writes exactly what the format can hold or says what it
//! cannot; a round trip loses nothing that the format can hold.
//!
//! ```
//! use tilewright_formats::{Format, ReadOptions, embedded, read_puzzle, write_puzzle};
//!
//! let puzzle = embedded::puzzle("clue1").ok_or("not there")?;
//! let text = write_puzzle(Format::Json, &puzzle)?;
//! let file = read_puzzle(&text, &ReadOptions::default())?;
//! assert_eq!((file.format, file.puzzle), (Format::Json, puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to add a format
//!
//! 1. A variant of [`Format`] with its name and description (`format.rs`).
//! 2. A module of its own with its reader and its writer, opened by what the format looks like.
//!    Readers give places in the text with their errors (`text.rs`, `query.rs`) and leave size,
//!    rim, letters and sides that are looked up to the modules that have them (`size.rs`,
//!    `alphabet.rs`, `write.rs`).
//! 3. An arm in the reading and writing functions below, and a rule in `sniff.rs` by which it is
//!    recognised.
//! 4. A round-trip test, samples for the robustness test, and a fuzz target.

mod alphabet;
mod belonging;
mod dev_board;
mod dev_puzzle;
mod dispatch;
mod document;
mod e2pieces;
pub mod embedded;
mod error;
mod format;
mod grid;
mod hints;
mod layout;
mod letters;
mod link;
mod listing;
mod logan;
mod losses;
mod nichols;
mod official;
mod own;
mod plain;
mod puz;
mod puzzle_csv;
mod query;
mod shorter;
mod size;
mod sniff;
mod structured;
mod text;
mod write;

pub use belonging::{Belonging, puzzle_of_board};
pub use dispatch::{
    board_letters, read, read_board, read_puzzle, replace_hints, viewer_link, write_board,
    write_puzzle,
};
pub use document::{BoardFile, BoardToWrite, Document, PuzzleFile, ReadOptions};
pub use error::{ReadError, WriteError};
pub use format::{Format, FormatInfo};
pub use losses::left_out;
pub use query::is_link;
pub use text::{MOST_BYTES, counted};
