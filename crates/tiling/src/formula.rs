//! The problem as a formula for a SAT solver: for boards that are too wide to be searched row by
//! row, and for proofs.
//!
//! A variable for every place where a tile may lie, a clause for every two that overlap, a counter
//! for every row and column. How many cells of a line stay uncovered follows from the counts, so
//! that is said as well: each cell has a variable for being a gap, and the gaps of every line are
//! counted, too. On generated 50x50 boards this is what makes the dense ones fall. Without counted
//! gaps 2x2 at a density of 0.9 was not solved in 338,000 conflicts, with them in 21,000; counted
//! gaps alone, without counted tiles, did worse than either.

use tilewright_solvers::sat::counting::{AtMostOne, exactly};
use tilewright_solvers::sat::engine::{BatSat, Engine, Outcome};
use tilewright_solvers::sat::formula::{Formula, Literal};

use crate::field::Field;
use crate::problem::Problem;
use crate::tiling::{Place, Tiling, columns_of};
use crate::watch::{Spent, Watch};

/// A SAT solver at work on a problem.
pub(crate) struct FormulaSearch {
    engine: BatSat,
    tiles: Vec<(Place, Literal)>,
    width: usize,
    height: usize,
    rounds: u32,
}

/// Conflicts of the shortest round; each round is a restart.
const ROUND: u64 = 100;

/// Rounds are at most so many times as long as the shortest, so that whoever watches is asked often.
const LONGEST: u64 = 16;

/// Formulas with more literals than this are not made: they take gigabytes.
const MOST_LITERALS: usize = 60_000_000;

impl FormulaSearch {
    /// A search for the problem's solutions; `None` if its formula is too large.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let (width, height) = (problem.width(), problem.height());
        let mut formula = Formula::default();
        let tiles = places(problem, &mut formula);
        let mut grid = vec![None; width * height];
        for (place, tile) in &tiles {
            *grid.get_mut(place.row * width + place.column)? = Some(*tile);
        }
        forbid_overlaps(problem, &tiles, &grid, &mut formula);
        count_lines(&mut formula, &grid, (width, height), problem.rows(), problem.columns())?;
        let gaps = gaps(problem, &tiles, &mut formula);
        let gap_counts = |problem: &Problem| -> Option<Vec<u32>> {
            let cells = problem.width() as u32;
            covered(problem).iter().map(|&covered| cells.checked_sub(covered)).collect()
        };
        match gap_counts(problem).zip(gap_counts(&problem.transposed())) {
            Some((rows, columns)) => {
                count_lines(&mut formula, &gaps, (width, height), &rows, &columns)?;
            }
            // More covered cells than cells: there is no solution.
            None => formula.require([]),
        }
        Some(Self { engine: BatSat::new(&formula), tiles, width, height, rounds: 0 })
    }

    /// The next solution; `None` if there is none, which is proved.
    pub(crate) fn next(&mut self, watch: &mut Watch<'_>) -> Result<Option<Tiling>, Spent> {
        loop {
            let before = self.engine.effort().conflicts;
            self.rounds = self.rounds.wrapping_add(1);
            let outcome = self.engine.round(ROUND * luby(self.rounds).min(LONGEST));
            // An answer that is there is given, even if it took the last of the budget.
            match outcome {
                Outcome::Satisfiable => return Ok(Some(self.solution())),
                Outcome::Unsatisfiable => return Ok(None),
                Outcome::Open => {
                    watch.spend(self.engine.effort().conflicts - before)?;
                    watch.look()?;
                }
            }
        }
    }

    /// Forbids a solution, so that the next one is another.
    pub(crate) fn forbid(&mut self, solution: &Tiling) {
        let laid = self.tiles.iter().filter(|(place, _)| solution.has(*place));
        self.engine.require(laid.map(|&(_, tile)| !tile));
    }

    fn solution(&self) -> Tiling {
        let laid = self.tiles.iter().filter(|(_, tile)| self.engine.holds(tile.variable()));
        Tiling::with(self.width, self.height, laid.map(|(place, _)| *place))
    }
}

/// A variable for every place that fits and whose row and column want tiles.
fn places(problem: &Problem, formula: &mut Formula) -> Vec<(Place, Literal)> {
    let field = Field::of(problem);
    let mut places = Vec::new();
    for (row, _) in problem.rows().iter().enumerate().filter(|(_, count)| **count > 0) {
        for column in columns_of(field.fits(row)) {
            if problem.columns().get(column).is_some_and(|&count| count > 0) {
                places.push((Place { row, column }, formula.variable()));
            }
        }
    }
    places
}

fn forbid_overlaps(
    problem: &Problem,
    tiles: &[(Place, Literal)],
    grid: &[Option<Literal>],
    formula: &mut Formula,
) {
    let conflicts = problem.tile().conflicts();
    for &(place, tile) in tiles {
        // Each pair once: from the tile that comes first in reading order.
        for step in conflicts.iter().filter(|step| (step.down, step.right) > (0, 0)) {
            let row = place.row.checked_add_signed(step.down as isize);
            let column = place.column.checked_add_signed(step.right as isize);
            let Some((row, column)) = row.zip(column) else { continue };
            if column < problem.width()
                && let Some(&Some(other)) = grid.get(row * problem.width() + column)
            {
                formula.require([!tile, !other]);
            }
        }
    }
}

/// A variable for every cell that says whether it stays uncovered.
fn gaps(
    problem: &Problem,
    tiles: &[(Place, Literal)],
    formula: &mut Formula,
) -> Vec<Option<Literal>> {
    let (width, height) = (problem.width(), problem.height());
    let mut covering = vec![Vec::new(); width * height];
    for &(place, tile) in tiles {
        for step in problem.tile().cells() {
            let row = place.row.saturating_add_signed(step.down as isize);
            let column = place.column.saturating_add_signed(step.right as isize);
            if let Some(covering) = covering.get_mut(row * width + column) {
                covering.push(tile);
            }
        }
    }
    let gap = |covering: Vec<Literal>| {
        let gap = formula.variable();
        for &tile in &covering {
            formula.require([!tile, !gap]);
        }
        formula.require(covering.into_iter().chain([gap]));
        Some(gap)
    };
    covering.into_iter().map(gap).collect()
}

/// How many cells of each row are covered, however the tiles lie.
fn covered(problem: &Problem) -> Vec<u32> {
    let mut covered = vec![0u32; problem.height()];
    for (row, &count) in problem.rows().iter().enumerate() {
        for step in problem.tile().cells() {
            let cell = row.checked_add_signed(step.down as isize);
            if let Some(cells) = cell.and_then(|row| covered.get_mut(row)) {
                *cells = cells.saturating_add(count);
            }
        }
    }
    covered
}

/// Exactly so many in every row and every column; `None` if the formula would become too large.
fn count_lines(
    formula: &mut Formula,
    grid: &[Option<Literal>],
    (width, height): (usize, usize),
    rows: &[u32],
    columns: &[u32],
) -> Option<()> {
    let cell = |row: usize, column: usize| grid.get(row * width + column).copied().flatten();
    let row = |row: usize| (0..width).filter_map(|column| cell(row, column)).collect();
    let column = |column: usize| (0..height).filter_map(|row| cell(row, column)).collect();
    let lines = rows.iter().enumerate().map(|(index, &count)| (row(index), count));
    let across = columns.iter().enumerate().map(|(index, &count)| (column(index), count));
    for (mut group, count) in lines.chain(across) {
        let group: &mut Vec<Literal> = &mut group;
        let mut count = count as usize;
        // The fewer are counted, the shorter: those that hold, or those that do not.
        if count <= group.len() && count > group.len() - count {
            group.iter_mut().for_each(|literal| *literal = !*literal);
            count = group.len() - count;
        }
        exactly(formula, group, count, AtMostOne::Product);
        if formula.literals() > MOST_LITERALS {
            return None;
        }
    }
    Some(())
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman 1993), counted from 1.
fn luby(mut index: u32) -> u64 {
    loop {
        let next = index.saturating_add(1);
        if next.is_power_of_two() {
            return u64::from(next >> 1);
        }
        index -= (1 << next.ilog2()) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;
    use crate::tile_picture::read_tile;

    fn all(problem: &Problem) -> Vec<Tiling> {
        let mut search = FormulaSearch::new(problem).unwrap();
        let mut found = Vec::new();
        while let Some(tiling) = search.next(&mut Watch::steps(u64::MAX)).unwrap() {
            search.forbid(&tiling);
            found.push(tiling);
        }
        found.sort();
        found
    }

    #[test]
    fn solutions_are_those_of_brute_force_and_come_once_each() {
        for (name, width, height) in [
            ("1x1", 3, 2),
            ("2x2", 5, 3),
            ("L", 4, 4),
            (".XX/XX.", 4, 4),
            ("XO/X.", 4, 3),
            ("XXX/X.X", 6, 3),
        ] {
            let tile = read_tile(name).unwrap();
            for (problem, mut expected) in brute::all_tilings(&tile, width, height) {
                expected.sort();
                assert_eq!(all(&problem), expected, "{name}: {problem:?}");
            }
        }
    }

    #[test]
    fn problems_without_a_solution_are_proved_impossible() {
        let tile = read_tile("2x2").unwrap();
        let solvable = brute::all_tilings(&tile, 4, 3);
        for problem in brute::all_problems(&tile, 4, 3) {
            assert_eq!(all(&problem).is_empty(), !solvable.contains_key(&problem), "{problem:?}");
        }
        let absurd = Problem::new(tile, vec![u32::MAX, u32::MAX], vec![u32::MAX; 2]).unwrap();
        assert!(all(&absurd).is_empty());
    }

    #[test]
    fn rounds_grow_as_the_sequence_says() {
        let start: Vec<_> = (1..16).map(luby).collect();
        assert_eq!(start, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
