//! Bad input is answered with the place, what was found, what was expected, and what to do.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

use tilewright_formats::{
    Document, Format, ReadError, ReadOptions, embedded, read, read_board, read_puzzle, write_puzzle,
};
use tilewright_puzzle::{Colour, Puzzle, Shape};

fn puzzle_error(format: Format, text: &str) -> ReadError {
    let file_name = Some("some/file.txt".to_owned());
    let options = ReadOptions { format: Some(format), file_name, ..ReadOptions::default() };
    let error = read_puzzle(text, &options).unwrap_err();
    assert_eq!(error.format, Some(format));
    error
}

fn check(error: &ReadError, place: (usize, usize), said: &str) {
    assert_eq!((error.line, error.column), (Some(place.0), Some(place.1)), "{error}");
    assert!(error.message.contains(said), "{error}");
    let start = format!("some/file.txt:{}:{}: ", place.0, place.1);
    assert!(error.to_string().starts_with(&start), "{error}");
    assert!(!error.remedy.is_empty());
}

#[test]
fn lines_of_numbers_are_blamed_with_line_and_column() {
    check(&puzzle_error(Format::E2Pieces, "1 2 3 4\n\n1 2 x 4\n"), (3, 5), "'x'");
    check(&puzzle_error(Format::E2Pieces, "1 2 3 4\n1 2 3\n"), (2, 1), "3 fields where 4");
    check(&puzzle_error(Format::E2Pieces, "1 2 3 99999\n"), (1, 7), "'99999'");
    check(&puzzle_error(Format::Shorter, "1 2 3 4 5\n2 2 3 4\n"), (2, 1), "4 fields where 5");
    check(&puzzle_error(Format::Puz, "2 x 3\n"), (1, 3), "height");
    check(&puzzle_error(Format::Puz, "1 1 3\n1 2 3 4\n"), (2, 1), "above the highest");
    check(&puzzle_error(Format::Puz, "500 1 3\n1 2 3 4\n"), (1, 1), "1 to 128");
    check(&puzzle_error(Format::Nichols, "a,1,2,3\nb,1,2\n"), (2, 1), "3 fields where 4");
    check(&puzzle_error(Format::LoganPieces, "1 0 0 0 0 0 0 0 0 0 0 0 0 3\n"), (1, 1), "type 3");
    let ones = "1111111111111111";
    let row = format!("{ones},{ones},{ones},2,0,0,0");
    check(&puzzle_error(Format::PuzzleCsv, &format!("1\n{row}\n")), (2, 52), "'2'");
    let row = format!("{ones},{ones},{ones},{ones},3,0,0");
    check(&puzzle_error(Format::PuzzleCsv, &format!("1\n{row}\n")), (2, 69), "column 3");
}

#[test]
fn wrong_counts_name_both_numbers() {
    let error = puzzle_error(Format::Puz, "2 2 4\n1 2 3 4\n");
    assert!(error.message.contains("4 cells, but there are 1 pieces"), "{error}");
    let error = puzzle_error(Format::Nichols, "a,1,2,3\nb,1,2,3\n");
    assert!(error.message.contains("2 pieces"), "{error}");
    let error = puzzle_error(Format::E2Pieces, "1 2 3 4\n1 2 3 4\n");
    assert!(error.remedy.contains("--size WxH"), "{error}");
    let options = ReadOptions { shape: Some(Shape::square(3, 1)), ..ReadOptions::default() };
    let error = read_puzzle("1 2 3 4\n1 2 3 4\n", &options).unwrap_err();
    assert!(error.message.contains("2 square pieces do not make a board of 3x1"), "{error}");
}

#[test]
fn our_own_format_says_where_it_is_wrong() {
    let good = write_puzzle(Format::Toml, &embedded::puzzle("clue1").unwrap()).unwrap();
    check(
        &puzzle_error(Format::Toml, &good.replace("version = 1", "version = 1\nfun = 2")),
        (3, 1),
        "fun",
    );
    let error = puzzle_error(Format::Toml, &good.replace("version = 1", "version = 2"));
    assert!(error.message.contains("version 2"), "{error}");
    check(&puzzle_error(Format::Toml, &good.replace("width = 6", "width = ")), (5, 9), "");
    let error = puzzle_error(Format::Toml, &good.replace("width = 6", "width = 5"));
    assert!(error.message.contains("30 cells, but there are 36 pieces"), "{error}");
    let error = puzzle_error(Format::Toml, &good.replace("height = 6\n", ""));
    assert!(error.message.contains("width and height"), "{error}");
    let error = puzzle_error(Format::Toml, &good.replace("tilewright-puzzle", "tilewright-cake"));
    assert!(error.message.contains("tilewright-cake"), "{error}");
    let json = write_puzzle(Format::Json, &embedded::puzzle("clue1").unwrap()).unwrap();
    check(&puzzle_error(Format::Json, &json.replace("\"rim\": 0", "\"rim\": -1")), (8, 9), "-1");
    let seven = json.replacen("[8, 8, 7, 7]", "[8, 8, 7, 7, 7]", 1);
    assert!(puzzle_error(Format::Json, &seven).message.contains("3 or 4 sides"));
    let error = puzzle_error(Format::Json, &json[..json.len() / 2]);
    assert!(error.line.is_some() && error.message.contains("EOF"), "{error}");
}

#[test]
fn a_board_where_a_puzzle_is_wanted_is_refused_and_the_other_way_round() {
    let options = ReadOptions::default();
    let error = read_puzzle("abcaacabaaaaaaaa", &options).unwrap_err();
    assert!(error.message.contains("a puzzle is expected"), "{error}");
    let toml = write_puzzle(Format::Toml, &embedded::puzzle("clue1").unwrap()).unwrap();
    assert!(read_board(&toml, &options, None).unwrap_err().message.contains("is a puzzle"));
    let error = read_puzzle("1\n139 8 9 2\n", &options).unwrap_err();
    assert!(error.remedy.contains("--hints"), "{error}");
}

#[test]
fn garbage_empty_and_huge_texts_are_refused() {
    let options = ReadOptions::default();
    for text in ["", " \n\t ", "hello, world!", "%PDF-1.4", "{}", "1 2 3 4 5 6 7 8"] {
        let error = read(text, &options, None).unwrap_err();
        assert!(!error.message.is_empty() && !error.remedy.is_empty(), "{text}");
    }
    let error = read(&"a".repeat((8 << 20) + 1), &options, None).unwrap_err();
    assert!(error.message.contains("8388609 bytes"), "{error}");
}

#[test]
fn errors_are_one_line_whatever_they_quote_and_name_the_hint_file() {
    let error = read("#board_edges=ab%0A%1B", &ReadOptions::default(), None).unwrap_err();
    assert!(!error.to_string().contains(['\n', '\u{1b}']), "{error:?}");
    let options = ReadOptions {
        file_name: Some("a.puz".into()),
        hints: Some("1\n1 5 1 0\n".into()),
        ..ReadOptions::default()
    };
    let error = read_puzzle("1 1 1\n1 1 1 1\n", &options).unwrap_err();
    assert!(error.to_string().starts_with("hint file:2:1: x 5, y 1"), "{error}");
}

#[test]
fn four_numbers_a_line_are_a_board_if_they_lie_like_one() {
    let board = "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n";
    let options = ReadOptions::default();
    let Document::Board(file) = read(board, &options, None).unwrap() else { panic!("a puzzle?") };
    assert_eq!((file.format, file.claim.placed()), (Format::Listing, 4));
    let pieces = "3 0 0 4\n0 1 2 0\n0 0 3 1\n2 4 0 0\n";
    let Document::Puzzle(file) = read(pieces, &options, None).unwrap() else { panic!("a board?") };
    assert_eq!((file.format, file.puzzle.shape()), (Format::E2Pieces, Shape::square(2, 2)));
    // What is wanted decides.
    assert_eq!(read_puzzle(board, &options).unwrap().format, Format::E2Pieces);
    let told = ReadOptions { shape: Some(Shape::square(2, 2)), ..ReadOptions::default() };
    assert_eq!(read_board(pieces, &told, None).unwrap().format, Format::Listing);
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let clue = embedded::puzzle("clue1").unwrap();
    let changed = |change: &dyn Fn(&mut tilewright_puzzle::PuzzleParts)| {
        let mut parts = clue.to_parts();
        change(&mut parts);
        Puzzle::new(parts).unwrap()
    };
    let signed = changed(&|parts| parts.mates = vec![(Colour(1), Colour(2))]);
    let no_rim = changed(&|parts| parts.rim = None);
    let other_rim = changed(&|parts| parts.rim = Some(Colour(30)));
    for format in
        [Format::E2Pieces, Format::Shorter, Format::Puz, Format::PuzzleCsv, Format::DevPuzzle]
    {
        let error = write_puzzle(format, &signed).unwrap_err();
        assert!(error.to_string().starts_with(format.name()), "{error}");
        assert!(error.remedy.contains("toml"), "{error}");
        assert!(write_puzzle(format, &other_rim).is_err(), "{format:?}");
        assert_eq!(write_puzzle(format, &no_rim).is_err(), format != Format::PuzzleCsv);
    }
    let triangle = embedded::puzzle("triangle4").unwrap();
    for &format in Format::ALL {
        let holds = matches!(format, Format::Toml | Format::Json | Format::Nichols);
        assert_eq!(write_puzzle(format, &triangle).is_ok(), holds, "{format:?}");
    }
}

#[test]
fn official_pieces_are_recognised_however_they_are_turned() {
    let free = embedded::puzzle("eternity2-free").unwrap();
    let text = write_puzzle(Format::E2Pieces, &free).unwrap();
    assert!(text.starts_with("0 0 1 3\n"));
    let file = read_puzzle(&text, &ReadOptions::default()).unwrap();
    assert_eq!(file.puzzle.pieces(), free.pieces());
    assert!(file.notes.iter().any(|note| note.contains("half a circle")), "{:?}", file.notes);
    // In a .puz file the orientation is the file's own.
    let text = format!("16 16 22\n{text}");
    let file = read_puzzle(&text, &ReadOptions::default()).unwrap();
    assert_eq!(file.format, Format::Puz);
    assert_ne!(file.puzzle.pieces(), free.pieces());
    assert!(file.notes.iter().any(|note| note.contains("half a circle")), "{:?}", file.notes);
}

#[test]
fn logan_pieces_with_foreign_codes_are_matched_with_the_embedded_puzzle() {
    let free = embedded::puzzle("eternity2-free").unwrap();
    let ours = write_puzzle(Format::LoganPieces, &free).unwrap();
    // Another program's codes: every feature 40 higher, so that the rim is 40 40 40.
    let recode = |line: &str| {
        let numbers: Vec<usize> = line.split(' ').map(|n| n.parse().unwrap()).collect();
        let shifted = numbers.iter().enumerate();
        let shifted: Vec<_> = shifted
            .map(|(i, n)| (if i == 0 || i == 13 { *n } else { n + 40 }).to_string())
            .collect();
        shifted.join(" ") + "\n"
    };
    let theirs: String = ours.lines().map(recode).collect();
    let file = read_puzzle(&theirs, &ReadOptions::default()).unwrap();
    assert_eq!((file.puzzle.pieces(), file.puzzle.rim()), (free.pieces(), free.rim()));
    assert_eq!(file.puzzle.motifs(), free.motifs());
    // The example record of the document: piece, bottom, left, top, right, type.
    let one = "1 3 1 2 2 1 2 5 5 5 6 6 6 2\n";
    let file = read_puzzle(one, &ReadOptions::default()).unwrap();
    let piece = file.puzzle.pieces()[0].colours().to_vec();
    let background = |side: usize| file.puzzle.motif(piece[side]).unwrap().background.clone();
    assert_eq!([0, 1, 2, 3].map(background), ["5", "6", "3", "2"]);
}
