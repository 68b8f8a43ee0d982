//! The colours around a piece.

use serde::{Deserialize, Serialize};

use crate::ids::{Colour, Rotation, Side};

/// The colours around a piece or a placed piece, clockwise: four for squares (up, right, down,
/// left), three for triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Colour>", into = "Vec<Colour>")]
pub struct Sides {
    count: u8,
    colours: [Colour; Sides::MOST],
}

impl Sides {
    /// The most sides a piece can have.
    pub const MOST: usize = 4;

    /// Sides from three or four colours, clockwise; `None` for any other number.
    pub fn new(colours: &[Colour]) -> Option<Self> {
        if !(3..=Self::MOST).contains(&colours.len()) {
            return None;
        }
        let mut padded = [Colour(0); Self::MOST];
        padded[..colours.len()].copy_from_slice(colours);
        Some(Self { count: colours.len() as u8, colours: padded })
    }

    /// The four sides of a square piece: up, right, down, left.
    pub const fn square(colours: [u16; 4]) -> Self {
        let [up, right, down, left] = colours;
        Self { count: 4, colours: [Colour(up), Colour(right), Colour(down), Colour(left)] }
    }

    /// The three sides of an upright triangle: left, right, bottom.
    pub const fn triangle(colours: [u16; 3]) -> Self {
        let [left, right, bottom] = colours;
        Self { count: 3, colours: [Colour(left), Colour(right), Colour(bottom), Colour(0)] }
    }

    /// How many sides there are: 3 or 4.
    #[inline]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The colours, clockwise.
    #[inline]
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..usize::from(self.count)]
    }

    /// The colour of one side; sides are counted around, so any number is a side.
    #[inline]
    pub fn get(&self, side: Side) -> Colour {
        self.colours[side.index() % usize::from(self.count)]
    }

    /// The sides after a clockwise rotation: what was on side `s` is now on side `s + rotation`.
    #[inline]
    pub fn rotated(&self, rotation: Rotation) -> Self {
        let mut turned = *self;
        turned.colours[..usize::from(self.count)]
            .rotate_right(rotation.index() % usize::from(self.count));
        turned
    }

    /// Every rotation, each once, with the sides it gives; a symmetric piece gives some sides
    /// several times.
    pub fn rotations(&self) -> impl Iterator<Item = (Rotation, Self)> + use<> {
        let sides = *self;
        (0..self.count).map(move |r| (Rotation(r), sides.rotated(Rotation(r))))
    }

    /// The rotations that look different from one another: all but for symmetric pieces.
    pub fn distinct_rotations(&self) -> impl Iterator<Item = (Rotation, Self)> + use<> {
        self.rotations().take(usize::from(self.period()))
    }

    /// The smallest rotation, in sides, after which the piece looks the same again: the number of
    /// sides itself unless the piece is symmetric.
    pub fn period(&self) -> u8 {
        (1..self.count).find(|&r| self.rotated(Rotation(r)) == *self).unwrap_or(self.count)
    }

    /// The least of all rotations: equal for two pieces exactly if they are twins.
    pub fn canonical(&self) -> Self {
        self.rotations().map(|(_, sides)| sides).min().unwrap_or(*self)
    }

    /// The rotation that turns these sides into `target`, the smallest if there are several.
    pub fn rotation_to(&self, target: &Self) -> Option<Rotation> {
        self.rotations().find(|(_, sides)| sides == target).map(|(rotation, _)| rotation)
    }
}

impl From<Sides> for Vec<Colour> {
    fn from(sides: Sides) -> Self {
        sides.colours().to_vec()
    }
}

impl TryFrom<Vec<Colour>> for Sides {
    type Error = String;

    fn try_from(colours: Vec<Colour>) -> Result<Self, String> {
        Self::new(&colours)
            .ok_or_else(|| format!("a piece has 3 or 4 sides, not {}", colours.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clockwise_turn_moves_the_top_to_the_right() {
        let piece = Sides::square([1, 2, 3, 4]);
        assert_eq!(piece.rotated(Rotation(1)), Sides::square([4, 1, 2, 3]));
        assert_eq!(piece.rotated(Rotation(4)), piece);
        assert_eq!(Sides::triangle([1, 2, 3]).rotated(Rotation(1)), Sides::triangle([3, 1, 2]));
    }

    #[test]
    fn symmetric_pieces_have_fewer_distinct_rotations() {
        assert_eq!(Sides::square([1, 2, 1, 2]).period(), 2);
        assert_eq!(Sides::square([5, 5, 5, 5]).period(), 1);
        assert_eq!(Sides::triangle([5, 5, 5]).distinct_rotations().count(), 1);
        assert_eq!(Sides::square([1, 1, 2, 2]).distinct_rotations().count(), 4);
    }

    #[test]
    fn twins_share_their_canonical_form() {
        let piece = Sides::square([7, 3, 0, 2]);
        for (_, turned) in piece.rotations() {
            assert_eq!(turned.canonical(), piece.canonical());
        }
        assert_ne!(piece.canonical(), Sides::square([7, 2, 0, 3]).canonical());
    }

    #[test]
    fn the_rotation_between_two_poses_is_found() {
        let piece = Sides::square([1, 2, 3, 4]);
        for (rotation, turned) in piece.rotations() {
            assert_eq!(piece.rotation_to(&turned), Some(rotation));
        }
        assert_eq!(piece.rotation_to(&Sides::square([4, 3, 2, 1])), None);
    }
}
