//! `tilewright count`: all solutions of a puzzle.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use tilewright_search::{Registry, RunSpec};

use crate::Outcome;
use crate::input::ReadingArgs;
use crate::run::flags::{CheckpointArgs, duration, setting};
use crate::run::folder::BoardFolder;
use crate::run::{Keeping, execute, setup, tally};

/// Count all solutions
///
/// Labelled: placements of numbered pieces. Distinct: boards that look different. Unique: distinct
/// boards that are not turns of each other. Exit code 1 if there is none; 130 if interrupted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright count clue1
  tilewright count hard.toml --unique --all boards --json
  tilewright count hard.toml --checkpoint count.run --for 1h
  tilewright count hard.toml --set order=comb --set rows=4 --set teeth=2")]
pub(crate) struct Args {
    /// An embedded puzzle, a file in any known format, or `-`
    puzzle: String,
    /// Count boards that are turns of each other once, too
    #[arg(long)]
    unique: bool,
    /// Stop after so many distinct boards
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Stop after this time
    #[arg(long = "for", value_name = "D", value_parser = duration)]
    duration: Option<f64>,
    /// How many threads work; one for each core if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    /// Write each distinct board (each unique one with --unique) to a file in this folder
    #[arg(long, value_name = "DIR")]
    all: Option<PathBuf>,
    /// How the cells are filled: auto, row, column, border, rings, spiral, comb; or @FILE with the
    /// names of all cells in the order wanted
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// Set a parameter of the search, as for `solve --solver exact`: order, rows, teeth or cells;
    /// @FILE as value takes it from a file
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let checkpoint = args.checkpoint.plan()?;
    let all = match &args.all {
        Some(path) => Some(BoardFolder::empty(path, counted_as(args.unique))?),
        None => None,
    };
    let purpose = Purpose { all: args.all.as_deref().map(std::path::absolute).transpose()? };
    let registry = Registry::new(vec![tilewright_solvers::counter()]);
    let input = setup::begin(&registry, &purpose.to_verb()?, args.spec()?, None, &args.reading)?;
    tally::tell(execute(input, Keeping { checkpoint, all, ..Keeping::default() })?, args.json)
}

impl Args {
    fn spec(&self) -> Result<RunSpec> {
        let mut spec = RunSpec::new(&self.puzzle, tilewright_solvers::counter().name);
        let flag = |is_set: bool| is_set.then(|| "yes".to_owned());
        let cells = self.order.clone().filter(|order| order.starts_with('@'));
        let order = cells.as_ref().map(|_| "custom".to_owned()).or_else(|| self.order.clone());
        let settings = [
            ("unique", flag(self.unique)),
            ("keep", flag(self.all.is_some())),
            ("limit", self.limit.map(|limit| limit.to_string())),
            ("order", order),
            ("cells", cells),
        ];
        let set = settings.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        spec.settings = set.collect();
        for (name, value) in &self.set {
            if let Some((_, option)) = OPTIONS.into_iter().find(|(setting, _)| setting == name) {
                bail!("`{name}` has an option of its own: {option}");
            }
            if spec.settings.insert(name.clone(), value.clone()).is_some() {
                bail!("`{name}` is set twice");
            }
        }
        spec.threads = self.threads.unwrap_or(spec.threads);
        spec.budget.seconds = self.duration;
        Ok(spec)
    }
}

/// What can be set on the counter but not with `--set`: the program has to know of it.
const OPTIONS: [(&str, &str); 3] =
    [("unique", "--unique"), ("limit", "--limit N"), ("keep", "--all DIR")];

/// What the counter calls the number of boards it hands over.
const fn counted_as(unique: bool) -> &'static str {
    if unique { "unique" } else { "distinct" }
}

/// What a count is for, as its checkpoint remembers it.
pub(crate) struct Purpose {
    all: Option<PathBuf>,
}

impl Purpose {
    const VERB: &str = "count";
    const ALL: &str = "count --all ";

    /// The purpose that a checkpoint names, if it is a count's.
    pub(crate) fn of_verb(verb: &str) -> Option<Self> {
        let all = verb.strip_prefix(Self::ALL).map(PathBuf::from);
        (all.is_some() || verb == Self::VERB).then_some(Self { all })
    }

    fn to_verb(&self) -> Result<String> {
        let Some(path) = &self.all else { return Ok(Self::VERB.to_owned()) };
        let path = path.to_str().with_context(|| format!("{}: not text", path.display()))?;
        Ok(format!("{}{path}", Self::ALL))
    }

    /// The folder of a count that goes on.
    pub(crate) fn folder(self, spec: &RunSpec) -> Option<BoardFolder> {
        let unique = spec.settings.contains_key("unique");
        self.all.map(|path| BoardFolder::again(path, counted_as(unique)))
    }
}
