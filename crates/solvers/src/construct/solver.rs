//! `greedy` and `growth`, as registered.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::fill::Filler;
use super::lines::Lines;
use super::path::Path;
use crate::layout::{Ground, Layout};
use crate::settings::choice;
use crate::team::{self, Method, Notes};

/// `greedy`: see above.
pub static GREEDY: SolverInfo = SolverInfo {
    name: "greedy",
    summary: "fills the board line by line, each cell with a piece that matches most; again in \
              another random order, and keeps the best board",
    source: "C. M. D. Söderlind, Design and Analysis of ACO-algorithms for edge-matching problems \
             (2010), section 5.3 (its own: keep=no); keep after Ruiz and Stützle 2007, iterated greedy",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "order",
            meaning: "which lines: columns (the document) or rows",
            kind: Kind::Choice(&["columns", "rows"]),
            default: Some("columns"),
        },
        Parameter {
            name: "keep",
            meaning: "build on a random first part of the best board rather than from nothing",
            kind: Kind::Flag,
            default: Some("yes"),
        },
        Parameter {
            name: "patience",
            meaning: "boards without a better one before the best board is forgotten; 0: never",
            kind: Kind::Integer { min: 0, max: i64::MAX },
            default: Some("10000"),
        },
    ],
    build: |task| team::build::<Greedy>(&task),
    restore: |task, saved| team::restore::<Greedy>(&task, saved),
};

/// `growth`: see above.
pub static GROWTH: SolverInfo = SolverInfo {
    name: "growth",
    summary: "fills the board outwards from a random cell, each cell with the first piece that \
              matches most; again and again, and keeps the best board",
    source: "C. M. D. Söderlind, Design and Analysis of ACO-algorithms for edge-matching problems \
             (2010), section 5.3 (its own: order=walk)",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[Parameter {
        name: "order",
        meaning: "where to go on: a random neighbour of the last cell, back where there is none \
                  (walk, the document), or a cell with most neighbours laid (outwards)",
        kind: Kind::Choice(&["walk", "outwards"]),
        default: Some("outwards"),
    }],
    build: |task| team::build::<Growth>(&task),
    restore: |task, saved| team::restore::<Growth>(&task, saved),
};

/// What a start board leaves to be filled: its pieces stay where they are.
fn given(ground: &Arc<Ground>, start: Option<&Board>) -> Layout {
    let start = start.and_then(|board| Layout::from_board(ground, board));
    start.unwrap_or_else(|| Layout::new(ground))
}

struct GreedySettings {
    path: Path,
    keep: bool,
    patience: u64,
}

struct Greedy {
    settings: Arc<GreedySettings>,
    given: Layout,
    lines: Lines,
    layout: Layout,
    /// The board that is built on, if there is one.
    kept: Option<Layout>,
    random: Stream,
    waited: u64,
}

#[derive(Serialize, Deserialize)]
struct SavedGreedy {
    kept: Option<Board>,
    random: Stream,
    waited: u64,
}

impl Greedy {
    fn new(
        ground: &Arc<Ground>,
        settings: &Arc<GreedySettings>,
        start: Option<&Board>,
        random: Stream,
    ) -> Self {
        let given = given(ground, start);
        Self {
            settings: Arc::clone(settings),
            lines: Lines::new(&given, settings.path),
            layout: given.clone(),
            given,
            kept: None,
            random,
            waited: 0,
        }
    }
}

impl Method for Greedy {
    type Settings = GreedySettings;
    type Saved = SavedGreedy;
    const ROUND: u64 = 32;

    fn settings(params: &Params) -> Result<GreedySettings, ParamError> {
        Ok(GreedySettings {
            path: choice(params, "order", &[("columns", Path::Columns), ("rows", Path::Rows)])?,
            keep: params.get("keep")?,
            patience: params.get("patience")?,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<GreedySettings>,
        start: Option<&Board>,
        random: Stream,
    ) -> Self {
        Self::new(ground, settings, start, random)
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<GreedySettings>,
        start: Option<&Board>,
        saved: SavedGreedy,
    ) -> Option<Self> {
        let mut greedy = Self::new(ground, settings, start, saved.random);
        greedy.kept = match saved.kept {
            Some(board) => Some(Layout::from_board(ground, &board)?),
            None => None,
        };
        greedy.waited = saved.waited;
        Some(greedy)
    }

    fn save(&self) -> SavedGreedy {
        SavedGreedy {
            kept: self.kept.as_ref().map(Layout::to_board),
            random: self.random.clone(),
            waited: self.waited,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        let mut from = 0;
        match &self.kept {
            Some(kept) => {
                from = self.random.index(self.lines.order().len());
                self.layout.copy_from(kept);
                for &cell in &self.lines.order()[from..] {
                    self.layout.lift(cell);
                }
            }
            None => self.layout.copy_from(&self.given),
        }
        self.lines.fill(&mut self.layout, from, &mut self.random);
        notes.evaluations += 1;
        notes.show(&self.layout);
        if !self.settings.keep {
            return;
        }
        self.waited += 1;
        let score = self.layout.score();
        match &mut self.kept {
            Some(kept) if score < kept.score() => {}
            Some(kept) => {
                if score > kept.score() {
                    self.waited = 0;
                }
                kept.copy_from(&self.layout);
            }
            None => self.kept = Some(self.layout.clone()),
        }
        if self.settings.patience > 0 && self.waited >= self.settings.patience {
            self.kept = None;
            self.waited = 0;
            notes.restarts += 1;
        }
    }
}

struct Growth {
    path: Path,
    given: Layout,
    layout: Layout,
    filler: Filler,
    random: Stream,
}

impl Method for Growth {
    type Settings = Path;
    type Saved = Stream;
    const ROUND: u64 = 8;

    fn settings(params: &Params) -> Result<Path, ParamError> {
        choice(params, "order", &[("walk", Path::Walk), ("outwards", Path::Outwards)])
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Path>,
        start: Option<&Board>,
        random: Stream,
    ) -> Self {
        let given = given(ground, start);
        let layout = given.clone();
        Self { path: **settings, given, layout, filler: Filler::default(), random }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Path>,
        start: Option<&Board>,
        saved: Stream,
    ) -> Option<Self> {
        Some(Self::begin(ground, settings, start, saved))
    }

    fn save(&self) -> Stream {
        self.random.clone()
    }

    fn step(&mut self, notes: &mut Notes) {
        self.layout.copy_from(&self.given);
        self.filler.fill(&mut self.layout, self.path, &mut self.random);
        notes.evaluations += 1;
        notes.show(&self.layout);
    }
}
