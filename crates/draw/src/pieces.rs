//! All pieces of a puzzle: in one picture, or on pages to print and cut.

use tilewright_puzzle::{PieceId, Puzzle, Shape};

use crate::figure::short;
use crate::glyph::Text;
use crate::grid::{EDGE, Tile};
use crate::paint::Rules;
use crate::picture::{HintState, colours_of};
use crate::rgb::Rgb;
use crate::sketch::Sketch;
use crate::style::{SheetStyle, Style};
use crate::svg::Document;

/// Space around the pieces of an overview, and between them.
const GAP: f64 = 14.0;
const OVERVIEW_TABLE: Rgb = Rgb(0x23, 0x27, 0x2e);
/// Printers leave some of the paper white; the index of the page stands in the lower margin.
const MARGIN_MM: f64 = 12.0;
const SMALLEST_PIECE_MM: f64 = 5.0;
const CUT_MARK_MM: f64 = 5.0;
const CUT_MARK_GAP_MM: f64 = 1.0;
/// Labels of pieces that will be held in the hand can be smaller than on a screen.
const PRINTED_LABEL: f64 = 0.6;

/// All pieces of a puzzle in one picture, as their maker turns them, in the order of their numbers.
pub fn pieces_overview_svg(puzzle: &Puzzle, style: &Style) -> String {
    let tile = Tile::of(puzzle.shape());
    let count = puzzle.pieces().len();
    let columns = match puzzle.shape() {
        Shape::Square { width, .. } => usize::from(width),
        Shape::Triangle { .. } => count.isqrt().max(1),
    };
    let rows = count.div_ceil(columns);
    let step = (EDGE + GAP, tile.height() + GAP);
    let mut sketch = Sketch::new(tile);
    for (index, id) in puzzle.piece_ids().enumerate() {
        let (row, column) = ((index / columns) as f64, (index % columns) as f64);
        let centre = (
            GAP + column * step.0 + EDGE / 2.0,
            GAP + row * step.1 + tile.height() - tile.apothem(),
        );
        draw_piece(&mut sketch, puzzle, id, centre, false, style, 1.0);
    }
    let extent = (columns as f64 * step.0 + GAP, rows as f64 * step.1 + GAP);
    let table =
        format!("<rect width=\"100%\" height=\"100%\" rx=\"{GAP}\" fill=\"{OVERVIEW_TABLE}\"/>\n");
    let scale = style.edge_px() / EDGE;
    let rules = rules(puzzle);
    Document {
        size: (extent.0 * scale, extent.1 * scale),
        unit: "",
        extent,
        title: &format!("The pieces of {}", puzzle.name()),
        defs: &sketch.defs(&colours_of(puzzle.pieces().iter()), &rules, style.theme),
        body: &(table + &sketch.body),
    }
    .text()
}

/// Pages with all pieces of a puzzle in true size, to print and cut: one SVG document a page, in
/// millimetres. Neighbouring pieces share a line, so one cut frees two edges.
pub fn pieces_svg(puzzle: &Puzzle, style: &Style, sheet: &SheetStyle) -> Vec<String> {
    let layout = Layout::new(Tile::of(puzzle.shape()), sheet);
    let ids: Vec<_> = puzzle.piece_ids().collect();
    let pages: Vec<_> = ids.chunks(layout.columns * layout.rows).collect();
    let index = |page: usize| {
        let name = puzzle.name();
        format!("{name} - page {} of {}", page + 1, pages.len())
    };
    let draw = |(page, ids): (usize, &&[PieceId])| layout.page(puzzle, style, ids, &index(page));
    pages.iter().enumerate().map(draw).collect()
}

fn rules(puzzle: &Puzzle) -> Rules<'_> {
    Rules { puzzle: Some(puzzle), rim: puzzle.rim() }
}

fn draw_piece(
    sketch: &mut Sketch,
    puzzle: &Puzzle,
    id: PieceId,
    centre: (f64, f64),
    inverted: bool,
    style: &Style,
    label_size: f64,
) {
    let Some(sides) = puzzle.piece(id) else { return };
    sketch.piece(centre, inverted, sides);
    let is_hint = style.hints && puzzle.hints().iter().any(|hint| hint.piece == id);
    if style.numbers {
        let hint = is_hint.then_some(HintState::Kept);
        sketch.label(&puzzle.label(id), centre, label_size, hint);
    }
}

/// How pieces share the paper.
struct Layout<'s> {
    tile: Tile,
    sheet: &'s SheetStyle,
    /// Picture units to a millimetre.
    scale: f64,
    columns: usize,
    rows: usize,
    /// Where the first row of pieces begins, in picture units.
    origin: (f64, f64),
}

impl<'s> Layout<'s> {
    fn new(tile: Tile, sheet: &'s SheetStyle) -> Self {
        let (paper_width, paper_height) = sheet.paper.size_mm();
        let room = (paper_width - 2.0 * MARGIN_MM, paper_height - 2.0 * MARGIN_MM);
        let wanted = if sheet.piece_mm.is_finite() { sheet.piece_mm } else { 30.0 };
        let edge = wanted.clamp(SMALLEST_PIECE_MM, room.0);
        let scale = EDGE / edge;
        let row_height = tile.height() / scale;
        // A strip of triangles takes half an edge for each, and half an edge more.
        let columns = match tile {
            Tile::Square => room.0 / edge,
            Tile::Triangle => 2.0 * room.0 / edge - 1.0,
        };
        let columns = (columns + 1e-9).floor().max(1.0);
        let rows = (room.1 / row_height + 1e-9).floor().max(1.0);
        let used_width = match tile {
            Tile::Square => columns * edge,
            Tile::Triangle => (columns + 1.0) * edge / 2.0,
        };
        let left = (paper_width - used_width) / 2.0;
        let top = (paper_height - rows * row_height) / 2.0;
        Self {
            tile,
            sheet,
            scale,
            columns: columns as usize,
            rows: rows as usize,
            origin: (left * scale, top * scale),
        }
    }

    /// The middle of a place on the page, and whether a triangle points down there.
    fn place(&self, place: usize) -> ((f64, f64), bool) {
        let (row, column) = (place / self.columns, place % self.columns);
        let top = self.origin.1 + row as f64 * self.tile.height();
        match self.tile {
            Tile::Square => {
                ((self.origin.0 + (column as f64 + 0.5) * EDGE, top + EDGE / 2.0), false)
            }
            Tile::Triangle => {
                let inverted = column % 2 == 1;
                let apothem = self.tile.apothem();
                let down = if inverted { apothem } else { self.tile.height() - apothem };
                ((self.origin.0 + (column as f64 + 1.0) * EDGE / 2.0, top + down), inverted)
            }
        }
    }

    fn page(&self, puzzle: &Puzzle, style: &Style, ids: &[PieceId], index: &str) -> String {
        let (paper_width, paper_height) = self.sheet.paper.size_mm();
        let mut sketch = Sketch::new(self.tile);
        if self.sheet.cut_marks {
            sketch.body += &self.cut_marks(ids.len());
        }
        for (place, &id) in ids.iter().enumerate() {
            let (centre, inverted) = self.place(place);
            draw_piece(&mut sketch, puzzle, id, centre, inverted, style, PRINTED_LABEL);
        }
        if self.sheet.page_index {
            let at = (self.origin.0, (paper_height - MARGIN_MM / 3.0) * self.scale);
            sketch.text_from_left(&Text::new(index), at, 2.2 * self.scale, Rgb::INK);
        }
        let sides = ids.iter().filter_map(|&id| puzzle.piece(id));
        let extent = (paper_width * self.scale, paper_height * self.scale);
        let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
        Document {
            size: (paper_width, paper_height),
            unit: "mm",
            extent,
            title: index,
            defs: &sketch.defs(&colours_of(sides), &rules(puzzle), style.theme),
            body: &(paper.to_owned() + &sketch.body),
        }
        .text()
    }

    /// Short lines in the margin where cuts go from one side of the block of pieces to the other.
    fn cut_marks(&self, pieces: usize) -> String {
        let rows = pieces.div_ceil(self.columns);
        let columns = pieces.min(self.columns);
        let (left, top) = self.origin;
        let width = match self.tile {
            Tile::Square => columns as f64 * EDGE,
            Tile::Triangle => (columns as f64 + 1.0) * EDGE / 2.0,
        };
        let (near, far) = (CUT_MARK_GAP_MM * self.scale, CUT_MARK_MM * self.scale);
        let mut path = String::new();
        let mut line = |from: (f64, f64), to: (f64, f64)| {
            path +=
                &format!("M{} {}L{} {}", short(from.0), short(from.1), short(to.0), short(to.1));
        };
        for row in 0..=rows {
            let y = top + row as f64 * self.tile.height();
            line((left - near, y), (left - far, y));
            line((left + width + near, y), (left + width + far, y));
        }
        // Slanting cuts of triangles differ from strip to strip: only squares have marks for them.
        if self.tile == Tile::Square {
            let bottom = top + rows as f64 * EDGE;
            for column in 0..=columns {
                let x = left + column as f64 * EDGE;
                line((x, top - near), (x, top - far));
                line((x, bottom + near), (x, bottom + far));
            }
        }
        let width = short(0.15 * self.scale);
        format!("<path d=\"{path}\" stroke=\"{}\" stroke-width=\"{width}\"/>\n", Rgb::INK)
    }
}
