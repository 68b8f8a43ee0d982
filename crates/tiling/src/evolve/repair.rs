//! A (1,N) strategy that repairs: the modern answer to blind bit flips.
//!
//! The parent never breaks a rule: no tile overlaps another and no row or column has more defining
//! cells than it should; it only lacks tiles. A child lays one tile where its row or column still
//! lacks one, and takes away what is in its way: the tiles it overlaps, and one of its column (or
//! row) if that is full already. The child that lacks fewest tiles becomes the parent even if it
//! lacks more than the parent did (comma selection); what was just taken away may not return for a
//! while, or the next child would undo the last. Generations without progress end in a restart.
//!
//! The idea of partial solutions with a short memory comes from graph colouring (Blöchliger and
//! Zufferey 2008, A graph coloring heuristic using partial solutions and a reactive tabu scheme).

use tilewright_search::{Stream, stream};

use super::Evolution;
use crate::field::Field;
use crate::problem::Problem;
use crate::tiling::{Place, Tiling, columns_of};

/// The strategy at work.
pub struct Repair {
    field: Field,
    children: usize,
    random: Stream,
    wanted: Counts<u32>,
    tiles: u64,
    /// For each row the columns, and for each column the rows, where a tile may be wanted.
    useful: Counts<Vec<usize>>,
    parent: Tiling,
    /// How many defining cells rows and columns still lack.
    lacking: Counts<u32>,
    /// Until which generation a place may not be used again, row by row.
    barred: Vec<u64>,
    missing: u64,
    /// The fewest tiles that were missing since the last restart, and when that was.
    fewest: (u64, u64),
    generations: u64,
    evaluations: u64,
    restarts: u64,
    is_solved: bool,
}

/// Something for each row and each column.
#[derive(Clone)]
struct Counts<T> {
    rows: Vec<T>,
    columns: Vec<T>,
}

impl Repair {
    /// Generations without progress, for each tile, after which everything begins anew.
    const PATIENCE: u64 = 200;

    /// A strategy with so many children a generation, on a problem that has room for all its tiles.
    pub fn new(problem: &Problem, children: usize, seed: u64) -> Self {
        let wanted = Counts { rows: problem.rows().to_vec(), columns: problem.columns().to_vec() };
        let (width, height) = (problem.width(), problem.height());
        let field = Field::of(problem);
        let may_be_wanted = |row: usize, column: usize| {
            let is_wanted = count(&wanted.rows, row) > 0 && count(&wanted.columns, column) > 0;
            is_wanted && field.fits(row) >> column & 1 == 1
        };
        let columns_of_row =
            |row| (0..width).filter(|&column| may_be_wanted(row, column)).collect();
        let rows_of_column =
            |column| (0..height).filter(|&row| may_be_wanted(row, column)).collect();
        let useful = Counts {
            rows: (0..height).map(columns_of_row).collect(),
            columns: (0..width).map(rows_of_column).collect(),
        };
        let missing = problem.tiles();
        Self {
            field,
            children: children.max(1),
            random: stream(seed, 0),
            is_solved: missing == 0 && wanted.columns.iter().all(|&lack| lack == 0),
            lacking: wanted.clone(),
            wanted,
            tiles: missing,
            useful,
            parent: Tiling::empty(width, height),
            barred: vec![0; width * height],
            missing,
            fewest: (u64::MAX, 0),
            generations: 0,
            evaluations: 0,
            restarts: 0,
        }
    }

    /// How often it began anew.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// The best of this generation's children: the place of the tile to lay.
    fn best_child(&mut self) -> Option<Place> {
        let open = Counts { rows: open(&self.lacking.rows), columns: open(&self.lacking.columns) };
        let mut best: Option<(u32, Place)> = None;
        for _ in 0..self.children {
            self.evaluations += 1;
            let Some(place) = self.child(&open) else { continue };
            let price = self.price(place);
            let is_barred = self
                .barred
                .get(place.row * self.field.width + place.column)
                .is_some_and(|&until| until > self.generations);
            if (is_barred && price > 0) || best.is_some_and(|(least, _)| price >= least) {
                continue;
            }
            best = Some((price, place));
            // Nothing is better than a tile for nothing.
            if price == 0 {
                break;
            }
        }
        best.map(|(_, place)| place)
    }

    /// A random place in a row or column that lacks a tile.
    fn child(&mut self, open: &Counts<usize>) -> Option<Place> {
        let place = if self.random.bits() >> 63 == 0 {
            let &row = self.random.choose(&open.rows)?;
            Place::new(row, *self.random.choose(self.useful.rows.get(row)?)?)
        } else {
            let &column = self.random.choose(&open.columns)?;
            Place::new(*self.random.choose(self.useful.columns.get(column)?)?, column)
        };
        (!self.parent.has(place)).then_some(place)
    }

    /// How many tiles have to go for one at this place.
    fn price(&self, place: Place) -> u32 {
        let (mut overlaps, mut in_row, mut in_column) = (0, false, false);
        for (row, mask) in self.overlapping(place) {
            overlaps += mask.count_ones();
            in_row |= row == place.row && mask != 0;
            in_column |= mask >> place.column & 1 == 1;
        }
        let row_is_full = count(&self.lacking.rows, place.row) == 0;
        let column_is_full = count(&self.lacking.columns, place.column) == 0;
        overlaps + u32::from(row_is_full && !in_row) + u32::from(column_is_full && !in_column)
    }

    /// The tiles that have to go for one at this place: those it overlaps, and any one of a row or
    /// column that is full.
    fn removed(&mut self, place: Place) -> Vec<Place> {
        let mut removed: Vec<Place> = self
            .overlapping(place)
            .flat_map(|(row, mask)| columns_of(mask).map(move |column| Place { row, column }))
            .collect();
        if count(&self.lacking.rows, place.row) == 0
            && !removed.iter().any(|other| other.row == place.row)
        {
            let others: Vec<_> = columns_of(self.parent.mask(place.row)).collect();
            let column = self.random.choose(&others);
            removed.extend(column.map(|&column| Place::new(place.row, column)));
        }
        if count(&self.lacking.columns, place.column) == 0
            && !removed.iter().any(|other| other.column == place.column)
        {
            let rows = (0..self.field.height).map(|row| Place::new(row, place.column));
            let others: Vec<_> = rows.filter(|&other| self.parent.has(other)).collect();
            removed.extend(self.random.choose(&others));
        }
        removed
    }

    /// The tiles that a tile at this place would overlap, row by row.
    fn overlapping(&self, place: Place) -> impl Iterator<Item = (usize, u128)> + '_ {
        let bit = 1 << place.column;
        let depth = self.field.depth();
        let above = (1..depth).filter_map(move |up| {
            let row = place.row.checked_sub(up)?;
            Some((row, self.parent.mask(row) & self.field.excluded_above(bit, up)))
        });
        let below = (0..depth).map(move |down| {
            let row = place.row + down;
            (row, self.parent.mask(row) & self.field.excluded(bit, down))
        });
        above.chain(below)
    }

    fn adopt(&mut self, place: Place) {
        for gone in self.removed(place) {
            self.change(gone, false);
            // A short rest is best: with up to 31 generations none of four dense 50x50 boards of L
            // was solved in the time in which three were with up to 7.
            let rest = 1 + self.missing.min(3) + self.random.below(4);
            if let Some(until) = self.barred.get_mut(gone.row * self.field.width + gone.column) {
                *until = self.generations + rest;
            }
        }
        self.change(place, true);
        self.is_solved = self.missing == 0;
    }

    fn change(&mut self, place: Place, lay: bool) {
        self.parent.set(place, lay);
        self.missing = if lay { self.missing.saturating_sub(1) } else { self.missing + 1 };
        let Counts { rows, columns } = &mut self.lacking;
        for lack in rows.get_mut(place.row).into_iter().chain(columns.get_mut(place.column)) {
            *lack = if lay { lack.saturating_sub(1) } else { *lack + 1 };
        }
    }

    fn restart(&mut self) {
        self.parent = Tiling::empty(self.field.width, self.field.height);
        self.lacking = self.wanted.clone();
        self.missing = self.tiles;
        self.fewest = (u64::MAX, self.generations);
        self.barred.fill(0);
        self.restarts += 1;
    }
}

fn count(counts: &[u32], index: usize) -> u32 {
    counts.get(index).copied().unwrap_or(0)
}

/// The lines that lack tiles.
fn open(lacking: &[u32]) -> Vec<usize> {
    lacking.iter().enumerate().filter(|(_, lack)| **lack > 0).map(|(index, _)| index).collect()
}

impl Evolution for Repair {
    fn generation(&mut self) {
        if self.is_solved {
            return;
        }
        self.generations += 1;
        if let Some(place) = self.best_child() {
            self.adopt(place);
        }
        if self.missing < self.fewest.0 {
            self.fewest = (self.missing, self.generations);
        } else if self.generations - self.fewest.1 > Self::PATIENCE * (self.tiles + 1) {
            self.restart();
        }
    }

    fn solution(&self) -> Option<&Tiling> {
        self.is_solved.then_some(&self.parent)
    }

    fn parent(&self) -> &Tiling {
        &self.parent
    }

    fn difference(&self) -> u64 {
        let lack = |counts: &[u32]| counts.iter().map(|&lack| u64::from(lack)).sum::<u64>();
        lack(&self.lacking.rows) + lack(&self.lacking.columns)
    }

    fn generations(&self) -> u64 {
        self.generations
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::audit;
    use crate::generate::{Recipe, generate};
    use crate::tile::Tile;
    use crate::tile_picture::read_tile;

    #[test]
    fn the_parent_never_breaks_a_rule_and_the_solution_passes_the_auditor() {
        for (tile, density) in [("1x1", 0.5), ("2x2", 0.7), ("L", 0.6), (".XX/XX.", 0.5)] {
            let tile = read_tile(tile).unwrap();
            let recipe = Recipe { tile, width: 12, height: 10, density, seed: 3 };
            let problem = generate(&recipe).unwrap().problem;
            let mut repair = Repair::new(&problem, 8, 1);
            while repair.solution().is_none() {
                repair.generation();
                let own = Problem::of_tiling(problem.tile().clone(), repair.parent());
                assert_eq!(audit(&own, repair.parent()), [], "nothing overlaps or sticks out");
                let within =
                    |own: &[u32], wanted: &[u32]| own.iter().zip(wanted).all(|(o, w)| o <= w);
                assert!(within(own.rows(), problem.rows()));
                assert!(within(own.columns(), problem.columns()));
                let missing = problem.tiles() - own.tiles();
                assert_eq!((repair.missing, repair.difference()), (missing, 2 * missing));
            }
            assert_eq!(audit(&problem, repair.parent()), []);
            assert!(repair.evaluations() <= 8 * repair.generations());
        }
    }

    #[test]
    fn an_empty_problem_is_solved_before_it_begins_and_an_impossible_one_never() {
        let empty = Problem::new(Tile::ell(), vec![0; 3], vec![0; 3]).unwrap();
        assert!(Repair::new(&empty, 5, 1).solution().is_some());
        for (rows, columns) in [
            (vec![1, 1, 0], vec![2, 0, 0]),
            (vec![0; 3], vec![1, 0, 0]),
            (vec![2, 0, 0], vec![1, 0, 0]),
        ] {
            let problem = Problem::new(Tile::ell(), rows, columns).unwrap();
            let mut repair = Repair::new(&problem, 5, 1);
            for _ in 0..2000 {
                repair.generation();
            }
            assert!(repair.solution().is_none() && repair.difference() > 0);
        }
    }

    #[test]
    fn generations_without_progress_end_in_a_restart() {
        let problem = Problem::new(Tile::ell(), vec![1, 1, 0], vec![2, 0, 0]).unwrap();
        let mut repair = Repair::new(&problem, 2, 1);
        for _ in 0..10_000 {
            repair.generation();
        }
        assert!(repair.restarts() > 3, "{}", repair.restarts());
    }
}
