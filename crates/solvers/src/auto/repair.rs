//! Better boards from the best one: what lies around its mismatches is taken out and laid again.
//!
//! Whoever of the members has a new best board, very large neighbourhoods look for a better one near
//! it for some milliseconds. A board that was given to start from is the first.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_puzzle::{Board, score};
use tilewright_search::{Best, Task, stream};

use crate::improve::vlns::Mender;
use crate::layout::Ground;

/// Evaluations spent on a board: what is found at all is mostly found with fewer.
const EVALUATIONS: u64 = 200_000;

/// What has been done, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    /// The best board, unless a member has a better one.
    best: Option<(Board, u32)>,
    /// The best score of a board that was looked at.
    looked_at: Option<u32>,
    boards: u64,
    gained: u64,
    evaluations: u64,
    found: Vec<Board>,
}

/// Repairs at work.
pub(super) struct Repair {
    mender: Mender,
    seed: u64,
    floor: Option<u32>,
    done: Done,
}

impl Repair {
    /// Begins, or goes on from what was done.
    pub fn new(task: &Task, done: Option<Done>) -> Option<Self> {
        let mender = Mender::new(&Arc::new(Ground::new(&task.puzzle).ok()?))?;
        let given = |board: &Board| (board.clone(), score(&task.puzzle, board));
        let first = || Done { best: task.start.as_ref().map(given), ..Done::default() };
        let done = done.unwrap_or_else(first);
        Some(Self { mender, seed: task.seed, floor: task.floor, done })
    }

    /// Looks for a better board than the given start, if there is one that was not looked at yet.
    pub fn begin(&mut self) {
        if let (Some((board, score)), None) = (&self.done.best, self.done.looked_at) {
            self.mend(&board.clone(), *score);
        }
    }

    /// Looks for a better board near a member's best one, if it is new.
    pub fn look_at(&mut self, best: Best<'_>) {
        let is_whole = best.board.placed() == best.board.cells().len();
        if is_whole && self.done.looked_at.is_none_or(|score| best.score > score) {
            self.mend(best.board, best.score);
        }
    }

    fn mend(&mut self, board: &Board, score: u32) {
        let random = stream(self.seed, self.done.boards);
        let mended = self.mender.mend(board, score, EVALUATIONS, random);
        self.done.looked_at = Some(score);
        self.done.boards += 1;
        self.done.evaluations += mended.evaluations;
        let Some((board, better)) = mended.better else { return };
        self.done.gained += u64::from(better.saturating_sub(score));
        if self.floor.is_some_and(|floor| better >= floor) {
            self.done.found.push(board.clone());
        }
        if self.done.best.as_ref().is_none_or(|(_, best)| better > *best) {
            self.done.best = Some((board, better));
        }
    }

    pub fn best(&self) -> Option<Best<'_>> {
        self.done.best.as_ref().map(|(board, score)| Best { board, score: *score })
    }

    pub fn done(&self) -> &Done {
        &self.done
    }

    pub fn evaluations(&self) -> u64 {
        self.done.evaluations
    }

    pub fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.done.found)
    }

    /// Boards looked at, joins gained on them, and what it took.
    pub fn report(&self) -> Value {
        let Done { boards, gained, evaluations, .. } = &self.done;
        json!({ "boards": boards, "gained": gained, "evaluations": evaluations })
    }
}
