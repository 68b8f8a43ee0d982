//! `tilewright run`: a run described by a file.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use tilewright_search::RunSpec;

use crate::Outcome;
use crate::input::{ReadingArgs, text_file};
use crate::run::flags::{CheckpointArgs, RecordArgs};
use crate::run::{Keeping, answer, execute, setup};

/// Do the run that a file describes
///
/// The file is TOML or JSON with the fields puzzle, solver, settings, seed, threads, start, floor
/// and budget (seconds, nodes, evaluations, target). All but the puzzle can be left out; without a
/// budget the run goes on until it comes to its own end. Paths start from the file's own folder.
#[derive(clap::Args)]
#[command(after_help = "Example:
  tilewright run hunt.toml --json

where hunt.toml is
  puzzle = \"eternity2\"
  solver = \"exact\"
  seed = 7
  settings = { order = \"row\" }
  budget = { seconds = \"5m\", target = 460 }")]
pub(crate) struct Args {
    /// The file
    spec: PathBuf,
    /// Where the best board goes, again whenever there is a better one; the ending tells the format
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    record: RecordArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let checkpoint = args.checkpoint.plan()?;
    let spec = read(&args.spec)?;
    let folder = args.spec.parent();
    let registry = tilewright_solvers::registry();
    let input = setup::begin(&registry, "run", spec, folder, &ReadingArgs::default())?;
    let record = args.record.new_run(&args.checkpoint.every);
    let keeping = Keeping { out: args.out.clone(), checkpoint, all: None, record };
    answer::tell(execute(input, keeping)?, args.json, false)
}

fn read(path: &Path) -> Result<RunSpec> {
    let text = text_file(path)?;
    let spec = if text.trim_start().starts_with('{') {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        toml::from_str(&text).map_err(|error| in_one_line(&text, &error))
    };
    spec.map_err(|error| anyhow!("{}: no description of a run: {error}", path.display()))
}

fn in_one_line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
    format!("{}{place}", error.message())
}
