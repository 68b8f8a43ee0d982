//! Single moves: which there are, and drawing one at random.

use tilewright_puzzle::{Cell, Rotation};
use tilewright_search::Stream;

use super::faulty::Faulty;
use crate::layout::{Ground, Layout, Swap};

/// A change of one or two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Two pieces change places.
    Swap(Swap),
    /// A piece turns.
    Turn { cell: Cell, rotation: Rotation, gain: i32 },
}

impl Move {
    /// The swap of the pieces on two cells of one class, both turned to match most; of one cell, the turn.
    #[inline]
    pub fn best(layout: &Layout, one: Cell, other: Cell) -> Self {
        if one != other {
            return Self::Swap(layout.best_swap(one, other, 0));
        }
        let (rotation, matches) = layout.best_pose(one, layout.piece(one), 0);
        Self::Turn { cell: one, rotation, gain: matches as i32 - layout.matches_now(one) as i32 }
    }

    /// How the score changes.
    #[inline]
    pub fn gain(&self) -> i32 {
        match self {
            Self::Swap(swap) => swap.gain,
            Self::Turn { gain, .. } => *gain,
        }
    }

    /// Does it.
    #[inline]
    pub fn apply(&self, layout: &mut Layout) {
        match self {
            Self::Swap(swap) => layout.swap(swap),
            Self::Turn { cell, rotation, .. } => layout.turn(*cell, *rotation),
        }
    }

    /// Does it and looks again at the cells around it.
    #[inline]
    pub fn apply_noting(&self, layout: &mut Layout, faulty: &mut Faulty) {
        self.apply(layout);
        match self {
            Self::Swap(swap) => faulty.after_swap(layout, swap),
            Self::Turn { cell, .. } => faulty.after(layout, *cell),
        }
    }

    /// The move that undoes it, from the board before it.
    pub fn inverse(&self, before: &Layout) -> Self {
        let unturned = |cell: Cell| (cell, before.piece_rotation(cell));
        match *self {
            Self::Swap(Swap { one, other, gain }) => {
                Self::Swap(Swap { one: unturned(one.0), other: unturned(other.0), gain: -gain })
            }
            Self::Turn { cell, gain, .. } => {
                Self::Turn { cell, rotation: before.piece_rotation(cell), gain: -gain }
            }
        }
    }
}

/// The cells on which something can be changed, with the cells they can change places with.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// Each with the range of its class in `classmates`.
    movable: Vec<(Cell, u32, u32)>,
    classmates: Vec<Cell>,
}

impl Moves {
    pub fn new(ground: &Ground) -> Self {
        let (mut movable, mut classmates) = (Vec::new(), Vec::new());
        for class in ground.classes() {
            let (first, count) = (classmates.len() as u32, class.cells.len() as u32);
            if count > 1 || class.poses > 1 {
                movable.extend(class.cells.iter().map(|&cell| (cell, first, count)));
            }
            classmates.extend(&class.cells);
        }
        Self { movable, classmates }
    }

    /// All cells on which something can be changed.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.movable.iter().map(|&(cell, ..)| cell)
    }

    /// The cells whose pieces the piece of a movable cell can change places with, itself included.
    pub fn classmates(&self, movable: usize) -> &[Cell] {
        let (_, first, count) = self.movable[movable];
        &self.classmates[first as usize..(first + count) as usize]
    }

    /// A random cell, and a random one of its class; the same twice where the piece is to turn.
    #[inline]
    fn pair(&self, bits: u64) -> Option<(Cell, Cell)> {
        let index = ((bits >> 32) * self.movable.len() as u64) >> 32;
        let &(one, first, count) = self.movable.get(index as usize)?;
        let mate = ((bits >> 8 & 0xff_ffff) * u64::from(count)) >> 24;
        Some((one, self.classmates[(u64::from(first) + mate) as usize]))
    }

    /// A random swap, both pieces turned to match most; the swap of a piece with itself turns it.
    #[inline]
    pub fn turning_swap(&self, layout: &Layout, random: &mut Stream) -> Option<Move> {
        let bits = random.bits();
        let (one, other) = self.pair(bits)?;
        if one == other {
            return Some(turn(layout, one, bits as u8));
        }
        Some(Move::Swap(layout.best_swap(one, other, bits as u8)))
    }

    /// A random swap between cells with a mismatch, both pieces turned to match most.
    #[inline]
    pub fn focused_swap(layout: &Layout, faulty: &Faulty, random: &mut Stream) -> Option<Move> {
        let bits = random.bits();
        let (one, other) = faulty.pair(bits)?;
        if one == other {
            return Some(turn(layout, one, bits as u8));
        }
        Some(Move::Swap(layout.best_swap(one, other, bits as u8)))
    }

    /// A random swap in which the pieces keep their rotations, as far as the rim allows, or a random
    /// turn.
    pub fn plain(&self, layout: &Layout, random: &mut Stream) -> Option<Move> {
        let bits = random.bits();
        let (one, other) = self.pair(bits)?;
        let ground = layout.ground();
        if one == other || bits & 1 == 1 && ground.poses(one) > 1 {
            return Some(turn(layout, one, (bits >> 1) as u8));
        }
        let pose = |cell| ground.pose(cell, layout.piece(cell), layout.piece_rotation(cell));
        let turned = |to, from| (to, ground.rotation(to, layout.piece(from), pose(from)));
        Some(Move::Swap(layout.swap_in(turned(one, other), turned(other, one))))
    }
}

/// The piece on a cell turned to another of its poses, if there is another.
#[inline]
fn turn(layout: &Layout, cell: Cell, bits: u8) -> Move {
    let ground = layout.ground();
    let (piece, poses) = (layout.piece(cell), ground.poses(cell));
    let now = ground.pose(cell, piece, layout.piece_rotation(cell));
    let step = if poses > 1 { 1 + bits % (poses - 1) } else { 0 };
    let rotation = ground.rotation(cell, piece, (now + step) % poses.max(1));
    let gain = layout.matches(cell, piece, rotation) as i32 - layout.matches_now(cell) as i32;
    Move::Turn { cell, rotation, gain }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::score;
    use tilewright_search::stream;

    use super::*;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn moves_gain_what_they_say_and_can_be_undone() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let ground = Arc::new(Ground::new(puzzle).unwrap());
            let mut random = stream(index as u64, 5);
            let mut layout = random_layout(&ground, &mut random);
            let moves = Moves::new(&ground);
            for round in 0..200 {
                let drawn = if round % 2 == 0 {
                    moves.plain(&layout, &mut random)
                } else {
                    moves.turning_swap(&layout, &mut random)
                };
                let Some(drawn) = drawn else { continue };
                let (before, inverse) = (layout.to_board(), drawn.inverse(&layout));
                drawn.apply(&mut layout);
                let after = layout.to_board();
                let gained = score(puzzle, &after) as i32 - score(puzzle, &before) as i32;
                assert_eq!(drawn.gain(), gained);
                assert_eq!(layout.score(), score(puzzle, &after));
                if round % 3 == 0 {
                    inverse.apply(&mut layout);
                    assert_eq!(layout.to_board(), before);
                }
            }
        }
    }
}
