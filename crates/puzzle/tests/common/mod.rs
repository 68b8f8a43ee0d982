//! Random puzzles and boards of every kind for property tests.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use tilewright_puzzle::{
    Board, Cell, Colour, Hint, PieceId, Placement, Puzzle, PuzzleParts, Rotation, Shape, Sides,
};

/// Any small board: squares, strips, triangles.
pub fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (1u16..=5, 1u16..=5).prop_map(|(w, h)| Shape::square(w, h)),
        (1u16..=5).prop_map(Shape::triangle),
    ]
}

/// Any small puzzle: with or without rim, signed or not, few colours so that twins occur.
pub fn puzzle() -> impl Strategy<Value = Puzzle> {
    (shape(), 1u16..=4, any::<bool>(), any::<bool>()).prop_flat_map(
        |(shape, pairs, rim, signed)| {
            let sides = proptest::collection::vec(0..=2 * pairs, usize::from(shape.sides()));
            let pieces = proptest::collection::vec(sides, shape.cells());
            let hints =
                proptest::collection::vec((0..shape.cells(), 0..shape.cells(), 0u8..3), 0..3);
            (pieces, hints).prop_map(move |(pieces, hints)| {
                let colours = |side: &Vec<u16>| side.iter().map(|&c| Colour(c)).collect::<Vec<_>>();
                let pieces = pieces.iter().filter_map(|side| Sides::new(&colours(side))).collect();
                let mut parts = PuzzleParts::new("random", shape, pieces);
                parts.rim = rim.then_some(Colour::GREY);
                if signed {
                    parts.mates =
                        (0..pairs).map(|k| (Colour(2 * k + 1), Colour(2 * k + 2))).collect();
                }
                for (cell, piece, rotation) in hints {
                    let (cell, piece) = (Cell::at(cell), PieceId::at(piece));
                    if parts.hints.iter().all(|h| h.cell != cell && h.piece != piece) {
                        let rotation = Rotation(rotation);
                        parts.hints.push(Hint { cell, piece, rotation, mandatory: rotation.0 > 0 });
                    }
                }
                Puzzle::new(parts).expect("consistent parts")
            })
        },
    )
}

/// A puzzle with a random legal board on it: each piece at most once, some cells empty.
pub fn puzzle_and_board() -> impl Strategy<Value = (Puzzle, Board)> {
    puzzle().prop_flat_map(|puzzle| {
        let n = puzzle.topology().cell_count();
        let order = Just((0..n).collect::<Vec<_>>()).prop_shuffle();
        let rotations = proptest::collection::vec(0..puzzle.topology().side_count(), n);
        let filled = proptest::collection::vec(proptest::bool::weighted(0.8), n);
        (Just(puzzle), order, rotations, filled).prop_map(|(puzzle, order, rotations, filled)| {
            let cells =
                order.iter().zip(rotations).zip(filled).map(|((&piece, rotation), filled)| {
                    let placement =
                        Placement { piece: PieceId::at(piece), rotation: Rotation(rotation) };
                    filled.then_some(placement)
                });
            (puzzle, Board::from_cells(cells.collect()))
        })
    })
}
