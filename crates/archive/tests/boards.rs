//! Boards are there once, audited, and found again by puzzle, regime and score.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Place, generated};
use tilewright_archive::{BoardFilter, BoardId};
use tilewright_puzzle::{Board, Cell, Hint, PieceId, Puzzle, PuzzleParts, Shape, Sides};

#[test]
fn a_turned_board_is_the_same_unless_hints_say_which_way_is_up() {
    let place = Place::new();
    let mut archive = place.open();
    let (puzzle, solution) = generated(4, 1);
    let turns = puzzle.topology().symmetries();
    let ids: Vec<_> = turns
        .iter()
        .map(|turn| archive.keep_board(&puzzle, &solution.turned(&puzzle, turn), None).unwrap())
        .collect();
    assert_eq!((ids.len(), ids.iter().all(|id| *id == ids[0])), (4, true));

    let placed = solution.get(Cell(5)).unwrap();
    let hint = |mandatory| Hint {
        cell: Cell(5),
        piece: placed.piece,
        rotation: placed.rotation,
        mandatory,
    };
    let hinted =
        Puzzle::new(PuzzleParts { hints: vec![hint(false)], ..puzzle.to_parts() }).unwrap();
    let mut ids: Vec<_> = turns
        .iter()
        .map(|turn| archive.keep_board(&hinted, &solution.turned(&puzzle, turn), None).unwrap())
        .collect();
    ids.dedup();
    assert_eq!(ids.len(), 4);
    let fixed = Puzzle::new(PuzzleParts { hints: vec![hint(true)], ..puzzle.to_parts() }).unwrap();
    archive.keep_board(&fixed, &solution, None).unwrap();
    let turned = solution.turned(&puzzle, &turns[1]);
    let error = archive.keep_board(&fixed, &turned, None).unwrap_err().to_string();
    assert!(error.contains("refused"), "{error}");
    assert_eq!(archive.boards(&BoardFilter::default()).unwrap().len(), 6);
    let open = BoardFilter { regime: Some("open".into()), ..BoardFilter::default() };
    assert_eq!(archive.boards(&open).unwrap().len(), 1);
}

#[test]
fn twins_that_change_places_make_no_new_board() {
    let side = Sides::square([0, 1, 1, 0]);
    let puzzle =
        Puzzle::new(PuzzleParts::new("twins", Shape::square(2, 2), vec![side; 4])).unwrap();
    let place = Place::new();
    let mut archive = place.open();
    let mut ids: Vec<_> = [[0, 1, 2, 3], [3, 2, 1, 0]]
        .map(|order: [u16; 4]| {
            let goal = [[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 0, 0], [1, 0, 0, 1]];
            let cells = order.iter().zip(goal).map(|(&piece, sides)| {
                let rotation = side.rotation_to(&Sides::square(sides))?;
                Some(tilewright_puzzle::Placement { piece: PieceId(piece), rotation })
            });
            archive.keep_board(&puzzle, &Board::from_cells(cells.collect()), None).unwrap()
        })
        .into();
    ids.dedup();
    assert_eq!(ids.len(), 1);
    let (kept, _) = archive.board(ids[0]).unwrap();
    assert!(kept.verdict.solved);
    assert!(archive.board(BoardId(99)).is_err());
}

#[test]
fn the_best_board_of_each_puzzle_and_regime_is_found() {
    let place = Place::new();
    let mut archive = place.open();
    for (side, seed) in [(4, 1), (5, 2)] {
        let (puzzle, solution) = generated(side, seed);
        let mut board = solution.clone();
        for cell in 0..4 {
            archive.keep_board(&puzzle, &board, None).unwrap();
            board.set(Cell(cell), None);
        }
    }
    assert_eq!(archive.boards(&BoardFilter::default()).unwrap().len(), 8);
    let best = archive.best_boards(&BoardFilter::default()).unwrap();
    let scores: Vec<_> = best.iter().map(|board| board.verdict.score).collect();
    assert_eq!(scores, [24, 40]);
    let (puzzle, _) = generated(5, 2);
    let high = BoardFilter {
        puzzle: Some(puzzle.name().to_owned()),
        min_score: Some(38),
        ..BoardFilter::default()
    };
    assert_eq!(archive.boards(&high).unwrap().len(), 2);
    let first = BoardFilter { limit: Some(1), ..high };
    assert_eq!(archive.boards(&first).unwrap()[0].verdict.score, 40);
}
