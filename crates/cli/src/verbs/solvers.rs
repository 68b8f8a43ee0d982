//! `tilewright solvers`: what there is to search with, and what can be set.

use anyhow::Result;
use serde_json::{Value, json};
use tilewright_search::{Parameter, SolverInfo};

use crate::Outcome;
use crate::output::{say, say_json};

/// List the solvers, or one with its parameters
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tilewright solvers exact")]
pub(crate) struct Args {
    /// Only this one, with all that can be set
    name: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let registry = tilewright_solvers::registry();
    let solvers = match &args.name {
        Some(name) => vec![registry.get(name)?],
        None => registry.solvers,
    };
    if args.json {
        say_json(&solvers.iter().map(|solver| to_json(solver)).collect::<Vec<_>>())?;
    } else if let (Some(_), [solver]) = (&args.name, &solvers[..]) {
        say(&in_full(solver))?;
    } else {
        let rows = solvers.iter().map(|solver| in_short(solver));
        say(&rows.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Outcome::Done)
}

fn to_json(solver: &SolverInfo) -> Value {
    let parameters = solver.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "default": parameter.default,
            "allowed": parameter.kind.allowed(),
            "meaning": parameter.meaning,
        })
    });
    json!({
        "name": solver.name,
        "summary": solver.summary,
        "source": solver.source,
        "unit": solver.unit.name(),
        "takes_start": solver.takes_start,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}

fn in_short(solver: &SolverInfo) -> String {
    let SolverInfo { name, summary, source, .. } = solver;
    format!("{name:18} {:11} {summary}\n{:30} from: {source}", solver.unit.name(), "")
}

fn in_full(solver: &SolverInfo) -> String {
    let mut lines = vec![
        format!("{}: {}", solver.name, solver.summary),
        format!("from: {}", solver.source),
        format!("work is counted in {}", solver.unit.name()),
        match solver.takes_start {
            true => "starts from a board with --start".to_owned(),
            false => "cannot start from a board".to_owned(),
        },
    ];
    if solver.parameters.is_empty() {
        lines.push("nothing can be set".to_owned());
    }
    for Parameter { name, meaning, kind, default } in solver.parameters {
        let default = default.unwrap_or("chosen by the solver");
        lines.push(format!("\n  --set {name}=...\n      {meaning}"));
        lines.push(format!("      {}; unless set: {default}", kind.allowed()));
    }
    lines.join("\n")
}
