//! Scorer, incremental scorer, auditor and claims agree with one another on random boards.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use proptest::prelude::*;
use tilewright_puzzle::audit::{Problem, audit};
use tilewright_puzzle::{
    Board, Cell, Claim, ClaimedPiece, Hint, PieceId, Placement, Puzzle, PuzzleParts, Rotation,
    ScoredBoard, Shape, Sides, score,
};

proptest! {
    #[test]
    fn the_auditor_counts_the_same_score_as_the_scorer((puzzle, board) in common::puzzle_and_board()) {
        let audit = audit(&puzzle, &Claim::of_board(&puzzle, &board)).unwrap();
        prop_assert_eq!(audit.score, score(&puzzle, &board));
        prop_assert_eq!(audit.max_score, puzzle.max_score());
        prop_assert_eq!(audit.placed, board.placed());
        prop_assert!(audit.pieces_ok);
        prop_assert_eq!(audit.missing.len() + audit.placed, puzzle.pieces().len());
        prop_assert_eq!(
            audit.mismatches.iter().map(|m| (m.cell, m.side)).collect::<Vec<_>>(),
            score::mismatches(&puzzle, &board).iter().map(|j| (j.cell, j.side)).collect::<Vec<_>>()
        );
        let fits = puzzle.topology().cells().all(|cell| {
            board.sides(&puzzle, cell).is_none_or(|sides| puzzle.fits_rim(cell, &sides))
        });
        prop_assert_eq!(audit.rim_ok, fits);
    }

    #[test]
    fn the_incremental_scorer_always_agrees_with_its_slow_twin(
        (puzzle, board) in common::puzzle_and_board(),
        moves in proptest::collection::vec((any::<u16>(), any::<u16>(), 0u8..4, any::<bool>()), 1..40),
    ) {
        let mut scored = ScoredBoard::from_board(&puzzle, &board);
        prop_assert_eq!(scored.score(), score(&puzzle, &board));
        let cells = puzzle.topology().cell_count() as u16;
        for (one, other, turn, swap) in moves {
            let (one, other) = (Cell(one % cells), Cell(other % cells));
            if swap {
                scored.swap(one, other);
            } else {
                let rotation = Rotation(turn % puzzle.topology().side_count());
                let placement = Placement { piece: PieceId(other.0), rotation };
                scored.set(one, (turn < 3).then_some(placement));
            }
            prop_assert_eq!(scored.score(), score(&puzzle, scored.board()));
        }
    }

    #[test]
    fn a_board_survives_being_claimed_with_numbers((puzzle, board) in common::puzzle_and_board()) {
        let claim = Claim::of_board(&puzzle, &board);
        let back = claim.to_board(&puzzle).unwrap();
        prop_assert_eq!(Claim::of_board(&puzzle, &back), claim);
    }

    #[test]
    fn a_board_claimed_by_colours_alone_looks_the_same((puzzle, board) in common::puzzle_and_board()) {
        let mut claim = Claim::of_board(&puzzle, &board);
        for piece in claim.cells.iter_mut().flatten() {
            if let ClaimedPiece::Sides { number, .. } = piece {
                *number = None;
            }
        }
        let back = claim.to_board(&puzzle).unwrap();
        for cell in puzzle.topology().cells() {
            prop_assert_eq!(back.sides(&puzzle, cell), board.sides(&puzzle, cell));
        }
        let by_colour = audit(&puzzle, &claim).unwrap();
        let by_number = audit(&puzzle, &Claim::of_board(&puzzle, &board)).unwrap();
        prop_assert_eq!(by_colour.score, by_number.score);
        prop_assert_eq!(by_colour.missing.len(), by_number.missing.len());
    }

    #[test]
    fn turning_a_whole_board_keeps_its_score((puzzle, board) in common::puzzle_and_board()) {
        for symmetry in puzzle.topology().symmetries() {
            let turned = board.turned(&puzzle, &symmetry);
            prop_assert_eq!(score(&puzzle, &turned), score(&puzzle, &board));
            prop_assert_eq!(turned.placed(), board.placed());
        }
    }
}

/// A solved 3x3 board with a rim; every piece has its own sides.
fn solved() -> (Puzzle, Board) {
    let pieces = [
        [0, 1, 5, 0],
        [0, 2, 6, 1],
        [0, 0, 7, 2],
        [5, 8, 4, 0],
        [6, 9, 6, 8],
        [7, 0, 2, 9],
        [4, 3, 0, 0],
        [6, 1, 0, 3],
        [2, 0, 0, 1],
    ];
    let mut parts =
        PuzzleParts::new("solved", Shape::square(3, 3), pieces.map(Sides::square).to_vec());
    parts.hints =
        vec![Hint { cell: Cell(4), piece: PieceId(4), rotation: Rotation(0), mandatory: true }];
    let puzzle = Puzzle::new(parts).unwrap();
    let cells = puzzle.piece_ids().map(|piece| Some(Placement { piece, rotation: Rotation(0) }));
    let board = Board::from_cells(cells.collect());
    (puzzle, board)
}

fn problems(change: impl FnOnce(&mut Claim)) -> Vec<String> {
    let (puzzle, board) = solved();
    let mut claim = Claim::of_board(&puzzle, &board);
    change(&mut claim);
    audit(&puzzle, &claim).unwrap().problems.iter().map(Problem::to_string).collect()
}

fn sides(colours: [u16; 4], number: Option<u32>) -> Option<ClaimedPiece> {
    Some(ClaimedPiece::Sides { sides: Sides::square(colours), number })
}

#[test]
fn a_solved_board_has_no_problems() {
    let (puzzle, board) = solved();
    let audit = audit(&puzzle, &Claim::of_board(&puzzle, &board)).unwrap();
    assert!(audit.is_solution());
    assert_eq!((audit.score, audit.max_score, audit.hints_matched), (12, 12, 1));
}

#[test]
fn a_piece_used_twice_is_named_with_its_cells() {
    let twice = problems(|claim| claim.cells[3] = claim.cells[1]);
    assert!(twice[0].contains("piece 2 is used twice: on A2 and B1"), "{twice:?}");
    let by_colour = problems(|claim| claim.cells[3] = sides([0, 2, 6, 1], None));
    assert!(by_colour[0].contains("piece 2 is used twice"), "{by_colour:?}");
}

#[test]
fn foreign_pieces_and_numbers_are_named() {
    let foreign = problems(|claim| claim.cells[4] = sides([6, 9, 6, 7], None));
    assert!(foreign[0].contains("foreign piece on B2"), "{foreign:?}");
    let unknown = problems(|claim| {
        claim.cells[4] = Some(ClaimedPiece::Placed { number: 77, rotation: Rotation(0) });
    });
    assert!(unknown[0].contains("number 77"), "{unknown:?}");
    let wrong = problems(|claim| claim.cells[4] = sides([6, 9, 6, 8], Some(1)));
    assert!(wrong[0].contains("not the sides of piece 1"), "{wrong:?}");
}

#[test]
fn a_wrong_rim_is_named_side_by_side() {
    let turned = problems(|claim| {
        claim.cells[1] = Some(ClaimedPiece::Placed { number: 2, rotation: Rotation(1) });
    });
    assert_eq!(turned.len(), 2);
    assert!(turned[0].contains("wrong rim on A2: its up side is on the edge"), "{turned:?}");
    assert!(turned[1].contains("its right side shows the rim's colour"), "{turned:?}");
}

#[test]
fn a_moved_or_turned_hint_is_a_problem_but_a_hole_is_not() {
    let moved = problems(|claim| claim.cells.swap(4, 5));
    assert!(moved.iter().any(|p| p.contains("piece 5 belongs on B2")), "{moved:?}");
    let turned = problems(|claim| {
        claim.cells[4] = Some(ClaimedPiece::Placed { number: 5, rotation: Rotation(2) });
    });
    assert!(turned[0].contains("turned otherwise"), "{turned:?}");
    assert!(problems(|claim| claim.cells[4] = None).is_empty());
}

#[test]
fn a_twin_of_a_hint_may_lie_anywhere() {
    let twin = Sides::square([1, 1, 2, 2]);
    let others = [Sides::square([1, 2, 1, 2]), Sides::square([3, 3, 3, 3])];
    let mut parts =
        PuzzleParts::new("twins", Shape::square(2, 2), vec![twin, twin, others[0], others[1]]);
    parts.rim = None;
    parts.labels = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let hint = Hint { cell: Cell(0), piece: PieceId(0), rotation: Rotation(0), mandatory: true };
    parts.hints = vec![hint];
    let puzzle = Puzzle::new(parts).unwrap();
    let problems = |cells: [Option<ClaimedPiece>; 4]| -> Vec<String> {
        let claim = Claim { shape: puzzle.shape(), cells: cells.to_vec() };
        audit(&puzzle, &claim).unwrap().problems.iter().map(Problem::to_string).collect()
    };
    let placed = |number| Some(ClaimedPiece::Placed { number, rotation: Rotation(0) });
    let plain = sides([1, 1, 2, 2], None);
    assert!(problems([None, placed(2), None, None]).is_empty());
    assert!(problems([None, plain, None, None]).is_empty());
    assert!(problems([plain, plain, None, None]).is_empty());
    assert!(problems([None, placed(1), None, None])[0].contains("piece a belongs on A1"));
    assert!(problems([None, plain, plain, None])[0].contains("but lies on B1"));
}

#[test]
fn a_board_of_another_size_is_refused() {
    let (puzzle, _) = solved();
    let claim = Claim { shape: Shape::square(2, 2), cells: vec![None; 4] };
    assert!(audit(&puzzle, &claim).is_err());
    assert!(claim.to_board(&puzzle).is_err());
}

#[test]
fn hints_claim_their_twins_first() {
    let twin = Sides::square([1, 1, 2, 2]);
    let mut parts = PuzzleParts::new("twins", Shape::square(2, 1), vec![twin, twin]);
    parts.rim = None;
    let hint = Hint { cell: Cell(0), piece: PieceId(1), rotation: Rotation(0), mandatory: true };
    parts.hints = vec![hint];
    let puzzle = Puzzle::new(parts).unwrap();
    let cells = vec![sides([1, 1, 2, 2], None); 2];
    let board = Claim { shape: puzzle.shape(), cells }.to_board(&puzzle).unwrap();
    assert_eq!(board.get(Cell(0)).unwrap().piece, PieceId(1));
    assert_eq!(board.get(Cell(1)).unwrap().piece, PieceId(0));
}
