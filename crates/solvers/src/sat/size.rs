//! How large a formula will be, told before any of it is made, so that a puzzle that is too large
//! is refused instead of filling the memory.

use std::collections::HashMap;

use tilewright_puzzle::{Board, Puzzle};

use super::counting::AtMostOne;
use super::domains::{free_candidates, kinds};
use super::encode::Encoding;

/// The most literals a formula may have: about 1 GB with what the SAT solver keeps beside them.
pub const MOST_LITERALS: u64 = 50_000_000;

/// A bound on the number of literals of a puzzle's formula; never too low.
pub fn estimate(puzzle: &Puzzle, encoding: Encoding, at_most_one: AtMostOne) -> u64 {
    let topology = puzzle.topology();
    let kinds = kinds(puzzle, &Board::empty(puzzle));
    let mut cells_of_rim = HashMap::new();
    for cell in topology.cells() {
        let (_, count) = cells_of_rim.entry(topology.rim_mask(cell)).or_insert((cell, 0u64));
        *count += 1;
    }
    let mut candidates = 0;
    let mut places_of_kind = vec![0u64; kinds.len()];
    for &(cell, cells) in cells_of_rim.values() {
        let fitting = free_candidates(puzzle, &kinds, cell);
        candidates += cells * fitting.len() as u64;
        for turns in fitting.chunk_by(|one, other| one.kind == other.kind) {
            let Some(first) = turns.first() else { continue };
            let counted = if encoding == Encoding::Placements { turns.len() } else { 1 };
            places_of_kind[first.kind] += cells * counted as u64;
        }
    }
    let colours = puzzle.colours().len() as u64;
    let joins = topology.joins().len() as u64;
    let counting = kinds.iter().zip(places_of_kind).map(|(kind, places)| match kind.free.len() {
        0 | 1 => one_of(places, at_most_one),
        copies => 12 * places * copies as u64,
    });
    // What a candidate adds to the clauses of its cell, its colours and their support.
    let saying = if encoding == Encoding::Pieces { 64 } else { 18 };
    candidates * saying
        + joins * (one_of(colours, at_most_one) + 2 * colours)
        + counting.sum::<u64>()
        + topology.cell_count() as u64
}

/// The literals of 'exactly one of so many'.
fn one_of(group: u64, at_most_one: AtMostOne) -> u64 {
    match at_most_one {
        AtMostOne::Pairwise => group * group,
        AtMostOne::Product => 9 * group,
    }
}
