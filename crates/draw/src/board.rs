//! A board as one picture.

use tilewright_puzzle::{Claim, Puzzle, Shape};

use crate::glyph::Text;
use crate::grid::{EDGE, Grid, Tile};
use crate::picture::{CellView, HintState, Picture};
use crate::rgb::Rgb;
use crate::sketch::Sketch;
use crate::style::Style;
use crate::svg::Document;

/// The ground the board lies on.
const TABLE: Rgb = Rgb(0x23, 0x27, 0x2e);
const COORDINATE: Rgb = Rgb(0xc9, 0xce, 0xd6);
/// Width of the frame around the cells, and where coordinates stand in it.
const FRAME: f64 = 24.0;
const FRAME_WITH_NAMES: f64 = 60.0;

/// The widths of the frame on the four sides.
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Frame {
    fn new(shape: Shape, coordinates: bool) -> Self {
        let plain = Self { left: FRAME, top: FRAME, right: FRAME, bottom: FRAME };
        match shape {
            _ if !coordinates => plain,
            Shape::Square { .. } => Self { left: FRAME_WITH_NAMES, top: FRAME_WITH_NAMES, ..plain },
            Shape::Triangle { .. } => Self { bottom: FRAME_WITH_NAMES, ..plain },
        }
    }
}

/// A claimed board as an SVG document, with all that its puzzle, if given, adds to the picture.
pub fn board_svg(claim: &Claim, puzzle: Option<&Puzzle>, style: &Style) -> String {
    Picture::new(claim, puzzle).svg(style)
}

impl Picture<'_> {
    /// The picture as an SVG document.
    pub fn svg(&self, style: &Style) -> String {
        let grid = Grid::new(self.shape());
        let frame = Frame::new(self.shape(), style.coordinates);
        let mut sketch = Sketch::new(grid.tile);
        sketch.body += &format!("<g transform=\"translate({} {})\">\n", frame.left, frame.top);
        for (cell, view) in self.cells() {
            let (centre, inverted) = (grid.centre(cell), grid.is_inverted(cell));
            match &view.sides {
                Some(sides) => sketch.piece(centre, inverted, sides),
                None if view.filled => sketch.cell_mark("unknown", centre, inverted),
                None => sketch.cell_mark("empty", centre, inverted),
            }
        }
        // Marks lie over all pieces, so that no neighbour covers them.
        for (cell, view) in self.cells() {
            let (centre, inverted) = (grid.centre(cell), grid.is_inverted(cell));
            let hint = view.hint.filter(|_| style.hints);
            match hint {
                Some(HintState::Kept) => sketch.cell_mark("hint", centre, inverted),
                Some(HintState::Open) => sketch.cell_mark("open-hint", centre, inverted),
                None => {}
            }
            if let Some(label) = shown_label(view, style) {
                sketch.label(label, centre, 1.0, hint);
            }
        }
        if style.mismatches {
            for join in self.mismatches() {
                let angle = grid.side_angle(join.cell, join.side);
                sketch.place("mismatch", grid.join_middle(&join), angle % 180.0);
            }
            for (cell, side) in self.broken_rim() {
                let angle = grid.side_angle(cell, side);
                sketch.place("broken-rim", grid.side_middle(cell, side), angle);
            }
        }
        if style.coordinates {
            self.name_rows_and_columns(&grid, &mut sketch);
        }
        sketch.body += "</g>\n";
        self.document(&grid, &frame, &sketch, style)
    }

    fn name_rows_and_columns(&self, grid: &Grid, sketch: &mut Sketch) {
        let shape = self.shape();
        let (_, board_height) = grid.extent();
        let letters = |name: String| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        for row in 0..shape.rows() {
            let Some(cell) = shape.cell(row, 0) else { continue };
            let name = Text::new(&letters(shape.cell_name(cell)));
            let from_centre = if grid.tile == Tile::Square { 80.0 } else { 52.0 };
            let left = grid.centre(cell).0 - from_centre;
            let middle = (f64::from(row) + 0.5) * grid.tile.height();
            sketch.text_centred(&name, (left, middle), 24.0, COORDINATE);
        }
        // Columns of squares are named above; of triangles only the last row has room for it.
        let (row, y) = match shape {
            Shape::Square { .. } => (0, -30.0),
            Shape::Triangle { side } => (side.saturating_sub(1), board_height + 30.0),
        };
        for column in 0..shape.row_length(row) {
            let Some(cell) = shape.cell(row, column) else { continue };
            let name = Text::new(&(column + 1).to_string());
            sketch.text_centred(&name, (grid.centre(cell).0, y), 24.0, COORDINATE);
        }
    }

    fn document(&self, grid: &Grid, frame: &Frame, sketch: &Sketch, style: &Style) -> String {
        let (width, height) =
            if self.cells().next().is_some() { grid.extent() } else { (0.0, 0.0) };
        let extent = (width + frame.left + frame.right, height + frame.top + frame.bottom);
        let scale = style.edge_px() / EDGE;
        let title = match self.rules().puzzle {
            Some(puzzle) => format!("{}, {}", puzzle.name(), self.shape()),
            None => format!("Board, {}", self.shape()),
        };
        let table = format!("<rect width=\"100%\" height=\"100%\" rx=\"26\" fill=\"{TABLE}\"/>\n");
        Document {
            size: (extent.0 * scale, extent.1 * scale),
            unit: "",
            extent,
            title: &title,
            defs: &sketch.defs(&self.colours(), self.rules(), style.theme),
            body: &(table + &sketch.body),
        }
        .text()
    }
}

/// The label of a cell that the style wants to see: of pieces, of open hints, of the unknown.
fn shown_label<'v>(view: &'v CellView, style: &Style) -> Option<&'v str> {
    match &view.label {
        Some(label) if view.filled && style.numbers => Some(label),
        Some(label) if !view.filled && style.hints && style.numbers => Some(label),
        None if view.filled && view.sides.is_none() => Some("?"),
        _ => None,
    }
}
