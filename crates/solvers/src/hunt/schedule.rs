//! How a hunt goes about a puzzle: in which order, which pieces first, where it may slip.
//!
//! Two things make a depth-first search a hunter. Early, a *quota*: pieces with unwelcome colours
//! have to be used up, for what lies ahead depends on the pieces that are left. Late, *slips*: from
//! certain depths on a piece may be laid although one of its sides does not match.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Cell, Puzzle, Shape};

use crate::exact::plan::Plan;

/// All that a hunt goes by. Depths count cells in the order of the search, hints included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The order in which the cells are filled.
    pub order: Vec<Cell>,
    /// For each piece how much it counts for the quota.
    pub weights: Vec<u8>,
    /// For each depth the weight that has to lie once its cell is filled.
    pub quota: Vec<u16>,
    /// The depths from which one more slip is allowed.
    pub slips: Vec<u16>,
    /// The depth from which a board is finished exactly.
    pub finish: usize,
    /// Cells that a beam fills before a search begins; 0 to begin with one line by chance.
    pub opening: usize,
    /// Cells of the whole rows above which the comb is filled from either end; 0 if it is filled from one
    /// end alone.
    pub waist: usize,
    /// Nodes before a search begins anew.
    pub restart_nodes: u64,
}

/// An order made of whole rows and a comb, seen on the board turned by quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comb {
    /// Rows that are filled row by row, from the bottom.
    pub rows: u16,
    /// Columns of the rows above that are filled row by row, from the left, before the rest is
    /// filled column by column.
    pub left: u16,
    /// Quarter turns of the board, clockwise.
    pub turns: u8,
}

impl Comb {
    /// How many rows the board has, turned as it is.
    pub fn lines(self, shape: Shape) -> u16 {
        match shape {
            Shape::Square { width, .. } if self.turns % 2 == 1 => width,
            Shape::Square { height, .. } => height,
            _ => 0,
        }
    }

    /// The cells of a square board in this order.
    pub fn cells(self, shape: Shape) -> Vec<Cell> {
        let Shape::Square { width, height } = shape else { return Vec::new() };
        let is_turned = self.turns % 2 == 1;
        let (columns, rows) = if is_turned { (height, width) } else { (width, height) };
        let (low, left) = (self.rows.min(rows), self.left.min(columns));
        let below = (0..low).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let block = (low..rows).flat_map(|y| (0..left).map(move |x| (x, y)));
        let teeth = (left..columns).flat_map(|x| (low..rows).map(move |y| (x, y)));
        let cells = below.chain(block).chain(teeth).filter_map(|(x, y)| {
            let (row, column) = (rows - 1 - y, x);
            // Where a cell of the turned board lies on the board itself.
            let (row, column) = match self.turns % 4 {
                0 => (row, column),
                1 => (columns - 1 - column, row),
                2 => (rows - 1 - row, columns - 1 - column),
                _ => (column, rows - 1 - row),
            };
            shape.cell(row, column)
        });
        cells.collect()
    }
}

impl Schedule {
    /// The schedule with the rows the other way round and the comb from its other end; `None` if there is no
    /// waist.
    pub fn mirrored(&self, shape: Shape) -> Option<Self> {
        let Shape::Square { width, height } = shape else { return None };
        let [first, second] = [self.order.first()?, self.order.get(1)?].map(|&c| shape.position(c));
        let is_level = first.0 == second.0;
        let image = |&cell: &Cell| {
            let (row, column) = shape.position(cell);
            match is_level {
                true => shape.cell(row, width - 1 - column),
                false => shape.cell(height - 1 - row, column),
            }
        };
        let order = self.order.iter().map(image).collect::<Option<_>>()?;
        (self.waist > 0).then(|| Self { order, ..self.clone() })
    }

    /// How many slips are allowed when the cell at a depth is filled.
    pub fn allowed(&self, depth: usize) -> u8 {
        self.slips.iter().filter(|&&slip| usize::from(slip) <= depth).count() as u8
    }

    /// How many levels of a plan come before a depth: depths count hints, levels do not.
    pub fn level_of(&self, plan: &Plan, depth: usize) -> usize {
        let hinted = plan.board(&[]);
        self.order.iter().take(depth).filter(|cell| hinted.get(**cell).is_none()).count()
    }

    /// How many slips are allowed on each level of a plan: depths count hints, levels do not.
    pub fn allowed_by_level(&self, plan: &Plan) -> Vec<u8> {
        let hinted = plan.board(&[]);
        let open = self.order.iter().enumerate().filter(|(_, cell)| hinted.get(**cell).is_none());
        open.map(|(depth, _)| self.allowed(depth)).collect()
    }

    /// The weights of pieces by how many of their sides show one of these colours.
    pub fn weights_of(puzzle: &Puzzle, colours: &[u16]) -> Vec<u8> {
        let shows = |colour: &tilewright_puzzle::Colour| colours.contains(&colour.0);
        puzzle
            .pieces()
            .iter()
            .map(|sides| sides.colours().iter().filter(|colour| shows(colour)).count() as u8)
            .collect()
    }
}

#[cfg(test)]
impl Schedule {
    /// An order without quota or slips.
    pub(super) fn blank(order: Vec<Cell>) -> Self {
        let cells = order.len();
        Self {
            order,
            weights: vec![0; cells],
            quota: vec![0; cells],
            slips: Vec::new(),
            finish: cells,
            opening: 0,
            waist: 0,
            restart_nodes: u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn combs_visit_every_cell_once_and_each_after_two_neighbours_at_most() {
        for (width, height) in [(16, 16), (9, 7)] {
            let shape = Shape::square(width, height);
            for turns in 0..4 {
                let cells = Comb { rows: 4, left: 3, turns }.cells(shape);
                let all: HashSet<_> = cells.iter().collect();
                assert_eq!((cells.len(), all.len()), (shape.cells(), shape.cells()));
            }
        }
    }

    #[test]
    fn the_mirror_image_has_the_same_rows_and_the_comb_from_the_other_end() {
        let shape = Shape::square(5, 4);
        for turns in 0..4 {
            let order = Comb { rows: 2, left: 1, turns }.cells(shape);
            let line = if turns % 2 == 0 { 5 } else { 4 };
            let schedule = Schedule { waist: 2 * line, ..Schedule::blank(order) };
            let image = schedule.mirrored(shape).unwrap();
            for (one, other) in schedule.order.chunks(line).zip(image.order.chunks(line)).take(2) {
                assert!(one.iter().eq(other.iter().rev()), "{turns}");
            }
            let comb = |schedule: &Schedule| schedule.order[2 * line..].to_vec();
            assert_ne!(comb(&schedule), comb(&image));
            assert_eq!(comb(&schedule).len(), comb(&image).len());
            assert_eq!(image.mirrored(shape), Some(schedule.clone()));
            assert_eq!(Schedule { waist: 0, ..schedule }.mirrored(shape), None);
        }
    }

    #[test]
    fn a_comb_begins_at_the_bottom_left_and_turns_clockwise() {
        let shape = Shape::square(4, 4);
        let name = |turns| {
            let cells = Comb { rows: 2, left: 2, turns }.cells(shape);
            [cells[0], cells[1], cells[4]].map(|cell| shape.position(cell))
        };
        assert_eq!(name(0), [(3, 0), (3, 1), (2, 0)]);
        assert_eq!(name(1), [(3, 3), (2, 3), (3, 2)]);
        assert_eq!(name(2), [(0, 3), (0, 2), (1, 3)]);
        assert_eq!(name(3), [(0, 0), (1, 0), (0, 1)]);
    }
}
