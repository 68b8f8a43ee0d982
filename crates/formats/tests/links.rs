//! Links as they are found in the wild: three alphabets, parameters in any order, numbers that
//! contradict letters, and links cut off by a mail program.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

use tilewright_formats::{
    BoardFile, BoardToWrite, Format, ReadError, ReadOptions, board_letters, embedded, read_board,
    write_board,
};
use tilewright_puzzle::{Cell, ClaimedPiece, Colour, Puzzle, Shape, Sides, score};

/// The default letters of the 22 motifs and of grey, and the other two alphabets below them.
const DEFAULT: &str = "abcdefghijklmnopqrstuvw";
const JEF: &str = "aiqwemhpvdlgouckfntbjsr";
const MARIE: &str = "abjrfncksgodlthpemuiqvw";

fn in_alphabet(letters: &str, alphabet: &str) -> String {
    let place = |letter| alphabet.chars().nth(DEFAULT.find(letter).unwrap()).unwrap();
    letters.chars().map(place).collect()
}

fn open() -> Puzzle {
    embedded::puzzle("eternity2").unwrap()
}

fn read(text: &str) -> Result<BoardFile, ReadError> {
    read_board(text, &ReadOptions::default(), None)
}

fn link_of(letters: &str, order: &str) -> String {
    format!("https://e2.bucas.name/#puzzle=x&board_w=16&board_h=16&board_edges={letters}{order}")
}

#[test]
fn known_boards_are_read_in_every_alphabet_with_and_without_its_name() {
    let puzzle = open();
    for known in embedded::known_boards() {
        let letters = board_letters(&BoardToWrite::new(&known.claim, None)).unwrap();
        for (alphabet, names) in
            [(DEFAULT, &["none"][..]), (JEF, &["jef"]), (MARIE, &["marie", "jblackwood"])]
        {
            let translated = in_alphabet(&letters, alphabet);
            let mut orders: Vec<_> = names.iter().map(|n| format!("&motifs_order={n}")).collect();
            // Not named, and named wrong.
            orders.extend([String::new(), "&motifs_order=jef".into(), "&motifs_order=odd".into()]);
            for order in orders {
                let file = read(&link_of(&translated, &order)).unwrap();
                assert_eq!(file.claim, known.claim, "{} {order}", known.name);
                assert!(file.notes.iter().any(|note| note.contains("256 of 256 pieces known")));
                let board = file.claim.to_board(&puzzle).unwrap();
                assert_eq!(score(&puzzle, &board), known.score);
            }
            assert_eq!(read(&translated).unwrap().claim, known.claim, "bare letters");
        }
    }
}

#[test]
fn the_five_hints_read_the_same_in_every_alphabet() {
    // Pieces 139, 208, 255, 181 and 249 on I8, C3, C14, N3 and N14, as programs print them.
    let cells = [(135, "ijjm"), (34, "wlmn"), (45, "wswu"), (210, "ujvm"), (221, "qvpr")];
    let strict = embedded::puzzle("eternity2-strict").unwrap();
    for (alphabet, order) in [
        (DEFAULT, ""),
        (JEF, "&motifs_order=jef"),
        (JEF, ""),
        (MARIE, "&motifs_order=jblackwood"),
        (MARIE, ""),
    ] {
        let mut letters = vec!["aaaa".to_owned(); 256];
        for (cell, sides) in cells {
            letters[cell] = in_alphabet(sides, alphabet);
        }
        let file = read(&link_of(&letters.concat(), order)).unwrap();
        let board = file.claim.to_board(&strict).unwrap();
        assert_eq!(board.placed(), 5);
        for hint in strict.hints() {
            let placed = board.get(hint.cell).unwrap();
            assert_eq!((placed.piece, placed.rotation), (hint.piece, hint.rotation));
        }
    }
    assert_eq!(in_alphabet("ijjm", JEF), "vddo");
    assert_eq!(in_alphabet("ijjm", MARIE), "sggl");
}

#[test]
fn parameters_may_stand_in_any_order_and_unknown_ones_are_named() {
    let text = "?motifs_order=none&seed=7&board_edges=abcaacabbaa%61caac&board_pieces=001002003004\
                &board_h=2&board_types=bbbb&puzzle=my%20board&board_w=2";
    let file = read(text).unwrap();
    assert_eq!((file.format, file.claim.shape), (Format::Link, Shape::square(2, 2)));
    assert_eq!(file.name.as_deref(), Some("my board"));
    let notes = file.notes.join("\n");
    assert!(notes.contains("'seed' ignored") && notes.contains("board_types"), "{notes}");
    let numbers: Vec<_> = file.claim.cells.iter().map(|cell| cell.unwrap().number()).collect();
    assert_eq!(numbers, [1, 2, 3, 4].map(Some));
}

#[test]
fn numbers_that_contradict_the_letters_are_kept_for_the_auditor() {
    let known = &embedded::known_boards()[0];
    let puzzle = open();
    let link = write_board(Format::Link, &BoardToWrite::new(&known.claim, Some(&puzzle))).unwrap();
    let (before, digits) = link.split_once("board_pieces=").unwrap();
    let swapped = format!("{before}board_pieces={}{}{}", &digits[3..6], &digits[..3], &digits[6..]);
    let file = read(&swapped).unwrap();
    let Some(ClaimedPiece::Sides { sides, number }) = file.claim.cells[0] else { panic!() };
    assert_eq!(known.claim.cells[0].unwrap().sides(None), Some(sides));
    assert_eq!(number.unwrap().to_string(), digits[3..6].trim_start_matches('0'));
    assert!(file.claim.to_board(&puzzle).unwrap_err().to_string().contains("A1"));
}

#[test]
fn a_link_that_is_cut_off_says_how_much_is_missing() {
    let known = &embedded::known_boards()[0];
    let link = write_board(Format::Link, &BoardToWrite::new(&known.claim, None)).unwrap();
    for (cut, said) in [(1, "1023 letters"), (4, "1020 letters; a board of 16x16 has 1024")] {
        let error = read(&link[..link.len() - cut]).unwrap_err();
        assert!(error.message.contains(said), "{error}");
        assert!(error.remedy.contains("copy it again"), "{error}");
        assert_eq!(error.line, Some(1));
        let start = link.find("board_edges=").unwrap() + "board_edges=".len();
        assert_eq!(error.column, Some(start + 1));
    }
    let error = read("#board_w=2&board_h=1&board_edges=abbaaaaa&board_pieces=001002").unwrap_err();
    assert!(error.message.contains("A2") && error.message.contains("empty"), "{error}");
    let error = read("#board_w=2&board_h=1&board_edges=abbaaaaa&board_pieces=00100").unwrap_err();
    assert!(error.message.contains("5 digits"), "{error}");
}

#[test]
fn absurd_sizes_are_refused() {
    for size in ["0", "129", "70000", "99999999999999999999999", "-3", "x"] {
        let link = format!("#board_w={size}&board_h=2&board_edges=abba");
        assert!(read(&link).is_err(), "{size}");
    }
}

#[test]
fn a_grid_above_a_link_is_passed_over() {
    let text = "  1/0   2/1 \n---/- ---/- \n\nhttps://e2.bucas.name/#board_w=2&board_h=2\
                &board_edges=abcaacabaaaaaaaa\n";
    let file = read(text).unwrap();
    assert_eq!((file.format, file.claim.placed()), (Format::Link, 2));
}

#[test]
fn the_other_viewer_counts_rotations_from_half_a_turn() {
    let strict = embedded::puzzle("eternity2-strict").unwrap();
    let known = &embedded::known_boards()[4];
    let to_write = BoardToWrite::new(&known.claim, Some(&strict));
    let link = write_board(Format::DevLink, &to_write).unwrap();
    assert!(
        link.starts_with("https://eternity2.dev/viewer?puzzle=eternity2-strict&puzzle_size=16")
    );
    assert!(link.ends_with("&hints=135.0-34.1-45.1-210.1-221.2"), "{link}");
    let file = read(&link).unwrap();
    assert_eq!((file.format, &file.claim), (Format::DevLink, &known.claim));
    assert!(file.notes.iter().any(|note| note.contains("I8, C3, C14, N3, N14")));
    let json = write_board(Format::DevBoard, &to_write).unwrap();
    let codes = json.split_once("\"board\": [").unwrap().1.split(']').next().unwrap();
    let code: usize = codes.split(", ").nth(135).unwrap().parse().unwrap();
    assert_eq!((code / 4 + 1, code % 4), (139, 0));
}

#[test]
fn a_board_of_codes_alone_is_turned_back() {
    let puzzle = open();
    let known = &embedded::known_boards()[0];
    let json = write_board(Format::DevBoard, &BoardToWrite::new(&known.claim, None)).unwrap();
    let file = read(&json).unwrap();
    assert!(!file.notes.iter().any(|note| note.contains("board_hash")), "{:?}", file.notes);
    let codes = json.lines().find(|line| line.starts_with("\"board\"")).unwrap();
    let bare = format!("{{\"size\": 16, {codes} \"board_hash\": 1}}");
    let file = read(&bare).unwrap();
    assert!(file.notes.iter().any(|note| note.contains("board_hash is 1")));
    let board = file.claim.to_board(&puzzle).unwrap();
    assert_eq!(board, known.claim.to_board(&puzzle).unwrap());
}

#[test]
fn letters_hold_only_boards_with_a_grey_rim_and_few_colours() {
    let puzzle = open();
    let shape = Shape::square(1, 1);
    let write = |sides: Sides, rim| {
        let cells = vec![Some(ClaimedPiece::Sides { sides, number: None })];
        let claim = tilewright_puzzle::Claim { shape, cells };
        let board = BoardToWrite { rim, ..BoardToWrite::new(&claim, None) };
        write_board(Format::Letters, &board).map_err(|error| error.to_string())
    };
    assert_eq!(write(Sides::square([0, 1, 2, 25]), Some(Colour(0))).unwrap(), "abcz");
    assert!(write(Sides::square([0, 1, 2, 26]), Some(Colour(0))).unwrap_err().contains("0 to 25"));
    assert!(write(Sides::square([1; 4]), None).unwrap_err().contains("rim"));
    assert!(write(Sides::square([0; 4]), Some(Colour(0))).unwrap_err().contains("empty"));
    let placed = ClaimedPiece::Placed { number: 7, rotation: tilewright_puzzle::Rotation(0) };
    let claim = tilewright_puzzle::Claim { shape: puzzle.shape(), cells: vec![Some(placed); 256] };
    let error = write_board(Format::Letters, &BoardToWrite::new(&claim, None)).unwrap_err();
    assert!(error.remedy.contains("--puzzle") && error.message.contains("piece 7"), "{error}");
    assert_eq!(puzzle.shape().cell_name(Cell(0)), "A1");
}
