//! Every file and link format of edge-matching puzzles and boards, in and out.
//!
//! Text in, values out: nothing here opens a file, prints or looks at a clock. A reader says in its
//! notes what it understood; a writer writes exactly what the format can hold or says what it
//! cannot; a round trip loses nothing that the format can hold.
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
mod dispatch;
mod document;
pub mod embedded;
mod error;
mod format;
mod letters;
mod link;
mod own;
mod query;
mod size;
mod sniff;
mod text;
mod write;

pub use dispatch::{
    board_letters, read, read_board, read_puzzle, viewer_link, write_board, write_puzzle,
};
pub use document::{BoardFile, BoardToWrite, Document, PuzzleFile, ReadOptions};
pub use error::{ReadError, WriteError};
pub use format::{Format, FormatInfo};
