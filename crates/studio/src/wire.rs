//! What puzzles and boards look like to the page.
//!
//! A board is a list of numbers, one for each cell: `-1` for nothing, else four times the piece
//! (counted from 0) plus its rotation.

use std::collections::HashMap;

use serde_json::{Value, json};
use tilewright_draw::{Look, Theme, looks};
use tilewright_formats::{
    BoardToWrite, Format, board_letters, embedded, left_out, viewer_link, write_board, write_puzzle,
};
use tilewright_puzzle::audit::{Audit, Problem, audit};
use tilewright_puzzle::{
    Board, Cell, Claim, PieceId, Placement, Puzzle, Rotation, Shape, Topology,
};

use crate::refusal::Refusal;

/// The numbers of a board.
pub(crate) fn cells(board: &Board) -> Vec<i32> {
    let number = |placed: &Option<Placement>| {
        placed.map_or(-1, |p| i32::from(p.piece.0) * 4 + i32::from(p.rotation.0))
    };
    board.cells().iter().map(number).collect()
}

/// The board that numbers mean; what lies on it may still be wrong.
pub(crate) fn board(puzzle: &Puzzle, cells: &[i32]) -> Result<Board, Refusal> {
    let shape = puzzle.shape();
    if cells.len() != shape.cells() {
        let words = format!(
            "{} cells were sent, but a board of {shape} has {}",
            cells.len(),
            shape.cells()
        );
        return Err(Refusal::input(words));
    }
    let mut board = Board::empty(puzzle);
    for (index, &number) in cells.iter().enumerate() {
        let Ok(number) = u32::try_from(number) else { continue };
        let piece = u16::try_from(number / 4).ok().map(PieceId);
        let rotation = Rotation((number % 4) as u8);
        let Some(piece) =
            piece.filter(|&p| puzzle.piece(p).is_some() && rotation.0 < shape.sides())
        else {
            let words = format!("cell {index}: {number} is no piece with a rotation");
            return Err(Refusal::input(words));
        };
        board.set(Cell::at(index), Some(Placement { piece, rotation }));
    }
    Ok(board)
}

/// A puzzle with everything needed to draw and play it. `text` is our own format, by which the page
/// sends it back; puzzles that come with the program go by their names.
pub(crate) fn puzzle(puzzle: &Puzzle) -> Result<Value, Refusal> {
    let is_embedded = embedded::puzzle(puzzle.name()).as_ref() == Some(puzzle);
    let text = if is_embedded { None } else { Some(write_puzzle(Format::Json, puzzle)?) };
    let hints = puzzle.hints().iter().map(|hint| {
        json!({
            "cell": hint.cell, "piece": hint.piece, "rotation": hint.rotation,
            "mandatory": hint.mandatory,
        })
    });
    let mut value = json!({
        "name": puzzle.name(),
        "embedded": is_embedded,
        "text": text,
        "size": puzzle.shape().to_string(),
        "sides": puzzle.shape().sides(),
        "rim": puzzle.rim(),
        "mates": puzzle.mates(),
        "pieces": puzzle.pieces(),
        "labels": puzzle.labels(),
        "hints": hints.collect::<Vec<_>>(),
        "colours": puzzle.colours().len(),
        "max_score": puzzle.max_score(),
        "provenance": puzzle.provenance(),
        "looks": all_looks(puzzle),
    });
    if let (Value::Object(fields), Value::Object(shape)) = (&mut value, json!(puzzle.shape())) {
        fields.extend(shape);
    }
    Ok(value)
}

/// The looks of all themes. Paths are long and few, so they stand in a list of their own.
fn all_looks(puzzle: &Puzzle) -> Value {
    let mut paths: Vec<String> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut number = |path: String| {
        *known.entry(path).or_insert_with_key(|path| {
            paths.push(path.clone());
            paths.len() - 1
        })
    };
    let mut look = |look: Look| {
        json!({
            "colour": look.colour,
            "ground": look.ground,
            "ink": look.ink,
            "figure": look.figure.map(|f| json!({ "path": number(f.path), "fill": f.fill })),
            "hatch": look.hatch.map(|h| json!({ "path": number(h.path), "width": h.width })),
            "sign": look.sign,
        })
    };
    let mut of = |theme| looks(puzzle, theme).into_iter().map(&mut look).collect::<Vec<_>>();
    let (motifs, plain, safe) = (of(Theme::Motifs), of(Theme::Plain), of(Theme::ColourBlind));
    json!({ "paths": paths, "motifs": motifs, "plain": plain, "colour-blind": safe })
}

/// What the auditor says of a board.
pub(crate) fn audited(puzzle: &Puzzle, claim: &Claim) -> Result<Value, Refusal> {
    let found: Audit = audit(puzzle, claim).map_err(Refusal::input)?;
    let shape = puzzle.shape();
    let mismatches = found.mismatches.iter().map(|m| {
        json!({
            "cell": m.cell, "side": m.side, "other": m.other,
            "words": format!("{}-{}", shape.cell_name(m.cell), shape.cell_name(m.other)),
        })
    });
    Ok(json!({
        "score": found.score,
        "max_score": found.max_score,
        "placed": found.placed,
        "hints_matched": found.hints_matched,
        "hints": found.hints,
        "pieces_ok": found.pieces_ok,
        "rim_ok": found.rim_ok,
        "complete": found.complete,
        "valid": found.is_valid(),
        "solved": found.is_solution(),
        "mismatches": mismatches.collect::<Vec<_>>(),
        "missing": found.missing.iter().map(|&p| puzzle.label(p)).collect::<Vec<_>>(),
        "problems": found.problems.iter().map(Problem::to_string).collect::<Vec<_>>(),
    }))
}

/// A claimed board: its numbers where every piece is known, and in any case its colours as they lie.
pub(crate) fn claimed(puzzle: &Puzzle, claim: &Claim) -> Value {
    let board = claim.to_board(puzzle).ok();
    let sides: Vec<_> =
        claim.cells.iter().map(|cell| cell.as_ref().and_then(|p| p.sides(Some(puzzle)))).collect();
    json!({ "cells": board.as_ref().map(cells), "sides": sides })
}

/// A board in every format that can hold it.
pub(crate) fn all_formats(puzzle: &Puzzle, board: &Board) -> Value {
    let claim = Claim::of_board(puzzle, board);
    let to_write = BoardToWrite::new(&claim, Some(puzzle));
    let formats = Format::ALL.iter().filter(|format| format.describe().holds_board);
    let written = formats.filter_map(|&format| {
        let text = write_board(format, &to_write).ok()?;
        Some(json!({ "format": format.name(), "title": format.describe().title, "text": text }))
    });
    json!({
        "link": viewer_link(&to_write),
        "letters": board_letters(&to_write),
        "formats": written.collect::<Vec<_>>(),
    })
}

/// What a format leaves out of a puzzle.
pub(crate) fn losses(format: Format, puzzle: &Puzzle) -> Vec<String> {
    let lost = left_out(format, puzzle).join(", ");
    let words = format!("{} does not hold everything; left out: {lost}", format.name());
    if lost.is_empty() { Vec::new() } else { vec![words] }
}

/// A shape that the page asked for, if there can be such a board.
pub(crate) fn shape(shape: Shape) -> Result<Shape, Refusal> {
    Topology::new(shape).map(|_| shape).map_err(Refusal::input)
}
