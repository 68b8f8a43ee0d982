//! Experiments: those in the archive with the lab's own tables, ours beside what others have
//! published, and those that come with the program, to begin with.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tilewright_archive::{Archive, ExperimentId, ExperimentRecord};
use tilewright_lab::outcome::more_is_better;
use tilewright_lab::report::{self, Provenance, verdict};
use tilewright_lab::statistics::{Attempt, ecdf};
use tilewright_lab::{Experiment, Results, Row, embedded};

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
    let about = |e: Experiment| json!({ "name": e.name, "title": e.title, "source": e.source, "scaled": e.scaled });
    let embedded = embedded::names().into_iter().filter_map(embedded::experiment);
    Ok(Json(json!({
        "experiments": records.iter().map(shown).collect::<Vec<_>>(),
        "embedded": embedded.filter_map(Result::ok).map(about).collect::<Vec<_>>(),
    })))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let records = app.archive(|archive| archive.experiments(None)).await?;
    let record = records.into_iter().find(|record| record.id == ExperimentId(id));
    let record = record.ok_or_else(|| Refusal::missing(format!("there is no experiment {id}")))?;
    let path = app.config.archive.clone();
    // Puzzles are generated anew and statistics drawn: not while others wait for the archive.
    app.compute(move || {
        let archive = Archive::open(&path)?;
        let results = Results::recorded(&archive, &record, &tilewright_lab::registry())
            .map_err(|reason| Refusal::new(StatusCode::CONFLICT, reason))?;
        Ok(Json(told(&record, &results)))
    })
    .await
}

/// The report of the lab, and for each of its rows what plots are drawn from.
fn told(record: &ExperimentRecord, results: &Results) -> Value {
    // Where the file of an experiment of somebody's own lies is not known.
    let name = embedded::text(&record.name).map_or("FILE", |_| &*record.name);
    let mut value = report::json(results, &Provenance::now(results, name));
    if let (Value::Object(fields), Value::Object(about)) = (&mut value, shown(record)) {
        fields.remove("date");
        fields.extend(about);
        let rows = results.rows.iter().map(|row| row_told(results, row));
        fields.insert("rows".to_owned(), rows.collect());
    }
    value
}

fn row_told(results: &Results, row: &Row) -> Value {
    let reached = |name: &str| {
        let attempt = |outcome: &tilewright_lab::Outcome| {
            Some(Attempt { cost: outcome.value(name)?, reached: outcome.reached })
        };
        let attempts: Vec<_> = results.of_line(row.line).filter_map(attempt).collect();
        let longest = attempts.iter().map(|attempt| attempt.cost).fold(0.0, f64::max);
        json!({ "steps": ecdf(&attempts), "longest": longest })
    };
    let mut value = json!(row);
    if let Value::Object(fields) = &mut value {
        let more = [
            ("sample", json!(row.sample)),
            ("more_is_better", json!(more_is_better(&row.measure))),
            ("verdict", json!(row.published.as_ref().map(|theirs| verdict(row, theirs)))),
            ("by_work", reached(row.unit)),
            ("by_time", reached("cpu_seconds")),
        ];
        fields.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    value
}
