//! Published schedules, to compare with.
//!
//! They were made for Eternity II: on other boards the depths are taken in proportion, and the
//! colours by their numbers. Boards are finished exactly here as everywhere, which their authors
//! did not do.

use tilewright_puzzle::Puzzle;

use super::fit::{Plan, Wishes};
use super::schedule::Comb;
use super::theory;

/// A published schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// J. Blackwood, 2020: three colours, ten slips, searches of 5 * 10^10 nodes.
    Blackwood,
    /// L. Verhaard, 2008: a set of pieces with the poorest prospects, twelve slips.
    Verhaard,
}

/// Blackwood's colours, in the numbers of the official pieces.
const BLACKWOOD_COLOURS: [u16; 3] = [5, 7, 20];
/// How much of their weight, of 122 sides in all, has to lie at which part of the board.
const BLACKWOOD_QUOTA: [(f64, f64); 6] = [
    (16.0 / 256.0, 0.0),
    (26.0 / 256.0, 28.0 / 122.0),
    (56.0 / 256.0, 71.0 / 122.0),
    (76.0 / 256.0, 89.0 / 122.0),
    (102.0 / 256.0, 106.0 / 122.0),
    (160.0 / 256.0, 119.0 / 122.0),
];
const BLACKWOOD_SLIPS: [u16; 10] = [201, 206, 211, 216, 221, 225, 229, 233, 237, 239];
const BLACKWOOD_RESTART: u64 = 50_000_000_000;
const VERHAARD_SLIPS: [u16; 12] = [193, 202, 209, 214, 218, 222, 226, 229, 232, 235, 238, 240];
/// How many of the privileged pieces have to lie at which depth.
const VERHAARD_QUOTA: [(u16, u16); 9] =
    [(10, 4), (20, 7), (30, 9), (40, 12), (50, 14), (60, 16), (79, 18), (95, 19), (100, 20)];
/// How many pieces are privileged.
const PRIVILEGED: usize = 24;
/// The cells of the board that these are for.
const CELLS: usize = 256;

impl Preset {
    /// The presets by name.
    pub const NAMES: [&'static str; 3] = ["none", "blackwood", "verhaard"];

    /// The preset of a name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "blackwood" => Some(Self::Blackwood),
            "verhaard" => Some(Self::Verhaard),
            _ => None,
        }
    }

    /// Why it is as it is.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Blackwood => "as J. Blackwood published it in 2020, finished exactly",
            Self::Verhaard => {
                "slips and quota as L. Verhaard published them in 2008, on the pieces \
                               with the rarest pairs of sides; finished exactly"
            }
        }
    }

    /// The plan for a puzzle.
    pub fn plan(self, puzzle: &Puzzle, wishes: &Wishes, comb: Comb) -> Plan {
        let cells = puzzle.topology().cell_count();
        let scaled = |depth: u16| (usize::from(depth) * cells / CELLS) as u16;
        let colours = match self {
            Self::Blackwood => wishes.colours.clone().unwrap_or_else(|| BLACKWOOD_COLOURS.to_vec()),
            Self::Verhaard => Vec::new(),
        };
        let given = Wishes {
            slips: wishes.slips.clone().or_else(|| {
                let slips: &[u16] = match self {
                    Self::Blackwood => &BLACKWOOD_SLIPS,
                    Self::Verhaard => &VERHAARD_SLIPS,
                };
                Some(slips.iter().copied().map(scaled).collect())
            }),
            opening: wishes.opening.or(Some(0)),
            restart_nodes: wishes.restart_nodes.or(match self {
                Self::Blackwood => Some(BLACKWOOD_RESTART),
                Self::Verhaard => None,
            }),
            ..wishes.clone()
        };
        let mut schedule = theory::schedule(puzzle, &given, comb, &colours, 1.0, 0.0);
        match self {
            Self::Blackwood => {
                schedule.quota = theory::quota(&BLACKWOOD_QUOTA, &schedule.weights, 1.0);
            }
            Self::Verhaard => {
                schedule.weights = rarest(puzzle);
                let least_at = |depth: usize| {
                    VERHAARD_QUOTA
                        .iter()
                        .rev()
                        .find(|(at, _)| usize::from(scaled(*at)) <= depth)
                        .filter(|_| depth <= usize::from(scaled(160)))
                        .map_or(0, |&(_, least)| least)
                };
                schedule.quota = (0..cells).map(least_at).collect();
            }
        }
        Plan { colours, tightness: 1.0, rarity: None, schedule }
    }
}

/// Weight 1 for the inner pieces whose neighbouring sides occur together on the fewest others: what
/// is left without them goes together in more ways.
fn rarest(puzzle: &Puzzle) -> Vec<u8> {
    let rim = puzzle.rim();
    let pairs = |sides: &tilewright_puzzle::Sides| {
        let colours = sides.colours();
        let next = colours.iter().cycle().skip(1);
        colours.iter().copied().zip(next.copied()).collect::<Vec<_>>()
    };
    let mut seen = std::collections::HashMap::new();
    for pair in puzzle.pieces().iter().flat_map(pairs) {
        *seen.entry(pair).or_insert(0u32) += 1;
    }
    let is_inner = |sides: &tilewright_puzzle::Sides| {
        !sides.colours().iter().any(|&colour| Some(colour) == rim)
    };
    let fitting = |(one, other)| {
        // What goes into the corner that these two leave shows them in the other order.
        seen.get(&(other, one)).copied().unwrap_or(0)
    };
    let mut ranked: Vec<_> = puzzle
        .pieces()
        .iter()
        .enumerate()
        .filter(|(_, sides)| is_inner(sides))
        .map(|(piece, sides)| (pairs(sides).into_iter().map(fitting).sum::<u32>(), piece))
        .collect();
    ranked.sort_unstable();
    let mut weights = vec![0; puzzle.pieces().len()];
    for &(_, piece) in ranked.iter().take(PRIVILEGED) {
        weights[piece] = 1;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::hunt::fit::Fit;

    #[test]
    fn presets_are_the_published_schedules_on_eternity_ii() {
        let puzzle = Arc::new(tilewright_formats::embedded::puzzle("eternity2").unwrap());
        let of = |preset| {
            let wishes = Wishes { preset: Some(preset), ..Wishes::default() };
            Fit::new(&puzzle, &wishes).unwrap().plans.remove(0).schedule
        };
        let blackwood = of(Preset::Blackwood);
        assert_eq!(blackwood.slips, BLACKWOOD_SLIPS);
        assert_eq!((blackwood.quota[26], blackwood.quota[56]), (28, 71));
        let verhaard = of(Preset::Verhaard);
        assert_eq!(verhaard.slips, VERHAARD_SLIPS);
        assert_eq!((verhaard.quota[9], verhaard.quota[10], verhaard.quota[99]), (0, 4, 19));
        assert_eq!(verhaard.weights.iter().filter(|&&weight| weight == 1).count(), PRIVILEGED);
    }
}
