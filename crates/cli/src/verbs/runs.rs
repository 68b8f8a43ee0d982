//! `tilewright runs`: the runs in the archive.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Subcommand;
use serde_json::{Value, json};
use tilewright_archive::{Archive, RunFilter, RunId, RunRecord, RunState, calendar};
use tilewright_formats::counted;

use crate::Outcome;
use crate::endings::ending_of;
use crate::files::write_file;
use crate::output::{say, say_json, time_in_words};
use crate::run::answer::{Written, as_argument};
use crate::run::flags::ArchiveArgs;
use crate::verbs::resume::{self, GoingOn};

/// List, show, go on with, export and remove the runs in the archive
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  tilewright runs
  tilewright runs list --puzzle eternity2 --regime open --min-score 460 --json
  tilewright runs show 12
  tilewright runs resume 12 --for 2h
  tilewright runs export 12 --out run.json
  tilewright runs rm 12")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Subcommand)]
enum Action {
    /// List runs, the latest first
    List(ListArgs),
    /// Show one run
    Show(OneArgs),
    /// Go on with a run, as `tilewright resume`
    Resume(ResumeArgs),
    /// Write a run with its curve and its best board to a file: JSON, or the curve alone as CSV
    Export(ExportArgs),
    /// Remove runs with their curves and checkpoints; their boards stay
    Rm(RemoveArgs),
}

#[derive(clap::Args)]
struct ListArgs {
    /// Runs on this puzzle alone
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// Runs under these hints alone: free (none), open (one), strict (more)
    #[arg(long, value_name = "REGIME", value_parser = ["free", "open", "strict"])]
    regime: Option<String>,
    /// Runs of this solver alone
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Runs in this state alone
    #[arg(long, value_name = "STATE", value_parser = state)]
    state: Option<RunState>,
    /// Runs with at least this score
    #[arg(long, value_name = "SCORE")]
    min_score: Option<u32>,
    /// No more than so many
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct OneArgs {
    /// The run's number
    id: i64,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ResumeArgs {
    /// The run's number
    id: i64,
    #[command(flatten)]
    going_on: GoingOn,
}

#[derive(clap::Args)]
struct ExportArgs {
    /// The run's number
    id: i64,
    /// Where to; .csv for the curve alone. Standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    archive: ArchiveArgs,
}

#[derive(clap::Args)]
struct RemoveArgs {
    /// The runs' numbers
    #[arg(required = true)]
    ids: Vec<i64>,
    #[command(flatten)]
    archive: ArchiveArgs,
}

fn state(text: &str) -> Result<RunState, String> {
    let names = RunState::ALL.map(RunState::name).join(", ");
    RunState::of_name(text).ok_or_else(|| format!("a state is one of {names}"))
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match &args.action {
        None => list(&args.list),
        Some(Action::List(args)) => list(args),
        Some(Action::Show(args)) => show(args),
        Some(Action::Resume(args)) => resume::by_number(RunId(args.id), &args.going_on),
        Some(Action::Export(args)) => export(args),
        Some(Action::Rm(args)) => remove(args),
    }
}

fn list(args: &ListArgs) -> Result<Outcome> {
    let filter = RunFilter {
        puzzle: args.puzzle.clone(),
        regime: args.regime.clone(),
        solver: args.solver.clone(),
        state: args.state,
        min_score: args.min_score,
        before: None,
        limit: Some(args.limit),
    };
    let runs = args.archive.open()?.runs(&filter)?;
    if args.json {
        say_json(&runs)?;
    } else if runs.is_empty() {
        say("no runs")?;
    } else {
        let head = format!(
            "{:>5}  {:19}  {:20}  {:18}  {:>9}  {:11}  {:>9}",
            "run", "began (UTC)", "puzzle", "solver", "score", "state", "time"
        );
        let lines = runs.iter().map(row);
        say(&[head].into_iter().chain(lines).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Outcome::Done)
}

fn row(run: &RunRecord) -> String {
    let score = format!("{}/{}", run.score, run.max_score);
    format!(
        "{:>5}  {:19}  {:20}  {:18}  {score:>9}  {:11}  {:>9}",
        run.id.0,
        calendar::in_words(run.created),
        run.puzzle,
        run.spec.solver,
        run.state.name(),
        time_in_words(run.seconds)
    )
}

/// A run as one document: all that is known of it.
fn document(archive: &Archive, id: RunId) -> Result<(RunRecord, Value)> {
    let run = archive.run(id)?;
    let curve = archive.curve(id)?;
    let written = match run.best_board {
        Some(board) => {
            let (record, puzzle) = archive.board(board)?;
            Some(Written::new(&puzzle, &record.board)?)
        }
        None => None,
    };
    let (board, link) = written.map_or((Value::Null, None), |w| (w.board, w.link));
    let mut document = serde_json::to_value(&run)?;
    if let Value::Object(fields) = &mut document {
        fields.insert("curve".to_owned(), json!(curve));
        fields.insert("board".to_owned(), board);
        fields.insert("link".to_owned(), json!(link));
    }
    Ok((run, document))
}

fn show(args: &OneArgs) -> Result<Outcome> {
    let archive = args.archive.open()?;
    let (run, document) = document(&archive, RunId(args.id))?;
    if args.json {
        say_json(&document)?;
        return Ok(Outcome::Done);
    }
    let counters = &run.counters;
    let why = run.stop_reason.as_ref().filter(|reason| *reason != run.state.name());
    let why = why.map(|reason| format!(" ({reason})")).unwrap_or_default();
    let mut lines = vec![
        format!("run      {} of {} with {}", run.id.0, run.puzzle, run.spec.solver),
        format!("state    {}{why}", run.state.name()),
        format!(
            "began    {} UTC on {}, tilewright {}",
            calendar::in_words(run.created),
            run.host,
            run.version
        ),
        format!("score    {} of {}", run.score, run.max_score),
        format!("placed   {}", counted(run.placed, "piece")),
        format!(
            "time     {}, processor {}",
            time_in_words(run.seconds),
            time_in_words(run.cpu_seconds)
        ),
        format!("nodes    {}", counters.nodes),
        format!("evaluations {}", counters.evaluations),
        format!("seed     {}, {}", run.spec.seed, counted(run.spec.threads, "thread")),
        format!("spec     {}", serde_json::to_string(&run.spec)?),
    ];
    lines.extend(run.failure.map(|failure| format!("failure  {failure}")));
    lines.extend(run.checkpoint.map(|path| format!("resume   from {}", path.display())));
    if let Some(link) = document["link"].as_str() {
        lines.push(format!("link     {link}"));
    }
    if !document["board"].is_null() {
        lines.push(format!("board    {}", as_argument(&document["board"])));
    }
    say(&lines.join("\n"))?;
    Ok(Outcome::Done)
}

fn export(args: &ExportArgs) -> Result<Outcome> {
    let archive = args.archive.open()?;
    let (_, document) = document(&archive, RunId(args.id))?;
    let Some(path) = &args.out else {
        say_json(&document)?;
        return Ok(Outcome::Done);
    };
    let text = match ending_of(path).as_deref() {
        Some("csv") => curve_as_csv(&archive, RunId(args.id))?,
        Some("json") | None => serde_json::to_string_pretty(&document)? + "\n",
        Some(other) => bail!("{}: runs go to .json or .csv, not .{other}", path.display()),
    };
    write_file(path, text.as_bytes())?;
    say(&format!("run {} in {}", args.id, path.display()))?;
    Ok(Outcome::Done)
}

fn curve_as_csv(archive: &Archive, id: RunId) -> Result<String> {
    let mut text = "seconds,score,nodes,evaluations\n".to_owned();
    for point in archive.curve(id)? {
        let work = |count: Option<u64>| count.map(|count| count.to_string()).unwrap_or_default();
        let (nodes, evaluations) = (work(point.nodes), work(point.evaluations));
        text += &format!("{},{},{nodes},{evaluations}\n", point.seconds, point.score);
    }
    Ok(text)
}

fn remove(args: &RemoveArgs) -> Result<Outcome> {
    let mut archive = args.archive.open()?;
    for &id in &args.ids {
        archive.remove_run(RunId(id))?;
    }
    say(&format!("{} removed", counted(args.ids.len(), "run")))?;
    Ok(Outcome::Done)
}
