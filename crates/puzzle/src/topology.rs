//! Which cells touch which: one table for every shape of board.
//!
//! A board is a set of cells with sides; each side of a cell either touches one side of another
//! cell (a join) or lies on the rim. Squares and triangles differ only in how the table is built.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{Cell, Rotation, Side};
use crate::puzzle::PuzzleError;

/// The outline of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
pub enum Shape {
    /// Square cells in rows and columns.
    Square {
        /// Number of columns.
        width: u16,
        /// Number of rows.
        height: u16,
    },
    /// A big triangle: row `i` holds `2i + 1` cells, alternately upright and inverted.
    Triangle {
        /// Number of rows.
        side: u16,
    },
}

impl Shape {
    /// The longest side a board may have; large enough for every known puzzle, small enough that
    /// no file can ask for more memory than it is worth.
    pub const LONGEST: u16 = 128;

    /// A square board of `width` columns and `height` rows.
    pub const fn square(width: u16, height: u16) -> Self {
        Self::Square { width, height }
    }

    /// A triangular board of `side` rows.
    pub const fn triangle(side: u16) -> Self {
        Self::Triangle { side }
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        match self {
            Self::Square { width, height } => width as usize * height as usize,
            Self::Triangle { side } => side as usize * side as usize,
        }
    }

    /// Number of sides of each piece.
    pub const fn sides(self) -> u8 {
        match self {
            Self::Square { .. } => 4,
            Self::Triangle { .. } => 3,
        }
    }

    /// Number of rows.
    pub const fn rows(self) -> u16 {
        match self {
            Self::Square { height, .. } => height,
            Self::Triangle { side } => side,
        }
    }

    /// Number of cells in a row.
    pub const fn row_length(self, row: u16) -> u16 {
        match self {
            Self::Square { width, .. } => width,
            Self::Triangle { .. } => 2 * row + 1,
        }
    }

    /// Row and column (place in the row) of a cell.
    pub fn position(self, cell: Cell) -> (u16, u16) {
        match self {
            Self::Square { width, .. } => (cell.0 / width.max(1), cell.0 % width.max(1)),
            Self::Triangle { .. } => {
                let row = cell.0.isqrt();
                (row, cell.0 - row * row)
            }
        }
    }

    /// The cell at a row and column; `None` outside the board.
    pub fn cell(self, row: u16, column: u16) -> Option<Cell> {
        if row >= self.rows() || column >= self.row_length(row) {
            return None;
        }
        Some(match self {
            Self::Square { width, .. } => Cell(row * width + column),
            Self::Triangle { .. } => Cell(row * row + column),
        })
    }

    /// Whether a cell of a triangular board points down.
    pub fn is_inverted(self, cell: Cell) -> bool {
        matches!(self, Self::Triangle { .. }) && self.position(cell).1 % 2 == 1
    }

    /// The name of a cell as players say it: a letter for the row, a number from 1 for the column
    /// (`I8` is row 8, column 7). After row `Z` come `AA`, `AB`, ...
    pub fn cell_name(self, cell: Cell) -> String {
        let (row, column) = self.position(cell);
        let letter = |n: u16| char::from(b'A' + (n % 26) as u8);
        let mut name = String::new();
        if row >= 26 {
            name.push(letter(row / 26 - 1));
        }
        name.push(letter(row));
        name + &(column + 1).to_string()
    }

    /// What a side of a cell is called.
    pub fn side_name(self, cell: Cell, side: Side) -> &'static str {
        let names: &[&str] = match (self, self.is_inverted(cell)) {
            (Self::Square { .. }, _) => &["up", "right", "down", "left"],
            (Self::Triangle { .. }, false) => &["left", "right", "bottom"],
            (Self::Triangle { .. }, true) => &["top", "right", "left"],
        };
        names[side.index() % names.len()]
    }

    fn neighbour(self, cell: Cell, side: Side) -> Option<(Cell, Side)> {
        let (row, column) = self.position(cell);
        match self {
            Self::Square { .. } => {
                let (row, column) = match side.0 {
                    0 => (row.checked_sub(1)?, column),
                    1 => (row, column + 1),
                    2 => (row + 1, column),
                    _ => (row, column.checked_sub(1)?),
                };
                Some((self.cell(row, column)?, Side((side.0 + 2) % 4)))
            }
            Self::Triangle { .. } => {
                let (row, column, back) = match (self.is_inverted(cell), side.0) {
                    (false, 0) => (row, column.checked_sub(1)?, 1),
                    (false, 1) => (row, column + 1, 2),
                    (false, _) => (row + 1, column + 1, 0),
                    (true, 0) => (row.checked_sub(1)?, column.checked_sub(1)?, 2),
                    (true, 1) => (row, column + 1, 0),
                    (true, _) => (row, column.checked_sub(1)?, 1),
                };
                Some((self.cell(row, column)?, Side(back)))
            }
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square { width, height } => write!(f, "{width}x{height}"),
            Self::Triangle { side } => write!(f, "triangle of side {side}"),
        }
    }
}

/// Two sides that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Join {
    /// The cell met first when reading row by row.
    pub cell: Cell,
    /// Its side.
    pub side: Side,
    /// The other cell.
    pub other: Cell,
    /// The other cell's side.
    pub other_side: Side,
}

/// A turn of the whole board onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// How far every piece turns.
    pub rotation: Rotation,
    /// Where each cell goes.
    pub cells: Vec<Cell>,
}

/// The table of contacts of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    shape: Shape,
    contacts: Vec<Option<(Cell, Side)>>,
    joins: Vec<Join>,
    rim_sides: Vec<u8>,
}

impl Topology {
    /// The table for a shape; an error if the shape has no cells or is too large.
    pub fn new(shape: Shape) -> Result<Self, PuzzleError> {
        let (first, second) = match shape {
            Shape::Square { width, height } => (width, height),
            Shape::Triangle { side } => (side, side),
        };
        let allowed = 1..=Shape::LONGEST;
        if !allowed.contains(&first) || !allowed.contains(&second) {
            return Err(PuzzleError::Size { shape });
        }
        let sides = shape.sides();
        let cells = || (0..shape.cells()).map(Cell::at);
        let contacts: Vec<_> = cells()
            .flat_map(|cell| (0..sides).map(move |side| shape.neighbour(cell, Side(side))))
            .collect();
        let joins = cells()
            .flat_map(|cell| (0..sides).map(move |side| (cell, Side(side))))
            .zip(&contacts)
            .filter_map(|((cell, side), contact)| {
                let (other, other_side) = (*contact)?;
                (cell < other).then_some(Join { cell, side, other, other_side })
            })
            .collect();
        let rim_sides = contacts
            .chunks(usize::from(sides))
            .map(|around| {
                around.iter().rev().fold(0, |mask, contact| mask << 1 | u8::from(contact.is_none()))
            })
            .collect();
        Ok(Self { shape, contacts, joins, rim_sides })
    }

    /// The outline of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of cells.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.rim_sides.len()
    }

    /// Number of sides of each cell.
    #[inline]
    pub fn side_count(&self) -> u8 {
        self.shape.sides()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.cell_count()).map(Cell::at)
    }

    /// What a side of a cell touches; `None` is the rim (and any cell or side that is not there).
    #[inline]
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<(Cell, Side)> {
        if side.0 >= self.side_count() {
            return None;
        }
        let index = cell.index() * usize::from(self.side_count()) + side.index();
        self.contacts.get(index).copied().flatten()
    }

    /// All sides of a cell with what they touch.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = (Side, Option<(Cell, Side)>)> + '_ {
        (0..self.side_count()).map(move |side| (Side(side), self.neighbour(cell, Side(side))))
    }

    /// Every pair of touching sides once.
    #[inline]
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// Which sides of a cell lie on the rim, as a bit mask: bit `s` for side `s`.
    #[inline]
    pub fn rim_mask(&self, cell: Cell) -> u8 {
        self.rim_sides.get(cell.index()).copied().unwrap_or(0)
    }

    /// All turns of the board onto itself, the identity first: four for squares, two for other
    /// rectangles, three for triangles.
    ///
    /// A turn is found, not computed: choose where the first cell goes and how far everything
    /// turns, follow the contacts, and see whether they agree.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        (0..self.side_count())
            .filter_map(|turn| self.cells().find_map(|goal| self.symmetry(Rotation(turn), goal)))
            .collect()
    }

    fn symmetry(&self, rotation: Rotation, goal_of_first: Cell) -> Option<Symmetry> {
        let count = self.side_count();
        let mut goals: Vec<Option<Cell>> = vec![None; self.cell_count()];
        *goals.first_mut()? = Some(goal_of_first);
        let mut open = vec![Cell(0)];
        while let Some(cell) = open.pop() {
            let goal = goals[cell.index()]?;
            for (side, contact) in self.around(cell) {
                let turned = Side((side.0 + rotation.0) % count);
                match (contact, self.neighbour(goal, turned)) {
                    (None, None) => {}
                    (Some((next, back)), Some((next_goal, back_goal))) => {
                        if (back.0 + rotation.0) % count != back_goal.0 {
                            return None;
                        }
                        match goals[next.index()] {
                            None => {
                                goals[next.index()] = Some(next_goal);
                                open.push(next);
                            }
                            Some(known) if known == next_goal => {}
                            Some(_) => return None,
                        }
                    }
                    _ => return None,
                }
            }
        }
        Some(Symmetry { rotation, cells: goals.into_iter().collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> impl Iterator<Item = Shape> {
        let squares = (1..=32).flat_map(|w| [1, 2, 3, 7, 32].map(|h| Shape::square(w, h)));
        squares.chain((1..=20).map(Shape::triangle))
    }

    #[test]
    fn every_contact_is_mutual_and_every_join_is_listed_once() {
        for shape in shapes() {
            let topology = Topology::new(shape).unwrap();
            let mut contacts = 0;
            for cell in topology.cells() {
                for (side, contact) in topology.around(cell) {
                    if let Some((other, back)) = contact {
                        assert_eq!(topology.neighbour(other, back), Some((cell, side)), "{shape}");
                        contacts += 1;
                    }
                    let on_rim = topology.rim_mask(cell) >> side.0 & 1 == 1;
                    assert_eq!(on_rim, contact.is_none());
                }
            }
            assert_eq!(topology.joins().len() * 2, contacts, "{shape}");
        }
    }

    #[test]
    fn the_number_of_joins_is_the_published_maximum_score() {
        for shape in shapes() {
            let expected = match shape {
                Shape::Square { width: m, height: n } => n * (m - 1) + m * (n - 1),
                Shape::Triangle { side: n } => 3 * n * (n - 1) / 2,
            };
            assert_eq!(Topology::new(shape).unwrap().joins().len(), usize::from(expected));
        }
    }

    #[test]
    fn triangles_have_three_corners_and_the_right_number_of_side_cells() {
        for side in 2..=20 {
            let topology = Topology::new(Shape::triangle(side)).unwrap();
            let with =
                |n| topology.cells().filter(|&c| topology.rim_mask(c).count_ones() == n).count();
            assert_eq!((with(2), with(1)), (3, 3 * (usize::from(side) - 2)));
        }
    }

    #[test]
    fn cells_and_positions_agree_and_have_the_players_names() {
        for shape in shapes() {
            for cell in (0..shape.cells()).map(Cell::at) {
                let (row, column) = shape.position(cell);
                assert_eq!(shape.cell(row, column), Some(cell));
            }
        }
        let board = Shape::square(16, 16);
        assert_eq!(board.cell_name(Cell(135)), "I8");
        assert_eq!(board.cell_name(Cell(0)), "A1");
        assert_eq!(Shape::square(2, 30).cell_name(Cell(53)), "AA2");
    }

    #[test]
    fn boards_turn_onto_themselves_as_often_as_they_should() {
        for shape in shapes().filter(|s| s.cells() <= 400) {
            let expected = match shape {
                Shape::Square { width, height } if width == height => 4,
                Shape::Square { .. } => 2,
                Shape::Triangle { .. } => 3,
            };
            let symmetries = Topology::new(shape).unwrap().symmetries();
            assert_eq!(symmetries.len(), expected, "{shape}");
            assert!(symmetries[0].cells.iter().enumerate().all(|(i, c)| c.index() == i));
        }
        let quarter = &Topology::new(Shape::square(3, 3)).unwrap().symmetries()[1];
        assert_eq!(quarter.cells[0], Cell(2));
        assert_eq!(quarter.cells[1], Cell(5));
    }

    #[test]
    fn boards_without_cells_or_beyond_the_limit_are_refused() {
        for shape in [Shape::square(0, 4), Shape::square(4, 129), Shape::triangle(0)] {
            assert!(Topology::new(shape).is_err());
        }
    }
}
