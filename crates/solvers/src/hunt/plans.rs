//! Which plan deserves the next stint.
//!
//! Boards of the score that a hunt is after are too rare to compare plans by. Families of boards
//! that come to the last cells and may still end well are not: they are counted by the fewest joins
//! that one of them must miss, and plans are compared by the rate of the best families that are
//! common enough to be counted. The longer the hunt, the better these are. Families that must miss more
//! tell something too, though less: with many slips there are many of them and none that ends well. A
//! plan that has been tried little is given the benefit of the doubt.

use serde::{Deserialize, Serialize};

/// What a plan has brought so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Nodes spent on it.
    pub nodes: u64,
    /// Families that arrived, by the fewest joins that one of them must miss.
    pub arrivals: Vec<u64>,
}

/// Nodes of the first stint on a plan, and of the longest. A search has to come down to the last cells
/// before it brings anything, so half the nodes bring much less than half the families.
const STINTS: [u64; 2] = [1 << 23, 1 << 27];
/// Families that all plans together have to have before they are compared.
const ENOUGH: u64 = 64;
/// How many families that must miss one join more are worth one.
const FACTOR: f64 = 8.0;
/// What a look at the last cells takes, in nodes, besides those that are visited there.
const FINISH: u64 = 6;

/// What a round on a plan took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Toll {
    /// Nodes before the last cells.
    pub nodes: u64,
    /// Boards that were to be finished, and the nodes it took.
    pub finishes: u64,
    pub finish_nodes: u64,
}

impl Record {
    /// Adds what a round took and brought. Plans with many slips finish many boards, which takes time.
    pub fn add(&mut self, toll: Toll, arrivals: &[u64]) {
        self.nodes += toll.nodes + toll.finish_nodes + FINISH * toll.finishes;
        if self.arrivals.len() < arrivals.len() {
            self.arrivals.resize(arrivals.len(), 0);
        }
        for (sum, more) in self.arrivals.iter_mut().zip(arrivals) {
            *sum += more;
        }
    }

    /// Families that must not miss more than so many joins.
    pub fn within(&self, misses: usize) -> u64 {
        self.arrivals.iter().take(misses + 1).sum()
    }

    /// What the families are worth, in families that must not miss more than so many joins, and how
    /// much of that may be chance.
    fn worth(&self, misses: usize) -> (f64, f64) {
        let each = |(missed, &families): (usize, &u64)| {
            let worth = FACTOR.powi(-(missed.saturating_sub(misses).min(99) as i32));
            (families as f64 * worth, families as f64 * worth * worth)
        };
        let add = |sum: (f64, f64), next: (f64, f64)| (sum.0 + next.0, sum.1 + next.1);
        let (worth, variance) = self.arrivals.iter().enumerate().map(each).fold((0.0, 0.0), add);
        (worth, variance.sqrt())
    }
}

/// The misses by which plans are compared: the fewest for which there are enough families.
pub fn measure(records: &[Record]) -> usize {
    let most = records.iter().map(|record| record.arrivals.len()).max().unwrap_or(0);
    let all = |misses: usize| records.iter().map(|record| record.within(misses)).sum::<u64>();
    (0..most).find(|&misses| all(misses) >= ENOUGH).unwrap_or(most)
}

/// Nodes that a crew follows a plan before it is decided anew: as many as the plan has had. So a plan
/// that brings nothing is left soon, and a long hunt wastes little on changing crews.
pub fn stint(record: &Record) -> u64 {
    record.nodes.clamp(STINTS[0], STINTS[1])
}

/// The plan that may be the best one, given what is known.
pub fn choose(records: &[Record]) -> usize {
    let misses = measure(records);
    let promise = |record: &Record| {
        let (worth, chance) = record.worth(misses);
        (worth + chance + 1.0) / record.nodes.max(1) as f64
    };
    let promises = records.iter().map(promise).enumerate();
    let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    promises.fold((0, f64::MIN), better).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(nodes: u64, arrivals: &[u64]) -> Record {
        Record { nodes, arrivals: arrivals.to_vec() }
    }

    #[test]
    fn every_plan_is_tried_before_one_is_preferred() {
        assert_eq!(choose(&[record(100, &[9, 9]), record(0, &[])]), 1);
        assert_eq!(choose(&[record(0, &[]), record(0, &[])]), 0);
    }

    #[test]
    fn stints_double_while_nothing_arrives() {
        let mut records = vec![Record::default(); 3];
        for _ in 0..9 {
            let plan = choose(&records);
            let nodes = stint(&records[plan]);
            records[plan].add(Toll { nodes, ..Toll::default() }, &[]);
        }
        let nodes: Vec<_> = records.iter().map(|record| record.nodes).collect();
        assert_eq!(nodes, vec![4 * STINTS[0]; 3]);
        assert_eq!(stint(&record(u64::MAX, &[])), STINTS[1]);
    }

    #[test]
    fn plans_are_compared_by_the_best_families_that_are_common_enough() {
        let plain = record(1_000_000, &[0, 30, 400]);
        let strong = record(1_000_000, &[0, 90, 300]);
        assert_eq!(measure(&[plain.clone(), strong.clone()]), 1);
        assert_eq!(choose(&[plain, strong]), 1);
        assert_eq!(measure(&[record(10, &[1, 2]), record(10, &[0, 9])]), 2);
    }

    #[test]
    fn families_that_must_miss_more_count_for_less() {
        let few = record(1_000_000, &[0, 60, 80]);
        let many = record(1_000_000, &[0, 40, 800]);
        let far = record(1_000_000, &[0, 40, 100, 800]);
        assert_eq!(choose(&[few.clone(), many]), 1);
        assert_eq!(choose(&[few, far]), 0);
    }

    #[test]
    fn boards_that_are_to_be_finished_take_time() {
        let mut record = Record::default();
        record.add(Toll { nodes: 100, finishes: 10, finish_nodes: 5 }, &[1]);
        assert_eq!(record.nodes, 105 + 10 * FINISH);
    }

    #[test]
    fn a_plan_that_was_tried_little_has_the_benefit_of_the_doubt() {
        let long = record(1_000_000, &[100]);
        let short = record(10_000, &[0]);
        assert_eq!(choose(&[long, short]), 0);
        let long = record(1_000_000, &[100]);
        let shorter = record(5_000, &[0]);
        assert_eq!(choose(&[long, shorter]), 1);
    }
}
