//! Experiments in the archive: for each contender on each puzzle the sample of every figure that its
//! trials gave.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_archive::{ExperimentId, ExperimentRecord, Trial};

use crate::app::App;
use crate::refusal::Refusal;

fn shown(record: &ExperimentRecord) -> Value {
    json!({
        "id": record.id, "name": record.name, "host": record.host, "version": record.version,
        "machine": record.machine, "created": record.created, "updated": record.updated,
        "scale": record.plan.get("scale"),
    })
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Refusal> {
    let records = app.archive(|archive| archive.experiments(None)).await?;
    Ok(Json(records.iter().map(shown).collect()))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let found = app
        .archive(move |archive| {
            let records = archive.experiments(None)?;
            let record = records.into_iter().find(|record| record.id == ExperimentId(id));
            record.map(|record| Ok((record, archive.trials(ExperimentId(id))?))).transpose()
        })
        .await?;
    let missing = || Refusal::missing(format!("there is no experiment {id}"));
    let (record, trials) = found.ok_or_else(missing)?;
    let mut value = shown(&record);
    if let Value::Object(fields) = &mut value {
        fields.insert("trials".to_owned(), json!(trials.len()));
        fields.insert("lines".to_owned(), json!(lines(&trials)));
    }
    Ok(Json(value))
}

/// A contender on a puzzle.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Line {
    solver: String,
    puzzle: String,
    trials: usize,
    /// Trials that solved the puzzle or reached the target.
    reached: usize,
    values: BTreeMap<String, Vec<f64>>,
}

/// Trials are called `solver | puzzle | ...`: those with the same beginning make a line.
fn lines(trials: &[Trial]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for trial in trials {
        let mut words = trial.task.split(" | ");
        let (solver, puzzle) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let known = lines.iter().position(|line| line.solver == solver && line.puzzle == puzzle);
        let index = known.unwrap_or_else(|| {
            let (solver, puzzle) = (solver.to_owned(), puzzle.to_owned());
            lines.push(Line { solver, puzzle, ..Line::default() });
            lines.len() - 1
        });
        let Some(line) = lines.get_mut(index) else { continue };
        line.trials += 1;
        line.reached += usize::from(trial.outcome["reached"] == true);
        let values = trial.outcome["values"].as_object().into_iter().flatten();
        for (name, value) in values.filter_map(|(name, value)| Some((name, value.as_f64()?))) {
            line.values.entry(name.clone()).or_default().push(value);
        }
    }
    lines.sort_by(|one, other| one.puzzle.cmp(&other.puzzle));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_of_one_contender_on_one_puzzle_make_a_line() {
        let trial = |task: &str, score: u32, reached: bool| Trial {
            task: task.to_owned(),
            outcome: json!({ "values": { "score": score }, "reached": reached }),
            run: None,
        };
        let trials = [
            trial("tabu | b | instance 1 | run 1", 5, false),
            trial("tabu | a | instance 1 | run 1", 7, true),
            trial("tabu | b | instance 1 | run 2", 6, true),
            trial("nonsense", 1, false),
        ];
        let lines = lines(&trials);
        let sample = |index: usize| lines[index].values["score"].clone();
        assert_eq!(lines.len(), 3);
        assert_eq!((lines[1].puzzle.as_str(), lines[1].reached, sample(1)), ("a", 1, vec![7.0]));
        assert_eq!((lines[2].trials, lines[2].reached, sample(2)), (2, 1, vec![5.0, 6.0]));
    }
}
