//! A tiling: which cells are defining cells. Like the document's genome it may be wrong; what it
//! is worth is for the [auditor](mod@crate::audit) to say.

use crate::tile::Tile;

/// A cell of the board, by row and column from the upper left, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// A cell by row and column.
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

/// A set of defining cells on a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tiling {
    width: usize,
    rows: Vec<u128>,
}

impl Tiling {
    /// A board without tiles. Boards wider than [`crate::MOST_SIDE`] are cut to that.
    pub fn empty(width: usize, height: usize) -> Self {
        Self { width: width.min(crate::MOST_SIDE), rows: vec![0; height] }
    }

    /// A board with a tile at each of these places; places off the board are left out.
    pub fn with(width: usize, height: usize, places: impl IntoIterator<Item = Place>) -> Self {
        let mut tiling = Self::empty(width, height);
        for place in places {
            tiling.set(place, true);
        }
        tiling
    }

    /// A board from its rows, each with bit `c` set for a defining cell in column `c`.
    pub(crate) fn from_masks(width: usize, rows: Vec<u128>) -> Self {
        Self { width, rows }
    }

    /// The defining cells of a row, one bit for each column; none for rows off the board.
    pub(crate) fn mask(&self, row: usize) -> u128 {
        self.rows.get(row).copied().unwrap_or(0)
    }

    /// Columns of the board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the board.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Whether a cell is a defining cell; no cell off the board is.
    pub fn has(&self, place: Place) -> bool {
        let row = self.rows.get(place.row).copied().unwrap_or(0);
        place.column < self.width && row >> place.column & 1 == 1
    }

    /// Makes a cell a defining cell, or stops it from being one.
    pub fn set(&mut self, place: Place, defining: bool) {
        if place.column >= self.width {
            return;
        }
        if let Some(row) = self.rows.get_mut(place.row) {
            let bit = 1 << place.column;
            *row = if defining { *row | bit } else { *row & !bit };
        }
    }

    /// All defining cells, row by row.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(row, &mask)| columns_of(mask).map(move |column| Place { row, column }))
    }

    /// How many tiles there are.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|mask| mask.count_ones() as usize).sum()
    }

    /// How many defining cells the rows have, and how many the columns.
    pub fn projections(&self) -> (Vec<u32>, Vec<u32>) {
        let rows = self.rows.iter().map(|mask| mask.count_ones()).collect();
        let mut columns = vec![0; self.width];
        for place in self.places() {
            if let Some(count) = columns.get_mut(place.column) {
                *count += 1;
            }
        }
        (rows, columns)
    }

    /// The same with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let places = self.places().map(|place| Place::new(place.column, place.row));
        Self::with(self.rows.len(), self.width, places)
    }

    /// For every cell, row by row, the number of the tile that covers it, counted in the order of
    /// [`Self::places`]. Where tiles overlap the first one is seen; what sticks out is cut off.
    pub fn covers(&self, tile: &Tile) -> Vec<Option<usize>> {
        let mut cells = vec![None; self.width * self.rows.len()];
        for (number, place) in self.places().enumerate() {
            for step in tile.cells() {
                let row = place.row.checked_add_signed(step.down as isize);
                let column = place.column.checked_add_signed(step.right as isize);
                let Some((row, column)) = row.zip(column) else { continue };
                if column < self.width
                    && let Some(cell) = cells.get_mut(row * self.width + column)
                {
                    cell.get_or_insert(number);
                }
            }
        }
        cells
    }

    /// The picture as the document draws it, a line for each row: `X` is covered, `.` is not.
    pub fn picture(&self, tile: &Tile) -> Vec<String> {
        let covers = self.covers(tile);
        let draw = |cell: &Option<usize>| if cell.is_some() { 'X' } else { '.' };
        covers.chunks(self.width.max(1)).map(|row| row.iter().map(draw).collect()).collect()
    }
}

/// The columns in a mask, from the left.
pub(crate) fn columns_of(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            column
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the document.
    #[test]
    fn the_example_is_drawn_as_in_the_document() {
        let places = [Place::new(0, 1), Place::new(1, 3), Place::new(3, 1)];
        let tiling = Tiling::with(5, 5, places);
        let drawn = [".X...", ".XXX.", "...XX", ".X...", ".XX.."];
        assert_eq!(tiling.picture(&Tile::ell()), drawn);
        assert_eq!(tiling.projections(), (vec![1, 1, 0, 1, 0], vec![0, 2, 0, 1, 0]));
        assert_eq!(tiling.places().collect::<Vec<_>>(), places);
        assert_eq!(tiling.transposed().transposed(), tiling);
    }

    #[test]
    fn places_off_the_board_change_nothing() {
        let mut tiling = Tiling::empty(3, 2);
        tiling.set(Place::new(0, 3), true);
        tiling.set(Place::new(2, 0), true);
        tiling.set(Place::new(0, 500), true);
        assert_eq!(tiling, Tiling::empty(3, 2));
        assert!(!tiling.has(Place::new(0, 500)));
        tiling.set(Place::new(1, 2), true);
        assert_eq!(tiling.picture(&Tile::square()), ["...", "..X"]);
        tiling.set(Place::new(1, 2), false);
        assert_eq!(tiling.count(), 0);
    }

    #[test]
    fn the_widest_board_has_a_last_column() {
        let tiling = Tiling::with(128, 1, [Place::new(0, 127)]);
        assert_eq!(tiling.places().collect::<Vec<_>>(), [Place::new(0, 127)]);
        assert_eq!(tiling.projections().1.iter().sum::<u32>(), 1);
    }
}
