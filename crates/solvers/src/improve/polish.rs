//! A short climb: swaps between mismatches that do not make the board worse.
//!
//! Methods that make many boards (ants, populations) use it to finish their best ones.

use tilewright_search::Stream;

use super::faulty::Faulty;
use super::moves::Moves;
use crate::layout::Layout;

/// Draws so many swaps between cells with a mismatch and keeps those that cost nothing.
pub(crate) fn polish(layout: &mut Layout, evaluations: u64, random: &mut Stream) {
    let mut faulty = Faulty::new(layout);
    for _ in 0..evaluations {
        let Some(drawn) = Moves::focused_swap(layout, &faulty, random) else { break };
        if drawn.gain() >= 0 {
            drawn.apply_noting(layout, &mut faulty);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::score;
    use tilewright_search::stream;

    use super::*;
    use crate::layout::Ground;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn polishing_makes_boards_better_and_never_worse() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let mut random = stream(1, 0);
            let mut layout = random_layout(&ground, &mut random);
            let before = layout.score();
            polish(&mut layout, 2000, &mut random);
            assert!(layout.score() > before);
            assert_eq!(layout.score(), score(&puzzle, &layout.to_board()));
        }
    }
}
