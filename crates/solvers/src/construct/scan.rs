//! Boards by depth-first search that lets some joins mismatch: a start that leaves little to improve.
//!
//! Cells are filled row by row. The first part must match all along; from a certain depth on a few
//! mismatches are allowed, the more the deeper, as in the hunts of Verhaard and Blackwood; the last
//! cells are filled as well as possible by branch and bound. Every board that is found lowers what
//! is allowed from then on.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Cell, PieceId};
use tilewright_search::Stream;

use super::fill::Filler;
use super::lists::{Lists, LookUp, Run};
use super::path::Path;
use super::refill::Refill;
use crate::layout::{Ground, Layout};

/// How many of the last cells are filled as well as possible.
const TAIL: usize = 10;
/// Nodes for one filling of the tail.
const TAIL_NODES: u64 = 2000;

/// A board to be filled row by row, again and again.
pub(crate) struct Scan {
    given: Layout,
    order: Vec<Cell>,
    /// The depth at which the tail begins.
    tail: usize,
    /// The joins there are when all cells of the order are filled.
    joins: u32,
    /// The lists as they are made, and as they are shuffled for an attempt.
    sorted: Lists,
    lists: Lists,
    look_ups: Vec<LookUp>,
    frames: Vec<Frame>,
    refill: Refill,
    filler: Filler,
    free: Vec<PieceId>,
}

/// Where the search is at one depth.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    runs: [Run; 3],
    /// Which run, and what the piece that lies there has lost.
    run: u8,
    lost: u8,
}

/// How many mismatches are allowed at which depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Allowance {
    /// From this depth on.
    pub from: u32,
    /// In the end.
    pub total: u32,
    /// Attempts in a row that found no board.
    failures: u32,
}

/// What an attempt came to.
pub(crate) struct Attempt {
    /// The best board: all cells of the order are filled.
    pub layout: Layout,
    /// Pieces placed.
    pub nodes: u64,
    /// The deepest place that was reached.
    pub depth: usize,
    /// Whether the board is within what was allowed, or the deepest one filled up greedily.
    pub is_within: bool,
}

impl Allowance {
    /// At first: all the depths are open to a search without mismatches.
    pub fn unknown() -> Self {
        Self { from: u32::MAX, total: 0, failures: 0 }
    }

    /// How many mismatches there may be before the piece at a depth is laid, it included.
    fn at(&self, depth: usize, tail: usize) -> u32 {
        let from = self.from as usize;
        if depth < from {
            return 0;
        }
        let share = (depth + 1 - from) as f64 / (tail.saturating_sub(from)).max(1) as f64;
        // The tail loses the rest; the deeper, the more is allowed for each further cell.
        let before_tail = 0.7 * f64::from(self.total);
        let allowed = before_tail * share.min(1.0) * (0.6 + 0.4 * share.min(1.0));
        (allowed.ceil() as u32).min(self.total)
    }

    /// Learns from an attempt: goes for better boards while there are some, else for worse ones.
    pub fn learn(&mut self, attempt: &Attempt, scan: &Scan) {
        let cells = scan.order.len();
        if self.from == u32::MAX {
            // How deep one gets without mismatches says where to begin with them.
            let left = cells.saturating_sub(attempt.depth) as u32;
            self.from = (attempt.depth as u32).saturating_sub(cells as u32 / 32);
            self.total = (left * 2 / 3).max(4);
        } else if attempt.is_within {
            self.total = scan.joins.saturating_sub(attempt.layout.score()).saturating_sub(1);
            self.failures = 0;
        } else {
            self.failures += 1;
            if self.failures.is_multiple_of(16) {
                self.total += 1 + self.total / 8;
            }
        }
    }
}

fn empty_by_rows(layout: &Layout) -> Vec<Cell> {
    let cells = layout.ground().puzzle().topology().cells();
    cells.filter(|&cell| layout.is_empty(cell)).collect()
}

impl Scan {
    /// Prepares to fill the empty cells of a layout.
    pub fn new(given: Layout) -> Self {
        let order = empty_by_rows(&given);
        let tail = order.len().saturating_sub(TAIL);
        Self::along(given, order, tail)
    }

    /// Prepares to fill the empty cells of a layout but for some, without any mismatch.
    pub fn relaxed(given: Layout, relaxed: &[Cell]) -> Self {
        let mut order = empty_by_rows(&given);
        order.retain(|cell| !relaxed.contains(cell));
        let tail = order.len();
        Self::along(given, order, tail)
    }

    fn along(given: Layout, order: Vec<Cell>, tail: usize) -> Self {
        let (lists, look_ups) = Lists::new(&given, &order);
        let given_joins: u32 = {
            let cells = given.ground().puzzle().topology().cells();
            cells.filter(|&c| !given.is_empty(c)).map(|c| given.neighbours_laid(c)).sum()
        };
        let joins = given_joins / 2 + look_ups.iter().map(|look_up| look_up.joins).sum::<u32>();
        Self {
            tail,
            joins,
            frames: vec![Frame::default(); order.len() + 1],
            given,
            order,
            sorted: lists.clone(),
            lists,
            look_ups,
            refill: Refill::default(),
            filler: Filler::default(),
            free: Vec::new(),
        }
    }

    /// Searches for so many nodes in random order.
    pub fn attempt(
        &mut self,
        allowance: &Allowance,
        most_nodes: u64,
        random: &mut Stream,
    ) -> Attempt {
        self.lists.clone_from(&self.sorted);
        self.lists.shuffle(random);
        let mut layout = self.given.clone();
        let mut deepest = layout.clone();
        let mut best: Option<Layout> = None;
        let tail = self.tail;
        let mut allowed: Vec<u32> = (0..tail).map(|depth| allowance.at(depth, tail)).collect();
        let (mut total, mut reached) = (allowance.total, 0);
        let (mut depth, mut lost, mut nodes) = (0, 0, 0);
        let mut is_open = false;
        loop {
            if depth == tail {
                nodes += 1;
                let found = self.fill_tail(&mut layout, lost, total, &mut nodes);
                if let Some(score) = found {
                    best = Some(layout.clone());
                    let lost = self.joins.saturating_sub(score);
                    if lost == 0 {
                        break;
                    }
                    total = lost - 1;
                    allowed.iter_mut().for_each(|allowed| *allowed = (*allowed).min(total));
                    for &cell in &self.order[tail..] {
                        layout.lift(cell);
                    }
                }
            } else {
                if !is_open {
                    self.open(&layout, depth);
                }
                if let Some(loss) = self.lay_next(&mut layout, depth, lost, allowed[depth]) {
                    nodes += 1;
                    lost += loss;
                    depth += 1;
                    is_open = false;
                    if depth > reached {
                        reached = depth;
                        deepest.copy_from(&layout);
                    }
                    if nodes < most_nodes {
                        continue;
                    }
                }
            }
            if nodes >= most_nodes || depth == 0 {
                break;
            }
            depth -= 1;
            is_open = true;
            layout.lift(self.order[depth]);
            lost -= u32::from(self.frames[depth].lost);
        }
        let is_within = best.is_some();
        let layout = best.unwrap_or_else(|| {
            self.filler.fill(&mut deepest, Path::Rows, random);
            deepest
        });
        Attempt { layout, nodes, depth: reached, is_within }
    }

    fn open(&mut self, layout: &Layout, depth: usize) {
        let (cell, look_up) = (self.order[depth], &self.look_ups[depth]);
        let [nearly, nearly_too] = self.lists.nearly(look_up, layout, cell);
        let matching = self.lists.matching(look_up, layout, cell);
        self.frames[depth] = Frame { runs: [matching, nearly, nearly_too], run: 0, lost: 0 };
    }

    /// Lays the next candidate of a depth; what it loses, or `None` if there is none left.
    fn lay_next(
        &mut self,
        layout: &mut Layout,
        depth: usize,
        lost: u32,
        allowed: u32,
    ) -> Option<u32> {
        let (cell, joins) = (self.order[depth], self.look_ups[depth].joins);
        let frame = &mut self.frames[depth];
        loop {
            let loss = u32::from(frame.run > 0);
            if frame.run >= 3 || lost + loss > allowed {
                return None;
            }
            let run = &mut frame.runs[usize::from(frame.run)];
            while let Some(placement) = self.lists.next(run) {
                if layout.cell_of(placement.piece).is_some() {
                    continue;
                }
                if layout.matches(cell, placement.piece, placement.rotation) + loss == joins {
                    layout.lay(cell, placement);
                    frame.lost = loss as u8;
                    return Some(loss);
                }
            }
            frame.run += 1;
        }
    }

    /// Fills the last cells as well as possible; the score if that is within the total.
    fn fill_tail(
        &mut self,
        layout: &mut Layout,
        lost: u32,
        total: u32,
        nodes: &mut u64,
    ) -> Option<u32> {
        let allowed = total.checked_sub(lost)?;
        let ground: &Arc<Ground> = self.given.ground();
        self.free.clear();
        for class in ground.classes() {
            self.free.extend(class.pieces.iter().filter(|&&p| layout.cell_of(p).is_none()));
        }
        let holes = &self.order[self.tail..];
        let filled = self.refill.complete(layout, holes, &self.free, allowed, TAIL_NODES);
        *nodes += filled.nodes;
        holes.last().is_none_or(|&cell| !layout.is_empty(cell)).then(|| layout.score())
    }
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::score;
    use tilewright_search::{Verdict, stream};

    use super::*;
    use crate::layout::tests::puzzles;

    #[test]
    fn attempts_give_complete_boards_and_learn_to_find_good_ones() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 3);
            let mut scan = Scan::new(Layout::new(&ground));
            let mut allowance = Allowance::unknown();
            let mut best = 0;
            for _ in 0..20 {
                let attempt = scan.attempt(&allowance, 5_000, &mut random);
                let board = attempt.layout.to_board();
                assert_eq!(board.placed(), puzzle.pieces().len());
                assert_eq!(attempt.layout.score(), score(puzzle, &board));
                Verdict::on(puzzle, &board).unwrap();
                if attempt.is_within {
                    let lost = puzzle.max_score() - attempt.layout.score();
                    assert!(lost <= allowance.total);
                }
                best = best.max(attempt.layout.score());
                allowance.learn(&attempt, &scan);
            }
            assert!(best * 10 >= puzzle.max_score() * 8, "{best} of {}", puzzle.max_score());
        }
    }
}
