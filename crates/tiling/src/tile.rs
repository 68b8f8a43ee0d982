//! What a tile is: a polyomino with one defining cell.
//!
//! Everything else follows from the set of cells: where on a board the tile fits, and which two
//! places exclude each other. Tiles are not turned; a turned tile is another tile.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

/// A step on the board: rows down, columns to the right; negative numbers go up and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Rows down.
    pub down: i32,
    /// Columns to the right.
    pub right: i32,
}

impl Step {
    /// A step by rows and columns.
    pub const fn new(down: i32, right: i32) -> Self {
        Self { down, right }
    }
}

/// A tile: connected cells, each a step away from the defining cell, which is one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// In reading order; holds the step that goes nowhere.
    cells: Vec<Step>,
}

/// Why cells are no tile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TileError {
    /// No cells.
    #[error("a tile needs at least one cell; draw it with `X`")]
    Empty,
    /// Too far across or down.
    #[error(
        "a tile of {width}x{height} is too large: it may be {0} cells wide and high at most",
        Tile::MOST_SIDE
    )]
    TooLarge {
        /// Its columns.
        width: usize,
        /// Its rows.
        height: usize,
    },
    /// In several parts.
    #[error(
        "the tile falls apart: its cells must hang together side by side, not only at corners; \
         fill the gap or draw one part only"
    )]
    Apart,
    /// The defining cell belongs to another shape.
    #[error("the defining cell is not one of the tile's cells")]
    NoDefiningCell,
}

impl Tile {
    /// How wide and high a tile may be.
    pub const MOST_SIDE: usize = 16;

    /// One cell.
    pub fn single() -> Self {
        Self { cells: vec![Step::new(0, 0)] }
    }

    /// Two by two cells.
    pub fn square() -> Self {
        Self { cells: [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(d, r)| Step::new(d, r)).to_vec() }
    }

    /// Three cells: the defining one, the one below it, and the one right of that.
    pub fn ell() -> Self {
        Self { cells: [(0, 0), (1, 0), (1, 1)].map(|(d, r)| Step::new(d, r)).to_vec() }
    }

    /// A full rectangle, defined by its upper-left cell.
    pub fn rectangle(width: usize, height: usize) -> Result<Self, TileError> {
        Self::check_size(width, height)?;
        let rows = 0..height as i32;
        let cells: Vec<_> =
            rows.flat_map(|down| (0..width as i32).map(move |right| (down, right))).collect();
        Self::from_cells(&cells, None)
    }

    /// A tile of these cells, as rows and columns counted from anywhere. The defining cell is the
    /// one named, or else the first in reading order.
    pub fn from_cells(
        cells: &[(i32, i32)],
        defining: Option<(i32, i32)>,
    ) -> Result<Self, TileError> {
        let cells: BTreeSet<_> = cells.iter().copied().collect();
        let first = cells.first().copied().ok_or(TileError::Empty)?;
        let origin = defining.unwrap_or(first);
        if !cells.contains(&origin) {
            return Err(TileError::NoDefiningCell);
        }
        let spread = |part: fn(&(i32, i32)) -> i32| {
            let (least, most) = (cells.iter().map(part).min(), cells.iter().map(part).max());
            most.zip(least).map_or(0, |(most, least)| most.abs_diff(least) as usize + 1)
        };
        Self::check_size(spread(|cell| cell.1), spread(|cell| cell.0))?;
        let cells: Vec<_> =
            cells.iter().map(|cell| Step::new(cell.0 - origin.0, cell.1 - origin.1)).collect();
        let tile = Self { cells };
        if tile.is_connected() { Ok(tile) } else { Err(TileError::Apart) }
    }

    fn check_size(width: usize, height: usize) -> Result<(), TileError> {
        match (width, height) {
            (0, _) | (_, 0) => Err(TileError::Empty),
            _ if width.max(height) > Self::MOST_SIDE => Err(TileError::TooLarge { width, height }),
            _ => Ok(()),
        }
    }

    fn is_connected(&self) -> bool {
        let mut open = vec![Step::new(0, 0)];
        let mut reached = BTreeSet::from([Step::new(0, 0)]);
        while let Some(Step { down, right }) = open.pop() {
            for (d, r) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let next = Step::new(down + d, right + r);
                if self.cells.contains(&next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached.len() == self.cells.len()
    }

    /// The cells, as steps from the defining cell, in reading order.
    pub fn cells(&self) -> &[Step] {
        &self.cells
    }

    /// How many rows above and below, and columns left and right of the defining cell it reaches:
    /// up, right, down, left.
    pub fn reach(&self) -> [usize; 4] {
        let most = |part: fn(&Step) -> i32| {
            self.cells.iter().map(part).max().map_or(0, |most| most.max(0) as usize)
        };
        [most(|s| -s.down), most(|s| s.right), most(|s| s.down), most(|s| -s.right)]
    }

    /// How many columns it is wide.
    pub fn width(&self) -> usize {
        let [_, right, _, left] = self.reach();
        left + 1 + right
    }

    /// How many rows it is high.
    pub fn height(&self) -> usize {
        let [up, _, down, _] = self.reach();
        up + 1 + down
    }

    /// The steps from a defining cell to those of all tiles that would overlap with it, in reading
    /// order: for every step the opposite one is there too, and the tile itself is left out.
    pub fn conflicts(&self) -> Vec<Step> {
        let mut steps = BTreeSet::new();
        for one in &self.cells {
            for other in &self.cells {
                steps.insert(Step::new(one.down - other.down, one.right - other.right));
            }
        }
        steps.remove(&Step::new(0, 0));
        steps.into_iter().collect()
    }

    /// The same tile with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let mut cells: Vec<_> =
            self.cells.iter().map(|step| Step::new(step.right, step.down)).collect();
        cells.sort_unstable();
        Self { cells }
    }
}

/// The name as it is read: `1x1`, `2x2`, `L`, another rectangle, or a picture on one line.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ell() {
            return f.write_str("L");
        }
        let (width, height) = (self.width(), self.height());
        if Self::rectangle(width, height).as_ref() == Ok(self) {
            return write!(f, "{width}x{height}");
        }
        f.write_str(&crate::tile_picture::draw(self).join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(pairs: &[(i32, i32)]) -> Vec<Step> {
        pairs.iter().map(|&(down, right)| Step::new(down, right)).collect()
    }

    #[test]
    fn the_square_excludes_all_its_neighbours_and_the_l_all_but_two() {
        assert_eq!(Tile::single().conflicts(), []);
        let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        assert_eq!(Tile::square().conflicts(), steps(&around));
        let but_upper_right_and_lower_left = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];
        assert_eq!(Tile::ell().conflicts(), steps(&but_upper_right_and_lower_left));
    }

    #[test]
    fn the_first_cell_in_reading_order_defines_unless_another_is_named() {
        let cells = [(5, 6), (5, 7), (6, 5), (6, 6)];
        let by_default = Tile::from_cells(&cells, None).unwrap();
        assert_eq!(by_default.cells(), steps(&[(0, 0), (0, 1), (1, -1), (1, 0)]));
        assert_eq!(by_default.reach(), [0, 1, 1, 1]);
        let named = Tile::from_cells(&cells, Some((6, 5))).unwrap();
        assert_eq!(named.reach(), [1, 2, 0, 0]);
        assert_eq!((named.width(), named.height()), (3, 2));
        assert_eq!(Tile::from_cells(&cells, Some((5, 5))), Err(TileError::NoDefiningCell));
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        assert_eq!(Tile::from_cells(&[], None), Err(TileError::Empty));
        assert_eq!(Tile::from_cells(&[(0, 0), (1, 1)], None), Err(TileError::Apart));
        let long: Vec<_> = (0..17).map(|row| (row, 0)).collect();
        assert_eq!(
            Tile::from_cells(&long, None),
            Err(TileError::TooLarge { width: 1, height: 17 })
        );
        assert_eq!(Tile::rectangle(0, 3), Err(TileError::Empty));
        assert!(Tile::rectangle(usize::MAX, 3).is_err());
        assert_eq!(Tile::rectangle(2, 2), Ok(Tile::square()));
    }

    #[test]
    fn exchanging_rows_and_columns_twice_changes_nothing() {
        let tile = Tile::from_cells(&[(0, 1), (0, 2), (1, 0), (1, 1)], None).unwrap();
        assert_ne!(tile.transposed(), tile);
        assert_eq!(tile.transposed().transposed(), tile);
        assert_eq!(tile.transposed().width(), tile.height());
    }
}
