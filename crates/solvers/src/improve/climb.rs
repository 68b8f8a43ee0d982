//! The shortest way up: turns and swaps that make a board better, until there are none.

use std::sync::Arc;

use tilewright_puzzle::Cell;

use super::moves::Move;
use crate::layout::{Ground, Layout};

/// Takes the first turn or swap that makes the board better, again and again. Each has to change a cell with a
/// mismatch: nothing else can gain. Returns how many were looked at.
pub(crate) fn climb(layout: &mut Layout) -> u64 {
    let ground = Arc::clone(layout.ground());
    let mut looked_at = 0;
    while let Some(step) = step_up(layout, &ground, &mut looked_at) {
        step.apply(layout);
    }
    looked_at
}

fn step_up(layout: &Layout, ground: &Ground, looked_at: &mut u64) -> Option<Move> {
    let cells = (0..ground.cell_count()).map(Cell::at);
    let mut steps = cells
        .filter(|&cell| layout.is_faulty(cell) && !ground.is_fixed(cell))
        .flat_map(|cell| {
            let mates = &ground.classes()[ground.class_of_cell(cell)].cells;
            mates.iter().map(move |&mate| Move::best(layout, cell, mate))
        })
        .inspect(|_| *looked_at += 1);
    steps.find(|step| step.gain() > 0)
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::score;
    use tilewright_search::stream;

    use super::*;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn no_turn_or_swap_is_left_that_makes_the_board_better() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut layout = random_layout(&ground, &mut stream(index as u64, 8));
            let before = layout.score();
            assert!(climb(&mut layout) > 0);
            assert!(layout.score() > before);
            assert_eq!(layout.score(), score(puzzle, &layout.to_board()));
            for class in ground.classes() {
                for &one in &class.cells {
                    for &other in &class.cells {
                        assert!(Move::best(&layout, one, other).gain() <= 0);
                    }
                }
            }
        }
    }
}
