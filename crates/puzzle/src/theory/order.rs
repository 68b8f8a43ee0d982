//! Orders in which to fill a board.
//!
//! The order decides how fast a search is cut off: each has every cell once, and but for the first
//! cells of a row or ring each cell touches one that came before.

use crate::ids::{Cell, Side};
use crate::topology::{Shape, Topology};

/// A natural order of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FillOrder {
    /// Row by row from the top, each from the left.
    Row,
    /// Column by column from the left, each from the top; on triangles by distance from the left.
    Column,
    /// The border first, clockwise, then ring by ring to the centre.
    Rings,
    /// From the centre outwards: the rings backwards.
    Spiral,
    /// The border first, clockwise, then the rest row by row.
    Border,
    /// Some rows row by row, then the rest in bands, each column by column.
    Comb {
        /// Rows that are filled row by row.
        rows: u16,
        /// Rows of each band.
        teeth: u16,
    },
}

impl FillOrder {
    /// Every order that has nothing to choose.
    pub const ALL: [Self; 5] = [Self::Row, Self::Column, Self::Rings, Self::Spiral, Self::Border];

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Rings => "rings",
            Self::Spiral => "spiral",
            Self::Border => "border",
            Self::Comb { .. } => "comb",
        }
    }

    /// The cells of a board in this order, each once.
    pub fn cells(self, topology: &Topology) -> Vec<Cell> {
        let mut cells: Vec<_> = topology.cells().collect();
        match self {
            Self::Row => {}
            Self::Column => {
                cells.sort_by_key(|&cell| distance_from_left(topology.shape(), cell));
            }
            Self::Rings => cells = rings(topology),
            Self::Spiral => {
                cells = rings(topology);
                cells.reverse();
            }
            Self::Border => {
                let is_inside = |cell: &Cell| ring(topology.shape(), *cell) > 0;
                let inside: Vec<_> = cells.into_iter().filter(is_inside).collect();
                cells = rings(topology);
                cells.retain(|cell| !is_inside(cell));
                cells.extend(inside);
            }
            Self::Comb { rows, teeth } => {
                let shape = topology.shape();
                cells.sort_by_key(|&cell| {
                    let (row, _) = shape.position(cell);
                    match row.checked_sub(rows) {
                        None => (0, row),
                        Some(below) => (1 + below / teeth.max(1), distance_from_left(shape, cell)),
                    }
                });
            }
        }
        cells
    }
}

/// In half cells on triangles, where each row starts further left than the one above.
fn distance_from_left(shape: Shape, cell: Cell) -> u16 {
    let (row, column) = shape.position(cell);
    match shape {
        Shape::Square { .. } => column,
        Shape::Triangle { side } => column + side - row,
    }
}

/// How many rings lie between a cell and the rim.
fn ring(shape: Shape, cell: Cell) -> u16 {
    let (row, column) = shape.position(cell);
    let below = shape.rows().saturating_sub(row + 1);
    match shape {
        Shape::Square { width, .. } => {
            let right = width.saturating_sub(column + 1);
            row.min(below).min(column).min(right)
        }
        Shape::Triangle { .. } => below.min(column / 2).min((2 * row - column) / 2),
    }
}

/// Walks around each ring as far as it goes, clockwise; a triangle's corners are dead ends, from
/// which the walk goes on where it last could.
fn rings(topology: &Topology) -> Vec<Cell> {
    let shape = topology.shape();
    let mut starts: Vec<_> = topology.cells().collect();
    starts.sort_by_key(|&cell| ring(shape, cell));
    let mut seen = vec![false; topology.cell_count()];
    let mut walk = Vec::with_capacity(topology.cell_count());
    for start in starts {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut seen[cell.index()], true) {
                continue;
            }
            walk.push(cell);
            // Taken from the end: right before down before left before up.
            let last_to_first: &[u8] = match (shape, shape.is_inverted(cell)) {
                (Shape::Square { .. }, _) => &[0, 3, 2, 1],
                (Shape::Triangle { .. }, _) => &[0, 2, 1],
            };
            let next = last_to_first.iter().filter_map(|&s| topology.neighbour(cell, Side(s)));
            open.extend(
                next.map(|(next, _)| next).filter(|&c| ring(shape, c) == ring(shape, cell)),
            );
        }
    }
    walk
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: FillOrder, shape: Shape) -> Vec<u16> {
        order.cells(&Topology::new(shape).unwrap()).into_iter().map(|cell| cell.0).collect()
    }

    #[test]
    fn every_order_has_every_cell_once() {
        let shapes = [(1, 1), (1, 5), (5, 1), (2, 6), (6, 2), (3, 7), (7, 3), (16, 16)];
        let squares = shapes.map(|(w, h)| Shape::square(w, h));
        for shape in squares.into_iter().chain((1..=9).map(Shape::triangle)) {
            let comb = FillOrder::Comb { rows: 2, teeth: 3 };
            for kind in FillOrder::ALL.into_iter().chain([comb]) {
                let mut cells = order(kind, shape);
                cells.sort_unstable();
                assert!(cells.into_iter().eq(0..shape.cells() as u16), "{shape} {}", kind.name());
            }
        }
    }

    #[test]
    fn orders_of_a_small_rectangle_are_as_drawn() {
        let shape = Shape::square(4, 3);
        assert_eq!(order(FillOrder::Row, shape), (0..12).collect::<Vec<_>>());
        assert_eq!(order(FillOrder::Column, shape), [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
        assert_eq!(order(FillOrder::Rings, shape), [0, 1, 2, 3, 7, 11, 10, 9, 8, 4, 5, 6]);
        assert_eq!(order(FillOrder::Spiral, shape), [6, 5, 4, 8, 9, 10, 11, 7, 3, 2, 1, 0]);
        let inside_by_rows = [0, 1, 2, 5, 8, 11, 14, 13, 12, 9, 6, 3, 4, 7, 10];
        assert_eq!(order(FillOrder::Border, Shape::square(3, 5)), inside_by_rows);
        let comb = |rows, teeth| order(FillOrder::Comb { rows, teeth }, Shape::square(3, 4));
        assert_eq!(comb(2, 2), [0, 1, 2, 3, 4, 5, 6, 9, 7, 10, 8, 11]);
        assert_eq!(comb(0, 2), [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11]);
        assert_eq!(comb(9, 0), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn a_triangle_is_walked_around_with_its_corners_taken_along() {
        let shape = Shape::triangle(3);
        assert_eq!(order(FillOrder::Rings, shape), [0, 2, 3, 7, 8, 6, 5, 4, 1]);
        assert_eq!(order(FillOrder::Column, shape), [4, 1, 5, 0, 2, 6, 3, 7, 8]);
    }

    #[test]
    fn a_spiral_never_jumps_on_squares() {
        for shape in [Shape::square(5, 5), Shape::square(8, 8), Shape::square(9, 4)] {
            let topology = Topology::new(shape).unwrap();
            let cells = FillOrder::Spiral.cells(&topology);
            for pair in cells.windows(2) {
                let touches =
                    topology.around(pair[0]).any(|(_, c)| c.is_some_and(|(c, _)| c == pair[1]));
                assert!(touches, "{shape}");
            }
        }
    }
}
