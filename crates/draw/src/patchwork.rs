//! A board of cells that belong to patches, each patch in a colour of its own: tilings.
//!
//! As long as there are few patches, no two have the same colour. Where there are more than the eye
//! can tell apart, colours are used again, but never by patches that touch.

use std::collections::BTreeSet;

use crate::figure::short;
use crate::glyph::{Glyphs, Text};
use crate::grid::EDGE;
use crate::rgb::{Rgb, Separated};
use crate::svg::Document;

/// The ground, and cells of no patch.
const GROUND: Rgb = Rgb(0xfb, 0xf8, 0xef);
const EMPTY: Rgb = Rgb(0xec, 0xe8, 0xdc);
const FRAME: f64 = 24.0;
const FRAME_WITH_LABELS: f64 = 90.0;
/// Up to so many patches each have their own colour; beyond that, so many colours are shared.
const OWN_COLOURS: usize = 40;
const SHARED_COLOURS: usize = 14;

/// What there is to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patchwork<'a> {
    /// What it is called.
    pub title: &'a str,
    /// Columns of the board.
    pub width: usize,
    /// For every cell, row by row, the patch that it belongs to.
    pub cells: &'a [Option<usize>],
    /// Words left of the rows; none if there are fewer.
    pub row_labels: &'a [String],
    /// Words above the columns; none if there are fewer.
    pub column_labels: &'a [String],
}

impl Patchwork<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let colours = self.colours();
        let has_labels = !self.row_labels.is_empty() || !self.column_labels.is_empty();
        let frame = if has_labels { FRAME_WITH_LABELS } else { FRAME };
        let (width, height) = (self.width as f64 * EDGE, self.height() as f64 * EDGE);
        let mut body = format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"{GROUND}\"/>\n\
             <g transform=\"translate({frame} {frame})\">\n"
        );
        for (index, cell) in self.cells.iter().enumerate() {
            let (x, y) = self.corner(index);
            let fill = cell.and_then(|patch| colours.get(patch)).copied().unwrap_or(EMPTY);
            body += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{EDGE}\" height=\"{EDGE}\" fill=\"{fill}\"/>\n",
                short(x),
                short(y)
            );
        }
        body += &self.lines(width, height);
        let mut glyphs = Glyphs::default();
        body += &format!("<g stroke=\"{}\">\n", Rgb::INK);
        let middle = |index: usize| (index as f64 + 0.5) * EDGE;
        let rows = self.row_labels.iter().enumerate().map(|(i, l)| (l, (-40.0, middle(i))));
        let columns = self.column_labels.iter().enumerate().map(|(i, l)| (l, (middle(i), -40.0)));
        for (label, (x, y)) in rows.take(self.height()).chain(columns.take(self.width)) {
            let text = Text::shortened(label, 4);
            glyphs.add(&text);
            body += &text.centred(x, y, 34.0);
            body.push('\n');
        }
        body += "</g>\n</g>\n";
        let extent = (width + frame + FRAME, height + frame + FRAME);
        let scale = (1200.0 / extent.0.max(extent.1)).min(0.64);
        Document {
            size: (extent.0 * scale, extent.1 * scale),
            unit: "",
            extent,
            title: self.title,
            defs: &glyphs.defs(),
            body: &body,
        }
        .text()
    }

    /// Thin lines between all cells, thick ones around patches.
    fn lines(&self, width: f64, height: f64) -> String {
        let mut thin = String::new();
        for column in 0..=self.width {
            thin += &format!("M{} 0V{}", short(column as f64 * EDGE), short(height));
        }
        for row in 0..=self.height() {
            thin += &format!("M0 {}H{}", short(row as f64 * EDGE), short(width));
        }
        let mut thick = String::new();
        for (index, cell) in self.cells.iter().enumerate() {
            let (x, y) = self.corner(index);
            let has_left = self.width > 0 && index % self.width > 0;
            let left = has_left.then(|| self.cells.get(index - 1)).flatten().copied().flatten();
            let above = index.checked_sub(self.width).and_then(|at| self.cells.get(at));
            if left != *cell {
                thick += &format!("M{} {}v{EDGE}", short(x), short(y));
            }
            if above.copied().flatten() != *cell {
                thick += &format!("M{} {}h{EDGE}", short(x), short(y));
            }
            let is_last = self.width > 0 && index % self.width == self.width - 1;
            if is_last && cell.is_some() {
                thick += &format!("M{} {}v{EDGE}", short(x + EDGE), short(y));
            }
            if index + self.width >= self.cells.len() && cell.is_some() {
                thick += &format!("M{} {}h{EDGE}", short(x), short(y + EDGE));
            }
        }
        format!(
            "<path d=\"{thin}\" stroke=\"{}\" stroke-opacity=\"0.2\" stroke-width=\"2\"/>\n\
             <path d=\"{thick}\" stroke=\"{}\" stroke-width=\"7\" stroke-linecap=\"round\"/>\n",
            Rgb::INK,
            Rgb::INK
        )
    }

    fn corner(&self, index: usize) -> (f64, f64) {
        let width = self.width.max(1);
        ((index % width) as f64 * EDGE, (index / width) as f64 * EDGE)
    }

    fn height(&self) -> usize {
        self.cells.len().div_ceil(self.width.max(1))
    }

    /// The colour of each patch.
    pub(crate) fn colours(&self) -> Vec<Rgb> {
        let patches = self.cells.iter().flatten().max().map_or(0, |&last| last.saturating_add(1));
        // A picture has no more patches than cells, whatever their numbers.
        let patches = patches.min(self.cells.len());
        if patches <= OWN_COLOURS {
            let separated = Separated::new(patches);
            return (0..patches).map(|patch| separated.get(patch)).collect();
        }
        let separated = Separated::new(SHARED_COLOURS);
        let touching = self.touching(patches);
        let mut chosen: Vec<usize> = Vec::with_capacity(patches);
        let mut uses = [0u32; SHARED_COLOURS];
        for near in &touching {
            let taken: BTreeSet<usize> =
                near.iter().filter_map(|&other| chosen.get(other).copied()).collect();
            let free = (0..SHARED_COLOURS).filter(|colour| !taken.contains(colour));
            let colour = free.min_by_key(|&colour| uses.get(colour).copied()).unwrap_or(0);
            if let Some(uses) = uses.get_mut(colour) {
                *uses += 1;
            }
            chosen.push(colour);
        }
        chosen.into_iter().map(|colour| separated.get(colour)).collect()
    }

    /// For each patch the patches that it touches, at corners too.
    fn touching(&self, patches: usize) -> Vec<BTreeSet<usize>> {
        let mut touching = vec![BTreeSet::new(); patches];
        let at = |row: Option<usize>, column: Option<usize>| {
            let column = column.filter(|&column| column < self.width)?;
            self.cells.get(row? * self.width + column).copied().flatten()
        };
        for (index, patch) in self.cells.iter().enumerate() {
            let Some(patch) = *patch else { continue };
            let (row, column) = (index / self.width.max(1), index % self.width.max(1));
            for down in -1..=1 {
                for right in -1..=1 {
                    let near = at(row.checked_add_signed(down), column.checked_add_signed(right));
                    if let (Some(other), Some(near)) =
                        (near.filter(|&other| other != patch), touching.get_mut(patch))
                    {
                        near.insert(other);
                    }
                }
            }
        }
        touching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_patches_have_colours_of_their_own_and_many_differ_from_those_they_touch() {
        for (width, height) in [(5, 8), (20, 10)] {
            let cells: Vec<_> = (0..width * height).map(Some).collect();
            let patchwork = Patchwork { width, cells: &cells, ..Patchwork::default() };
            let colours = patchwork.colours();
            assert_eq!(colours.len(), cells.len());
            for (patch, near) in patchwork.touching(cells.len()).iter().enumerate() {
                assert!(near.len() >= 3);
                assert!(near.iter().all(|&other| colours[other] != colours[patch]));
            }
            if cells.len() <= OWN_COLOURS {
                let mut different = colours.clone();
                different.sort_by_key(|colour| (colour.0, colour.1, colour.2));
                different.dedup();
                assert_eq!(different.len(), cells.len());
            }
        }
    }

    #[test]
    fn pictures_of_nothing_and_of_nonsense_are_pictures() {
        for (width, cells) in [(0, vec![]), (0, vec![Some(1)]), (3, vec![Some(usize::MAX - 1); 7])]
        {
            let patchwork = Patchwork { width, cells: &cells, ..Patchwork::default() };
            assert!(patchwork.svg().starts_with("<svg"));
        }
    }
}
