//! Greedy filling in an order that never changes, with candidates looked up rather than tried.
//!
//! The same choice as [`super::fill::Filler`] makes, a random one of the pieces that match most, at a
//! fraction of its cost: pieces that match two neighbours stand in a list of their own, and only
//! where none is left are longer lists gone through.

use tilewright_puzzle::{Cell, Placement};
use tilewright_search::Stream;

use super::lists::{Lists, LookUp, Run};
use super::path::Path;
use crate::layout::Layout;

/// An order with its lists.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    order: Vec<Cell>,
    lists: Lists,
    look_ups: Vec<LookUp>,
}

impl Lines {
    /// Prepares to fill the empty cells of a layout along a path that is always the same.
    pub fn new(layout: &Layout, path: Path) -> Self {
        let mut order = Vec::new();
        path.order(layout, &mut tilewright_search::stream(0, 0), &mut order);
        let (lists, look_ups) = Lists::new(layout, &order);
        Self { order, lists, look_ups }
    }

    /// The cells in order.
    pub fn order(&self) -> &[Cell] {
        &self.order
    }

    /// Fills the cells of the order from one on, those before it being filled.
    pub fn fill(&self, layout: &mut Layout, from: usize, random: &mut Stream) {
        let mut best = Vec::new();
        for (index, &cell) in self.order.iter().enumerate().skip(from) {
            self.best_at(layout, index, &mut best);
            if let Some(&placement) = random.choose(&best) {
                layout.lay(cell, placement);
            }
        }
    }

    /// The placements that match most on a cell of the order, all cells before it being filled, and
    /// how many joins they match.
    pub fn best_at(&self, layout: &Layout, index: usize, best: &mut Vec<Placement>) -> u32 {
        let (cell, look_up) = (self.order[index], &self.look_ups[index]);
        // What matches both neighbours is in the first list, what matches one in the next two.
        best.clear();
        let mut most = 0;
        self.go_through(layout, cell, self.lists.matching(look_up, layout, cell), best, &mut most);
        if best.is_empty() || most < look_up.joins {
            best.clear();
            most = 0;
            for run in self.lists.nearly(look_up, layout, cell) {
                self.go_through(layout, cell, run, best, &mut most);
            }
        }
        if best.is_empty() {
            let all = self.lists.all(look_up);
            self.go_through(layout, cell, all, best, &mut most);
        }
        most
    }

    #[inline]
    fn go_through(
        &self,
        layout: &Layout,
        cell: Cell,
        mut run: Run,
        best: &mut Vec<Placement>,
        most: &mut u32,
    ) {
        while let Some(placement) = self.lists.next(&mut run) {
            if layout.cell_of(placement.piece).is_some() {
                continue;
            }
            let matches = layout.matches(cell, placement.piece, placement.rotation);
            if matches > *most {
                best.clear();
                *most = matches;
            }
            if matches == *most {
                best.push(placement);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::score;
    use tilewright_search::stream;

    use super::*;
    use crate::layout::Ground;
    use crate::layout::tests::puzzles;

    #[test]
    fn every_cell_gets_a_piece_that_matches_most() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let bare = Layout::new(&ground);
            for path in [Path::Columns, Path::Rows] {
                let lines = Lines::new(&bare, path);
                for seed in 0..5 {
                    let mut layout = bare.clone();
                    let mut random = stream(seed, 0);
                    let mut best = Vec::new();
                    for (index, &cell) in lines.order.iter().enumerate() {
                        let found = lines.best_at(&layout, index, &mut best);
                        let chosen = *random.choose(&best).unwrap();
                        let class = &ground.classes()[ground.class_of_cell(cell)];
                        let most = class
                            .pieces
                            .iter()
                            .filter(|&&piece| layout.cell_of(piece).is_none())
                            .map(|&piece| layout.best_pose(cell, piece, 0).1)
                            .max();
                        assert_eq!(Some(found), most);
                        for placement in &best {
                            let matches = layout.matches(cell, placement.piece, placement.rotation);
                            assert_eq!(matches, found);
                        }
                        layout.lay(cell, chosen);
                    }
                    assert_eq!(layout.score(), score(&puzzle, &layout.to_board()));
                    assert_eq!(layout.to_board().placed(), puzzle.pieces().len());
                }
            }
        }
    }
}
