//! How many boards there are, and how many of them are expected to match.
//!
//! What is expected: keep which sides of which pieces are rim, collect the colours of each
//! [group](super::groups) of sides, and deal them out again at random. The numbers here are exact
//! means over all such deals. For one particular puzzle they are estimates; that a generated puzzle
//! has at least one solution is not part of the model.
//!
//! Rotations of a piece count as different boards even where the piece looks the same, and so do
//! twins. Mandatory hints lie on the board from the start.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::classes::{RimClass, SideKind};
use super::groups::{JoinGroups, Part, Place};
use super::magnitude::Magnitude;
use super::pairing::{Supply, ln_chances};
use crate::ids::{Cell, Colour, Side};
use crate::puzzle::{Hint, Puzzle};
use crate::topology::{Shape, Topology};

/// In how many ways all pieces can be laid with the rim facing out, matched or not, and with the
/// mandatory hints in place. Zero if the pieces or hints do not go with the rim.
pub fn combinations(puzzle: &Puzzle) -> BigUint {
    Census::of(puzzle).map_or(BigUint::ZERO, |census| census.combinations())
}

/// In how many ways pieces that go with a board can be laid on it, matched or not. An error in the
/// shape counts as a board of no cells.
pub fn combinations_of(shape: Shape, has_rim: bool) -> BigUint {
    Topology::new(shape)
        .map_or(BigUint::from(1u32), |topology| Census::of_cells(&topology, has_rim).combinations())
}

/// The expected number of boards that match everywhere and keep the mandatory hints.
pub fn expected_solutions(puzzle: &Puzzle) -> Magnitude {
    let all: Vec<_> = puzzle.topology().cells().collect();
    nodes_by_depth(puzzle, &all).pop().unwrap_or(Magnitude::ZERO)
}

/// For each depth `d` from 0 to the length of the order: the expected number of boards with
/// nothing but the mandatory hints and the first `d` cells of the order filled, all joins between
/// them matched. Their sum is the expected number of nodes of a search in that order that looks at
/// nothing but the neighbours of a cell.
pub fn nodes_by_depth(puzzle: &Puzzle, order: &[Cell]) -> Vec<Magnitude> {
    let Some(mut model) = Model::new(puzzle) else {
        return vec![Magnitude::ZERO; order.len() + 1];
    };
    let mut nodes = vec![model.expected()];
    for &cell in order {
        model.fill(cell);
        nodes.push(model.expected());
    }
    nodes
}

/// The pieces and cells of each class that are free, hints taken out.
struct Census {
    by_class: BTreeMap<RimClass, Supplies>,
}

#[derive(Default)]
struct Supplies {
    cells: u32,
    pieces: u32,
}

impl Census {
    /// `None` if a hint turns the rim's colour inside or another colour outside.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let mut census = Self { by_class: BTreeMap::new() };
        for sides in puzzle.pieces() {
            let class = RimClass::of_piece(puzzle, sides);
            census.by_class.entry(class).or_default().pieces += 1;
        }
        let (topology, has_rim) = (puzzle.topology(), puzzle.rim().is_some());
        for cell in topology.cells() {
            let class = RimClass::of_cell(topology, has_rim, cell);
            census.by_class.entry(class).or_default().cells += 1;
        }
        for hint in mandatory_hints(puzzle) {
            let sides = puzzle.piece(hint.piece)?.rotated(hint.rotation);
            if !puzzle.fits_rim(hint.cell, &sides) {
                return None;
            }
            let free = census.by_class.get_mut(&RimClass::of_piece(puzzle, &sides))?;
            free.pieces -= 1;
            free.cells -= 1;
        }
        Some(census)
    }

    fn of_cells(topology: &Topology, has_rim: bool) -> Self {
        let mut by_class: BTreeMap<_, Supplies> = BTreeMap::new();
        for cell in topology.cells() {
            let free = by_class.entry(RimClass::of_cell(topology, has_rim, cell)).or_default();
            free.cells += 1;
            free.pieces += 1;
        }
        Self { by_class }
    }

    fn combinations(&self) -> BigUint {
        let mut product = BigUint::from(1u32);
        for (class, free) in &self.by_class {
            for laid in 0..free.cells {
                product *= free.pieces.saturating_sub(laid) * class.freedom();
            }
        }
        product
    }
}

fn mandatory_hints(puzzle: &Puzzle) -> impl Iterator<Item = &Hint> {
    puzzle.hints().iter().filter(|hint| hint.mandatory)
}

/// A board being filled, known only by how many ways there are to fill it.
struct Model<'p> {
    topology: &'p Topology,
    has_rim: bool,
    groups: JoinGroups,
    /// For each group, ln of the chance that so many joins match.
    ln_chances: Vec<Vec<f64>>,
    free: BTreeMap<RimClass, Supplies>,
    filled: Vec<bool>,
    /// For each group, the joins between filled cells that are not certain.
    joins: Vec<usize>,
    ln_ways: f64,
}

impl<'p> Model<'p> {
    /// The model with the hints laid; `None` if the hints contradict the rim or one another.
    fn new(puzzle: &'p Puzzle) -> Option<Self> {
        let (topology, has_rim) = (puzzle.topology(), puzzle.rim().is_some());
        let groups = JoinGroups::new(topology, has_rim);
        let free = Census::of(puzzle)?.by_class;
        let mut hinted = vec![None; topology.cell_count()];
        for hint in mandatory_hints(puzzle) {
            hinted[hint.cell.index()] = Some(puzzle.piece(hint.piece)?.rotated(hint.rotation));
        }

        let mut supplies = supplies(puzzle, &groups);
        for join in topology.joins() {
            let both = hinted[join.cell.index()].zip(hinted[join.other.index()]);
            let Some((one, other)) = both else { continue };
            let (colour, other_colour) = (one.get(join.side), other.get(join.other_side));
            if !puzzle.matches(colour, other_colour) {
                return None;
            }
            // A join between two hints is certain: it and its sides are out of the game.
            for (cell, side, colour) in
                [(join.cell, join.side, colour), (join.other, join.other_side, other_colour)]
            {
                let kind = SideKind::of_cell(topology, has_rim, cell, side);
                *count(&mut supplies, groups.place(kind)?, colour.index())? -= 1;
            }
        }

        let mate = |colour: usize| puzzle.mate(Colour(colour as u16)).map(Colour::index);
        let ln_chances = supplies.iter().map(|supply| ln_chances(supply, mate)).collect();
        let joins = vec![0; groups.count()];
        let filled = hinted.iter().map(Option::is_some).collect();
        Some(Self { topology, has_rim, groups, ln_chances, free, filled, joins, ln_ways: 0.0 })
    }

    /// Lays any free piece that fits on a cell; a cell that is filled already changes nothing.
    fn fill(&mut self, cell: Cell) {
        if self.filled.get(cell.index()) != Some(&false) {
            return;
        }
        self.filled[cell.index()] = true;
        let class = RimClass::of_cell(self.topology, self.has_rim, cell);
        let free = self.free.entry(class).or_default();
        self.ln_ways += f64::from(free.pieces * class.freedom()).ln();
        free.pieces = free.pieces.saturating_sub(1);
        for (side, contact) in self.topology.around(cell) {
            let touches = contact.is_some_and(|(other, _)| self.filled[other.index()]);
            let place = self.place(cell, side).filter(|_| touches);
            if let Some(place) = place {
                self.joins[place.group] += 1;
            }
        }
    }

    fn place(&self, cell: Cell, side: Side) -> Option<Place> {
        self.groups.place(SideKind::of_cell(self.topology, self.has_rim, cell, side))
    }

    fn expected(&self) -> Magnitude {
        let chances = self.ln_chances.iter().zip(&self.joins);
        let ln_chance: f64 = chances
            .map(|(by_joins, &joins)| by_joins.get(joins).copied().unwrap_or(f64::NEG_INFINITY))
            .sum();
        Magnitude::from_ln(self.ln_ways + ln_chance)
    }
}

/// The colours on all sides of the pieces that can be part of joins, by group.
fn supplies(puzzle: &Puzzle, groups: &JoinGroups) -> Vec<Supply> {
    let none = vec![0; puzzle.colour_limit()];
    let mut supplies: Vec<_> = (0..groups.count())
        .map(|group| match groups.is_directed(group) {
            true => Supply::Directed(none.clone(), none.clone()),
            false => Supply::Undirected(none.clone()),
        })
        .collect();
    for sides in puzzle.pieces() {
        for (side, kind) in SideKind::of_piece(puzzle, sides) {
            let place = groups.place(kind);
            let colour = sides.get(side).index();
            if let Some(number) = place.and_then(|place| count(&mut supplies, place, colour)) {
                *number += 1;
            }
        }
    }
    supplies
}

fn count(supplies: &mut [Supply], place: Place, colour: usize) -> Option<&mut u32> {
    let counts = match (supplies.get_mut(place.group)?, place.part) {
        (Supply::Undirected(counts), _) | (Supply::Directed(counts, _), Part::First) => counts,
        (Supply::Directed(_, counts), Part::Second) => counts,
    };
    counts.get_mut(colour)
}

#[cfg(test)]
#[path = "expectation_tests.rs"]
mod tests;
