//! One piece that stays where it is, so that boards which are turns of one another are visited once.

use tilewright_puzzle::{Board, Cell, Puzzle, Rotation};

use super::plan::Kind;

/// A piece that is kept in one of each set of places that turns of the board map onto each other.
#[derive(Clone, Debug)]
pub(super) struct Pin {
    kind: u16,
    allowed: Vec<(Cell, Rotation)>,
    turns: u32,
}

impl Pin {
    /// The piece that breaks the symmetry: one of its kind, without symmetry of its own, so that the
    /// turns of a board are told apart by where it lies. Among those the one with the fewest places.
    /// Of places that are turns of one another it keeps the one that is filled first, since
    /// everything above it in the tree is visited for each of them.
    pub fn new(puzzle: &Puzzle, order: &[Cell], hinted: &Board, kinds: &[Kind]) -> Option<Self> {
        if hinted.placed() > 0 {
            return None;
        }
        let topology = puzzle.topology();
        let places = |kind: &Kind| -> Vec<(Cell, Rotation)> {
            let cells = topology.cells().flat_map(|cell| {
                kind.sides.rotations().filter_map(move |(rotation, sides)| {
                    puzzle.fits_rim(cell, &sides).then_some((cell, rotation))
                })
            });
            cells.collect()
        };
        let unlike = kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.free.len() == 1 && kind.sides.period() == kind.sides.count());
        let (index, places) = unlike
            .map(|(index, kind)| (index, places(kind)))
            .filter(|(_, places)| !places.is_empty())
            .min_by_key(|(_, places)| places.len())?;
        let symmetries = topology.symmetries();
        let mut depth_of = vec![usize::MAX; topology.cell_count()];
        for (depth, cell) in order.iter().enumerate() {
            depth_of[cell.index()] = depth;
        }
        let is_first = |&(cell, rotation): &(Cell, Rotation)| {
            symmetries.iter().all(|symmetry| {
                let turned = (rotation.0 + symmetry.rotation.0) % topology.side_count();
                let other = symmetry.cells[cell.index()];
                (depth_of[cell.index()], rotation) <= (depth_of[other.index()], Rotation(turned))
            })
        };
        let allowed = places.into_iter().filter(is_first).collect();
        Some(Self { kind: index as u16, allowed, turns: symmetries.len() as u32 })
    }

    /// How many turns of the board each visited one stands for.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The piece stays in its allowed places; if there is but one, nothing else may take it.
    pub fn allows(&self, kind: u16, cell: Cell, rotation: Rotation) -> bool {
        match self.allowed.as_slice() {
            [(only, turn)] if *only == cell => kind == self.kind && rotation == *turn,
            allowed => kind != self.kind || allowed.contains(&(cell, rotation)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::Plan;
    use super::super::walk::{Pause, Walk};
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::theory::FillOrder;
    use tilewright_puzzle::{Cell, Puzzle, Shape};

    fn boards(puzzle: &Puzzle, order: &[Cell], fold: bool) -> u64 {
        let plan = Plan::new(puzzle, order, fold);
        let mut walk = Walk::new(&plan, &[], plan.depths().len());
        let mut boards = 0;
        while walk.advance(&plan, &mut { u64::MAX }) == Pause::Reached {
            boards += 1;
        }
        boards * u64::from(plan.turns())
    }

    #[test]
    fn one_of_all_turns_is_visited_wherever_an_order_begins() {
        for (shape, seed) in [Shape::square(4, 4), Shape::triangle(4)].into_iter().zip(1..) {
            let puzzle = generate(&Recipe::new(shape, 5, seed)).unwrap().puzzle;
            let mut order = FillOrder::Row.cells(puzzle.topology());
            for _ in 0..order.len() {
                order.rotate_left(1);
                let all = boards(&puzzle, &order, false);
                assert!(all > 0);
                assert_eq!(boards(&puzzle, &order, true), all, "{order:?}");
            }
        }
    }

    #[test]
    fn the_pinned_piece_of_a_triangle_lies_where_the_order_begins() {
        for seed in 0..8 {
            let recipe = Recipe::hardest(Shape::triangle(5), true, false, seed);
            let puzzle = generate(&recipe).unwrap().puzzle;
            for order in [FillOrder::Row, FillOrder::Column] {
                let plan = Plan::new(&puzzle, &order.cells(puzzle.topology()), true);
                assert_eq!(plan.candidates_of(&plan.depths()[0]).count(), 1);
            }
        }
    }
}
