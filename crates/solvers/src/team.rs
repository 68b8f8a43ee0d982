//! The run around methods that show one board after another: one searcher for each thread.
//!
//! Construction, local search, annealing, ants and their like differ in how they come to the next
//! board and in nothing else. A [`Method`] is that difference; a [`Team`] is all the rest of the
//! contract: threads, budgets, the best board, boards above the floor, saving and restoring. Every
//! thread has a searcher with its own random stream, and the searchers do not talk, so the boards
//! depend on the seed and the number of threads alone.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::{Board, score};
use tilewright_search::{
    Best, BuildError, Built, Counters, ParamError, Params, SaveError, Solver, Status, Stream, Task,
    state, stream,
};

use crate::layout::{Ground, Layout};

/// How a searcher comes to its next boards.
pub trait Method: Send + Sized + 'static {
    /// What can be set, read.
    type Settings: Send + Sync;
    /// All that has to be kept of a searcher; its settings are not part of it.
    type Saved: Serialize + DeserializeOwned;

    /// How many evaluations a searcher does between two boundaries of the run: some milliseconds.
    const ROUND: u64;

    /// Reads the settings.
    fn settings(params: &Params) -> Result<Self::Settings, ParamError>;

    /// Begins, from a board if one is given. It may have holes.
    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Self::Settings>,
        start: Option<&Board>,
        random: Stream,
    ) -> Self;

    /// Goes on from what was saved; `None` if it is not of this puzzle or these settings.
    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Self::Settings>,
        start: Option<&Board>,
        saved: Self::Saved,
    ) -> Option<Self>;

    /// What has to be kept.
    fn save(&self) -> Self::Saved;

    /// Takes one step, counts its work and shows its boards.
    fn step(&mut self, notes: &mut Notes);

    /// What the method adds to the JSON of a run; of several searchers the first is asked.
    fn report(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// What a searcher has seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// Boards or changes scored.
    pub evaluations: u64,
    /// How often the search began anew.
    pub restarts: u64,
    best: Option<(Board, u32)>,
    found: Vec<Board>,
    floor: Option<u32>,
    enough: u32,
}

impl Notes {
    /// Takes note of a board.
    #[inline]
    pub fn show(&mut self, layout: &Layout) {
        let score = layout.score();
        let is_better = self.best.as_ref().is_none_or(|(_, best)| score > *best);
        let is_wanted = self.floor.is_some_and(|floor| score >= floor);
        if is_better || is_wanted {
            self.keep(layout.to_board(), score, is_better, is_wanted);
        }
    }

    #[cold]
    fn keep(&mut self, board: Board, score: u32, is_better: bool, is_wanted: bool) {
        if is_wanted {
            self.found.push(board.clone());
        }
        if is_better {
            self.best = Some((board, score));
        }
    }

    /// Whether the best board is all that was asked for.
    #[inline]
    pub fn is_enough(&self) -> bool {
        self.best.as_ref().is_some_and(|(_, score)| *score >= self.enough)
    }

    /// The best board and its score, if any board was shown.
    pub fn into_best(self) -> Option<(Board, u32)> {
        self.best
    }

    /// The best score so far.
    #[inline]
    pub fn best_score(&self) -> u32 {
        self.best.as_ref().map_or(0, |(_, score)| *score)
    }
}

struct Searcher<M> {
    method: M,
    notes: Notes,
}

impl<M: Method> Searcher<M> {
    fn round(&mut self) {
        let goal = self.notes.evaluations + M::ROUND;
        while self.notes.evaluations < goal && !self.notes.is_enough() {
            self.method.step(&mut self.notes);
        }
    }
}

/// Searchers at work.
pub struct Team<M> {
    searchers: Vec<Searcher<M>>,
    best: Option<(Board, u32)>,
    found: Vec<Board>,
    /// Boards that have been handed over, by their hashes.
    known: BTreeSet<u64>,
    target: Option<u32>,
    max_score: u32,
}

#[derive(Serialize, Deserialize)]
struct Saved<S> {
    searchers: Vec<(S, Notes)>,
    best: Option<(Board, u32)>,
    found: Vec<Board>,
    known: BTreeSet<u64>,
}

/// Starts a method, one searcher for each thread; for [`tilewright_search::SolverInfo::build`].
pub fn build<M: Method>(task: &Task) -> Built {
    let settings = Arc::new(M::settings(&task.params)?);
    let ground = Arc::new(Ground::new(&task.puzzle)?);
    let mut team = Team::empty(task);
    let notes = Notes { floor: task.floor, enough: team.enough(), ..Notes::default() };
    for index in 0..task.threads.max(1) {
        let random = stream(task.seed, index as u64);
        let method = M::begin(&ground, &settings, task.start.as_ref(), random);
        team.searchers.push(Searcher { method, notes: notes.clone() });
    }
    team.best = task.start.as_ref().map(|board| (board.clone(), score(&task.puzzle, board)));
    Ok(Box::new(team))
}

/// Goes on with a method; for [`tilewright_search::SolverInfo::restore`].
pub fn restore<M: Method>(task: &Task, saved: &[u8]) -> Built {
    let settings = Arc::new(M::settings(&task.params)?);
    let ground = Arc::new(Ground::new(&task.puzzle)?);
    let saved: Saved<M::Saved> = state::load(saved)?;
    let foreign = |what: &str| BuildError::State(what.to_owned());
    if saved.searchers.len() != task.threads.max(1) {
        return Err(foreign("it is of another number of threads"));
    }
    let mut team = Team::empty(task);
    for (method, notes) in saved.searchers {
        let method = M::restore(&ground, &settings, task.start.as_ref(), method)
            .ok_or_else(|| foreign("its boards are not of this puzzle or these settings"))?;
        team.searchers.push(Searcher { method, notes });
    }
    (team.best, team.found, team.known) = (saved.best, saved.found, saved.known);
    Ok(Box::new(team))
}

impl<M: Method> Team<M> {
    fn empty(task: &Task) -> Self {
        Self {
            searchers: Vec::new(),
            best: None,
            found: Vec::new(),
            known: BTreeSet::new(),
            target: task.target,
            max_score: task.puzzle.max_score(),
        }
    }

    /// The score at which there is nothing left to do.
    fn enough(&self) -> u32 {
        self.target.unwrap_or(self.max_score).min(self.max_score)
    }

    fn is_enough(&self) -> bool {
        self.best.as_ref().is_some_and(|(board, score)| {
            *score >= self.enough() && board.placed() == board.cells().len()
                || self.target.is_some_and(|target| *score >= target)
        })
    }

    fn round(&mut self) {
        if let [alone] = self.searchers.as_mut_slice() {
            alone.round();
        } else {
            self.searchers.par_iter_mut().for_each(Searcher::round);
        }
        for Searcher { notes, .. } in &mut self.searchers {
            for board in notes.found.drain(..) {
                if self.known.insert(hash(&board)) {
                    self.found.push(board);
                }
            }
            let Some((board, score)) = &notes.best else { continue };
            let is_better = self
                .best
                .as_ref()
                .is_none_or(|(old, best)| (*score, board.placed()) > (*best, old.placed()));
            if is_better {
                self.best = Some((board.clone(), *score));
            }
        }
    }

    fn evaluations(&self) -> u64 {
        self.searchers.iter().map(|searcher| searcher.notes.evaluations).sum()
    }
}

/// FNV-1a over what lies on the cells: the same on every machine and in every version.
fn hash(board: &Board) -> u64 {
    let bytes = board.cells().iter().flat_map(|place| {
        let number = place.map_or(0, |placement| placement.piece.number());
        let rotation = place.map_or(0, |placement| placement.rotation.0);
        [number as u8, (number >> 8) as u8, rotation]
    });
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl<M: Method> Solver for Team<M> {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.evaluations().saturating_add(work);
        while !self.is_enough() && self.evaluations() < goal {
            self.round();
        }
        match &self.best {
            Some((board, score))
                if *score == self.max_score && board.placed() == board.cells().len() =>
            {
                Status::Solved
            }
            _ => Status::Working,
        }
    }

    fn best(&self) -> Option<Best<'_>> {
        self.best.as_ref().map(|(board, score)| Best { board, score: *score })
    }

    fn counters(&self) -> Counters {
        Counters {
            evaluations: self.evaluations(),
            restarts: self.searchers.iter().map(|searcher| searcher.notes.restarts).sum(),
            depth: self.best.as_ref().map_or(0, |(board, _)| board.placed() as u32),
            ..Counters::default()
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        let saved = |searcher: &Searcher<M>| (searcher.method.save(), searcher.notes.clone());
        state::save(&Saved {
            searchers: self.searchers.iter().map(saved).collect(),
            best: self.best.clone(),
            found: self.found.clone(),
            known: self.known.clone(),
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    fn report(&self) -> Map<String, Value> {
        self.searchers.first().map(|searcher| searcher.method.report()).unwrap_or_default()
    }
}
