//! Boards as plain text: letters for colours, numbers for pieces, `x` where sides do not match, `*`
//! behind a kept hint and `!` behind one that is not.
//!
//! Colours are named as in links to board viewers: `a` is colour 0, the grey of most rims. Boards
//! with more than 26 colours name them by number.

use std::collections::HashSet;

use tilewright_puzzle::{Cell, Colour, Shape, Side};

use super::TerminalStyle;
use crate::picture::Picture;

/// Longer labels are cut.
const LONGEST_LABEL: usize = 6;

pub(super) fn board(picture: &Picture<'_>, style: &TerminalStyle) -> String {
    let names = Names::new(picture, style);
    match picture.shape() {
        _ if picture.cells().next().is_none() => String::new(),
        Shape::Square { width, height } => squares(picture, &names, width, height, style),
        Shape::Triangle { side } => triangles(picture, &names, side),
    }
}

/// What is written for colours and pieces, and where an `x` goes.
struct Names {
    labels: Vec<String>,
    hint_marks: Vec<Option<char>>,
    label_width: usize,
    colour_width: usize,
    by_number: bool,
    wrong: HashSet<(Cell, Side)>,
}

impl Names {
    fn new(picture: &Picture<'_>, style: &TerminalStyle) -> Self {
        let labels: Vec<_> = picture
            .cells()
            .map(|(_, view)| match &view.label {
                Some(label) if view.filled && style.numbers => ascii(label),
                None if view.filled && view.sides.is_none() => "?".to_owned(),
                _ => String::new(),
            })
            .collect();
        let highest = picture.colours().last().map_or(0, |colour| colour.0);
        let by_number = highest > 25;
        let mut wrong = HashSet::new();
        if style.mark_mismatches {
            for join in picture.mismatches() {
                wrong.extend([(join.cell, join.side), (join.other, join.other_side)]);
            }
            wrong.extend(picture.broken_rim());
        }
        Self {
            label_width: labels.iter().map(String::len).max().unwrap_or(0),
            labels,
            hint_marks: picture.cells().map(|(_, view)| style.hint_mark(view)).collect(),
            colour_width: if by_number { highest.to_string().len() } else { 1 },
            by_number,
            wrong,
        }
    }

    /// The name of a piece with the mark of its hint; only the mark if there is no room for both.
    fn label(&self, cell: Cell, room: usize) -> String {
        let label = self.labels.get(cell.index()).filter(|label| label.len() <= room);
        let label = label.map_or("", String::as_str);
        match self.hint_marks.get(cell.index()).copied().flatten() {
            Some(mark) if label.len() < room => format!("{label}{mark}"),
            Some(mark) => mark.to_string(),
            None => label.to_owned(),
        }
    }

    fn colour(&self, colour: Option<Colour>) -> String {
        match colour {
            None => String::new(),
            Some(Colour(number)) if self.by_number => number.to_string(),
            Some(Colour(number)) => char::from(b'a' + (number % 26) as u8).to_string(),
        }
    }

    fn edge(&self, cell: Cell, side: u8, plain: char) -> char {
        if self.wrong.contains(&(cell, Side(side))) { 'x' } else { plain }
    }
}

fn ascii(label: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    label.trim().chars().take(LONGEST_LABEL).map(plain).collect()
}

fn squares(
    picture: &Picture<'_>,
    names: &Names,
    width: u16,
    height: u16,
    style: &TerminalStyle,
) -> String {
    let gutter = if height > 26 { 3 } else { 2 };
    let table_width = |inner: usize| gutter + usize::from(width) * (inner + 1) + 1;
    let colours = 2 * names.colour_width;
    // Without room for the pieces' names, the colours alone still tell the board.
    let airy = names.label_width.max(1) + 2;
    let fits = |&room: &usize| table_width(colours + room) <= style.max_columns;
    // A hint's mark wants a place of its own.
    let tight = airy - 2;
    let marked = tight + usize::from(names.hint_marks.iter().any(Option::is_some));
    let middle = [airy, marked, tight].into_iter().find(fits);
    let with_labels = middle.is_some();
    let middle = middle.unwrap_or(1);
    let inner = colours + middle;
    let colour = |cell, side| names.colour(picture.colour(cell, Side(side)));
    let indent = " ".repeat(gutter);

    let mut text = indent.clone();
    for column in 1..=width {
        text += &format!(" {column:^inner$}");
    }
    text += " \n";
    let rule = |row: u16, side: u8| {
        let mut line = indent.clone();
        for cell in (0..width).filter_map(|column| picture.shape().cell(row, column)) {
            let mark = if names.edge(cell, side, '-') == 'x' { "x" } else { "-" };
            line += &format!("+{mark:-^inner$}");
        }
        line + "+\n"
    };
    for row in 0..height {
        text += &rule(row, 0);
        let cells: Vec<_> = (0..width).filter_map(|c| picture.shape().cell(row, c)).collect();
        let letters = cells.first().map(|&cell| picture.shape().cell_name(cell));
        let letters = letters.unwrap_or_default();
        let letters = letters.trim_end_matches(|c: char| c.is_ascii_digit());
        let (mut top, mut centre, mut bottom) =
            (indent.clone(), format!("{letters:<gutter$}"), indent.clone());
        for &cell in &cells {
            let label = names.label(cell, if with_labels { middle } else { 0 });
            let width = names.colour_width;
            top += &format!("|{:^inner$}", colour(cell, 0));
            bottom += &format!("|{:^inner$}", colour(cell, 2));
            centre.push(names.edge(cell, 3, '|'));
            centre +=
                &format!("{:<width$}{label:^middle$}{:>width$}", colour(cell, 3), colour(cell, 1));
        }
        let last = cells.last().map_or('|', |&cell| names.edge(cell, 1, '|'));
        text += &format!("{top}|\n{centre}{last}\n{bottom}|\n");
    }
    text + &rule(height - 1, 2)
}

/// Triangles drawn with slashes: `left right` in the upper part of an upright cell, the name below,
/// the bottom's colour on the bottom line; inverted cells the other way up.
fn triangles(picture: &Picture<'_>, names: &Names, side: u16) -> String {
    let shape = picture.shape();
    // In line k of a cell there is room for 2k characters between the slashes.
    let names_line = names.colour_width;
    let label_line = (names_line + 1).max(names.label_width.div_ceil(2));
    let height = label_line + 2;
    let width = 2 * height * usize::from(side);
    let mut canvas = vec![vec![' '; width]; height * usize::from(side) + 1];
    let mut put = |row: usize, column: usize, text: &str| {
        for (offset, character) in text.chars().enumerate() {
            let place = canvas.get_mut(row).and_then(|line| line.get_mut(column + offset));
            if let Some(place) = place {
                *place = character;
            }
        }
    };
    let mut put_centred = |row: usize, column: usize, text: &str| {
        put(row, column.saturating_sub(text.len().div_ceil(2)), text);
    };
    let colour = |cell, side| names.colour(picture.colour(cell, Side(side)));
    for cell in picture.cells().map(|(cell, _)| cell) {
        let (row, place) = shape.position(cell);
        let top = usize::from(row) * height + 1;
        let axis = height * (usize::from(side - 1 - row) + usize::from(place) + 1);
        if shape.is_inverted(cell) {
            // Its slashes belong to its upright neighbours.
            put_centred(top, axis, &colour(cell, 0));
            put_centred(top + height - 1 - label_line, axis, &names.label(cell, 2 * label_line));
            let pair = format!("{}{}", colour(cell, 2), colour(cell, 1));
            put_centred(top + height - 1 - names_line, axis, &pair);
            continue;
        }
        for line in 0..height {
            let is_middle = line == height / 2;
            let slash = |side, plain| if is_middle { names.edge(cell, side, plain) } else { plain };
            put_centred(top + line, axis - line, &format!("{} ", slash(0, '/')));
            put_centred(top + line, axis + line + 1, &slash(1, '\\').to_string());
        }
        put_centred(top + height - 1, axis, &"_".repeat(2 * (height - 1)));
        put_centred(top + names_line, axis, &format!("{}{}", colour(cell, 0), colour(cell, 1)));
        put_centred(top + label_line, axis, &names.label(cell, 2 * label_line));
        let bottom = colour(cell, 2);
        let mark = names.edge(cell, 2, ' ');
        let bottom = if mark == 'x' { format!("x{bottom}x") } else { bottom };
        put_centred(top + height - 1, axis, &bottom);
    }
    let lines = canvas.into_iter().skip(1).map(|line| line.into_iter().chain(['\n']).collect());
    lines.collect::<Vec<String>>().concat()
}
