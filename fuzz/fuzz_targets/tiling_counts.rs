//! Files with the counts of a tiling: what is read comes back unchanged when it is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_tiling::counts::{read_counts, read_counts_file, write_counts_file};
use tilewright_tiling::{Problem, Tile};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(error) = read_counts(text) {
        assert!(!error.to_string().contains('\n'), "errors are one line");
    }
    match read_counts_file(text) {
        Err(error) => assert!(!error.to_string().contains('\n'), "errors are one line"),
        Ok(file) => {
            let tile = file.tile.unwrap_or_else(Tile::single);
            let Ok(problem) = Problem::new(tile, file.rows, file.columns) else { return };
            let again = read_counts_file(&write_counts_file(&problem)).expect("it was written");
            assert_eq!(again.tile.as_ref(), Some(problem.tile()));
            assert_eq!((&*again.rows, &*again.columns), (problem.rows(), problem.columns()));
        }
    }
});
