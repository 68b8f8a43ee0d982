//! Results for programs: JSON of the table, CSV of every trial.

use serde_json::{Value, json};

use super::Provenance;
use crate::results::Results;

/// The table with everything around it.
pub fn json(results: &Results, provenance: &Provenance) -> Value {
    let experiment = &results.plan.experiment;
    json!({
        "name": experiment.name,
        "title": experiment.title,
        "source": experiment.source,
        "notes": experiment.notes,
        "scale": results.plan.scale.work,
        "complete": results.is_complete(),
        "trials": results.outcomes.len(),
        "all_trials": results.plan.trials.len(),
        "machine": results.machine,
        "command": provenance.command,
        "version": provenance.version,
        "date": provenance.date,
        "rows": results.rows,
        "comparisons": results.pairs(),
        "ranking": results.ranking().iter().map(|(solver, rank)| json!({
            "solver": solver, "mean_rank": rank,
        })).collect::<Vec<_>>(),
    })
}

/// Every trial, one a line, with every number it gave.
pub fn csv(results: &Results) -> String {
    let mut names: Vec<&String> = Vec::new();
    for (_, outcome) in &results.outcomes {
        for name in outcome.values.keys() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names.sort();
    let titles: Vec<_> = names.iter().map(|name| quoted(name)).collect();
    let mut text =
        format!("puzzle,solver,stop_reason,reached,machine_speed,{}\n", titles.join(","));
    for (line, outcome) in &results.outcomes {
        let Some(line) = results.plan.lines.get(*line) else { continue };
        let values = names
            .iter()
            .map(|name| outcome.value(name).map(|value| value.to_string()).unwrap_or_default());
        text += &format!(
            "{},{},{},{},{},{}\n",
            quoted(&line.puzzle),
            quoted(&line.solver),
            outcome.stop_reason,
            outcome.reached,
            outcome.machine_speed,
            values.collect::<Vec<_>>().join(",")
        );
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
