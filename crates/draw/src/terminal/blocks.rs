//! Boards in colour: every character shows two pixels, one above the other.

use std::collections::HashMap;

use tilewright_puzzle::{Cell, Colour, Side};

use super::{Depth, TerminalStyle};
use crate::grid::{EDGE, Grid, Tile};
use crate::paint::{Paint, Palette};
use crate::picture::Picture;
use crate::rgb::Rgb;

const EMPTY: Rgb = Rgb(0x30, 0x35, 0x3d);
const UNKNOWN: Rgb = Rgb(0x70, 0x78, 0x86);
/// Where a pixel is looked at: four points, no two in a row, a column or on a diagonal.
const SAMPLES: [(f64, f64); 4] = [(0.375, 0.125), (0.875, 0.375), (0.125, 0.625), (0.625, 0.875)];

/// Pixels to an edge and to a row of cells; rows are even, for a character has two.
fn cell_sizes(tile: Tile) -> [(usize, usize); 3] {
    match tile {
        Tile::Square => [(6, 6), (4, 4), (2, 2)],
        Tile::Triangle => [(10, 8), (6, 6), (4, 4)],
    }
}

pub(super) fn board(picture: &Picture<'_>, style: &TerminalStyle) -> String {
    let grid = Grid::new(picture.shape());
    let canvas = Canvas::new(picture, grid, style);
    let marks = if style.mark_mismatches { canvas.marks(picture) } else { Vec::new() };
    let mut text = String::new();
    for row in 0..canvas.height / 2 {
        let mut pen = Pen { depth: style.depth, colours: (None, None), text: &mut text };
        for column in 0..canvas.width {
            if marks.contains(&(row, column)) {
                pen.put('x', Some(Rgb(255, 255, 255)), Some(Rgb::ALARM));
                continue;
            }
            match (canvas.pixel(column, 2 * row), canvas.pixel(column, 2 * row + 1)) {
                (None, None) => pen.put(' ', None, None),
                (Some(top), None) => pen.put('▀', Some(top), None),
                (None, bottom) => pen.put('▄', bottom, None),
                (top, bottom) if top == bottom => pen.put(' ', None, top),
                (top, bottom) => pen.put('▀', top, bottom),
            }
        }
        pen.end_line();
    }
    text
}

struct Canvas<'p> {
    grid: Grid,
    width: usize,
    height: usize,
    /// Picture units to a pixel, across and down.
    unit: (f64, f64),
    sides: Box<dyn Fn(Cell, Side) -> Option<Paint> + 'p>,
    filled: Vec<bool>,
    /// Whether there is room for a dot in the colour of a side's figure.
    dots: bool,
}

impl<'p> Canvas<'p> {
    fn new(picture: &'p Picture<'_>, grid: Grid, style: &TerminalStyle) -> Self {
        let filled: Vec<_> = picture.cells().map(|(_, view)| view.filled).collect();
        let (across, down) = if filled.is_empty() { (0.0, 0.0) } else { grid.extent() };
        let (columns, rows) = (across / EDGE, down / grid.tile.height());
        let sizes = cell_sizes(grid.tile);
        let fits = sizes.iter().find(|size| columns * size.0 as f64 <= style.max_columns as f64);
        let (edge, height) = fits.or(sizes.last()).copied().unwrap_or((2, 2));
        let colours = picture.colours();
        let palette = Palette::new(*picture.rules(), style.theme, &colours);
        let paints: HashMap<Colour, Paint> =
            colours.iter().map(|&colour| (colour, palette.paint(colour))).collect();
        Self {
            grid,
            width: columns.round() as usize * edge,
            height: rows.round() as usize * height,
            unit: (EDGE / edge as f64, grid.tile.height() / height as f64),
            sides: Box::new(move |cell, side| paints.get(&picture.colour(cell, side)?).copied()),
            filled,
            dots: sizes.first() == Some(&(edge, height)),
        }
    }

    /// The colour of a pixel: the average of what lies there; `None` outside the board.
    fn pixel(&self, column: usize, row: usize) -> Option<Rgb> {
        let mut seen = [Rgb::INK; SAMPLES.len()];
        let mut count = 0;
        for (right, down) in SAMPLES {
            let x = (column as f64 + right) * self.unit.0;
            let y = (row as f64 + down) * self.unit.1;
            if let (Some(colour), Some(place)) = (self.sample(x, y), seen.get_mut(count)) {
                *place = colour;
                count += 1;
            }
        }
        let seen = seen.get(..count)?;
        (2 * count >= SAMPLES.len()).then(|| Rgb::mean(seen))
    }

    fn sample(&self, x: f64, y: f64) -> Option<Rgb> {
        let (cell, side) = self.grid.locate(x, y)?;
        let Some(paint) = (self.sides)(cell, side) else {
            let filled = self.filled.get(cell.index()).copied().unwrap_or(false);
            return Some(if filled { UNKNOWN } else { EMPTY });
        };
        let Some((_, figure)) = paint.figure.filter(|_| self.dots) else {
            return Some(paint.ground);
        };
        // The pixels that touch the middle of the edge.
        let middle = self.grid.side_middle(cell, side);
        let near = (x - middle.0).abs() < self.unit.0 && (y - middle.1).abs() < self.unit.1;
        Some(if near { figure } else { paint.ground })
    }

    /// The characters that show what is wrong: two on the middle of each such edge.
    fn marks(&self, picture: &Picture<'_>) -> Vec<(usize, usize)> {
        let joins = picture.mismatches();
        let joins = joins.iter().map(|join| self.grid.join_middle(join));
        let rim = picture.broken_rim();
        let rim = rim.iter().map(|&(cell, side)| self.grid.side_middle(cell, side));
        let places = joins.chain(rim).flat_map(|(x, y)| {
            let (x, y) = (x / self.unit.0, y / self.unit.1);
            let row = ((y - 0.5).max(0.0) / 2.0) as usize;
            let column = (x.round() as usize).clamp(1, self.width.saturating_sub(1).max(1));
            [(row, column - 1), (row, column)]
        });
        places.collect()
    }
}

/// Writes characters and as few colour changes as are needed.
struct Pen<'t> {
    depth: Depth,
    colours: (Option<Rgb>, Option<Rgb>),
    text: &'t mut String,
}

impl Pen<'_> {
    fn put(&mut self, character: char, ink: Option<Rgb>, ground: Option<Rgb>) {
        // The ink of a blank does not show.
        let ink = if character == ' ' { self.colours.0 } else { ink };
        if self.colours.0 != ink {
            *self.text += &self.code(ink, 38);
        }
        if self.colours.1 != ground {
            *self.text += &self.code(ground, 48);
        }
        self.colours = (ink, ground);
        self.text.push(character);
    }

    fn end_line(&mut self) {
        if self.colours != (None, None) {
            *self.text += "\x1b[0m";
        }
        self.text.push('\n');
    }

    fn code(&self, colour: Option<Rgb>, plane: u8) -> String {
        match colour {
            None => format!("\x1b[{}m", plane + 1),
            Some(Rgb(r, g, b)) if self.depth == Depth::TrueColour => {
                format!("\x1b[{plane};2;{r};{g};{b}m")
            }
            Some(colour) => format!("\x1b[{plane};5;{}m", nearest_of_256(colour)),
        }
    }
}

/// The nearest of the 256 colours that terminals agree on: a cube of 6 x 6 x 6, and 24 greys.
fn nearest_of_256(Rgb(r, g, b): Rgb) -> u8 {
    const LEVELS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let target = [r, g, b].map(i32::from);
    let distance = |to: [i32; 3]| -> i32 {
        target.iter().zip(to).map(|(&from, to)| (from - to) * (from - to)).sum()
    };
    let cube = (0..216u8).map(|n| {
        let level = |digit: u8| LEVELS[usize::from(digit % 6)];
        (16 + n, [level(n / 36), level(n / 6), level(n)])
    });
    let greys = (0..24u8).map(|n| (232 + n, [8 + 10 * i32::from(n); 3]));
    let nearest = cube.chain(greys).min_by_key(|&(_, colour)| distance(colour));
    nearest.map_or(0, |(code, _)| code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_256_colours_hold_their_own_corners_and_greys() {
        assert_eq!(nearest_of_256(Rgb(0, 0, 0)), 16);
        assert_eq!(nearest_of_256(Rgb(255, 255, 255)), 231);
        assert_eq!(nearest_of_256(Rgb(255, 0, 0)), 196);
        assert_eq!(nearest_of_256(Rgb(128, 128, 128)), 244);
    }
}
