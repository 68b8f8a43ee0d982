//! Results for people and programs: a terminal, Markdown, CSV, JSON, and one HTML file with plots.

mod data;
mod html;
mod markdown;
mod pictures;
mod table;

pub use data::{csv, json};
pub use html::html;
pub use markdown::markdown;
pub use table::{Table, comparison_table, cost_table, main_table, ranking_table, verdict};

use tilewright_archive::calendar;

use crate::results::Results;

/// What a report says of itself: how to repeat it, with what it was made, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The command that repeats it.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The day, in UTC.
    pub date: String,
}

impl Provenance {
    /// Of results that were just put together.
    pub fn now(results: &Results, name: &str) -> Self {
        let scale = &results.plan.scale;
        let mut command = format!("tilewright lab run {name}");
        if scale.work != 1.0 {
            command += &format!(" --scale {}", scale.work);
        }
        if let Some(runs) = scale.runs {
            command += &format!(" --runs {runs}");
        }
        let date = calendar::in_words(calendar::now()).chars().take(10).collect();
        Self { command, version: env!("CARGO_PKG_VERSION").to_owned(), date }
    }
}

/// The machine in a line.
pub(crate) fn machine_in_words(results: &Results) -> String {
    let machine = &results.machine;
    let text = |name: &str| {
        machine.get(name).map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
    };
    let field = |name| text(name).unwrap_or_else(|| "unknown".to_owned());
    format!(
        "{}, {} cores, {}; calibration {} million steps per second",
        field("processor"),
        field("cores"),
        field("system"),
        field("speed")
    )
}

/// The experiment's results for a terminal.
pub fn terminal(results: &Results, provenance: &Provenance) -> String {
    let experiment = &results.plan.experiment;
    let mut parts = vec![experiment.title.clone()];
    parts.push(main_table(results).to_text());
    for (title, table) in [
        ("Cost of a run", cost_table(results)),
        ("Comparisons", comparison_table(results)),
        ("Mean rank over puzzles", ranking_table(results)),
    ] {
        if !table.rows.is_empty() {
            parts.push(format!("{title}\n{}", table.to_text()));
        }
    }
    parts.extend((!experiment.notes.is_empty()).then(|| experiment.notes.join("\n")));
    let (done, all) = (results.outcomes.len(), results.plan.trials.len());
    let state = if results.is_complete() {
        String::new()
    } else {
        format!(", {done} of {all} trials so far")
    };
    parts.push(format!(
        "{}{state}; tilewright {}, {}; {}",
        provenance.command,
        provenance.version,
        provenance.date,
        machine_in_words(results)
    ));
    parts.join("\n\n")
}
