//! `local-search`: changes that make the board better are kept, others are undone.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::moves::{Move, Moves};
use super::start;
use crate::layout::{Ground, Layout};
use crate::settings::choice;
use crate::team::{self, Method, Notes};

/// `local-search`, as registered.
pub static LOCAL_SEARCH: SolverInfo = SolverInfo {
    name: "local-search",
    summary: "from a greedy board: a few random swaps and turns at a time, kept if the board is not \
              worse; begins anew when stuck",
    source: "C. M. D. Söderlind, Design and Analysis of ACO-algorithms for edge-matching problems \
             (2010), section 5.4 (its own: turning=no, plateaus=no, patience=0)",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "improvement",
            meaning: "first: k random moves at a time, k by coin flips (the document); best: the best \
                      of all single moves",
            kind: Kind::Choice(&["first", "best"]),
            default: Some("first"),
        },
        Parameter {
            name: "turning",
            meaning: "swapped pieces turn to match most, rather than to keep their rotations",
            kind: Kind::Flag,
            default: Some("yes"),
        },
        Parameter {
            name: "plateaus",
            meaning: "changes that leave the score as it is are kept too",
            kind: Kind::Flag,
            default: Some("yes"),
        },
        Parameter {
            name: "patience",
            meaning: "evaluations without a better board before the search begins anew; 0: never",
            kind: Kind::Integer { min: 0, max: i64::MAX },
            default: Some("100000000"),
        },
        Parameter {
            name: "kick",
            meaning: "begin anew from the best board with so many random moves; 0: from a greedy board",
            kind: Kind::Integer { min: 0, max: 100_000 },
            default: Some("0"),
        },
    ],
    build: |task| team::build::<LocalSearch>(&task),
    restore: |task, saved| team::restore::<LocalSearch>(&task, saved),
};

struct Settings {
    takes_best: bool,
    turning: bool,
    plateaus: bool,
    patience: u64,
    kick: u32,
}

struct LocalSearch {
    settings: Arc<Settings>,
    layout: Layout,
    moves: Moves,
    random: Stream,
    /// The best board since the last beginning, where kicks start from.
    peak: Layout,
    /// Evaluations since then.
    waited: u64,
    /// What was done in this step, to be undone.
    done: Vec<Move>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    board: Board,
    peak: Board,
    random: Stream,
    waited: u64,
}

/// Evaluations of a step.
const BATCH: u64 = 1024;

impl LocalSearch {
    fn draw(&mut self) -> Option<Move> {
        if self.settings.turning {
            self.moves.turning_swap(&self.layout, &mut self.random)
        } else {
            self.moves.plain(&self.layout, &mut self.random)
        }
    }

    /// Heads in a row; none would change nothing, so that is thrown again.
    fn flips(&mut self) -> u32 {
        loop {
            let heads = self.random.bits().trailing_ones();
            if heads > 0 {
                return heads;
            }
        }
    }

    /// Some moves, one after the other, kept or undone together.
    fn first_improvement(&mut self) {
        let count = self.flips();
        let before = self.layout.score();
        let is_kept = |gain: i32, plateaus: bool| gain > 0 || gain == 0 && plateaus;
        if count == 1 {
            // Half of all: judged without being done.
            let Some(drawn) = self.draw() else { return };
            if is_kept(drawn.gain(), self.settings.plateaus) {
                drawn.apply(&mut self.layout);
            }
            return;
        }
        self.done.clear();
        for _ in 0..count {
            let Some(drawn) = self.draw() else { break };
            self.done.push(drawn.inverse(&self.layout));
            drawn.apply(&mut self.layout);
        }
        let gain = self.layout.score() as i32 - before as i32;
        if !is_kept(gain, self.settings.plateaus) {
            for inverse in self.done.drain(..).rev() {
                inverse.apply(&mut self.layout);
            }
        }
    }

    /// The best of all single moves, ties at random; the number of moves that were looked at.
    fn best_improvement(&mut self) -> u64 {
        let (mut best, mut ties, mut looked) = (None, 0, 0);
        let mut best_gain = if self.settings.plateaus { 0 } else { 1 };
        for (index, cell) in self.moves.cells().enumerate() {
            for &other in self.moves.classmates(index).iter().filter(|&&other| other > cell) {
                looked += 1;
                let swap = self.layout.best_swap(cell, other, self.random.bits() as u8);
                if swap.gain > best_gain {
                    (best_gain, ties) = (swap.gain, 0);
                }
                if swap.gain == best_gain {
                    ties += 1;
                    if self.random.below(ties) == 0 {
                        best = Some(swap);
                    }
                }
            }
        }
        match best {
            Some(swap) => self.layout.swap(&swap),
            None => self.waited = self.settings.patience,
        }
        looked
    }

    fn begin_anew(&mut self) {
        if self.settings.kick == 0 {
            start::anew(&mut self.layout, &mut self.random);
            self.peak.copy_from(&self.layout);
        } else {
            self.layout.copy_from(&self.peak);
            for _ in 0..self.settings.kick {
                if let Some(drawn) = self.moves.plain(&self.layout, &mut self.random) {
                    drawn.apply(&mut self.layout);
                }
            }
        }
        self.waited = 0;
    }
}

impl Method for LocalSearch {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1 << 16;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Ok(Settings {
            takes_best: choice(params, "improvement", &[("first", false), ("best", true)])?,
            turning: params.get("turning")?,
            plateaus: params.get("plateaus")?,
            patience: params.get("patience")?,
            kick: params.get("kick")?,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        start: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let layout = start::begin(ground, start, &mut random);
        Self {
            settings: Arc::clone(settings),
            peak: layout.clone(),
            layout,
            moves: Moves::new(ground),
            random,
            waited: 0,
            done: Vec::new(),
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _start: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        Some(Self {
            settings: Arc::clone(settings),
            layout: Layout::from_board(ground, &saved.board)?,
            peak: Layout::from_board(ground, &saved.peak)?,
            moves: Moves::new(ground),
            random: saved.random,
            waited: saved.waited,
            done: Vec::new(),
        })
    }

    fn save(&self) -> Saved {
        Saved {
            board: self.layout.to_board(),
            peak: self.peak.to_board(),
            random: self.random.clone(),
            waited: self.waited,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if notes.evaluations == 0 {
            notes.show(&self.layout);
        }
        let mut looked = 0;
        while looked < BATCH {
            let now = if self.settings.takes_best {
                self.best_improvement().max(1)
            } else {
                self.first_improvement();
                1
            };
            looked += now;
            self.waited = self.waited.saturating_add(now);
            if self.layout.score() > self.peak.score() {
                self.peak.copy_from(&self.layout);
                self.waited = 0;
                notes.show(&self.layout);
                if notes.is_enough() {
                    break;
                }
            }
        }
        notes.evaluations += looked;
        if self.settings.patience > 0 && self.waited >= self.settings.patience {
            self.begin_anew();
            notes.show(&self.layout);
            notes.restarts += 1;
        }
    }
}
