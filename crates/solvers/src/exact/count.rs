//! `count`: all solutions, counted in three ways.
//!
//! *Labelled* counts boards of numbered pieces, each with its rotation: twins that change places
//! and turns of a symmetric piece make another board. *Distinct* counts what can be told apart by
//! looking. *Unique* counts distinct boards that are turns of one another once.
//!
//! The search lays kinds of pieces, so it meets each distinct board once; the labelled ones follow
//! from it by a factor. If some piece tells the turns of a board apart and there are no hints, the
//! search meets one board of each turn only.

use std::sync::Arc;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::{Board, Puzzle, Sides, Symmetry};
use tilewright_search::{
    Best, BuildError, Counters, Kind, Parameter, SaveError, Solver, SolverInfo, Status, Task, Unit,
    Verdict, state,
};

use super::engine::{Engine, Walker};
use super::lane::{Job, Lane, Next, Tally, run_in_order};
use super::order::{self, CELLS, ORDER, ROWS, TEETH};
use super::solver::{Deepest, End, LANES, share};
use super::tree::{SavedTree, Tree, cut};

const UNIQUE: Parameter = Parameter {
    name: "unique",
    meaning: "count boards that are turns of one another once, too",
    kind: Kind::Flag,
    default: Some("no"),
};
const LIMIT: Parameter = Parameter {
    name: "limit",
    meaning: "stop after so many distinct boards",
    kind: Kind::Integer { min: 1, max: i64::MAX },
    default: None,
};
const KEEP: Parameter = Parameter {
    name: "keep",
    meaning: "hand over every distinct board, or every unique one if those are counted",
    kind: Kind::Flag,
    default: Some("no"),
};

/// The longest share of a lane while boards are kept.
const KEPT_SHARE: u64 = 1 << 10;

/// `count`: not among the solvers, since it does not end at the first solution.
pub static COUNT: SolverInfo = SolverInfo {
    name: "count",
    summary: "exhaustive backtracking that counts all solutions",
    source: "our own",
    takes_start: false,
    unit: Unit::Nodes,
    parameters: &[ORDER, ROWS, TEETH, CELLS, UNIQUE, LIMIT, KEEP],
    build: |task| Ok(Box::new(Count::new(&task)?)),
    restore: |task, saved| Ok(Box::new(Count::restore(&task, saved)?)),
};

/// `count` at work.
struct Count {
    puzzle: Arc<Puzzle>,
    order: String,
    engine: Arc<Engine>,
    tree: Tree,
    wants_unique: bool,
    keeps: bool,
    limit: Option<u64>,
    /// The turns of the board that are no identity, where they are not folded.
    turns: Vec<Symmetry>,
    totals: Totals,
    deepest: Deepest,
    found: Vec<Board>,
    end: Option<End>,
    progress: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Totals {
    nodes: u64,
    distinct: u64,
    unique: u64,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    order: String,
    tree: SavedTree,
    totals: Totals,
    deepest: Deepest,
    found: Vec<Board>,
    end: Option<End>,
}

/// A lane of a round, which ends it once it has found enough boards.
struct Counted<'a> {
    lane: &'a mut Lane,
    share: u64,
    enough: u64,
}

impl Job for Counted<'_> {
    fn begin(&mut self) -> (&mut Lane, u64) {
        (self.lane, self.share)
    }

    fn ends_the_round(&self) -> bool {
        self.lane.tally.reached >= self.enough
    }
}

impl Count {
    fn new(task: &Task) -> Result<Self, BuildError> {
        let puzzle = &task.puzzle;
        let chosen = order::chosen(puzzle, &task.params)?;
        let engine = Arc::new(Engine::new(puzzle, &chosen.cells, true));
        let turns = puzzle.topology().symmetries().into_iter().skip(1).collect();
        let mut count = Self {
            puzzle: Arc::clone(puzzle),
            tree: Tree::new(Arc::clone(&engine), cut(puzzle, &chosen.cells), LANES),
            order: chosen.name,
            wants_unique: task.params.get(UNIQUE.name)?,
            keeps: task.params.get(KEEP.name)?,
            limit: task.params.get(LIMIT.name)?,
            turns,
            totals: Totals::default(),
            deepest: Deepest::new(puzzle, None),
            found: Vec::new(),
            end: None,
            progress: 0.0,
            engine,
        };
        if count.engine.depths() == 0 {
            count.count_the_hints_alone();
        }
        Ok(count)
    }

    fn restore(task: &Task, saved: &[u8]) -> Result<Self, BuildError> {
        let mut count = Self::new(task)?;
        let saved: Saved = state::load(saved)?;
        if saved.order != count.order {
            return Err(BuildError::State("it has another fill order".to_owned()));
        }
        count.tree = count.tree.restore(saved.tree, saved.end.is_some()).ok_or_else(|| {
            BuildError::State("its walks are not in this puzzle's tree".to_owned())
        })?;
        count.totals = saved.totals;
        count.deepest = saved.deepest;
        count.found = saved.found;
        count.end = saved.end;
        count.progress = count.tree.progress();
        Ok(count)
    }

    /// With a hint on every cell there is no tree, and one board at most.
    fn count_the_hints_alone(&mut self) {
        let board = self.deepest.board.clone();
        if Verdict::on(&self.puzzle, &board).is_ok_and(|verdict| verdict.solved) {
            self.totals = Totals { nodes: 0, distinct: 1, unique: 1 };
            if self.keeps {
                self.found.push(board);
            }
        }
        self.finish(End::Exhausted);
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.tree.leave();
    }

    /// One share for every lane.
    fn round(&mut self) {
        self.totals.nodes += self.tree.share_out();
        let mut lanes = std::mem::take(&mut self.tree.lanes);
        // Boards that are kept fill the memory until the end of the slice.
        let longest = if self.keeps { KEPT_SHARE } else { u64::MAX };
        let share = share(self.totals.nodes).min(longest);
        let needs_first = self.totals.distinct == 0;
        let looks_at_turns = self.looks_at_turns();
        let enough = self.room().div_ceil(self.boards_each());
        let visit = |engine: &Engine, walker: &Walker, tally: &mut Tally| {
            let is_first = needs_first && tally.reached == 0;
            tally.reached += 1;
            if looks_at_turns || self.keeps || is_first {
                let board = walker.board(engine);
                let is_least = looks_at_turns && self.is_least_of_its_turns(&board);
                if looks_at_turns {
                    tally.least.push(is_least);
                }
                if is_first {
                    tally.first = Some(board.clone());
                }
                if self.keeps && (is_least || !looks_at_turns) {
                    tally.kept.push(board);
                }
            }
            if tally.reached >= enough { Next::Stop } else { Next::GoOn }
        };
        let counted = |lane| Counted { lane, share, enough };
        let mut jobs: Vec<_> = lanes.iter_mut().map(counted).collect();
        run_in_order(&mut jobs, visit);
        drop(jobs);
        for lane in &mut lanes {
            self.totals.nodes += lane.nodes;
            match lane.tally.first.take() {
                Some(board) if self.totals.distinct == 0 => {
                    self.deepest.replace(&self.puzzle, board, self.engine.depths() as u32);
                }
                _ => self.deepest.look_at(&self.puzzle, lane),
            }
            self.add(&std::mem::take(&mut lane.tally));
            if self.room() == 0 {
                self.finish(End::Solved);
                return;
            }
        }
        self.tree.lanes = lanes;
        self.tree.clear_away();
        if self.tree.is_exhausted() {
            self.finish(End::Exhausted);
        }
    }

    /// Adds what a lane has found, up to the limit.
    fn add(&mut self, tally: &Tally) {
        let (room, each) = (self.room(), self.boards_each());
        let taken = tally.reached.min(room.div_ceil(each));
        let distinct = (taken * each).min(room);
        let unique = match self.is_folded() {
            true => taken,
            false => tally.least.iter().take(taken as usize).filter(|least| **least).count() as u64,
        };
        self.totals.distinct += distinct;
        self.totals.unique += unique;
        if self.wants_unique || !self.is_folded() {
            let wanted = if self.wants_unique { unique } else { distinct };
            self.found.extend(tally.kept.iter().take(wanted as usize).cloned());
        } else {
            let (puzzle, turns) = (&self.puzzle, &self.turns);
            let all_turns = tally.kept.iter().flat_map(|board| {
                let turned = turns.iter().map(move |turn| board.turned(puzzle, turn));
                std::iter::once(board.clone()).chain(turned)
            });
            self.found.extend(all_turns.take(distinct as usize));
        }
    }

    /// How many more distinct boards are wanted.
    fn room(&self) -> u64 {
        self.limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.totals.distinct))
    }

    /// How many distinct boards each board of the search stands for.
    fn boards_each(&self) -> u64 {
        u64::from(self.engine.turns())
    }

    fn is_folded(&self) -> bool {
        self.engine.turns() > 1
    }

    /// Without folding, every board has to be compared with its turns.
    fn looks_at_turns(&self) -> bool {
        self.wants_unique && !self.is_folded()
    }

    /// Whether no turn of a solution is a solution that comes before it. Every set of solutions
    /// that are turns of one another has one such board.
    fn is_least_of_its_turns(&self, board: &Board) -> bool {
        let puzzle = &*self.puzzle;
        let cells = puzzle.topology().cells();
        let looks: Vec<Option<Sides>> = cells.map(|cell| board.sides(puzzle, cell)).collect();
        self.turns.iter().all(|turn| {
            let mut turned = vec![None; looks.len()];
            for (look, goal) in looks.iter().zip(&turn.cells) {
                turned[goal.index()] = look.map(|sides| sides.rotated(turn.rotation));
            }
            turned >= looks || !self.keeps_hints(&turned)
        })
    }

    /// Whether a board that looks so can be laid with all hints in place.
    fn keeps_hints(&self, looks: &[Option<Sides>]) -> bool {
        self.puzzle.hints().iter().filter(|hint| hint.mandatory).all(|hint| {
            let wanted = self.puzzle.piece(hint.piece).map(|sides| sides.rotated(hint.rotation));
            looks.get(hint.cell.index()).is_some_and(|look| *look == wanted)
        })
    }

    /// How many labelled boards look alike: twins may change places, symmetric pieces may turn.
    fn labelled_each(&self) -> BigUint {
        let mut product = BigUint::from(1u32);
        for kind in self.engine.kinds() {
            let turns = kind.sides.count() / kind.sides.period();
            for copies in 1..=kind.free.len() {
                product *= copies * usize::from(turns);
            }
        }
        product
    }
}

/// A whole number for JSON: as a number while it is one everywhere in Rust, else as text, so that
/// no digit is lost.
fn exact_number(number: &BigUint) -> Value {
    match u64::try_from(number) {
        Ok(number) => Value::from(number),
        Err(_) => Value::from(number.to_string()),
    }
}

impl Solver for Count {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.totals.nodes.saturating_add(work);
        while self.end.is_none() && self.totals.nodes < goal {
            self.round();
        }
        self.progress = if self.end == Some(End::Exhausted) { 1.0 } else { self.tree.progress() };
        self.end.map_or(Status::Working, Status::from)
    }

    fn best(&self) -> Option<Best<'_>> {
        Some(Best { board: &self.deepest.board, score: self.deepest.score })
    }

    fn counters(&self) -> Counters {
        Counters {
            nodes: self.totals.nodes,
            evaluations: 0,
            restarts: 0,
            depth: self.deepest.depth,
            progress: Some(self.progress),
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&Saved {
            order: self.order.clone(),
            tree: self.tree.save(),
            totals: self.totals,
            deepest: self.deepest.clone(),
            found: self.found.clone(),
            end: self.end,
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    /// `labelled` is a number if it is below 2^64, else a text of its digits; `unique` is null if
    /// it was not asked for and did not come by itself.
    fn report(&self) -> Map<String, Value> {
        let Totals { distinct, unique, .. } = self.totals;
        let labelled = self.labelled_each() * distinct;
        let knows_unique = self.wants_unique || self.is_folded();
        Map::from_iter(
            [
                ("labelled", exact_number(&labelled)),
                ("distinct", Value::from(distinct)),
                ("unique", if knows_unique { Value::from(unique) } else { Value::Null }),
                ("exhausted", Value::from(self.end == Some(End::Exhausted))),
                ("order", Value::from(self.order.clone())),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        )
    }
}
