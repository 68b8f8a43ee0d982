//! `greedy` and `growth`, as registered.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::fill::Filler;
use super::path::Path;
use crate::layout::{Ground, Layout};
use crate::settings::choice;
use crate::team::{self, Method, Notes};

const SOURCE: &str = "C. M. D. Söderlind, Design and Analysis of ACO-algorithms for edge-matching \
                      problems (2010), section 5.3";

/// `greedy`: see above.
pub static GREEDY: SolverInfo = SolverInfo {
    name: "greedy",
    summary: "fills the board line by line, each cell with the first piece that matches most; again \
              with the pieces shuffled, and keeps the best board",
    source: SOURCE,
    unit: Unit::Evaluations,
    parameters: &[Parameter {
        name: "order",
        meaning: "which lines: columns (the document) or rows",
        kind: Kind::Choice(&["columns", "rows"]),
        default: Some("columns"),
    }],
    build: |task| team::build::<Constructor<Lines>>(&task),
    restore: |task, saved| team::restore::<Constructor<Lines>>(&task, saved),
};

/// `growth`: see above.
pub static GROWTH: SolverInfo = SolverInfo {
    name: "growth",
    summary: "fills the board outwards from a random cell, each cell with the first piece that \
              matches most; again and again, and keeps the best board",
    source: SOURCE,
    unit: Unit::Evaluations,
    parameters: &[Parameter {
        name: "order",
        meaning: "where to go on: a random neighbour of the last cell, back where there is none \
                  (walk, the document), or a cell with most neighbours laid (outwards)",
        kind: Kind::Choice(&["walk", "outwards"]),
        default: Some("outwards"),
    }],
    build: |task| team::build::<Constructor<Growing>>(&task),
    restore: |task, saved| team::restore::<Constructor<Growing>>(&task, saved),
};

/// Which paths a solver offers.
trait Paths: Send + Sync + 'static {
    const PATHS: &[(&str, Path)];
}

struct Lines;
struct Growing;

impl Paths for Lines {
    const PATHS: &[(&str, Path)] = &[("columns", Path::Columns), ("rows", Path::Rows)];
}

impl Paths for Growing {
    const PATHS: &[(&str, Path)] = &[("walk", Path::Walk), ("outwards", Path::Outwards)];
}

/// Builds boards along a path. The pieces of a start board stay where they are.
struct Constructor<P> {
    path: Path,
    given: Layout,
    layout: Layout,
    filler: Filler,
    random: Stream,
    paths: std::marker::PhantomData<P>,
}

#[derive(Serialize, Deserialize)]
struct Saved(Stream);

impl<P: Paths> Constructor<P> {
    fn new(ground: &Arc<Ground>, path: Path, start: Option<&Board>, random: Stream) -> Self {
        let start = start.and_then(|board| Layout::from_board(ground, board));
        let given = start.unwrap_or_else(|| Layout::new(ground));
        let layout = given.clone();
        let filler = Filler::default();
        Self { path, given, layout, filler, random, paths: std::marker::PhantomData }
    }
}

impl<P: Paths> Method for Constructor<P> {
    type Settings = Path;
    type Saved = Saved;
    const ROUND: u64 = 8;

    fn settings(params: &Params) -> Result<Path, ParamError> {
        choice(params, "order", P::PATHS)
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Path>,
        start: Option<&Board>,
        random: Stream,
    ) -> Self {
        Self::new(ground, **settings, start, random)
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Path>,
        start: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        Some(Self::new(ground, **settings, start, saved.0))
    }

    fn save(&self) -> Saved {
        Saved(self.random.clone())
    }

    fn step(&mut self, notes: &mut Notes) {
        self.layout.copy_from(&self.given);
        self.filler.fill(&mut self.layout, self.path, &mut self.random);
        notes.evaluations += 1;
        notes.show(&self.layout);
    }
}
