//! `tilewright resume`: goes on from a checkpoint, of whatever verb wrote it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tilewright_archive::{RunId, RunState};
use tilewright_search::{Checkpoint, RunInput};

use crate::Outcome;
use crate::run::flags::{ArchiveArgs, EveryArgs, RecordArgs, duration};
use crate::run::{Keeping, answer, execute, setup, tally};
use crate::verbs::count;

/// Go on with a run from its checkpoint, or with one of the archive by its number
///
/// It ends as if it had never been stopped, and prints what the verb that began it would print. The
/// checkpoint is kept up to date.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright resume hunt.run --for 2h
  tilewright resume 12 --for 2h")]
pub(crate) struct Args {
    /// The checkpoint, or the number of a run (see `tilewright runs`)
    #[arg(value_name = "FILE_OR_RUN")]
    from: PathBuf,
    #[command(flatten)]
    going_on: GoingOn,
}

/// How to go on.
#[derive(clap::Args)]
pub(crate) struct GoingOn {
    /// Go on for this long, whatever the run's own budget; without it, for what is left of that
    #[arg(long = "for", value_name = "D", value_parser = duration)]
    duration: Option<f64>,
    /// How many threads work; as many as before if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Where the best board goes, again whenever there is a better one; the ending tells the format
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    every: EveryArgs,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let number = args.from.to_str().and_then(|text| text.parse().ok()).map(RunId);
    match number.filter(|_| !args.from.exists()) {
        Some(run) => by_number(run, &args.going_on),
        None => by_file(&args.from, &args.going_on),
    }
}

/// Goes on with a run of the archive.
pub(crate) fn by_number(run: RunId, how: &GoingOn) -> Result<Outcome> {
    let Some(place) = how.record.archive() else {
        bail!("a run by its number comes from the archive: leave --no-archive out");
    };
    let archive = place.open()?;
    let record = archive.run(run)?;
    let number = run.0;
    if record.state == RunState::Running {
        bail!("run {number} is still running, on {}", record.host);
    }
    let Some(file) = record.checkpoint else {
        let over = record.stop_reason.as_deref().unwrap_or("ended");
        bail!("run {number} has no checkpoint to go on from ({over})");
    };
    drop(archive);
    go_on(&file, Some(run), how).with_context(|| format!("run {number} cannot be gone on with"))
}

/// Goes on from a file; if the archive knows whose it is, that run goes on there, too.
fn by_file(file: &Path, how: &GoingOn) -> Result<Outcome> {
    let known = how.record.archive().and_then(|place| run_of(place, file));
    go_on(file, known, how)
}

/// That an archive cannot be asked is told when it is written to.
fn run_of(place: &ArchiveArgs, file: &Path) -> Option<RunId> {
    let path = std::path::absolute(file).ok()?;
    place.open().ok()?.run_of_checkpoint(&path).ok()?
}

fn go_on(file: &Path, run: Option<RunId>, how: &GoingOn) -> Result<Outcome> {
    let mut checkpoint = Checkpoint::read(file)?;
    let spec = &mut checkpoint.spec;
    spec.threads = how.threads.unwrap_or(spec.threads);
    if let Some(duration) = how.duration {
        spec.budget.seconds = Some(checkpoint.progress.seconds + duration);
        (spec.budget.nodes, spec.budget.evaluations) = (None, None);
    }
    let counting = count::Purpose::of_verb(&checkpoint.verb);
    let is_search = matches!(checkpoint.verb.as_str(), "solve" | "run");
    if counting.is_none() && !is_search {
        let (file, verb) = (file.display(), &checkpoint.verb);
        bail!("{file}: a checkpoint of `tilewright {verb}`, which this program cannot go on with");
    }
    if counting.is_some() && how.out.is_some() {
        bail!("--out is for the best board of a search; this is a count, which has none");
    }
    let all = counting.and_then(|purpose| purpose.folder(&checkpoint.spec));
    let input = RunInput::resume(&setup::registry(), checkpoint)
        .with_context(|| file.display().to_string())?;
    let plan = Some(how.every.plan(file));
    let record = how.record.record(&how.every, run).filter(|_| is_search);
    let keeping = Keeping { out: how.out.clone(), checkpoint: plan, all, record };
    let mut finished = execute(input, keeping)?;
    // The archive's own file is nobody's business but the archive's.
    finished.checkpoint = finished.checkpoint.filter(|path| path.exists());
    if is_search {
        answer::tell(finished, how.json, false)
    } else {
        tally::tell(finished, how.json)
    }
}
