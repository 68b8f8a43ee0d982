//! A round trip through a format loses nothing that the format can hold.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly, too")]

mod common;

use common::{Dice, Kind};
use proptest::prelude::*;
use tilewright_formats::{
    BoardToWrite, Document, Format, ReadOptions, embedded, read, read_board, read_puzzle,
    write_board, write_puzzle,
};
use tilewright_puzzle::{Board, Claim, ClaimedPiece, Colour, Puzzle, Shape};

const PIECE_FORMATS: [Format; 6] = [
    Format::DevPuzzle,
    Format::PuzzleCsv,
    Format::E2Pieces,
    Format::Shorter,
    Format::Puz,
    Format::LoganPieces,
];

fn squares() -> impl Strategy<Value = Shape> {
    (2u16..8, 2u16..8).prop_map(|(width, height)| Shape::square(width, height))
}

fn shapes() -> impl Strategy<Value = Shape> {
    let any_square = (1u16..8, 1u16..8).prop_map(|(width, height)| Shape::square(width, height));
    prop_oneof![2 => any_square, 1 => (1u16..6).prop_map(Shape::triangle)]
}

fn kinds(shapes: impl Strategy<Value = Shape>) -> impl Strategy<Value = Kind> {
    (shapes, 1u16..26, any::<bool>(), any::<bool>(), any::<bool>(), 0usize..4).prop_map(
        |(shape, colours, rim, signed, extras, hints)| {
            // A signed puzzle has pairs of colours, which must all have letters.
            let colours = if signed { colours.min(24) } else { colours };
            Kind { shape, colours, rim, signed, extras, hints }
        },
    )
}

fn detected(text: &str, puzzle: Option<&Puzzle>) -> Document {
    read(text, &ReadOptions::default(), puzzle).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn told(shape: Shape) -> ReadOptions {
    ReadOptions { shape: Some(shape), ..ReadOptions::default() }
}

/// The three ways to claim a board.
fn claims(puzzle: &Puzzle, board: &Board) -> [Claim; 3] {
    let full = Claim::of_board(puzzle, board);
    let map = |change: fn(&ClaimedPiece) -> ClaimedPiece| Claim {
        shape: full.shape,
        cells: full.cells.iter().map(|cell| cell.as_ref().map(change)).collect(),
    };
    let sides_only =
        map(|piece| ClaimedPiece::Sides { sides: piece.sides(None).unwrap(), number: None });
    let placed = Claim {
        shape: full.shape,
        cells: board
            .cells()
            .iter()
            .map(|cell| {
                cell.map(|p| ClaimedPiece::Placed {
                    number: p.piece.number(),
                    rotation: p.rotation,
                })
            })
            .collect(),
    };
    [full, sides_only, placed]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn our_own_format_holds_every_puzzle(seed: u64, kind in kinds(shapes())) {
        let (puzzle, _) = common::puzzle(&mut Dice(seed), kind);
        for format in [Format::Toml, Format::Json] {
            let text = write_puzzle(format, &puzzle).unwrap();
            let Document::Puzzle(file) = detected(&text, None) else { panic!("a board?") };
            prop_assert_eq!(file.format, format);
            prop_assert_eq!(&file.puzzle, &puzzle);
        }
    }

    #[test]
    fn our_own_format_holds_every_claim(seed: u64, kind in kinds(shapes())) {
        let mut dice = Dice(seed);
        let (puzzle, solution) = common::puzzle(&mut dice, kind);
        let board = common::disturb(&mut dice, &puzzle, &solution);
        for format in [Format::Toml, Format::Json] {
            for claim in claims(&puzzle, &board) {
                // Without the puzzle nothing is added, so the very claim comes back.
                let (rim, mates) = (puzzle.rim(), puzzle.mates());
                let bare = BoardToWrite {
                    name: Some("b"), rim, mates: &mates, ..BoardToWrite::new(&claim, None)
                };
                let Document::Board(file) = detected(&write_board(format, &bare).unwrap(), None)
                else { panic!("a puzzle?") };
                prop_assert_eq!(&file.claim, &claim);
                prop_assert_eq!((file.rim, file.mates), (rim, mates.clone()));
                prop_assert_eq!(file.name.as_deref(), Some("b"));
                // With it, the file has numbers, rotations and sides.
                let text = write_board(format, &BoardToWrite::new(&claim, Some(&puzzle))).unwrap();
                let file = read_board(&text, &ReadOptions::default(), None).unwrap();
                let again = file.claim.to_board(&puzzle).unwrap();
                prop_assert_eq!(common::sides(&puzzle, &again), common::sides(&puzzle, &board));
                prop_assert_eq!(file.puzzle_name.as_deref(), Some(puzzle.name()));
            }
        }
    }

    #[test]
    fn piece_formats_hold_unsigned_square_puzzles(seed: u64, kind in kinds(squares())) {
        let kind = Kind { signed: false, extras: false, ..kind };
        let (puzzle, _) = common::puzzle(&mut Dice(seed), kind);
        // Four corners of one colour and a rim: nothing tells which is which, if the format does not.
        let colours: std::collections::HashSet<_> =
            puzzle.pieces().iter().flat_map(|sides| sides.colours().to_vec()).collect();
        prop_assume!(kind.shape.cells() > 4 || colours.len() > 2);
        for format in PIECE_FORMATS {
            let text = match write_puzzle(format, &puzzle) {
                Ok(text) => text,
                Err(error) => {
                    // Only the CSV may refuse, and only a hint it cannot say.
                    prop_assert_eq!(error.format, Format::PuzzleCsv);
                    prop_assert!(error.message.contains("first cell"));
                    continue;
                }
            };
            let hints = match format {
                Format::Puz => Some(write_puzzle(Format::Hnt, &puzzle).unwrap()),
                Format::LoganPieces => Some(write_puzzle(Format::LoganClues, &puzzle).unwrap()),
                _ => None,
            };
            let options = ReadOptions { hints, file_name: Some("x/random.txt".into()), ..told(kind.shape) };
            let file = read_puzzle(&text, &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
            prop_assert_eq!(file.format, format);
            let mut expected = puzzle.to_parts();
            if matches!(format, Format::E2Pieces | Format::Shorter) {
                expected.hints.clear();
            }
            // The CSV lists hints in the order of the pieces.
            let mut found = file.puzzle.to_parts();
            expected.hints.sort_by_key(|hint| hint.piece);
            found.hints.sort_by_key(|hint| hint.piece);
            prop_assert_eq!(found, expected, "{:?}", format);
        }
    }

    #[test]
    fn the_size_of_a_puzzle_with_a_rim_follows_from_its_pieces(seed: u64, shape in squares()) {
        let Shape::Square { width, height } = shape else { panic!() };
        let wide = Shape::square(width.max(height), width.min(height));
        let kind = Kind { shape: wide, colours: 5, rim: true, signed: false, extras: false, hints: 0 };
        let (puzzle, _) = common::puzzle(&mut Dice(seed), kind);
        for format in PIECE_FORMATS {
            let text = write_puzzle(format, &puzzle).unwrap();
            let options = ReadOptions::default();
            prop_assert_eq!(read_puzzle(&text, &options).unwrap().puzzle.shape(), wide);
        }
    }

    #[test]
    fn nichols_holds_unsigned_triangles(seed: u64, side in 1u16..7, rim: bool, extras: bool) {
        let kind = Kind { shape: Shape::triangle(side), colours: 6, rim, signed: false, extras, hints: 0 };
        let (puzzle, _) = common::puzzle(&mut Dice(seed), kind);
        let text = write_puzzle(Format::Nichols, &puzzle).unwrap();
        let Document::Puzzle(file) = detected(&text, None) else { panic!("a board?") };
        prop_assert_eq!(file.format, Format::Nichols);
        prop_assert_eq!(file.puzzle.pieces(), puzzle.pieces());
        prop_assert_eq!(file.puzzle.labels(), puzzle.labels());
        prop_assert_eq!((file.puzzle.shape(), file.puzzle.rim()), (puzzle.shape(), puzzle.rim()));
    }

    #[test]
    fn letters_survive_every_board_format(seed: u64, kind in kinds(squares())) {
        let kind = Kind { rim: true, extras: false, ..kind };
        let mut dice = Dice(seed);
        let (puzzle, solution) = common::puzzle(&mut dice, kind);
        let board = common::disturb(&mut dice, &puzzle, &solution);
        let claim = Claim::of_board(&puzzle, &board);
        let letters = write_board(Format::Letters, &BoardToWrite::new(&claim, Some(&puzzle))).unwrap();
        for &format in Format::ALL.iter().filter(|format| format.describe().holds_board) {
            let lettered = read_board(&letters, &ReadOptions::default(), Some(&puzzle)).unwrap();
            let square = matches!(kind.shape, Shape::Square { width, height } if width == height);
            let text = match write_board(format, &BoardToWrite::of(&lettered, Some(&puzzle))) {
                Ok(text) => text,
                Err(error) => {
                    prop_assert!(!square, "{}", error);
                    continue;
                }
            };
            let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
            let again = read_board(&text, &options, Some(&puzzle))
                .unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!(again.claim.shape, kind.shape);
            let back = write_board(Format::Letters, &BoardToWrite::of(&again, Some(&puzzle)));
            prop_assert_eq!(&back.unwrap(), &letters, "{:?}", format);
        }
    }

    #[test]
    fn a_link_keeps_piece_numbers_and_needs_no_puzzle(seed: u64, kind in kinds(squares())) {
        let kind = Kind { rim: true, signed: false, extras: false, ..kind };
        let mut dice = Dice(seed);
        let (puzzle, solution) = common::puzzle(&mut dice, kind);
        let board = common::disturb(&mut dice, &puzzle, &solution);
        let claim = Claim::of_board(&puzzle, &board);
        let link = write_board(Format::Link, &BoardToWrite::new(&claim, None)).unwrap();
        let Document::Board(file) = detected(&link, None) else { panic!("a puzzle?") };
        prop_assert_eq!(file.format, Format::Link);
        prop_assert_eq!(&file.claim, &claim);
    }
}

#[test]
fn known_boards_survive_every_format_with_numbers_and_rotations() {
    let puzzle = embedded::puzzle("eternity2").unwrap();
    for known in embedded::known_boards() {
        let board = known.claim.to_board(&puzzle).unwrap();
        let letters = write_board(Format::Letters, &BoardToWrite::new(&known.claim, None)).unwrap();
        for &format in Format::ALL.iter().filter(|format| format.describe().holds_board) {
            // The pieces are recognised, so that the puzzle need not be named.
            let text = write_board(format, &BoardToWrite::new(&known.claim, None)).unwrap();
            let Document::Board(file) = detected(&text, None) else { panic!("{format:?}") };
            assert_eq!(file.format, format, "{}", known.name);
            assert_eq!(file.claim.to_board(&puzzle).unwrap(), board, "{format:?}");
            let to_write = BoardToWrite::of(&file, Some(&puzzle));
            assert_eq!(write_board(Format::Letters, &to_write).unwrap(), letters);
        }
    }
}

#[test]
fn boards_of_twelve_by_six_survive_every_format_that_can_hold_them() {
    let clue = embedded::puzzle("clue2").unwrap();
    let placed = |index: usize| {
        let piece = tilewright_puzzle::PieceId::at((index * 5 + 3) % 72);
        let rotation = tilewright_puzzle::Rotation((index % 4) as u8);
        (!index.is_multiple_of(7)).then_some(tilewright_puzzle::Placement { piece, rotation })
    };
    let board = Board::from_cells((0..72).map(placed).collect());
    let claim = Claim::of_board(&clue, &board);
    let to_write = BoardToWrite::new(&claim, Some(&clue));
    let letters = write_board(Format::Letters, &to_write).unwrap();
    for format in
        [Format::Letters, Format::Link, Format::Listing, Format::Grid, Format::Toml, Format::Json]
    {
        let text = write_board(format, &to_write).unwrap();
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        let file = read_board(&text, &options, Some(&clue)).unwrap();
        let to_write = BoardToWrite::of(&file, Some(&clue));
        assert_eq!(write_board(Format::Letters, &to_write).unwrap(), letters, "{format:?}");
    }
    for format in [Format::DevLink, Format::DevBoard] {
        assert!(write_board(format, &to_write).unwrap_err().message.contains("12x6"));
    }
}

#[test]
fn eternity_ii_survives_every_piece_format_with_its_hints() {
    let strict = embedded::puzzle("eternity2-strict").unwrap();
    for format in PIECE_FORMATS {
        let text = write_puzzle(format, &strict).unwrap();
        let hints = match format {
            Format::DevPuzzle | Format::PuzzleCsv => None,
            Format::LoganPieces => Some(write_puzzle(Format::LoganClues, &strict).unwrap()),
            _ => Some(write_puzzle(Format::Hnt, &strict).unwrap()),
        };
        // Hint files count rotations from the orientation of the piece file.
        let turned = format == Format::E2Pieces;
        let hints = if turned { None } else { hints };
        let file = read_puzzle(&text, &ReadOptions { hints, ..ReadOptions::default() }).unwrap();
        assert_eq!(file.puzzle.pieces(), strict.pieces(), "{format:?}");
        assert_eq!(file.puzzle.motifs(), strict.motifs(), "{format:?}");
        assert_eq!(file.puzzle.rim(), Some(Colour::GREY));
        if !turned {
            let hints = strict.hints();
            assert_eq!(file.puzzle.hints().len(), hints.len(), "{format:?}");
            assert!(file.puzzle.hints().iter().all(|hint| hints.contains(hint)), "{format:?}");
        }
    }
}

#[test]
fn the_largest_board_there_can_be_is_held() {
    let shape = Shape::square(Shape::LONGEST, Shape::LONGEST);
    let kind = Kind { shape, colours: 60_000, rim: true, signed: false, extras: false, hints: 100 };
    let (puzzle, board) = common::puzzle(&mut Dice(1), kind);
    let claim = Claim::of_board(&puzzle, &board);
    for format in [Format::Toml, Format::Json] {
        let text = write_puzzle(format, &puzzle).unwrap();
        let Document::Puzzle(file) = detected(&text, None) else { panic!("a board?") };
        assert_eq!(file.puzzle, puzzle);
        let text = write_board(format, &BoardToWrite::new(&claim, Some(&puzzle))).unwrap();
        let Document::Board(file) = detected(&text, None) else { panic!("a puzzle?") };
        assert_eq!(file.claim, claim);
    }
}
