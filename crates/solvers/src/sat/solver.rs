//! The run around a SAT solver: rounds of conflicts, the answer as a board, the state.
//!
//! A SAT solver's memory is too large and too deeply its own to be saved. But it repeats itself
//! exactly, so the state is how many rounds were done; restoring does them again, at the cost of the
//! time they took. What has come to its end is not repeated.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Puzzle, score};
use tilewright_search::{
    Best, BuildError, Counters, SaveError, Solver, Status, Task, state, stream,
};

use super::domains::{Candidate, Domains};
use super::encode::{Encoded, encode};
use super::engine::{Effort, Engine, Outcome};
use super::formula::{Formula, Literal};
use super::settings::Settings;
use super::size::{MOST_LITERALS, estimate};

/// A puzzle given to a SAT solver.
pub struct SatSolver {
    puzzle: Arc<Puzzle>,
    floor: Option<u32>,
    /// The board to search near, with its score: the best one until the puzzle is solved.
    start: Option<(Board, u32)>,
    settings: Settings,
    domains: Domains,
    signs: Vec<Vec<(Candidate, Vec<Literal>)>>,
    size: Size,
    engine: Box<dyn Engine>,
    state: State,
}

struct Size {
    variables: u32,
    clauses: usize,
    literals: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    /// The engine that the rounds were done with.
    engine: String,
    rounds: u64,
    effort: Effort,
    end: Option<End>,
    best: Option<Board>,
    /// Whether the solution waits to be handed over.
    is_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum End {
    Solved,
    Exhausted,
}

impl SatSolver {
    /// Encodes the task's puzzle.
    pub fn new(task: &Task) -> Result<Self, BuildError> {
        let settings = Settings::read(&task.params)?;
        let puzzle = Arc::clone(&task.puzzle);
        let literals = estimate(&puzzle, settings.encoding, settings.at_most_one);
        if literals > MOST_LITERALS {
            return Err(BuildError::Unsuitable(format!(
                "as a formula {} would have up to {literals} literals, more than the {MOST_LITERALS} \
                 that solver `sat` takes: set encoding=turns and at_most_one=product if they are not, \
                 or use `exact` or `hunt`",
                puzzle.shape()
            )));
        }
        let domains = Domains::new(&puzzle);
        let Encoded { mut formula, mut signs } =
            encode(&puzzle, &domains, settings.encoding, settings.at_most_one);
        let names = formula.shuffle(&mut stream(task.seed, 0));
        rename(&mut signs, &names);
        let start = task.start.as_ref();
        let leaning = start
            .map_or_else(Vec::new, |board| formula.following(&said_by(&puzzle, board, &signs)));
        let engine = settings.engine.start(&formula, &leaning).map_err(BuildError::Unsuitable)?;
        let start = start.map(|board| (board.clone(), score(&puzzle, board)));
        let state = State { engine: settings.engine.name().to_owned(), ..State::default() };
        let size = Size::of(&formula);
        let floor = task.floor;
        Ok(Self { puzzle, floor, start, settings, domains, signs, size, engine, state })
    }

    /// Does all rounds of a saved state again, unless it has come to its end.
    pub fn restore(task: &Task, bytes: &[u8]) -> Result<Self, BuildError> {
        let saved: State = state::load(bytes)?;
        let mut solver = Self::new(task)?;
        let wrong = |reason: &str| Err(BuildError::State(reason.to_owned()));
        if saved.engine != solver.state.engine {
            return wrong("it was saved with another engine");
        }
        if let Some(board) = &saved.best
            && (board.cells().len() != solver.domains.cells.len()
                || score(&solver.puzzle, board) != solver.puzzle.max_score())
        {
            return wrong("its board does not solve the puzzle");
        }
        if saved.end.is_some() {
            solver.state = saved;
            return Ok(solver);
        }
        while solver.state.rounds < saved.rounds && solver.state.end.is_none() {
            solver.round();
        }
        if solver.state != saved {
            return wrong("its rounds cannot be repeated: it comes from another version");
        }
        Ok(solver)
    }

    fn round(&mut self) {
        let conflicts = round_length(self.state.rounds, self.state.effort.conflicts);
        let outcome = self.engine.round(conflicts);
        self.state.rounds += 1;
        self.state.effort = self.engine.effort();
        match outcome {
            Outcome::Open => {}
            Outcome::Unsatisfiable => self.state.end = Some(End::Exhausted),
            Outcome::Satisfiable => {
                self.state.end = Some(End::Solved);
                self.state.best = self.solution();
                self.state.is_new = self.state.best.is_some();
            }
        }
    }

    /// The engine's answer as a board. It is scored anew: without a board that solves the puzzle
    /// the executor takes no solver's word for it.
    fn solution(&self) -> Option<Board> {
        let holds = |literal: &Literal| self.engine.holds(literal.variable());
        let chosen = self.signs.iter().map(|signs| {
            let lies = signs.iter().find(|(_, literals)| literals.iter().all(holds));
            lies.map(|&(candidate, _)| candidate)
        });
        let board = self.domains.board(&self.puzzle, &chosen.collect::<Option<Vec<_>>>()?)?;
        (score(&self.puzzle, &board) == self.puzzle.max_score()).then_some(board)
    }

    fn status(&self) -> Status {
        match self.state.end {
            None => Status::Working,
            Some(End::Solved) => Status::Solved,
            Some(End::Exhausted) => Status::Exhausted,
        }
    }
}

impl Size {
    fn of(formula: &Formula) -> Self {
        Self {
            variables: formula.variables(),
            clauses: formula.clause_count(),
            literals: formula.literals(),
        }
    }
}

/// The literals that hold on a board, as far as its pieces may lie where they do.
fn said_by(
    puzzle: &Puzzle,
    board: &Board,
    signs: &[Vec<(Candidate, Vec<Literal>)>],
) -> Vec<Literal> {
    let cells = puzzle.topology().cells().zip(signs);
    let lying = cells.filter_map(|(cell, signs)| {
        let sides = board.sides(puzzle, cell)?;
        signs.iter().find(|(candidate, _)| candidate.sides == sides)
    });
    lying.flat_map(|(_, literals)| literals.iter().copied()).collect()
}

fn rename(signs: &mut [Vec<(Candidate, Vec<Literal>)>], names: &[u32]) {
    for literal in signs.iter_mut().flatten().flat_map(|(_, literals)| literals) {
        if let Some(&name) = names.get(literal.variable() as usize) {
            *literal = Literal::positive(name);
        }
    }
}

/// How many conflicts a round has: Luby's sequence times a hundred, as in MiniSat, but never so many
/// that a run cannot be interrupted: a few thousand, or a small part of what has been done.
fn round_length(round: u64, conflicts_before: u64) -> u64 {
    const UNIT: u64 = 100;
    const ALWAYS_ALLOWED: u64 = 6_400;
    (UNIT * luby(round)).min(ALWAYS_ALLOWED.max(conflicts_before / 64))
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., from 0: each power of two comes after the sequence so far,
/// twice.
fn luby(index: u64) -> u64 {
    let mut position = index + 1;
    loop {
        let whole = position + 1;
        if whole.is_power_of_two() {
            return whole / 2;
        }
        position -= (whole.next_power_of_two() / 2) - 1;
    }
}

impl Solver for SatSolver {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.state.effort.conflicts.saturating_add(work);
        while self.state.end.is_none() && self.state.effort.conflicts < goal {
            self.round();
        }
        self.status()
    }

    fn best(&self) -> Option<Best<'_>> {
        let solution = self.state.best.as_ref().map(|board| (board, self.puzzle.max_score()));
        let start = || self.start.as_ref().map(|(board, score)| (board, *score));
        solution.or_else(start).map(|(board, score)| Best { board, score })
    }

    fn counters(&self) -> Counters {
        Counters {
            nodes: self.state.effort.conflicts,
            restarts: self.state.rounds.saturating_sub(1),
            progress: self.state.end.map(|_| 1.0),
            ..Counters::default()
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&self.state)
    }

    fn take_found(&mut self) -> Vec<Board> {
        let wanted = self.floor.is_some_and(|floor| self.puzzle.max_score() >= floor);
        let is_new = std::mem::take(&mut self.state.is_new);
        self.state.best.iter().filter(|_| wanted && is_new).cloned().collect()
    }

    fn report(&self) -> Map<String, Value> {
        let Effort { conflicts, decisions, propagations } = self.state.effort;
        let report = json!({
            "encoding": self.settings.encoding.name(),
            "at_most_one": self.settings.at_most_one.name(),
            "engine": self.settings.engine.name(),
            "variables": self.size.variables,
            "clauses": self.size.clauses,
            "literals": self.size.literals,
            "conflicts": conflicts,
            "decisions": decisions,
            "propagations": propagations,
        });
        match report {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_follow_lubys_sequence_and_stay_short() {
        let sequence: Vec<_> = (0..15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!(luby((1 << 20) - 2), 1 << 19);
        assert_eq!(round_length((1 << 20) - 2, 0), 6_400);
        assert_eq!(round_length((1 << 20) - 2, 6_400_000), 100_000);
    }
}
