//! A hunt's ladder in hours: solvers count nodes, people wait.

use serde_json::{Map, Value, json};

use crate::output::time_in_words;

/// Adds rates to what a hunt reports, given how fast it went.
pub(super) fn add_hours(report: &mut Map<String, Value>, nodes: u64, seconds: f64) {
    let hours_a_node = hours_a_node(nodes, seconds);
    let Some(Value::Array(ladder)) = report.get_mut("ladder") else { return };
    for rung in ladder.iter_mut().filter_map(Value::as_object_mut) {
        let [boards, searched] = ["boards", "nodes"].map(|field| number(rung, field));
        let hours = searched * hours_a_node;
        let per_hour = if hours > 0.0 { json!(boards / hours) } else { Value::Null };
        rung.insert("per_hour".to_owned(), per_hour);
    }
    if let Some(Value::Object(next)) = report.get_mut("next") {
        for (field, nodes) in
            [("hours", "nodes"), ("hours_low", "nodes_low"), ("hours_high", "nodes_high")]
        {
            next.insert(field.to_owned(), json!(number(next, nodes) * hours_a_node));
        }
    }
}

/// The ladder in a few lines, best rungs first, and what may come next.
pub(super) fn in_words(report: &Map<String, Value>, nodes: u64, seconds: f64) -> Vec<String> {
    /// The rungs that are told.
    const RUNGS: usize = 4;
    let mut report = report.clone();
    add_hours(&mut report, nodes, seconds);
    let ladder = report.get("ladder").and_then(Value::as_array);
    let rungs = ladder.into_iter().flatten().filter_map(Value::as_object).take(RUNGS);
    let mut lines: Vec<_> = rungs
        .map(|rung| {
            let [score, boards, rate] = ["score", "boards", "per_hour"].map(|f| number(rung, f));
            format!("ladder   {score}: {boards} found, {} an hour", rounded(rate))
        })
        .collect();
    lines.extend(next_in_words(&report).map(|next| format!("next     {next}")));
    lines
}

/// When the next score may come, if the report has hours.
fn next_in_words(report: &Map<String, Value>) -> Option<String> {
    let next = report.get("next")?.as_object()?;
    let [score, expected, low, high] =
        ["score", "hours", "hours_low", "hours_high"].map(|field| number(next, field));
    let [expected, low, high] = [expected, low, high].map(|hours| time_in_words(hours * 3600.0));
    Some(format!("{score} expected after {expected} more (a rough guess: from {low} to {high})"))
}

fn hours_a_node(nodes: u64, seconds: f64) -> f64 {
    if nodes == 0 { 0.0 } else { seconds / nodes as f64 / 3600.0 }
}

fn number(fields: &Map<String, Value>, name: &str) -> f64 {
    fields.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}

/// Three figures are enough.
fn rounded(rate: f64) -> String {
    if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_counts_over_the_hours_that_a_rung_was_open() {
        let mut report = Map::new();
        let ladder = json!([{ "score": 464, "boards": 3, "nodes": 500 }]);
        report.insert("ladder".to_owned(), ladder);
        let next = json!({ "score": 465, "nodes": 2000, "nodes_low": 100, "nodes_high": 9000 });
        report.insert("next".to_owned(), next);
        add_hours(&mut report, 1000, 7200.0);
        assert_eq!(report["ladder"][0]["per_hour"], 3.0);
        assert_eq!(report["next"]["hours"], 4.0);
        assert_eq!(report["next"]["hours_high"], 18.0);
        let words = in_words(&report, 1000, 7200.0);
        assert_eq!(words[0], "ladder   464: 3 found, 3.00 an hour");
        assert!(words[1].starts_with("next     465 expected after 4"), "{}", words[1]);
    }

    #[test]
    fn runs_without_a_ladder_say_nothing() {
        assert!(in_words(&Map::new(), 10, 1.0).is_empty());
    }
}
