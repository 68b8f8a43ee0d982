//! The two tables of Laros 2003, measured anew: mean generations to a solution, by population size
//! and tile.
//!
//! The document gives no scatter, so each of our means has its confidence interval, and the
//! published one is judged by how far it may lie from ours by chance. It does not print the
//! projections of its 6x6 boards; 1 0 1 0 1 0 stands for them here, after the 1 0 1 0 of 4x4.

use crate::evolve::{Comma, Evolution, Quirks};
use crate::problem::Problem;
use crate::runs::Runs;
use crate::statistics::Summary;
use crate::tile::Tile;

/// The population sizes of both tables.
pub const POPULATIONS: [usize; 5] = [10, 50, 100, 500, 1000];

/// A published table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedTable {
    /// Rows and columns of the board.
    pub side: usize,
    /// How many runs each mean was taken over.
    pub runs: u64,
    /// The means for 1x1, 2x2 and L, a row for each of [`POPULATIONS`].
    pub means: [[u64; 3]; 5],
}

/// The tables as printed.
pub const PUBLISHED: [PublishedTable; 2] = [
    PublishedTable {
        side: 4,
        runs: 400,
        means: [[30, 272, 235], [12, 109, 91], [9, 67, 67], [4, 21, 20], [3, 12, 7]],
    },
    PublishedTable {
        side: 6,
        runs: 10,
        means: [
            [91, 151_065, 77_952],
            [47, 61_463, 22_958],
            [55, 36_431, 12_716],
            [23, 13_214, 8_841],
            [22, 8_752, 5_649],
        ],
    },
];

/// One entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The problem that is solved.
    pub problem: Problem,
    /// The size of the population.
    pub population: usize,
    /// The published mean.
    pub published: u64,
    /// How many runs that was taken over.
    pub published_runs: u64,
    /// Where it stands in both tables together; its runs draw from streams of their own.
    index: u64,
}

impl PublishedTable {
    /// All entries, row by row.
    pub fn entries(&self) -> Vec<Entry> {
        let counts: Vec<u32> = (0..self.side).map(|index| u32::from(index % 2 == 0)).collect();
        let mut entries = Vec::new();
        for (row, (&population, means)) in POPULATIONS.iter().zip(&self.means).enumerate() {
            let tiles = [Tile::single(), Tile::square(), Tile::ell()];
            for (column, (tile, &published)) in tiles.into_iter().zip(means).enumerate() {
                // Boards of this size are always possible.
                let Ok(problem) = Problem::new(tile, counts.clone(), counts.clone()) else {
                    continue;
                };
                let index = (self.side * 100 + row * 10 + column) as u64;
                let published_runs = self.runs;
                entries.push(Entry { problem, population, published, published_runs, index });
            }
        }
        entries
    }
}

impl Entry {
    /// Measures the entry with the document's strategy, quirks and all; `None` if called off.
    pub fn measure(
        &self,
        runs: u64,
        seed: u64,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Summary> {
        let make = |run: u64| -> Box<dyn Evolution> {
            let seed = tilewright_search::stream(seed, self.index << 32 | run).bits();
            Box::new(Comma::new(&self.problem, self.population, Quirks::Kept, seed))
        };
        Runs::to_solution(runs, threads, &make, go_on)?.summary()
    }

    /// What the published mean is beside ours.
    pub fn verdict(&self, ours: &Summary) -> Verdict {
        let published = self.published as f64;
        let gap = published - ours.mean;
        // Published means are rounded to whole generations.
        let allowed = ours.margin_of_difference(self.published_runs as f64) + 0.5;
        if gap.abs() <= allowed {
            Verdict::Agrees
        } else {
            Verdict::Differs { percent: 100.0 * gap / ours.mean }
        }
    }
}

/// Whether a published mean can be told from ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It lies within what chance allows for as many runs as either has.
    Agrees,
    /// It does not.
    Differs {
        /// How much higher (or lower, if negative) the published mean is than ours.
        percent: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_entries_come_out_near_the_published_ones() {
        let [four, six] = PUBLISHED;
        assert_eq!((four.entries().len(), six.entries().len()), (15, 15));
        for entry in four.entries().iter().filter(|entry| entry.population <= 50) {
            let ours = entry.measure(200, 1, 1, &|| true).unwrap();
            let published = entry.published as f64;
            assert!((ours.mean - published).abs() < 0.3 * published, "{entry:?} {ours:?}");
        }
        assert_eq!(six.entries()[1].problem.rows(), [1, 0, 1, 0, 1, 0]);
    }

    #[test]
    fn threads_change_nothing_and_whoever_watches_may_call_it_off() {
        let entry = &PUBLISHED[0].entries()[1];
        let one = entry.measure(20, 3, 1, &|| true);
        assert_eq!(entry.measure(20, 3, 2, &|| true), one);
        assert_ne!(entry.measure(20, 4, 1, &|| true), one);
        assert_eq!(entry.measure(20, 3, 1, &|| false), None);
    }

    #[test]
    fn a_verdict_allows_for_chance_and_rounding() {
        let entry = &PUBLISHED[0].entries()[0];
        let summary = |mean, deviation| Summary { count: 400, mean, deviation };
        assert_eq!(entry.verdict(&summary(30.4, 0.0)), Verdict::Agrees);
        assert_eq!(entry.verdict(&summary(27.0, 30.0)), Verdict::Agrees);
        assert_eq!(entry.verdict(&summary(20.0, 30.0)), Verdict::Differs { percent: 50.0 });
    }
}
