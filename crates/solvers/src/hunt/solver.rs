//! `hunt` at work: crews of hunters, the bound they share, and the ladder of what they found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Puzzle, score};
use tilewright_search::{
    Best, BuildError, Built, Counters, Kind, ParamError, Parameter, Params, SaveError, Solver,
    SolverInfo, Status, Task, Unit, state,
};

use super::crew::{Brief, Crew, Haul, Interest, SavedCrew};
use super::fit::{Fit, Wishes};
use super::ladder::Ladder;
use super::mend::Mended;
use super::plans::{self, Record, Toll};
use super::presets::Preset;

/// Nodes of each hunter in a round.
const ROUND: u64 = 1 << 18;
/// Joins that the first board may miss in its last cells.
const FINISH_SLACK: u32 = 9;
/// Distinct boards that are remembered for the ladder, for each score.
const REMEMBERED: usize = 1 << 16;

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
const OPENING: Parameter = Parameter {
    name: "opening",
    meaning: "cells that a beam fills before a search begins; 0 for one line \
              by chance; fitted unless given",
    kind: Kind::Integer { min: 0, max: 509 },
    default: None,
};
const RESTART_NODES: Parameter = Parameter {
    name: "restart_nodes",
    meaning: "nodes before a search begins anew; fitted unless given",
    kind: Kind::Integer { min: 1_000_000, max: 1_000_000_000_000 },
    default: None,
};
const WINGS: Parameter = Parameter {
    name: "wings",
    meaning: "fill the comb above the same rows from both ends, instead of one; fitted unless given",
    kind: Kind::Flag,
    default: None,
};
const PRESET: Parameter = Parameter {
    name: "preset",
    meaning: "a published schedule to follow instead of a fitted one",
    kind: Kind::Choice(&Preset::NAMES),
    default: Some("none"),
};
const AFRESH: Parameter = Parameter {
    name: "afresh",
    meaning: "fit anew, even if the fit of this puzzle is known",
    kind: Kind::Flag,
    default: Some("no"),
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
    takes_start: false,
    unit: Unit::Nodes,
    parameters: &[
        PRESET,
        ROWS,
        LEFT,
        TURNS,
        COLOURS,
        TIGHTNESS,
        SLIPS,
        FINISH,
        OPENING,
        RESTART_NODES,
        WINGS,
        AFRESH,
        CREWS,
    ],
    build: |task| build(&task, None),
    restore: |task, saved| build(&task, Some(saved)),
};

fn build(task: &Task, saved: Option<&[u8]>) -> Built {
    let unfit = || {
        let why = "hunt needs a square board of at most 509 cells to fill and 31 colours, and slips \
                   in ascending order";
        BuildError::Param(ParamError::Combination(why.to_owned()))
    };
    let saved: Option<Saved> = saved.map(state::load).transpose()?;
    if saved.as_ref().is_some_and(|saved| saved.written != WRITTEN) {
        let reason = "another version of the program wrote its searches: go on with that one";
        return Err(BuildError::State(reason.to_owned()));
    }
    let fit = match &saved {
        Some(saved) => saved.fit.clone(),
        None => Fit::new(&task.puzzle, &wishes(&task.params)?).ok_or_else(unfit)?,
    };
    if let Some(briefs) = Brief::<1>::all(&task.puzzle, &fit, task.seed) {
        return Ok(Box::new(Hunt::<1>::new(task, fit, briefs, saved)?));
    }
    let briefs = Brief::<2>::all(&task.puzzle, &fit, task.seed).ok_or_else(unfit)?;
    Ok(Box::new(Hunt::<2>::new(task, fit, briefs, saved)?))
}

/// What the parameters leave to be fitted, and what they do not.
pub fn wishes(params: &Params) -> Result<Wishes, ParamError> {
    let turns: Option<u16> = params.get(TURNS.name)?;
    let preset: String = params.get(PRESET.name)?;
    Ok(Wishes {
        preset: Preset::named(&preset),
        rows: params.get(ROWS.name)?,
        left: params.get(LEFT.name)?,
        turns: turns.map(|turns| turns as u8),
        colours: numbers(params, COLOURS.name)?,
        tightness: params.get(TIGHTNESS.name)?,
        slips: numbers(params, SLIPS.name)?,
        finish: params.get(FINISH.name)?,
        opening: params.get(OPENING.name)?,
        restart_nodes: params.get(RESTART_NODES.name)?,
        wings: params.get(WINGS.name)?,
        afresh: params.get(AFRESH.name)?,
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
    /// What each plan comes to.
    briefs: Vec<Arc<Brief<H>>>,
    posts: Vec<Post<H>>,
    target: Option<u32>,
    floor: Option<u32>,
    found: Vec<Board>,
    so_far: SoFar,
    /// Numbers of the boards found, for each score.
    seen: BTreeMap<u32, BTreeSet<u64>>,
}

/// Where one crew works at a time, on one thread: there is a crew for each plan that was tried.
struct Post<const H: usize> {
    number: u64,
    crews: Vec<Option<Crew<H>>>,
    plan: usize,
    /// Nodes left before the plan is chosen anew.
    stint: u64,
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
    mended: Mended,
    depth: u32,
    ladder: Ladder,
    /// What each plan has brought.
    records: Vec<Record>,
    /// How often a hunter was seen at each level.
    levels: Vec<u64>,
}

/// The number of this way to write a hunt down. The kernel's entries are saved as they are: who writes them
/// in another way, or goes on from them in another, has to change it.
const WRITTEN: u32 = 0x7e07;

#[derive(Serialize, Deserialize)]
struct Saved {
    /// See [`WRITTEN`].
    written: u32,
    fit: Fit,
    posts: Vec<SavedPost>,
    so_far: SoFar,
    found: Vec<Board>,
    seen: BTreeMap<u32, BTreeSet<u64>>,
}

#[derive(Serialize, Deserialize)]
struct SavedPost {
    crews: Vec<Option<SavedCrew>>,
    plan: usize,
    stint: u64,
}

impl<const H: usize> Post<H> {
    fn new(number: u64, plans: usize) -> Self {
        let plan = number as usize % plans.max(1);
        Self { number, crews: vec![None; plans], plan, stint: plans::stint(&Record::default()) }
    }

    fn restore(number: u64, saved: SavedPost, briefs: &[Arc<Brief<H>>]) -> Option<Self> {
        let SavedPost { crews, plan, stint } = saved;
        if crews.len() != briefs.len() || plan >= briefs.len() {
            return None;
        }
        let crews = crews.into_iter().zip(briefs).enumerate().map(|(plan, (saved, brief))| {
            let Some(saved) = saved else { return Some(None) };
            Crew::restore(brief, crew_number(number, plan), saved).map(Some)
        });
        Some(Self { number, crews: crews.collect::<Option<_>>()?, plan, stint })
    }

    fn save(&self) -> SavedPost {
        let crews = self.crews.iter().map(|crew| crew.as_ref().map(Crew::save)).collect();
        SavedPost { crews, plan: self.plan, stint: self.stint }
    }

    fn round(&mut self, briefs: &[Arc<Brief<H>>], interest: Interest) -> Option<Haul> {
        let brief = briefs.get(self.plan)?;
        let number = crew_number(self.number, self.plan);
        let crew = self.crews.get_mut(self.plan)?;
        let crew = crew.get_or_insert_with(|| Crew::new(brief, number));
        let haul = crew.round(ROUND, interest);
        self.stint = self.stint.saturating_sub(haul.nodes);
        Some(haul)
    }
}

/// A number of its own for each crew, from which its random streams come.
fn crew_number(post: u64, plan: usize) -> u64 {
    post | (plan as u64) << 16
}

impl<const H: usize> Hunt<H> {
    fn new(
        task: &Task,
        fit: Fit,
        briefs: Vec<Arc<Brief<H>>>,
        saved: Option<Saved>,
    ) -> Result<Self, BuildError> {
        let crews: Option<usize> = task.params.get(CREWS.name)?;
        let crews = crews.unwrap_or(task.threads).max(1) as u64;
        let board = Board::with_hints(&task.puzzle);
        let plans = briefs.len();
        let mut hunt = Self {
            puzzle: Arc::clone(&task.puzzle),
            posts: Vec::new(),
            target: task.target,
            floor: task.floor,
            found: Vec::new(),
            so_far: SoFar {
                score: score(&task.puzzle, &board),
                board,
                // What the fit took is told apart: a budget is for the hunt.
                nodes: 0,
                finishes: 0,
                finish_nodes: 0,
                restarts: 0,
                mended: Mended::default(),
                depth: 0,
                ladder: Ladder::default(),
                records: vec![Record::default(); plans],
                levels: Vec::new(),
            },
            seen: BTreeMap::new(),
            fit,
            briefs,
        };
        let Some(saved) = saved else {
            hunt.posts = (0..crews).map(|number| Post::new(number, plans)).collect();
            return Ok(hunt);
        };
        let foreign = || BuildError::State("its searches are not of this puzzle".to_owned());
        let posts = saved.posts.into_iter().enumerate();
        let posts = posts.map(|(number, saved)| Post::restore(number as u64, saved, &hunt.briefs));
        hunt.posts = posts.collect::<Option<_>>().ok_or_else(foreign)?;
        if saved.so_far.records.len() != plans {
            return Err(foreign());
        }
        hunt.so_far = saved.so_far;
        hunt.found = saved.found;
        hunt.seen = saved.seen;
        Ok(hunt)
    }

    fn joins(&self) -> u32 {
        self.puzzle.topology().joins().len() as u32
    }

    /// Boards are of interest if they miss fewer joins than the best one, or may be mended to do so, and all
    /// that the floor allows.
    fn interest(&self) -> Interest {
        let slips = self.briefs.iter().map(|brief| brief.schedule.slips.len()).max().unwrap_or(0);
        let missed = match self.so_far.ladder.is_empty() {
            true => slips as u32 + FINISH_SLACK + 1,
            false => self.joins() - self.so_far.score,
        };
        let collected = self.floor.map(|floor| self.joins().saturating_sub(floor));
        Interest { better: missed.saturating_sub(1), mendable: missed, collected }
    }

    fn round(&mut self) {
        let (interest, briefs) = (self.interest(), &self.briefs);
        let round = |post: &mut Post<H>| post.round(briefs, interest);
        let hauls: Vec<_> = self.posts.par_iter_mut().map(round).collect();
        for (index, haul) in hauls.into_iter().enumerate() {
            let plan = self.posts[index].plan;
            if let Some(haul) = haul {
                self.take(plan, haul);
            }
        }
        let open = self.joins().saturating_sub(self.interest().kept());
        self.so_far.ladder.close_below(open, self.so_far.nodes);
        for post in &mut self.posts {
            if post.stint == 0 {
                post.plan = plans::choose(&self.so_far.records);
                post.stint = self.so_far.records.get(post.plan).map_or(0, plans::stint);
            }
        }
    }

    /// Takes over what a crew did.
    fn take(&mut self, plan: usize, haul: Haul) {
        let so_far = &mut self.so_far;
        so_far.nodes += haul.nodes;
        so_far.finishes += haul.finishes;
        so_far.finish_nodes += haul.finish_nodes;
        so_far.restarts += haul.restarts;
        so_far.mended.add(haul.mended);
        so_far.depth = so_far.depth.max(haul.depth as u32);
        if let Some(record) = so_far.records.get_mut(plan) {
            let Haul { nodes, finishes, finish_nodes, .. } = haul;
            record.add(Toll { nodes, finishes, finish_nodes }, &haul.arrivals);
        }
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
            self.so_far.ladder.add(score);
            if self.floor.is_some_and(|floor| score >= floor) {
                self.found.push(board.clone());
            }
            if score > self.so_far.score {
                self.so_far.score = score;
                self.so_far.board = board;
            }
        }
    }

    /// What each plan has brought, for people to compare.
    fn plans(&self) -> Vec<Value> {
        let misses = plans::measure(&self.so_far.records);
        let plan = |(plan, record): (&super::fit::Plan, &Record)| {
            json!({
                "plan": plan.in_words(),
                "nodes": record.nodes,
                "families": record.within(misses),
                "misses": misses,
                "arrivals": record.arrivals,
            })
        };
        self.fit.plans.iter().zip(&self.so_far.records).map(plan).collect()
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
            written: WRITTEN,
            fit: self.fit.clone(),
            posts: self.posts.iter().map(Post::save).collect(),
            so_far: self.so_far.clone(),
            found: self.found.clone(),
            seen: self.seen.clone(),
        })
    }

    fn take_found(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.found)
    }

    fn report(&self) -> Map<String, Value> {
        let nodes = self.so_far.nodes;
        let next = self.so_far.ladder.forecast(1, nodes).map(|[expected, low, high]| {
            let score = (self.so_far.score + 1).min(self.joins());
            json!({ "score": score, "nodes": expected, "nodes_low": low, "nodes_high": high })
        });
        Map::from_iter([
            ("ladder".to_owned(), Value::from(self.so_far.ladder.report(nodes))),
            ("next".to_owned(), Value::from(next)),
            ("plans".to_owned(), Value::from(self.plans())),
            ("fit".to_owned(), Value::from(self.fit.reasons.clone())),
            ("fit_nodes".to_owned(), Value::from(self.fit.nodes)),
            ("levels".to_owned(), Value::from(self.so_far.levels.clone())),
            ("mended".to_owned(), self.so_far.mended.report()),
            ("finishes".to_owned(), Value::from(self.so_far.finishes)),
            ("finish_nodes".to_owned(), Value::from(self.so_far.finish_nodes)),
        ])
    }
}
