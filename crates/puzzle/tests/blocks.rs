//! The number of 2x2 blocks that the official Eternity II pieces make: figures that several people
//! have counted independently.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use tilewright_formats::embedded;
use tilewright_puzzle::{Cell, PieceId, Puzzle, Side, Sides};

const RIGHT: Side = Side(1);
const DOWN: Side = Side(2);
const LEFT: Side = Side(3);
const UP: Side = Side(0);

type Turned = (PieceId, Sides);

/// The pieces that may lie on a cell, as they would be turned there.
fn fitting(puzzle: &Puzzle, cell: Cell, without: Option<PieceId>) -> Vec<Turned> {
    let pieces = puzzle.piece_ids().zip(puzzle.pieces()).filter(|(id, _)| Some(*id) != without);
    pieces
        .flat_map(|(id, sides)| sides.rotations().map(move |(_, turned)| (id, turned)))
        .filter(|(_, turned)| puzzle.fits_rim(cell, turned))
        .collect()
}

/// Blocks whose upper left cell is `cell`: four different pieces, four matching joins.
fn blocks(puzzle: &Puzzle, cell: Cell, without: Option<PieceId>) -> u64 {
    let shape = puzzle.shape();
    let (row, column) = shape.position(cell);
    let at = |r, c| fitting(puzzle, shape.cell(row + r, column + c).unwrap(), without);
    let by_left = |list: Vec<Turned>| {
        let mut index: HashMap<_, Vec<Turned>> = HashMap::new();
        for turned in list {
            index.entry(turned.1.get(LEFT)).or_default().push(turned);
        }
        index
    };
    let (upper_right, lower_right) = (by_left(at(0, 1)), by_left(at(1, 1)));
    let mut lower_left: HashMap<_, Vec<Turned>> = HashMap::new();
    for turned in at(1, 0) {
        lower_left.entry(turned.1.get(UP)).or_default().push(turned);
    }
    let none = Vec::new();
    let mut count = 0;
    for (a, first) in at(0, 0) {
        for (b, right) in upper_right.get(&first.get(RIGHT)).unwrap_or(&none) {
            for (c, below) in lower_left.get(&first.get(DOWN)).unwrap_or(&none) {
                for (d, last) in lower_right.get(&below.get(RIGHT)).unwrap_or(&none) {
                    let different = a != *b && a != *c && a != *d && b != c && b != d && c != d;
                    let matches = last.get(UP) == right.get(DOWN);
                    count += u64::from(different && matches);
                }
            }
        }
    }
    count
}

#[test]
fn the_official_pieces_make_the_published_number_of_blocks() {
    let puzzle = embedded::puzzle("eternity2-free").unwrap();
    let (corner, side, middle) = (Cell(0), Cell(1), Cell(17));
    let count = |cell, without| blocks(&puzzle, cell, without);
    assert_eq!(count(corner, None), 1_312);
    assert_eq!(count(side, None), 73_003);
    assert_eq!(count(middle, None), 4_059_952);
    let clue = PieceId::from_number(139);
    assert_eq!(count(corner, clue), 1_307);
    assert_eq!(count(side, clue), 72_365);
    assert_eq!(count(middle, clue), 3_980_912);
}
