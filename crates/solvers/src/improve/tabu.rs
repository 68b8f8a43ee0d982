//! `tabu`: the best swap between two mismatches, even a worse one, but none that puts a piece back.
//!
//! In every iteration all swaps between cells with a mismatch are judged and the best is done. Where
//! a piece has just left it may not return for some iterations, which keeps the search from going to
//! and fro; a board better than all before is always allowed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, Cell};
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::faulty::Faulty;
use super::memory::{Memory, SavedMemory};
use super::moves::Moves;
use super::start;
use crate::layout::{Ground, Layout, Swap};
use crate::team::{self, Method, Notes};

/// `tabu`, as registered.
pub static TABU: SolverInfo = SolverInfo {
    name: "tabu",
    summary: "tabu search: the best swap between two mismatches, even a worse one, but no piece goes \
              back to where it has just been",
    source: "Glover 1989, Tabu search; the moves of C. M. D. Söderlind (2010), section 5.4",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "tenure",
            meaning: "iterations for which a piece may not return to a cell",
            kind: Kind::Integer { min: 0, max: 1_000_000 },
            default: Some("5"),
        },
        Parameter {
            name: "spread",
            meaning: "so many iterations more at most, drawn at random each time",
            kind: Kind::Integer { min: 0, max: 1_000_000 },
            default: Some("10"),
        },
        Parameter {
            name: "patience",
            meaning: "evaluations without a better board before the search begins anew; 0: never",
            kind: Kind::Integer { min: 0, max: i64::MAX },
            default: Some("2000000000"),
        },
    ],
    build: |task| team::build::<Tabu>(&task),
    restore: |task, saved| team::restore::<Tabu>(&task, saved),
};

struct Settings {
    tenure: u64,
    spread: u64,
    patience: u64,
}

struct Tabu {
    settings: Arc<Settings>,
    layout: Layout,
    moves: Moves,
    faulty: Faulty,
    memory: Memory,
    random: Stream,
    iteration: u64,
    /// The best score since the last beginning, and evaluations since it was reached.
    peak: u32,
    waited: u64,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    board: Board,
    faulty: Vec<Vec<Cell>>,
    memory: SavedMemory,
    random: Stream,
    iteration: u64,
    peak: u32,
    waited: u64,
}

impl Tabu {
    /// The best allowed swap between two cells with a mismatch, ties at random, and how many were
    /// looked at.
    fn best_allowed(&mut self) -> (Option<Swap>, u64) {
        let (mut best, mut ties, mut looked) = (None::<Swap>, 0, 0);
        for list in self.faulty.lists() {
            for (index, &one) in list.iter().enumerate() {
                let first_pose = self.random.bits() as u8;
                for &other in &list[index + 1..] {
                    looked += 1;
                    let swap = self.layout.best_swap(one, other, first_pose);
                    if best.is_some_and(|best| swap.gain < best.gain) {
                        continue;
                    }
                    let is_record = self.layout.score() as i32 + swap.gain > self.peak as i32;
                    let is_back = |cell, from| {
                        self.memory.is_forbidden(cell, self.layout.piece(from), self.iteration)
                    };
                    if !is_record && (is_back(one, other) || is_back(other, one)) {
                        continue;
                    }
                    if best.is_none_or(|best| swap.gain > best.gain) {
                        ties = 0;
                    }
                    ties += 1;
                    if self.random.below(ties) == 0 {
                        best = Some(swap);
                    }
                }
            }
        }
        (best, looked)
    }

    fn iterate(&mut self) -> u64 {
        self.iteration += 1;
        let (best, looked) = self.best_allowed();
        match best {
            Some(swap) => {
                for cell in [swap.one.0, swap.other.0] {
                    let stay = self.settings.tenure + self.random.below(self.settings.spread + 1);
                    self.memory.forbid(cell, self.layout.piece(cell), self.iteration + stay);
                }
                self.layout.swap(&swap);
                self.faulty.after_swap(&self.layout, &swap);
            }
            // Everything is forbidden, or the mismatches lie in different classes.
            None => {
                if let Some(drawn) = self.moves.turning_swap(&self.layout, &mut self.random) {
                    drawn.apply_noting(&mut self.layout, &mut self.faulty);
                }
            }
        }
        looked + 1
    }

    fn begin_anew(&mut self) {
        start::anew(&mut self.layout, &mut self.random);
        self.faulty.look_at_all(&self.layout);
        self.memory.clear();
        self.peak = self.layout.score();
        self.waited = 0;
    }
}

impl Method for Tabu {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1 << 16;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Ok(Settings {
            tenure: params.get("tenure")?,
            spread: params.get("spread")?,
            patience: params.get("patience")?,
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
            moves: Moves::new(ground),
            faulty: Faulty::new(&layout),
            layout,
            memory: Memory::new(),
            random,
            iteration: 0,
            peak: 0,
            waited: 0,
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _start: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let layout = Layout::from_board(ground, &saved.board)?;
        let mut faulty = Faulty::new(&layout);
        faulty.reorder(saved.faulty)?;
        Some(Self {
            settings: Arc::clone(settings),
            moves: Moves::new(ground),
            faulty,
            layout,
            memory: Memory::restore(saved.memory),
            random: saved.random,
            iteration: saved.iteration,
            peak: saved.peak,
            waited: saved.waited,
        })
    }

    fn save(&self) -> Saved {
        Saved {
            board: self.layout.to_board(),
            faulty: self.faulty.lists().to_vec(),
            memory: self.memory.save(self.iteration),
            random: self.random.clone(),
            iteration: self.iteration,
            peak: self.peak,
            waited: self.waited,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if notes.evaluations == 0 {
            self.peak = self.layout.score();
            notes.show(&self.layout);
        }
        let looked = self.iterate();
        notes.evaluations += looked;
        self.waited += looked;
        if self.layout.score() > self.peak {
            self.peak = self.layout.score();
            self.waited = 0;
            notes.show(&self.layout);
        } else if self.settings.patience > 0 && self.waited >= self.settings.patience {
            self.begin_anew();
            notes.restarts += 1;
        }
    }
}
