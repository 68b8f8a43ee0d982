//! What came of an experiment: for each line of its table the sample, its figures, and what others
//! have published.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use tilewright_archive::Archive;
use tilewright_search::Registry;

use crate::experiment::{Experiment, Published};
use crate::outcome::{Outcome, more_is_better};
use crate::plan::{Plan, Scale};
use crate::runner::known;
use crate::statistics::{
    Attempt, Comparison, Summary, compare, expected_running_time, holm, mean_interval, mean_ranks,
    wilson,
};

/// What came of an experiment.
#[derive(Clone, Debug)]
pub struct Results {
    /// The plan.
    pub plan: Plan,
    /// The machine.
    pub machine: Value,
    /// The lines of the table that have any outcome.
    pub rows: Vec<Row>,
    /// All outcomes, in the order of the plan, each with its line.
    pub outcomes: Vec<(usize, Outcome)>,
}

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Contender and puzzle.
    pub name: String,
    /// The contender.
    pub solver: String,
    /// The puzzle or group of puzzles.
    pub puzzle: String,
    /// The figure that is compared.
    pub measure: String,
    /// Its sample in brief.
    #[serde(flatten)]
    pub summary: Summary,
    /// The best of the sample: the greatest, or the least where less is better.
    pub best: f64,
    /// Where the mean lies, at 95 %.
    pub mean_interval: Option<(f64, f64)>,
    /// Runs that solved the puzzle or reached the target.
    pub successes: usize,
    /// Where the rate of success lies, at 95 %.
    pub success_interval: (f64, f64),
    /// Expected work to success.
    pub expected_work: Option<f64>,
    /// Expected processor seconds to success.
    pub expected_cpu_seconds: Option<f64>,
    /// Mean processor seconds of a run.
    pub cpu_seconds: f64,
    /// Mean wall seconds of a run.
    pub seconds: f64,
    /// Mean work of a run.
    pub work: f64,
    /// What work is counted in.
    pub unit: &'static str,
    /// What others have published.
    pub published: Option<Published>,
    /// The line in the plan.
    #[serde(skip)]
    pub line: usize,
    /// The sample.
    #[serde(skip)]
    pub sample: Vec<f64>,
    /// Each run's work until its end.
    #[serde(skip)]
    pub attempts: Vec<Attempt>,
}

/// Two contenders on one puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// The puzzle.
    pub puzzle: String,
    /// The first contender.
    pub first: String,
    /// The second.
    pub second: String,
    /// Both compared; a is how often the first is better.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The p-value corrected for all pairs of the experiment.
    pub corrected: f64,
}

/// A difference is only looked for between samples of at least this size: one run proves nothing.
pub const FEWEST: usize = 5;

impl Results {
    /// Puts outcomes in order, by the keys of the plan's trials.
    pub fn new(plan: &Plan, mut found: BTreeMap<String, Outcome>, machine: Value) -> Self {
        let trials = plan.trials.iter();
        let outcomes: Vec<_> =
            trials.filter_map(|task| Some((task.line, found.remove(&task.key)?))).collect();
        let mut lines: Vec<usize> = (0..plan.lines.len()).collect();
        // Those that met on the same puzzle stand together.
        lines.sort_by_key(|line| plan.lines.get(*line).and_then(|line| line.group));
        let rows = lines.into_iter().filter_map(|line| row(plan, line, &outcomes)).collect();
        Self { plan: plan.clone(), machine, rows, outcomes }
    }

    /// What the archive has of the last time an experiment was done, at whatever scale.
    pub fn last(
        archive: &Archive,
        experiment: &Experiment,
        registry: &Registry,
        folder: Option<&Path>,
    ) -> Result<Self, String> {
        let records = archive.experiments(Some(&experiment.name)).map_err(|e| e.to_string())?;
        if records.is_empty() {
            let name = &experiment.name;
            return Err(format!("the archive has none; do it with `tilewright lab run {name}`"));
        }
        for record in records {
            let scale = Scale::of_identity(&record.plan);
            let plan = Plan::new(experiment.clone(), scale, registry, folder);
            let plan = plan.map_err(|error| error.to_string())?;
            if plan.identity() == record.plan {
                return Ok(Self::new(&plan, known(archive, record.id)?, record.machine));
            }
        }
        Err("the archive has it, but of another version of its file; do it anew".to_owned())
    }

    /// Whether all trials ended.
    pub fn is_complete(&self) -> bool {
        self.outcomes.len() == self.plan.trials.len()
    }

    /// The outcomes of a line.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(move |(of, _)| *of == line).map(|(_, outcome)| outcome)
    }

    /// All pairs of contenders that met on the same puzzle with the same measure, corrected for
    /// their number. With many contenders each is compared with the best alone.
    pub fn pairs(&self) -> Vec<Pair> {
        const MANY: usize = 6;
        let mut pairs = Vec::new();
        for rows in self.by_puzzle() {
            let best = rows
                .iter()
                .copied()
                .reduce(|one, other| if is_better(other, one) { other } else { one });
            for (index, first) in rows.iter().enumerate() {
                for second in rows.iter().skip(index + 1) {
                    let has_best =
                        best.is_some_and(|b| b.line == first.line || b.line == second.line);
                    if rows.len() > MANY && !has_best {
                        continue;
                    }
                    pairs.extend(pair(first, second));
                }
            }
        }
        let corrected = holm(&pairs.iter().map(|pair| pair.comparison.p).collect::<Vec<_>>());
        for (pair, corrected) in pairs.iter_mut().zip(corrected) {
            pair.corrected = corrected;
        }
        pairs
    }

    /// The rows of each puzzle that can be compared with each other.
    fn by_puzzle(&self) -> Vec<Vec<&Row>> {
        let mut puzzles: Vec<Vec<&Row>> = Vec::new();
        for row in &self.rows {
            let same = |rows: &&mut Vec<&Row>| {
                rows.first().is_some_and(|r| r.puzzle == row.puzzle && r.measure == row.measure)
            };
            match puzzles.iter_mut().find(same) {
                Some(rows) => rows.push(row),
                None => puzzles.push(vec![row]),
            }
        }
        puzzles
    }

    /// The contenders that met on all of at least two puzzles, with their mean rank; best first.
    pub fn ranking(&self) -> Vec<(String, f64)> {
        let puzzles = self.by_puzzle();
        let mut solvers: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !solvers.contains(&&*row.solver) {
                solvers.push(&row.solver);
            }
        }
        let met =
            |solver: &&str| puzzles.iter().all(|rows| rows.iter().any(|r| r.solver == **solver));
        solvers.retain(|solver| met(solver));
        if puzzles.len() < 2 || solvers.len() < 2 {
            return Vec::new();
        }
        let figure = |rows: &Vec<&Row>, solver: &str| {
            let row = rows.iter().find(|row| row.solver == solver);
            row.map_or(f64::NAN, |row| {
                if more_is_better(&row.measure) { -row.summary.mean } else { row.summary.mean }
            })
        };
        let figures: Vec<Vec<f64>> = puzzles
            .iter()
            .map(|rows| solvers.iter().map(|solver| figure(rows, solver)).collect())
            .collect();
        let names = solvers.iter().map(|solver| (*solver).to_owned());
        let mut ranking: Vec<_> = names.zip(mean_ranks(&figures)).collect();
        ranking.sort_by(|one, other| one.1.total_cmp(&other.1));
        ranking
    }
}

fn is_better(one: &Row, other: &Row) -> bool {
    let higher = one.summary.mean > other.summary.mean;
    if more_is_better(&one.measure) { higher } else { one.summary.mean < other.summary.mean }
}

fn pair(first: &Row, second: &Row) -> Option<Pair> {
    if first.sample.len().min(second.sample.len()) < FEWEST {
        return None;
    }
    let mut comparison = compare(&first.sample, &second.sample)?;
    if !more_is_better(&first.measure) {
        comparison.a = 1.0 - comparison.a;
    }
    Some(Pair {
        puzzle: first.puzzle.clone(),
        first: first.solver.clone(),
        second: second.solver.clone(),
        comparison,
        corrected: comparison.p,
    })
}

fn row(plan: &Plan, index: usize, outcomes: &[(usize, Outcome)]) -> Option<Row> {
    let line = plan.lines.get(index)?;
    let of_line = || outcomes.iter().filter(|(of, _)| *of == index).map(|(_, outcome)| outcome);
    let sample: Vec<f64> = of_line().filter_map(|outcome| outcome.value(&line.measure)).collect();
    let summary = Summary::of(&sample)?;
    let mean = |name: &str| {
        let values: Vec<f64> = of_line().filter_map(|outcome| outcome.value(name)).collect();
        Summary::of(&values).map_or(0.0, |summary| summary.mean)
    };
    let attempts = |name: &str| -> Vec<Attempt> {
        let attempt = |outcome: &Outcome| {
            Some(Attempt { cost: outcome.value(name)?, reached: outcome.reached })
        };
        of_line().filter_map(attempt).collect()
    };
    let by_work = attempts(line.unit);
    let successes = by_work.iter().filter(|attempt| attempt.reached).count();
    Some(Row {
        name: format!("{}: {}", line.puzzle, line.solver),
        solver: line.solver.clone(),
        puzzle: line.puzzle.clone(),
        measure: line.measure.clone(),
        best: if more_is_better(&line.measure) { summary.greatest } else { summary.least },
        mean_interval: mean_interval(&sample, plan.experiment.seed),
        successes,
        success_interval: wilson(successes, by_work.len()),
        expected_work: expected_running_time(&by_work),
        expected_cpu_seconds: expected_running_time(&attempts("cpu_seconds")),
        cpu_seconds: mean("cpu_seconds"),
        seconds: mean("seconds"),
        work: mean(line.unit),
        unit: line.unit,
        published: line.published.clone(),
        line: index,
        summary,
        sample,
        attempts: by_work,
    })
}
