//! Boards in colour: every character shows two pixels, one above the other.

use std::collections::HashMap;

use tilewright_puzzle::{Cell, Colour, Shape, Side};

use super::{Depth, TerminalStyle};
use crate::grid::{EDGE, Grid, Tile};
use crate::paint::{Paint, Palette};
use crate::picture::Picture;
use crate::rgb::Rgb;

/// Empty cells, in turns so that they can be counted.
pub(super) const EMPTY: [Rgb; 2] = [Rgb(0x2c, 0x31, 0x39), Rgb(0x3c, 0x42, 0x4c)];
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
    let marks = canvas.marks(picture, style);
    let mut text = String::new();
    let mut codes = HashMap::new();
    for row in 0..canvas.height / 2 {
        let mut pen =
            Pen { depth: style.depth, colours: (None, None), codes: &mut codes, text: &mut text };
        for column in 0..canvas.width {
            if let Some(&(mark, ground)) = marks.get(&(row, column)) {
                pen.put(mark, Some(Rgb(255, 255, 255)), Some(ground));
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
    shape: Shape,
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
            shape: picture.shape(),
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
            let (row, column) = self.shape.position(cell);
            let empty = EMPTY[usize::from((row + column) % 2)];
            return Some(if filled { UNKNOWN } else { empty });
        };
        let Some((_, figure)) = paint.figure.filter(|_| self.dots) else {
            return Some(paint.ground);
        };
        // The pixels that touch the middle of the edge.
        let middle = self.grid.side_middle(cell, side);
        let near = (x - middle.0).abs() < self.unit.0 && (y - middle.1).abs() < self.unit.1;
        Some(if near { figure } else { paint.ground })
    }

    /// The characters that show what is wrong, two on the middle of each such edge, and hints, one
    /// in the middle of each such cell; with the ground they stand on.
    fn marks(
        &self,
        picture: &Picture<'_>,
        style: &TerminalStyle,
    ) -> HashMap<(usize, usize), (char, Rgb)> {
        let mut marks = HashMap::new();
        for (cell, view) in picture.cells() {
            if let Some(mark) = style.hint_mark(view) {
                let (row, column) = self.character(self.grid.centre(cell));
                let ground = if mark == '!' { Rgb::ALARM } else { Rgb::INK };
                marks.insert((row, column - 1), (mark, ground));
            }
        }
        if !style.mark_mismatches {
            return marks;
        }
        let joins = picture.mismatches();
        let joins = joins.iter().map(|join| self.grid.join_middle(join));
        let rim = picture.broken_rim();
        let rim = rim.iter().map(|&(cell, side)| self.grid.side_middle(cell, side));
        for (row, column) in joins.chain(rim).map(|middle| self.character(middle)) {
            marks.insert((row, column - 1), ('x', Rgb::ALARM));
            marks.insert((row, column), ('x', Rgb::ALARM));
        }
        marks
    }

    /// The character right of a place in the picture, never the first of a line.
    fn character(&self, (x, y): (f64, f64)) -> (usize, usize) {
        let (x, y) = (x / self.unit.0, y / self.unit.1);
        let row = ((y - 0.5).max(0.0) / 2.0) as usize;
        (row, (x.round() as usize).clamp(1, self.width.saturating_sub(1).max(1)))
    }
}

/// Writes characters and as few colour changes as are needed.
pub(super) struct Pen<'t> {
    pub(super) depth: Depth,
    pub(super) colours: (Option<Rgb>, Option<Rgb>),
    /// Which of the 256 colours was found for a colour.
    pub(super) codes: &'t mut HashMap<Rgb, u8>,
    pub(super) text: &'t mut String,
}

impl Pen<'_> {
    pub(super) fn put(&mut self, character: char, ink: Option<Rgb>, ground: Option<Rgb>) {
        // The ink of a blank does not show.
        let ink = if character == ' ' { self.colours.0 } else { ink };
        if self.colours.0 != ink {
            self.change(ink, 38);
        }
        if self.colours.1 != ground {
            self.change(ground, 48);
        }
        self.colours = (ink, ground);
        self.text.push(character);
    }

    pub(super) fn end_line(&mut self) {
        if self.colours != (None, None) {
            *self.text += "\x1b[0m";
        }
        self.text.push('\n');
    }

    /// Changes the ink (plane 38) or the ground (plane 48).
    fn change(&mut self, colour: Option<Rgb>, plane: u8) {
        *self.text += &match colour {
            None => format!("\x1b[{}m", plane + 1),
            Some(Rgb(r, g, b)) if self.depth == Depth::TrueColour => {
                format!("\x1b[{plane};2;{r};{g};{b}m")
            }
            Some(colour) => {
                let code = self.codes.entry(colour).or_insert_with(|| nearest_of_256(colour));
                format!("\x1b[{plane};5;{code}m")
            }
        };
    }
}

/// The nearest of the 256 colours that terminals agree on: a cube of 6 x 6 x 6, and 24 greys.
fn nearest_of_256(colour: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (0..216u8).map(|n| {
        let level = |digit: u8| LEVELS[usize::from(digit % 6)];
        (16 + n, Rgb(level(n / 36), level(n / 6), level(n)))
    });
    let greys = (0..24u8).map(|n| (232 + n, Rgb(8 + 10 * n, 8 + 10 * n, 8 + 10 * n)));
    let distances = cube.chain(greys).map(|(code, of_256)| (code, of_256.distance(colour)));
    distances.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(code, _)| code)
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
