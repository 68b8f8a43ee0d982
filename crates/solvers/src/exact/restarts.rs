//! Searches that begin anew in another order when they have not come far enough.
//!
//! How long a search takes to its first solution depends so much on the order of the candidates
//! that it is better to give up early and shuffle than to go on. How early nobody knows; the Luby
//! sequence 1, 1, 2, 1, 1, 2, 4, 1, ... is never much worse than the best limit would have been
//! (M. Luby, A. Sinclair, D. Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993).

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_search::stream;

use super::engine::Engine;
use super::guide::Guide;
use super::lane::Lane;
use super::walk::Trail;

/// How many searches go on side by side.
const LANES: usize = 32;

/// Number `index` of the Luby sequence, counted from 0.
fn luby(index: u64) -> u64 {
    let mut place = index + 1;
    loop {
        // The largest complete part of the sequence that ends at or before `place`.
        let whole = 1 << (place + 1).ilog2();
        if whole == place + 1 {
            return whole / 2;
        }
        place -= whole - 1;
    }
}

/// What all the searches are made from.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub engine: Arc<Engine>,
    /// A board to search near.
    pub guide: Option<Guide>,
    pub seed: u64,
}

impl Source {
    /// The engine of a search: shuffled, and with a guide following it down to a depth of chance, so
    /// that some searches stay near the board and others hardly know it.
    fn shuffled(&self, number: u64) -> Arc<Engine> {
        let mut engine = Engine::clone(&self.engine);
        let mut random = stream(self.seed, number);
        engine.shuffle(&mut random);
        if let Some(guide) = &self.guide {
            engine.follow(guide, random.index(engine.depths() + 1));
        }
        Arc::new(engine)
    }
}

/// One of the searches that are under way.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    number: u64,
    left: u64,
    /// Built when its turn comes, by the thread that runs it.
    pub lane: Option<Lane>,
}

/// What has to be saved of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedAttempt {
    number: u64,
    left: u64,
    trail: Option<Trail>,
}

/// The searches that are under way.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    pub attempts: Vec<Attempt>,
    begun: u64,
    base: u64,
}

impl Restarts {
    /// Searches side by side, with limits of so many nodes times the Luby sequence.
    pub fn new(base: u64) -> Self {
        let mut restarts = Self { attempts: Vec::new(), begun: 0, base };
        for _ in 0..LANES {
            let next = restarts.begin();
            restarts.attempts.push(next);
        }
        restarts
    }

    /// The searches as they were; `None` if the trails are not theirs.
    pub fn restore(
        source: &Source,
        base: u64,
        begun: u64,
        saved: Vec<SavedAttempt>,
    ) -> Option<Self> {
        let resumed = |saved: SavedAttempt| {
            let SavedAttempt { number, left, trail } = saved;
            let lane = match trail {
                None => None,
                Some(trail) => {
                    let engine = source.shuffled(number);
                    let walker = engine.resume(&trail, engine.depths())?;
                    Some(Lane::new(engine, walker))
                }
            };
            Some(Attempt { number, left, lane })
        };
        let attempts = saved.into_iter().map(resumed).collect::<Option<_>>()?;
        Some(Self { attempts, begun, base })
    }

    /// What has to be saved: how many have been begun, and those under way.
    pub fn save(&self) -> (u64, Vec<SavedAttempt>) {
        let saved = |attempt: &Attempt| SavedAttempt {
            number: attempt.number,
            left: attempt.left,
            trail: attempt.lane.as_ref().map(|lane| lane.walker.trail(&lane.engine)),
        };
        (self.begun, self.attempts.iter().map(saved).collect())
    }

    fn begin(&mut self) -> Attempt {
        let number = self.begun;
        self.begun += 1;
        Attempt { number, left: luby(number).saturating_mul(self.base), lane: None }
    }

    /// How many searches have been begun after others were given up.
    pub fn count(&self) -> u64 {
        self.begun.saturating_sub(LANES as u64)
    }

    /// Forgets the searches: nothing is left to do.
    pub fn stop(&mut self) {
        self.attempts.clear();
    }

    /// Puts new searches in the place of those that have reached their limits, after a round.
    pub fn renew(&mut self) {
        for index in 0..self.attempts.len() {
            if self.attempts[index].left == 0 {
                self.attempts[index] = self.begin();
            }
        }
    }
}

impl Attempt {
    /// The search and how many nodes it is to walk: a share, at most up to the limit.
    pub fn begin(&mut self, source: &Source, share: u64) -> (&mut Lane, u64) {
        let number = self.number;
        let lane = self.lane.get_or_insert_with(|| {
            let engine = source.shuffled(number);
            let walker = engine.walk(&[], engine.depths());
            Lane::new(engine, walker)
        });
        (lane, share.min(self.left))
    }

    /// Takes what was walked off the limit, after a round.
    pub fn book(&mut self) {
        self.left -= self.lane.as_ref().map_or(0, |lane| lane.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_the_luby_sequence() {
        let found: Vec<_> = (0..31).map(luby).collect();
        let eight = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8];
        assert_eq!(found[..15], eight);
        assert_eq!(found[15..30], eight);
        assert_eq!(found[30], 16);
    }
}
