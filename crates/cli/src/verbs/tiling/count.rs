//! `tilewright tiling count`: how many tilings there are.

use anyhow::Result;
use serde_json::{Value, json};
use tilewright_tiling::{contradiction, exact};

use super::budget::BudgetArgs;
use super::problem::ProblemArgs;
use super::shown::{problem_json, problem_words};
use crate::Outcome;
use crate::output::{say, say_json, time_in_words};

/// Count all tilings, exactly
///
/// Exit code 1 if there is none. In JSON, a number above 2^64 is given as text.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling count --tile L --rows 1,1,0,1,0 --columns 0,2,0,1,0
  tilewright tiling count --file big.toml --for 5m --json")]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Make `unknown` a no (exit code 1), too
    #[arg(long)]
    require: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let problem = args.problem.read()?;
    let running = args.budget.start()?;
    let mut watch = running.watch();
    let count = exact::count(&problem, &mut watch).ok();
    let steps = watch.done();
    drop(watch);
    let seconds = running.seconds();
    let digits = count.as_ref().map(ToString::to_string);
    let status = match digits.as_deref() {
        Some("0") => "impossible",
        Some(_) => "solved",
        None => "unknown",
    };
    let reason = contradiction(&problem).map(|reason| reason.to_string());
    if args.json {
        let number = digits
            .map(|digits| digits.parse::<u64>().map_or_else(|_| Value::from(digits), Value::from));
        let mut fields = problem_json(&problem);
        let rest = json!({
            "status": status,
            "solutions": number,
            "complete": number.is_some(),
            "reason": reason,
            "generations": null,
            "board": null,
            "steps": steps,
            "seconds": seconds,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        say_json(&fields)?;
    } else {
        let time = time_in_words(seconds);
        let answer = match (digits, reason) {
            (_, Some(reason)) => format!("impossible: {reason}"),
            (Some(digits), _) if digits == "1" => format!("1 solution, counted in {time}"),
            (Some(digits), _) => format!("{digits} solutions, counted in {time}"),
            (None, _) => {
                format!("unknown: the budget was spent after {time}; give more with --for")
            }
        };
        say(&format!("{}\n{answer}", problem_words(&problem)))?;
    }
    Ok(match status {
        _ if running.is_interrupted() => Outcome::Interrupted,
        "impossible" => Outcome::No,
        "unknown" if args.require => Outcome::No,
        _ => Outcome::Done,
    })
}
