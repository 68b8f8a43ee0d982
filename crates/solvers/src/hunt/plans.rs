//! Which plan deserves the next stint.
//!
//! Boards of the score that a hunt is after are too rare to compare plans by. Families of boards
//! that come to the last cells and may still end well are not: they are counted by the fewest joins
//! that one of them must miss, and plans are compared by the rate of the best families that are
//! common enough to be counted. The longer the hunt, the better these are. A plan that has been
//! tried little is given the benefit of the doubt.

use serde::{Deserialize, Serialize};

/// What a plan has brought so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Nodes spent on it.
    pub nodes: u64,
    /// Families that arrived, by the fewest joins that one of them must miss.
    pub arrivals: Vec<u64>,
}

/// Nodes of the first stint on a plan, and of the longest.
const STINTS: [u64; 2] = [1 << 22, 1 << 27];
/// Families that have to be there for each plan, on average, before they are compared.
const ENOUGH: u64 = 25;

impl Record {
    /// Adds what a round brought.
    pub fn add(&mut self, nodes: u64, arrivals: &[u64]) {
        self.nodes += nodes;
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
}

/// The misses by which plans are compared: the fewest for which there are enough families.
pub fn measure(records: &[Record]) -> usize {
    let most = records.iter().map(|record| record.arrivals.len()).max().unwrap_or(0);
    let enough = ENOUGH * records.len() as u64;
    let all = |misses: usize| records.iter().map(|record| record.within(misses)).sum::<u64>();
    (0..most).find(|&misses| all(misses) >= enough).unwrap_or(most)
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
        let families = record.within(misses) as f64;
        (families + families.sqrt() + 1.0) / record.nodes.max(1) as f64
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
            records[plan].add(nodes, &[]);
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
    fn a_plan_that_was_tried_little_has_the_benefit_of_the_doubt() {
        let long = record(1_000_000, &[100]);
        let short = record(10_000, &[0]);
        assert_eq!(choose(&[long, short]), 0);
        let long = record(1_000_000, &[100]);
        let shorter = record(5_000, &[0]);
        assert_eq!(choose(&[long, shorter]), 1);
    }
}
