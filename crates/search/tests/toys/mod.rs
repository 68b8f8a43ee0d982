//! Small solvers that show every side of the contract, and one that breaks it.

#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::{
    Board, PieceId, Placement, Puzzle, PuzzleParts, Rotation, Shape, Sides, score,
};
use tilewright_search::{
    Best, BuildError, Built, Counters, Kind, Parameter, Registry, RunSpec, SaveError, Solver,
    SolverInfo, Status, Stream, Task, Unit, state, stream,
};

pub fn registry() -> Registry {
    Registry::new(vec![&RANDOM, &COUNTDOWN, &LIAR])
}

/// A 3x3 board without rim. Two colours make good boards common; one piece that matches nothing
/// makes solutions impossible, so that runs end when they are told to.
pub fn puzzle() -> Arc<Puzzle> {
    let mut stream = stream(11, 0);
    let mut colour = || 1 + stream.below(2) as u16;
    let mut side = |_| Sides::square([colour(), colour(), colour(), colour()]);
    let mut pieces: Vec<_> = (0..8).map(&mut side).collect();
    pieces.push(Sides::square([9; 4]));
    let mut parts = PuzzleParts::new("toy", Shape::square(3, 3), pieces);
    parts.rim = None;
    Arc::new(Puzzle::new(parts).unwrap())
}

pub fn spec(solver: &str) -> RunSpec {
    RunSpec { threads: 1, seed: 5, ..RunSpec::new("toy", solver) }
}

fn built<S: Solver + 'static>(solver: S) -> Built {
    Ok(Box::new(solver))
}

/// Random boards, a fixed number of them at a time.
pub const RANDOM: SolverInfo = SolverInfo {
    name: "random",
    summary: "random boards",
    source: "a toy",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[Parameter {
        name: "quantum",
        meaning: "boards between two boundaries",
        kind: Kind::Integer { min: 1, max: 100 },
        default: Some("1"),
    }],
    build: |task| {
        let state = RandomState {
            stream: stream(task.seed, 0),
            counters: Counters::default(),
            best: task.start.as_ref().map(|board| (board.clone(), score(&task.puzzle, board))),
            solved: false,
        };
        built(Random { quantum: task.params.get("quantum")?, found: Vec::new(), task, state })
    },
    restore: |task, bytes| {
        let state = state::load(bytes)?;
        built(Random { quantum: task.params.get("quantum")?, found: Vec::new(), task, state })
    },
};

struct Random {
    task: Task,
    quantum: u64,
    found: Vec<Board>,
    state: RandomState,
}

#[derive(Serialize, Deserialize)]
struct RandomState {
    stream: Stream,
    counters: Counters,
    best: Option<(Board, u32)>,
    solved: bool,
}

impl Random {
    fn is_enough(&self) -> bool {
        let best = self.state.best.as_ref().map(|(_, score)| *score);
        self.state.solved || self.task.target.is_some_and(|target| best >= Some(target))
    }

    fn step(&mut self) {
        let puzzle = &self.task.puzzle;
        let random = &mut self.state.stream;
        let mut pieces: Vec<_> = puzzle.piece_ids().collect();
        random.shuffle(&mut pieces);
        let place = |piece| Some(Placement { piece, rotation: Rotation(random.below(4) as u8) });
        let board = Board::from_cells(pieces.into_iter().map(place).collect());
        let score = score(puzzle, &board);
        self.state.counters.evaluations += 1;
        self.state.solved |= score == puzzle.max_score();
        if self.task.floor.is_some_and(|floor| score >= floor) {
            self.found.push(board.clone());
        }
        if self.state.best.as_ref().is_none_or(|(_, best)| score > *best) {
            self.state.best = Some((board, score));
        }
    }
}

impl Solver for Random {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.state.counters.evaluations.saturating_add(work);
        while !self.is_enough() {
            let done = self.state.counters.evaluations;
            if done >= goal && done.is_multiple_of(self.quantum) {
                break;
            }
            self.step();
        }
        if self.state.solved { Status::Solved } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        self.state.best.as_ref().map(|(board, score)| Best { board, score: *score })
    }

    fn counters(&self) -> Counters {
        self.state.counters
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&self.state)
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    fn report(&self) -> Map<String, Value> {
        [("toy".to_owned(), Value::Bool(true))].into_iter().collect()
    }
}

/// Counts up to a number and then has searched everything; never has a board.
pub static COUNTDOWN: SolverInfo = SolverInfo {
    name: "countdown",
    summary: "nothing, for a while",
    source: "a toy",
    takes_start: false,
    unit: Unit::Nodes,
    parameters: &[Parameter {
        name: "length",
        meaning: "nodes to the end",
        kind: Kind::Integer { min: 0, max: i64::MAX },
        default: Some("1000"),
    }],
    build: |task| built(Countdown { done: 0, length: task.params.get("length")? }),
    restore: |task, bytes| {
        let (done, length): (u64, u64) = (state::load(bytes)?, task.params.get("length")?);
        if done > length {
            return Err(BuildError::State("it is behind its end".to_owned()));
        }
        built(Countdown { done, length })
    },
};

struct Countdown {
    done: u64,
    length: u64,
}

impl Solver for Countdown {
    fn advance(&mut self, work: u64) -> Status {
        self.done = self.done.saturating_add(work).min(self.length);
        if self.done == self.length { Status::Exhausted } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        None
    }

    fn counters(&self) -> Counters {
        let progress = Some(self.done as f64 / self.length.max(1) as f64);
        Counters { nodes: self.done, progress, ..Counters::default() }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&self.done)
    }
}

/// Tells the truth about nothing.
pub static LIAR: SolverInfo = SolverInfo {
    name: "liar",
    summary: "lies",
    source: "a toy",
    takes_start: false,
    unit: Unit::Nodes,
    parameters: &[Parameter {
        name: "lie",
        meaning: "what about",
        kind: Kind::Choice(&["score", "twice", "foreign", "cells", "solved", "found"]),
        default: Some("score"),
    }],
    build: |task| {
        let lie: String = task.params.get("lie")?;
        let cells = task.puzzle.topology().cell_count();
        let place = |piece| Some(Placement { piece: PieceId(piece), rotation: Rotation(0) });
        let mut board = Board::empty(&task.puzzle);
        match lie.as_str() {
            "twice" | "found" => board = Board::from_cells(vec![place(0); cells]),
            "foreign" => board = Board::from_cells(vec![place(500); cells]),
            "cells" => board = Board::from_cells(vec![None; cells + 1]),
            _ => {}
        }
        built(Liar { lie, board })
    },
    restore: |_, _| Err(BuildError::State("liars remember nothing".to_owned())),
};

struct Liar {
    lie: String,
    board: Board,
}

impl Solver for Liar {
    fn advance(&mut self, _: u64) -> Status {
        if self.lie == "solved" { Status::Solved } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        let score = if self.lie == "score" { 12 } else { 0 };
        (self.lie != "found").then_some(Best { board: &self.board, score })
    }

    fn counters(&self) -> Counters {
        Counters::default()
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        Err(SaveError("liars remember nothing".to_owned()))
    }

    fn take_found(&mut self) -> Vec<Board> {
        if self.lie == "found" { vec![self.board.clone()] } else { Vec::new() }
    }
}
