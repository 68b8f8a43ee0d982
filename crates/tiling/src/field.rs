//! What the solvers see of a problem: where defining cells may be, and which exclude each other.
//!
//! A tile fits wherever its defining cell keeps its distance from the rims, so the allowed cells
//! are a rectangle; and two tiles overlap or not by the step from one defining cell to the other
//! alone. With a row of cells in one machine word, all that a row excludes takes a few shifts.

use crate::problem::Problem;
use crate::tile::Tile;

/// The allowed defining cells of a board, and what a tile excludes.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// For each row, the columns in which a tile fits.
    fits: Vec<u128>,
    /// For each number of rows down, how far to the right (or left, if negative) a tile excludes
    /// others. In its own row it excludes itself not.
    below: Vec<Vec<i32>>,
}

impl Field {
    pub(crate) fn new(tile: &Tile, width: usize, height: usize) -> Self {
        let [up, right, down, left] = tile.reach();
        let columns = span(left, width.saturating_sub(right));
        let fits =
            |row: usize| if (up..height.saturating_sub(down)).contains(&row) { columns } else { 0 };
        let mut below = vec![Vec::new(); tile.height()];
        for step in tile.conflicts() {
            if let Some(steps) = usize::try_from(step.down).ok().and_then(|d| below.get_mut(d)) {
                steps.push(step.right);
            }
        }
        Self { width, height, fits: (0..height).map(fits).collect(), below }
    }

    pub(crate) fn of(problem: &Problem) -> Self {
        Self::new(problem.tile(), problem.width(), problem.height())
    }

    /// The columns of a row in which a tile fits.
    pub(crate) fn fits(&self, row: usize) -> u128 {
        self.fits.get(row).copied().unwrap_or(0)
    }

    /// How many rows a tile has a say in, its own included.
    pub(crate) fn depth(&self) -> usize {
        self.below.len()
    }

    /// The cells that tiles in these columns exclude, so many rows further down.
    pub(crate) fn excluded(&self, mask: u128, down: usize) -> u128 {
        let steps = self.below.get(down).map_or(&[][..], Vec::as_slice);
        steps.iter().fold(0, |seen, &right| seen | moved(mask, right))
    }

    /// The cells that tiles in these columns exclude, so many rows further up.
    pub(crate) fn excluded_above(&self, mask: u128, up: usize) -> u128 {
        let steps = self.below.get(up).map_or(&[][..], Vec::as_slice);
        steps.iter().fold(0, |seen, &right| seen | moved(mask, -right))
    }

    /// How far apart, at least, two tiles of one column must be: the first number of rows that the
    /// conflicts leave free.
    pub(crate) fn spacing(&self) -> usize {
        let blocked = |steps: &&Vec<i32>| steps.contains(&0);
        1 + self.below.iter().skip(1).take_while(blocked).count()
    }
}

/// The columns from one up to but not including another.
pub(crate) fn span(from: usize, to: usize) -> u128 {
    let below = |end: usize| if end >= 128 { u128::MAX } else { (1 << end) - 1 };
    if from < to { below(to) & !below(from) } else { 0 }
}

/// All columns so many to the right; what leaves the word is gone.
pub(crate) fn moved(mask: u128, right: i32) -> u128 {
    let by = right.unsigned_abs();
    let moved = if right >= 0 { mask.checked_shl(by) } else { mask.checked_shr(by) };
    moved.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_picture::read_tile;

    #[test]
    fn masks_agree_with_cells_laid_one_by_one() {
        for name in ["1x1", "2x2", "L", ".XX/XX.", "XO/X.", "3x1", "1x3", "XXX/X.X/XXX"] {
            let tile = read_tile(name).unwrap();
            let (width, height) = (9, 8);
            let field = Field::new(&tile, width, height);
            let cells = |row: usize, column: usize| -> Vec<(i32, i32)> {
                let at = |s: &crate::tile::Step| (row as i32 + s.down, column as i32 + s.right);
                tile.cells().iter().map(at).collect()
            };
            let on_board = |&(r, c): &(i32, i32)| {
                (0..height as i32).contains(&r) && (0..width as i32).contains(&c)
            };
            for row in 0..height {
                for column in 0..width {
                    let fits = cells(row, column).iter().all(on_board);
                    assert_eq!(field.fits(row) >> column & 1 == 1, fits, "{name}");
                }
            }
            for down in 0..height - 3 {
                let excluded = field.excluded(1 << 4, down);
                let excluding = |c: usize| field.excluded_above(1 << c, down) >> 4 & 1 == 1;
                for column in 0..width {
                    let overlaps = cells(3, 4).iter().any(|c| cells(3 + down, column).contains(c));
                    let same = (down, column) == (0, 4);
                    assert_eq!(excluded >> column & 1 == 1, overlaps && !same, "{name} {down}");
                    assert_eq!(excluding(column), overlaps && !same, "{name} {down}");
                }
            }
        }
    }

    #[test]
    fn spans_and_moves_stay_within_the_word() {
        assert_eq!(span(0, 128), u128::MAX);
        assert_eq!(span(3, 3), 0);
        assert_eq!(span(1, 3), 0b110);
        assert_eq!(moved(0b11, 127), 1 << 127);
        assert_eq!(moved(0b10, -2), 0);
        assert_eq!(moved(1, 128), 0);
    }

    #[test]
    fn tiles_of_one_column_keep_their_distance() {
        for (name, spacing) in [("1x1", 1), ("2x2", 2), ("L", 2), ("1x5", 5), ("XX/X./XX", 3)] {
            let field = Field::new(&read_tile(name).unwrap(), 9, 9);
            assert_eq!(field.spacing(), spacing, "{name}");
        }
    }
}
