//! The puzzles and boards that come with the program are what was published.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]

use tilewright_formats::{BoardToWrite, ReadOptions, embedded, read_board, viewer_link};
use tilewright_puzzle::{Cell, Colour, PieceId, Puzzle, Rotation, Shape, score};

fn puzzle(name: &str) -> Puzzle {
    embedded::puzzle(name).unwrap()
}

#[test]
fn every_embedded_puzzle_can_be_read_and_is_described() {
    for name in embedded::names() {
        assert_eq!(puzzle(name).name(), *name);
        assert!(embedded::describe(name).is_some());
    }
    assert!(embedded::puzzle("eternity3").is_none());
}

#[test]
fn the_three_variants_of_eternity_ii_differ_in_their_hints_only() {
    let (open, strict, free) =
        (puzzle("eternity2"), puzzle("eternity2-strict"), puzzle("eternity2-free"));
    assert_eq!((open.hints().len(), strict.hints().len(), free.hints().len()), (1, 5, 0));
    assert!(strict.hints().iter().all(|hint| hint.mandatory));
    let hint = open.hints()[0];
    assert_eq!((hint.piece, hint.cell, hint.rotation), (PieceId(138), Cell(135), Rotation(2)));
    assert_eq!(open.shape().cell_name(hint.cell), "I8");
    assert_eq!(open.pieces(), strict.pieces());
    assert_eq!(open.colours().len(), 22);
    assert_eq!((open.max_score(), open.rim()), (480, Some(Colour(0))));
    assert_eq!(open.motifs().len(), 23);
}

#[test]
fn hint_names_are_the_published_squares() {
    let strict = puzzle("eternity2-strict");
    let name = |hint: &tilewright_puzzle::Hint| {
        format!("{} {}", hint.piece, strict.shape().cell_name(hint.cell))
    };
    let names: Vec<_> = strict.hints().iter().map(name).collect();
    assert_eq!(names, ["139 I8", "208 C3", "255 C14", "181 N3", "249 N14"]);
}

#[test]
fn clue_puzzles_have_the_published_sizes_and_a_whole_rim() {
    for (name, shape) in [
        ("clue1", Shape::square(6, 6)),
        ("clue2", Shape::square(12, 6)),
        ("clue3", Shape::square(6, 6)),
        ("clue4", Shape::square(12, 6)),
    ] {
        let clue = puzzle(name);
        assert_eq!(clue.shape(), shape);
        let corners = clue.pieces().iter().filter(|p| clue.rim_mask(p).count_ones() == 2);
        assert_eq!(corners.count(), 4);
        assert!(clue.colours().iter().all(|&colour| clue.motif(colour).is_some()));
    }
}

#[test]
fn known_boards_have_the_published_score_and_hints() {
    let (open, strict) = (puzzle("eternity2"), puzzle("eternity2-strict"));
    let boards = embedded::known_boards();
    let scores: Vec<_> = boards.iter().map(|board| board.score).collect();
    assert_eq!(scores, [470, 469, 468, 467, 464, 438, 426]);
    for known in boards {
        let board = known.claim.to_board(&open).unwrap();
        assert_eq!(score(&open, &board), known.score, "{}", known.name);
        let matched = strict.hints().iter().filter(|hint| {
            board
                .get(hint.cell)
                .is_some_and(|p| p.piece == hint.piece && p.rotation == hint.rotation)
        });
        assert_eq!(matched.count() as u32, known.hints_matched, "{}", known.name);
        assert_eq!(known.hints_matched, if known.regime == "strict" { 5 } else { 1 });
        assert_eq!(embedded::recognise(&known.claim).unwrap().name(), "eternity2");
    }
}

#[test]
fn the_triangle_of_side_four_is_solved() {
    let (puzzle, board) = embedded::triangle4().unwrap();
    assert_eq!(puzzle.max_score(), 18);
    assert_eq!(score(&puzzle, &board), 18);
    for cell in puzzle.topology().cells() {
        assert!(puzzle.fits_rim(cell, &board.sides(&puzzle, cell).unwrap()));
    }
    let labels: Vec<_> = (0..16).map(|n| n.to_string()).collect();
    assert_eq!(puzzle.labels(), labels);
}

#[test]
fn a_viewer_link_gives_the_board_back_with_its_numbers() {
    let open = puzzle("eternity2");
    for known in embedded::known_boards() {
        let name = Some(known.name.as_str());
        let to_write = BoardToWrite { name, ..BoardToWrite::new(&known.claim, Some(&open)) };
        let link = viewer_link(&to_write).unwrap();
        let read = read_board(&link, &ReadOptions::default(), None).unwrap();
        assert_eq!(read.name.as_deref(), name);
        assert_eq!(read.claim.to_board(&open).unwrap(), known.claim.to_board(&open).unwrap());
        assert!(read.claim.cells.iter().all(|cell| cell.unwrap().number().is_some()));
    }
}
