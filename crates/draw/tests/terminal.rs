//! Boards on a screen of characters: equal lines, marked mismatches, ASCII where asked for.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod common;

use common::{claim, solution, solved, spoiled, with_motifs};
use tilewright_draw::Picture;
use tilewright_draw::terminal::{self, Depth, TerminalStyle};
use tilewright_puzzle::{Cell, Claim, Placement, Puzzle, Rotation, Shape, score};

const DEPTHS: [Depth; 3] = [Depth::TrueColour, Depth::Ansi256, Depth::Ascii];

fn style(depth: Depth, max_columns: usize) -> TerminalStyle {
    TerminalStyle { depth, max_columns, ..TerminalStyle::default() }
}

/// Lines without their escape codes.
fn visible(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut parts = line.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |seen, part| seen + part.split_once('m').unwrap().1)
    };
    text.lines().map(line).collect()
}

fn widths(text: &str) -> Vec<usize> {
    let mut widths: Vec<_> = visible(text).iter().map(|line| line.chars().count()).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

#[test]
fn all_lines_are_equally_wide() {
    let shapes = [
        Shape::square(1, 1),
        Shape::square(16, 16),
        Shape::square(3, 30),
        Shape::square(32, 32),
        Shape::triangle(1),
        Shape::triangle(7),
    ];
    for shape in shapes {
        for colours in [5, 60] {
            let puzzle = solved(shape, colours);
            let claim = claim(&puzzle, &spoiled(&puzzle));
            for depth in DEPTHS {
                for columns in [0, 80, 130, usize::MAX] {
                    let text = terminal::board(&claim, Some(&puzzle), &style(depth, columns));
                    assert_eq!(widths(&text).len(), 1, "{shape} {depth:?} {columns}:\n{text}");
                }
            }
        }
    }
}

#[test]
fn cells_shrink_to_fit_the_screen() {
    let puzzle = solved(Shape::square(16, 16), 22);
    let claim = claim(&puzzle, &solution(&puzzle));
    let size = |depth, columns| {
        let text = terminal::board(&claim, Some(&puzzle), &style(depth, columns));
        (widths(&text)[0], text.lines().count())
    };
    assert_eq!(size(Depth::TrueColour, 100), (96, 48));
    assert_eq!(size(Depth::TrueColour, 80), (64, 32));
    assert_eq!(size(Depth::TrueColour, 40), (32, 16));
    assert!(size(Depth::Ascii, 130).0 <= 130 && size(Depth::Ascii, 80).0 <= 80);
}

#[test]
fn plain_text_is_ascii_without_escape_codes_even_with_hostile_labels() {
    let mut parts = with_motifs().to_parts();
    parts.labels = ["\x1b[31m", "\u{1f600}", "é\n", "long label"].map(str::to_owned).to_vec();
    let puzzle = Puzzle::new(parts).unwrap();
    let text = terminal::board(
        &claim(&puzzle, &solution(&puzzle)),
        Some(&puzzle),
        &style(Depth::Ascii, 80),
    );
    assert!(text.chars().all(|c| c == '\n' || c == ' ' || c.is_ascii_graphic()), "{text}");
    assert_eq!(widths(&text).len(), 1);
}

#[test]
fn plain_text_marks_every_mismatch_with_an_x() {
    for shape in [Shape::square(9, 7), Shape::square(2, 2)] {
        let puzzle = solved(shape, 5);
        let mut board = solution(&puzzle);
        let (one, other) = (Cell(0), Cell(1));
        let (first, second) = (board.get(one), board.get(other));
        board.set(one, second);
        board.set(other, first);
        let claim = claim(&puzzle, &board);
        let picture = Picture::new(&claim, Some(&puzzle));
        let wrong = score::mismatches(&puzzle, &board).len() + picture.broken_rim().len();
        let text = terminal::board(&claim, Some(&puzzle), &style(Depth::Ascii, 200));
        assert_eq!(text.matches('x').count(), wrong, "{text}");
        let calm = TerminalStyle { mark_mismatches: false, ..style(Depth::Ascii, 200) };
        assert!(!terminal::board(&claim, Some(&puzzle), &calm).contains('x'));
    }
}

#[test]
fn colours_mark_every_mismatch_with_two_characters() {
    let puzzle = solved(Shape::square(4, 4), 24);
    let mut board = solution(&puzzle);
    let cell = Cell(5);
    let turned = board.get(cell).map(|p| Placement { rotation: Rotation(1), ..p });
    board.set(cell, turned);
    let claim = claim(&puzzle, &board);
    for depth in [Depth::TrueColour, Depth::Ansi256] {
        let text = terminal::board(&claim, Some(&puzzle), &style(depth, 80));
        let marks = visible(&text).concat().matches('x').count();
        assert_eq!(marks, 2 * score::mismatches(&puzzle, &board).len());
    }
}

#[test]
fn a_piece_in_plain_text_shows_its_colours_and_its_number() {
    let puzzle = with_motifs();
    let text = terminal::board(
        &claim(&puzzle, &solution(&puzzle)),
        Some(&puzzle),
        &TerminalStyle { mark_hints: false, ..style(Depth::Ascii, 80) },
    );
    let shown: Vec<_> = text.lines().take(4).collect();
    let expected = ["     1     2   ", "  +-----+-----+", "  |  a  |  a  |", "A |a 1 b|b 2 a|"];
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn boards_without_cells_are_no_lines_at_all() {
    for shape in [Shape::square(0, 3), Shape::triangle(0), Shape::square(9999, 9999)] {
        let claim = Claim { shape, cells: Vec::new() };
        for depth in DEPTHS {
            assert_eq!(terminal::board(&claim, None, &style(depth, 80)), "", "{shape}");
        }
    }
}

#[test]
fn hints_are_marked_and_numbers_left_out_where_asked() {
    let mut parts = with_motifs().to_parts();
    let (solved, cell) = (solution(&with_motifs()), Cell(0));
    let Placement { piece, rotation } = solved.get(cell).unwrap();
    parts.hints = vec![tilewright_puzzle::Hint { cell, piece, rotation, mandatory: true }];
    let puzzle = Puzzle::new(parts).unwrap();
    let mut empty = solved.clone();
    empty.set(cell, None);
    for depth in DEPTHS {
        let marks = |board, style: &TerminalStyle| {
            let text = terminal::board(&claim(&puzzle, board), Some(&puzzle), style);
            let text = visible(&text).concat();
            [text.matches('*').count(), text.matches('!').count()]
        };
        for columns in [0, 12, 80] {
            assert_eq!(marks(&solved, &style(depth, columns)), [1, 0], "{depth:?} {columns}");
        }
        assert_eq!(marks(&empty, &style(depth, 80)), [0, 1], "{depth:?}");
        let calm = TerminalStyle { mark_hints: false, ..style(depth, 80) };
        assert_eq!(marks(&solved, &calm), [0, 0], "{depth:?}");
    }
    let nameless = TerminalStyle { numbers: false, mark_hints: false, ..style(Depth::Ascii, 80) };
    let text = terminal::board(&claim(&puzzle, &solved), Some(&puzzle), &nameless);
    let rows = text.lines().skip(1);
    assert!(!rows.collect::<String>().contains(|c: char| c.is_ascii_digit()), "{text}");
}
