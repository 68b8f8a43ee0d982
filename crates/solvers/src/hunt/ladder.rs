//! How often boards of each score are found, and how long the next one may take.
//!
//! As the best board gets better, lower scores are no longer looked for; so each rung of the ladder
//! counts the nodes during which boards of its score would have been taken.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Boards found for each score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    rungs: BTreeMap<u32, Rung>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Rung {
    /// Distinct boards.
    boards: u64,
    /// Nodes during which such boards were looked for, once they no longer are.
    closed_at: Option<u64>,
}

/// A further join costs about this factor in time: assumed, from published ladders with 15 to 50.
const FACTOR: f64 = 17.0;
/// What the factor may be.
const FACTOR_RANGE: [f64; 2] = [10.0, 30.0];

impl Ladder {
    /// Whether nothing was found yet.
    pub fn is_empty(&self) -> bool {
        self.rungs.is_empty()
    }

    /// A new board.
    pub fn add(&mut self, score: u32) {
        self.rungs.entry(score).or_default().boards += 1;
    }

    /// From now on only boards of this score or more are looked for.
    pub fn close_below(&mut self, score: u32, nodes: u64) {
        for (_, rung) in self.rungs.range_mut(..score) {
            rung.closed_at.get_or_insert(nodes);
        }
    }

    /// The rungs, the highest first, with what has been searched for each.
    pub fn report(&self, nodes: u64) -> Vec<Value> {
        let rung = |(score, rung): (&u32, &Rung)| {
            let searched = rung.closed_at.unwrap_or(nodes);
            json!({ "score": score, "boards": rung.boards, "nodes": searched })
        };
        self.rungs.iter().rev().map(rung).collect()
    }

    /// The nodes that a score above the best one may take from now on: expected, and a rough range.
    /// How often the range holds has not been measured.
    pub fn forecast(&self, above: u32, nodes: u64) -> Option<[f64; 3]> {
        // The highest rung with enough boards to tell a rate, else the highest one.
        let told = self.rungs.iter().rev().find(|(_, rung)| rung.boards >= 10);
        let (&score, rung) = told.or_else(|| self.rungs.iter().next_back())?;
        let (&best, _) = self.rungs.iter().next_back()?;
        let searched = rung.closed_at.unwrap_or(nodes) as f64;
        let steps = f64::from((best + above).saturating_sub(score));
        let boards = rung.boards as f64;
        let spread = 1.65 * boards.sqrt();
        let [low, high] = FACTOR_RANGE;
        let at = |boards: f64, factor: f64| searched / boards.max(0.3) * factor.powf(steps);
        // That so much was searched without finding it tells as much as the rung below.
        let expected = nodes as f64 + at(boards, FACTOR);
        // An exponential time ends within a twentieth to three times its mean, nine times of ten.
        let soon = 0.05 * (nodes as f64 + at(boards + spread, low)).min(expected);
        let late = 3.0 * (nodes as f64 + at(boards - spread, high));
        Some([expected, soon, late])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_count_the_nodes_in_which_their_boards_were_looked_for() {
        let mut ladder = Ladder::default();
        ladder.add(460);
        ladder.add(460);
        ladder.close_below(461, 1000);
        ladder.add(462);
        ladder.close_below(463, 5000);
        let report = ladder.report(9000);
        assert_eq!(report[0], json!({ "score": 462, "boards": 1, "nodes": 5000 }));
        assert_eq!(report[1], json!({ "score": 460, "boards": 2, "nodes": 1000 }));
    }

    #[test]
    fn the_forecast_grows_by_the_factor_and_lies_in_its_range() {
        let mut ladder = Ladder::default();
        assert_eq!(ladder.forecast(1, 0), None);
        (0..20).for_each(|_| ladder.add(463));
        let [next, low, high] = ladder.forecast(1, 1_000_000).unwrap();
        assert!((next - 1_000_000.0 - 50_000.0 * FACTOR).abs() < 1.0);
        assert!(low < next && next < high);
        assert!(ladder.forecast(2, 1_000_000).unwrap()[0] > next);
    }
}
