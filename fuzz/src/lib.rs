//! What every fuzz target does with its bytes: read them as some formats, and see that whatever is
//! read comes back unchanged from our own format, which holds everything.
//!
//! Run one with `cargo +nightly fuzz run TARGET corpus-work/TARGET corpus/TARGET` in this folder:
//! what the fuzzer finds goes to `corpus-work`, which is not kept; `corpus` holds the seeds.

use tilewright_formats::{
    BoardToWrite, Document, Format, ReadOptions, read, write_board, write_puzzle,
};

/// Reads bytes as each of these formats.
pub fn read_as(bytes: &[u8], formats: &[Format]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for &format in formats {
        check(text, &ReadOptions { format: Some(format), ..ReadOptions::default() });
    }
}

/// Reads a text, and if it is a puzzle or a board, writes and reads it again.
pub fn check(text: &str, options: &ReadOptions) {
    for own in [Format::Toml, Format::Json] {
        match read(text, options, None) {
            Err(error) => assert!(!error.to_string().contains('\n'), "errors are one line"),
            Ok(Document::Puzzle(file)) => {
                let again = reread(write_puzzle(own, &file.puzzle));
                assert!(matches!(again, Document::Puzzle(again) if again.puzzle == file.puzzle));
            }
            Ok(Document::Board(file)) => {
                let again = reread(write_board(own, &BoardToWrite::of(&file, None)));
                assert!(matches!(again, Document::Board(again) if again.claim == file.claim));
            }
        }
    }
}

fn reread<E: std::fmt::Debug>(written: Result<String, E>) -> Document {
    let text = written.expect("our own format holds everything");
    read(&text, &ReadOptions::default(), None).expect("what was written can be read")
}
