//! One trial: a run of a solver, or of a strategy for tilings.

use std::sync::Arc;

use tilewright_archive::Point;
use tilewright_puzzle::score::mismatches;
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{
    Interrupt, Observed, Registry, RunInput, RunResult, RunSpec, StopReason, Unit, run,
};
use tilewright_tiling::tables::Entry;

use crate::metered::{Meter, Metering};
use crate::outcome::Outcome;
use crate::plan::Job;

/// A trial that ended by itself, with its run if it was one.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) run: Option<DoneRun>,
}

/// The run of a trial.
#[derive(Debug)]
pub(crate) struct DoneRun {
    pub(crate) spec: RunSpec,
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) result: RunResult,
    pub(crate) curve: Vec<Point>,
}

/// Does a job; `None` if it was interrupted.
pub(crate) fn perform(
    job: &Job,
    registry: &Registry,
    interrupt: &Interrupt,
) -> Result<Option<Done>, String> {
    match job {
        Job::Solve { spec, puzzle, cpu_seconds } => {
            solve(spec, puzzle, *cpu_seconds, registry, interrupt)
        }
        Job::Tile { entry, seed } => Ok(tile(entry, *seed, interrupt)),
    }
}

fn solve(
    spec: &RunSpec,
    puzzle: &Arc<Puzzle>,
    cpu_seconds: Option<f64>,
    registry: &Registry,
    interrupt: &Interrupt,
) -> Result<Option<Done>, String> {
    let input = RunInput::new(registry, "lab", spec.clone(), Arc::clone(puzzle), None);
    let mut input = input.map_err(|error| error.to_string())?;
    let (meter, stop, unit) = (Meter::default(), interrupt.child(), input.unit);
    input.interrupt = stop.clone();
    let metering = Metering { unit, meter: meter.clone(), limit: cpu_seconds, stop, begun: 0.0 };
    input.solver = Observed::wrap(input.solver, metering);
    let mut result = run(input).map_err(|error| error.to_string())?;
    let seen = meter.seen();
    if result.stop_reason == StopReason::Interrupted {
        if !seen.is_spent {
            return Ok(None);
        }
        result.stop_reason = StopReason::BudgetSpent;
    }
    // With more threads than one the process's own time is right, since nothing runs beside.
    if spec.threads == 1 {
        result.cpu_seconds = seen.cpu_seconds;
    }
    let counted = |work| match unit {
        Unit::Nodes => (Some(work), None),
        Unit::Evaluations => (None, Some(work)),
    };
    let curve = seen.curve.iter().map(|&(work, seconds, score)| {
        let (nodes, evaluations) = counted(work);
        Point { seconds, score, nodes, evaluations }
    });
    let curve = curve.collect();
    let outcome = outcome(puzzle, &result, unit, seen.curve);
    let run = DoneRun { spec: spec.clone(), puzzle: Arc::clone(puzzle), result, curve };
    Ok(Some(Done { outcome, run: Some(run) }))
}

fn outcome(
    puzzle: &Puzzle,
    result: &RunResult,
    unit: Unit,
    curve: Vec<(u64, f64, u32)>,
) -> Outcome {
    let RunResult { verdict, counters, .. } = result;
    let mut values: std::collections::BTreeMap<String, f64> = [
        ("score", f64::from(verdict.score)),
        ("max_score", f64::from(verdict.max_score)),
        ("placed", verdict.placed as f64),
        ("seconds", result.seconds),
        ("cpu_seconds", result.cpu_seconds),
        ("work", unit.of(counters) as f64),
        ("nodes", counters.nodes as f64),
        ("evaluations", counters.evaluations as f64),
        ("restarts", counters.restarts as f64),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    for (name, value) in &result.report {
        // Counts beyond 64 bits come as text.
        let text = || value.as_str().and_then(|text| text.parse().ok());
        if let Some(number) = value.as_f64().or_else(text) {
            values.entry(name.clone()).or_insert(number);
        }
    }
    let reached = match result.stop_reason {
        StopReason::Solved | StopReason::TargetReached => true,
        StopReason::Exhausted => verdict.solved || result.report.contains_key("distinct"),
        StopReason::BudgetSpent | StopReason::Interrupted => false,
    };
    Outcome {
        values,
        stop_reason: result.stop_reason.name().to_owned(),
        reached,
        curve,
        shape: Some(puzzle.shape()),
        mismatched: result.best.as_ref().map(|board| beside(puzzle, board)).unwrap_or_default(),
        machine_speed: 0.0,
    }
}

fn beside(puzzle: &Puzzle, board: &Board) -> Vec<u16> {
    mismatches(puzzle, board).iter().flat_map(|join| [join.cell.0, join.other.0]).collect()
}

fn tile(entry: &Entry, seed: u64, interrupt: &Interrupt) -> Option<Done> {
    let started = std::time::Instant::now();
    let summary = entry.measure(1, seed, 1, &|| !interrupt.is_raised())?;
    let seconds = started.elapsed().as_secs_f64();
    let generations = summary.mean;
    let values = [
        ("generations", generations),
        ("evaluations", generations * entry.population as f64),
        ("seconds", seconds),
        // The strategy works in a thread of its own, whose time nobody outside can ask for; it
        // does nothing but work.
        ("cpu_seconds", seconds),
    ];
    let outcome = Outcome {
        values: values.map(|(name, value)| (name.to_owned(), value)).into(),
        stop_reason: StopReason::Solved.name().to_owned(),
        reached: true,
        ..Outcome::default()
    };
    Some(Done { outcome, run: None })
}
