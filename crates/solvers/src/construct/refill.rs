//! The best way to lay the pieces of some cells on those cells again: branch and bound.
//!
//! All cells are emptied and filled one after the other, the most constrained first. A branch ends
//! when it has more mismatches than the best filling so far. That is exact if the search comes to its
//! end within its nodes, and on small windows of a good board it nearly always does, because few
//! mismatches are allowed from the start.

use tilewright_puzzle::{Cell, PieceId, Placement};
use tilewright_search::Stream;

use crate::layout::Layout;

/// Memory of the search, used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refill {
    cells: Vec<Cell>,
    pieces: Vec<PieceId>,
    is_used: Vec<bool>,
    /// For each depth how many neighbours are there when its cell is filled.
    joins: Vec<u32>,
    /// For each depth the candidates that are left, the best last.
    candidates: Vec<Vec<Candidate>>,
    laid: Vec<Candidate>,
    /// The best filling so far, if there is one.
    best: Vec<Placement>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    piece: u8,
    lost: u8,
    placement: Placement,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refilled {
    /// How the score changed.
    pub gain: u32,
    /// Pieces placed on the way.
    pub nodes: u64,
    /// Whether everything was searched, so that nothing better exists.
    pub is_exact: bool,
}

impl Refill {
    /// The most cells that are filled again at once.
    pub const MOST_CELLS: usize = 32;

    /// Fills cells that are not empty again with their own pieces as well as possible, within so
    /// many nodes. Among fillings as good as the old one a random one is taken.
    pub fn refill(
        &mut self,
        layout: &mut Layout,
        cells: &[Cell],
        most_nodes: u64,
        random: &mut Stream,
    ) -> Refilled {
        let before = layout.score();
        self.cells.clear();
        self.cells.extend(cells.iter().take(Self::MOST_CELLS));
        random.shuffle(&mut self.cells);
        let mut old = [None; Self::MOST_CELLS];
        self.pieces.clear();
        for (place, &cell) in old.iter_mut().zip(&self.cells) {
            let placement = layout.lift(cell);
            self.pieces.push(placement.piece);
            *place = Some((cell, placement));
        }
        let joins = self.prepare(layout);
        let lost_before = joins - (before - layout.score());
        let searched = self.search(layout, lost_before, most_nodes);
        if self.best.is_empty() {
            old.into_iter().flatten().for_each(|(cell, placement)| layout.lay(cell, placement));
        } else {
            self.lay_best(layout);
        }
        Refilled { gain: layout.score() - before, ..searched }
    }

    /// Fills empty cells with as many given pieces of their classes so that at most so many joins do
    /// not match, the fewest possible within the nodes. Leaves the cells empty if there is no such
    /// filling.
    pub fn complete(
        &mut self,
        layout: &mut Layout,
        holes: &[Cell],
        pieces: &[PieceId],
        allowed: u32,
        most_nodes: u64,
    ) -> Refilled {
        let before = layout.score();
        self.cells.clear();
        self.cells.extend(holes.iter().take(Self::MOST_CELLS));
        self.pieces.clear();
        self.pieces.extend(pieces.iter().take(Self::MOST_CELLS));
        self.prepare(layout);
        let searched = self.search(layout, allowed, most_nodes);
        self.lay_best(layout);
        Refilled { gain: layout.score() - before, ..searched }
    }

    fn lay_best(&self, layout: &mut Layout) {
        for (&cell, &placement) in self.cells.iter().zip(&self.best) {
            layout.lay(cell, placement);
        }
    }

    /// Puts the empty cells into the order in which they are filled: always one with the most
    /// neighbours there. Gives the number of joins that filling them makes.
    fn prepare(&mut self, layout: &Layout) -> u32 {
        let ground = layout.ground();
        self.joins.clear();
        self.joins.extend(self.cells.iter().map(|&cell| layout.neighbours_laid(cell)));
        let count = self.cells.len();
        for depth in 0..count {
            let left = depth..count;
            let Some(next) = left.max_by_key(|&index| self.joins[index]) else { break };
            self.cells.swap(depth, next);
            self.joins.swap(depth, next);
            for later in depth + 1..count {
                if ground.are_adjacent(self.cells[depth], self.cells[later]) {
                    self.joins[later] += 1;
                }
            }
        }
        self.is_used.clear();
        self.is_used.resize(count, false);
        self.laid.clear();
        self.best.clear();
        self.candidates.resize_with(count.max(self.candidates.len()), Vec::new);
        self.joins.iter().sum()
    }

    /// Depth first; leaves the cells empty.
    fn search(&mut self, layout: &mut Layout, mut allowed: u32, most_nodes: u64) -> Refilled {
        let (mut lost, mut nodes, mut is_exact) = (0, 0, true);
        if self.cells.is_empty() {
            return Refilled { gain: 0, nodes, is_exact };
        }
        self.open(layout, 0, allowed);
        loop {
            let depth = self.laid.len();
            let next = self.candidates.get_mut(depth).and_then(Vec::pop);
            let Some(candidate) = next.filter(|next| lost + u32::from(next.lost) <= allowed) else {
                // The best candidate comes first: where it is too bad the others are too.
                match self.take_back(layout) {
                    Some(back) => lost -= back,
                    None => break,
                }
                continue;
            };
            nodes += 1;
            self.lay(layout, candidate);
            lost += u32::from(candidate.lost);
            if self.laid.len() < self.cells.len() {
                self.open(layout, self.laid.len(), allowed - lost);
            } else {
                self.best.clear();
                self.best.extend(self.laid.iter().map(|laid| laid.placement));
                if lost == 0 {
                    break;
                }
                allowed = lost - 1;
                lost -= self.take_back(layout).unwrap_or(0);
            }
            if nodes >= most_nodes {
                is_exact = false;
                break;
            }
        }
        while self.take_back(layout).is_some() {}
        Refilled { gain: 0, nodes, is_exact }
    }

    fn lay(&mut self, layout: &mut Layout, candidate: Candidate) {
        layout.lay(self.cells[self.laid.len()], candidate.placement);
        self.is_used[usize::from(candidate.piece)] = true;
        self.laid.push(candidate);
    }

    /// Takes up the piece that was laid last; how many joins it had lost.
    fn take_back(&mut self, layout: &mut Layout) -> Option<u32> {
        let last = self.laid.pop()?;
        layout.lift(self.cells[self.laid.len()]);
        self.is_used[usize::from(last.piece)] = false;
        Some(u32::from(last.lost))
    }

    /// Lists what can lie on the cell of a depth with so many mismatches at most.
    fn open(&mut self, layout: &Layout, depth: usize, allowed: u32) {
        let Some(&cell) = self.cells.get(depth) else { return };
        let ground = layout.ground();
        let (class, joins) = (ground.class_of_cell(cell), self.joins[depth]);
        let list = &mut self.candidates[depth];
        list.clear();
        for (index, &piece) in self.pieces.iter().enumerate() {
            if self.is_used[index] || ground.class_of_piece(piece) != class {
                continue;
            }
            for pose in 0..ground.poses(cell) {
                let rotation = ground.rotation(cell, piece, pose);
                let lost = joins - layout.matches(cell, piece, rotation);
                if lost <= allowed {
                    let placement = Placement { piece, rotation };
                    list.push(Candidate { piece: index as u8, lost: lost as u8, placement });
                }
            }
        }
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.lost));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::score;
    use tilewright_search::stream;

    use super::*;
    use crate::layout::Ground;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn a_refill_is_the_best_of_all_fillings() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 8);
            let mut layout = random_layout(&ground, &mut random);
            let mut refill = Refill::default();
            let free: Vec<_> = ground.classes().iter().flat_map(|class| &class.cells).collect();
            for _ in 0..6 {
                let mut cells: Vec<Cell> = free.iter().map(|&&cell| cell).collect();
                random.shuffle(&mut cells);
                cells.truncate(4);
                let best = best_of_all(&layout, &cells);
                let before = layout.score();
                let refilled = refill.refill(&mut layout, &cells, u64::MAX, &mut random);
                assert!(refilled.is_exact);
                assert_eq!(layout.score(), best);
                assert_eq!(layout.score() - before, refilled.gain);
                assert_eq!(layout.score(), score(puzzle, &layout.to_board()));
            }
        }
    }

    /// Tries every order of the pieces in every pose.
    fn best_of_all(layout: &Layout, cells: &[Cell]) -> u32 {
        let mut empty = layout.clone();
        let pieces: Vec<_> = cells.iter().map(|&cell| empty.lift(cell).piece).collect();
        fn fill(layout: &mut Layout, cells: &[Cell], pieces: &[PieceId]) -> Option<u32> {
            let Some((&cell, rest)) = cells.split_first() else { return Some(layout.score()) };
            let ground = Arc::clone(layout.ground());
            let mut best = None;
            for (index, &piece) in pieces.iter().enumerate() {
                if ground.class_of_piece(piece) != ground.class_of_cell(cell) {
                    continue;
                }
                let mut left = pieces.to_vec();
                left.remove(index);
                for pose in 0..ground.poses(cell) {
                    let rotation = ground.rotation(cell, piece, pose);
                    layout.lay(cell, Placement { piece, rotation });
                    best = best.max(fill(layout, rest, &left));
                    layout.lift(cell);
                }
            }
            best
        }
        fill(&mut empty, cells, &pieces).unwrap()
    }

    #[test]
    fn a_refill_that_runs_out_of_nodes_never_makes_the_board_worse() {
        let puzzle = &puzzles()[9];
        let ground = Arc::new(Ground::new(puzzle).unwrap());
        let mut random = stream(1, 9);
        let mut layout = random_layout(&ground, &mut random);
        let cells: Vec<_> = puzzle.topology().cells().filter(|&c| !ground.is_fixed(c)).collect();
        for nodes in 0..50 {
            let before = layout.score();
            let refilled = Refill::default().refill(&mut layout, &cells, nodes, &mut random);
            assert!(!refilled.is_exact && layout.score() >= before);
            assert_eq!(layout.score(), score(puzzle, &layout.to_board()));
        }
    }
}
