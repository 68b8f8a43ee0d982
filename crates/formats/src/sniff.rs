//! Recognises a format from the text alone.
//!
//! Marks that only one format has come first (JSON fields, link parameters, our own header); what is
//! left are lines of numbers, told apart by how many stand on a line and what parts them. Four
//! numbers a line are pieces or a board as it lies: a board if, laid out, it has a right rim and
//! most of its joins match.

use std::collections::HashSet;

use tilewright_puzzle::{Cell, Side, Sides, Topology};

use crate::format::Format;
use crate::query::{decoded, is_link};
use crate::size;
use crate::text::{Line, is_all_grey, is_header, lines};

/// The format of a text, if it looks like any.
pub(crate) fn format(text: &str) -> Option<Format> {
    let start = text.trim_start();
    if start.starts_with('{') {
        return json(start);
    }
    let first = lines(text).find(|line| !line.text.trim_start().starts_with('#'));
    // A link may have our name in it, too: as that of its puzzle.
    let is_ours = |text: &str| text.starts_with("format") && text.contains("tilewright-");
    if first.is_some_and(|line| is_ours(line.text.trim_start())) {
        return Some(Format::Toml);
    }
    if is_link(text) {
        let link = decoded(text);
        let dev = link.contains("puzzle_size=") || link.contains("/viewer?");
        return Some(if dev { Format::DevLink } else { Format::Link });
    }
    let first = first?;
    if first.text.contains('=') || first.text.trim_start().starts_with('[') {
        return Some(Format::Toml);
    }
    if first.fields().next().is_some_and(|field| is_grid_cell(field.text)) {
        return Some(Format::Grid);
    }
    if text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_whitespace()) {
        return Some(Format::Letters);
    }
    numbers(text)
}

fn json(text: &str) -> Option<Format> {
    let has = |field: &str| text.contains(field);
    if has("\"tilewright-puzzle\"") || has("\"tilewright-board\"") {
        Some(Format::Json)
    } else if has("\"board\"") || has("\"board_edges\"") {
        Some(Format::DevBoard)
    } else if has("\"pieces\"") {
        Some(Format::DevPuzzle)
    } else if has("\"format\"") {
        Some(Format::Json)
    } else {
        None
    }
}

/// Whether this is `12/3` or `---/-`.
fn is_grid_cell(field: &str) -> bool {
    let fits = |part: &str| {
        !part.is_empty()
            && (part.bytes().all(|b| b.is_ascii_digit()) || part.bytes().all(|b| b == b'-'))
    };
    field.split_once('/').is_some_and(|(number, rotation)| fits(number) && fits(rotation))
}

fn numbers(text: &str) -> Option<Format> {
    let mut rows = lines(text).peekable();
    if rows.peek().is_some_and(|&line| is_header(line)) {
        rows.next();
    }
    let first = rows.next()?;
    let count = |line: Line<'_>| line.fields().count();
    let second = rows.next().map(count);
    match (count(first), second) {
        (1 | 2, Some(7)) => Some(Format::PuzzleCsv),
        (2 | 3, Some(4)) => Some(Format::Puz),
        (1, Some(4) | None) => Some(Format::Hnt),
        (14, _) => Some(Format::LoganPieces),
        (5, _) => Some(Format::Shorter),
        (4, _) if first.text.contains(',') && has_names(text) => Some(Format::Nichols),
        (4, _) => Some(if is_board(text) { Format::Listing } else { Format::E2Pieces }),
        (3, _) => Some(Format::LoganClues),
        _ => None,
    }
}

/// Whether the first fields of the lines are all different, as names are and colours are not.
fn has_names(text: &str) -> bool {
    const ENOUGH: usize = 200;
    let mut seen = HashSet::new();
    lines(text).take(ENOUGH).all(|line| seen.insert(line.between_commas().next().map(|f| f.text)))
}

/// Whether lines of four numbers, laid out as they stand, are a board.
fn is_board(text: &str) -> bool {
    let most = usize::from(tilewright_puzzle::Shape::LONGEST).pow(2);
    let mut cells = Vec::new();
    for line in lines(text) {
        let Ok(colours) = line.numbers("colour") else { return false };
        let sides = Sides::square(colours);
        cells.push((!is_all_grey(&sides)).then_some(sides));
        if cells.len() > most {
            return false;
        }
    }
    size::rectangles(cells.len()).any(|shape| {
        if !size::has_right_rim(shape, &cells) {
            return false;
        }
        let Ok(topology) = Topology::new(shape) else { return false };
        let colour = |cell: Cell, side: Side| Some(cells.get(cell.index())?.as_ref()?.get(side));
        let (mut joins, mut matched) = (0, 0);
        for join in topology.joins() {
            let (Some(one), Some(other)) =
                (colour(join.cell, join.side), colour(join.other, join.other_side))
            else {
                continue;
            };
            joins += 1;
            matched += usize::from(one == other);
        }
        matched * 2 > joins
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_a_link_does_not_mislead() {
        let toml = "# a comment\nformat = \"tilewright-board\"\nname = \"board_edges=abba\"\n";
        assert_eq!(format(toml), Some(Format::Toml));
        assert_eq!(format("x = 1\n"), Some(Format::Toml));
        assert_eq!(format("#board_edges=abba"), Some(Format::Link));
    }

    #[test]
    fn lines_of_numbers_are_told_apart_by_their_fields() {
        for (text, expected) in [
            ("16\n1,1,1,1,0,0,0\n", Some(Format::PuzzleCsv)),
            ("16 16 22\n1 1 1 1\n", Some(Format::Puz)),
            ("1\n139 8 9 2\n", Some(Format::Hnt)),
            ("135 139 2\n", Some(Format::LoganClues)),
            ("1 1 2 3 4\n", Some(Format::Shorter)),
            ("piece,up,right,down,left\n1,1,2,3,4\n", Some(Format::Shorter)),
            ("p1,1,2,3\n", Some(Format::Nichols)),
            ("1 2 3 4\n", Some(Format::E2Pieces)),
            ("1,2,3,4\n1,2,3,5\n", Some(Format::E2Pieces)),
            ("139/2 ---/-\n", Some(Format::Grid)),
            ("abba abba\n", Some(Format::Letters)),
            ("1 2 3 4 5 6\n", None),
            ("Hello there", None),
        ] {
            assert_eq!(format(text), expected, "{text}");
        }
    }
}
