//! Makes puzzles that have a solution.
//!
//! A perfect board is coloured join by join, cut into pieces, and the pieces are shuffled and
//! turned (after Söderlind 2010, 5.1). The same [`Recipe`] gives the same puzzle on every machine.

mod colouring;
mod plan;
mod random;
mod recipe;
mod twins;

pub use recipe::{Recipe, RecipeError};

use crate::board::{Board, Placement};
use crate::ids::{Cell, Colour, PieceId, Rotation};
use crate::puzzle::{Provenance, Puzzle, PuzzleParts};
use crate::sides::Sides;
use colouring::Colouring;
use plan::Plan;
use random::Random;

/// A puzzle and the board it was cut from.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The puzzle, its pieces shuffled.
    pub puzzle: Puzzle,
    /// A solution; there may be others.
    pub solution: Board,
}

/// How often a board is coloured afresh before the generator gives up on getting rid of twins.
const ATTEMPTS: u32 = 6;

/// Makes the puzzle of a recipe, or says why there is none.
pub fn generate(recipe: &Recipe) -> Result<Generated, RecipeError> {
    let plan = Plan::new(recipe)?;
    let mut random = Random::new(recipe.seed);
    for _ in 0..ATTEMPTS {
        let mut colouring = Colouring::dealt(&plan, &mut random);
        if !recipe.unique || twins::separate(&plan, &mut colouring, &mut random) {
            return cut(recipe, &plan, &colouring, &mut random);
        }
    }
    Err(RecipeError::TwinsRemain { shape: recipe.shape, colours: recipe.colours })
}

/// Cuts a perfect board into shuffled pieces.
fn cut(
    recipe: &Recipe,
    plan: &Plan,
    colouring: &Colouring,
    random: &mut Random,
) -> Result<Generated, RecipeError> {
    let mut cells: Vec<Cell> = plan.topology.cells().collect();
    random.shuffle(&mut cells);
    let count = plan.topology.side_count();
    let mut pieces: Vec<Sides> = Vec::with_capacity(cells.len());
    let mut lying = vec![None; cells.len()];
    for (index, cell) in cells.into_iter().enumerate() {
        let turn = random.below(u32::from(count)) as u8;
        pieces.push(colouring.sides(cell).rotated(Rotation(turn)));
        let rotation = Rotation((count - turn) % count);
        lying[cell.index()] = Some(Placement { piece: PieceId::at(index), rotation });
    }
    let puzzle = Puzzle::new(PuzzleParts {
        rim: recipe.rim.then_some(Colour::GREY),
        mates: plan.mates(),
        provenance: Provenance {
            source: Some(recipe.command()),
            seed: Some(recipe.seed),
            note: None,
        },
        ..PuzzleParts::new(recipe.name(), recipe.shape, pieces)
    })?;
    Ok(Generated { puzzle, solution: Board::from_cells(lying) })
}

#[cfg(test)]
mod tests;
