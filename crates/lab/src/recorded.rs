//! From what the archive keeps of an experiment back to its results. The archive knows the plan by
//! all that decides what trials give, but not its words nor what others have published: those come
//! from the experiment of that name that comes with the program, if it is still the same one.

use std::collections::BTreeMap;

use serde_json::Value;
use tilewright_archive::{Archive, ExperimentRecord, RunId, Trial};
use tilewright_puzzle::Puzzle;
use tilewright_search::Registry;

use crate::embedded;
use crate::experiment::{Experiment, PuzzleEntry};
use crate::plan::{Plan, Scale};
use crate::results::Results;

impl Results {
    /// What came of an experiment in the archive, whether it comes with the program or was a file of
    /// somebody's own. Of the latter, what others have published is not kept.
    pub fn recorded(
        archive: &Archive,
        record: &ExperimentRecord,
        registry: &Registry,
    ) -> Result<Self, String> {
        let trials = archive.trials(record.id).map_err(|error| error.to_string())?;
        let plan = match embedded_plan(record, registry) {
            Some(plan) => plan,
            None => rebuilt_plan(archive, record, &trials, registry)?,
        };
        let outcome =
            |trial: Trial| Some((trial.task, serde_json::from_value(trial.outcome).ok()?));
        let outcomes = trials.into_iter().filter_map(outcome).collect();
        Ok(Self::new(&plan, outcomes, record.machine.clone()))
    }
}

/// The plan of the experiment that comes with the program, if it is the one that was done.
fn embedded_plan(record: &ExperimentRecord, registry: &Registry) -> Option<Plan> {
    let experiment = embedded::experiment(&record.name)?.ok()?;
    let plan = Plan::new(experiment, Scale::of_identity(&record.plan), registry, None).ok()?;
    (plan.identity() == record.plan).then_some(plan)
}

fn rebuilt_plan(
    archive: &Archive,
    record: &ExperimentRecord,
    trials: &[Trial],
    registry: &Registry,
) -> Result<Plan, String> {
    let lost = |reason: String| {
        let name = &record.name;
        format!("{reason}; `tilewright lab report` with the file of {name} shows its table")
    };
    let experiment = rebuilt(record).map_err(|error| lost(error.to_string()))?;
    let runs = runs_by_group(trials);
    let find = |entry: &PuzzleEntry, file: &str| puzzle_of(archive, &runs, entry, file);
    let scale = Scale::of_identity(&record.plan);
    let plan = Plan::with_puzzles(experiment, scale, registry, &find);
    let plan = plan.map_err(|error| lost(error.to_string()))?;
    if plan.identity() == record.plan {
        Ok(plan)
    } else {
        Err(lost("the archive does not hold all that its plan was made from".to_owned()))
    }
}

/// The experiment as far as its plan tells it.
fn rebuilt(record: &ExperimentRecord) -> Result<Experiment, serde_json::Error> {
    let is_embedded = embedded::text(&record.name).is_some();
    let note = if is_embedded {
        "Done with another version of this experiment; published figures belong to the one that \
         comes with this program."
    } else {
        "The archive keeps what was done, not the notes and published figures of its file: \
         `tilewright lab report` with the file shows those too."
    };
    let mut fields = record.plan.clone();
    if let Value::Object(fields) = &mut fields {
        for name in ["content", "scale", "runs_given"] {
            fields.remove(name);
        }
        fields.insert("name".to_owned(), Value::from(&*record.name));
        fields.insert("title".to_owned(), Value::from(&*record.name));
        fields.insert("notes".to_owned(), Value::from(vec![note]));
    }
    serde_json::from_value(fields)
}

/// A run of each group of puzzles. Trials are called `solver | group | ...`.
fn runs_by_group<'a>(trials: &'a [Trial]) -> BTreeMap<&'a str, RunId> {
    let of_trial = |trial: &'a Trial| Some((trial.task.split(" | ").nth(1)?, trial.run?));
    trials.iter().filter_map(of_trial).collect()
}

/// The puzzle of a file, from a run on it: by the name of its entry, or else its own.
fn puzzle_of(
    archive: &Archive,
    runs: &BTreeMap<&str, RunId>,
    entry: &PuzzleEntry,
    file: &str,
) -> Result<Puzzle, String> {
    let missing = || format!("{file}: the archive has no run on it");
    let of_run = |run: RunId| archive.puzzle_of_run(run).map_err(|error| error.to_string());
    if let Some(name) = &entry.name {
        return of_run(*runs.get(name.as_str()).ok_or_else(missing)?);
    }
    let stem = std::path::Path::new(file).file_stem().and_then(|stem| stem.to_str());
    if let Some(run) = stem.and_then(|stem| runs.get(stem)) {
        return of_run(*run);
    }
    // A puzzle that names itself otherwise than its file: told by being the only one left.
    let mut left = Vec::new();
    for (name, run) in runs {
        let puzzle = of_run(*run)?;
        if puzzle.name() == *name && tilewright_formats::embedded::puzzle(name).is_none() {
            left.push(puzzle);
        }
    }
    match <[Puzzle; 1]>::try_from(left) {
        Ok([puzzle]) => Ok(puzzle),
        Err(_) => Err(missing()),
    }
}
