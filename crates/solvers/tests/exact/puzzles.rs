//! Small random puzzles of every sort: rectangles and triangles, with and without rim, signed or
//! not, with twins, symmetric pieces and hints, some of them without a solution.

use std::sync::Arc;

use tilewright_puzzle::generate::{Generated, Recipe, generate};
use tilewright_puzzle::{Board, Colour, Hint, Puzzle, Shape, Sides};
use tilewright_search::{Stream, stream};

pub fn random(seed: u64) -> Option<Puzzle> {
    let mut random = stream(seed, 0);
    let shape = match random.below(4) {
        0 => Shape::triangle(2 + random.below(2) as u16),
        _ => Shape::square(2 + random.below(3) as u16, 2 + random.below(3) as u16),
    };
    let signed = random.chance(0.3);
    let pairs = 1 + random.below(if shape.cells() > 9 { 6 } else { 4 }) as u32;
    let recipe = Recipe {
        rim: random.chance(0.7),
        signed,
        even: random.chance(0.5),
        unique: false,
        ..Recipe::new(shape, if signed { 2 * pairs } else { pairs }, seed)
    };
    let Generated { puzzle, solution } = generate(&recipe).ok()?;
    let mut parts = puzzle.to_parts();
    if random.chance(0.15) {
        let piece = random.index(parts.pieces.len());
        parts.pieces[piece] = symmetric(&mut random, &parts.pieces[piece]);
    }
    if random.chance(0.4) {
        parts.hints = hints(&mut random, &puzzle, &solution);
    }
    Puzzle::new(parts).ok()
}

/// The piece made to look the same after half a turn, or a third on triangles.
fn symmetric(random: &mut Stream, piece: &Sides) -> Sides {
    let mut colours = piece.colours().to_vec();
    let period = if colours.len() == 4 && random.chance(0.5) { 2 } else { 1 };
    for side in period..colours.len() {
        colours[side] = colours[side - period];
    }
    Sides::new(&colours).unwrap()
}

/// Pieces of a solution, or of a board that is mixed up; mandatory or not.
fn hints(random: &mut Stream, puzzle: &Puzzle, solution: &Board) -> Vec<Hint> {
    let is_wrong = random.chance(0.2);
    let mut hints: Vec<_> = puzzle
        .topology()
        .cells()
        .filter_map(|cell| solution.get(cell).map(|placement| (cell, placement)))
        .map(|(cell, p)| Hint { cell, piece: p.piece, rotation: p.rotation, mandatory: true })
        .collect();
    random.shuffle(&mut hints);
    let most = if random.chance(0.1) { hints.len() } else { 3 };
    hints.truncate(1 + random.index(most));
    if is_wrong && hints.len() > 1 {
        let cell = hints[0].cell;
        hints[0].cell = hints[1].cell;
        hints[1].cell = cell;
    }
    for hint in &mut hints {
        hint.mandatory = random.chance(0.8);
    }
    hints
}

/// A generated puzzle of this size with so many colours.
pub fn square(width: u16, height: u16, colours: u32, seed: u64) -> Arc<Puzzle> {
    Arc::new(generate(&Recipe::new(Shape::square(width, height), colours, seed)).unwrap().puzzle)
}

/// A puzzle that has no solution, since one colour is there an odd number of times.
pub fn unsolvable(width: u16, height: u16, colours: u32, seed: u64) -> Arc<Puzzle> {
    let mut parts = square(width, height, colours, seed).to_parts();
    let mut odd = parts.pieces[0].colours().to_vec();
    let side = odd.iter().position(|&colour| colour != Colour::GREY).unwrap();
    odd[side] = Colour(if odd[side] == Colour(1) { 2 } else { 1 });
    parts.pieces[0] = Sides::new(&odd).unwrap();
    Arc::new(Puzzle::new(parts).unwrap())
}
