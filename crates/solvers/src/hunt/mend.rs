//! What a hunt does with a whole board that is nearly good enough.
//!
//! A search lays pieces that mismatch one neighbour at most, and only the last cells are filled in the best
//! way. So many a board gets better by turning one piece, or by exchanging two: then one mismatches two
//! neighbours and fits all that came later. Boards that miss one join too many are few, and all turns and
//! swaps of one are tried in less time than it takes to search for another. Who has time left looks further around.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::Stream;

use crate::improve::climb::climb;
use crate::improve::polish::polish;
use crate::improve::vlns::Mender;
use crate::layout::{Ground, Layout};

/// Swaps between mismatches that are drawn after the climb; those that cost nothing are kept.
const POLISH: u64 = 4000;
/// Evaluations of a look further around.
const FURTHER: u64 = 200_000;
/// What one of these takes, in swaps.
const FURTHER_COST: u64 = 4;
/// There is one swap for so many nodes of the search: to climb, and to look further around.
const SHARES: [u64; 2] = [16, 64];
/// Swaps that may be done before there are any nodes.
const ADVANCE: u64 = 1 << 16;

/// Mends boards of one puzzle.
#[derive(Debug)]
pub struct Mending {
    ground: Arc<Ground>,
    further: Mender,
}

/// What a crew has done about its boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mended {
    /// Boards that were looked at, and those that became better.
    pub boards: u64,
    pub better: u64,
    /// What it took, in swaps.
    swaps: u64,
}

impl Mended {
    /// Whether another board may be looked at after so many nodes of the search.
    pub fn has_time(&self, nodes: u64) -> bool {
        self.swaps < ADVANCE + nodes / SHARES[0]
    }

    /// What was done since then.
    pub fn since(self, then: Self) -> Self {
        Self {
            boards: self.boards - then.boards,
            better: self.better - then.better,
            swaps: self.swaps - then.swaps,
        }
    }

    /// Boards looked at, how many of them became better, and what it took.
    pub fn report(&self) -> Value {
        let Self { boards, better, swaps } = self;
        json!({ "boards": boards, "better": better, "swaps": swaps })
    }

    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.better += other.better;
        self.swaps += other.swaps;
    }
}

impl Mending {
    /// For boards of this puzzle; `None` if they are not of a kind that can be mended.
    pub fn new(puzzle: &Arc<Puzzle>) -> Option<Self> {
        let ground = Arc::new(Ground::new(puzzle).ok()?);
        Some(Self { further: Mender::new(&ground)?, ground })
    }

    /// A better board near this whole one, if one is found, and the joins that it gains.
    pub fn mend(
        &self,
        board: &Board,
        mended: &mut Mended,
        nodes: u64,
        mut random: Stream,
    ) -> Option<(Board, u32)> {
        let mut layout = Layout::from_board(&self.ground, board)?;
        let before = layout.score();
        mended.boards += 1;
        mended.swaps += climb(&mut layout) + POLISH;
        polish(&mut layout, POLISH, &mut random);
        let mut best = (layout.score() > before).then(|| (layout.to_board(), layout.score()));
        if mended.swaps + FURTHER * FURTHER_COST < nodes / SHARES[1] {
            let (board, score) = best.as_ref().map_or((board, before), |(b, score)| (b, *score));
            let further = self.further.mend(board, score, FURTHER, random);
            mended.swaps += further.evaluations * FURTHER_COST;
            best = further.better.or(best);
        }
        mended.better += u64::from(best.is_some());
        best.map(|(board, score)| (board, score - before))
    }
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Cell, Rotation, Shape, score};
    use tilewright_search::{Verdict, stream};

    use super::*;

    #[test]
    fn a_piece_that_lies_the_wrong_way_is_turned_and_nothing_is_gained_on_a_perfect_board() {
        let generated = generate(&Recipe::new(Shape::square(6, 6), 7, 5)).unwrap();
        let puzzle = Arc::new(generated.puzzle);
        let mending = Mending::new(&puzzle).unwrap();
        let mut mended = Mended::default();
        let mut mend = |board: &Board| mending.mend(board, &mut mended, 0, stream(3, 4));
        assert_eq!(mend(&generated.solution), None);
        let mut board = generated.solution.clone();
        let mut placement = board.get(Cell(14)).unwrap();
        placement.rotation = Rotation((placement.rotation.0 + 1) % 4);
        board.set(Cell(14), Some(placement));
        let missed = puzzle.max_score() - score(&puzzle, &board);
        assert!(missed > 0);
        let (better, gain) = mend(&board).unwrap();
        assert_eq!((gain, score(&puzzle, &better)), (missed, puzzle.max_score()));
        Verdict::on(&puzzle, &better).unwrap();
        assert_eq!((mended.boards, mended.better), (2, 1));
    }

    #[test]
    fn time_is_given_in_proportion_to_the_search() {
        let generated = generate(&Recipe::new(Shape::square(6, 6), 7, 5)).unwrap();
        let mending = Mending::new(&Arc::new(generated.puzzle)).unwrap();
        let (nodes, mut mended) = (1 << 28, Mended::default());
        let mut boards = 0;
        while mended.has_time(nodes) {
            mending.mend(&generated.solution, &mut mended, nodes, stream(3, boards));
            boards += 1;
        }
        assert!(mended.swaps > nodes / SHARES[0]);
        assert!(mended.swaps < nodes / SHARES[0] + ADVANCE + FURTHER * FURTHER_COST);
        assert!(!mended.has_time(0) && mended.has_time(2 * nodes));
    }
}
