//! Results as one HTML file that needs nothing else.

use super::pictures::pictures;
use super::{
    Provenance, Table, comparison_table, cost_table, machine_in_words, main_table, ranking_table,
};
use crate::plot::escaped;
use crate::results::Results;

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;\
color:#222;background:#fff}table{border-collapse:collapse;font-size:13px;display:block;overflow-x:auto}\
td,th{padding:2px 9px;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}\
td:nth-child(-n+2),th:nth-child(-n+2){text-align:left}pre{background:#f3f3f3;padding:.6em 1em;\
overflow-x:auto}svg{max-width:100%;height:auto;margin:.6em 0}.plots{display:flex;flex-wrap:wrap;gap:1em}";

/// The whole report with its plots.
pub fn html(results: &Results, provenance: &Provenance) -> String {
    let experiment = &results.plan.experiment;
    let (name, title) = (escaped(&experiment.name), escaped(&experiment.title));
    let mut body = format!("<h1>{name}: {title}</h1>");
    if let Some(source) = &experiment.source {
        body += &format!("<p>{}</p>", escaped(source));
    }
    let (done, all) = (results.outcomes.len(), results.plan.trials.len());
    body += &format!(
        "<pre>{}</pre><p>tilewright {}, {}, {done} of {all} trials. {}.</p>",
        escaped(&provenance.command),
        escaped(&provenance.version),
        escaped(&provenance.date),
        escaped(&machine_in_words(results))
    );
    body += &to_html(&main_table(results));
    if !experiment.notes.is_empty() {
        let notes = experiment.notes.iter().map(|note| format!("<li>{}</li>", escaped(note)));
        body += &format!("<ul>{}</ul>", notes.collect::<String>());
    }
    body += &format!("<h2>Plots</h2><div class=\"plots\">{}</div>", pictures(results).join("\n"));
    for (title, table) in [
        ("Cost of a run", cost_table(results)),
        ("Comparisons", comparison_table(results)),
        ("Mean rank over puzzles", ranking_table(results)),
    ] {
        if !table.rows.is_empty() {
            body += &format!("<h2>{title}</h2>{}", to_html(&table));
        }
    }
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>\
         <style>{STYLE}</style></head><body>{body}</body></html>\n"
    )
}

fn to_html(table: &Table) -> String {
    let cells = |tag: &str, row: Vec<&str>| {
        let cells = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell)));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let head = cells("th", table.head.clone());
    let rows = table.rows.iter().map(|row| cells("td", row.iter().map(String::as_str).collect()));
    format!("<table>{head}{}</table>", rows.collect::<String>())
}
