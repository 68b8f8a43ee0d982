//! From a puzzle or a board to the fields of our own format.

use tilewright_puzzle::{
    Cell, ClaimedPiece, Colour, Hint, PieceId, Puzzle, Rotation, Shape, Sides, score,
};

use super::Notation;
use super::layout::{Value, print};
use crate::document::BoardToWrite;

/// A puzzle, in full.
pub(crate) fn puzzle(notation: Notation, puzzle: &Puzzle) -> String {
    let mut fields = head("tilewright-puzzle");
    fields.push(("name", text(puzzle.name())));
    fields.extend(outline(puzzle.shape()));
    fields.extend(rules(puzzle.rim(), &puzzle.mates()));
    fields.push(("pieces", Value::Lines(puzzle.pieces().iter().map(colours).collect())));
    if !puzzle.labels().is_empty() {
        let labels = puzzle.labels().iter().map(|label| text(label));
        fields.push(("labels", Value::List(labels.collect())));
    }
    if !puzzle.hints().is_empty() {
        let hints = puzzle.hints().iter().map(|hint| hint_table(puzzle.shape(), hint));
        fields.push(("hints", Value::Lines(hints.collect())));
    }
    if !puzzle.motifs().is_empty() {
        let motifs = puzzle.motifs().iter().map(|(colour, motif)| {
            Value::Table(vec![
                ("colour", number(colour.0)),
                ("background", text(&motif.background)),
                ("shape", text(&motif.shape)),
                ("shape_colour", text(&motif.shape_colour)),
            ])
        });
        fields.push(("motifs", Value::Lines(motifs.collect())));
    }
    let provenance = puzzle.provenance();
    let mut origin = Vec::new();
    origin.extend(provenance.source.as_ref().map(|source| ("source", text(source))));
    origin.extend(provenance.seed.map(|seed| ("seed", Value::Number(seed))));
    origin.extend(provenance.note.as_ref().map(|note| ("note", text(note))));
    if !origin.is_empty() {
        fields.push(("provenance", Value::Table(origin)));
    }
    print(notation, &fields)
}

/// A board, with everything that is known about it.
pub(crate) fn board(notation: Notation, board: &BoardToWrite<'_>) -> String {
    let placed = board.puzzle.and_then(|puzzle| Some((puzzle, board.claim.to_board(puzzle).ok()?)));
    let mut fields = head("tilewright-board");
    fields.extend(board.name.map(|name| ("name", text(name))));
    let puzzle_name = board.puzzle.map(Puzzle::name).or(board.puzzle_name);
    fields.extend(puzzle_name.map(|name| ("puzzle", text(name))));
    fields.extend(outline(board.claim.shape));
    match board.puzzle {
        Some(puzzle) => fields.extend(rules(puzzle.rim(), &puzzle.mates())),
        None => fields.extend(rules(board.rim, board.mates)),
    }
    let mut placements = Vec::new();
    let mut sides = Vec::new();
    for (index, claimed) in board.claim.cells.iter().enumerate() {
        let placement = placed.as_ref().and_then(|(_, placed)| placed.get(Cell::at(index)));
        let known = placement.map(|p| (p.piece.number(), Some(p.rotation)));
        let claim = claimed.and_then(|piece| claimed_placement(&piece, board.puzzle));
        placements.push(match known.or(claim) {
            Some((piece, Some(turn))) => Value::numbers([u64::from(piece), u64::from(turn.0)]),
            Some((piece, None)) => Value::numbers([u64::from(piece)]),
            None => Value::numbers([]),
        });
        let around = claimed.and_then(|piece| piece.sides(board.puzzle));
        sides.push(around.map_or_else(|| Value::numbers([]), |sides| colours(&sides)));
    }
    let says_something =
        |entries: &[Value]| entries.iter().any(|e| !matches!(e, Value::List(l) if l.is_empty()));
    let (has_placements, has_sides) = (says_something(&placements), says_something(&sides));
    if has_placements || !has_sides {
        fields.push(("placements", Value::Lines(placements)));
    }
    if has_sides {
        fields.push(("sides", Value::Lines(sides)));
    }
    if let Some((puzzle, placed)) = &placed {
        fields.push(("score", Value::Number(u64::from(score(puzzle, placed)))));
    }
    print(notation, &fields)
}

fn claimed_placement(
    claimed: &ClaimedPiece,
    puzzle: Option<&Puzzle>,
) -> Option<(u32, Option<Rotation>)> {
    match *claimed {
        ClaimedPiece::Placed { number, rotation } => Some((number, Some(rotation))),
        ClaimedPiece::Sides { sides, number } => {
            let number = number?;
            let own = PieceId::from_number(number).and_then(|id| puzzle.and_then(|p| p.piece(id)));
            Some((number, own.and_then(|own| own.rotation_to(&sides))))
        }
    }
}

fn head(format: &str) -> Vec<(&'static str, Value)> {
    vec![("format", text(format)), ("version", Value::Number(1))]
}

fn outline(shape: Shape) -> Vec<(&'static str, Value)> {
    match shape {
        Shape::Square { width, height } => {
            vec![("shape", text("square")), ("width", number(width)), ("height", number(height))]
        }
        Shape::Triangle { side } => vec![("shape", text("triangle")), ("side", number(side))],
    }
}

fn rules(rim: Option<Colour>, mates: &[(Colour, Colour)]) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::new();
    fields.extend(rim.map(|rim| ("rim", number(rim.0))));
    if !mates.is_empty() {
        let pairs = mates.iter().map(|(a, b)| Value::numbers([u64::from(a.0), u64::from(b.0)]));
        fields.push(("mates", Value::List(pairs.collect())));
    }
    fields
}

fn hint_table(shape: Shape, hint: &Hint) -> Value {
    let (row, column) = shape.position(hint.cell);
    Value::Table(vec![
        ("piece", Value::Number(u64::from(hint.piece.number()))),
        ("row", number(row)),
        ("column", number(column)),
        ("rotation", number(hint.rotation.0)),
        ("mandatory", Value::Flag(hint.mandatory)),
    ])
}

fn colours(sides: &Sides) -> Value {
    Value::numbers(sides.colours().iter().map(|colour| u64::from(colour.0)))
}

fn number(number: impl Into<u64>) -> Value {
    Value::Number(number.into())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
