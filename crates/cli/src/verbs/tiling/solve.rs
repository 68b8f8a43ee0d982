//! `tilewright tiling solve`: exact answers.

use std::ops::ControlFlow;

use anyhow::Result;
use serde_json::json;
use tilewright_tiling::exact::{Answer, Listed, Uniqueness, list, solve, uniqueness};
use tilewright_tiling::{Contradiction, Problem, Tiling, contradiction};

use super::budget::{BudgetArgs, Running};
use super::problem::ProblemArgs;
use super::shown::{PictureArgs, audited, in_terminal, problem_json, problem_words, tiling_json};
use crate::Outcome;
use crate::output::{say, say_json, time_in_words};

/// Find a tiling, or prove that there is none
///
/// The answer is `solved`, `impossible` (proved; exit code 1) or `unknown` (the budget was spent).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling solve --tile L --rows 1,1,0,1,0 --columns 0,2,0,1,0
  tilewright tiling solve --file big.toml --unique --out big.svg
  tilewright tiling solve --tile .XX/XX. --rows 1,0,0 --columns 0,1,0,0 --all
  tilewright tiling solve        (asks for everything)")]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Say whether the solution is the only one
    #[arg(long, conflicts_with = "all")]
    unique: bool,
    /// List all solutions
    #[arg(long, conflicts_with = "out")]
    all: bool,
    /// With --all: list so many at most
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "all")]
    limit: usize,
    /// Changes which of several solutions is found
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Make `unknown` a no (exit code 1), too
    #[arg(long)]
    require: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What came of it, however it was asked for.
struct Found {
    status: &'static str,
    /// How many solutions are known: those listed, or the one that was found.
    solutions: Vec<Tiling>,
    /// Whether there are no others.
    is_complete: bool,
    is_unique: Option<bool>,
    method: Option<&'static str>,
    reason: Option<Contradiction>,
    /// How long the first answer took, without the question whether it is the only one.
    seconds: f64,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    args.picture.check()?;
    let problem = args.problem.read()?;
    let running = args.budget.start()?;
    let found = if args.all {
        find_all(&problem, args.limit, &running)?
    } else {
        find_one(&problem, args, &running)?
    };
    let file = match found.solutions.first() {
        Some(tiling) => args.picture.write(&problem, tiling)?,
        None => None,
    };
    if args.json {
        let mut fields = problem_json(&problem);
        fields.extend(tiling_json(&problem, found.solutions.first()));
        let pictures = args.all.then(|| {
            found.solutions.iter().map(|tiling| tiling.picture(problem.tile())).collect::<Vec<_>>()
        });
        let rest = json!({
            "status": found.status,
            "solutions": if found.status == "unknown" { None } else { Some(found.solutions.len()) },
            "complete": found.is_complete,
            "unique": found.is_unique,
            "method": found.method,
            "reason": found.reason.as_ref().map(ToString::to_string),
            "boards": pictures,
            "generations": null,
            "seconds": found.seconds,
            "file": file,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        say_json(&fields)?;
    } else {
        say(&to_words(&problem, &found, args))?;
    }
    Ok(match found.status {
        _ if running.is_interrupted() => Outcome::Interrupted,
        "impossible" => Outcome::No,
        "unknown" if args.require => Outcome::No,
        _ => Outcome::Done,
    })
}

fn find_one(problem: &Problem, args: &Args, running: &Running) -> Result<Found> {
    let mut watch = running.watch();
    let mut found = Found {
        status: "unknown",
        solutions: Vec::new(),
        is_complete: false,
        is_unique: None,
        method: None,
        reason: None,
        seconds: 0.0,
    };
    let answer = solve(problem, args.seed, &mut watch);
    found.seconds = running.seconds();
    match answer {
        Answer::Solved { tiling, method } => {
            (found.status, found.method) = ("solved", Some(method.name()));
            if args.unique {
                found.is_unique = match uniqueness(problem, &tiling, &mut watch) {
                    Uniqueness::Unique => Some(true),
                    Uniqueness::Another(other) => {
                        audited(problem, other)?;
                        Some(false)
                    }
                    Uniqueness::Unknown => None,
                };
                found.is_complete = found.is_unique == Some(true);
            }
            found.solutions.push(audited(problem, tiling)?);
        }
        Answer::Impossible { reason, method } => {
            (found.status, found.method) = ("impossible", Some(method.name()));
            found.is_complete = true;
            found.reason = reason;
        }
        Answer::Unknown => {}
    }
    Ok(found)
}

fn find_all(problem: &Problem, limit: usize, running: &Running) -> Result<Found> {
    let mut solutions = Vec::new();
    let mut show = |tiling: &Tiling| {
        // One more than wanted tells whether that was all.
        if solutions.len() < limit {
            solutions.push(tiling.clone());
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let listed = list(problem, &mut running.watch(), &mut show);
    let seconds = running.seconds();
    let solutions =
        solutions.into_iter().map(|tiling| audited(problem, tiling)).collect::<Result<Vec<_>>>()?;
    let is_complete = listed == Listed::All;
    let status = match (solutions.is_empty(), listed) {
        (false, _) | (_, Listed::Enough) => "solved",
        (true, Listed::All) => "impossible",
        (true, Listed::Unknown) => "unknown",
    };
    let is_unique = match solutions.len() {
        0 => None,
        1 => is_complete.then_some(true),
        _ => Some(false),
    };
    let reason = contradiction(problem);
    Ok(Found { status, solutions, is_complete, is_unique, method: None, reason, seconds })
}

fn to_words(problem: &Problem, found: &Found, args: &Args) -> String {
    let mut lines = Vec::new();
    for tiling in &found.solutions {
        lines.push(in_terminal(problem, tiling));
        lines.push(String::new());
    }
    lines.push(problem_words(problem));
    let time = time_in_words(found.seconds);
    let by = found.method.map(|method| format!(" by {method}")).unwrap_or_default();
    lines.push(match (found.status, &found.reason) {
        ("impossible", Some(reason)) => format!("impossible: {reason}"),
        ("impossible", None) => format!("impossible: proved{by} in {time}"),
        ("unknown", _) => {
            format!("unknown: the budget was spent after {time}, nothing is proved; give more with --for")
        }
        _ => format!("solved{by} in {time}"),
    });
    if args.all && found.status == "solved" {
        let count = tilewright_formats::counted(found.solutions.len(), "solution");
        let rest = match found.is_complete {
            true => "these are all",
            false if found.solutions.len() >= args.limit => "there are more; raise --limit",
            false => "there may be more; the budget was spent",
        };
        lines.push(format!("{count}; {rest}"));
    } else if args.unique && found.status == "solved" {
        lines.push(match found.is_unique {
            Some(true) => "it is the only solution".to_owned(),
            Some(false) => "it is not the only solution".to_owned(),
            None => "whether it is the only solution is unknown: the budget was spent".to_owned(),
        });
    }
    lines.join("\n")
}
