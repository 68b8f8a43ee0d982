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
//! Since finishing takes a quarter of the time that it took, more cells are left to it, and slips that come just
//! before them are left out. By boards of 465 and 466 that were found with a floor of 465 in 100
//! processor seconds, two runs at a time on one core; seeds 11 to 16 and 21 to 26 (250 million nodes
//! each), 31 to 44 (200 million) and 51 to 76 (150 million):
//!
//! | cells finished | slips | boards per 100 s | runs with one, of 26 |
//! |---|---|---|---|
//! | 10 | 12, the last at 242 and 243 | 13; -; 10; 14 | 6 |
//! | 11 | 11, the last at 242 | 29; 13; -; 19 | 7 |
//! | 12 | 11, the last at 242 | 22; 44; 10; 24 | 8 |
//! | 13 | 10, the last at 239 | -; 38; 10; - | - |
//! | 14 | 10, the last at 239 | -; -; 7; - | - |
//!
//! All of these were hunts that searched much twice (see `docs/experiments/hunt.md`), and counted it twice.
//! Boards come in clusters, so a factor of two in one column may be chance. With the clues 10, 11 and 12 cells made
//! no difference that could be told (50, 36 and 49 boards of 461 per 100 s, seeds 1 to 20).
//!
//! With its clues fewer boards come to the end, and slips have to come late for them not to be spent
//! around the clue on depth 188. By families with at most 14, 15 and 16 misses, with openings by beam:
//!
//! | slips | quota | seeds, seconds | per 100 s |
//! |---|---|---|---|
//! | 16 from 186 on | 0.97 | 921-923, 90 | 1, 10, 76 |
//! | 16 from 188 on | 0.97, 0.96 | 921-923, 85 and 60 | 1, 32, 125; 0, 20, 213 |
//! | 16 from 190 on | 0.97, 0.96 | 921-923, 64 and 60 | 5, 42, 120; 7, 46, 155 |
//! | 15 from 192 on | 0.97, 0.96 | 921-923, 83 and 62 | 6, 34, 61; 0, 16, 72 |
//! | 16 from 190 on | 0.97, 0.965, 0.96, 0.955 | 931-934, 82 | 11, 66, 184; 5, 47, 161; 5, 45, 154; 0, 42, 156 |
//!
//! A quota of 0.98 or more leaves so few boards that the beams take most of the time. Deeper openings (96
//! to 160 cells) made no difference that could be told.

use tilewright_puzzle::Puzzle;
use tilewright_search::scatter;

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
    /// Cells that are finished exactly.
    pub finish: usize,
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
        slips: &[198, 205, 211, 217, 222, 227, 231, 234, 237, 239, 242],
        finish: 12,
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
        slips: &[190, 199, 206, 212, 218, 223, 227, 230, 233, 235, 237, 239, 241, 243, 244, 245],
        finish: 10,
        reason: "Eternity II with its clues is known: of six quotas for the same colours and ten \
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
        scatter(least)
    };
    let all = puzzle.pieces().iter().map(piece).fold(0u64, u64::wrapping_add);
    scatter(all ^ puzzle.topology().cell_count() as u64)
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
