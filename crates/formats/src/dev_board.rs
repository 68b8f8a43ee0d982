//! Boards as on eternity2.dev: JSON with `board` (piece from 0, times 4, plus rotation; -1 for an
//! empty cell), a fingerprint of it, letters, piece numbers and a link; and the link alone. Square
//! boards only. Rotations are counted from the site's own orientation, which for the official pieces
//! is half a circle off the print: its rotation of piece 139 on I8 is 0, ours is 2.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use tilewright_puzzle::{Board, Claim, ClaimedPiece, Colour, Puzzle, Rotation, Shape, score};

use crate::document::{BoardFile, BoardToWrite, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::layout::{Notation, Value, number, print, text as quoted};
use crate::letters;
use crate::link;
use crate::official::{HALF_TURN, is_official};
use crate::query::escape;
use crate::size::{self, likely_rim};
use crate::structured::{capped_or_none, from_json};
use crate::text::counted;
use crate::write::{placements, puzzle_of};

#[derive(Deserialize)]
struct Model {
    name: Option<String>,
    size: Option<u64>,
    #[serde(default, deserialize_with = "capped_or_none")]
    board: Option<Vec<i32>>,
    board_hash: Option<Fingerprint>,
    board_edges: Option<String>,
}

/// Written as a number, and by some programs as text. Anything else is refused as it is met:
/// deriving this would first hold all of it.
enum Fingerprint {
    Number(u64),
    Text(String),
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Fingerprint;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of 64 bits, as number or text")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Fingerprint, E> {
                Ok(Fingerprint::Number(number))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Fingerprint, E> {
                Ok(Fingerprint::Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// FNV-1a of 64 bits over the codes as little-endian 32-bit numbers.
fn fingerprint(codes: &[i32]) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let bytes = codes.iter().flat_map(|code| code.to_le_bytes());
    bytes.fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Reads a board.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let model: Model = from_json(text)?;
    let edges = match model.board_edges.as_deref().filter(|edges| !edges.is_empty()) {
        Some(edges) => Some(letters::cells(edges).map_err(|fault| fault.error("board_edges"))?),
        None => None,
    };
    let count = match (&model.board, &edges) {
        (Some(codes), _) => codes.len(),
        (None, Some(cells)) => cells.len(),
        (None, None) => {
            return Err(ReadError::new("neither board nor board_edges", "give one of them"));
        }
    };
    let shape = match model.size {
        Some(size) => size::square(size, size)?,
        None => {
            let seen = edges.clone().unwrap_or_else(|| vec![None; count]);
            size::of_board(options.shape.or(puzzle.map(Puzzle::shape)), &seen)?.0
        }
    };
    for (what, found) in [
        ("board", model.board.as_ref().map(Vec::len)),
        ("board_edges", edges.as_ref().map(Vec::len)),
    ] {
        if let Some(found) = found.filter(|&found| found != shape.cells()) {
            let message = format!("{what} has {found} cells; {shape} has {}", shape.cells());
            return Err(ReadError::new(message, "restore what is missing, or correct size"));
        }
    }
    let mut notes = Vec::new();
    let codes = model.board.unwrap_or_default();
    notes.extend(check_fingerprint(model.board_hash.as_ref(), &codes));
    let catalogue = Catalogue::of(shape, puzzle);
    let mut cells = Vec::with_capacity(count);
    for index in 0..shape.cells() {
        let sides = edges.as_ref().and_then(|cells| cells.get(index).copied().flatten());
        let placed = match codes.get(index) {
            None | Some(-1) => None,
            Some(&code) => {
                let number = u32::try_from(code).map_err(|_| {
                    let message = format!("code {code} at place {index} of board");
                    ReadError::new(message, "codes are -1 or piece*4+rotation")
                })?;
                Some((number / 4 + 1, Rotation((number % 4) as u8)))
            }
        };
        let name = || shape.cell_name(tilewright_puzzle::Cell::at(index));
        cells.push(match (sides, placed) {
            (None, None) => None,
            (None, Some((number, rotation))) if edges.is_none() => {
                Some(ClaimedPiece::Placed { number, rotation: catalogue.ours(rotation) })
            }
            (None, Some((number, _))) => {
                let message =
                    format!("cell {}: piece {number} in board, empty in board_edges", name());
                return Err(ReadError::new(message, "correct one of them"));
            }
            (Some(sides), placed) => {
                if placed.is_none() && !codes.is_empty() {
                    let message = format!("cell {}: empty in board, not in board_edges", name());
                    return Err(ReadError::new(message, "correct one of them"));
                }
                Some(ClaimedPiece::Sides { sides, number: placed.map(|(number, _)| number) })
            }
        });
    }
    let claim = Claim { shape, cells };
    notes.insert(0, format!("{shape}, {} filled", counted(claim.placed(), "cell")));
    if edges.is_none() {
        notes.push(catalogue.note.to_owned());
    }
    let rim = match (puzzle, &edges) {
        (Some(puzzle), _) => puzzle.rim(),
        (None, Some(_)) => likely_rim(&claim),
        (None, None) => Some(Colour::GREY),
    };
    Ok(BoardFile {
        name: model.name,
        puzzle_name: None,
        claim,
        rim,
        mates: puzzle.map(Puzzle::mates).unwrap_or_default(),
        format: Format::DevBoard,
        notes,
    })
}

fn check_fingerprint(given: Option<&Fingerprint>, codes: &[i32]) -> Option<String> {
    let given = match given? {
        Fingerprint::Number(number) => *number,
        Fingerprint::Text(text) => match text.parse() {
            Ok(number) => number,
            Err(_) => return Some("board_hash is no number and was not checked".to_owned()),
        },
    };
    let counted = fingerprint(codes);
    if codes.is_empty() || given == counted {
        return None;
    }
    Some(format!(
        "board_hash is {given}, but the board gives {counted}: it was changed after it was written"
    ))
}

/// The orientation that rotations in the file are counted from.
struct Catalogue {
    turn: Rotation,
    note: &'static str,
}

impl Catalogue {
    fn of(shape: Shape, puzzle: Option<&Puzzle>) -> Self {
        match puzzle {
            Some(puzzle) if is_official(puzzle) => Self {
                turn: HALF_TURN,
                note: "official pieces: rotations turned half a circle, to count from the print",
            },
            Some(_) => Self { turn: Rotation(0), note: "rotations as in the puzzle" },
            None if shape == Shape::square(16, 16) => Self {
                turn: HALF_TURN,
                note: "taken for the official pieces: rotations turned half a circle, to count \
                       from the print",
            },
            None => Self { turn: Rotation(0), note: "puzzle not known: rotations as in the file" },
        }
    }

    fn ours(&self, theirs: Rotation) -> Rotation {
        Rotation((theirs.0 + self.turn.0) % 4)
    }

    fn theirs(&self, ours: Rotation) -> Rotation {
        Rotation((ours.0 + 4 - self.turn.0) % 4)
    }
}

fn size_of(format: Format, board: &BoardToWrite<'_>) -> Result<u16, WriteError> {
    match board.claim.shape {
        Shape::Square { width, height } if width == height => Ok(width),
        other => {
            let message = format!("it is for square boards, and this one is {other}");
            Err(WriteError::own_instead(format, message))
        }
    }
}

/// Writes the link alone.
pub(crate) fn write_link(board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    let size = size_of(Format::DevLink, board)?;
    let edges = letters::write(Format::DevLink, board)?;
    let name = link::name_of(board).unwrap_or("board");
    let mut link = format!(
        "https://eternity2.dev/viewer?puzzle={}&puzzle_size={size}&board_edges={edges}",
        escape(name)
    );
    if let Some(puzzle) = board.puzzle.filter(|puzzle| !puzzle.hints().is_empty()) {
        let catalogue = Catalogue::of(board.claim.shape, Some(puzzle));
        let hints: Vec<_> = puzzle
            .hints()
            .iter()
            .map(|hint| format!("{}.{}", hint.cell.0, catalogue.theirs(hint.rotation)))
            .collect();
        link.push_str(&format!("&hints={}", hints.join("-")));
    }
    Ok(link)
}

/// Writes a board.
pub(crate) fn write(board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    let format = Format::DevBoard;
    let size = size_of(format, board)?;
    let puzzle = &*puzzle_of(format, board)?;
    let known = BoardToWrite { puzzle: Some(puzzle), ..*board };
    let placed = placements(format, &known)?;
    let edges = letters::write(format, &known)?;
    let codes = codes(&placed, &Catalogue::of(board.claim.shape, Some(puzzle)));
    let points = score(puzzle, &placed);
    let mut fields = vec![
        ("name", quoted(link::name_of(&known).unwrap_or("board"))),
        ("size", number(size)),
        ("score", number(points)),
        ("breaks", number(puzzle.max_score() - points)),
        ("board", Value::numbers(codes.iter().copied())),
        ("board_hash", number(fingerprint(&codes))),
        ("board_edges", quoted(&edges)),
    ];
    fields.extend(link::piece_digits(&known).map(|digits| ("board_pieces", quoted(&digits))));
    fields.push(("url", quoted(&write_link(&known)?)));
    Ok(print(Notation::Json, &fields))
}

fn codes(board: &Board, catalogue: &Catalogue) -> Vec<i32> {
    let code = |cell: &Option<tilewright_puzzle::Placement>| match cell {
        None => -1,
        Some(p) => i32::from(p.piece.0) * 4 + i32::from(catalogue.theirs(p.rotation).0),
    };
    board.cells().iter().map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        // The published values for no bytes at all, and for the four zero bytes of one code.
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&[0]), 0x4d25_767f_9dce_13f5);
    }
}
