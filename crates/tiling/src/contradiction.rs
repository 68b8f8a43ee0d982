//! Projections that no tiling can have, found at once and told in words.
//!
//! These tests are necessary, not sufficient: what passes may still be impossible.

use thiserror::Error;

use crate::field::Field;
use crate::problem::Problem;
use crate::tile::Tile;
use crate::tiling::columns_of;

/// Why there is no tiling. Rows and columns are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// Rows and columns count different numbers of tiles.
    #[error(
        "the rows ask for {rows} tiles, the columns for {columns}; the two sums must be the same"
    )]
    Sums {
        /// The sum of the rows.
        rows: u64,
        /// The sum of the columns.
        columns: u64,
    },
    /// Tiles where none fits.
    #[error(
        "{line} {number} asks for {count}, but no tile fits there: it would stick out of the board"
    )]
    NoRoom {
        /// `row` or `column`.
        line: &'static str,
        /// Its number, from 1.
        number: usize,
        /// What it asks for.
        count: u32,
    },
    /// More than fit side by side.
    #[error("{line} {number} asks for {count}, but at most {most} tiles fit there")]
    TooMany {
        /// `row` or `column`.
        line: &'static str,
        /// Its number, from 1.
        number: usize,
        /// What it asks for.
        count: u32,
        /// What fits.
        most: u32,
    },
    /// A line would have more covered cells than cells.
    #[error(
        "{line} {number} would have {covered} covered cells, but has only {cells}: its own tiles \
         and those of its neighbours are too many together"
    )]
    Crowded {
        /// `row` or `column`.
        line: &'static str,
        /// Its number, from 1.
        number: usize,
        /// The cells that tiles would cover.
        covered: u64,
        /// The cells there are.
        cells: usize,
    },
    /// The condition of Gale and Ryser.
    #[error(
        "the {lines} fullest {line} ask for {wanted} {what} together, but the {across} leave them \
         only {left}"
    )]
    Unbalanced {
        /// How many lines.
        lines: usize,
        /// `rows` or `columns`.
        line: &'static str,
        /// What these lines ask for together.
        wanted: u64,
        /// The lines across.
        across: &'static str,
        /// What the lines across can give them.
        left: u64,
        /// What is counted.
        what: &'static str,
    },
}

/// A reason why there is no tiling, if one is seen at once.
pub fn contradiction(problem: &Problem) -> Option<Contradiction> {
    let sum = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
    let (rows, columns) = (sum(problem.rows()), sum(problem.columns()));
    let sums = (rows != columns).then_some(Contradiction::Sums { rows, columns });
    let transposed = problem.transposed();
    let sides = [(problem, ROWS), (&transposed, COLUMNS)];
    // Where tiles fit comes before how many lie there: the simplest reason is the best.
    let in_lines = || sides.iter().find_map(|(problem, names)| in_lines(problem, names));
    let crowded = || sides.iter().find_map(|(problem, names)| crowded(problem, names));
    let cells = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).collect::<Vec<_>>();
    let tiles = || unbalanced(&cells(problem.rows()), &cells(problem.columns()), "tiles");
    let covers = || {
        let covered = [problem, &transposed].map(covered);
        unbalanced(&covered[0], &covered[1], "covered cells")
    };
    sums.or_else(in_lines).or_else(crowded).or_else(tiles).or_else(covers)
}

/// How lines are called: one, many, and many across.
type Names = (&'static str, &'static str, &'static str);

const ROWS: Names = ("row", "rows", "columns");
const COLUMNS: Names = ("column", "columns", "rows");

/// Each row by itself.
fn in_lines(problem: &Problem, &(line, ..): &Names) -> Option<Contradiction> {
    let field = Field::of(problem);
    let most = most_in_a_row(problem.tile(), problem.width());
    problem.rows().iter().enumerate().find_map(|(row, &count)| {
        let number = row + 1;
        match count {
            0 => None,
            _ if field.fits(row) == 0 => Some(Contradiction::NoRoom { line, number, count }),
            _ if count > most => Some(Contradiction::TooMany { line, number, count, most }),
            _ => None,
        }
    })
}

/// How many tiles fit side by side. Laying each as far left as it goes is best if tiles exclude all
/// places up to a distance; tiles with gaps can be laid into each other, and for those the number of
/// places is a bound.
fn most_in_a_row(tile: &Tile, width: usize) -> u32 {
    let field = Field::new(tile, width, tile.height());
    let fits = field.fits(tile.reach()[0]);
    let mut open = fits;
    let mut laid = 0;
    while let Some(column) = columns_of(open).next() {
        laid += 1;
        open &= !(field.excluded(1 << column, 0) | 1 << column);
    }
    let excluded = field.excluded(1, 0);
    let is_solid = (excluded >> 1 & ((excluded >> 1) + 1)) == 0;
    if is_solid { laid } else { fits.count_ones() }
}

/// How many cells of each row are covered, however the tiles lie.
fn covered(problem: &Problem) -> Vec<u64> {
    let mut covered = vec![0; problem.height()];
    for (row, &count) in problem.rows().iter().enumerate() {
        for step in problem.tile().cells() {
            let cell = row.checked_add_signed(step.down as isize);
            if let Some(cells) = cell.and_then(|row| covered.get_mut(row)) {
                *cells += u64::from(count);
            }
        }
    }
    covered
}

fn crowded(problem: &Problem, &(line, ..): &Names) -> Option<Contradiction> {
    let cells = problem.width();
    covered(problem).iter().enumerate().find_map(|(row, &covered)| {
        let number = row + 1;
        (covered > cells as u64).then_some(Contradiction::Crowded { line, number, covered, cells })
    })
}

/// Gale 1957, A theorem on flows in networks; Ryser 1957, Combinatorial properties of matrices of
/// zeros and ones: for every k, the k fullest rows together need no more than the columns can give
/// to k rows. For single cells this is sufficient, too.
fn unbalanced(rows: &[u64], columns: &[u64], what: &'static str) -> Option<Contradiction> {
    let one_way = |rows: &[u64], columns: &[u64], (_, line, across): Names| {
        let mut fullest = rows.to_vec();
        fullest.sort_unstable_by(|one, other| other.cmp(one));
        let mut wanted = 0;
        fullest.iter().enumerate().find_map(|(index, count)| {
            let lines = index + 1;
            wanted += count;
            let left = columns.iter().map(|&column| column.min(lines as u64)).sum();
            let short = wanted > left;
            short.then_some(Contradiction::Unbalanced { lines, line, wanted, across, left, what })
        })
    };
    one_way(rows, columns, ROWS).or_else(|| one_way(columns, rows, COLUMNS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_picture::read_tile;

    #[test]
    fn every_reason_is_told_in_words() {
        for (tile, rows, columns, words) in [
            ("1x1", &[1, 0][..], &[1, 1][..], "the rows ask for 1 tiles, the columns for 2"),
            ("2x2", &[0, 1], &[1, 0], "row 2 asks for 1, but no tile fits there"),
            ("2x2", &[1, 0], &[0, 1], "column 2 asks for 1, but no tile fits there"),
            ("1x1", &[3, 0], &[2, 1], "row 1 asks for 3, but at most 2 tiles fit there"),
            ("2x2", &[2, 0, 0], &[1, 1, 0], "row 1 asks for 2, but at most 1 tiles fit there"),
            ("2x2", &[1, 1, 0], &[1, 1, 0], "row 2 would have 4 covered cells, but has only 3"),
            ("L", &[2, 2, 0, 0], &[1, 1, 2, 0], "row 2 would have 6 covered cells, but has only 4"),
            (
                "1x1",
                &[2, 2, 0],
                &[0, 1, 3],
                "the 2 fullest rows ask for 4 tiles together, but the columns leave them only 3",
            ),
            ("1x1", &[4294967295, 4294967295], &[4294967295, 4294967295], "at most 2"),
            ("3x3", &[1], &[1], "row 1 asks for 1, but no tile fits"),
        ] {
            let problem = Problem::new(read_tile(tile).unwrap(), rows.to_vec(), columns.to_vec());
            let reason = contradiction(&problem.unwrap()).unwrap().to_string();
            assert!(reason.contains(words), "{tile}: {reason}");
        }
    }

    #[test]
    fn tiles_laid_into_each_other_are_not_called_too_many() {
        // A tile like a comb: a second one fits into its gap.
        let comb = read_tile("X.X/XXX").unwrap();
        assert!(most_in_a_row(&comb, 10) >= 3);
        assert_eq!(most_in_a_row(&Tile::square(), 7), 3);
        assert_eq!(most_in_a_row(&Tile::single(), 7), 7);
        // Two of three columns apart fit, one or two apart do not.
        assert_eq!(most_in_a_row(&read_tile("XXX/X.X").unwrap(), 9), 3);
    }
}
