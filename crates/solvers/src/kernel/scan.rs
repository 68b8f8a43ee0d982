//! Ways to go over a square board line by line.

use tilewright_puzzle::{Cell, Shape, Side};

/// A way to go over a board line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Cells of a line.
    pub line_length: usize,
    /// How many lines of the order are of this scan, from the first on.
    pub lines: usize,
    /// From place to place.
    pub right: Side,
    /// From line to line.
    pub down: Side,
}

impl Scan {
    /// The scan that an order begins with, if it begins with at least one whole line.
    pub fn of(shape: Shape, order: &[Cell]) -> Option<Self> {
        let Shape::Square { width, height } = shape else { return None };
        let ways = [(1, 2), (1, 0), (3, 2), (3, 0), (2, 1), (2, 3), (0, 1), (0, 3)];
        let scans = ways.into_iter().map(|(right, down)| {
            let (right, down) = (Side(right), Side(down));
            let line_length = usize::from(if right.0 % 2 == 1 { width } else { height });
            let cells = cells(shape, right, down);
            let same = cells.iter().zip(order).take_while(|(one, other)| one == other).count();
            Self { line_length, lines: same / line_length.max(1), right, down }
        });
        // Of equally long ones the first.
        let longest = scans.rev().max_by_key(|scan| scan.lines)?;
        (longest.lines > 0).then_some(longest)
    }
}

/// All cells, line by line.
fn cells(shape: Shape, right: Side, down: Side) -> Vec<Cell> {
    let Shape::Square { width, height } = shape else { return Vec::new() };
    // Sides 1 and 2 lead to higher columns and rows.
    let run = |side: Side, length: u16| -> Vec<u16> {
        let is_ascending = side == Side(1) || side == Side(2);
        if is_ascending { (0..length).collect() } else { (0..length).rev().collect() }
    };
    let by_rows = right.0 % 2 == 1;
    let (places, lines) = if by_rows { (width, height) } else { (height, width) };
    let places = run(right, places);
    let cells = run(down, lines).into_iter().flat_map(|line| {
        places
            .iter()
            .map(move |&place| if by_rows { (line, place) } else { (place, line) })
            .collect::<Vec<_>>()
    });
    cells.filter_map(|(row, column)| shape.cell(row, column)).collect()
}

/// The side opposite to one of a square.
pub fn opposite(side: Side) -> Side {
    Side((side.0 + 2) % 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::Topology;
    use tilewright_puzzle::theory::FillOrder;

    #[test]
    fn whole_lines_at_the_beginning_of_an_order_are_seen() {
        let shape = Shape::square(6, 5);
        let topology = Topology::new(shape).unwrap();
        let scan = |order: FillOrder| Scan::of(shape, &order.cells(&topology));
        let rows = Scan { line_length: 6, lines: 5, right: Side(1), down: Side(2) };
        assert_eq!(scan(FillOrder::Row), Some(rows));
        let columns = Scan { line_length: 5, lines: 6, right: Side(2), down: Side(1) };
        assert_eq!(scan(FillOrder::Column), Some(columns));
        let comb = scan(FillOrder::Comb { rows: 3, teeth: 2 });
        assert_eq!(comb, Some(Scan { lines: 3, ..rows }));
        assert_eq!(scan(FillOrder::Spiral), None);
    }
}
