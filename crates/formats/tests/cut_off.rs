//! A board that lost its end is never taken for a smaller one, and whole boards need no size.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

mod common;

use common::{Dice, Kind};
use tilewright_formats::{
    BoardFile, BoardToWrite, Format, ReadError, ReadOptions, embedded, read_board, write_board,
};
use tilewright_puzzle::{Claim, Shape};

fn read(text: &str) -> Result<BoardFile, ReadError> {
    read_board(text, &ReadOptions::default(), None)
}

fn letters(claim: &Claim) -> String {
    write_board(Format::Letters, &BoardToWrite::new(claim, None)).unwrap()
}

fn link(letters: &str) -> String {
    format!("https://e2.bucas.name/#puzzle=x&board_edges={letters}")
}

/// Boards with a rim, solved, of puzzles that nobody knows.
fn unknown_boards() -> Vec<(Shape, String)> {
    let mut dice = Dice(11);
    let shapes = [(6, 6), (12, 6), (6, 12), (4, 4), (2, 2), (5, 3), (3, 2), (8, 2), (20, 20)];
    let boards = shapes.iter().map(|&(width, height)| {
        let shape = Shape::square(width, height);
        let kind = Kind { shape, colours: 20, rim: true, signed: false, extras: false, hints: 0 };
        let (puzzle, board) = common::puzzle(&mut dice, kind);
        (shape, letters(&Claim::of_board(&puzzle, &board)))
    });
    boards.collect()
}

#[test]
fn whole_boards_are_read_without_their_size() {
    for (shape, letters) in unknown_boards() {
        for text in [link(&letters), letters] {
            assert_eq!(read(&text).unwrap().claim.shape, shape, "{text}");
        }
    }
    for known in embedded::known_boards() {
        let letters = letters(&known.claim);
        for text in [link(&letters), letters] {
            assert_eq!(read(&text).unwrap().claim, known.claim, "{}", known.name);
        }
    }
}

#[test]
fn every_start_and_every_end_of_a_board_is_refused() {
    let known = embedded::known_boards();
    let known = [&known[0], &known[4]].map(|known| letters(&known.claim));
    for letters in unknown_boards().into_iter().map(|(_, letters)| letters).chain(known) {
        for cut in (1..letters.len()).filter(|cut| cut % 4 == 0 || cut % 37 == 0) {
            for part in [&letters[..cut], &letters[cut..]] {
                assert!(read(part).is_err(), "{part}");
                assert!(read(&link(part)).is_err(), "{part}");
            }
        }
    }
}

#[test]
fn the_start_of_a_known_board_says_what_is_missing() {
    let letters = letters(&embedded::known_boards()[0].claim);
    for text in [letters[..960].to_owned(), link(&letters[..960])] {
        let error = read(&text).unwrap_err();
        assert!(error.message.contains("cut off: 240 of the 256 cells of eternity2"), "{error}");
    }
    // Rows that are still empty do not hide it.
    let unfinished = format!("{}{}", &letters[..320], "a".repeat(640));
    assert!(read(&unfinished).unwrap_err().message.contains("cut off"));
    assert!(read(&link("abcd")).unwrap_err().message.contains("no rim"));
}

#[test]
fn a_board_of_known_pieces_needs_no_right_rim() {
    let letters = letters(&embedded::known_boards()[0].claim);
    let turned = format!("{}{}", &letters[512..], &letters[..512]);
    assert_eq!(read(&turned).unwrap().claim.shape, Shape::square(16, 16));
}
