//! `tilewright solve`: one run of a solver.

use std::path::PathBuf;

use anyhow::Result;
use tilewright_search::{Budget, RunSpec};

use crate::Outcome;
use crate::input::ReadingArgs;
use crate::output::note;
use crate::run::flags::{CheckpointArgs, RecordArgs, duration, fresh_seed, setting};
use crate::run::{Keeping, answer, execute, setup};

/// How long a run takes unless a budget is given.
const DEFAULT_SECONDS: f64 = 60.0;

/// Search for a solution, or for the best board there is time for
///
/// Exit code 1 if it is proved that there is no solution, or with --require if the goal was not
/// reached; 130 if it was interrupted. Ctrl-C stops the run and keeps its best board; SIGUSR1 shows
/// the best board so far, SIGUSR2 has a checkpoint written at once.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright solve clue1
  tilewright solve eternity2 --for 5m --out best.json --checkpoint hunt.run
  tilewright solve hard.toml --solver exact --set order=row --threads 1 --seed 7 --json
  tilewright solve hard.toml --solver exact --set order=custom --set cells=@order.txt

`tilewright solvers` lists the solvers, `tilewright solvers NAME` what can be set.")]
pub(crate) struct Args {
    /// An embedded puzzle, a file in any known format, or `-`
    #[arg(default_value = "eternity2")]
    puzzle: String,
    /// The solver (see `tilewright solvers`)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    solver: String,
    /// Set a parameter of the solver; @FILE as value takes it from a file
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Stop after this time; 60s unless --nodes or --evaluations is given
    #[arg(long = "for", value_name = "D", value_parser = duration)]
    duration: Option<f64>,
    /// Stop after so many nodes, at the solver's next boundary
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after so many evaluations, at the solver's next boundary
    #[arg(long, value_name = "N")]
    evaluations: Option<u64>,
    /// Stop as soon as a board has this score
    #[arg(long, value_name = "SCORE")]
    target: Option<u32>,
    /// Exit code 1 unless the target is reached, or a solution found if no target is given
    #[arg(long)]
    require: bool,
    /// Where all randomness comes from; chosen by chance and told if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many threads work; one for each core if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// A board to start from: a file, a link, letters, or `board` of --json
    #[arg(long, value_name = "BOARD")]
    start: Option<String>,
    /// Boards from this score on go into the archive, not the best alone
    #[arg(long, value_name = "SCORE")]
    floor: Option<u32>,
    /// Where the best board goes, again whenever there is a better one; the ending tells the format
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    record: RecordArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let checkpoint = args.checkpoint.plan()?;
    let spec = args.spec();
    let seed = spec.seed;
    let registry = tilewright_solvers::registry();
    let input = setup::begin(&registry, "solve", spec, None, &args.reading)?;
    if args.seed.is_none() {
        // Now, so that even a run that is killed can be repeated.
        note(&format!("seed {seed}"));
    }
    let record = args.record.new_run(&args.checkpoint.every);
    let keeping = Keeping { out: args.out.clone(), checkpoint, all: None, record };
    answer::tell(execute(input, keeping)?, args.json, args.require)
}

impl Args {
    fn spec(&self) -> RunSpec {
        let has_work_budget = self.nodes.is_some() || self.evaluations.is_some();
        let default_seconds = (!has_work_budget).then_some(DEFAULT_SECONDS);
        let mut spec = RunSpec::new(&self.puzzle, &self.solver);
        spec.settings = self.set.iter().cloned().collect();
        spec.seed = self.seed.unwrap_or_else(fresh_seed);
        spec.threads = self.threads.unwrap_or(spec.threads);
        spec.start = self.start.clone();
        spec.floor = self.floor;
        spec.budget = Budget {
            seconds: self.duration.or(default_seconds),
            nodes: self.nodes,
            evaluations: self.evaluations,
            target: self.target,
        };
        spec
    }
}
