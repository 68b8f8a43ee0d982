//! `anneal`: random swaps, worse boards taken with a chance that falls as the search cools down.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, Cell};
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::cooling::{Cooling, Schedule};
use super::faulty::Faulty;
use super::moves::Moves;
use super::start;
use crate::layout::{Ground, Layout};
use crate::settings::choice;
use crate::team::{self, Method, Notes};

/// `anneal`, as registered.
pub static ANNEAL: SolverInfo = SolverInfo {
    name: "anneal",
    summary: "simulated annealing: swaps within a class, both pieces turned to match, in cycles of \
              cooling that grow longer",
    source: "Kirkpatrick, Gelatt and Vecchi 1983; the moves of C. M. D. Söderlind (2010), section 5.4",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "cooling",
            meaning: "by the same factor all the way (geometric), or slower where the score varies \
                      more (adaptive, Huang et al. 1986)",
            kind: Kind::Choice(&["geometric", "adaptive"]),
            default: Some("geometric"),
        },
        Parameter {
            name: "hot",
            meaning: "temperature at the beginning, in joins",
            kind: Kind::Real { min: 0.01, max: 100.0 },
            default: Some("0.26"),
        },
        Parameter {
            name: "cold",
            meaning: "temperature at the end of each cycle; not above hot",
            kind: Kind::Real { min: 0.01, max: 100.0 },
            default: Some("0.16"),
        },
        Parameter {
            name: "cycle",
            meaning: "evaluations of the first cycle",
            kind: Kind::Integer { min: 1000, max: 1_000_000_000_000_000 },
            default: Some("20000000"),
        },
        Parameter {
            name: "growth",
            meaning: "how much longer each cycle is than the one before",
            kind: Kind::Real { min: 1.0, max: 100.0 },
            default: Some("2"),
        },
        Parameter {
            name: "focus",
            meaning: "share of swaps between cells with a mismatch; the others are between any two",
            kind: Kind::Real { min: 0.0, max: 1.0 },
            default: Some("0.9"),
        },
        Parameter {
            name: "reheat",
            meaning: "where later cycles begin: 0 is cold, 1 is hot",
            kind: Kind::Real { min: 0.0, max: 1.0 },
            default: Some("0.8"),
        },
    ],
    build: |task| team::build::<Anneal>(&task),
    restore: |task, saved| team::restore::<Anneal>(&task, saved),
};

/// A search at some temperature.
struct Anneal {
    settings: Arc<Settings>,
    layout: Layout,
    moves: Moves,
    faulty: Faulty,
    random: Stream,
    cooling: Cooling,
    /// The best score of this cycle: only better boards are shown.
    peak: u32,
}

struct Settings {
    schedule: Schedule,
    /// Random bits below this draw a focused swap.
    focus: u64,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    board: Board,
    faulty: Vec<Vec<Cell>>,
    random: Stream,
    cooling: Cooling,
    peak: u32,
}

impl Method for Anneal {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1 << 16;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        let schedule = Schedule {
            hot: params.get("hot")?,
            cold: params.get("cold")?,
            is_adaptive: choice(params, "cooling", &[("geometric", false), ("adaptive", true)])?,
            cycle: params.get("cycle")?,
            growth: params.get("growth")?,
            reheat: params.get("reheat")?,
        };
        if schedule.cold > schedule.hot {
            let Schedule { hot, cold, .. } = schedule;
            let reason = format!("`cold` ({cold}) is above `hot` ({hot}): make it smaller");
            return Err(ParamError::Combination(reason));
        }
        let focus: f64 = params.get("focus")?;
        Ok(Settings { schedule, focus: (focus * 2f64.powi(64)) as u64 })
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
            random,
            cooling: Cooling::new(&settings.schedule),
            peak: 0,
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
            random: saved.random,
            cooling: saved.cooling,
            peak: saved.peak,
        })
    }

    fn save(&self) -> Saved {
        Saved {
            board: self.layout.to_board(),
            faulty: self.faulty.lists().to_vec(),
            random: self.random.clone(),
            cooling: self.cooling.clone(),
            peak: self.peak,
        }
    }

    /// One stage at one temperature.
    fn step(&mut self, notes: &mut Notes) {
        let thresholds = self.cooling.thresholds();
        if notes.evaluations == 0 {
            self.peak = self.layout.score();
            notes.show(&self.layout);
        }
        for evaluation in 0..self.cooling.stage {
            notes.evaluations += 1;
            let drawn = if self.random.bits() < self.settings.focus {
                Moves::focused_swap(&self.layout, &self.faulty, &mut self.random)
            } else {
                self.moves.turning_swap(&self.layout, &mut self.random)
            };
            let Some(drawn) = drawn else { continue };
            let gain = drawn.gain();
            let is_taken = gain >= 0
                || thresholds
                    .get(gain.unsigned_abs() as usize)
                    .is_some_and(|&threshold| self.random.bits() < threshold);
            if is_taken {
                drawn.apply_noting(&mut self.layout, &mut self.faulty);
                if self.layout.score() > self.peak {
                    self.peak = self.layout.score();
                    notes.show(&self.layout);
                    if notes.is_enough() {
                        return;
                    }
                }
            }
            if evaluation % 64 == 0 {
                self.cooling.look(self.layout.score());
            }
        }
        if self.cooling.next_stage(&self.settings.schedule) {
            self.peak = 0;
            notes.restarts += 1;
        }
    }
}
