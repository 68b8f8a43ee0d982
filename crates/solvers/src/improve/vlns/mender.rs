//! A short improvement of boards that others found.

use std::sync::Arc;

use tilewright_puzzle::Board;
use tilewright_search::{Params, Stream};

use super::solver::{Settings, VLNS, Vlns};
use crate::layout::Ground;
use crate::team::{Method, Notes};

/// Mends boards of one puzzle.
#[derive(Debug)]
pub(crate) struct Mender {
    ground: Arc<Ground>,
    settings: Arc<Settings>,
}

/// What came of a board.
pub(crate) struct Mended {
    /// A better board and its score, if there is one.
    pub better: Option<(Board, u32)>,
    /// What it took.
    pub evaluations: u64,
}

impl Mender {
    /// A mender with the settings of `vlns`; `None` if they are not to be had.
    pub fn new(ground: &Arc<Ground>) -> Option<Self> {
        let params = Params::defaults(VLNS.parameters).ok()?;
        let settings = Arc::new(Vlns::settings(&params).ok()?);
        Some(Self { ground: Arc::clone(ground), settings })
    }

    /// Looks for a better board near this whole one, for about so many evaluations.
    pub fn mend(&self, board: &Board, score: u32, evaluations: u64, random: Stream) -> Mended {
        let mut vlns = Vlns::begin(&self.ground, &self.settings, Some(board), random);
        let mut notes = Notes::default();
        while notes.evaluations < evaluations {
            vlns.step(&mut notes);
        }
        let evaluations = notes.evaluations;
        Mended { better: notes.into_best().filter(|&(_, best)| best > score), evaluations }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Cell, Shape, score};
    use tilewright_search::stream;

    #[test]
    fn what_is_mended_is_better_and_the_same_every_time() {
        let generated = generate(&Recipe::new(Shape::square(6, 6), 5, 3)).unwrap();
        let puzzle = Arc::new(generated.puzzle);
        let mut broken = generated.solution.clone();
        let (one, other) = (Cell(7), Cell(22));
        let placed = [broken.get(other), broken.get(one)];
        broken.set(one, placed[0]);
        broken.set(other, placed[1]);
        let before = score(&puzzle, &broken);
        assert!(before < puzzle.max_score());
        let mender = Mender::new(&Arc::new(Ground::new(&puzzle).unwrap())).unwrap();
        let mend = || mender.mend(&broken, before, 20_000, stream(1, 2));
        let (board, after) = mend().better.unwrap();
        assert_eq!(score(&puzzle, &board), after);
        assert!(after > before);
        assert_eq!(mend().better, Some((board, after)));
        let perfect = (&generated.solution, puzzle.max_score());
        assert!(mender.mend(perfect.0, perfect.1, 1000, stream(1, 2)).better.is_none());
    }
}
