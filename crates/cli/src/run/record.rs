//! A run in the archive. Whatever is wrong with the archive costs the run nothing: it is told once,
//! the run goes on, and its best board goes to a file beside instead.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tilewright_archive::{Archive, NewRun, Recorder, RunId};
use tilewright_formats::{BoardToWrite, Format, write_board};
use tilewright_puzzle::{Claim, Puzzle};
use tilewright_search::{
    Checkpoint, CheckpointPlan, Event, Listener, RunError, RunInput, RunResult,
};

use crate::files::{check_writable, write_file};
use crate::output::note;

/// Where to record a run.
pub(crate) struct Record {
    /// The archive, or why there is none.
    pub(crate) path: Result<PathBuf>,
    /// The run that goes on, if it is one of the archive.
    pub(crate) run: Option<RunId>,
    /// How often the archive's own checkpoint is written.
    pub(crate) every: Duration,
}

/// A run that is being recorded, or is not although it should be.
pub(super) struct Recording {
    recorder: Option<Recorder>,
    plan: Option<CheckpointPlan>,
    /// Where the best board goes if the archive cannot take it.
    beside: Option<PathBuf>,
    puzzle: Arc<Puzzle>,
}

impl Recording {
    /// Opens the archive and notes the run; tells what is wrong if that is not possible.
    pub(super) fn begin(
        record: Record,
        input: &RunInput<'_>,
        checkpoint: Option<&CheckpointPlan>,
    ) -> Self {
        let folder = record.path.as_ref().ok().and_then(|path| path.parent()).map(Path::to_owned);
        let beside = place_beside(folder, input);
        let puzzle = Arc::clone(&input.puzzle);
        match open(record, input, checkpoint) {
            Ok((recorder, plan)) => Self { recorder: Some(recorder), plan, beside, puzzle },
            Err(error) => {
                note(&format!("this run is not recorded: {error:#}; it goes on"));
                Self { recorder: None, plan: None, beside, puzzle }
            }
        }
    }

    /// The archive's own plan for checkpoints, if the run has none.
    pub(super) fn take_plan(&mut self) -> Option<CheckpointPlan> {
        self.plan.take()
    }

    /// Where to keep the best board of a run that is not recorded.
    pub(super) fn board_beside(&self) -> Option<PathBuf> {
        self.beside.clone().filter(|_| self.recorder.is_none())
    }

    /// What went wrong meanwhile: once.
    pub(super) fn message(&self) -> Option<String> {
        let reason = self.recorder.as_ref()?.message()?;
        Some(format!("warning: the record of this run waits: {reason}; the run goes on"))
    }

    /// Ends the record. Gives the run's number if all of it is there; else where its best board
    /// is, unless that is in a file already.
    pub(super) fn close(
        self,
        result: &Result<RunResult, RunError>,
        is_in_file: bool,
    ) -> (Option<i64>, Option<PathBuf>) {
        let Some(mut recorder) = self.recorder else { return (None, None) };
        let run = recorder.run().0;
        if let Err(error) = result {
            recorder.fail(&error.to_string());
        }
        let Err(error) = recorder.close() else { return (Some(run), None) };
        note(&format!("run {run} is not fully recorded: {error}"));
        let best = result.as_ref().ok().and_then(|result| result.best.as_ref());
        let (Some(board), Some(beside), false) = (best, self.beside, is_in_file) else {
            return (None, None);
        };
        let claim = Claim::of_board(&self.puzzle, board);
        let board = BoardToWrite::new(&claim, Some(&self.puzzle));
        let text = write_board(Format::Json, &board).map_err(anyhow::Error::from);
        match text.and_then(|text| write_file(&beside, text.as_bytes())) {
            Ok(()) => (None, Some(beside)),
            Err(error) => {
                note(&format!("nor could its best board be written: {error:#}"));
                (None, None)
            }
        }
    }
}

impl Listener for Recording {
    fn on(&mut self, event: &Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.on(event);
        }
    }
}

fn open(
    record: Record,
    input: &RunInput<'_>,
    checkpoint: Option<&CheckpointPlan>,
) -> Result<(Recorder, Option<CheckpointPlan>)> {
    let Record { path, run, every } = record;
    let path = path?;
    let mut archive = Archive::open(&path)?;
    let puzzle = &*input.puzzle;
    let seconds = input.resumed.as_ref().map_or(0.0, |progress| progress.seconds);
    let run = match run {
        Some(run) => {
            archive.claim_run(run, seconds)?;
            run
        }
        None => archive.begin_run(&NewRun { verb: &input.verb, spec: &input.spec, puzzle })?,
    };
    let named = checkpoint.map(|plan| std::path::absolute(&plan.path)).transpose()?;
    let own = named.is_none().then(|| archive.own_checkpoint(run));
    let written = own.as_deref().map(|path| try_checkpoint(path, input)).transpose();
    if let Err(error) = &written {
        note(&format!("run {run} cannot be gone on with if it is killed: {error:#}", run = run.0));
    }
    let own = own.filter(|_| written.is_ok());
    archive.set_checkpoint(run, named.as_deref().or(own.as_deref()))?;
    let recorder = Recorder::listen(archive, run, puzzle)?;
    Ok((recorder, own.map(|path| CheckpointPlan { path, every })))
}

/// Finds out, at the cost of one more checkpoint, whether there is room for one: the executor takes
/// a first one that fails for a reason not to begin.
fn try_checkpoint(path: &Path, input: &RunInput<'_>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let first = Checkpoint {
        verb: input.verb.clone(),
        spec: input.spec.clone(),
        puzzle: Arc::clone(&input.puzzle),
        start: input.start.clone(),
        progress: input.resumed.clone().unwrap_or_default(),
        state: input.solver.save()?,
    };
    Ok(first.write(path)?)
}

/// A file for the best board: in the archive's folder, else here, else among temporary files.
fn place_beside(folder: Option<PathBuf>, input: &RunInput<'_>) -> Option<PathBuf> {
    let letters = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let puzzle: String = input.puzzle.name().chars().map(letters).take(40).collect();
    let name = format!("best-{puzzle}-{}.json", input.spec.seed);
    let places = [folder, env::current_dir().ok(), Some(env::temp_dir())];
    let paths = places.into_iter().flatten().map(|place| place.join(&name));
    paths.into_iter().find(|path| check_writable(path).is_ok())
}
