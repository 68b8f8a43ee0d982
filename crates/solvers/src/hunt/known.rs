//! Fits that were chosen by hand, kept with their puzzles. `afresh` fits anew.
//!
//! Arrivals are told in the JSON of a hunt (`plans`), so every comparison can be repeated with `--set
//! colours=5,7,20 --set tightness=...`, `--set slips=...`, `--nodes` and `--floor 465` (458 with clues).
//!
//! For Eternity II, J. Blackwood's colours with six quotas were compared by the families that arrive
//! with 13 certain misses at most, in 100 processor seconds: on seeds 21 to 25, 582 at 0.97, 1,162 at
//! 0.985, 811 at 1.0 and 620 at 1.01; on seeds 31 to 34, 610 at 0.98, 972 at 0.985 and 1,020 at 0.99.
//! Its slips: 250 million nodes of seeds 71 to 73 each brought 15 boards of 464 or more in 45 processor
//! seconds. One more slip at 244 brought 13 in 75 seconds: most of that time goes into boards that are
//! finished in vain. One less brought 8 in 37 seconds.
//! With its clues four quotas and six lists of slips were compared by their boards of 458 and more, 150
//! or 200 million nodes of seeds 71 to 73 each: 8.4 and 8.2 a second at 0.985 and 0.97 with these slips,
//! the latter with three boards of 460, 7.2 at 0.95, 0.7 at 0.92; other lists brought 0.2 to 6.1.

use tilewright_puzzle::Puzzle;

use super::fit::Wishes;

/// A fit that is known.
pub struct Known {
    /// A number that tells the pieces of a puzzle from all others.
    pieces: u64,
    /// The fewest and the most hints.
    hints: [usize; 2],
    /// Rows before the comb.
    pub rows: u16,
    /// Columns of the comb that are filled row by row.
    pub left: u16,
    /// The colours that are used up first.
    pub colours: &'static [u16],
    /// The factor of the quota.
    pub tightness: f64,
    /// The depths from which one more slip is allowed.
    pub slips: &'static [u16],
    /// Where it comes from.
    pub reason: &'static str,
}

const ALL: [Known; 2] = [
    Known {
        pieces: ETERNITY_II,
        hints: [0, 1],
        rows: 11,
        left: 5,
        colours: &[5, 7, 20],
        tightness: 0.99,
        slips: &[197, 204, 210, 216, 221, 226, 230, 233, 236, 238, 241, 242],
        reason: "Eternity II is known: of six quotas for J. Blackwood's colours this brought the most \
                 families in the same time; chosen by hand",
    },
    Known {
        pieces: ETERNITY_II,
        hints: [2, 5],
        rows: 11,
        left: 5,
        colours: &[5, 7, 20],
        tightness: 0.97,
        slips: &[
            184, 188, 197, 203, 209, 214, 219, 223, 227, 230, 233, 236, 238, 240, 242, 243, 245,
        ],
        reason: "Eternity II with its clues is known: of four quotas for J. Blackwood's colours and \
                 six lists of slips, chosen by hand for their boards",
    },
];

const ETERNITY_II: u64 = 3_641_623_119_963_877_808;

/// The fit of a puzzle, if it is known and nothing else is wished for.
pub fn fit(puzzle: &Puzzle, wishes: &Wishes) -> Option<Known> {
    let is_free = wishes.colours.is_none()
        && wishes.tightness.is_none()
        && wishes.rows.is_none()
        && wishes.left.is_none()
        && wishes.turns.is_none()
        && !wishes.afresh;
    let pieces = number(puzzle);
    let hints = puzzle.hints().iter().filter(|hint| hint.mandatory).count();
    let is_of = |known: &Known| {
        known.pieces == pieces && known.hints[0] <= hints && hints <= known.hints[1]
    };
    ALL.into_iter().find(|known| is_free && is_of(known))
}

/// A number for the pieces of a puzzle, whatever their order, and for its size.
fn number(puzzle: &Puzzle) -> u64 {
    let piece = |sides: &tilewright_puzzle::Sides| {
        let colours = sides.colours();
        let turned = |turn: usize| {
            let turned = colours.iter().cycle().skip(turn).take(colours.len());
            turned.fold(0u64, |hash, colour| hash << 16 | u64::from(colour.0))
        };
        let least = (0..colours.len()).map(turned).min().unwrap_or(0);
        mix(least)
    };
    let all = puzzle.pieces().iter().map(piece).fold(0u64, u64::wrapping_add);
    mix(all ^ puzzle.topology().cell_count() as u64)
}

/// Spreads the bits of a number: the last step of SplitMix64.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eternity_ii_is_known_in_every_regime_unless_it_is_to_be_fitted_afresh() {
        for name in ["eternity2", "eternity2-free", "eternity2-strict"] {
            let puzzle = tilewright_formats::embedded::puzzle(name).unwrap();
            assert!(fit(&puzzle, &Wishes::default()).is_some(), "{}", number(&puzzle));
            let afresh = Wishes { afresh: true, ..Wishes::default() };
            assert!(fit(&puzzle, &afresh).is_none());
        }
        let other = tilewright_formats::embedded::puzzle("clue1").unwrap();
        assert!(fit(&other, &Wishes::default()).is_none());
    }
}
