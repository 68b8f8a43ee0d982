//! `hunt` at work: crews of hunters, the bound they share, and the ladder of what they found.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Puzzle, score};
use tilewright_search::{
    Best, BuildError, Built, Counters, Kind, ParamError, Parameter, Params, SaveError, Solver,
    SolverInfo, Status, Task, Unit, state,
};

use super::crew::{Brief, Crew, Haul, SavedCrew};
use super::fit::{Fit, Wishes};
use super::schedule::Schedule;

/// Nodes of each hunter in a round.
const ROUND: u64 = 1 << 18;
/// Joins that the first board may miss in its last cells.
const FINISH_SLACK: u32 = 9;
/// Distinct boards that are remembered for the ladder, for each score.
const REMEMBERED: usize = 1 << 20;

const ROWS: Parameter = Parameter {
    name: "rows",
    meaning: "rows that are filled row by row before the comb; fitted unless given",
    kind: Kind::Integer { min: 1, max: 22 },
    default: None,
};
const LEFT: Parameter = Parameter {
    name: "left",
    meaning: "columns of the comb that go row by row before the others; fitted unless given",
    kind: Kind::Integer { min: 0, max: 22 },
    default: None,
};
const TURNS: Parameter = Parameter {
    name: "turns",
    meaning: "quarter turns of the order, clockwise; fitted unless given",
    kind: Kind::Integer { min: 0, max: 3 },
    default: None,
};
const COLOURS: Parameter = Parameter {
    name: "colours",
    meaning: "colours to use up first, as numbers with commas; fitted unless given",
    kind: Kind::Text,
    default: None,
};
const TIGHTNESS: Parameter = Parameter {
    name: "tightness",
    meaning: "factor of the quota; fitted unless given",
    kind: Kind::Real { min: 0.0, max: 2.0 },
    default: None,
};
const SLIPS: Parameter = Parameter {
    name: "slips",
    meaning: "depths from which one more slip is allowed, with commas; fitted unless given",
    kind: Kind::Text,
    default: None,
};
const FINISH: Parameter = Parameter {
    name: "finish",
    meaning: "how many cells are finished exactly; fitted unless given",
    kind: Kind::Integer { min: 1, max: 16 },
    default: None,
};
const RESTART_NODES: Parameter = Parameter {
    name: "restart_nodes",
    meaning: "nodes before a search begins anew; fitted unless given",
    kind: Kind::Integer { min: 1_000_000, max: 1_000_000_000_000 },
    default: None,
};
const CREWS: Parameter = Parameter {
    name: "crews",
    meaning: "crews of hunters; one for each thread unless given. The boards depend on it",
    kind: Kind::Integer { min: 1, max: 1024 },
    default: None,
};

/// `hunt`: see above.
pub static HUNT: SolverInfo = SolverInfo {
    name: "hunt",
    summary: "depth-first search with a quota and slips for high scores, finished exactly",
    source: "after L. Verhaard (2008) and J. Blackwood (2020)",
    unit: Unit::Nodes,
    parameters: &[ROWS, LEFT, TURNS, COLOURS, TIGHTNESS, SLIPS, FINISH, RESTART_NODES, CREWS],
    build: |task| build(&task, None),
    restore: |task, saved| build(&task, Some(saved)),
};

fn build(task: &Task, saved: Option<&[u8]>) -> Built {
    let unfit = || {
        let why = "hunt needs a square board of at most 509 cells to fill and 31 colours, and slips \
                   in ascending order";
        BuildError::Param(ParamError::Combination(why.to_owned()))
    };
    let fit = Fit::new(&task.puzzle, &wishes(&task.params)?).ok_or_else(unfit)?;
    if let Some(hunt) = Hunt::<1>::new(task, &fit, saved)? {
        return Ok(Box::new(hunt));
    }
    let hunt = Hunt::<2>::new(task, &fit, saved)?.ok_or_else(unfit)?;
    Ok(Box::new(hunt))
}

/// What the parameters leave to be fitted, and what they do not.
pub fn wishes(params: &Params) -> Result<Wishes, ParamError> {
    let turns: Option<u16> = params.get(TURNS.name)?;
    Ok(Wishes {
        rows: params.get(ROWS.name)?,
        left: params.get(LEFT.name)?,
        turns: turns.map(|turns| turns as u8),
        colours: numbers(params, COLOURS.name)?,
        tightness: params.get(TIGHTNESS.name)?,
        slips: numbers(params, SLIPS.name)?,
        finish: params.get(FINISH.name)?,
        restart_nodes: params.get(RESTART_NODES.name)?,
    })
}

fn numbers(params: &Params, name: &str) -> Result<Option<Vec<u16>>, ParamError> {
    let text: Option<String> = params.get(name)?;
    let Some(text) = text else { return Ok(None) };
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let wrong = || format!("{name}: `{word}` is no number; write them as 1,2,3");
        word.parse().map_err(|_| ParamError::Combination(wrong()))
    });
    numbers.collect::<Result<_, _>>().map(Some)
}

/// A hunt.
struct Hunt<const H: usize> {
    puzzle: Arc<Puzzle>,
    fit: Fit,
    brief: Arc<Brief<H>>,
    crews: Vec<Crew<H>>,
    target: Option<u32>,
    floor: Option<u32>,
    found: Vec<Board>,
    so_far: SoFar,
    seen: BTreeMap<u32, HashSet<u64>>,
}

/// What has been found and done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SoFar {
    board: Board,
    score: u32,
    nodes: u64,
    finishes: u64,
    finish_nodes: u64,
    restarts: u64,
    depth: u32,
    /// Boards found for each score.
    ladder: BTreeMap<u32, u64>,
    /// How often a hunter was seen at each level.
    levels: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    schedule: Schedule,
    crews: Vec<SavedCrew>,
    so_far: SoFar,
    found: Vec<Board>,
}

impl<const H: usize> Hunt<H> {
    fn new(task: &Task, fit: &Fit, saved: Option<&[u8]>) -> Result<Option<Self>, BuildError> {
        let brief = Brief::<H>::new(&task.puzzle, fit.schedule.clone(), task.seed);
        let Some(brief) = brief else {
            return Ok(None);
        };
        let brief = Arc::new(brief);
        let crews: Option<usize> = task.params.get(CREWS.name)?;
        let crews = crews.unwrap_or(task.threads).max(1) as u64;
        let board = Board::with_hints(&task.puzzle);
        let mut hunt = Self {
            puzzle: Arc::clone(&task.puzzle),
            crews: (0..crews).map(|number| Crew::new(&brief, number)).collect(),
            target: task.target,
            floor: task.floor,
            found: Vec::new(),
            so_far: SoFar {
                score: score(&task.puzzle, &board),
                board,
                nodes: 0,
                finishes: 0,
                finish_nodes: 0,
                restarts: 0,
                depth: 0,
                ladder: BTreeMap::new(),
                levels: Vec::new(),
            },
            seen: BTreeMap::new(),
            fit: fit.clone(),
            brief,
        };
        if let Some(saved) = saved {
            let saved: Saved = state::load(saved)?;
            if saved.schedule != hunt.brief.schedule {
                return Err(BuildError::State("it was saved with another schedule".to_owned()));
            }
            let foreign = || BuildError::State("its searches are not of this puzzle".to_owned());
            let crews = saved.crews.into_iter().enumerate();
            let crews =
                crews.map(|(number, saved)| Crew::restore(&hunt.brief, number as u64, saved));
            hunt.crews = crews.collect::<Option<_>>().ok_or_else(foreign)?;
            hunt.so_far = saved.so_far;
            hunt.found = saved.found;
        }
        Ok(Some(hunt))
    }

    fn joins(&self) -> u32 {
        self.puzzle.topology().joins().len() as u32
    }

    /// The joins that a board may miss to be of interest.
    fn limit(&self) -> u32 {
        let best = self.joins() - self.so_far.score;
        match self.floor {
            Some(floor) => self.joins().saturating_sub(floor),
            None if self.so_far.ladder.is_empty() => {
                self.brief.schedule.slips.len() as u32 + FINISH_SLACK
            }
            None => best.saturating_sub(1),
        }
    }

    fn round(&mut self) {
        let (limit, collects) = (self.limit(), self.floor.is_some());
        let hauls: Vec<Haul> =
            self.crews.par_iter_mut().map(|crew| crew.round(ROUND, limit, collects)).collect();
        for haul in hauls {
            let so_far = &mut self.so_far;
            so_far.nodes += haul.nodes;
            so_far.finishes += haul.finishes;
            so_far.finish_nodes += haul.finish_nodes;
            so_far.restarts += haul.restarts;
            so_far.depth = so_far.depth.max(haul.depth as u32);
            if so_far.levels.len() < haul.levels.len() {
                so_far.levels.resize(haul.levels.len(), 0);
            }
            for (level, seen) in so_far.levels.iter_mut().zip(&haul.levels) {
                *level += seen;
            }
            for board in haul.catches {
                let score = score(&self.puzzle, &board);
                let seen = self.seen.entry(score).or_default();
                if seen.len() < REMEMBERED && !seen.insert(fingerprint(&board)) {
                    continue;
                }
                *self.so_far.ladder.entry(score).or_default() += 1;
                if self.floor.is_some_and(|floor| score >= floor) {
                    self.found.push(board.clone());
                }
                if score > self.so_far.score {
                    self.so_far.score = score;
                    self.so_far.board = board;
                }
            }
        }
    }
}

/// A number that tells boards apart.
fn fingerprint(board: &Board) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for placement in board.cells() {
        let number = placement.map_or(u64::MAX, |placement| {
            (placement.piece.index() as u64) << 2 | u64::from(placement.rotation.0)
        });
        hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3);
        hash ^= hash >> 29;
    }
    hash
}

impl<const H: usize> Solver for Hunt<H> {
    fn advance(&mut self, work: u64) -> Status {
        let goal = self.so_far.nodes.saturating_add(work);
        while self.so_far.nodes < goal {
            if self.so_far.score == self.joins() {
                return Status::Solved;
            }
            self.round();
            if self.target.is_some_and(|target| self.so_far.score >= target) {
                break;
            }
        }
        if self.so_far.score == self.joins() { Status::Solved } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        Some(Best { board: &self.so_far.board, score: self.so_far.score })
    }

    fn counters(&self) -> Counters {
        Counters {
            nodes: self.so_far.nodes,
            evaluations: 0,
            restarts: self.so_far.restarts,
            depth: self.so_far.depth,
            progress: None,
        }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&Saved {
            schedule: self.brief.schedule.clone(),
            crews: self.crews.iter().map(Crew::save).collect(),
            so_far: self.so_far.clone(),
            found: self.found.clone(),
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    fn report(&self) -> Map<String, Value> {
        let ladder = self.so_far.ladder.iter().rev();
        let ladder: Vec<_> =
            ladder.map(|(score, boards)| json!({ "score": score, "boards": boards })).collect();
        Map::from_iter([
            ("ladder".to_owned(), Value::from(ladder)),
            ("fit".to_owned(), Value::from(self.fit.reasons.clone())),
            ("levels".to_owned(), Value::from(self.so_far.levels.clone())),
            ("finishes".to_owned(), Value::from(self.so_far.finishes)),
            ("finish_nodes".to_owned(), Value::from(self.so_far.finish_nodes)),
        ])
    }
}
