//! From an experiment to its trials: who meets what, with which seed and how much work.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tilewright_puzzle::Puzzle;
use tilewright_search::{Budget, Params, Registry, RunSpec, Unit};
use tilewright_tiling::tables::{Entry, PUBLISHED};

use crate::experiment::{Experiment, ExperimentError, Published, SolverEntry, Work};
use crate::instances::{Find, Group, groups, read};

/// How an experiment is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// What all work is multiplied by.
    pub work: f64,
    /// Runs in place of those of the file.
    pub runs: Option<u32>,
}

impl Scale {
    /// The scale of a plan by its [identity](Plan::identity).
    pub(crate) fn of_identity(identity: &Value) -> Self {
        let runs = identity.get("runs_given").and_then(Value::as_u64);
        Self {
            work: identity.get("scale").and_then(Value::as_f64).unwrap_or(1.0),
            runs: runs.and_then(|runs| u32::try_from(runs).ok()),
        }
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self { work: 1.0, runs: None }
    }
}

/// An experiment, ready to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment.
    pub experiment: Experiment,
    /// At which scale.
    pub scale: Scale,
    /// Its puzzles.
    pub groups: Vec<Group>,
    /// The lines of its table.
    pub lines: Vec<Line>,
    /// All that has to be done.
    pub trials: Vec<Task>,
}

/// A contender on a group of puzzles: a line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The contender.
    pub solver: String,
    /// The group.
    pub puzzle: String,
    /// The figure that is compared.
    pub measure: String,
    /// What work is counted in.
    pub unit: &'static str,
    /// The group's place among the groups; `None` for tilings.
    pub group: Option<usize>,
    /// The work of a run.
    pub budget: Work,
    /// What others have published.
    pub published: Option<Published>,
}

/// One thing to do.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is called in the archive.
    pub key: String,
    /// The line it belongs to.
    pub line: usize,
    /// What to do.
    pub job: Job,
}

/// What to do.
#[derive(Clone, Debug)]
pub enum Job {
    /// Run a solver.
    Solve {
        /// With this specification.
        spec: Box<RunSpec>,
        /// On this puzzle.
        puzzle: Arc<Puzzle>,
        /// Until so many processor seconds are spent.
        cpu_seconds: Option<f64>,
    },
    /// Run the strategy of Laros 2003 to a solution.
    Tile {
        /// The entry of the table.
        entry: Box<Entry>,
        /// The seed.
        seed: u64,
    },
}

impl Plan {
    /// Plans an experiment; all that could be wrong with it is found out now. Paths in it start
    /// from the folder, if one is given.
    pub fn new(
        experiment: Experiment,
        scale: Scale,
        registry: &Registry,
        folder: Option<&Path>,
    ) -> Result<Self, ExperimentError> {
        Self::with_puzzles(experiment, scale, registry, &|_, name| read(name, folder))
    }

    /// Plans an experiment whose files are to be found in some other way.
    pub(crate) fn with_puzzles(
        experiment: Experiment,
        scale: Scale,
        registry: &Registry,
        find: Find<'_>,
    ) -> Result<Self, ExperimentError> {
        if !(scale.work.is_finite() && scale.work > 0.0) {
            return Err(experiment.error("the scale must be a number above 0"));
        }
        let groups = groups(&experiment, find)?;
        let mut plan = Self { experiment, scale, groups, lines: Vec::new(), trials: Vec::new() };
        for entry in plan.experiment.solvers.clone() {
            for contender in Contender::all(&entry) {
                plan.add_contender(&entry, &contender, registry)?;
            }
        }
        plan.add_tilings()?;
        // Every line gets its first run before any gets its second: half an experiment is then
        // one with half the runs.
        plan.trials.sort_by_key(|task| task.order());
        plan.check_published()?;
        Ok(plan)
    }

    /// All that decides what the trials give: the same identity, the same trials.
    pub fn identity(&self) -> Value {
        let Experiment { seed, runs, budget, puzzles, solvers, tilings, .. } = &self.experiment;
        let files = self.groups.iter().zip(puzzles).filter(|(_, entry)| entry.puzzle.is_some());
        let content = files.map(|(group, _)| {
            let parts: Vec<_> = group.instances.iter().map(|puzzle| puzzle.to_parts()).collect();
            let bytes = serde_json::to_vec(&parts).unwrap_or_default();
            blake3::hash(&bytes).to_hex().to_string()
        });
        json!({
            "seed": seed, "runs": runs, "budget": budget, "puzzles": puzzles, "solvers": solvers,
            "tilings": tilings, "content": content.collect::<Vec<_>>(),
            "scale": self.scale.work, "runs_given": self.scale.runs,
        })
    }

    fn add_contender(
        &mut self,
        entry: &SolverEntry,
        contender: &Contender,
        registry: &Registry,
    ) -> Result<(), ExperimentError> {
        let error =
            |reason: String| self.experiment.error(format!("{}: {reason}", contender.label));
        let info = registry.get(&entry.solver).map_err(|unknown| error(unknown.to_string()))?;
        Params::from_settings(info.parameters, &contender.settings)
            .map_err(|wrong| error(wrong.to_string()))?;
        for name in &entry.puzzles {
            if !self.groups.iter().any(|group| is_meant(group, name)) {
                return Err(error(format!("there is no puzzle `{name}` in this experiment")));
            }
        }
        let scale = if entry.fixed { 1.0 } else { self.scale.work };
        let budget = entry.budget.unwrap_or(self.experiment.budget).at_scale(scale);
        let counted = match info.unit {
            Unit::Nodes => budget.nodes.is_some(),
            Unit::Evaluations => budget.evaluations.is_some(),
        };
        if !counted && budget.cpu_seconds.is_none() {
            let unit = info.unit.name();
            return Err(error(format!(
                "it needs a budget of {unit} or cpu_seconds, or never ends"
            )));
        }
        let runs = self.scale.runs.or(entry.runs).unwrap_or(self.experiment.runs).max(1);
        for (index, group) in self.groups.iter().enumerate() {
            if !entry.puzzles.is_empty() && !entry.puzzles.iter().any(|name| is_meant(group, name))
            {
                continue;
            }
            let line = self.lines.len();
            self.lines.push(Line {
                solver: contender.label.clone(),
                puzzle: group.name.clone(),
                measure: entry.measure.clone(),
                unit: info.unit.name(),
                group: Some(index),
                budget,
                published: published(&self.experiment, &contender.label, &group.name),
            });
            for (instance, puzzle) in group.instances.iter().enumerate() {
                for run in 0..runs {
                    let mut spec = RunSpec::new(puzzle.name(), &entry.solver);
                    spec.settings = contender.settings.clone();
                    spec.seed = self.experiment.seed + u64::from(run);
                    spec.threads = entry.threads.max(1);
                    spec.budget = Budget {
                        seconds: None,
                        nodes: budget.nodes.filter(|_| info.unit == Unit::Nodes),
                        evaluations: budget.evaluations.filter(|_| info.unit == Unit::Evaluations),
                        target: group.target,
                    };
                    let key = format!(
                        "{} | {} | instance {instance} | run {run}",
                        contender.label, group.name
                    );
                    let job = Job::Solve {
                        spec: Box::new(spec),
                        puzzle: Arc::clone(puzzle),
                        cpu_seconds: budget.cpu_seconds,
                    };
                    self.trials.push(Task { key, line, job });
                }
            }
        }
        Ok(())
    }

    fn add_tilings(&mut self) -> Result<(), ExperimentError> {
        for wish in self.experiment.tilings.clone() {
            let Some(table) = PUBLISHED.iter().find(|table| table.side == wish.side) else {
                let reason = format!("there is no table of tilings of side {}", wish.side);
                return Err(self.experiment.error(reason));
            };
            let scaled = (f64::from(wish.runs) * self.scale.work).round() as u32;
            let runs = self.scale.runs.unwrap_or(scaled.max(5)).max(1);
            for entry in table.entries() {
                let (solver, puzzle) = (
                    format!("(1,{}) strategy", entry.population),
                    format!("{0}x{0} {1}", wish.side, entry.problem.tile()),
                );
                let line = self.lines.len();
                self.lines.push(Line {
                    solver: solver.clone(),
                    puzzle: puzzle.clone(),
                    measure: "generations".to_owned(),
                    unit: Unit::Evaluations.name(),
                    group: None,
                    budget: Work::default(),
                    published: Some(Published {
                        mean: Some(entry.published as f64),
                        runs: u32::try_from(entry.published_runs).ok(),
                        ..Published::default()
                    }),
                });
                for run in 0..runs {
                    let seed = self.experiment.seed + u64::from(run);
                    let key = format!("{solver} | {puzzle} | run {run}");
                    let job = Job::Tile { entry: Box::new(entry.clone()), seed };
                    self.trials.push(Task { key, line, job });
                }
            }
        }
        Ok(())
    }

    /// Published figures that belong to no line are a slip of the pen.
    fn check_published(&self) -> Result<(), ExperimentError> {
        let has_line = |figure: &&Published| {
            let is_its = |l: &Line| l.solver == figure.solver && l.puzzle == figure.puzzle;
            !self.lines.iter().any(is_its)
        };
        match self.experiment.published.iter().find(has_line) {
            None => Ok(()),
            Some(Published { solver, puzzle, .. }) => {
                let reason =
                    format!("published figures for `{solver}` on `{puzzle}`: no such line");
                Err(self.experiment.error(reason))
            }
        }
    }
}

impl Task {
    fn order(&self) -> u64 {
        match &self.job {
            Job::Solve { spec, .. } => spec.seed,
            Job::Tile { seed, .. } => *seed,
        }
    }
}

/// A group by its name, or by the beginning of it where one entry makes several.
fn is_meant(group: &Group, name: &str) -> bool {
    group.name == name
        || group.name.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', ',']))
}

fn published(experiment: &Experiment, solver: &str, puzzle: &str) -> Option<Published> {
    let is_its = |figure: &&Published| figure.solver == solver && figure.puzzle == puzzle;
    experiment.published.iter().find(is_its).cloned()
}

/// A solver with one choice of settings.
struct Contender {
    label: String,
    settings: std::collections::BTreeMap<String, String>,
}

impl Contender {
    /// Every combination of an entry.
    fn all(entry: &SolverEntry) -> Vec<Self> {
        let label = entry.label.clone().unwrap_or_else(|| entry.solver.clone());
        let settings = entry.settings.iter().map(|(name, value)| (name.clone(), text(value)));
        let mut all = vec![Self { label, settings: settings.collect() }];
        for (name, values) in &entry.grid {
            let grown = all.iter().flat_map(|before| {
                values.iter().map(|value| {
                    let mut settings = before.settings.clone();
                    settings.insert(name.clone(), text(value));
                    let label = format!("{} {name}={}", before.label, text(value));
                    Self { label, settings }
                })
            });
            all = grown.collect();
        }
        all
    }
}

fn text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
