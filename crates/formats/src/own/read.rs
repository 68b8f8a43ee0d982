//! From the fields of our own format to a puzzle or a claimed board.

use serde::de::DeserializeOwned;
use tilewright_puzzle::{
    Claim, ClaimedPiece, Colour, Hint, PieceId, Puzzle, PuzzleParts, Rotation, Shape,
};

use super::model::{BoardModel, Head, Outline, PlacementModel, PuzzleModel, SidesModel};
use crate::document::{BoardFile, PuzzleDraft};
use crate::error::ReadError;
use crate::format::Format;
use crate::layout::Notation;
use crate::structured::{from_json, from_toml};

const VERSION: u64 = 1;

/// What a file in our own format turned out to be.
pub(crate) enum Found {
    Puzzle(PuzzleDraft),
    Board(BoardFile),
}

/// Reads a puzzle or a board, whichever it says it is.
pub(crate) fn read(
    notation: Notation,
    text: &str,
    puzzle: Option<&Puzzle>,
) -> Result<Found, ReadError> {
    let head: Head = parse(notation, text)?;
    if head.version != VERSION {
        let message = format!("version {} of the format; this program reads 1", head.version);
        return Err(ReadError::new(message, "use a newer program, or write version = 1"));
    }
    match head.format.as_str() {
        "tilewright-puzzle" => read_puzzle(parse(notation, text)?).map(Found::Puzzle),
        "tilewright-board" => {
            let format = if notation == Notation::Toml { Format::Toml } else { Format::Json };
            read_board(parse(notation, text)?, format, puzzle).map(Found::Board)
        }
        other => {
            let message = format!("format is '{}'", crate::text::short(other));
            Err(ReadError::new(message, "write tilewright-puzzle or tilewright-board"))
        }
    }
}

fn parse<T: DeserializeOwned>(notation: Notation, text: &str) -> Result<T, ReadError> {
    match notation {
        Notation::Toml => from_toml(text),
        Notation::Json => from_json(text),
    }
}

fn shape(
    outline: Outline,
    width: Option<u16>,
    height: Option<u16>,
    side: Option<u16>,
) -> Result<Shape, ReadError> {
    let shape = match (outline, width, height, side) {
        (Outline::Square, Some(width), Some(height), None) => Shape::square(width, height),
        (Outline::Triangle, None, None, Some(side)) => Shape::triangle(side),
        (Outline::Square, ..) => {
            let message = "a square board has width and height, and no side";
            return Err(ReadError::new(message, "give both, and take side away"));
        }
        (Outline::Triangle, ..) => {
            let message = "a triangular board has a side, and no width or height";
            return Err(ReadError::new(message, "give side alone"));
        }
    };
    crate::size::check(shape)
}

fn read_puzzle(model: PuzzleModel) -> Result<PuzzleDraft, ReadError> {
    let shape = shape(model.shape, model.width, model.height, model.side)?;
    let mut hints = Vec::with_capacity(model.hints.len());
    for (index, hint) in model.hints.iter().enumerate() {
        let wrong = |message: String| {
            ReadError::new(format!("hint {}: {message}", index + 1), "correct the hint")
        };
        let cell = shape.cell(hint.row, hint.column).ok_or_else(|| {
            wrong(format!("row {}, column {} is not on the board", hint.row, hint.column))
        })?;
        let piece = PieceId::from_number(hint.piece)
            .ok_or_else(|| wrong(format!("there is no piece {}", hint.piece)))?;
        let rotation = Rotation(hint.rotation);
        hints.push(Hint { cell, piece, rotation, mandatory: hint.mandatory });
    }
    let parts = PuzzleParts {
        name: model.name,
        shape,
        pieces: model.pieces,
        rim: model.rim.map(Colour),
        mates: pairs(&model.mates),
        hints,
        motifs: model.motifs.into_iter().map(|m| (Colour(m.colour), m.into())).collect(),
        labels: model.labels,
        provenance: model.provenance.map(Into::into).unwrap_or_default(),
    };
    let rim = match parts.rim {
        Some(rim) => format!("the rim is colour {rim}"),
        None => "no rim".to_owned(),
    };
    Ok(PuzzleDraft { parts, named: true, notes: vec![rim] })
}

fn pairs(mates: &[(u16, u16)]) -> Vec<(Colour, Colour)> {
    mates.iter().map(|&(one, other)| (Colour(one), Colour(other))).collect()
}

fn read_board(
    model: BoardModel,
    format: Format,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let shape = shape(model.shape, model.width, model.height, model.side)?;
    let count = shape.cells();
    for (what, found) in [
        ("placements", model.placements.as_ref().map(Vec::len)),
        ("sides", model.sides.as_ref().map(Vec::len)),
    ] {
        if let Some(found) = found.filter(|&found| found != count) {
            let message = format!("{what} has {found} entries; a board of {shape} has {count}");
            return Err(ReadError::new(message, "give one entry a cell, [] for an empty one"));
        }
    }
    let mut notes = Vec::new();
    let mut cells = Vec::with_capacity(count);
    for index in 0..count {
        let at = |list: &Option<Vec<PlacementModel>>| list.as_ref()?.get(index).copied();
        let placement = at(&model.placements).unwrap_or_default();
        let sides = model.sides.as_ref().and_then(|list| list.get(index)).copied();
        let SidesModel(sides) = sides.unwrap_or_default();
        let cell_name = || shape.cell_name(tilewright_puzzle::Cell::at(index));
        if let Some(sides) = sides.filter(|sides| sides.count() != shape.sides()) {
            let message = format!(
                "cell {}: {} sides; cells of this board have {}",
                cell_name(),
                sides.count(),
                shape.sides()
            );
            return Err(ReadError::new(message, "correct the sides"));
        }
        let rotation = placement.rotation.map(Rotation);
        if let Some(turn) = rotation.filter(|turn| turn.0 >= shape.sides()) {
            let message = format!("cell {}: rotation {turn} is too high", cell_name());
            return Err(ReadError::new(message, "give a rotation below the number of sides"));
        }
        cells.push(match (sides, placement.piece, rotation) {
            (Some(sides), number, rotation) => {
                let own = number
                    .and_then(PieceId::from_number)
                    .and_then(|id| puzzle.and_then(|puzzle| puzzle.piece(id)));
                if let (Some(own), Some(turn)) = (own, rotation)
                    && own.rotated(turn) != sides
                {
                    notes.push(format!(
                        "cell {}: piece and rotation do not give the sides written there; the \
                         sides are believed",
                        cell_name()
                    ));
                }
                Some(ClaimedPiece::Sides { sides, number })
            }
            (None, Some(number), Some(rotation)) => Some(ClaimedPiece::Placed { number, rotation }),
            (None, Some(number), None) => {
                let message = format!("cell {}: piece {number} without rotation", cell_name());
                return Err(ReadError::new(message, "give the rotation or the sides"));
            }
            (None, None, _) => None,
        });
    }
    Ok(BoardFile {
        name: model.name,
        puzzle_name: model.puzzle,
        claim: Claim { shape, cells },
        rim: model.rim.map(Colour),
        mates: pairs(&model.mates),
        format,
        notes,
    })
}
