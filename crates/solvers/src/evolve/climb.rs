//! Local search between generations: each child is cooled for a while, and its best board goes on.
//!
//! Asked for as further work by Muñoz, Gutierrez and Sanchis 2009. A climb that only goes up ends at
//! the nearest peak; a short annealing with the focused swaps of `anneal` gets over the lower ones.

use tilewright_search::Stream;

use crate::exponential::{exp, pow};
use crate::improve::faulty::Faulty;
use crate::improve::moves::Moves;
use crate::layout::Layout;

/// How long and how warm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Climb {
    /// Swaps judged for each child; 0: no local search.
    pub evaluations: u64,
    /// Temperature at the beginning, in joins; 0: no worse board is ever taken.
    pub temperature: f64,
}

/// How much cooler it is at the end.
const COOLING: f64 = 0.65;
/// Steps of the temperature.
const STAGES: u64 = 16;
/// Of sixteen swaps so many are between cells with a mismatch.
const FOCUSED: u64 = 14;

impl Climb {
    /// Improves a board and leaves the best that was seen.
    pub fn improve(&self, layout: &mut Layout, random: &mut Stream) {
        let moves = Moves::new(layout.ground());
        let mut faulty = Faulty::new(layout);
        let mut best = layout.clone();
        let most = layout.ground().puzzle().max_score();
        for stage in 0..STAGES {
            let done = stage as f64 / (STAGES - 1) as f64;
            let thresholds = thresholds(self.temperature * pow(COOLING, done));
            let end = self.evaluations * (stage + 1) / STAGES;
            for _ in self.evaluations * stage / STAGES..end {
                let bits = random.bits();
                let drawn = if bits & 15 < FOCUSED {
                    Moves::focused_swap(layout, &faulty, random)
                } else {
                    moves.turning_swap(layout, random)
                };
                let Some(drawn) = drawn else { continue };
                let gain = drawn.gain();
                let is_taken = gain >= 0
                    || thresholds.get(gain.unsigned_abs() as usize).is_some_and(|&t| bits >> 4 < t);
                if is_taken {
                    drawn.apply_noting(layout, &mut faulty);
                    if layout.score() > best.score() {
                        best.copy_from(layout);
                        if best.score() == most {
                            return;
                        }
                    }
                }
            }
        }
        layout.copy_from(&best);
    }
}

/// For each loss the sixty random bits below which it is taken.
fn thresholds(temperature: f64) -> [u64; 9] {
    std::array::from_fn(|loss| {
        let chance = if temperature > 0.0 { exp(-(loss as f64) / temperature) } else { 0.0 };
        (chance * (1u64 << 60) as f64) as u64
    })
}
