//! A board to search near: its placements are tried first.
//!
//! Along the board's own way all its earlier pieces are laid already, so it is enough to try the
//! candidates of every list in the order in which the board would lay them: the first that is free
//! is the board's own. The tree stays the same, so nothing is lost if the board is wrong.

use std::collections::HashMap;

use tilewright_puzzle::{Board, Puzzle};

use super::plan::{Look, Plan};

/// How the pieces of a board lie, in the order of a plan.
#[derive(Clone, Debug)]
pub struct Guide(HashMap<Look, usize>);

impl Guide {
    /// A guide to a board. The plan should not fold turns: the turn of the board that it visits may
    /// be another one.
    pub fn new(puzzle: &Puzzle, plan: &Plan, board: &Board) -> Self {
        let mut place_of = HashMap::new();
        for (place, depth) in plan.depths().iter().enumerate() {
            if let Some(sides) = board.sides(puzzle, depth.cell) {
                place_of.entry(plan.look(&sides)).or_insert(place);
            }
        }
        Self(place_of)
    }

    /// At which depth of the plan the board has a piece that lies so.
    pub fn place(&self, look: &Look) -> Option<usize> {
        self.0.get(look).copied()
    }
}
