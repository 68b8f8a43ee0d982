//! What all runs have in common, whichever verb starts them: how they are set up, what they keep
//! on the way, and what they show.

pub(crate) mod answer;
mod best_file;
pub(crate) mod flags;
pub(crate) mod folder;
mod ladder;
mod meter;
pub(crate) mod record;
mod report;
pub(crate) mod setup;
pub(crate) mod tally;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use tilewright_puzzle::Puzzle;
use tilewright_search::{
    CheckpointPlan, Event, Interrupt, Listener, Observed, RunInput, RunResult, RunSpec, Solver, run,
};

use self::best_file::BestFile;
use self::folder::BoardFolder;
use self::meter::Meter;
use self::record::{Record, Recording};
use self::report::Report;

/// What a run leaves behind on the disk.
#[derive(Default)]
pub(crate) struct Keeping {
    /// Where the best board goes.
    pub(crate) out: Option<PathBuf>,
    /// Where and how often the run itself goes.
    pub(crate) checkpoint: Option<CheckpointPlan>,
    /// Where every board goes that the solver hands over.
    pub(crate) all: Option<BoardFolder>,
    /// The archive that the run goes to.
    pub(crate) record: Option<Record>,
}

/// A run that ended, with what is needed to tell of it.
pub(crate) struct Finished {
    pub(crate) spec: RunSpec,
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) result: RunResult,
    pub(crate) checkpoint: Option<PathBuf>,
    /// The run's number in the archive, if all of it is there.
    pub(crate) run: Option<i64>,
    /// Where the best board is; `None` if it is in no file.
    pub(crate) out: Option<PathBuf>,
    /// What could not be written; told once the result is out.
    pub(crate) failure: Option<anyhow::Error>,
}

/// Runs to the end, with progress on standard error and everything kept that is to be kept.
pub(crate) fn execute(mut input: RunInput<'_>, keeping: Keeping) -> Result<Finished> {
    let Keeping { mut out, checkpoint, all, record } = keeping;
    let (spec, puzzle) = (input.spec.clone(), Arc::clone(&input.puzzle));
    let checkpoint_path = checkpoint.as_ref().map(|plan| plan.path.clone());
    let mut recording = record.map(|record| Recording::begin(record, &input, checkpoint.as_ref()));
    if let Some(recording) = &recording {
        out = out.or_else(|| recording.board_beside());
    }
    let own_plan = recording.as_mut().and_then(Recording::take_plan);
    let mut best = out.clone().map(|path| BestFile::new(path, Arc::clone(&puzzle))).transpose()?;
    let mut all = all.map(|folder| folder.open(&input)).transpose()?;
    let report = Report::default();
    let mut meter = Meter::new(&input, report.clone())?;
    input.solver = Observed::wrap(input.solver, move |solver: &dyn Solver| report.keep(solver));
    let interrupt = Interrupt::on_signals().context("signals cannot be listened to")?;
    input.interrupt = interrupt.clone();
    input.checkpoint = checkpoint.or(own_plan);
    let everybody = |event: &Event<'_>| {
        // Files first: what is shown is already safe.
        if let Some(best) = &mut best {
            best.on(event);
        }
        if let Some(all) = &mut all {
            all.on(event);
            if all.failure.is_some() {
                interrupt.raise();
            }
        }
        if let Some(recording) = &mut recording {
            recording.on(event);
            if let Some(message) = recording.message() {
                meter.tell(&message);
            }
        }
        if let Event::CheckpointFailed { reason, .. } = event {
            meter.tell(&format!("warning: {reason}; the run goes on"));
        }
        meter.on(event);
    };
    let result = run(input.with_listener(everybody));
    meter.clear();
    // Even of a run that went wrong the best board is kept.
    let best_failure = best.and_then(|mut best| best.flush().err());
    let out = out.filter(|_| best_failure.is_none());
    let failure = all.and_then(|all| all.failure).or(best_failure);
    let closed = recording.map(|recording| recording.close(&result, out.is_some()));
    let (run, beside) = closed.unwrap_or_default();
    let (result, checkpoint, out) = (result?, checkpoint_path, out.or(beside));
    Ok(Finished { spec, puzzle, result, checkpoint, run, out, failure })
}
