//! Fits that were chosen by hand, kept with their puzzles. `afresh` fits anew.
//!
//! Arrivals are told in the JSON of a hunt (`plans`), so comparisons can be repeated with `--set
//! colours=3,6,8 --set tightness=...`, `--set slips=...`, `--set opening=...`, `--nodes` and `--floor 465`
//! (460 with clues); other curves and widths of beams take a change of the constants.
//!
//! For Eternity II, 22 sets of a colour of the rim and two others, and later 70 pairs with one colour of
//! the rim, were compared by the families that arrive with few certain misses in 100 processor seconds.
//! With the colours 3, 6 and 8 the curve of the quota was changed some points at a time, some forty times,
//! on seeds 71 to 73 and 81 to 83, with openings by chance. Then, on seeds 401 to 406, 500 million nodes
//! each, by families with at most 11, 12 and 13 misses, and by boards of 465 and 466:
//!
//! | fit | per 100 s | boards |
//! |---|---|---|
//! | J. Blackwood's colours 5, 7 and 20 and his curve, 0.99 of it | 14, 189, 1275 | 4, none |
//! | colours 3, 6 and 8, this curve, slips from 197 on | 24, 330, 1778 | 17, 2 |
//! | the same with each slip a cell later | 36, 343, 1583 | 15, 2 |
//!
//! Searches spent 64 to 86 % of their first 200 million nodes before level 110 (five seeds). On seeds 431 to 433, 200 million nodes each,
//! openings by chance brought 29, 156 and 450 (the first seconds are the worst); by beams, whose time is
//! counted as far as their boards were used, and with a tighter curve in the end:
//!
//! | openings | nodes of a search | per 100 s |
//! |---|---|---|
//! | 72 cells, 65,536 boards | 5 million | 16, 428, 1824 |
//! | 72 cells, 65,536 boards | 50 million | 54, 400, 1930 |
//! | 80 cells, 32,768 boards | 20 million | 49, 550, 2160 |
//! | 88 cells, 65,536 boards | 5 million | 30, 443, 1612 |
//! | 88 cells, 65,536 boards | 50 million | 83, 587, 2130 |
//!
//! With its clues five quotas and five lists of slips were compared on seeds 71 and 72, 15 s each, by
//! families with at most 16 and 17 misses: 84 and 288 with these; with slips from 184 on 13 to 24 and 118 to
//! 207. Blackwood's colours and curve brought 20 and 79 (80 million nodes of seeds 71 to 73).

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
        colours: &[3, 6, 8],
        tightness: 1.0,
        slips: &[198, 205, 211, 217, 222, 227, 231, 234, 237, 239, 242, 243],
        reason: "Eternity II is known: of some ninety sets of colours and forty quotas this brought \
                 the most families in the same time; chosen by hand",
    },
    Known {
        pieces: ETERNITY_II,
        hints: [2, 5],
        rows: 11,
        left: 5,
        colours: &[3, 6, 8],
        tightness: 0.97,
        slips: &[186, 191, 199, 205, 211, 216, 221, 225, 229, 232, 235, 238, 240, 242, 243, 245],
        reason: "Eternity II with its clues is known: of five quotas for the same colours and five \
                 lists of slips these brought the most families in the same time; chosen by hand",
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
