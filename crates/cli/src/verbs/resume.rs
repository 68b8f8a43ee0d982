//! `tilewright resume`: goes on from a checkpoint, of whatever verb wrote it.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use tilewright_search::{Checkpoint, RunInput};

use crate::Outcome;
use crate::run::flags::{EveryArgs, duration};
use crate::run::{Keeping, answer, execute, setup, tally};
use crate::verbs::count;

/// Go on with a run from its checkpoint
///
/// It ends as if it had never been stopped, and prints what the verb that began it would print. The
/// checkpoint is kept up to date.
#[derive(clap::Args)]
#[command(after_help = "Example:
  tilewright resume hunt.run --for 2h")]
pub(crate) struct Args {
    /// The checkpoint
    file: PathBuf,
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
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let mut checkpoint = Checkpoint::read(&args.file)?;
    let spec = &mut checkpoint.spec;
    spec.threads = args.threads.unwrap_or(spec.threads);
    if let Some(duration) = args.duration {
        spec.budget.seconds = Some(checkpoint.progress.seconds + duration);
        (spec.budget.nodes, spec.budget.evaluations) = (None, None);
    }
    let counting = count::Purpose::of_verb(&checkpoint.verb);
    let is_search = matches!(checkpoint.verb.as_str(), "solve" | "run");
    if counting.is_none() && !is_search {
        let (file, verb) = (args.file.display(), &checkpoint.verb);
        bail!("{file}: a checkpoint of `tilewright {verb}`, which this program cannot go on with");
    }
    if counting.is_some() && args.out.is_some() {
        bail!("--out is for the best board of a search; this is a count, which has none");
    }
    let all = counting.and_then(|purpose| purpose.folder(&checkpoint.spec));
    let input = RunInput::resume(&setup::registry(), checkpoint)
        .with_context(|| args.file.display().to_string())?;
    let plan = Some(args.every.plan(&args.file));
    let finished = execute(input, Keeping { out: args.out.clone(), checkpoint: plan, all })?;
    if is_search {
        answer::tell(finished, args.json, false)
    } else {
        tally::tell(finished, args.json)
    }
}
