//! Which pieces can lie where: classes of cells, pieces and sides by how they face the rim.
//!
//! A piece with its rim sides fits the cells whose rim sides are arranged the same way, and in as
//! many rotations as leave that arrangement as it is. Corners, edges and inner pieces of a square
//! board are three such classes; strips one or two cells wide, and triangles, have others. Without
//! a rim every piece fits every cell, as if no side ever lay on the rim.

use crate::ids::{Cell, Side};
use crate::puzzle::Puzzle;
use crate::sides::Sides;
use crate::topology::Topology;

/// A class of cells and pieces: their rim sides as a bit mask, turned to the least of its
/// rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RimClass {
    sides: u8,
    mask: u8,
}

/// A kind of side: what its piece looks like against the rim, and where on it the side is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SideKind {
    class: RimClass,
    place: u8,
}

impl RimClass {
    /// The class of everything with these rim sides.
    pub(crate) fn new(mask: u8, sides: u8) -> Self {
        let least = (0..sides).map(|turn| turned(mask, turn, sides)).min();
        Self { sides, mask: least.unwrap_or(mask) }
    }

    /// The class of a cell.
    pub(crate) fn of_cell(topology: &Topology, has_rim: bool, cell: Cell) -> Self {
        Self::new(cell_mask(topology, has_rim, cell), topology.side_count())
    }

    /// The class of a piece.
    pub(crate) fn of_piece(puzzle: &Puzzle, sides: &Sides) -> Self {
        Self::new(puzzle.rim_mask(sides), sides.count())
    }

    /// The rotations that leave the rim sides where they are.
    fn stabiliser(self) -> impl Iterator<Item = u8> {
        (0..self.sides).filter(move |&turn| turned(self.mask, turn, self.sides) == self.mask)
    }

    /// In how many rotations a piece of the class can lie on a cell of the class. A piece that is
    /// all rim looks the same in every rotation, which counts as one.
    pub(crate) fn freedom(self) -> u32 {
        if self.rim_sides() == u32::from(self.sides) { 1 } else { self.stabiliser().count() as u32 }
    }

    /// How many sides lie on the rim.
    pub(crate) fn rim_sides(self) -> u32 {
        self.mask.count_ones()
    }

    /// What such pieces are called.
    pub(crate) fn name(self) -> &'static str {
        match (self.sides, self.rim_sides()) {
            (_, 0) => "inner",
            (_, 1) => "edge",
            (4, 2) if self.freedom() == 2 => "strip",
            (_, 2) => "corner",
            (4, 3) => "end",
            _ => "lone",
        }
    }

    /// How many pieces of the class look different if each kind of side can have so many colours:
    /// Burnside's lemma over the rotations that leave the rim sides where they are.
    pub(crate) fn unique_pieces(self, colours: impl Fn(SideKind) -> u32) -> u128 {
        let mut fixed_by_all = 0;
        for turn in self.stabiliser() {
            let mut fixed = 1;
            for side in (0..self.sides).filter(|side| self.mask >> side & 1 == 0) {
                let cycle = (0..self.sides).map(|n| (side + n * turn) % self.sides);
                if cycle.min() == Some(side) {
                    fixed *= u128::from(colours(SideKind::new(self.mask, self.sides, Side(side))));
                }
            }
            fixed_by_all += fixed;
        }
        fixed_by_all / self.stabiliser().count().max(1) as u128
    }
}

impl SideKind {
    /// The kind of a side of anything with these rim sides.
    fn new(mask: u8, sides: u8, side: Side) -> Self {
        let class = RimClass::new(mask, sides);
        let turns = (0..sides).filter(|&turn| turned(mask, turn, sides) == class.mask);
        let place = turns.map(|turn| (side.0 + turn) % sides).min().unwrap_or(side.0);
        Self { class, place }
    }

    /// The kind of a side of a cell.
    pub(crate) fn of_cell(topology: &Topology, has_rim: bool, cell: Cell, side: Side) -> Self {
        Self::new(cell_mask(topology, has_rim, cell), topology.side_count(), side)
    }

    /// The kinds of the sides of a piece that are not on the rim, with the sides.
    pub(crate) fn of_piece(
        puzzle: &Puzzle,
        sides: &Sides,
    ) -> impl Iterator<Item = (Side, Self)> + use<> {
        let (mask, count) = (puzzle.rim_mask(sides), sides.count());
        let inside = (0..count).filter(move |side| mask >> side & 1 == 0).map(Side);
        inside.map(move |side| (side, Self::new(mask, count, side)))
    }
}

fn cell_mask(topology: &Topology, has_rim: bool, cell: Cell) -> u8 {
    if has_rim { topology.rim_mask(cell) } else { 0 }
}

/// A mask after a clockwise rotation: bit `s` moves to bit `s + turn`.
fn turned(mask: u8, turn: u8, sides: u8) -> u8 {
    let all = (1u16 << sides) - 1;
    let wide = u16::from(mask) << (turn % sides);
    ((wide | wide >> sides) & all) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_squares_have_their_names_and_rotations() {
        let of = |mask| (RimClass::new(mask, 4).name(), RimClass::new(mask, 4).freedom());
        assert_eq!(of(0b0000), ("inner", 4));
        assert_eq!(of(0b0100), ("edge", 1));
        assert_eq!(of(0b1001), ("corner", 1));
        assert_eq!(of(0b1010), ("strip", 2));
        assert_eq!(of(0b1011), ("end", 1));
        assert_eq!(of(0b1111), ("lone", 1));
        assert_eq!(RimClass::new(0, 3).freedom(), 3);
        assert_eq!(RimClass::new(0b101, 3).name(), "corner");
    }

    #[test]
    fn turning_a_mask_keeps_class_and_kinds() {
        for sides in [3, 4] {
            for mask in 0..1u8 << sides {
                for turn in 0..sides {
                    let other = turned(mask, turn, sides);
                    assert_eq!(RimClass::new(mask, sides), RimClass::new(other, sides));
                    for side in 0..sides {
                        let moved = Side((side + turn) % sides);
                        assert_eq!(
                            SideKind::new(mask, sides, Side(side)),
                            SideKind::new(other, sides, moved)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_two_ends_of_an_edge_piece_are_of_different_kinds() {
        let kind = |side| SideKind::new(0b0001, 4, Side(side));
        assert_ne!(kind(1), kind(3));
        assert_eq!(SideKind::new(0b0101, 4, Side(1)), SideKind::new(0b0101, 4, Side(3)));
        assert_eq!(SideKind::new(0, 4, Side(1)), SideKind::new(0, 4, Side(2)));
    }

    #[test]
    fn unique_pieces_are_as_many_as_a_list_of_all_has() {
        for sides in [3u8, 4] {
            for mask in 0..1u8 << sides {
                for colours in 1..=3u16 {
                    let mut seen = std::collections::HashSet::new();
                    for code in 0..colours.pow(sides.into()) {
                        let piece: Vec<_> = (0..sides)
                            .map(|side| match mask >> side & 1 {
                                1 => crate::Colour(0),
                                _ => crate::Colour(1 + code / colours.pow(side.into()) % colours),
                            })
                            .collect();
                        seen.insert(Sides::new(&piece).unwrap().canonical());
                    }
                    let counted = RimClass::new(mask, sides).unique_pieces(|_| colours.into());
                    assert_eq!(counted, seen.len() as u128, "mask {mask:b}, {colours} colours");
                }
            }
        }
    }
}
