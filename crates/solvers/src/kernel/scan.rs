//! Ways to go over a square board line by line.
//!
//! An order begins with whole lines of one direction. What follows is made of straight runs too: the
//! shorter rows of a comb, and its teeth, which go across.

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

/// A straight run of cells that an order goes through one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// From place to place.
    pub right: Side,
    /// To where the next line of this direction is.
    pub down: Side,
    /// The cells of the line that follows, if it goes the same way as the scan, like this one.
    pub below: Option<Vec<Cell>>,
}

impl Line {
    /// Whether it goes across the lines of a scan.
    pub fn is_turned(&self, scan: Scan) -> bool {
        self.right != scan.right
    }
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

impl Scan {
    /// All straight runs of an order that go along this scan or across it.
    pub fn lines_of(self, shape: Shape, order: &[Cell]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut rest = order;
        while let Some((_, others)) = rest.split_first() {
            // Whole lines may touch the next one where they end.
            let most = if lines.len() < self.lines { self.line_length } else { usize::MAX };
            let run = |side: Side| {
                let steps = rest.iter().zip(others).take(most.saturating_sub(1));
                1 + steps
                    .take_while(|(one, other)| beyond(shape, **one, side) == Some(**other))
                    .count()
            };
            let (along, across) = (run(self.right), run(self.down));
            let (right, down, length) = match across > along {
                true => (self.down, self.right, across),
                false => (self.right, self.down, along),
            };
            let (cells, after) = rest.split_at(length);
            if let Some(last) = lines.last_mut()
                && (last.right, right) == (self.right, self.right)
            {
                last.below = Some(cells.to_vec());
            }
            lines.push(Line { cells: cells.to_vec(), right, down, below: None });
            rest = after;
        }
        lines
    }
}

/// The cell beyond a side of a square.
fn beyond(shape: Shape, cell: Cell, side: Side) -> Option<Cell> {
    let (row, column) = shape.position(cell);
    let (row, column) = match side.0 {
        0 => (row.checked_sub(1)?, column),
        1 => (row, column + 1),
        2 => (row + 1, column),
        _ => (row, column.checked_sub(1)?),
    };
    shape.cell(row, column)
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

    #[test]
    fn the_lines_of_a_comb_are_its_rows_and_its_teeth() {
        let shape = Shape::square(6, 5);
        let topology = Topology::new(shape).unwrap();
        let order = FillOrder::Comb { rows: 3, teeth: 2 }.cells(&topology);
        let scan = Scan::of(shape, &order).unwrap();
        let lines = scan.lines_of(shape, &order);
        let lengths: Vec<_> = lines.iter().map(|line| line.cells.len()).collect();
        assert_eq!(lines.iter().flat_map(|line| line.cells.clone()).collect::<Vec<_>>(), order);
        assert_eq!(lengths[..3], [6; 3]);
        assert!(lines.iter().take(3).all(|line| !line.is_turned(scan)));
        assert_eq!(lines[0].below.as_ref(), Some(&lines[1].cells));
        let teeth: Vec<_> = lines.iter().filter(|line| line.is_turned(scan)).collect();
        assert!(teeth.len() >= 2 && teeth.iter().all(|line| line.cells.len() == 2));
        assert!(teeth.iter().all(|line| (line.right, line.down) == (Side(2), Side(1))));
    }
}
