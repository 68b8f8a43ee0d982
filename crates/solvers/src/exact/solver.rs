//! `exact`: backtracking until the first solution, or until it is proved that there is none.
//!
//! Two searches go on side by side. [Restarts](super::restarts) with shuffled candidates find
//! solutions fast where there are any; the [tree](super::tree) is searched systematically and never
//! given up, so that a puzzle without solutions is found out. A restart that comes to the end of its
//! tree within its limit proves the same.
//!
//! With a board to start from, its placements are tried first: by the tree all the way, by each
//! restart down to a depth of chance.
//!
//! Boards, node counts and states are the same for every number of threads. Of a round in which a
//! solution is found, the lanes behind the one that found it are not counted, since how far they
//! came is chance; the processor time of a run is therefore a little more than its nodes tell.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::theory::FillOrder;
use tilewright_puzzle::{Board, Puzzle, score};
use tilewright_search::{
    Best, BuildError, Built, Counters, Kind, Parameter, SaveError, Solver, SolverInfo, Status,
    Task, Unit, Verdict, state,
};

use super::engine::{Engine, Walker};
use super::lane::{Job, Lane, Next, Tally, run_in_order};
use super::order::{self, CELLS, ChosenOrder, ORDER, ROWS, TEETH};
use super::restarts::{Attempt, Restarts, SavedAttempt, Source};
use super::tree::{SavedTree, Tree, cut};

/// Lanes of the systematic search beside restarts: a third of the work.
const TREE_LANES: usize = 16;
/// Lanes of the systematic search alone.
pub(super) const LANES: usize = 128;

const RESTARTS: Parameter = Parameter {
    name: "restarts",
    meaning: "begin anew with shuffled candidates, beside the systematic search",
    kind: Kind::Flag,
    default: Some("yes"),
};
const RESTART_NODES: Parameter = Parameter {
    name: "restart_nodes",
    meaning: "nodes before the first restart; the limits are this times the Luby sequence",
    kind: Kind::Integer { min: 1, max: 1_000_000_000_000 },
    default: Some("5000"),
};

/// `exact`: see above.
pub static EXACT: SolverInfo = SolverInfo {
    name: "exact",
    summary: "backtracking with restarts, exhaustive: finds a solution or proves there is none",
    source: "our own; restarts after Luby, Sinclair and Zuckerman (1993)",
    takes_start: true,
    unit: Unit::Nodes,
    parameters: &[ORDER, ROWS, TEETH, CELLS, RESTARTS, RESTART_NODES],
    build: |task| {
        let chosen = order::chosen(&task.puzzle, &task.params)?;
        build(&task, chosen, None)
    },
    restore: |task, saved| {
        let chosen = order::chosen(&task.puzzle, &task.params)?;
        build(&task, chosen, Some(saved))
    },
};

/// `rings`: the same search in one particular order.
pub static RINGS: SolverInfo = SolverInfo {
    name: "rings",
    summary: "exact search ring by ring: the border first, each ring inside the one before it",
    source: "M. Logan, Genetic Algorithm - Eternity II (2008), further work",
    takes_start: true,
    unit: Unit::Nodes,
    parameters: &[RESTARTS, RESTART_NODES],
    build: |task| build(&task, order::named(FillOrder::Rings, task.puzzle.topology()), None),
    restore: |task, saved| {
        build(&task, order::named(FillOrder::Rings, task.puzzle.topology()), Some(saved))
    },
};

fn build(task: &Task, chosen: ChosenOrder, saved: Option<&[u8]>) -> Built {
    let has_restarts: bool = task.params.get(RESTARTS.name)?;
    let base: u64 = task.params.get(RESTART_NODES.name)?;
    let restart_nodes = has_restarts.then_some(base);
    Ok(match saved {
        None => Box::new(Exact::new(task, chosen, restart_nodes)),
        Some(saved) => Box::new(Exact::restore(task, chosen, restart_nodes, saved)?),
    })
}

/// The share of nodes of each lane in a round: short at first, so that easy puzzles and small
/// budgets end soon, then long enough that rounds cost nothing.
pub(super) fn share(nodes: u64) -> u64 {
    (nodes / 256).clamp(1 << 10, 1 << 15)
}

/// The best board of a search: a solution, or the deepest partial board that was seen, unless it was
/// given a better one to start from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Deepest {
    pub board: Board,
    pub score: u32,
    pub depth: u32,
}

impl Deepest {
    pub fn new(puzzle: &Puzzle, start: Option<&Board>) -> Self {
        let board = start.cloned().unwrap_or_else(|| Board::with_hints(puzzle));
        Self { score: score(puzzle, &board), board, depth: 0 }
    }

    /// Looks at where a lane stands.
    pub fn look_at(&mut self, puzzle: &Puzzle, lane: &Lane) {
        let depth = lane.walker.depth() as u32;
        if depth > self.depth {
            self.replace(puzzle, lane.walker.board(&lane.engine), depth);
        }
    }

    /// Deeper boards match more joins, but one that was given may be better than all of them.
    pub fn replace(&mut self, puzzle: &Puzzle, board: Board, depth: u32) {
        let score = score(puzzle, &board);
        self.depth = depth;
        if score >= self.score {
            (self.board, self.score) = (board, score);
        }
    }
}

/// `exact` at work.
struct Exact {
    puzzle: Arc<Puzzle>,
    source: Source,
    target: Option<u32>,
    floor: Option<u32>,
    order: String,
    tree: Tree,
    restarts: Option<Restarts>,
    nodes: u64,
    deepest: Deepest,
    found: Vec<Board>,
    end: Option<End>,
    progress: f64,
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum End {
    Solved,
    Exhausted,
}

impl From<End> for Status {
    fn from(end: End) -> Self {
        match end {
            End::Solved => Self::Solved,
            End::Exhausted => Self::Exhausted,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Saved {
    order: String,
    tree: SavedTree,
    restarts: Option<(u64, Vec<SavedAttempt>)>,
    nodes: u64,
    deepest: Deepest,
    found: Vec<Board>,
    end: Option<End>,
}

/// A lane of a round, of whichever search.
enum Search<'a> {
    Tree { lane: &'a mut Lane, share: u64 },
    Restart { attempt: &'a mut Attempt, source: &'a Source, share: u64 },
}

impl Exact {
    fn new(task: &Task, chosen: ChosenOrder, restart_nodes: Option<u64>) -> Self {
        // The solution near a board may be any of its turns, so that all are visited.
        let fold = task.start.is_none();
        let mut engine = Engine::new(&task.puzzle, &chosen.cells, fold);
        let guide = task.start.as_ref().map(|board| engine.guide(&task.puzzle, board));
        if let Some(guide) = &guide {
            engine.follow(guide, engine.depths());
        }
        let engine = Arc::new(engine);
        let lanes = if restart_nodes.is_some() { TREE_LANES } else { LANES };
        let deepest = Deepest::new(&task.puzzle, task.start.as_ref());
        let is_solved = Verdict::on(&task.puzzle, &deepest.board).is_ok_and(|v| v.solved);
        // With a hint on every cell there is no tree to search.
        let end = match engine.depths() {
            _ if is_solved => Some(End::Solved),
            0 => Some(End::Exhausted),
            _ => None,
        };
        Self {
            puzzle: Arc::clone(&task.puzzle),
            source: Source { engine: Arc::clone(&engine), guide, seed: task.seed },
            target: task.target,
            floor: task.floor,
            tree: Tree::new(engine, cut(&task.puzzle, &chosen.cells), lanes),
            order: chosen.name,
            restarts: restart_nodes.map(Restarts::new),
            nodes: 0,
            deepest,
            found: Vec::new(),
            end,
            progress: 0.0,
        }
    }

    fn restore(
        task: &Task,
        chosen: ChosenOrder,
        restart_nodes: Option<u64>,
        saved: &[u8],
    ) -> Result<Self, BuildError> {
        let saved: Saved = state::load(saved)?;
        let foreign = |what: &str| BuildError::State(what.to_owned());
        if saved.order != chosen.name {
            return Err(foreign("it has another fill order"));
        }
        let mut exact = Self::new(task, chosen, restart_nodes);
        exact.tree = exact
            .tree
            .restore(saved.tree, saved.end.is_some())
            .ok_or_else(|| foreign("its walks are not in this puzzle's tree"))?;
        exact.restarts = match (saved.restarts, restart_nodes) {
            (None, None) => None,
            (Some((begun, attempts)), Some(base)) => {
                let restored = Restarts::restore(&exact.source, base, begun, attempts);
                Some(restored.ok_or_else(|| foreign("its restarts are not of this puzzle"))?)
            }
            _ => return Err(foreign("it was saved with another setting of restarts")),
        };
        exact.nodes = saved.nodes;
        exact.deepest = saved.deepest;
        exact.found = saved.found;
        exact.end = saved.end;
        exact.progress = exact.tree.progress();
        Ok(exact)
    }

    /// One share for every lane.
    fn round(&mut self) {
        self.nodes += self.tree.share_out();
        let share = share(self.nodes);
        let source = &self.source;
        let visit = |engine: &Engine, walker: &Walker, tally: &mut Tally| {
            tally.first = Some(walker.board(engine));
            Next::Stop
        };
        let attempts = self.restarts.iter_mut().flat_map(|restarts| &mut restarts.attempts);
        let restart = |attempt| Search::Restart { attempt, source, share };
        let systematic = self.tree.lanes.iter_mut().map(|lane| Search::Tree { lane, share });
        let mut jobs: Vec<_> = systematic.chain(attempts.map(restart)).collect();
        run_in_order(&mut jobs, visit);
        let last = jobs.iter().position(Search::ends_the_round);
        let counted = last.map_or(jobs.len(), |last| last + 1);
        let before = self.deepest.score;
        let mut ends_solved = false;
        for lane in jobs.iter().take(counted).filter_map(Search::lane) {
            self.nodes += lane.nodes;
            match &lane.tally.first {
                Some(board) => {
                    let depth = source.engine.depths() as u32;
                    self.deepest.replace(&self.puzzle, board.clone(), depth);
                    ends_solved = true;
                }
                None => self.deepest.look_at(&self.puzzle, lane),
            }
        }
        for job in &mut jobs {
            if let Search::Restart { attempt, .. } = job {
                attempt.book();
            }
        }
        drop(jobs);
        if self.deepest.score > before && self.floor.is_some_and(|f| self.deepest.score >= f) {
            self.found.push(self.deepest.board.clone());
        }
        self.tree.clear_away();
        if ends_solved {
            self.finish(End::Solved);
        } else if last.is_some() || self.tree.is_exhausted() {
            self.finish(End::Exhausted);
        } else if let Some(restarts) = &mut self.restarts {
            restarts.renew();
        }
    }

    /// Nothing is left to do, and what other lanes did in the last round is chance.
    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.tree.leave();
        if let Some(restarts) = &mut self.restarts {
            restarts.stop();
        }
    }
}

impl Search<'_> {
    fn lane(&self) -> Option<&Lane> {
        match self {
            Self::Tree { lane, .. } => Some(lane),
            Self::Restart { attempt, .. } => attempt.lane.as_ref(),
        }
    }
}

impl Job for Search<'_> {
    fn begin(&mut self) -> (&mut Lane, u64) {
        match self {
            Self::Tree { lane, share } => (lane, *share),
            Self::Restart { attempt, source, share } => attempt.begin(source, *share),
        }
    }

    /// A solution, or a whole tree without one.
    fn ends_the_round(&self) -> bool {
        let whole = matches!(self, Self::Restart { .. });
        self.lane().is_some_and(|lane| lane.tally.first.is_some() || whole && lane.is_done)
    }
}

impl Solver for Exact {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.nodes.saturating_add(work);
        while self.end.is_none() && self.nodes < goal {
            self.round();
            if self.target.is_some_and(|target| self.deepest.score >= target) {
                break;
            }
        }
        self.progress = if self.end.is_some() { 1.0 } else { self.tree.progress() };
        self.end.map_or(Status::Working, Status::from)
    }

    fn best(&self) -> Option<Best<'_>> {
        Some(Best { board: &self.deepest.board, score: self.deepest.score })
    }

    fn counters(&self) -> Counters {
        Counters {
            nodes: self.nodes,
            evaluations: 0,
            restarts: self.restarts.as_ref().map_or(0, Restarts::count),
            depth: self.deepest.depth,
            progress: Some(self.progress),
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&Saved {
            order: self.order.clone(),
            tree: self.tree.save(),
            restarts: self.restarts.as_ref().map(Restarts::save),
            nodes: self.nodes,
            deepest: self.deepest.clone(),
            found: self.found.clone(),
            end: self.end,
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    fn report(&self) -> Map<String, Value> {
        Map::from_iter([("order".to_owned(), Value::from(self.order.clone()))])
    }
}
