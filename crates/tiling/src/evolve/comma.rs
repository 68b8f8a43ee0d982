//! The (1,N) evolution strategy of Laros 2003, A genetic algorithm, on bit boards.
//!
//! Every bit of every individual flips with probability one in the number of cells; the best of the
//! N individuals becomes the parent of all, even if it is worse than the last (comma selection).
//! Overlaps are allowed and punished. The published tables follow only from three quirks of the
//! printed code, so it is here twice, [as printed](Quirks::Kept) and [clean](Quirks::Mended).

use tilewright_search::{Stream, stream};

use super::Evolution;
use crate::field::{Field, moved};
use crate::problem::Problem;
use crate::tiling::Tiling;

/// Whether the strategy does what the document's code does, or what its prose says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirks {
    /// As printed. An individual counts as the best only if its difference is below the number of
    /// cells; if none is, the individual at the index of the last best is copied, whatever it is.
    /// Penalties are added into the sums of the rows before the difference is taken, so that a
    /// punished row can hide that it lacks tiles. In the first row, neighbours to the left are not
    /// looked at.
    Kept,
    /// The best individual is the best, all neighbours are looked at, and penalties are added to the
    /// difference.
    Mended,
}

/// The strategy at work.
pub struct Comma {
    rules: Rules,
    population: usize,
    random: Stream,
    /// The individual that all are copies of; `None` before the first generation, when every one
    /// is drawn at random.
    parent: Option<Individual>,
    /// The index at which the last best individual stood.
    best_index: usize,
    /// What the parent is, for the one who asks.
    shown: Tiling,
    difference: u64,
    generations: u64,
    evaluations: u64,
}

/// A board with the parts of its difference, row by row, so that a child is judged by the rows it
/// changed.
#[derive(Clone)]
struct Individual {
    rows: Vec<u128>,
    /// For each row, its count of defining cells and the penalties of its tiles.
    sums: Vec<(i64, i64)>,
    columns: Vec<i64>,
    difference: u64,
}

impl Comma {
    /// A strategy with a population of this size.
    pub fn new(problem: &Problem, population: usize, quirks: Quirks, seed: u64) -> Self {
        Self {
            rules: Rules::new(problem, quirks),
            population: population.max(1),
            random: stream(seed, 0),
            parent: None,
            best_index: 0,
            shown: Tiling::empty(problem.width(), problem.height()),
            difference: u64::MAX,
            generations: 0,
            evaluations: 0,
        }
    }

    /// The individual at an index after mutation. Copies are only made of the one that is kept.
    fn mutant(&mut self, child: &mut Individual) {
        match &self.parent {
            Some(parent) => child.clone_from(parent),
            None => {
                let columns = crate::field::span(0, self.rules.width);
                for row in &mut child.rows {
                    let bits =
                        u128::from(self.random.bits()) << 64 | u128::from(self.random.bits());
                    *row = bits & columns;
                }
                self.rules.judge_all(child);
            }
        }
        let cells = self.rules.width * self.rules.height;
        let mut cell = self.skip();
        while cell < cells {
            let (row, column) = (cell / self.rules.width, cell % self.rules.width);
            if let Some(mask) = child.rows.get_mut(row) {
                *mask ^= 1 << column;
            }
            self.rules.judge_flip(child, row, column);
            cell += 1 + self.skip();
        }
    }

    /// How many bits in a row do not flip: drawn at once, which is the same as one draw for each bit.
    fn skip(&mut self) -> usize {
        // Of one cell the bit flips always.
        if self.rules.log_keep == f64::NEG_INFINITY {
            return 0;
        }
        let skipped = (1.0 - self.random.unit()).ln() / self.rules.log_keep;
        if skipped < 1e9 { skipped as usize } else { usize::MAX >> 1 }
    }
}

impl Evolution for Comma {
    fn generation(&mut self) {
        if self.difference == 0 {
            return;
        }
        self.generations += 1;
        let limit = match self.rules.quirks {
            Quirks::Kept => (self.rules.width * self.rules.height) as u64,
            Quirks::Mended => u64::MAX,
        };
        let mut child = self.rules.blank();
        let mut best: Option<(usize, Individual)> = None;
        let mut at_old_index = None;
        for index in 0..self.population {
            self.mutant(&mut child);
            self.evaluations += 1;
            let to_beat = best.as_ref().map_or(limit, |(_, best)| best.difference);
            if child.difference < to_beat {
                best = Some((index, child.clone()));
            }
            if index == self.best_index && best.is_none() {
                at_old_index = Some(child.clone());
            }
        }
        // The document's selection gives back the limit if nobody was better, so that the run goes on.
        self.difference = best.as_ref().map_or(limit, |(_, best)| best.difference);
        if let Some((index, best)) = best {
            self.best_index = index;
            self.parent = Some(best);
        } else {
            self.parent = at_old_index;
        }
        if let Some(parent) = &self.parent {
            self.shown = Tiling::from_masks(self.rules.width, parent.rows.clone());
        }
    }

    fn solution(&self) -> Option<&Tiling> {
        (self.difference == 0).then_some(&self.shown)
    }

    fn parent(&self) -> &Tiling {
        &self.shown
    }

    fn difference(&self) -> u64 {
        self.difference
    }

    fn generations(&self) -> u64 {
        self.generations
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }
}

/// How individuals are judged.
struct Rules {
    field: Field,
    quirks: Quirks,
    width: usize,
    height: usize,
    rows: Vec<i64>,
    columns: Vec<i64>,
    /// Steps to the neighbours that a tile overlaps.
    conflicts: Vec<(isize, i32)>,
    /// The penalty for an overlap, and for a tile that sticks out.
    penalties: (u64, u64),
    /// The logarithm of the probability that a bit stays.
    log_keep: f64,
}

impl Rules {
    fn new(problem: &Problem, quirks: Quirks) -> Self {
        let (width, height) = (problem.width(), problem.height());
        let numbers = |counts: &[u32]| counts.iter().map(|&count| i64::from(count)).collect();
        let conflicts = problem.tile().conflicts();
        // The document's boards are square; of others the longer side takes the place of n.
        let side = width.max(height) as u64;
        let cells = (width * height) as u64;
        Self {
            field: Field::of(problem),
            quirks,
            width,
            height,
            rows: numbers(problem.rows()),
            columns: numbers(problem.columns()),
            conflicts: conflicts.iter().map(|step| (step.down as isize, step.right)).collect(),
            penalties: (side, cells),
            log_keep: (-1.0 / cells as f64).ln_1p(),
        }
    }

    fn blank(&self) -> Individual {
        Individual {
            rows: vec![0; self.height],
            sums: vec![(0, 0); self.height],
            columns: vec![0; self.width],
            difference: 0,
        }
    }

    /// The count of a row and the penalties of its tiles.
    fn row_sum(&self, rows: &[u128], row: usize) -> (i64, i64) {
        let mask = rows.get(row).copied().unwrap_or(0);
        if mask == 0 {
            return (0, 0);
        }
        let inside = mask & self.field.fits(row);
        let outside = (mask & !inside).count_ones();
        let mut penalty = u64::from(outside) * self.penalties.1;
        if inside != 0 {
            for &(down, right) in &self.conflicts {
                let other = row.checked_add_signed(down).filter(|_| self.sees(row, right));
                let Some(other) = other else { continue };
                let neighbours = rows.get(other).copied().unwrap_or(0);
                let hit = (inside & moved(neighbours, -right)).count_ones();
                penalty += u64::from(hit) * self.penalties.0;
            }
        }
        (i64::from(mask.count_ones()), penalty as i64)
    }

    /// What a row adds to the difference.
    fn row_difference(&self, row: usize, (count, penalty): (i64, i64)) -> u64 {
        let wanted = self.rows.get(row).copied().unwrap_or(0);
        match self.quirks {
            Quirks::Kept => wanted.abs_diff(count + penalty),
            Quirks::Mended => wanted.abs_diff(count) + penalty as u64,
        }
    }

    fn judge_all(&self, individual: &mut Individual) {
        let Individual { rows, sums, columns, difference } = individual;
        *difference = 0;
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum = self.row_sum(rows, row);
            *difference += self.row_difference(row, *sum);
        }
        for (column, count) in columns.iter_mut().enumerate() {
            *count = rows.iter().map(|mask| (mask >> column & 1) as i64).sum();
            *difference += self.columns.get(column).map_or(0, |wanted| wanted.abs_diff(*count));
        }
    }

    /// Judges anew what the flip of a bit changed: its own tile, and the neighbours that see it.
    fn judge_flip(&self, individual: &mut Individual, row: usize, column: usize) {
        let is_set = individual.rows.get(row).is_some_and(|mask| mask >> column & 1 == 1);
        let sign = if is_set { 1 } else { -1 };
        let (overlap, outside) = self.penalties;
        let fits = |row: usize, column: usize| self.field.fits(row) >> column & 1 == 1;
        let is_inside = fits(row, column);
        let mut own = if is_inside { 0 } else { outside as i64 };
        for &(down, right) in &self.conflicts {
            let other = row.checked_add_signed(down).zip(column.checked_add_signed(right as isize));
            let Some((other_row, other_column)) = other else { continue };
            let mask = individual.rows.get(other_row).copied().unwrap_or(0);
            if other_column >= self.width || mask >> other_column & 1 == 0 {
                continue;
            }
            if is_inside && self.sees(row, right) {
                own += overlap as i64;
            }
            if fits(other_row, other_column) && self.sees(other_row, -right) {
                self.change_row(individual, other_row, 0, sign * overlap as i64);
            }
        }
        self.change_row(individual, row, sign, sign * own);
        let Individual { columns, difference, .. } = individual;
        if let (Some(count), Some(wanted)) = (columns.get_mut(column), self.columns.get(column)) {
            *difference -= wanted.abs_diff(*count);
            *count += sign;
            *difference += wanted.abs_diff(*count);
        }
    }

    /// Whether a tile of this row looks at neighbours in this direction.
    fn sees(&self, row: usize, right: i32) -> bool {
        self.quirks == Quirks::Mended || row > 0 || right >= 0
    }

    /// Adds to the count of a row and to the penalties of its tiles.
    fn change_row(&self, individual: &mut Individual, row: usize, count: i64, penalty: i64) {
        if let Some(sum) = individual.sums.get_mut(row) {
            individual.difference -= self.row_difference(row, *sum);
            sum.0 += count;
            sum.1 += penalty;
            individual.difference += self.row_difference(row, *sum);
        }
    }
}

#[cfg(test)]
#[path = "comma_tests.rs"]
mod tests;
