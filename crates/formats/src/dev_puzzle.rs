//! Puzzles as JSON, as on eternity2.dev: `{name, width, height, numColors, pieces: [[up, right,
//! down, left]], hints: [{pos, piece, rot}]}`, pieces counted from 0. Its official pieces are turned
//! half a circle against the print; they are recognised and turned back, hints with them.

use serde::Deserialize;
use tilewright_puzzle::{Cell, Hint, PieceId, Puzzle, Rotation, Shape, Sides};

use crate::document::PuzzleDraft;
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::layout::{Notation, Value, number, print, text};
use crate::structured::{capped, from_json};
use crate::{official, plain, size};

#[derive(Deserialize)]
struct Model {
    #[serde(alias = "id")]
    name: Option<String>,
    width: u64,
    height: u64,
    #[serde(deserialize_with = "capped")]
    pieces: Vec<[u16; 4]>,
    #[serde(default, deserialize_with = "capped")]
    hints: Vec<HintModel>,
}

#[derive(Deserialize)]
struct HintModel {
    pos: u16,
    piece: u16,
    rot: u8,
}

/// Reads a puzzle.
pub(crate) fn read(text: &str) -> Result<PuzzleDraft, ReadError> {
    let model: Model = from_json(text)?;
    let shape = size::square(model.width, model.height)?;
    let pieces = model.pieces.iter().copied().map(Sides::square).collect();
    let mut draft = plain::draft(shape, pieces);
    draft.named = model.name.is_some();
    draft.parts.name = model.name.unwrap_or_default();
    let hint = |hint: &HintModel| Hint {
        cell: Cell(hint.pos),
        piece: PieceId(hint.piece),
        rotation: Rotation(hint.rot),
        mandatory: true,
    };
    draft.parts.hints = model.hints.iter().map(hint).collect();
    Ok(draft)
}

/// Writes a puzzle.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    plain::check(Format::DevPuzzle, puzzle, 4)?;
    let Shape::Square { width, height } = puzzle.shape() else {
        return Err(WriteError::own_instead(Format::DevPuzzle, "it is for square pieces"));
    };
    let (pieces, turn) = official::as_catalogued(puzzle);
    let sides = |piece: &Sides| Value::numbers(piece.colours().iter().map(|colour| colour.0));
    let hint = |hint: &Hint| {
        Value::Table(vec![
            ("pos", number(hint.cell.0)),
            ("piece", number(hint.piece.0)),
            ("rot", number((hint.rotation.0 + 4 - turn.0) % 4)),
        ])
    };
    let hints: Vec<_> = puzzle.hints().iter().map(hint).collect();
    let fields = [
        ("name", text(puzzle.name())),
        ("width", number(width)),
        ("height", number(height)),
        ("numColors", number(puzzle.colours().len() as u32)),
        ("pieces", Value::Lines(pieces.iter().map(sides).collect())),
        ("hints", if hints.is_empty() { Value::nothing() } else { Value::Lines(hints) }),
    ];
    Ok(print(Notation::Json, &fields))
}
