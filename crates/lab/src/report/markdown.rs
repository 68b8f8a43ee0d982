//! Results as Markdown.

use super::{
    Provenance, Table, comparison_table, cost_table, machine_in_words, main_table, ranking_table,
};
use crate::results::Results;

/// The whole report but its plots.
pub fn markdown(results: &Results, provenance: &Provenance) -> String {
    let experiment = &results.plan.experiment;
    let mut parts = vec![format!("# {}: {}", experiment.name, experiment.title)];
    parts.extend(experiment.source.clone());
    let (done, all) = (results.outcomes.len(), results.plan.trials.len());
    parts.push(format!(
        "```\n{}\n```\n\ntilewright {}, {}, {done} of {all} trials. {}.",
        provenance.command,
        provenance.version,
        provenance.date,
        machine_in_words(results)
    ));
    parts.push(to_markdown(&main_table(results)));
    for (title, table) in [
        ("Cost of a run", cost_table(results)),
        ("Comparisons", comparison_table(results)),
        ("Mean rank over puzzles", ranking_table(results)),
    ] {
        if !table.rows.is_empty() {
            parts.push(format!("## {title}\n\n{}", to_markdown(&table)));
        }
    }
    if !experiment.notes.is_empty() {
        let notes: Vec<_> = experiment.notes.iter().map(|note| format!("- {note}")).collect();
        parts.push(format!("## Notes\n\n{}", notes.join("\n")));
    }
    parts.join("\n\n") + "\n"
}

fn to_markdown(table: &Table) -> String {
    let line = |cells: Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |", cells.join(" | "))
    };
    let head = line(table.head.iter().map(|cell| (*cell).to_owned()).collect());
    let rule = format!("|{}", "---|".repeat(table.head.len()));
    let rows = table.rows.iter().map(|row| line(row.clone()));
    [head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
