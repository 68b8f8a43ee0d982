//! Tilewright's own format: TOML or JSON with the same fields, made to hold everything a puzzle or
//! a board can be, and to be read by people.
//!
//! A puzzle has `format = "tilewright-puzzle"`, `version = 1`, `name`, `shape` (`"square"` with
//! `width` and `height`, `"triangle"` with `side`), `rim` (left out if there is none), `mates`
//! (pairs of colours), `pieces` (colours clockwise), `labels`, `hints` (`piece` from 1, `row` and
//! `column` from 0, `rotation`, `mandatory`), `motifs` and `provenance`.
//!
//! A board has `format = "tilewright-board"`, the same fields for shape, rim and mates, and for
//! each cell, row by row, one entry in `placements` (`[piece, rotation]`, or `[piece]` if the
//! rotation is not known) and one in `sides` (the colours as they lie); `[]` says nothing, and a
//! cell with nothing in both is empty. Either list may be left out.

mod layout;
mod model;
mod read;
mod write;

pub(crate) use model::{from_json, from_toml};
pub(crate) use read::{Found, read};
pub(crate) use write::{board, puzzle};

/// How the format is spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Toml,
    Json,
}
