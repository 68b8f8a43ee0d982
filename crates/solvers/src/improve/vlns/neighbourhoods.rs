//! The large neighbourhoods of a board: each finds the best of very many boards at once.

use std::sync::Arc;

use tilewright_puzzle::{Cell, PieceId, Placement};
use tilewright_search::Stream;

use super::assignment::{Assignment, FORBIDDEN};
use crate::construct::refill::Refill;
use crate::improve::faulty::Faulty;
use crate::layout::{Ground, Layout};

/// What came of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// How the score changed.
    pub gain: u32,
    /// Pieces judged on cells, or laid.
    pub work: u64,
}

/// Memory for all of them.
pub(super) struct Neighbourhoods {
    assignment: Assignment,
    refill: Refill,
    pieces: Vec<PieceId>,
    noise: Vec<u8>,
    /// For each cell the step in which it was last assigned.
    used: Vec<u64>,
    step: u64,
    free: Vec<Cell>,
    chosen: Vec<Cell>,
}

/// How many times more a join is worth than chance.
const JOIN: i32 = 1024;

impl Neighbourhoods {
    /// The most cells that are assigned at once.
    pub const MOST_ASSIGNED: usize = 64;

    pub fn new(ground: &Arc<Ground>) -> Self {
        let free = ground.classes().iter().flat_map(|class| class.cells.iter().copied());
        Self {
            assignment: Assignment::with_room(Self::MOST_ASSIGNED),
            refill: Refill::default(),
            pieces: Vec::with_capacity(Self::MOST_ASSIGNED),
            noise: Vec::with_capacity(Self::MOST_ASSIGNED * Self::MOST_ASSIGNED),
            used: vec![0; ground.cell_count()],
            step: 0,
            free: free.collect(),
            chosen: Vec::with_capacity(Self::MOST_ASSIGNED),
        }
    }

    /// What has to be saved: when cells were used.
    pub fn memory(&self) -> (u64, Vec<u64>) {
        (self.step, self.used.clone())
    }

    /// Takes up a saved memory; `None` if it is of another board.
    pub fn remember(&mut self, (step, used): (u64, Vec<u64>)) -> Option<()> {
        (used.len() == self.used.len()).then(|| (self.step, self.used) = (step, used))
    }

    /// The cells of the last step.
    pub fn touched(&self) -> &[Cell] {
        &self.chosen
    }

    /// Lays the pieces of cells that do not touch each other on those cells again, as well as
    /// possible; ties by chance.
    pub fn assign(&mut self, layout: &mut Layout, cells: &[Cell], random: &mut Stream) -> Outcome {
        let ground = Arc::clone(layout.ground());
        let before = layout.score();
        let size = cells.len();
        self.pieces.clear();
        self.pieces.extend(cells.iter().map(|&cell| layout.piece(cell)));
        // Chance decides between equals, but all of it together is worth less than a join.
        let most = (JOIN as usize / size.max(1)).min(256) as u64;
        self.noise.clear();
        while self.noise.len() < size * size {
            let bits = random.bits();
            let bytes = bits.to_le_bytes().map(|byte| ((u64::from(byte) * most) >> 8) as u8);
            self.noise.extend(bytes);
        }
        let (pieces, noise) = (&self.pieces, &self.noise);
        self.assignment.solve(size, |row, column| {
            let (cell, piece) = (cells[row], pieces[column]);
            if ground.class_of_cell(cell) != ground.class_of_piece(piece) {
                return FORBIDDEN * JOIN;
            }
            let (_, matches) = layout.best_pose(cell, piece, 0);
            matches as i32 * JOIN + i32::from(noise[row * size + column])
        });
        for &cell in cells {
            layout.lift(cell);
        }
        for (column, &piece) in self.pieces.iter().enumerate() {
            let cell = cells[self.assignment.row(column)];
            let (rotation, _) = layout.best_pose(cell, piece, random.bits() as u8);
            layout.lay(cell, Placement { piece, rotation });
        }
        Outcome { gain: layout.score() - before, work: (size * size) as u64 }
    }

    /// Chooses cells that do not touch, mismatches and others, and none that was used in the last
    /// `tenure` steps, and assigns them.
    pub fn assign_some(
        &mut self,
        layout: &mut Layout,
        faulty: &Faulty,
        (count, tenure): (usize, u64),
        random: &mut Stream,
    ) -> Outcome {
        self.step += 1;
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        for draw in 0..4 * count {
            let cell = match faulty.nth(random.index(faulty.len())) {
                Some(cell) if draw % 4 != 3 => cell,
                _ => match random.choose(&self.free) {
                    Some(&cell) => cell,
                    None => break,
                },
            };
            let is_tabu = self.used[cell.index()] + tenure > self.step && draw < 2 * count;
            let touches =
                |&other: &Cell| other == cell || layout.ground().are_adjacent(other, cell);
            if !is_tabu && !chosen.iter().any(touches) {
                chosen.push(cell);
                if chosen.len() == count {
                    break;
                }
            }
        }
        for cell in &chosen {
            self.used[cell.index()] = self.step;
        }
        let outcome = self.assign(layout, &chosen, random);
        self.chosen = chosen;
        outcome
    }

    /// Fills a window around a mismatch again: a rectangle on square boards, whatever lies nearest on
    /// others.
    pub fn refill_window(
        &mut self,
        layout: &mut Layout,
        faulty: &Faulty,
        (width, height): (u16, u16),
        nodes: u64,
        random: &mut Stream,
    ) -> Outcome {
        self.chosen.clear();
        let Some(centre) = faulty.nth(random.index(faulty.len())) else {
            return Outcome::default();
        };
        let ground = Arc::clone(layout.ground());
        let shape = ground.puzzle().shape();
        if let tilewright_puzzle::Shape::Square { width: columns, height: rows } = shape {
            let (width, height) =
                if random.bits() & 1 == 0 { (width, height) } else { (height, width) };
            let (row, column) = shape.position(centre);
            let corner = |place: u16, size: u16, most: u16, random: &mut Stream| {
                let back = random.below(u64::from(size)) as u16;
                place.saturating_sub(back).min(most.saturating_sub(size))
            };
            let top = corner(row, height, rows, random);
            let left = corner(column, width, columns, random);
            for row in top..top + height {
                let cells = (left..left + width).filter_map(|column| shape.cell(row, column));
                self.chosen.extend(cells.filter(|&cell| !ground.is_fixed(cell)));
            }
        } else {
            self.chosen.push(centre);
            self.grow(&ground, usize::from(width) * usize::from(height), random);
        }
        self.refill_chosen(layout, nodes, random)
    }

    /// Takes up the pieces around some mismatches, far from one another perhaps, and fills their
    /// cells again.
    pub fn repair(
        &mut self,
        layout: &mut Layout,
        faulty: &Faulty,
        (sites, most_cells): (usize, usize),
        nodes: u64,
        random: &mut Stream,
    ) -> Outcome {
        self.chosen.clear();
        for _ in 0..sites {
            if let Some(cell) = faulty.nth(random.index(faulty.len()))
                && !self.chosen.contains(&cell)
            {
                self.chosen.push(cell);
            }
        }
        let ground = Arc::clone(layout.ground());
        self.grow(&ground, most_cells, random);
        self.refill_chosen(layout, nodes, random)
    }

    /// Adds random neighbours of the chosen cells.
    fn grow(&mut self, ground: &Ground, most_cells: usize, random: &mut Stream) {
        for _ in 0..4 * most_cells {
            if self.chosen.len() >= most_cells {
                break;
            }
            let Some(&cell) = random.choose(&self.chosen) else { break };
            let side = random.index(usize::from(ground.side_count()));
            if let Some(next) = ground.neighbours(cell).nth(side)
                && !ground.is_fixed(next)
                && !self.chosen.contains(&next)
            {
                self.chosen.push(next);
            }
        }
    }

    fn refill_chosen(&mut self, layout: &mut Layout, nodes: u64, random: &mut Stream) -> Outcome {
        let refilled = self.refill.refill(layout, &self.chosen, nodes, random);
        Outcome { gain: refilled.gain, work: refilled.nodes + self.chosen.len() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::score;
    use tilewright_search::{Verdict, stream};

    use super::*;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn no_neighbourhood_makes_a_board_worse_or_breaks_a_rule() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 4);
            let mut layout = random_layout(&ground, &mut random);
            let mut neighbourhoods = Neighbourhoods::new(&ground);
            for round in 0..60 {
                let faulty = Faulty::new(&layout);
                let before = layout.score();
                let outcome = match round % 3 {
                    0 => neighbourhoods.assign_some(&mut layout, &faulty, (8, 3), &mut random),
                    1 => {
                        neighbourhoods.refill_window(&mut layout, &faulty, (3, 2), 500, &mut random)
                    }
                    _ => neighbourhoods.repair(&mut layout, &faulty, (2, 6), 500, &mut random),
                };
                assert_eq!(before + outcome.gain, layout.score());
                assert_eq!(layout.score(), score(puzzle, &layout.to_board()));
                Verdict::on(puzzle, &layout.to_board()).unwrap();
            }
        }
    }

    #[test]
    fn an_assignment_is_the_best_of_all_swaps_among_its_cells() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 5);
            let mut layout = random_layout(&ground, &mut random);
            let dark = crate::improve::vlns::origin::chessboard(&ground);
            let cells: Vec<_> = (0..ground.cell_count())
                .map(Cell::at)
                .filter(|&cell| dark[cell.index()] && !ground.is_fixed(cell))
                .collect();
            Neighbourhoods::new(&ground).assign(&mut layout, &cells, &mut random);
            for &one in &cells {
                for &other in cells.iter().filter(|&&other| other != one) {
                    if ground.class_of_cell(one) == ground.class_of_cell(other) {
                        assert!(layout.best_swap(one, other, 0).gain <= 0);
                    }
                }
            }
        }
    }
}
