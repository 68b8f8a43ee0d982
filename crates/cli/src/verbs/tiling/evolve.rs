//! `tilewright tiling evolve`: evolution strategies.

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde_json::{Map, Value, json};
use tilewright_tiling::evolve::{Comma, Evolution, Quirks, Repair};
use tilewright_tiling::runs::Runs;
use tilewright_tiling::{Contradiction, Problem, contradiction};

use super::budget::Running;
use super::problem::ProblemArgs;
use super::shown::{PictureArgs, audited, in_terminal, problem_json, problem_words, tiling_json};
use crate::Outcome;
use crate::output::{note, say, say_json, time_in_words};
use crate::run::flags::{duration, fresh_seed};

/// Look for a tiling by evolution
///
/// The strategy `comma` is that of Laros 2003: bit flips, and the best of N becomes the parent of all
/// even if it is worse. `repair` keeps the frame, but its children never overlap and never exceed a
/// count. Neither proves anything: what is not found may still be there.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling evolve --tile L --rows 1,0,1,0 --columns 1,0,1,0
  tilewright tiling evolve --tile 2x2 --rows 1,0,1,0 --columns 1,0,1,0 --strategy comma --quirks \\
    --population 10 --runs 400 --seed 1")]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Which strategy
    #[arg(long, value_name = "NAME", default_value = "repair")]
    strategy: Strategy,
    /// With `comma`: do what the document's printed code does, slips and all
    #[arg(long)]
    quirks: bool,
    /// Individuals of each generation
    #[arg(long, value_name = "N", default_value_t = 100)]
    population: usize,
    /// Stop after so many generations
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// Run so many times and give the mean number of generations with its 95 % confidence interval
    #[arg(long, value_name = "N", conflicts_with_all = ["generations", "out"])]
    runs: Option<u64>,
    /// How many threads share the runs; one for each core if not given
    #[arg(long, value_name = "N", requires = "runs")]
    threads: Option<usize>,
    /// The seed; one that nobody chose if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this time
    #[arg(long = "for", value_name = "D", default_value = "60s", value_parser = duration)]
    duration: f64,
    /// Make `unknown` a no (exit code 1), too
    #[arg(long)]
    require: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Strategy {
    /// Laros's (1,N) strategy on bit boards
    Comma,
    /// Only moves that keep the rules, with a short memory and restarts
    Repair,
}

impl Strategy {
    const fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Repair => "repair",
        }
    }
}

/// The largest population that is not a slip of the finger.
const MOST_INDIVIDUALS: usize = 10_000_000;

pub(super) fn run(args: &Args) -> Result<Outcome> {
    if args.quirks && args.strategy != Strategy::Comma {
        bail!("--quirks belongs to --strategy comma; `repair` has none");
    }
    if !(1..=MOST_INDIVIDUALS).contains(&args.population) {
        let population = args.population;
        bail!("a population of {population} is not possible: it goes from 1 to {MOST_INDIVIDUALS}");
    }
    if args.runs == Some(0) {
        bail!("--runs 0 would run nothing; give at least 1");
    }
    args.picture.check()?;
    let problem = args.problem.read()?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let running = Running::start(Some(args.duration), u64::MAX)?;
    match (contradiction(&problem), args.runs) {
        (Some(reason), _) => impossible(args, &problem, &reason),
        (None, Some(runs)) => many(args, &problem, runs, seed, &running),
        (None, None) => one(args, &problem, seed, &running),
    }
}

impl Args {
    fn strategy(&self, problem: &Problem, seed: u64) -> Box<dyn Evolution> {
        let quirks = if self.quirks { Quirks::Kept } else { Quirks::Mended };
        match self.strategy {
            Strategy::Comma => Box::new(Comma::new(problem, self.population, quirks, seed)),
            Strategy::Repair => Box::new(Repair::new(problem, self.population, seed)),
        }
    }

    fn words(&self) -> String {
        let quirks = if self.quirks { " with its quirks" } else { "" };
        format!("{}{quirks}, population {}", self.strategy.name(), self.population)
    }

    /// What JSON holds whatever came of it.
    fn fields(&self, problem: &Problem, status: &str) -> Map<String, Value> {
        let mut fields = problem_json(problem);
        fields.extend(tiling_json(problem, None));
        let rest = json!({
            "status": status,
            "solutions": null,
            "generations": null,
            "strategy": self.strategy.name(),
            "quirks": self.quirks,
            "population": self.population,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        fields
    }

    fn outcome(&self, is_solved: bool, running: &Running) -> Outcome {
        match is_solved {
            _ if running.is_interrupted() => Outcome::Interrupted,
            false if self.require => Outcome::No,
            _ => Outcome::Done,
        }
    }
}

fn impossible(args: &Args, problem: &Problem, reason: &Contradiction) -> Result<Outcome> {
    if args.json {
        let mut fields = args.fields(problem, "impossible");
        fields.insert("solutions".to_owned(), 0.into());
        fields.insert("reason".to_owned(), reason.to_string().into());
        say_json(&fields)?;
    } else {
        say(&format!("{}\nimpossible: {reason}", problem_words(problem)))?;
    }
    Ok(Outcome::No)
}

fn one(args: &Args, problem: &Problem, seed: u64, running: &Running) -> Result<Outcome> {
    let mut strategy = args.strategy(problem, seed);
    let most = args.generations.unwrap_or(u64::MAX);
    while strategy.solution().is_none() && strategy.generations() < most && running.goes_on() {
        strategy.generation();
    }
    let seconds = running.seconds();
    let solution =
        strategy.solution().cloned().map(|tiling| audited(problem, tiling)).transpose()?;
    let file = match &solution {
        Some(tiling) => args.picture.write(problem, tiling)?,
        None => None,
    };
    if args.json {
        let mut fields =
            args.fields(problem, if solution.is_some() { "solved" } else { "unknown" });
        fields.extend(tiling_json(problem, solution.as_ref()));
        let rest = json!({
            "solutions": solution.as_ref().map(|_| 1),
            "generations": strategy.generations(),
            "evaluations": strategy.evaluations(),
            "difference": strategy.difference(),
            "seed": seed,
            "seconds": seconds,
            "file": file,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        say_json(&fields)?;
    } else {
        let mut lines = Vec::new();
        if let Some(tiling) = &solution {
            lines.extend([in_terminal(problem, tiling), String::new()]);
        }
        lines.push(problem_words(problem));
        lines.push(format!("{}, seed {seed}", args.words()));
        let (generations, evaluations) = (strategy.generations(), strategy.evaluations());
        let time = time_in_words(seconds);
        lines.push(match solution {
            Some(_) => format!(
                "solution found after {generations} generations ({evaluations} individuals, {time})"
            ),
            None => format!(
                "unknown: nothing found in {generations} generations ({evaluations} individuals, \
                 {time}), which proves nothing; difference {}",
                strategy.difference()
            ),
        });
        say(&lines.join("\n"))?;
    }
    Ok(args.outcome(solution.is_some(), running))
}

fn many(
    args: &Args,
    problem: &Problem,
    runs: u64,
    seed: u64,
    running: &Running,
) -> Result<Outcome> {
    let make = |run: u64| args.strategy(problem, tilewright_search::stream(seed, run).bits());
    let result = Runs::to_solution(runs, args.threads.unwrap_or(0), &make, &|| running.goes_on());
    let seconds = running.seconds();
    let summaries = result.as_ref().and_then(|r| r.summary().zip(r.evaluation_summary()));
    if args.json {
        let status = if summaries.is_some() { "solved" } else { "unknown" };
        let mut fields = args.fields(problem, status);
        let generations = summaries.map(|(generations, _)| generations);
        let rest = json!({
            "runs": runs,
            "generations": generations.map(|summary| summary.mean),
            "margin": generations.map(|summary| summary.margin()).filter(|m| m.is_finite()),
            "deviation": generations.map(|summary| summary.deviation).filter(|d| d.is_finite()),
            "evaluations": summaries.map(|(_, evaluations)| evaluations.mean),
            "seed": seed,
            "seconds": seconds,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        say_json(&fields)?;
    } else {
        let time = time_in_words(seconds);
        let answer = match summaries {
            Some((generations, evaluations)) => format!(
                "{runs} runs solved in {:.1} generations each, give or take {:.1} (95 %); {:.0} \
                 individuals; {time} in all",
                generations.mean,
                generations.margin(),
                evaluations.mean
            ),
            None => {
                format!("unknown: not all {runs} runs ended within {time}; give more with --for")
            }
        };
        say(&format!("{}\n{}, seed {seed}\n{answer}", problem_words(problem), args.words()))?;
    }
    if result.is_none() && !running.is_interrupted() && args.json {
        note("not all runs ended within the time; give more with --for");
    }
    Ok(args.outcome(summaries.is_some(), running))
}
