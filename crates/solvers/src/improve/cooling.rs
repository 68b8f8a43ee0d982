//! How an annealing cools down, and how it is heated again.
//!
//! Nobody knows how long a run will be, so cooling goes in cycles, each longer than the one before:
//! whenever the run is stopped, a good part of its time has gone into one slow cooling.

use serde::{Deserialize, Serialize};

use crate::exponential::{exp, ln};

/// The largest loss of a swap: two pieces with four joins each.
const MOST_LOST: usize = 8;

/// In so many stages a cycle passes; the temperature changes between them.
const STAGES: u64 = 512;

/// What can be set about cooling.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Schedule {
    pub hot: f64,
    pub cold: f64,
    pub is_adaptive: bool,
    /// Evaluations of the first cycle.
    pub cycle: u64,
    /// How much longer each cycle is than the one before.
    pub growth: f64,
    /// Where the later cycles begin, as a share of the way from cold to hot.
    pub reheat: f64,
}

/// Where in the schedule a search is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Cooling {
    pub temperature: f64,
    /// Cycles begun before this one.
    pub cycles: u64,
    /// Evaluations of a stage of this cycle.
    pub stage: u64,
    stages: u64,
    length: f64,
    /// Sum and sum of squares of the losses seen in this stage, for adaptive cooling.
    seen: (u64, f64, f64),
}

impl Cooling {
    pub fn new(schedule: &Schedule) -> Self {
        let length = schedule.cycle as f64;
        Self {
            temperature: schedule.hot,
            cycles: 0,
            stage: stage(length),
            stages: 0,
            length,
            seen: (0, 0.0, 0.0),
        }
    }

    /// Takes note of the score for adaptive cooling.
    pub fn look(&mut self, score: u32) {
        let score = f64::from(score);
        self.seen.0 += 1;
        self.seen.1 += score;
        self.seen.2 += score * score;
    }

    /// Goes on to the next stage; true if with it a new cycle begins.
    pub fn next_stage(&mut self, schedule: &Schedule) -> bool {
        self.stages += 1;
        let is_over = if schedule.is_adaptive {
            self.temperature *= self.adaptive_factor();
            self.temperature <= schedule.cold || self.stages >= 4 * STAGES
        } else {
            let begin = self.beginning(schedule);
            let share = self.stages as f64 / STAGES as f64;
            self.temperature = begin * exp(share * ln(schedule.cold / begin));
            self.stages >= STAGES
        };
        self.seen = (0, 0.0, 0.0);
        if is_over {
            self.cycles += 1;
            self.stages = 0;
            self.length *= schedule.growth;
            self.stage = stage(self.length);
            self.temperature = self.beginning(schedule);
        }
        is_over
    }

    fn beginning(&self, schedule: &Schedule) -> f64 {
        let share = if self.cycles == 0 { 1.0 } else { schedule.reheat };
        schedule.cold * exp(share * ln(schedule.hot / schedule.cold))
    }

    /// Slow where the score varies much for the temperature, fast where it does not: Huang, Romeo and
    /// Sangiovanni-Vincentelli, An efficient general cooling schedule for simulated annealing (1986).
    fn adaptive_factor(&self) -> f64 {
        const SPEED: f64 = 0.04;
        let (count, sum, squares) = self.seen;
        let count = count.max(1) as f64;
        let variance = (squares / count - (sum / count) * (sum / count)).max(0.0);
        let deviation = variance.sqrt().max(0.1);
        exp(-SPEED * self.temperature / deviation).max(0.9)
    }

    /// For each loss the number below which 64 random bits accept it.
    pub fn thresholds(&self) -> [u64; MOST_LOST + 1] {
        std::array::from_fn(|lost| {
            let chance = exp(-(lost as f64) / self.temperature.max(1e-9));
            if chance >= 1.0 { u64::MAX } else { (chance * 2f64.powi(64)) as u64 }
        })
    }
}

fn stage(length: f64) -> u64 {
    ((length / STAGES as f64) as u64).max(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(is_adaptive: bool) -> Schedule {
        Schedule { hot: 2.0, cold: 0.25, is_adaptive, cycle: 512_000, growth: 2.0, reheat: 0.5 }
    }

    #[test]
    fn geometric_cooling_goes_from_hot_to_cold_and_is_heated_again() {
        let schedule = schedule(false);
        let mut cooling = Cooling::new(&schedule);
        assert_eq!((cooling.temperature, cooling.stage), (2.0, 1000));
        for _ in 0..STAGES - 1 {
            let before = cooling.temperature;
            assert!(!cooling.next_stage(&schedule));
            assert!(cooling.temperature < before && cooling.temperature > schedule.cold);
        }
        assert!(cooling.next_stage(&schedule));
        assert_eq!((cooling.cycles, cooling.stage), (1, 2000));
        assert!((cooling.temperature - 0.5f64.sqrt()).abs() < 1e-9, "half way by factors");
    }

    #[test]
    fn adaptive_cooling_is_slow_where_the_score_varies_little_for_its_heat() {
        let schedule = schedule(true);
        let after = |scores: [u32; 2]| {
            let mut cooling = Cooling::new(&schedule);
            scores.into_iter().for_each(|score| cooling.look(score));
            cooling.next_stage(&schedule);
            cooling.temperature
        };
        assert!(after([100, 101]) < after([100, 110]));
        let mut cooling = Cooling::new(&schedule);
        let stages = (0..10_000).position(|_| cooling.next_stage(&schedule));
        assert!(stages.is_some_and(|stages| stages < 4 * STAGES as usize));
    }

    #[test]
    fn losses_are_accepted_as_often_as_the_temperature_says() {
        let cooling = Cooling { temperature: 0.5, ..Cooling::new(&schedule(false)) };
        let thresholds = cooling.thresholds();
        assert_eq!(thresholds[0], u64::MAX);
        let chance = thresholds[1] as f64 / 2f64.powi(64);
        assert!((chance - (-2.0f64).exp()).abs() < 1e-9);
    }
}
