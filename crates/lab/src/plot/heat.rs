//! Where the mismatches lie: the mean number beside each cell, over the best boards of all runs.

use tilewright_puzzle::{Cell, Shape};

use super::escaped;
use super::frame::wrapped;

const CELL: f64 = 20.0;
const TOP: f64 = 30.0;

/// A map of a board; `counts` has the mean number of mismatches beside each cell.
pub fn heat(title: &str, shape: Shape, counts: &[f64]) -> String {
    let most = counts.iter().copied().fold(0.0, f64::max);
    let mut svg = format!("<text x=\"8\" y=\"18\" class=\"title\">{}</text>", escaped(title));
    let (mut right, mut bottom) = (0.0_f64, 0.0_f64);
    for (index, count) in counts.iter().enumerate().take(shape.cells()) {
        let (row, column) = shape.position(Cell::at(index));
        // Rows of a triangle are centred.
        let indent = match shape {
            Shape::Square { .. } => 0.0,
            Shape::Triangle { side } => f64::from(side - 1 - row.min(side - 1)) * CELL,
        };
        let (x, y) = (8.0 + indent + f64::from(column) * CELL, TOP + f64::from(row) * CELL);
        (right, bottom) = (right.max(x + CELL), bottom.max(y + CELL));
        let share = if most > 0.0 { count / most } else { 0.0 };
        let (red, rest) = (255.0 - 60.0 * share, 255.0 - 225.0 * share);
        svg += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" \
             fill=\"rgb({red:.0} {rest:.0} {rest:.0})\" stroke=\"#ccc\">\
             <title>{}: {count:.2}</title></rect>",
            shape.cell_name(Cell::at(index))
        );
    }
    svg += &format!(
        "<text x=\"8\" y=\"{:.1}\">darkest: {most:.2} mismatches beside a cell, on average</text>",
        bottom + 18.0
    );
    wrapped(right.max(420.0) + 8.0, bottom + 28.0, &svg)
}
