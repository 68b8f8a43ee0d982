//! Exchanging two pieces: what it would gain in the best rotations, and doing it.

use tilewright_puzzle::{Cell, Colour, PieceId, Rotation};

use super::Layout;
use super::ground::{Around, agreements, colour_at, lane};

/// Two pieces that change places, and how they are turned then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// One cell and the rotation of its new piece.
    pub one: (Cell, Rotation),
    /// The other.
    pub other: (Cell, Rotation),
    /// How the score changes.
    pub gain: i32,
}

impl Layout {
    /// What exchanging the pieces of two different cells of one class gains, each turned to match
    /// most. Among equals `first_pose` decides: it should be random, so that none is favoured.
    #[inline]
    pub fn best_swap(&self, one: Cell, other: Cell, first_pose: u8) -> Swap {
        match self.ground.side_towards(one, other) {
            None => {
                let (rotation_one, new_one) = self.best_pose(one, self.piece(other), first_pose);
                let (rotation_other, new_other) =
                    self.best_pose(other, self.piece(one), first_pose >> 2);
                let old = self.matches_now(one) + self.matches_now(other);
                Swap {
                    one: (one, rotation_one),
                    other: (other, rotation_other),
                    gain: (new_one + new_other) as i32 - old as i32,
                }
            }
            Some(side) => self.best_adjacent_swap(one, side, other, first_pose),
        }
    }

    /// The rotation in which a piece would match most on a cell, and how many joins.
    #[inline]
    pub fn best_pose(&self, cell: Cell, piece: PieceId, first_pose: u8) -> (Rotation, u32) {
        let ground = &*self.ground;
        let poses = ground.poses(cell);
        let wanted = self.wanted[cell.index()];
        if poses == 4 {
            // Nearly all cells of a square board; their poses are the rotations themselves. What
            // breaks ties stands below the count.
            let first = u32::from(first_pose & 3);
            let turned = &ground.turned[piece.index()];
            let rank = |pose: u32| agreements(turned[pose as usize], wanted) << 2 | pose ^ first;
            let best = rank(0).max(rank(1)).max(rank(2)).max(rank(3));
            return (Rotation((best & 3 ^ first) as u8), best >> 2);
        }
        let mut best = (Rotation(0), 0);
        for step in 0..poses {
            let rotation = ground.rotation(cell, piece, (first_pose % poses + step) % poses);
            let count = self.matches(cell, piece, rotation);
            if step == 0 || count > best.1 {
                best = (rotation, count);
            }
        }
        best
    }

    /// What exchanging the pieces of two different cells of one class gains in given rotations.
    #[inline]
    pub fn swap_in(&self, one: (Cell, Rotation), other: (Cell, Rotation)) -> Swap {
        let gain = match self.ground.side_towards(one.0, other.0) {
            None => {
                let new = self.matches(one.0, self.piece(other.0), one.1)
                    + self.matches(other.0, self.piece(one.0), other.1);
                new as i32 - (self.matches_now(one.0) + self.matches_now(other.0)) as i32
            }
            Some(side) => {
                let pair = self.pair(one.0, side, other.0);
                pair.matches(
                    self,
                    self.ground.sides_of(self.piece(other.0), one.1),
                    self.ground.sides_of(self.piece(one.0), other.1),
                ) - pair.old
            }
        };
        Swap { one, other, gain }
    }

    fn best_adjacent_swap(&self, one: Cell, side: usize, other: Cell, first_pose: u8) -> Swap {
        let pair = self.pair(one, side, other);
        let poses = self.ground.poses(one);
        let mut best: Option<Swap> = None;
        for first in 0..poses {
            let pose = (first_pose % poses + first) % poses;
            let rotation_one = self.ground.rotation(one, self.piece(other), pose);
            for second in 0..poses {
                let pose = ((first_pose >> 2) % poses + second) % poses;
                let rotation_other = self.ground.rotation(other, self.piece(one), pose);
                let new = pair.matches(
                    self,
                    self.ground.sides_of(self.piece(other), rotation_one),
                    self.ground.sides_of(self.piece(one), rotation_other),
                );
                let gain = new - pair.old;
                if best.is_none_or(|best| gain > best.gain) {
                    best = Some(Swap {
                        one: (one, rotation_one),
                        other: (other, rotation_other),
                        gain,
                    });
                }
            }
        }
        let unchanged = |cell: Cell| (cell, self.piece_rotation(cell));
        best.unwrap_or(Swap { one: unchanged(one), other: unchanged(other), gain: i32::MIN })
    }

    fn pair(&self, one: Cell, side: usize, other: Cell) -> Pair {
        let back = usize::from(self.ground.contacts[one.index()][side].side);
        let mut pair = Pair {
            side,
            back,
            wanted_one: self.wanted[one.index()] | lane(side),
            wanted_other: self.wanted[other.index()] | lane(back),
            old: 0,
        };
        let old = |cell| self.ground.sides_of(self.piece(cell), self.piece_rotation(cell));
        pair.old = pair.matches(self, old(one), old(other));
        pair
    }

    /// Does a swap.
    #[inline]
    pub fn swap(&mut self, swap: &Swap) {
        let Swap { one: (one, rotation_one), other: (other, rotation_other), gain } = *swap;
        let (piece_one, piece_other) = (self.piece(one), self.piece(other));
        self.put(one, piece_other, rotation_one);
        self.put(other, piece_one, rotation_other);
        self.score = self.score.wrapping_add_signed(gain);
    }
}

/// Two cells that touch: their common join is not what their neighbours want, but their own affair.
struct Pair {
    side: usize,
    back: usize,
    wanted_one: Around,
    wanted_other: Around,
    old: i32,
}

impl Pair {
    #[inline]
    fn matches(&self, layout: &Layout, one: Around, other: Around) -> i32 {
        let outside = agreements(one, self.wanted_one) + agreements(other, self.wanted_other);
        let (here, there) = (colour_at(one, self.side), colour_at(other, self.back));
        let puzzle = layout.ground.puzzle();
        let joined = puzzle.matches(Colour(here), Colour(there));
        (outside + u32::from(joined)) as i32
    }
}
