//! Links of the viewers at e2.bucas.name and eternity2.dev: a board in the parameters of an address.
//!
//! `#puzzle=NAME&board_w=16&board_h=16&board_edges=...&board_pieces=...&motifs_order=...`, as query
//! string or fragment, in any order, with or without the host. `board_edges` is in [letters],
//! `board_pieces` has three digits a cell (`000` for an empty one). The piece numbers may contradict
//! the letters: both are kept, for the auditor to say so. Links to eternity2.dev have `puzzle_size`
//! instead of width and height, and mark `hints=pos.rot-pos.rot`.
//!
//! [letters]: crate::letters

use tilewright_puzzle::{Cell, ClaimedPiece, Puzzle, Shape};

use crate::alphabet::{Alphabet, Order, choose};
use crate::document::{BoardFile, BoardToWrite, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::letters;
use crate::query::{Parameter, decoded, escape, parameters};
use crate::size;
use crate::text::counted;
use crate::write::numbers_of_cells;

const HOST: &str = "https://e2.bucas.name/#";
/// The highest piece number that has three digits.
const HIGHEST_NUMBER: u32 = 999;

/// The parameters that are read.
const READ: [&str; 7] =
    ["puzzle", "board_w", "board_h", "puzzle_size", "board_edges", "board_pieces", "motifs_order"];

/// Reads a link of either viewer.
pub(crate) fn read(
    format: Format,
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let text = &*decoded(text);
    let parameters = parameters(text)?;
    let find = |name: &str| parameters.iter().find(|p| p.name == name);
    let edges = find("board_edges").ok_or_else(|| {
        ReadError::new("no board_edges in the link", "copy the whole link from the viewer")
    })?;
    for name in READ {
        if let Some(second) = parameters.iter().filter(|p| p.name == name).nth(1) {
            return Err(second.error(text, format!("{name} stands there twice"), "give one link"));
        }
    }
    let capitals = edges.value.bytes().any(|letter| letter.is_ascii_uppercase());
    let found = letters::cells(&edges.value.to_ascii_lowercase())
        .map_err(|fault| edges.place(text, fault.error("board_edges")))?;
    let shape = match (find("board_w"), find("board_h"), find("puzzle_size")) {
        (Some(w), Some(h), _) => size::square(w.number(text)?, h.number(text)?)?,
        (None, None, Some(n)) => size::square(n.number(text)?, n.number(text)?)?,
        (None, None, None) => {
            size::of_board(options.shape.or(puzzle.map(Puzzle::shape)), &found)?.0
        }
        _ => {
            let message = "the link has only one of board_w and board_h";
            return Err(ReadError::new(message, "give both"));
        }
    };
    check_count(text, edges, shape, found.len())?;
    let mut notes = Vec::new();
    if capitals {
        notes.push("capital letters in board_edges are read as small ones".to_owned());
    }
    let order = find("motifs_order").map_or(Order::Unsaid, |order| {
        let known = Alphabet::from_name(&order.value).map(Order::Known);
        known.unwrap_or_else(|| Order::Unknown(order.short()))
    });
    let choice = choose(&order, shape, &found, puzzle);
    let mut claim = letters::claim(shape, &found, choice.alphabet);
    if let Some(pieces) = find("board_pieces").filter(|pieces| !pieces.value.is_empty()) {
        add_numbers(text, pieces, shape, &mut claim.cells)?;
    }
    for parameter in &parameters {
        match parameter.name.as_str() {
            name if READ.contains(&name) => {}
            "board_types" | "board_custom" => {
                notes.push(format!("{} is not needed and was not read", parameter.name));
            }
            "hints" => notes.push(hints_note(shape, &parameter.value)),
            other => notes.push(format!("parameter '{}' ignored", crate::text::short(other))),
        }
    }
    notes.insert(0, format!("{shape}, {} filled", counted(claim.placed(), "cell")));
    notes.insert(1, choice.note);
    Ok(BoardFile {
        name: find("puzzle").map(|p| p.value.clone()).filter(|name| !name.is_empty()),
        puzzle_name: None,
        rim: puzzle.map_or_else(|| size::likely_rim(&claim), Puzzle::rim),
        mates: puzzle.map(Puzzle::mates).unwrap_or_default(),
        claim,
        format,
        notes,
    })
}

/// Where the hints of `pos.rot-pos.rot` are; their rotations are counted in the viewer's own way.
fn hints_note(shape: Shape, value: &str) -> String {
    let cells = value.split('-').filter_map(|hint| hint.split('.').next()?.parse().ok());
    let on_board = cells.filter(|&cell: &u16| usize::from(cell) < shape.cells());
    let names: Vec<_> =
        on_board.take(shape.cells()).map(|cell| shape.cell_name(Cell(cell))).collect();
    format!("the link marks hints on {}", names.join(", "))
}

/// What a link calls a board.
pub(crate) fn name_of<'a>(board: &BoardToWrite<'a>) -> Option<&'a str> {
    board.name.or(board.puzzle.map(Puzzle::name)).or(board.puzzle_name)
}

/// Says so if `board_edges` does not have four letters for each cell.
fn check_count(text: &str, edges: &Parameter, shape: Shape, cells: usize) -> Result<(), ReadError> {
    if cells == shape.cells() {
        return Ok(());
    }
    let (found, expected) = (cells * 4, shape.cells() * 4);
    let message = format!("board_edges has {found} letters; a board of {shape} has {expected}");
    let remedy = if found < expected {
        "the link is cut off: copy it again"
    } else {
        "correct the size or the letters"
    };
    Err(edges.error(text, message, remedy))
}

/// Adds the numbers of `board_pieces` to cells that have sides.
fn add_numbers(
    text: &str,
    pieces: &Parameter,
    shape: Shape,
    cells: &mut [Option<ClaimedPiece>],
) -> Result<(), ReadError> {
    let digits = pieces.value.as_bytes();
    if let Some(index) = digits.iter().position(|digit| !digit.is_ascii_digit()) {
        let message = format!("board_pieces: character {} is no digit", index + 1);
        return Err(pieces.error(text, message, "give three digits a cell"));
    }
    if digits.len() != cells.len() * 3 {
        let (found, expected) = (digits.len(), cells.len() * 3);
        let message = format!("board_pieces has {found} digits; a board of {shape} has {expected}");
        return Err(pieces.error(text, message, "the link is cut off: copy it again"));
    }
    for (index, (cell, digits)) in cells.iter_mut().zip(digits.chunks(3)).enumerate() {
        let value = digits.iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0'));
        match cell {
            Some(ClaimedPiece::Sides { number, .. }) => *number = (value > 0).then_some(value),
            Some(ClaimedPiece::Placed { .. }) => {}
            None if value == 0 => {}
            None => {
                let name = shape.cell_name(Cell::at(index));
                let message =
                    format!("cell {name}: board_edges say it is empty, board_pieces {value}");
                return Err(pieces.error(text, message, "correct one of them"));
            }
        }
    }
    Ok(())
}

/// The digits of `board_pieces`, if numbers are known and have three digits at most.
pub(crate) fn piece_digits(board: &BoardToWrite<'_>) -> Option<String> {
    let numbers = numbers_of_cells(board);
    let known = numbers.iter().flatten();
    if known.clone().next().is_none() || known.clone().any(|&n| n > HIGHEST_NUMBER) {
        return None;
    }
    Some(numbers.iter().map(|number| format!("{:03}", number.unwrap_or(0))).collect())
}

/// Writes a link.
pub(crate) fn write(board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    let edges = letters::write(Format::Link, board)?;
    let Shape::Square { width, height } = board.claim.shape else {
        return Err(WriteError::own_instead(Format::Link, "links are for square cells"));
    };
    let mut link = HOST.to_owned();
    if let Some(name) = name_of(board) {
        link.push_str(&format!("puzzle={}&", escape(name)));
    }
    link.push_str(&format!("board_w={width}&board_h={height}&board_edges={edges}"));
    if let Some(digits) = piece_digits(board) {
        link.push_str(&format!("&board_pieces={digits}"));
    }
    Ok(link)
}
