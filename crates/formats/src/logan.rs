//! The piece file of Logan 2008: 14 integers a line. The piece's number; then background, shape and
//! shape colour of the bottom, left, top and right side, in this order; then the type: 0 corner,
//! 1 edge, 2 centre.
//!
//! The codes of the features are not published, so any consistent coding is read: every triple is
//! a colour, and the rim is the triple that corners have twice, edges once and centres never. If
//! the colours can be matched with those of an embedded puzzle, its numbers are taken; if every
//! triple is one number three times, that number; else triples are numbered as they first occur,
//! and keep their codes as motifs.
//!
//! We write backgrounds, shapes and shape colours numbered from 1 as they first occur in the
//! puzzle's list of motifs and the rim as `0 0 0`; a puzzle without motifs has its colour three
//! times.

use std::collections::HashMap;

use tilewright_puzzle::{Colour, Motif, Puzzle, PuzzleParts, Rotation, Sides};

use crate::document::{PuzzleDraft, ReadOptions};
use crate::embedded;
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size;
use crate::text::{Line, lines};

type Triple = [u16; 3];

/// A record of the file: triples up, right, down, left.
#[derive(Clone, Copy)]
struct Record {
    number: u32,
    sides: [Triple; 4],
    /// How many sides the type says lie on the rim.
    rim_sides: usize,
}

/// Reads pieces.
pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<PuzzleDraft, ReadError> {
    let mut records = Vec::new();
    for line in lines(text) {
        plain::push(&mut records, record(line)?, line)?;
    }
    let rim = rim_triple(&records)?;
    let colours = number_triples(&records, rim);
    let own = |triple: Triple| colours.numbers.get(&triple).copied().unwrap_or_default().0;
    let numbered = records.iter().map(|r| (r.number, Sides::square(r.sides.map(own)))).collect();
    let (pieces, labels) = plain::in_order(numbered);
    let mut notes = vec![colours.note];
    notes.extend(plain::label_note(&labels));
    let rim = rim.map(|triple| Colour(own(triple)));
    notes.push(match rim {
        Some(rim) => format!("the rim is colour {rim}, from the types of the pieces"),
        None => "no rim: every piece is a centre".to_owned(),
    });
    let shape = match (rim, options.shape) {
        // The grey sides tell the size only if grey is 0.
        (Some(rim), None) => size::of_pieces(None, &as_grey(&pieces, rim))?,
        (_, told) => size::of_pieces(told, &pieces)?,
    };
    if options.shape.is_none() {
        notes.extend(size::other_way_note(shape));
    }
    let parts =
        PuzzleParts { rim, labels, motifs: colours.motifs, ..PuzzleParts::new("", shape, pieces) };
    Ok(PuzzleDraft { parts, named: false, notes })
}

fn record(line: Line<'_>) -> Result<Record, ReadError> {
    let fields = line.exactly::<14>("number, 4 times background shape shape-colour, type")?;
    let mut values = [0u32; 14];
    for (value, field) in values.iter_mut().zip(fields) {
        *value = u32::from(field.number::<u16>("feature code")?);
    }
    let [number, b0, b1, b2, l0, l1, l2, t0, t1, t2, r0, r1, r2, kind] = values;
    let triple = |codes: [u32; 3]| codes.map(|code| code as u16);
    let [bottom, left, top, right] =
        [triple([b0, b1, b2]), triple([l0, l1, l2]), triple([t0, t1, t2]), triple([r0, r1, r2])];
    let rim_sides = match kind {
        0 => 2,
        1 => 1,
        2 => 0,
        _ => return Err(line.error(format!("type {kind}"), "give 0 corner, 1 edge or 2 centre")),
    };
    Ok(Record { number, sides: [top, right, bottom, left], rim_sides })
}

/// The triple that lies on the rim according to the types; `None` if every piece is a centre.
fn rim_triple(records: &[Record]) -> Result<Option<Triple>, ReadError> {
    let Some(on_rim) = records.iter().find(|record| record.rim_sides > 0) else { return Ok(None) };
    let is_rim = |triple: &&Triple| {
        records.iter().all(|record| {
            record.sides.iter().filter(|side| side == triple).count() == record.rim_sides
        })
    };
    match on_rim.sides.iter().find(is_rim) {
        Some(triple) => Ok(Some(*triple)),
        None => {
            let message = "no features are twice on corners, once on edges and never on centres";
            Err(ReadError::new(message, "correct the types (last column) or the features"))
        }
    }
}

/// The same pieces with the rim's colour as 0.
fn as_grey(pieces: &[Sides], rim: Colour) -> Vec<Sides> {
    let grey = |colour: &Colour| match *colour {
        colour if colour == rim => Colour::GREY,
        Colour::GREY => rim,
        colour => colour,
    };
    let turn = |piece: &Sides| {
        let colours: Vec<_> = piece.colours().iter().map(grey).collect();
        Sides::new(&colours).unwrap_or(*piece)
    };
    pieces.iter().map(turn).collect()
}

/// Which colour each triple is.
struct Numbering {
    numbers: HashMap<Triple, Colour>,
    motifs: Vec<(Colour, Motif)>,
    note: String,
}

fn number_triples(records: &[Record], rim: Option<Triple>) -> Numbering {
    if let Some(known) = as_embedded(records) {
        return known;
    }
    let mut seen = Vec::new();
    let mut numbers = HashMap::new();
    // The rim comes first, so that it is 0.
    for triple in rim.into_iter().chain(records.iter().flat_map(|record| record.sides)) {
        numbers.entry(triple).or_insert_with(|| {
            seen.push(triple);
            // Without a rim, 0 stays free: readers of other formats take it for grey.
            Colour((seen.len() - usize::from(rim.is_some())) as u16)
        });
    }
    if seen.iter().all(|[a, b, c]| a == b && b == c) {
        let numbers = seen.iter().map(|triple| (*triple, Colour(triple[0]))).collect();
        let note = "every colour is one number three times, which is taken for it".to_owned();
        return Numbering { numbers, motifs: Vec::new(), note };
    }
    let mut motifs: Vec<_> = numbers
        .iter()
        .map(|(triple, &colour)| {
            let [background, shape, shape_colour] = triple.map(|code| code.to_string());
            (colour, Motif { background, shape, shape_colour })
        })
        .collect();
    motifs.sort_unstable_by_key(|&(colour, _)| colour);
    let note = format!("{} colours, numbered as they first occur", numbers.len());
    Numbering { numbers, motifs, note }
}

/// The colours of an embedded puzzle, if its pieces are these but for the names of the colours.
fn as_embedded(records: &[Record]) -> Option<Numbering> {
    let mut records: Vec<_> = records.to_vec();
    records.sort_unstable_by_key(|record| record.number);
    for known in size::rectangles(records.len()).flat_map(embedded::sets) {
        let puzzle = &known.puzzle;
        for turn in (0..4).map(Rotation) {
            if let Some(numbers) = translation(&records, puzzle, turn) {
                let note = format!("the colours are numbered as in {}", puzzle.name());
                return Some(Numbering { numbers, motifs: puzzle.motifs().to_vec(), note });
            }
        }
    }
    None
}

fn translation(
    records: &[Record],
    puzzle: &Puzzle,
    turn: Rotation,
) -> Option<HashMap<Triple, Colour>> {
    let mut to_colour = HashMap::new();
    let mut to_triple = HashMap::new();
    for (index, (record, piece)) in records.iter().zip(puzzle.pieces()).enumerate() {
        if record.number as usize != index + 1 {
            return None;
        }
        let turned = piece.rotated(turn);
        for (triple, &colour) in record.sides.iter().zip(turned.colours()) {
            let same = *to_colour.entry(*triple).or_insert(colour) == colour
                && *to_triple.entry(colour).or_insert(*triple) == *triple;
            if !same {
                return None;
            }
        }
    }
    Some(to_colour)
}

/// Writes pieces.
pub(crate) fn write(puzzle: &Puzzle) -> Result<String, WriteError> {
    let format = Format::LoganPieces;
    if puzzle.shape().sides() != 4 || !puzzle.mates().is_empty() {
        return Err(WriteError::own_instead(format, "it is for square pieces without mates"));
    }
    let triples = triples(puzzle)?;
    let mut text = String::new();
    for (id, piece) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let kind = match puzzle.rim_mask(piece).count_ones() {
            0 => 2,
            1 => 1,
            2 => 0,
            sides => {
                let message = format!("piece {id} has {sides} rim sides; corners have 2 at most");
                return Err(WriteError::own_instead(format, message));
            }
        };
        text.push_str(&id.to_string());
        if let [up, right, down, left] = piece.colours() {
            for colour in [down, left, up, right] {
                let [a, b, c] = triples.get(colour).copied().unwrap_or([colour.0; 3]);
                text.push_str(&format!(" {a} {b} {c}"));
            }
        }
        text.push_str(&format!(" {kind}\n"));
    }
    Ok(text)
}

/// The codes of each colour. Colours without motifs have their number three times, all or none.
fn triples(puzzle: &Puzzle) -> Result<HashMap<Colour, Triple>, WriteError> {
    let plain = || puzzle.colours().into_iter().chain(puzzle.rim()).map(|c| (c, [c.0; 3]));
    if puzzle.colours().iter().any(|&colour| puzzle.motif(colour).is_none()) {
        return Ok(plain().collect());
    }
    let mut codes = [HashMap::new(), HashMap::new(), HashMap::new()];
    let mut triples = HashMap::new();
    for (colour, motif) in puzzle.motifs() {
        if Some(*colour) == puzzle.rim() {
            continue;
        }
        let features = [&motif.background, &motif.shape, &motif.shape_colour];
        let mut triple = [0; 3];
        for ((code, feature), codes) in triple.iter_mut().zip(features).zip(&mut codes) {
            let next = codes.len() as u16 + 1;
            *code = *codes.entry(feature).or_insert(next);
        }
        triples.insert(*colour, triple);
    }
    triples.extend(puzzle.rim().map(|rim| (rim, [0; 3])));
    let mut distinct: Vec<_> = triples.values().collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() == triples.len() {
        return Ok(triples);
    }
    let message = "two colours have the same background, shape and shape colour";
    Err(WriteError::own_instead(Format::LoganPieces, message))
}
