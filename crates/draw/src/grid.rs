//! Where cells and sides lie in a picture: squares and triangles with edges 100 units long.

use tilewright_puzzle::{Cell, Join, Shape, Side};

/// Length of an edge in picture units.
pub(crate) const EDGE: f64 = 100.0;

/// The outline all cells of a board share, but for their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tile {
    Square,
    Triangle,
}

impl Tile {
    pub fn of(shape: Shape) -> Self {
        match shape {
            Shape::Square { .. } => Self::Square,
            Shape::Triangle { .. } => Self::Triangle,
        }
    }

    pub fn sides(self) -> u8 {
        match self {
            Self::Square => 4,
            Self::Triangle => 3,
        }
    }

    /// Height of a row of cells.
    pub fn height(self) -> f64 {
        match self {
            Self::Square => EDGE,
            Self::Triangle => EDGE * 3f64.sqrt() / 2.0,
        }
    }

    /// Distance from the centre to the middle of an edge.
    pub fn apothem(self) -> f64 {
        match self {
            Self::Square => EDGE / 2.0,
            Self::Triangle => EDGE * 3f64.sqrt() / 6.0,
        }
    }

    /// How far a side is turned, clockwise in degrees, from one that faces up.
    pub fn side_angle(self, inverted: bool, side: Side) -> f64 {
        match self {
            Self::Square => 90.0 * f64::from(side.0 % 4),
            Self::Triangle => {
                let first = if inverted { 0.0 } else { 300.0 };
                (first + 120.0 * f64::from(side.0 % 3)) % 360.0
            }
        }
    }

    /// The direction a side faces, of length 1.
    pub fn outwards(self, inverted: bool, side: Side) -> (f64, f64) {
        const SLANT: f64 = 0.866_025_403_784_438_6;
        match (self, inverted, side.0 % self.sides()) {
            (Self::Square, _, 0) | (Self::Triangle, true, 0) => (0.0, -1.0),
            (Self::Square, _, 1) => (1.0, 0.0),
            (Self::Square, _, 2) | (Self::Triangle, false, 2) => (0.0, 1.0),
            (Self::Square, _, _) => (-1.0, 0.0),
            (Self::Triangle, true, 1) => (SLANT, 0.5),
            (Self::Triangle, true, _) => (-SLANT, 0.5),
            (Self::Triangle, false, 0) => (-SLANT, -0.5),
            (Self::Triangle, false, _) => (SLANT, -0.5),
        }
    }

    /// How much smaller figures must be drawn than on a square, to fit between the neighbours.
    pub fn figure_scale(self) -> f64 {
        match self {
            Self::Square => 1.0,
            Self::Triangle => 0.66,
        }
    }
}

/// The places of a board's cells in picture units, from the top left corner of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    shape: Shape,
    pub tile: Tile,
}

impl Grid {
    pub fn new(shape: Shape) -> Self {
        Self { shape, tile: Tile::of(shape) }
    }

    /// Width and height of the whole board.
    pub fn extent(&self) -> (f64, f64) {
        let columns = match self.shape {
            Shape::Square { width, .. } => width,
            Shape::Triangle { side } => side,
        };
        (f64::from(columns) * EDGE, f64::from(self.shape.rows()) * self.tile.height())
    }

    pub fn is_inverted(&self, cell: Cell) -> bool {
        self.shape.is_inverted(cell)
    }

    /// The point from which a cell's sides are seen under equal angles.
    pub fn centre(&self, cell: Cell) -> (f64, f64) {
        let (row, column) = self.shape.position(cell);
        let (row, column) = (f64::from(row), f64::from(column));
        let (height, apothem) = (self.tile.height(), self.tile.apothem());
        match self.shape {
            Shape::Square { .. } => ((column + 0.5) * EDGE, (row + 0.5) * EDGE),
            Shape::Triangle { side } => {
                let left = (f64::from(side) - 1.0 - row) * EDGE / 2.0;
                let below_top = if self.is_inverted(cell) { apothem } else { height - apothem };
                (left + (column + 1.0) * EDGE / 2.0, row * height + below_top)
            }
        }
    }

    pub fn side_angle(&self, cell: Cell, side: Side) -> f64 {
        self.tile.side_angle(self.is_inverted(cell), side)
    }

    /// The middle of a side.
    pub fn side_middle(&self, cell: Cell, side: Side) -> (f64, f64) {
        let (out_x, out_y) = self.tile.outwards(self.is_inverted(cell), side);
        let (x, y) = self.centre(cell);
        (x + self.tile.apothem() * out_x, y + self.tile.apothem() * out_y)
    }

    /// The middle of a join.
    pub fn join_middle(&self, join: &Join) -> (f64, f64) {
        self.side_middle(join.cell, join.side)
    }

    /// The cell and side whose part of the picture a point belongs to.
    pub fn locate(&self, x: f64, y: f64) -> Option<(Cell, Side)> {
        let row = (y / self.tile.height()).floor();
        let (width, height) = self.extent();
        if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
            return None;
        }
        let column = match self.shape {
            Shape::Square { .. } => (x / EDGE).floor(),
            Shape::Triangle { side } => {
                // Slanted coordinates: how many edges of either slant lie to the left.
                let down = y / self.tile.height() - row;
                let from_left = x / EDGE - (f64::from(side) - 1.0 - row) / 2.0;
                let falling = (from_left - 0.5 - down / 2.0).floor() + 1.0;
                let rising = (from_left - 0.5 + down / 2.0).floor();
                if rising < 0.0 || falling > row {
                    return None;
                }
                rising + falling
            }
        };
        let cell = self.shape.cell(row as u16, column as u16)?;
        let (centre_x, centre_y) = self.centre(cell);
        let (dx, dy) = (x - centre_x, y - centre_y);
        let inverted = self.is_inverted(cell);
        let towards = |side: Side| {
            let (out_x, out_y) = self.tile.outwards(inverted, side);
            dx * out_x + dy * out_y
        };
        let sides = (0..self.tile.sides()).map(Side);
        let side = sides.max_by(|&a, &b| towards(a).total_cmp(&towards(b)))?;
        Some((cell, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::Topology;

    #[test]
    fn the_two_sides_of_a_join_have_one_middle() {
        for shape in [Shape::square(5, 3), Shape::triangle(5)] {
            let grid = Grid::new(shape);
            for join in Topology::new(shape).unwrap().joins() {
                let one = grid.side_middle(join.cell, join.side);
                let other = grid.side_middle(join.other, join.other_side);
                assert!((one.0 - other.0).hypot(one.1 - other.1) < 1e-9, "{join:?}");
            }
        }
    }

    #[test]
    fn every_point_within_a_side_is_found_to_be_there() {
        for shape in [Shape::square(4, 3), Shape::triangle(1), Shape::triangle(6)] {
            let grid = Grid::new(shape);
            for cell in (0..shape.cells()).map(Cell::at) {
                for side in (0..shape.sides()).map(Side) {
                    let (centre, middle) = (grid.centre(cell), grid.side_middle(cell, side));
                    for part in [0.1, 0.5, 0.95] {
                        let x = centre.0 + (middle.0 - centre.0) * part;
                        let y = centre.1 + (middle.1 - centre.1) * part;
                        assert_eq!(grid.locate(x, y), Some((cell, side)), "{shape} {part}");
                    }
                }
            }
        }
    }

    #[test]
    fn sides_face_where_their_angle_says() {
        for tile in [Tile::Square, Tile::Triangle] {
            for inverted in [false, tile == Tile::Triangle] {
                for side in (0..tile.sides()).map(Side) {
                    let angle = tile.side_angle(inverted, side).to_radians();
                    let (x, y) = tile.outwards(inverted, side);
                    assert!((x - angle.sin()).hypot(y + angle.cos()) < 1e-9);
                }
            }
        }
    }

    #[test]
    fn points_outside_the_board_belong_to_nothing() {
        let grid = Grid::new(Shape::triangle(3));
        for (x, y) in [(10.0, 10.0), (290.0, 10.0), (-1.0, 5.0), (10.0, 300.0)] {
            assert_eq!(grid.locate(x, y), None);
        }
    }
}
