//! `tilewright lab`: experiments, with the published figures beside ours.

use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use tilewright_archive::Archive;
use tilewright_lab::report::{self, Provenance};
use tilewright_lab::{Doing, Experiment, News, Plan, Results, Scale, embedded};
use tilewright_search::{Interrupt, format_duration};

use crate::Outcome;
use crate::endings::ending_of;
use crate::files::{check_writable, write_files};
use crate::input::text_file;
use crate::output::{note, say, say_json};
use crate::run::flags::{ArchiveArgs, RecordArgs, duration};

/// Do experiments, and see the published figures beside ours
///
/// An experiment is a file (TOML): puzzles, solvers, budgets, seeds, published figures. Those of the
/// documents come with the program. Every trial is kept in the archive when it ends: an experiment
/// that was stopped or killed goes on where it was.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright lab list
  tilewright lab run soderlind --scale 0.1
  tilewright lab run mine.toml --runs 20 --out mine.html
  tilewright lab report soderlind --out soderlind.md")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the experiments that come with the program
    List(ListArgs),
    /// Print the file of an experiment, to change it into one of your own
    Show(ShowArgs),
    /// Do an experiment, or what is missing of it
    Run(RunArgs),
    /// Report on the last experiments in the archive
    Report(ReportArgs),
}

#[derive(clap::Args)]
struct ListArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ShowArgs {
    /// The experiment's name
    name: String,
}

#[derive(clap::Args)]
struct RunArgs {
    /// An experiment's name, or its file
    experiment: String,
    /// Multiply all work by this; `lab list` says which scale takes minutes
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    scale: f64,
    /// Runs of each solver on each instance, in place of the experiment's own
    #[arg(long, value_name = "N")]
    runs: Option<u32>,
    /// Stop after this time; the same command goes on later, trials that had not ended from the start
    #[arg(long = "for", value_name = "D", value_parser = duration)]
    duration: Option<f64>,
    /// Cores to use; all if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    outs: OutArgs,
    #[command(flatten)]
    record: RecordArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ReportArgs {
    /// An experiment's name, or its file; all that the archive has if not given
    experiment: Option<String>,
    #[command(flatten)]
    outs: OutArgs,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct OutArgs {
    /// Write a report: .html (with plots), .md, .csv (every trial) or .json; may be given again
    #[arg(long, value_name = "FILE")]
    out: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match &args.action {
        Action::List(args) => list(args),
        Action::Show(args) => {
            let text = embedded::text(&args.name).with_context(|| unknown(&args.name))?;
            say(text)?;
            Ok(Outcome::Done)
        }
        Action::Run(args) => run_one(args),
        Action::Report(args) => report_some(args),
    }
}

fn unknown(name: &str) -> String {
    let names = embedded::names().join(", ");
    format!("{name}: there is no such experiment or file; there are {names}")
}

/// An experiment by name or file, with the folder that its paths start from.
fn load(name: &str) -> Result<(Experiment, Option<PathBuf>)> {
    if let Some(experiment) = embedded::experiment(name) {
        return Ok((experiment?, None));
    }
    let path = Path::new(name);
    if !path.is_file() {
        bail!(unknown(name));
    }
    let experiment = Experiment::from_toml(&text_file(path)?, name)?;
    Ok((experiment, path.parent().map(Path::to_owned)))
}

fn list(args: &ListArgs) -> Result<Outcome> {
    let experiments = embedded::names().into_iter().filter_map(embedded::experiment);
    let experiments: Vec<_> = experiments.collect::<Result<_, _>>()?;
    if args.json {
        let rows = experiments.iter().map(
            |e| json!({ "name": e.name, "title": e.title, "source": e.source, "scaled": e.scaled }),
        );
        say_json(&rows.collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    let line = |e: &Experiment| {
        let (name, title, scaled) = (&e.name, &e.title, e.scaled);
        format!("{name:10}  {title}\n{:12}minutes with --scale {scaled}", "")
    };
    say(&experiments.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    Ok(Outcome::Done)
}

fn run_one(args: &RunArgs) -> Result<Outcome> {
    args.outs.check()?;
    let (experiment, folder) = load(&args.experiment)?;
    let scale = Scale { work: args.scale, runs: args.runs };
    let registry = tilewright_lab::registry();
    let plan = Plan::new(experiment, scale, &registry, folder.as_deref())?;
    let mut archive = open(&args.record);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let doing = Doing {
        cores: args.threads.unwrap_or(cores).max(1),
        seconds: args.duration,
        interrupt: Interrupt::on_signals().context("signals cannot be listened to")?,
    };
    let meter = Meter::new();
    let results = tilewright_lab::run(&plan, &registry, &doing, archive.as_mut(), &mut |news| {
        meter.on(&news);
    });
    meter.clear();
    let provenance = Provenance::now(&results, &args.experiment);
    args.outs.write(&results, &provenance)?;
    if args.json {
        say_json(&report::json(&results, &provenance))?;
    } else {
        say(&report::terminal(&results, &provenance))?;
    }
    if doing.interrupt.is_raised() {
        return Ok(Outcome::Interrupted);
    }
    if !results.is_complete() {
        note("not all trials ended; the same command goes on with the others");
    }
    Ok(Outcome::Done)
}

/// The archive, if there is to be one; without it an experiment is done all the same.
fn open(record: &RecordArgs) -> Option<Archive> {
    let opened = record.archive()?.open();
    if let Err(error) = &opened {
        note(&format!("trials are not kept: {error:#}; the experiment goes on"));
    }
    opened.ok()
}

fn report_some(args: &ReportArgs) -> Result<Outcome> {
    args.outs.check()?;
    let archive = args.archive.open()?;
    let names = match &args.experiment {
        Some(name) => vec![name.clone()],
        None => {
            let mut names: Vec<_> =
                archive.experiments(None)?.into_iter().map(|record| record.name).collect();
            names.sort();
            names.dedup();
            names.retain(|name| embedded::text(name).is_some());
            names
        }
    };
    if names.is_empty() {
        bail!("there are no experiments in the archive; do one with `tilewright lab run NAME`");
    }
    if names.len() > 1 && !args.outs.out.is_empty() {
        bail!("name the experiment that is to be written: {}", names.join(", "));
    }
    let registry = tilewright_lab::registry();
    let mut documents = Vec::new();
    for name in &names {
        let (experiment, folder) = load(name)?;
        let last = Results::last(&archive, &experiment, &registry, folder.as_deref());
        let results = last.map_err(|reason| anyhow!("{name}: {reason}"))?;
        let provenance = Provenance::now(&results, name);
        args.outs.write(&results, &provenance)?;
        if args.json {
            documents.push(report::json(&results, &provenance));
        } else {
            say(&report::terminal(&results, &provenance))?;
        }
    }
    if args.json {
        match documents.as_slice() {
            [only] => say_json(only)?,
            all => say_json(&all)?,
        }
    }
    Ok(Outcome::Done)
}

impl OutArgs {
    fn check(&self) -> Result<()> {
        for path in &self.out {
            if !matches!(ending_of(path).as_deref(), Some("html" | "md" | "csv" | "json")) {
                bail!("{}: reports end in .html, .md, .csv or .json", path.display());
            }
            check_writable(path)?;
        }
        Ok(())
    }

    fn write(&self, results: &Results, provenance: &Provenance) -> Result<()> {
        let mut files = Vec::new();
        for path in &self.out {
            let text = match ending_of(path).as_deref() {
                Some("html") => report::html(results, provenance),
                Some("md") => report::markdown(results, provenance),
                Some("csv") => report::csv(results),
                _ => serde_json::to_string_pretty(&report::json(results, provenance))? + "\n",
            };
            files.push((path.clone(), text.into_bytes()));
        }
        write_files(&files)
    }
}

/// Progress on standard error.
struct Meter(Option<ProgressBar>);

impl Meter {
    fn new() -> Self {
        Self(stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:24} {pos} of {len} trials {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }))
    }

    fn on(&self, news: &News) {
        match (news, &self.0) {
            (News::Progress { done, all, seconds_left }, Some(bar)) => {
                bar.set_length(*all as u64);
                bar.set_position(*done as u64);
                let left =
                    seconds_left.map(|s| format!("about {} left", format_duration(s.round())));
                bar.set_message(left.unwrap_or_default());
            }
            (News::Progress { .. }, None) => {}
            (News::Trouble(text), bar) => {
                let print = || {
                    // Nobody to tell is no reason to fail.
                    let _ = writeln!(stderr(), "warning: {text}");
                };
                match bar {
                    Some(bar) => bar.suspend(print),
                    None => print(),
                }
            }
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
