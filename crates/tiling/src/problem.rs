//! The problem: a board, a tile, and how many defining cells each row and column has.

use thiserror::Error;

use crate::tile::Tile;
use crate::tiling::Tiling;

/// The largest board, a side: a row of cells fits into one machine word of 128 bits.
pub const MOST_SIDE: usize = 128;

/// A board with its projections, and the tile to lay.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    tile: Tile,
    rows: Vec<u32>,
    columns: Vec<u32>,
}

/// Why counts are no problem to solve.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// A board without cells.
    #[error("a board needs at least one row and one column; give a count for each")]
    Empty,
    /// A board that is too large.
    #[error(
        "{} {what} are too many: boards have at most {MOST_SIDE} rows and {MOST_SIDE} columns",
        count
    )]
    TooLarge {
        /// Rows or columns.
        what: &'static str,
        /// How many.
        count: usize,
    },
}

impl Problem {
    /// A problem: the lengths of the two lists are the height and the width of the board.
    pub fn new(tile: Tile, rows: Vec<u32>, columns: Vec<u32>) -> Result<Self, ProblemError> {
        for (what, count) in [("rows", rows.len()), ("columns", columns.len())] {
            match count {
                0 => return Err(ProblemError::Empty),
                1..=MOST_SIDE => {}
                _ => return Err(ProblemError::TooLarge { what, count }),
            }
        }
        Ok(Self { tile, rows, columns })
    }

    /// The problem that a tiling solves.
    pub fn of_tiling(tile: Tile, tiling: &Tiling) -> Self {
        let (rows, columns) = tiling.projections();
        Self { tile, rows, columns }
    }

    /// The tile.
    pub fn tile(&self) -> &Tile {
        &self.tile
    }

    /// How many defining cells each row has, from the top.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// How many defining cells each column has, from the left.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// Rows of the board.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many tiles the rows ask for.
    pub fn tiles(&self) -> u64 {
        self.rows.iter().map(|&count| u64::from(count)).sum()
    }

    /// The same problem with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        Self {
            tile: self.tile.transposed(),
            rows: self.columns.clone(),
            columns: self.rows.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_without_cells_and_huge_boards_are_refused() {
        let new = |rows, columns| Problem::new(Tile::ell(), vec![0; rows], vec![0; columns]);
        assert_eq!(new(0, 3), Err(ProblemError::Empty));
        assert_eq!(new(3, 0), Err(ProblemError::Empty));
        let error = new(3, 129).unwrap_err().to_string();
        assert!(error.contains("129 columns are too many") && error.contains("128"), "{error}");
        assert!(new(128, 128).is_ok());
    }
}
