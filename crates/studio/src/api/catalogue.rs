//! What comes with the program: puzzles, known boards, solvers with their parameters, formats.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tilewright_formats::{Format, MOST_BYTES, embedded};
use tilewright_puzzle::Puzzle;
use tilewright_search::{Kind, Parameter, SolverInfo};

use crate::app::App;
use crate::refusal::Refusal;
use crate::{source, wire};

pub(super) async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], super::OPENAPI)
}

pub(super) async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "cores": std::thread::available_parallelism().map_or(1, usize::from),
        "most_runs": app.hub.most_runs(),
        "most_bytes": MOST_BYTES,
    }))
}

pub(super) async fn puzzles() -> Json<Value> {
    let described = |name: &&str| {
        let puzzle = embedded::puzzle(name)?;
        Some(json!({
            "name": name,
            "description": embedded::describe(name),
            "size": puzzle.shape().to_string(),
            "pieces": puzzle.pieces().len(),
            "sides": puzzle.shape().sides(),
            "colours": puzzle.colours().len(),
            "hints": puzzle.hints().len(),
            "max_score": puzzle.max_score(),
        }))
    };
    let boards = embedded::known_boards();
    let known = boards.iter().filter_map(|known| {
        let puzzle = embedded::puzzle("eternity2-free")?;
        let board = known.claim.to_board(&puzzle).ok()?;
        Some(json!({
            "name": known.name, "regime": known.regime, "score": known.score,
            "cells": wire::cells(&board),
        }))
    });
    Json(json!({
        "puzzles": embedded::names().iter().filter_map(described).collect::<Vec<_>>(),
        "known_boards": known.collect::<Vec<_>>(),
    }))
}

pub(super) async fn puzzle(Path(name): Path<String>) -> Result<Json<Value>, Refusal> {
    let puzzle: Puzzle = source::named(&name)?;
    wire::puzzle(&puzzle).map(Json)
}

pub(super) async fn solvers(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.hub.registry.solvers.iter().map(|solver| described(solver)).collect())
}

fn described(solver: &SolverInfo) -> Value {
    json!({
        "name": solver.name,
        "summary": solver.summary,
        "source": solver.source,
        "unit": solver.unit.name(),
        "takes_start": solver.takes_start,
        "parameters": solver.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}

fn parameter(parameter: &Parameter) -> Value {
    let (kind, min, max, words) = match parameter.kind {
        Kind::Integer { min, max } => ("integer", json!(min), json!(max), json!(null)),
        Kind::Real { min, max } => ("real", json!(min), json!(max), json!(null)),
        Kind::Flag => ("flag", json!(null), json!(null), json!(null)),
        Kind::Choice(words) => ("choice", json!(null), json!(null), json!(words)),
        Kind::Text => ("text", json!(null), json!(null), json!(null)),
    };
    json!({
        "name": parameter.name,
        "meaning": parameter.meaning,
        "default": parameter.default,
        "allowed": parameter.kind.allowed(),
        "kind": kind,
        "min": min,
        "max": max,
        "words": words,
    })
}

pub(super) async fn formats() -> Json<Value> {
    let described = |format: &Format| {
        let info = format.describe();
        json!({
            "name": format.name(), "title": info.title, "layout": info.layout,
            "puzzle": info.holds_puzzle, "board": info.holds_board,
            "reads": info.reads, "writes": info.writes, "extensions": info.extensions,
        })
    };
    Json(Format::ALL.iter().map(described).collect())
}
