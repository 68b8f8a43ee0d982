//! Patches on a screen of characters: as wide as two characters a cell, in colours; or plain, `X` for
//! a cell of any patch and `.` for others.

use std::collections::HashMap;

use super::Depth;
use super::blocks::{EMPTY, Pen};
use crate::patchwork::Patchwork;

/// A patchwork as lines of text, each ended by a line feed.
pub fn patchwork(patchwork: &Patchwork<'_>, depth: Depth) -> String {
    let mut text = String::new();
    let colours = patchwork.colours();
    let mut codes = HashMap::new();
    for (row, cells) in patchwork.cells.chunks(patchwork.width.max(1)).enumerate() {
        if depth == Depth::Ascii {
            let signs = cells.iter().map(|cell| if cell.is_some() { "X" } else { "." });
            text += &signs.collect::<Vec<_>>().join(" ");
            text.push('\n');
            continue;
        }
        let mut pen = Pen { depth, colours: (None, None), codes: &mut codes, text: &mut text };
        for (column, cell) in cells.iter().enumerate() {
            let own = cell.and_then(|patch| colours.get(patch)).copied();
            let ground = own.unwrap_or(EMPTY[(row + column) % 2]);
            pen.put(' ', None, Some(ground));
            pen.put(' ', None, Some(ground));
        }
        pen.end_line();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_pictures_are_those_of_the_document_and_coloured_ones_as_wide() {
        let cells = [None, Some(0), None, None, Some(0), Some(0)];
        let picture = Patchwork { width: 3, cells: &cells, ..Patchwork::default() };
        assert_eq!(patchwork(&picture, Depth::Ascii), ". X .\n. X X\n");
        let coloured = patchwork(&picture, Depth::TrueColour);
        assert_eq!(coloured.lines().count(), 2);
        let first = coloured.lines().next().unwrap();
        let blanks = first.split('\x1b').map(|part| part.matches(' ').count()).sum::<usize>();
        assert_eq!(blanks, 6);
        assert!(first.ends_with("\x1b[0m"));
    }
}
