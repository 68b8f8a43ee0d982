//! What an experiment is: a file that says which solvers meet which puzzles, with how much work and
//! how often, and what others have published about it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An experiment as its file (TOML) says it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What people type.
    pub name: String,
    /// One line of what it is.
    pub title: String,
    /// The document it repeats.
    #[serde(default)]
    pub source: Option<String>,
    /// What a reader has to know: what the document leaves open, what cannot be repeated.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The scale at which it takes minutes on two cores.
    #[serde(default = "whole")]
    pub scaled: f64,
    /// Runs have the seeds from this one on.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Runs of each solver on each instance, unless the solver's entry says otherwise.
    #[serde(default = "ten_runs")]
    pub runs: u32,
    /// The work of a run, unless the solver's entry says otherwise.
    #[serde(default)]
    pub budget: Work,
    /// What rises along the horizontal axis when figures are drawn over instances.
    #[serde(default)]
    pub over: Option<Over>,
    /// The puzzles.
    #[serde(default)]
    pub puzzles: Vec<PuzzleEntry>,
    /// The solvers.
    #[serde(default)]
    pub solvers: Vec<SolverEntry>,
    /// Tables of tilings, which are not solved by solvers of puzzles.
    #[serde(default)]
    pub tilings: Vec<TilingEntry>,
    /// What others have published.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// How much a run may do: until whatever is reached first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// Evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Processor seconds. Unlike the others they depend on the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
}

/// What instances are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Over {
    /// The number of cells.
    Cells,
    /// The number of colours that are not kept for joins on the rim.
    InnerColours,
}

/// One value or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Several<T> {
    /// One.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T: Clone> Several<T> {
    /// All of them.
    pub fn all(&self) -> Vec<T> {
        match self {
            Self::One(one) => vec![one.clone()],
            Self::Many(many) => many.clone(),
        }
    }
}

/// A puzzle by name or file, or a recipe with seeds; several sizes and colours make several of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleEntry {
    /// What tables call it; made from the recipe if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// An embedded puzzle or a file, whose path starts from the experiment's own folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Generated: columns x rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Several<String>>,
    /// Generated: the side of a triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Several<u16>>,
    /// All colours but the rim's grey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colours: Option<Several<u32>>,
    /// Colours for all joins but those between rim pieces: `colours` less `rim_colours`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inner_colours: Option<Several<u32>>,
    /// Colours for joins between rim pieces alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rim_colours: Option<u32>,
    /// As many colours as make it hardest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hardest: bool,
    /// Colours dealt evenly.
    #[serde(default, skip_serializing_if = "is_false")]
    pub even: bool,
    /// Without a rim.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_rim: bool,
    /// Colours in pairs of mates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub signed: bool,
    /// Equal pieces are allowed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub allow_twins: bool,
    /// The seed of the first instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many instances, with seeds one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances: Option<u32>,
    /// The score that counts as success; all joins if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// A solver with its settings; several values of a setting make several of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverEntry {
    /// What tables call it; the solver's name if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The solver.
    pub solver: String,
    /// Its parameters that are set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, toml::Value>,
    /// Parameters with several values: every combination is a contender.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub grid: BTreeMap<String, Vec<toml::Value>>,
    /// The puzzles it meets; all if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub puzzles: Vec<String>,
    /// The work of a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Work>,
    /// The scale does not act on its work: it is little, and the document's own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fixed: bool,
    /// Runs on each instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// Threads of a run.
    #[serde(default = "one_thread")]
    pub threads: usize,
    /// The figure that is compared: score, work, cpu_seconds, or a number of the solver's report.
    #[serde(default = "score")]
    pub measure: String,
}

/// A table of Laros 2003.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilingEntry {
    /// Rows and columns of the board: 4 or 6.
    pub side: usize,
    /// Runs for each entry; the scale acts on them, since there is no budget for it to act on.
    pub runs: u32,
}

/// Published figures for a solver on a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The contender, as tables call it.
    pub solver: String,
    /// The puzzle, as tables call it.
    pub puzzle: String,
    /// The best figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<f64>,
    /// The worst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst: Option<f64>,
    /// The mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The standard deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// Runs it was taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u32>,
    /// Where it stands, or what is odd about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What is wrong with an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("experiment {name}: {reason}")]
pub struct ExperimentError {
    /// Which one, or its file.
    pub name: String,
    /// What is wrong.
    pub reason: String,
}

impl Experiment {
    /// The experiment in a text; `name` is what to call the text if something is wrong with it.
    pub fn from_toml(text: &str, name: &str) -> Result<Self, ExperimentError> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map(|before| before.matches('\n').count() + 1);
            let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
            let reason = format!("{}{place}", error.message().replace('\n', " "));
            ExperimentError { name: name.to_owned(), reason }
        })
    }

    /// An error that names this experiment.
    pub(crate) fn error(&self, reason: impl Into<String>) -> ExperimentError {
        ExperimentError { name: self.name.clone(), reason: reason.into() }
    }
}

impl Work {
    /// The same at another scale; at least one unit of it.
    pub(crate) fn at_scale(self, scale: f64) -> Self {
        let units = |count: u64| ((count as f64 * scale).round() as u64).max(1);
        Self {
            evaluations: self.evaluations.map(units),
            nodes: self.nodes.map(units),
            cpu_seconds: self.cpu_seconds.map(|seconds| seconds * scale),
        }
    }
}

fn whole() -> f64 {
    1.0
}

fn first_seed() -> u64 {
    1
}

fn ten_runs() -> u32 {
    10
}

fn one_thread() -> usize {
    1
}

fn score() -> String {
    "score".to_owned()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}
