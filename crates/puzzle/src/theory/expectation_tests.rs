//! The expectations against their slow twin: deal the colours in every way there is, search each of
//! the puzzles exhaustively, and take the mean.

use super::*;
use crate::board::{Board, Placement};
use crate::ids::{PieceId, Rotation};
use crate::puzzle::PuzzleParts;
use crate::score::score;
use crate::sides::Sides;
use crate::theory::FillOrder;

/// Sides (piece, side) among which colours are dealt.
type Pool = Vec<(usize, usize)>;

fn pool(pieces: impl IntoIterator<Item = usize>, sides: &[usize]) -> Pool {
    pieces.into_iter().flat_map(|piece| sides.iter().map(move |&side| (piece, side))).collect()
}

/// Visits every way to deal the colours of each pool among its sides.
fn each_deal(parts: &mut PuzzleParts, pools: &[Pool], visit: &mut impl FnMut(&PuzzleParts)) {
    let Some((pool, others)) = pools.split_first() else { return visit(parts) };
    let get = |parts: &PuzzleParts, &(piece, side): &(usize, usize)| {
        parts.pieces[piece].get(Side(side as u8))
    };
    let colours: Vec<_> = pool.iter().map(|slot| get(parts, slot)).collect();
    each_arrangement(&mut colours.clone(), 0, &mut |dealt| {
        let mut parts = parts.clone();
        for (&(piece, side), &colour) in pool.iter().zip(dealt) {
            let mut sides = parts.pieces[piece].colours().to_vec();
            sides[side] = colour;
            parts.pieces[piece] = Sides::new(&sides).unwrap();
        }
        each_deal(&mut parts, others, visit);
    });
}

/// Every different arrangement once.
fn each_arrangement(cards: &mut [Colour], from: usize, visit: &mut impl FnMut(&[Colour])) {
    if from == cards.len() {
        return visit(cards);
    }
    for index in from..cards.len() {
        if !cards[from..index].contains(&cards[index]) {
            cards.swap(from, index);
            each_arrangement(cards, from + 1, visit);
            cards.swap(from, index);
        }
    }
}

/// Counts all boards with the first cells of the order filled and every join matched.
fn count_boards(puzzle: &Puzzle, board: &mut Board, order: &[Cell], by_depth: &mut [f64]) {
    let touching = |board: &Board| {
        let filled = |cell| board.get(cell).is_some();
        puzzle.topology().joins().iter().filter(|j| filled(j.cell) && filled(j.other)).count()
    };
    if score(puzzle, board) as usize != touching(board) {
        return;
    }
    by_depth[0] += 1.0;
    let Some((&cell, rest)) = order.split_first() else { return };
    if board.get(cell).is_some() {
        return count_boards(puzzle, board, rest, &mut by_depth[1..]);
    }
    for (piece, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
        if board.cells().iter().flatten().any(|placed| placed.piece == piece) {
            continue;
        }
        for (rotation, turned) in sides.rotations() {
            if puzzle.fits_rim(cell, &turned) {
                board.set(cell, Some(Placement { piece, rotation }));
                count_boards(puzzle, board, rest, &mut by_depth[1..]);
                board.set(cell, None);
            }
        }
    }
}

fn assert_expectations(parts: &PuzzleParts, pools: &[Pool], order: FillOrder) {
    let puzzle = Puzzle::new(parts.clone()).unwrap();
    let order = order.cells(puzzle.topology());
    let (mut sums, mut deals) = (vec![0.0; order.len() + 1], 0.0);
    each_deal(&mut parts.clone(), pools, &mut |parts| {
        let puzzle = Puzzle::new(parts.clone()).unwrap();
        count_boards(&puzzle, &mut Board::with_hints(&puzzle), &order, &mut sums);
        deals += 1.0;
    });
    for (depth, (sum, found)) in sums.iter().zip(nodes_by_depth(&puzzle, &order)).enumerate() {
        let (mean, found) = (sum / deals, found.value());
        assert!((mean - found).abs() <= mean * 1e-9, "depth {depth}: mean {mean}, found {found}");
    }
    let whole = sums.last().unwrap() / deals;
    assert!((expected_solutions(&puzzle).value() - whole).abs() <= whole * 1e-9);
}

fn squares(name: &str, size: (u16, u16), has_rim: bool, pieces: &[[u16; 4]]) -> PuzzleParts {
    let pieces = pieces.iter().map(|&sides| Sides::square(sides)).collect();
    let mut parts = PuzzleParts::new(name, Shape::square(size.0, size.1), pieces);
    parts.rim = has_rim.then_some(Colour::GREY);
    parts
}

/// Corners with their rim below and left.
fn four_corners() -> PuzzleParts {
    let pieces = [[1, 1, 0, 0], [1, 2, 0, 0], [2, 2, 0, 0], [3, 1, 0, 0]];
    squares("corners", (2, 2), true, &pieces)
}

fn hint(cell: u16, piece: u16, rotation: u8) -> Hint {
    Hint { cell: Cell(cell), piece: PieceId(piece), rotation: Rotation(rotation), mandatory: true }
}

#[test]
fn four_corners_are_expected_to_match_as_often_as_they_do() {
    let mut parts = four_corners();
    let pools = [pool(0..4, &[0]), pool(0..4, &[1])];
    assert_expectations(&parts, &pools, FillOrder::Row);
    parts.mates = vec![(Colour(1), Colour(2))];
    assert_expectations(&parts, &pools, FillOrder::Rings);
    parts.hints = vec![hint(2, 1, 0)];
    assert_expectations(&parts, &pools, FillOrder::Column);
}

#[test]
fn boards_without_rim_keep_free_sides() {
    let pieces = [[1, 1, 1, 2], [1, 1, 1, 1], [1, 1, 2, 1], [1, 3, 1, 1]];
    let mut parts = squares("free", (2, 2), false, &pieces);
    let pools = [pool(0..4, &[0, 1, 2, 3])];
    parts.hints = vec![hint(3, 2, 1)];
    assert_expectations(&parts, &pools, FillOrder::Spiral);
    let mut strip = squares("row", (3, 1), false, &[[1, 1, 2, 2], [1, 1, 2, 2], [1, 1, 3, 3]]);
    let pools = [pool(0..3, &[0, 1, 2, 3])];
    assert_expectations(&strip, &pools, FillOrder::Row);
    strip.mates = vec![(Colour(1), Colour(2))];
    assert_expectations(&strip, &pools, FillOrder::Column);
}

#[test]
fn two_rows_have_joins_along_and_across() {
    let corners = [[1, 2, 0, 0], [1, 2, 0, 0], [2, 1, 0, 0], [1, 1, 0, 0]];
    let edges = [[2, 1, 0, 2], [2, 1, 0, 1]];
    let parts = squares("rows", (3, 2), true, &[corners.as_slice(), &edges].concat());
    let right = [pool(0..4, &[1]), pool(4..6, &[1])].concat();
    let left = [pool(0..4, &[0]), pool(4..6, &[3])].concat();
    let pools = [right, left, pool(4..6, &[0])];
    assert_expectations(&parts, &pools, FillOrder::Row);
    assert_expectations(&parts, &pools, FillOrder::Column);
}

#[test]
fn a_strip_has_ends_and_pieces_that_turn_half() {
    let pieces = [[1, 0, 0, 0], [2, 0, 0, 0], [0, 1, 0, 2], [0, 3, 0, 3]];
    let pools = [[pool(0..2, &[0]), pool(2..4, &[1, 3])].concat()];
    assert_expectations(&squares("strip", (4, 1), true, &pieces), &pools, FillOrder::Row);
    assert_expectations(&squares("strip", (1, 4), true, &pieces), &pools, FillOrder::Spiral);
}

#[test]
fn one_inner_cell_meets_only_the_ring() {
    let corners = [[1, 1, 0, 0], [1, 1, 0, 0], [1, 2, 0, 0], [1, 1, 0, 0]];
    let edges = [[3, 1, 0, 1], [3, 1, 0, 1], [3, 1, 0, 2], [4, 1, 0, 1]];
    let all = [corners.as_slice(), &edges, &[[3, 3, 4, 3]]].concat();
    let parts = squares("ring", (3, 3), true, &all);
    // Edges never touch edges here, so what corners and edges carry is dealt separately.
    let ends = [pool(0..4, &[1]), pool(4..8, &[3]), pool(4..8, &[1]), pool(0..4, &[0])];
    let pools = [ends.as_slice(), &[pool(4..8, &[0]), pool(8..9, &[0, 1, 2, 3])]].concat();
    assert_expectations(&parts, &pools, FillOrder::Spiral);
}

#[test]
fn triangles_follow_the_same_model() {
    let sides = [[0, 0, 1], [0, 0, 2], [0, 0, 1], [1, 2, 2]];
    let pieces = sides.map(Sides::triangle).to_vec();
    let parts = PuzzleParts::new("triangle", Shape::triangle(2), pieces);
    let pools = [pool(0..3, &[2]), pool(3..4, &[0, 1, 2])];
    assert_expectations(&parts, &pools, FillOrder::Row);
    let free = [[1, 1, 1], [2, 2, 1], [1, 1, 1], [1, 2, 1]].map(Sides::triangle).to_vec();
    let mut parts = PuzzleParts::new("free triangle", Shape::triangle(2), free);
    parts.rim = None;
    assert_expectations(&parts, &[pool(0..4, &[0, 1, 2])], FillOrder::Column);
}

#[test]
fn a_join_between_two_hints_is_certain_or_hopeless() {
    let pieces = [[1, 1, 2, 2], [1, 2, 2, 1], [1, 1, 2, 3], [3, 1, 2, 2]];
    let mut parts = squares("hints", (4, 1), false, &pieces);
    parts.hints = vec![hint(0, 0, 0), hint(1, 1, 0)];
    let fixed = [(0, 1), (1, 3)];
    let mut dealt = pool(0..4, &[0, 1, 2, 3]);
    dealt.retain(|slot| !fixed.contains(slot));
    // Few colours are dealt again, so that all deals can be searched: the rest has one colour.
    for &(piece, side) in &dealt[4..] {
        let mut sides = parts.pieces[piece].colours().to_vec();
        sides[side] = Colour(1);
        parts.pieces[piece] = Sides::new(&sides).unwrap();
    }
    assert_expectations(&parts, &[dealt], FillOrder::Row);
    parts.hints = vec![hint(0, 0, 2), hint(1, 1, 0)];
    let hopeless = Puzzle::new(parts).unwrap();
    assert!(expected_solutions(&hopeless).is_zero());
    assert!(nodes_by_depth(&hopeless, &[]).iter().all(|nodes| nodes.is_zero()));
}

#[test]
fn hints_and_pieces_against_the_rim_leave_no_combination() {
    let mut parts = four_corners();
    parts.hints = vec![hint(0, 0, 0)];
    let turned_wrong = Puzzle::new(parts.clone()).unwrap();
    assert_eq!(combinations(&turned_wrong), BigUint::ZERO);
    assert!(expected_solutions(&turned_wrong).is_zero());
    parts.hints[0].mandatory = false;
    assert_eq!(combinations(&Puzzle::new(parts.clone()).unwrap()), BigUint::from(24u32));
    parts.pieces[0] = Sides::square([1, 1, 1, 0]);
    let wrong_pieces = Puzzle::new(parts).unwrap();
    assert_eq!(combinations(&wrong_pieces), BigUint::ZERO);
    assert!(expected_solutions(&wrong_pieces).is_zero());
}

#[test]
fn combinations_are_the_published_products() {
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    let four = |n| BigUint::from(4u32).pow(n);
    let board = Shape::square(16, 16);
    assert_eq!(combinations_of(board, false), factorial(256) * four(256));
    let with_rim = factorial(4) * factorial(56) * factorial(196) * four(196);
    assert_eq!(combinations_of(board, true), with_rim);
    let triangle = factorial(3) * factorial(6) * factorial(7) * BigUint::from(3u32).pow(7);
    assert_eq!(combinations_of(Shape::triangle(4), true), triangle);
    assert_eq!(combinations_of(Shape::square(5, 1), true), factorial(3) * 2u32 * 8u32);
    assert_eq!(combinations_of(Shape::square(1, 1), true), BigUint::from(1u32));
}

#[test]
fn large_boards_with_few_colours_are_cheap() {
    let pieces = (0..4096u16).map(|n| Sides::square([n % 3, n % 5 % 3, n % 7 % 3, n % 11 % 3]));
    let mut parts = PuzzleParts::new("large", Shape::square(64, 64), pieces.collect());
    parts.rim = None;
    let nodes = expected_solutions(&Puzzle::new(parts).unwrap());
    assert!(nodes.log10().is_finite());
}
