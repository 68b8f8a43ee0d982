//! Which neighbourhood next: those that gained more for their work come more often.

use serde::{Deserialize, Serialize};
use tilewright_search::Stream;

/// How many neighbourhoods there are to choose from.
pub(super) const KINDS: usize = 3;

/// What is known about each, after Ropke and Pisinger, An adaptive large neighbourhood search (2006).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Merits([Merit; KINDS]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Merit {
    /// Joins gained and work done, the older the less.
    gained: f64,
    worked: f64,
    /// The work of a step, on average.
    usual_work: f64,
    /// Joins gained since the beginning.
    total: u64,
}

/// No choice gets less than this share of its fair part of the work, since times change.
const LEAST: f64 = 0.3;
/// How fast the past is forgotten: half of it within this much work.
const MEMORY: f64 = 2e8;

impl Merits {
    pub fn new() -> Self {
        Self([Merit { usual_work: 100.0, ..Merit::default() }; KINDS])
    }

    /// Takes note of what a choice came to.
    pub fn learn(&mut self, choice: usize, gain: u32, work: u64) {
        let merit = &mut self.0[choice];
        merit.total += u64::from(gain);
        merit.gained += f64::from(gain);
        merit.worked += work as f64;
        merit.usual_work += (work as f64 - merit.usual_work) * 0.01;
        if merit.worked > MEMORY {
            merit.gained *= 0.5;
            merit.worked *= 0.5;
        }
    }

    /// Joins that each choice has gained since the beginning.
    pub fn totals(&self) -> [u64; KINDS] {
        self.0.map(|merit| merit.total)
    }

    /// The share of the work that each choice should have.
    fn shares(&self) -> [f64; KINDS] {
        let rates = self.0.map(|merit| (merit.gained + 1.0) / (merit.worked + 1e6));
        let sum: f64 = rates.iter().sum();
        let fair = 1.0 / KINDS as f64;
        rates.map(|rate| LEAST * fair + (1.0 - LEAST) * rate / sum)
    }

    /// Draws a choice so that the work, not the number of steps, is shared out.
    pub fn draw(&self, random: &mut Stream) -> usize {
        let mut chances = self.shares();
        for (chance, merit) in chances.iter_mut().zip(&self.0) {
            *chance /= merit.usual_work.max(1.0);
        }
        let mut left = random.unit() * chances.iter().sum::<f64>();
        for (choice, chance) in chances.iter().enumerate() {
            left -= chance;
            if left < 0.0 {
                return choice;
            }
        }
        KINDS - 1
    }
}

#[cfg(test)]
mod tests {
    use tilewright_search::stream;

    use super::*;

    #[test]
    fn what_gains_more_for_its_work_comes_more_often_but_nothing_is_forgotten() {
        let mut merits = Merits::new();
        for _ in 0..1000 {
            merits.learn(0, 1, 1000);
            merits.learn(1, 1, 100_000);
            merits.learn(2, 0, 50_000);
        }
        let shares = merits.shares();
        assert!(shares[0] > shares[1] && shares[1] > shares[2] && shares[2] >= 0.1);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let mut random = stream(1, 0);
        let mut work = [0u64; KINDS];
        for _ in 0..100_000 {
            let drawn = merits.draw(&mut random);
            work[drawn] += [1000, 100_000, 50_000][drawn];
        }
        let all: u64 = work.iter().sum();
        assert!(work[0] > work[1] && work[2] * 20 > all, "{work:?}");
        assert_eq!(merits.totals(), [1000, 1000, 0]);
    }
}
