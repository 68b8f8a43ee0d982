//! No text makes a reader panic, and whatever is read can be written, read again and searched.
//!
//! Texts are mutated from valid ones or made of the readers' own characters.
//! `TILEWRIGHT_TEXTS=1000000` sends a million texts through each reader.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

use tilewright_search::{Stream, stream};
use tilewright_tiling::counts::{read_counts, read_counts_file, write_counts_file};
use tilewright_tiling::exact::{count, solve};
use tilewright_tiling::{Problem, Tile, Watch, audit, read_tile};

const VALID: [&str; 9] = [
    "tile = \"L\"\nrows = [1, 1, 0, 1, 0]\ncolumns = [0, 2, 0, 1, 0]\n",
    "# comment\nColumns: 0 2 0\r\nRows: 1 1\r\ntile: .XX/XX.\n",
    "{\"tile\": \"2x2\", \"rows\": [1, 0, 0], \"columns\": [1, 0], \"status\": \"solved\"}",
    "1,0,2",
    "L",
    "16x16",
    ".XX/XO.",
    "XX.\r\n.#\n.@_\n",
    "rows=4294967295\ncolumns=4294967295\ntile=1x1",
];

const PIECES: [&str; 24] = [
    "rows",
    "columns",
    "tile",
    "=",
    ":",
    "\n",
    "\r",
    ",",
    " ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "#",
    "X",
    "O",
    ".",
    "/",
    "0",
    "4294967296",
    "-",
    "x",
    "\u{fffd}é",
];

fn texts() -> u64 {
    std::env::var("TILEWRIGHT_TEXTS").ok().and_then(|n| n.parse().ok()).unwrap_or(40_000)
}

fn text(random: &mut Stream) -> String {
    let mut text = String::new();
    if random.chance(0.7) {
        text += random.choose(&VALID).unwrap();
    }
    for _ in 0..random.below(6) {
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let at = *random.choose(&places).unwrap();
        match random.below(3) {
            0 => text.insert_str(at, random.choose(&PIECES).unwrap()),
            1 if at < text.len() => drop(text.remove(at)),
            _ => text.truncate(at),
        }
    }
    text
}

fn check(text: &str) -> bool {
    if let Err(error) = read_counts(text) {
        assert!(!error.to_string().contains('\n'), "{text:?}");
    }
    match read_tile(text) {
        Ok(tile) => assert_eq!(read_tile(&tile.to_string()), Ok(tile), "{text:?}"),
        Err(error) => assert!(!error.to_string().contains('\n'), "{text:?}"),
    }
    let file = match read_counts_file(text) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{text:?}");
            return false;
        }
    };
    let tile = file.tile.unwrap_or_else(Tile::single);
    let Ok(problem) = Problem::new(tile, file.rows, file.columns) else { return false };
    let again = read_counts_file(&write_counts_file(&problem)).unwrap();
    assert_eq!(again.tile.as_ref(), Some(problem.tile()));
    assert_eq!((&*again.rows, &*again.columns), (problem.rows(), problem.columns()));
    // Whatever was read can be searched.
    let answer = solve(&problem, 1, &mut Watch::steps(300));
    if let tilewright_tiling::exact::Answer::Solved { tiling, .. } = answer {
        assert_eq!(audit(&problem, &tiling), [], "{text:?}");
    }
    let _ = count(&problem, &mut Watch::steps(300));
    true
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut random = stream(11, 0);
    let read = (0..texts()).filter(|_| check(&text(&mut random))).count() as u64;
    assert!(read > texts() / 20, "{read} problems were read");
    for valid in VALID {
        check(valid);
    }
}

#[test]
fn long_texts_are_refused_or_read_without_trouble() {
    const MOST: usize = 1 << 20;
    for piece in PIECES.iter().chain(&VALID).chain(&["1,", "[[", "rows=1\n", "{\"a\":[1,"]) {
        let text = piece.repeat(MOST / piece.len());
        check(&text);
        check(&format!("{{\"rows\": [{text}"));
        check(&format!("rows = {text}\ncolumns = {text}\n"));
    }
}
