//! Runs: begun, listed, shown, paused, gone on with, stopped, exported, removed.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_archive::{Archive, ArchiveError, Point, RunFilter, RunId, RunRecord, RunState};
use tilewright_search::RunSpec;

use super::extract::{Asked, Body};
use crate::app::App;
use crate::hub::GoOn;
use crate::refusal::Refusal;
use crate::source::{PuzzleSource, start_board};
use crate::wire;

/// Points of a curve unless another number is asked for, and the most that can be.
const POINTS: usize = 600;
const MOST_POINTS: usize = 10_000;
/// The longest list of runs.
const MOST_LISTED: usize = 1000;

/// A run to begin: what is asked for, and on which puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begin {
    spec: RunSpec,
    /// Unless it is given, `spec.puzzle` names one that comes with the program.
    puzzle: Option<PuzzleSource>,
}

pub(super) async fn begin(
    State(app): State<Arc<App>>,
    Body(Begin { mut spec, puzzle }): Body<Begin>,
) -> Result<Response, Refusal> {
    let source = puzzle.unwrap_or_else(|| PuzzleSource {
        name: Some(spec.puzzle.clone()),
        ..PuzzleSource::default()
    });
    let puzzle = Arc::new(source.find(&app).await?);
    spec.puzzle = puzzle.name().to_owned();
    let hub = Arc::clone(&app.hub);
    let id = app
        .compute(move || {
            let start = spec.start.as_deref().map(|text| start_board(text, &puzzle)).transpose()?;
            hub.begin(spec, puzzle, start)
        })
        .await?;
    Ok((StatusCode::CREATED, Json(json!({ "run": id }))).into_response())
}

/// How a run in the archive looks here: where its checkpoint lies is left out, that it has one not.
fn shown(record: &RunRecord) -> Value {
    let mut value = json!(record);
    if let Value::Object(fields) = &mut value {
        fields.remove("checkpoint");
        let can_go_on = record.state != RunState::Running && record.checkpoint.is_some();
        fields.insert("can_go_on".to_owned(), json!(can_go_on));
    }
    value
}

pub(super) async fn list(
    State(app): State<Arc<App>>,
    Asked(mut filter): Asked<RunFilter>,
) -> Result<Json<Value>, Refusal> {
    filter.limit = Some(filter.limit.unwrap_or(100).min(MOST_LISTED));
    let runs = app
        .archive(move |archive| {
            archive.mark_interrupted()?;
            archive.runs(&filter)
        })
        .await?;
    Ok(Json(runs.iter().map(shown).collect()))
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let (record, puzzle, board, points) = app
        .archive(move |archive| {
            let record = archive.run(RunId(id))?;
            let puzzle = archive.puzzle_of_run(RunId(id))?;
            let board = best(archive, &record)?;
            Ok((record, puzzle, board, archive.curve(RunId(id))?))
        })
        .await?;
    let mut value = shown(&record);
    if let Value::Object(fields) = &mut value {
        fields.insert("puzzle_data".to_owned(), wire::puzzle(&puzzle)?);
        fields.insert("cells".to_owned(), json!(board.as_ref().map(wire::cells)));
        fields.insert("curve".to_owned(), json!(thinned(&points, POINTS)));
    }
    Ok(Json(value))
}

fn best(
    archive: &Archive,
    record: &RunRecord,
) -> Result<Option<tilewright_puzzle::Board>, ArchiveError> {
    record.best_board.map(|board| Ok(archive.board(board)?.0.board)).transpose()
}

#[derive(Deserialize)]
pub(super) struct CurveAsked {
    points: Option<usize>,
}

pub(super) async fn curve(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Asked(CurveAsked { points: most }): Asked<CurveAsked>,
) -> Result<Json<Value>, Refusal> {
    let points = app
        .archive(move |archive| {
            archive.run(RunId(id))?;
            archive.curve(RunId(id))
        })
        .await?;
    let most = most.unwrap_or(POINTS).clamp(2, MOST_POINTS);
    Ok(Json(json!(thinned(&points, most))))
}

/// So many points at most, evenly over the time: the last of each stretch, and the first of all.
fn thinned(points: &[Point], most: usize) -> Vec<Point> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    if points.len() <= most {
        return points.to_vec();
    }
    let step = (last.seconds - first.seconds).max(f64::MIN_POSITIVE) / (most - 1) as f64;
    let stretch = |point: &Point| ((point.seconds - first.seconds) / step) as usize;
    let mut kept = vec![*first];
    for pair in points.windows(2) {
        if let [one, next] = pair
            && stretch(one) != stretch(next)
        {
            kept.push(*one);
        }
    }
    kept.push(*last);
    kept
}

#[derive(Deserialize)]
pub(super) struct ExportAsked {
    format: Option<String>,
}

pub(super) async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Asked(ExportAsked { format }): Asked<ExportAsked>,
) -> Result<Response, Refusal> {
    let (record, puzzle, board, points) = app
        .archive(move |archive| {
            let record = archive.run(RunId(id))?;
            let puzzle = archive.puzzle_of_run(RunId(id))?;
            let board = best(archive, &record)?;
            Ok((record, puzzle, board, archive.curve(RunId(id))?))
        })
        .await?;
    let (kind, ending, text) = match format.as_deref() {
        None | Some("json") => {
            let mut value = shown(&record);
            if let Value::Object(fields) = &mut value {
                fields.insert("curve".to_owned(), json!(points));
                let written = board.map(|board| wire::all_formats(&puzzle, &board));
                fields.insert("board".to_owned(), json!(written));
            }
            let text = serde_json::to_string_pretty(&value).map_err(Refusal::input)?;
            ("application/json", "json", text)
        }
        Some("csv") => ("text/csv; charset=utf-8", "csv", as_csv(&points)),
        Some(other) => return Err(Refusal::input(format!("runs go to json or csv, not {other}"))),
    };
    let name = format!("attachment; filename=\"run-{id}.{ending}\"");
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}

fn as_csv(points: &[Point]) -> String {
    let mut text = "seconds,score,nodes,evaluations\n".to_owned();
    for point in points {
        let work = |count: Option<u64>| count.map(|count| count.to_string()).unwrap_or_default();
        let (nodes, evaluations) = (work(point.nodes), work(point.evaluations));
        text += &format!("{},{},{nodes},{evaluations}\n", point.seconds, point.score);
    }
    text
}

pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    app.archive(move |archive| archive.remove_run(RunId(id))).await?;
    app.hub.forget(id);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn pause(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    app.hub.stop(id, true)?;
    Ok(StatusCode::ACCEPTED)
}

pub(super) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    app.hub.stop(id, false)?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Resume {
    /// More seconds from now; without them, what is left of the run's own budget.
    seconds: Option<f64>,
}

pub(super) async fn resume(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
    Body(Resume { seconds }): Body<Resume>,
) -> Result<StatusCode, Refusal> {
    if seconds.is_some_and(|seconds| !(seconds.is_finite() && seconds >= 0.0)) {
        return Err(Refusal::input("give a number of seconds from 0"));
    }
    let hub = Arc::clone(&app.hub);
    app.compute(move || hub.go_on(GoOn { id, seconds })).await?;
    Ok(StatusCode::ACCEPTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_becomes_light_and_keeps_its_ends() {
        let point = |n: u32| Point {
            seconds: f64::from(n) * 10.0,
            score: n,
            nodes: None,
            evaluations: None,
        };
        let long: Vec<_> = (0..8640).map(point).collect();
        let light = thinned(&long, 600);
        assert!((400..=602).contains(&light.len()), "{}", light.len());
        assert_eq!((light.first(), light.last()), (long.first(), long.last()));
        assert!(light.is_sorted_by_key(|point| point.score));
        assert_eq!(thinned(&long[..10], 600), long[..10]);
        assert!(thinned(&[], 600).is_empty());
    }
}
