//! Puzzles as CSV (McGavin, Blackwood): a line with the size, then one piece a line,
//! `top,right,bottom,left,x,y,rotation`. Colours are binary words of 16 digits, the rim sixteen
//! ones. A row whose last three fields are not all 0 is a hint at column x, row y, counted from 0;
//! so a hint at the first cell, unturned, cannot be said.

use tilewright_puzzle::{Cell, Colour, Hint, PieceId, Puzzle, PuzzleParts, Rotation, Shape, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size;
use crate::text::{Field, Line, lines};

/// Sixteen ones.
const RIM: u16 = u16::MAX;
const FIELDS: &str = "top,right,bottom,left,x,y,rotation";

/// Reads pieces and hints.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut rows = lines(text);
    let Some(first) = rows.next() else {
        return Err(ReadError::new("no size", "start with a line for the size"));
    };
    let shape = read_size(first)?;
    if options.shape.is_some_and(|told| told != shape) {
        let message = format!("the file says {shape}, which is not the size that was told");
        return Err(first.error(message, "leave out --size or correct it"));
    }
    let mut words: Vec<[u16; 4]> = Vec::new();
    let mut hints = Vec::new();
    for line in rows {
        let [top, right, bottom, left, x, y, rotation] = line.exactly::<7>(FIELDS)?;
        let piece = PieceId::at(words.len());
        let colours = [word(top)?, word(right)?, word(bottom)?, word(left)?];
        plain::push(&mut words, colours, line)?;
        let (column, row) = (x.number("column x")?, y.number("row y")?);
        let turn: u8 = rotation.number("rotation")?;
        if (column, row, turn) == (0, 0, 0) {
            continue;
        }
        if turn > 3 {
            return Err(rotation.error(format!("rotation {turn}"), "give 0, 1, 2 or 3"));
        }
        let Some(cell) = shape.cell(row, column) else {
            let message = format!("column {column}, row {row} is not on a board of {shape}");
            return Err(x.error(message, "count columns and rows from 0"));
        };
        hints.push(Hint { cell, piece, rotation: Rotation(turn), mandatory: true });
    }
    let (rim, note) = rim_colour(&words);
    let own = |word: u16| match rim {
        Some(rim) if word == RIM => rim.0,
        _ => word,
    };
    let pieces: Vec<_> = words.iter().map(|colours| Sides::square(colours.map(own))).collect();
    let parts = PuzzleParts { rim, hints, ..PuzzleParts::new("", shape, pieces) };
    Ok(PuzzleDraft { parts, named: false, notes: vec![note] })
}

/// `16`, or `12,6` for a board that is no square.
fn read_size(line: Line<'_>) -> Result<Shape, ReadError> {
    let mut fields = line.fields();
    let width = match fields.next() {
        Some(field) => field.number("size")?,
        None => return Err(line.error("no size", "start with a line for the size")),
    };
    let height = fields.next().map_or(Ok(width), |field| field.number("height"))?;
    size::square(width, height).map_err(|error| error.at(line.number, 1))
}

fn word(field: Field<'_>) -> Result<u16, ReadError> {
    let binary = field.text.bytes().all(|digit| digit == b'0' || digit == b'1');
    let value = if binary { u16::from_str_radix(field.text, 2).ok() } else { None };
    value.ok_or_else(|| {
        let message = format!("'{}' is no binary word of 16 digits", field.short());
        field.error(message, "write the colour in binary, the rim as sixteen ones")
    })
}

/// The colour that stands for the rim here: 0 if no piece uses it, else the first that is free.
fn rim_colour(words: &[[u16; 4]]) -> (Option<Colour>, String) {
    let all = || words.iter().flatten().copied();
    if all().all(|word| word != RIM) {
        return (None, "no rim: no side is sixteen ones".to_owned());
    }
    let mut used: Vec<_> = all().collect();
    used.sort_unstable();
    used.dedup();
    let free = (0..=u16::MAX).zip(&used).find(|(number, word)| number != *word);
    let rim = free.map_or(0, |(number, _)| number);
    (Some(Colour(rim)), format!("the rim, sixteen ones in the file, is colour {rim} here"))
}

/// Writes pieces and hints.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let format = Format::PuzzleCsv;
    let fail = |message: &str| Err(WriteError::own_instead(format, message));
    let Shape::Square { width, height } = puzzle.shape() else {
        return fail("it is for square pieces");
    };
    if !puzzle.mates().is_empty() {
        return fail("it has no place for mates");
    }
    if puzzle.rim().is_some_and(|rim| rim != Colour::GREY) {
        return fail("a reader would number its rim 0, and this puzzle's is another");
    }
    let mut text =
        if width == height { format!("{width}\n") } else { format!("{width},{height}\n") };
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        for &colour in piece.colours() {
            let word = if Some(colour) == puzzle.rim() { RIM } else { colour.0 };
            text.push_str(&format!("{word:016b},"));
        }
        let hint = puzzle.hints().iter().find(|hint| hint.piece == id);
        if hint.is_some_and(|hint| hint.cell == Cell(0) && hint.rotation == Rotation(0)) {
            return fail("a hint at the first cell, unturned, would be read as no hint");
        }
        let (row, column) = hint.map_or((0, 0), |hint| puzzle.shape().position(hint.cell));
        let rotation = hint.map_or(Rotation(0), |hint| hint.rotation);
        text.push_str(&format!("{column},{row},{rotation}\n"));
    }
    Ok(text)
}
