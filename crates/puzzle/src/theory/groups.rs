//! Which sides can ever meet.
//!
//! The sides along the rim of a square board meet only each other, and a left end always a right
//! end; the sides inside meet any side inside. So the joins of a board fall into groups that share
//! no colour supply. Kinds of sides are linked by the joins of the topology; if the kinds of a group
//! fall into two parts such that every join has one side in each, the group is directed.

use std::collections::BTreeMap;

use super::classes::SideKind;
use crate::topology::Topology;

/// Which part of a group a side belongs to; undirected groups have the first part only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    First,
    Second,
}

/// The group of a kind of side, and its part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub group: usize,
    pub part: Part,
}

/// All kinds of sides that are part of joins, by group.
pub(super) struct JoinGroups {
    places: BTreeMap<SideKind, Place>,
    directed: Vec<bool>,
}

impl JoinGroups {
    /// The groups of a board.
    pub(super) fn new(topology: &Topology, has_rim: bool) -> Self {
        let mut meets: BTreeMap<SideKind, Vec<SideKind>> = BTreeMap::new();
        for join in topology.joins() {
            let one = SideKind::of_cell(topology, has_rim, join.cell, join.side);
            let other = SideKind::of_cell(topology, has_rim, join.other, join.other_side);
            for (from, to) in [(one, other), (other, one)] {
                let known = meets.entry(from).or_default();
                if !known.contains(&to) {
                    known.push(to);
                }
            }
        }
        let mut groups = Self { places: BTreeMap::new(), directed: Vec::new() };
        for &kind in meets.keys() {
            if !groups.places.contains_key(&kind) {
                groups.add_group_of(kind, &meets);
            }
        }
        groups
    }

    /// Colours the kinds linked to one with two parts; if that fails, all are in the first.
    fn add_group_of(&mut self, first: SideKind, meets: &BTreeMap<SideKind, Vec<SideKind>>) {
        let group = self.directed.len();
        let mut parts = BTreeMap::from([(first, Part::First)]);
        let mut open = vec![(first, Part::First)];
        let mut directed = true;
        while let Some((kind, part)) = open.pop() {
            let opposite = if part == Part::First { Part::Second } else { Part::First };
            for &next in meets.get(&kind).into_iter().flatten() {
                match parts.get(&next) {
                    None => {
                        parts.insert(next, opposite);
                        open.push((next, opposite));
                    }
                    Some(&known) => directed &= known == opposite,
                }
            }
        }
        for (kind, part) in parts {
            let part = if directed { part } else { Part::First };
            self.places.insert(kind, Place { group, part });
        }
        self.directed.push(directed);
    }

    /// Number of groups.
    pub(super) fn count(&self) -> usize {
        self.directed.len()
    }

    /// Whether every join of a group has one side in each part.
    pub(super) fn is_directed(&self, group: usize) -> bool {
        self.directed.get(group).copied().unwrap_or(false)
    }

    /// Where a kind of side belongs; `None` if no join has such a side.
    pub(super) fn place(&self, kind: SideKind) -> Option<Place> {
        self.places.get(&kind).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::Shape;

    fn directions(shape: Shape, has_rim: bool) -> Vec<bool> {
        let groups = JoinGroups::new(&Topology::new(shape).unwrap(), has_rim);
        let mut directed: Vec<_> = (0..groups.count()).map(|g| groups.is_directed(g)).collect();
        directed.sort_unstable();
        directed
    }

    #[test]
    fn rim_joins_are_directed_and_inner_joins_are_not() {
        assert_eq!(directions(Shape::square(16, 16), true), [false, true]);
        assert_eq!(directions(Shape::square(6, 2), true), [false, true]);
        assert_eq!(directions(Shape::square(2, 2), true), [true]);
        assert_eq!(directions(Shape::square(5, 1), true), [false]);
        assert_eq!(directions(Shape::square(5, 5), false), [false]);
    }

    #[test]
    fn a_single_inner_cell_only_meets_the_ring() {
        // Edges do not touch edges there: corners meet either end of them, in separate groups.
        assert_eq!(directions(Shape::square(3, 3), true), [true, true, true]);
        assert_eq!(directions(Shape::triangle(2), true), [true]);
        assert_eq!(directions(Shape::triangle(3), true), [true]);
        assert_eq!(directions(Shape::triangle(4), true), [false]);
    }

    #[test]
    fn every_join_of_a_directed_group_has_a_side_in_each_part() {
        for shape in [Shape::square(4, 7), Shape::square(3, 3), Shape::triangle(3)] {
            let topology = Topology::new(shape).unwrap();
            let groups = JoinGroups::new(&topology, true);
            for join in topology.joins() {
                let place = |cell, side| {
                    groups.place(SideKind::of_cell(&topology, true, cell, side)).unwrap()
                };
                let (one, other) =
                    (place(join.cell, join.side), place(join.other, join.other_side));
                assert_eq!(one.group, other.group);
                assert_eq!(one.part != other.part, groups.is_directed(one.group), "{shape}");
            }
        }
    }
}
