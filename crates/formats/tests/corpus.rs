//! The seeds that fuzzing starts from are valid texts, each of the format its name begins with (and
//! those in `detect` are recognised): so they cannot rot when a format changes.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

use std::fs;
use std::path::Path;

use tilewright_formats::{Document, Format, ReadOptions, read, read_puzzle};

const PIECES: &str = "3 2 2\n0 1 1 0\n0 1 1 1\n0 0 1 1\n1 1 0 0\n1 2 0 1\n1 0 0 2\n";

#[test]
fn every_seed_of_the_fuzz_targets_is_read_as_what_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut seen = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        // The seeds of other crates' readers are none of these formats.
        if folder.file_name().unwrap().to_str().unwrap().starts_with("tiling_") {
            continue;
        }
        let told = !folder.ends_with("detect");
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let format = Format::from_name(name.split('.').next().unwrap()).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            seen.push(format);
            if !format.describe().reads {
                let hints = Some(text);
                let options = ReadOptions { hints, ..ReadOptions::default() };
                assert_eq!(read_puzzle(PIECES, &options).unwrap().puzzle.hints().len(), 2);
                continue;
            }
            let options = ReadOptions { format: told.then_some(format), ..ReadOptions::default() };
            let document = read(&text, &options, None);
            let found = match document.unwrap_or_else(|error| panic!("{name}: {error}")) {
                Document::Puzzle(file) => file.format,
                Document::Board(file) => file.format,
            };
            assert_eq!(found, format, "{name}");
        }
    }
    for format in Format::ALL {
        assert!(seen.contains(format), "no seed for {format:?}");
    }
}
