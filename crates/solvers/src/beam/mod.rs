//! `beam`: many boards at once, depth by depth, the most promising kept.
//!
//! Pass after pass goes through the same fill order as the hunt, whole rows and then a comb, each
//! pass twice as wide as the one before, up to the memory allowed; then passes of that width go on
//! with other chances. What is kept is a matter of the colours that are left: see [`prospect`].
//! Mismatches are allowed from a depth on, or where nothing else goes on.
//!
//! It gives good boards within seconds and better ones only slowly: where the time is long, the hunt
//! is better.

pub(crate) mod course;
pub(crate) mod crowd;
pub(crate) mod pass;
pub mod prospect;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::{Board, Placement, Puzzle, Rotation, score};
use tilewright_search::{
    Best, BuildError, Built, Counters, Kind, ParamError, Parameter, SaveError, Solver, SolverInfo,
    Status, Task, Unit, state,
};

use self::course::Course;
use self::crowd::{Child, Choice};
use self::pass::Pass;
use crate::exact::plan::Plan;
use crate::hunt::schedule::Comb;

const WIDTH: Parameter = Parameter {
    name: "width",
    meaning: "boards that are kept in the first pass; each pass doubles it",
    kind: Kind::Integer { min: 1, max: 100_000_000 },
    default: Some("1024"),
};
const MEMORY: Parameter = Parameter {
    name: "memory",
    meaning: "MiB that a pass may take, which ends the doubling",
    kind: Kind::Integer { min: 1, max: 1_000_000 },
    default: Some("512"),
};
const COST: Parameter = Parameter {
    name: "cost",
    meaning: "what a mismatch costs, in powers of e of what a board can still become",
    kind: Kind::Real { min: 0.0, max: 100.0 },
    default: Some("8"),
};
const SLIPS_FROM: Parameter = Parameter {
    name: "slips_from",
    meaning: "the part of the board after which mismatches are looked for; before, they are only \
              taken where nothing fits",
    kind: Kind::Real { min: 0.0, max: 1.0 },
    default: Some("0.75"),
};
const NOISE: Parameter = Parameter {
    name: "noise",
    meaning: "chance in what is kept, in the measure of cost",
    kind: Kind::Real { min: 0.0, max: 100.0 },
    default: Some("0.5"),
};
const ROWS: Parameter = Parameter {
    name: "rows",
    meaning: "rows that are filled before the comb; eleven sixteenths of them unless given",
    kind: Kind::Integer { min: 1, max: 1000 },
    default: None,
};

/// `beam`, as registered.
pub static BEAM: SolverInfo = SolverInfo {
    name: "beam",
    summary: "many boards at once, depth by depth, the most promising kept; wider pass by pass",
    source: "our own; prospects after G. Owen's count of solutions",
    takes_start: false,
    unit: Unit::Nodes,
    parameters: &[WIDTH, MEMORY, COST, SLIPS_FROM, NOISE, ROWS],
    build: |task| Ok(Box::new(Beam::new(&task)?)),
    restore: |task, saved| -> Built {
        let mut beam = Beam::new(&task)?;
        beam.restore(state::load(saved)?)?;
        Ok(Box::new(beam))
    },
};

/// A beam at work.
struct Beam {
    puzzle: Arc<Puzzle>,
    plan: Plan,
    course: Course,
    width: usize,
    widest: usize,
    cost: f32,
    noise: f32,
    /// The depth from which mismatches are looked for.
    slips_from: usize,
    seed: u64,
    target: Option<u32>,
    pass: Pass,
    so_far: SoFar,
}

/// What has been done and found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SoFar {
    pass: u32,
    nodes: u64,
    board: Board,
    score: u32,
    /// The best score of each pass, with its width.
    passes: Vec<(u64, u32)>,
}

/// A pass is not saved but gone through again, up to where it was.
#[derive(Serialize, Deserialize)]
struct Saved {
    depth: usize,
    so_far: SoFar,
}

impl Beam {
    fn new(task: &Task) -> Result<Self, BuildError> {
        let puzzle = &task.puzzle;
        let shape = puzzle.shape();
        let rows: Option<u16> = task.params.get(ROWS.name)?;
        let comb = Comb { rows: 0, left: 0, turns: 0 };
        let lines = comb.lines(shape);
        let rows = rows.unwrap_or((lines * 11).div_ceil(16)).min(lines);
        let mut order = Comb { rows, left: lines * 5 / 16, ..comb }.cells(shape);
        if order.is_empty() {
            // Boards that are no squares go cell by cell.
            order = puzzle.topology().cells().collect();
        }
        let plan = Plan::new(puzzle, &order, false);
        if plan.is_contradictory() {
            let why = "its hints contradict each other or the rim".to_owned();
            return Err(BuildError::Param(ParamError::Combination(why)));
        }
        let course = Course::new(puzzle, &plan);
        let depths = plan.depths().len().max(1);
        let memory: u64 = task.params.get(MEMORY.name)?;
        let widest = (memory << 20) / bytes_a_board(&course, depths);
        let first: usize = task.params.get(WIDTH.name)?;
        let slips_from: f64 = task.params.get(SLIPS_FROM.name)?;
        let cost: f64 = task.params.get(COST.name)?;
        let noise: f64 = task.params.get(NOISE.name)?;
        let board = Board::with_hints(puzzle);
        Ok(Self {
            puzzle: Arc::clone(puzzle),
            pass: Pass::start(&course),
            width: first,
            widest: (widest as usize).max(first),
            cost: cost as f32,
            noise: noise as f32,
            slips_from: (slips_from * depths as f64) as usize,
            seed: task.seed,
            target: task.target,
            so_far: SoFar {
                pass: 0,
                nodes: 0,
                score: score(puzzle, &board),
                board,
                passes: Vec::new(),
            },
            plan,
            course,
        })
    }

    fn restore(&mut self, saved: Saved) -> Result<(), BuildError> {
        if saved.depth > self.course.stops.len() {
            return Err(BuildError::State("it is not of this puzzle".to_owned()));
        }
        self.so_far.pass = saved.so_far.pass;
        for _ in 0..saved.depth {
            self.step();
        }
        self.so_far = saved.so_far;
        Ok(())
    }

    /// The width of this pass.
    fn pass_width(&self) -> usize {
        let doubled = self.width.checked_shl(self.so_far.pass.min(40)).unwrap_or(usize::MAX);
        doubled.clamp(1, self.widest)
    }

    /// Goes one depth further, or ends the pass.
    fn step(&mut self) {
        if self.pass.depth() == self.course.stops.len() {
            self.end_pass();
            return;
        }
        let choice = Choice {
            width: self.pass_width(),
            cost: self.cost,
            may_slip: self.pass.depth() >= self.slips_from,
            most_missed: 4,
            noise: (self.noise, self.seed ^ u64::from(self.so_far.pass) << 32),
        };
        let (went_on, weighed) = self.pass.step(&self.course, choice);
        self.so_far.nodes += weighed.max(1);
        if !went_on {
            // Not even mismatches help: the pieces do not go with the rim.
            self.end_pass();
        }
    }

    /// Keeps the best board of a pass and begins the next.
    fn end_pass(&mut self) {
        if let Some(best) = self.pass.best() {
            let board = self.board(best);
            let score = score(&self.puzzle, &board);
            self.so_far.passes.push((self.pass_width() as u64, score));
            if score > self.so_far.score {
                self.so_far.score = score;
                self.so_far.board = board;
            }
        }
        self.so_far.pass += 1;
        self.pass = Pass::start(&self.course);
    }

    /// The board of the crowd with this number.
    fn board(&self, index: usize) -> Board {
        let mut board = self.plan.board(&[]);
        let mut given = vec![0; self.plan.kinds().len()];
        for (stop, candidate) in self.course.stops.iter().zip(self.pass.laid(index)) {
            let Some(candidate) = stop.candidates.get(candidate as usize) else { continue };
            let kind = usize::from(candidate.kind);
            let Some(looks) = self.plan.kinds().get(kind) else { continue };
            let placement = looks.free.get(given[kind]).map(|&(piece, offset)| Placement {
                piece,
                rotation: Rotation((offset.0 + candidate.rotation.0) % looks.sides.count()),
            });
            given[kind] += 1;
            board.set(stop.cell, placement);
        }
        board
    }

    fn is_solved(&self) -> bool {
        self.so_far.score == self.puzzle.max_score()
    }
}

/// What a board takes: twice itself, the children it may have, and its part of the forest, of which
/// less than this is left after a felling.
fn bytes_a_board(course: &Course, depths: usize) -> u64 {
    let board = 8 * course.words + 2 * course.registers + 4 * course.colours + 16;
    let children = 4 * size_of::<Child>();
    (2 * board + children + 8 * depths.min(64)) as u64
}

impl Solver for Beam {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.so_far.nodes.saturating_add(work);
        while self.so_far.nodes < goal && !self.is_solved() {
            self.step();
            if self.target.is_some_and(|target| self.so_far.score >= target) {
                break;
            }
        }
        if self.is_solved() { Status::Solved } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        Some(Best { board: &self.so_far.board, score: self.so_far.score })
    }

    fn counters(&self) -> Counters {
        Counters {
            nodes: self.so_far.nodes,
            evaluations: 0,
            restarts: u64::from(self.so_far.pass),
            depth: self.pass.depth() as u32,
            progress: None,
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&Saved { depth: self.pass.depth(), so_far: self.so_far.clone() })
    }

    fn report(&self) -> Map<String, Value> {
        let passes = self.so_far.passes.iter();
        let passes: Vec<_> =
            passes.map(|(width, score)| serde_json::json!([width, score])).collect();
        Map::from_iter([("passes".to_owned(), Value::from(passes))])
    }
}
