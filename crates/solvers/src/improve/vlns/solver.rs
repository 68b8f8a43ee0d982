//! `vlns`, as registered: its settings and its loop.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Cell};
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::adapt::{KINDS, Merits};
use super::neighbourhoods::{Neighbourhoods, Outcome};
use super::origin::{Maker, Origin, Progress};
use crate::construct::fill::Filler;
use crate::construct::path::Path;
use crate::improve::faulty::Faulty;
use crate::improve::moves::Moves;
use crate::improve::start;
use crate::layout::{Ground, Layout};
use crate::settings::choice;
use crate::team::{self, Method, Notes};

/// `vlns`, as registered.
pub static VLNS: SolverInfo = SolverInfo {
    name: "vlns",
    summary: "very large neighbourhoods: cells that do not touch re-assigned, windows and the \
              surroundings of mismatches refilled, each as well as possible; improves any board",
    source: "P. Schaus and Y. Deville, Hybridization of CP and VLNS for Eternity II (2008); windows, \
             repairs and the start with mismatches are our own",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "origin",
            meaning: "the first board, unless one is given: depth first with a few mismatches (scan), \
                      or without any around relaxed cells of one chessboard colour, which are then \
                      assigned (relaxed, the paper), or greedy",
            kind: Kind::Choice(&["scan", "relaxed", "greedy"]),
            default: Some("scan"),
        },
        Parameter {
            name: "origin_work",
            meaning: "evaluations spent on first boards, of which the best is improved",
            kind: Kind::Integer { min: 1, max: i64::MAX },
            default: Some("1000000000"),
        },
        Parameter {
            name: "origin_nodes",
            meaning: "nodes of one depth-first search before the next begins in another order",
            kind: Kind::Integer { min: 1000, max: 1_000_000_000_000 },
            default: Some("3000000"),
        },
        Parameter {
            name: "cells",
            meaning: "cells that are re-assigned at once (the paper: 16)",
            kind: Kind::Integer { min: 2, max: Neighbourhoods::MOST_ASSIGNED as i64 },
            default: Some("16"),
        },
        Parameter {
            name: "tenure",
            meaning: "re-assignments for which a cell is left alone after one",
            kind: Kind::Integer { min: 0, max: 1_000_000 },
            default: Some("2"),
        },
        Parameter {
            name: "window",
            meaning: "the larger side of windows",
            kind: Kind::Integer { min: 1, max: 5 },
            default: Some("4"),
        },
        Parameter {
            name: "repair",
            meaning: "cells that are refilled around mismatches",
            kind: Kind::Integer { min: 2, max: 20 },
            default: Some("10"),
        },
        Parameter {
            name: "nodes",
            meaning: "nodes of one refill, after which its best so far is taken",
            kind: Kind::Integer { min: 10, max: 1_000_000_000 },
            default: Some("3000"),
        },
        Parameter {
            name: "descent",
            meaning: "how far below the best board the search may go",
            kind: Kind::Integer { min: 0, max: 1000 },
            default: Some("3"),
        },
        Parameter {
            name: "patience",
            meaning: "evaluations without a better board before the search begins anew, from a new \
                      first board, or from the given one; 0: never",
            kind: Kind::Integer { min: 0, max: i64::MAX },
            default: Some("300000000"),
        },
    ],
    build: |task| team::build::<Vlns>(&task),
    restore: |task, saved| team::restore::<Vlns>(&task, saved),
};

#[derive(Debug)]
pub(super) struct Settings {
    origin: Origin,
    origin_work: u64,
    origin_nodes: u64,
    cells: usize,
    tenure: u64,
    window: u16,
    repair: usize,
    nodes: u64,
    descent: u32,
    patience: u64,
}

/// What the neighbourhoods are called, in the order of their numbers.
const NAMES: [&str; KINDS] = ["assignment", "window", "repair"];

/// How many evaluations the search stays on a plateau before it takes a step down.
const PLATEAU: u64 = 2_000_000;

pub(super) struct Vlns {
    settings: Arc<Settings>,
    maker: Maker,
    /// The board to begin with, if one was given.
    given: Option<Layout>,
    neighbourhoods: Neighbourhoods,
    moves: Moves,
    layout: Layout,
    faulty: Faulty,
    /// The best board since the last beginning.
    peak: Layout,
    random: Stream,
    state: State,
}

/// The small part of what is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    /// What is left of the work on first boards.
    origin_left: u64,
    merits: Merits,
    /// Evaluations since the last better board, and since the last better board or step down.
    waited: u64,
    on_plateau: u64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    given: Option<Board>,
    board: Board,
    peak: Board,
    faulty: Vec<Vec<Cell>>,
    memory: (u64, Vec<u64>),
    progress: Progress,
    random: Stream,
    state: State,
}

impl Vlns {
    /// Another first board; the best of them is where improvement starts.
    fn make(&mut self, notes: &mut Notes) {
        let ground = Arc::clone(self.layout.ground());
        let (made, work) = self.maker.make(&mut self.neighbourhoods, &ground, &mut self.random);
        notes.evaluations += work.max(1);
        notes.show(&made);
        if made.score() > self.peak.score() || self.peak.is_empty(Cell(0)) {
            self.peak.copy_from(&made);
        }
        self.state.origin_left = self.state.origin_left.saturating_sub(work.max(1));
        if self.state.origin_left == 0 {
            self.go_to_peak();
        }
    }

    fn go_to_peak(&mut self) {
        self.layout.copy_from(&self.peak);
        self.faulty.look_at_all(&self.layout);
        self.state.on_plateau = 0;
    }

    fn improve(&mut self, notes: &mut Notes) {
        let kind = self.state.merits.draw(&mut self.random);
        let outcome = self.search(kind);
        for &cell in self.neighbourhoods.touched() {
            self.faulty.after(&self.layout, cell);
        }
        let work = outcome.work.max(1);
        notes.evaluations += work;
        self.state.waited += work;
        self.state.on_plateau += work;
        let gain = self.layout.score().saturating_sub(self.peak.score());
        self.state.merits.learn(kind, gain, work);
        if gain > 0 {
            self.peak.copy_from(&self.layout);
            notes.show(&self.layout);
            (self.state.waited, self.state.on_plateau) = (0, 0);
        } else if self.settings.patience > 0 && self.state.waited >= self.settings.patience {
            self.begin_anew();
            notes.restarts += 1;
        } else if self.state.on_plateau >= PLATEAU {
            self.step_down();
        }
    }

    fn search(&mut self, kind: usize) -> Outcome {
        let Settings { cells, tenure, window, repair, nodes, .. } = *self.settings;
        let (layout, faulty, random) = (&mut self.layout, &self.faulty, &mut self.random);
        match kind {
            0 => self.neighbourhoods.assign_some(layout, faulty, (cells, tenure), random),
            1 => {
                let size = (window, window.saturating_sub(1).max(1));
                self.neighbourhoods.refill_window(layout, faulty, size, nodes, random)
            }
            _ => {
                let sites = 2 + random.index(3);
                self.neighbourhoods.repair(layout, faulty, (sites, repair), nodes, random)
            }
        }
    }

    /// A swap that costs something, from the best board if this one is too far below it.
    fn step_down(&mut self) {
        let least = self.peak.score().saturating_sub(self.settings.descent);
        if self.layout.score() <= least {
            self.go_to_peak();
        }
        for _ in 0..10_000 {
            let drawn = Moves::focused_swap(&self.layout, &self.faulty, &mut self.random)
                .or_else(|| self.moves.turning_swap(&self.layout, &mut self.random));
            let Some(drawn) = drawn else { break };
            let score = self.layout.score() as i32 + drawn.gain();
            if drawn.gain() < 0 && score >= least as i32 {
                drawn.apply_noting(&mut self.layout, &mut self.faulty);
                break;
            }
        }
        self.state.on_plateau = 0;
    }

    fn begin_anew(&mut self) {
        self.state.waited = 0;
        match &self.given {
            Some(given) => {
                self.peak.copy_from(given);
                self.go_to_peak();
            }
            None => {
                self.peak.copy_from(&Layout::new(self.layout.ground()));
                self.state.origin_left = self.settings.origin_work;
            }
        }
    }
}

impl Method for Vlns {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1 << 14;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        let origins =
            [("scan", Origin::Scan), ("relaxed", Origin::Relaxed), ("greedy", Origin::Greedy)];
        Ok(Settings {
            origin: choice(params, "origin", &origins)?,
            origin_work: params.get("origin_work")?,
            origin_nodes: params.get("origin_nodes")?,
            cells: params.get("cells")?,
            tenure: params.get("tenure")?,
            window: params.get("window")?,
            repair: params.get("repair")?,
            nodes: params.get("nodes")?,
            descent: params.get("descent")?,
            patience: params.get("patience")?,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        start: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let given = start.map(|board| start::begin(ground, Some(board), &mut random));
        let layout = given.clone().unwrap_or_else(|| {
            let mut layout = Layout::new(ground);
            Filler::default().fill(&mut layout, Path::Columns, &mut random);
            layout
        });
        let origin_left = if given.is_some() { 0 } else { settings.origin_work };
        Self {
            settings: Arc::clone(settings),
            maker: Maker::new(ground, settings.origin, settings.origin_nodes, None),
            given,
            neighbourhoods: Neighbourhoods::new(ground),
            moves: Moves::new(ground),
            faulty: Faulty::new(&layout),
            peak: layout.clone(),
            layout,
            random,
            state: State { origin_left, merits: Merits::new(), waited: 0, on_plateau: 0 },
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
        let mut neighbourhoods = Neighbourhoods::new(ground);
        neighbourhoods.remember(saved.memory)?;
        let given = match saved.given {
            Some(board) => Some(Layout::from_board(ground, &board)?),
            None => None,
        };
        let (origin, nodes) = (settings.origin, settings.origin_nodes);
        Some(Self {
            settings: Arc::clone(settings),
            maker: Maker::new(ground, origin, nodes, Some(saved.progress)),
            given,
            neighbourhoods,
            moves: Moves::new(ground),
            faulty,
            peak: Layout::from_board(ground, &saved.peak)?,
            layout,
            random: saved.random,
            state: saved.state,
        })
    }

    fn save(&self) -> Saved {
        Saved {
            given: self.given.as_ref().map(Layout::to_board),
            board: self.layout.to_board(),
            peak: self.peak.to_board(),
            faulty: self.faulty.lists().to_vec(),
            memory: self.neighbourhoods.memory(),
            progress: self.maker.progress().clone(),
            random: self.random.clone(),
            state: self.state.clone(),
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if notes.evaluations == 0 {
            notes.show(&self.layout);
        }
        if self.state.origin_left > 0 {
            self.make(notes);
        } else {
            self.improve(notes);
        }
    }

    /// Joins gained by each neighbourhood.
    fn report(&self) -> Map<String, Value> {
        let gains = NAMES.into_iter().zip(self.state.merits.totals());
        let gains: Map<_, _> = gains.map(|(name, gain)| (name.to_owned(), json!(gain))).collect();
        Map::from_iter([("gained_by".to_owned(), Value::Object(gains))])
    }
}
