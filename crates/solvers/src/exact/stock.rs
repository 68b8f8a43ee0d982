//! How many joins of each colour a triangle's solution has: the pieces tell before anything is laid.
//!
//! Pieces at the rim of a triangle stand upright, so all their other sides meet inverted cells, and
//! those are inner ones. There are as many joins of a colour between rim and inside as the rim's
//! pieces show it; what these leave of the colour on inner pieces meets in pairs. So a partial board
//! that has used up such joins must not begin one more.
//!
//! This takes two thirds off the tree of a triangle. On squares it takes off too little to pay for
//! itself, and the [kernel](crate::kernel) sees most of that along its lines.

use tilewright_puzzle::{Board, Cell, Colour, Puzzle, Side, Topology};

use super::plan::Candidate;

/// A side that begins a join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    side: Side,
    /// Where the colours of such joins begin in the stock.
    row: usize,
}

impl Draw {
    /// The place in the stock that a candidate takes from.
    #[inline(always)]
    pub fn place(self, candidate: &Candidate) -> usize {
        self.row + usize::from(candidate.own[self.side.index()])
    }
}

/// The joins that can be begun, in rows of one number for each colour: a row for those between inner
/// pieces, and one for every way in which a side can lie to the rim of its piece.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    pub joins: Vec<i32>,
    width: usize,
}

impl Stock {
    /// Counts the joins of a triangle, less those that hints have begun; `None` for other boards and
    /// where nothing is known: without a rim, or if colours match others than themselves. `number`
    /// gives each colour a number below `width`.
    pub fn new(
        puzzle: &Puzzle,
        hinted: &Board,
        width: usize,
        number: impl Fn(Colour) -> u16,
    ) -> Option<Self> {
        let topology = puzzle.topology();
        let is_simple = puzzle.rim().is_some() && puzzle.mates().is_empty();
        if topology.side_count() != 3 || !is_simple {
            return None;
        }
        let mut stock = Self { joins: vec![0; width << topology.side_count()], width };
        for piece in puzzle.pieces() {
            for (side, &colour) in (0..).map(Side).zip(piece.colours()) {
                if Some(colour) != puzzle.rim() {
                    let row = stock.row(way(puzzle.rim_mask(piece), side));
                    stock.joins[row + usize::from(number(colour))] += 1;
                }
            }
        }
        let (inner, rim) = stock.joins.split_at_mut(width);
        for (colour, joins) in inner.iter_mut().enumerate() {
            let used: i32 = rim.iter().skip(colour).step_by(width).sum();
            *joins = (*joins - used) / 2;
        }
        for join in topology.joins() {
            let ends = [(join.cell, join.side), (join.other, join.other_side)];
            let colour = ends.iter().find_map(|&(cell, side)| hinted.colour(puzzle, cell, side));
            if let (Some(colour), Some(draw)) = (colour, stock.draw(topology, join.cell, join.side))
            {
                stock.joins[draw.row + usize::from(number(colour))] -= 1;
            }
        }
        Some(stock)
    }

    /// What the join beyond a side takes; `None` if there is no join.
    pub fn draw(&self, topology: &Topology, cell: Cell, side: Side) -> Option<Draw> {
        let (other, back) = topology.neighbour(cell, side)?;
        // One of the two is inverted, and so an inner cell.
        let way = way(topology.rim_mask(cell), side).max(way(topology.rim_mask(other), back));
        Some(Draw { side, row: self.row(way) })
    }

    fn row(&self, way: u8) -> usize {
        usize::from(way) * self.width
    }
}

/// How a side lies to the rim of its piece: the sides on the rim, counted clockwise from it.
fn way(rim_mask: u8, side: Side) -> u8 {
    (rim_mask >> side.0 | rim_mask << (3 - side.0)) & 0b111
}

#[cfg(test)]
mod tests {
    use super::super::plan::Plan;
    use super::super::walk::{Pause, Walk};
    use super::*;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::theory::FillOrder;
    use tilewright_puzzle::{Hint, Shape};

    /// A triangle with its solution; some have twins, and every third has two hints.
    fn triangle(side: u16, colours: u32, seed: u64) -> (Puzzle, Board) {
        let recipe = Recipe { unique: false, ..Recipe::new(Shape::triangle(side), colours, seed) };
        let generated = generate(&recipe).unwrap();
        let (mut parts, solution) = (generated.puzzle.to_parts(), generated.solution);
        if seed.is_multiple_of(3) {
            for cell in [Cell(2), Cell(side * side - 2)] {
                let placement = solution.get(cell).unwrap();
                parts.hints.push(Hint {
                    cell,
                    piece: placement.piece,
                    rotation: placement.rotation,
                    mandatory: true,
                });
            }
        }
        (Puzzle::new(parts).unwrap(), solution)
    }

    fn all_boards(plan: &Plan) -> (Vec<Board>, u64) {
        let mut walk = Walk::new(plan, &[], plan.depths().len());
        let (mut boards, mut left) = (Vec::new(), u64::MAX);
        while walk.advance(plan, &mut left) == Pause::Reached {
            boards.push(plan.board(walk.laid()));
        }
        (boards, u64::MAX - left)
    }

    #[test]
    fn a_solution_uses_up_the_stock() {
        for seed in 0..30 {
            let (puzzle, solution) = triangle(3 + (seed % 6) as u16, 5, seed);
            let plan = Plan::new(&puzzle, &FillOrder::Row.cells(puzzle.topology()), false);
            let mut left = plan.joins().to_vec();
            assert!(left.iter().sum::<i32>() > 0);
            for depth in plan.depths() {
                let sides = solution.sides(&puzzle, depth.cell).unwrap();
                let own = plan.look(&sides);
                let lying = plan.candidates_of(depth).find(|c| c.own == own).unwrap();
                for draw in &depth.draws {
                    left[draw.place(lying)] -= 1;
                }
            }
            assert!(left.iter().all(|&joins| joins == 0), "seed {seed}: {left:?}");
        }
    }

    #[test]
    fn counting_joins_loses_no_board_and_saves_nodes() {
        let (mut with, mut without) = (0, 0);
        for seed in 0..24 {
            let (puzzle, _) = triangle(4, 4 + (seed % 3) as u32, seed);
            for order in FillOrder::ALL {
                let mut plan = Plan::new(&puzzle, &order.cells(puzzle.topology()), seed % 2 == 0);
                let (boards, nodes) = all_boards(&plan);
                plan.forget_joins();
                let (expected, all_nodes) = all_boards(&plan);
                assert_eq!(boards, expected, "seed {seed}, {order:?}");
                assert!(!boards.is_empty());
                with += nodes;
                without += all_nodes;
            }
        }
        assert!(with * 2 < without, "{with} of {without} nodes");
    }

    #[test]
    fn nothing_is_counted_on_squares_nor_without_a_rim() {
        let joins = |recipe: &Recipe| {
            let puzzle = generate(recipe).unwrap().puzzle;
            Plan::new(&puzzle, &FillOrder::Row.cells(puzzle.topology()), true).joins().len()
        };
        assert_eq!(joins(&Recipe::new(Shape::square(4, 4), 4, 1)), 0);
        let free = Recipe { rim: false, ..Recipe::new(Shape::triangle(4), 4, 1) };
        assert_eq!(joins(&free), 0);
        assert!(joins(&Recipe::new(Shape::triangle(4), 4, 1)) > 0);
    }
}
