//! The cells with a mismatch, kept up to date.
//!
//! On a good board nearly all pieces match all around, and moving one of those costs four joins. So
//! most random swaps are lost from the start; the ones worth looking at lie between the few cells
//! with a mismatch.

use tilewright_puzzle::Cell;

use crate::layout::{Layout, Swap};

/// For each class the cells with a mismatch that have no hint, in no order.
#[derive(Clone, Debug)]
pub(crate) struct Faulty {
    classes: Vec<Vec<Cell>>,
    /// Where each cell stands in its list.
    places: Vec<u16>,
    total: usize,
}

const NOWHERE: u16 = u16::MAX;

impl Faulty {
    /// Looks at all cells of a board without holes.
    pub fn new(layout: &Layout) -> Self {
        let ground = layout.ground();
        let mut faulty = Self {
            classes: vec![Vec::new(); ground.classes().len()],
            places: vec![NOWHERE; ground.cell_count()],
            total: 0,
        };
        faulty.look_at_all(layout);
        faulty
    }

    /// Begins anew, in an order that depends on the board alone.
    pub fn look_at_all(&mut self, layout: &Layout) {
        self.classes.iter_mut().for_each(Vec::clear);
        self.places.fill(NOWHERE);
        self.total = 0;
        (0..self.places.len()).for_each(|index| self.look_at(layout, Cell::at(index)));
    }

    /// The lists as they stand, for a state that has to go on in the same order.
    pub fn lists(&self) -> &[Vec<Cell>] {
        &self.classes
    }

    /// Puts the cells back into the order of saved lists; `None` if they are other cells.
    pub fn reorder(&mut self, lists: Vec<Vec<Cell>>) -> Option<()> {
        let sorted = |list: &[Cell]| {
            let mut list = list.to_vec();
            list.sort_unstable();
            list
        };
        let agree = |(one, other): (&Vec<Cell>, &Vec<Cell>)| sorted(one) == sorted(other);
        let is_same = lists.len() == self.classes.len();
        if !is_same || !lists.iter().zip(&self.classes).all(agree) {
            return None;
        }
        for list in &lists {
            for (place, cell) in list.iter().enumerate() {
                self.places[cell.index()] = place as u16;
            }
        }
        self.classes = lists;
        Some(())
    }

    /// Number of cells in all lists.
    pub fn len(&self) -> usize {
        self.total
    }

    /// One of all the cells, class by class.
    pub fn nth(&self, mut index: usize) -> Option<Cell> {
        for list in &self.classes {
            match list.get(index) {
                Some(&cell) => return Some(cell),
                None => index -= list.len(),
            }
        }
        None
    }

    /// All cells, class by class.
    #[cfg(test)]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.classes.iter().flatten().copied()
    }

    /// A random cell and a random one of its class, perhaps the same.
    #[inline]
    pub fn pair(&self, bits: u64) -> Option<(Cell, Cell)> {
        let mut index = (((bits >> 32) * self.total as u64) >> 32) as usize;
        for list in &self.classes {
            if let Some(&one) = list.get(index) {
                let other = ((bits >> 8 & 0xff_ffff) * list.len() as u64) >> 24;
                return Some((one, list[other as usize]));
            }
            index -= list.len();
        }
        None
    }

    /// Looks again at the cells that a swap has touched.
    #[inline]
    pub fn after_swap(&mut self, layout: &Layout, swap: &Swap) {
        self.after(layout, swap.one.0);
        self.after(layout, swap.other.0);
    }

    /// Looks again at a cell that has changed, and at its neighbours.
    #[inline]
    pub fn after(&mut self, layout: &Layout, cell: Cell) {
        self.look_at(layout, cell);
        for other in layout.ground().neighbours(cell) {
            self.look_at(layout, other);
        }
    }

    #[inline]
    fn look_at(&mut self, layout: &Layout, cell: Cell) {
        let is_faulty = layout.is_faulty(cell);
        let place = self.places[cell.index()];
        if is_faulty == (place != NOWHERE) {
            return;
        }
        let ground = layout.ground();
        if ground.is_fixed(cell) {
            return;
        }
        let list = &mut self.classes[ground.class_of_cell(cell)];
        if is_faulty {
            self.places[cell.index()] = list.len() as u16;
            list.push(cell);
            self.total += 1;
        } else {
            list.swap_remove(usize::from(place));
            if let Some(moved) = list.get(usize::from(place)) {
                self.places[moved.index()] = place;
            }
            self.places[cell.index()] = NOWHERE;
            self.total -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_search::stream;

    use super::*;
    use crate::improve::moves::{Move, Moves};
    use crate::layout::Ground;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn the_lists_hold_the_cells_with_a_mismatch_at_every_moment() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 6);
            let mut layout = random_layout(&ground, &mut random);
            let moves = Moves::new(&ground);
            let mut faulty = Faulty::new(&layout);
            for _ in 0..100 {
                let Some(drawn) = moves.turning_swap(&layout, &mut random) else { break };
                drawn.apply(&mut layout);
                match drawn {
                    Move::Swap(swap) => faulty.after_swap(&layout, &swap),
                    Move::Turn { cell, .. } => faulty.after(&layout, cell),
                }
                let mut listed: Vec<_> = faulty.cells().collect();
                listed.sort_unstable();
                let all = puzzle.topology().cells();
                let expected =
                    all.filter(|&cell| !ground.is_fixed(cell) && layout.mismatches(cell) > 0);
                assert_eq!(listed, expected.collect::<Vec<_>>());
                assert_eq!(faulty.len(), listed.len());
            }
            let saved = faulty.lists().to_vec();
            let mut again = Faulty::new(&layout);
            again.reorder(saved.clone()).unwrap();
            assert_eq!(again.lists(), saved);
        }
    }
}
