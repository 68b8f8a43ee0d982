//! In which order the empty cells of a board are filled.

use tilewright_puzzle::{Cell, Shape};
use tilewright_search::Stream;

use crate::layout::{Ground, Layout};

/// A way over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Column after column, each from the top; on triangles the rows, each from the left.
    Columns,
    /// Row after row, each from the left.
    Rows,
    /// Every cell after any other.
    Random,
    /// From a random cell to a random empty neighbour, back where there is none (the document's
    /// random placement).
    Walk,
    /// From a random cell outwards: always a random one among the cells with most neighbours laid.
    Outwards,
}

impl Path {
    /// The empty cells of a layout in this order, into a list that is emptied first.
    pub fn order(self, layout: &Layout, random: &mut Stream, cells: &mut Vec<Cell>) {
        let ground = layout.ground();
        cells.clear();
        cells.extend((0..ground.cell_count()).map(Cell::at).filter(|&cell| layout.is_empty(cell)));
        match self {
            Self::Rows => {}
            Self::Columns => sort_by_columns(ground.puzzle().shape(), cells),
            Self::Random => random.shuffle(cells),
            Self::Walk => *cells = walk(ground, cells, random),
            Self::Outwards => *cells = outwards(layout, cells, random),
        }
    }

    /// Whether the order is the same every time.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Self::Columns | Self::Rows)
    }
}

fn sort_by_columns(shape: Shape, cells: &mut [Cell]) {
    if let Shape::Square { .. } = shape {
        cells.sort_by_key(|&cell| {
            let (row, column) = shape.position(cell);
            (column, row)
        });
    }
}

/// Depth first, each time to a random neighbour; cells that cannot be reached begin anew.
fn walk(ground: &Ground, empty: &[Cell], random: &mut Stream) -> Vec<Cell> {
    let mut is_open = vec![false; ground.cell_count()];
    empty.iter().for_each(|cell| is_open[cell.index()] = true);
    let mut starts = empty.to_vec();
    random.shuffle(&mut starts);
    let mut order = Vec::with_capacity(empty.len());
    let mut way = Vec::new();
    for start in starts {
        if !is_open[start.index()] {
            continue;
        }
        is_open[start.index()] = false;
        order.push(start);
        way.push(start);
        while let Some(&here) = way.last() {
            let mut next = None;
            let mut choices = 0;
            for cell in ground.neighbours(here).filter(|cell| is_open[cell.index()]) {
                choices += 1;
                if random.below(choices) == 0 {
                    next = Some(cell);
                }
            }
            match next {
                None => {
                    way.pop();
                }
                Some(cell) => {
                    is_open[cell.index()] = false;
                    order.push(cell);
                    way.push(cell);
                }
            }
        }
    }
    order
}

/// The most constrained cell first, ties at random.
fn outwards(layout: &Layout, empty: &[Cell], random: &mut Stream) -> Vec<Cell> {
    let ground = layout.ground();
    let mut laid: Vec<u32> =
        (0..ground.cell_count()).map(|index| layout.neighbours_laid(Cell::at(index))).collect();
    let mut left = empty.to_vec();
    let mut order = Vec::with_capacity(empty.len());
    while !left.is_empty() {
        let (mut chosen, mut most, mut ties) = (0, 0, 0);
        for (index, cell) in left.iter().enumerate() {
            let count = laid[cell.index()];
            if count > most || ties == 0 {
                (chosen, most, ties) = (index, count, 1);
            } else if count == most {
                ties += 1;
                if random.below(ties) == 0 {
                    chosen = index;
                }
            }
        }
        let cell = left.swap_remove(chosen);
        ground.neighbours(cell).for_each(|other| laid[other.index()] += 1);
        order.push(cell);
    }
    order
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_search::stream;

    use super::*;
    use crate::layout::tests::puzzles;

    const ALL: [Path; 5] = [Path::Columns, Path::Rows, Path::Random, Path::Walk, Path::Outwards];

    #[test]
    fn every_path_visits_each_empty_cell_once() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let layout = Layout::new(&ground);
            for path in ALL {
                let mut cells = Vec::new();
                path.order(&layout, &mut stream(3, 0), &mut cells);
                cells.sort_unstable();
                let empty = puzzle.topology().cells().filter(|&cell| layout.is_empty(cell));
                assert_eq!(cells, empty.collect::<Vec<_>>(), "{path:?}");
            }
        }
    }

    #[test]
    fn growing_paths_go_from_neighbour_to_neighbour() {
        for puzzle in puzzles().into_iter().filter(|puzzle| puzzle.hints().is_empty()) {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            for path in [Path::Walk, Path::Outwards] {
                let mut cells = Vec::new();
                path.order(&Layout::new(&ground), &mut stream(4, 0), &mut cells);
                for index in 1..cells.len() {
                    let touches = |&earlier: &Cell| ground.are_adjacent(earlier, cells[index]);
                    assert!(cells[..index].iter().any(touches), "{path:?} at {index}");
                }
            }
        }
    }
}
