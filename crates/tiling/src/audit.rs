//! The auditor: lays every tile cell by cell on an empty board and counts.
//!
//! It shares nothing with the solvers: no masks, no conflicts, no tables. What it finds right is
//! right; every tiling that is shown as a solution has passed here.

use thiserror::Error;

use crate::problem::Problem;
use crate::tiling::{Place, Tiling};

/// What is wrong with a tiling. Rows and columns are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The board has another size.
    #[error("the tiling is for a board of {found:?}, the problem for one of {wanted:?}")]
    Size {
        /// Columns and rows of the tiling.
        found: (usize, usize),
        /// Columns and rows of the problem.
        wanted: (usize, usize),
    },
    /// A tile sticks out.
    #[error("the tile at row {}, column {} sticks out of the board", place.row + 1, place.column + 1)]
    SticksOut {
        /// Its defining cell.
        place: Place,
    },
    /// Two tiles on one cell.
    #[error(
        "the tiles at row {}, column {} and row {}, column {} overlap",
        one.row + 1, one.column + 1, other.row + 1, other.column + 1
    )]
    Overlap {
        /// The defining cell of the first.
        one: Place,
        /// The defining cell of the second.
        other: Place,
    },
    /// A row or column with another number of defining cells.
    #[error("{line} {} has {found} defining cells instead of {wanted}", index + 1)]
    Count {
        /// `row` or `column`.
        line: &'static str,
        /// Its number, from 0.
        index: usize,
        /// What lies there.
        found: u32,
        /// What should.
        wanted: u32,
    },
}

/// Everything that is wrong with a tiling; nothing for a solution.
pub fn audit(problem: &Problem, tiling: &Tiling) -> Vec<Fault> {
    let wanted = (problem.columns().len(), problem.rows().len());
    let found = (tiling.width(), tiling.height());
    if wanted != found {
        return vec![Fault::Size { found, wanted }];
    }
    let mut faults = Vec::new();
    let mut owners: Vec<Vec<Option<Place>>> = vec![vec![None; wanted.0]; wanted.1];
    let mut rows = vec![0; wanted.1];
    let mut columns = vec![0; wanted.0];
    for place in all_cells(wanted).filter(|&place| tiling.has(place)) {
        for (counts, index) in [(&mut rows, place.row), (&mut columns, place.column)] {
            if let Some(count) = counts.get_mut(index) {
                *count += 1;
            }
        }
        let mut complaint = None;
        for step in problem.tile().cells() {
            let row = place.row as i64 + i64::from(step.down);
            let column = place.column as i64 + i64::from(step.right);
            let cell = usize::try_from(row)
                .ok()
                .zip(usize::try_from(column).ok())
                .and_then(|(row, column)| owners.get_mut(row)?.get_mut(column));
            match cell {
                None => complaint = Some(Fault::SticksOut { place }),
                Some(Some(one)) => {
                    complaint = complaint.or(Some(Fault::Overlap { one: *one, other: place }));
                }
                Some(free) => *free = Some(place),
            }
        }
        faults.extend(complaint);
    }
    let lines = [("row", rows, problem.rows()), ("column", columns, problem.columns())];
    for (line, found, wanted) in lines {
        for (index, (found, &wanted)) in found.into_iter().zip(wanted).enumerate() {
            if found != wanted {
                faults.push(Fault::Count { line, index, found, wanted });
            }
        }
    }
    faults
}

fn all_cells((width, height): (usize, usize)) -> impl Iterator<Item = Place> {
    (0..height).flat_map(move |row| (0..width).map(move |column| Place { row, column }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::Tile;

    fn faults(tile: Tile, drawn: &[&str], rows: &[u32], columns: &[u32]) -> Vec<String> {
        let cells = drawn.iter().enumerate().flat_map(|(row, line)| {
            let cells = line.chars().enumerate().filter(|(_, c)| *c == 'O');
            cells.map(move |(column, _)| Place { row, column })
        });
        let tiling = Tiling::with(drawn[0].len(), drawn.len(), cells);
        let problem = Problem::new(tile, rows.to_vec(), columns.to_vec()).unwrap();
        audit(&problem, &tiling).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_solution_has_no_faults() {
        let drawn = [".O...", "...O.", ".....", ".O...", "....."];
        assert!(faults(Tile::ell(), &drawn, &[1, 1, 0, 1, 0], &[0, 2, 0, 1, 0]).is_empty());
        // Neighbours at the upper right fit together.
        assert!(faults(Tile::ell(), &[".O.", "O..", "..."], &[1, 1, 0], &[1, 1, 0]).is_empty());
    }

    #[test]
    fn every_fault_is_named_with_its_place() {
        for (tile, drawn, words) in [
            (Tile::square(), [".O.", "O..", "..."], "row 1, column 2 and row 2, column 1 overlap"),
            (Tile::ell(), ["O..", ".O.", "..."], "row 1, column 1 and row 2, column 2 overlap"),
            (Tile::ell(), [".O.", "O..", "..O"], "row 3, column 3 sticks out"),
            (Tile::single(), ["OO.", "...", "..."], "row 1 has 2 defining cells instead of 1"),
            (Tile::single(), ["OO.", "...", "..."], "row 2 has 0 defining cells instead of 1"),
            (Tile::single(), ["O..", "O..", "..."], "column 1 has 2 defining cells instead of 1"),
        ] {
            let faults = faults(tile, &drawn, &[1, 1, 0], &[1, 1, 0]);
            assert!(faults.iter().any(|fault| fault.contains(words)), "{words}: {faults:?}");
        }
        let small = faults(Tile::single(), &["O"], &[1, 0], &[1]);
        assert!(small[0].contains("(1, 1)"), "{small:?}");
    }
}
