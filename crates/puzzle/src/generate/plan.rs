//! A recipe that has been checked: which joins get which colours.

use std::collections::BTreeMap;
use std::ops::Range;

use super::recipe::{Recipe, RecipeError};
use crate::ids::{Cell, Colour, Side};
use crate::theory::classes::{RimClass, SideKind};
use crate::topology::{Join, Topology};

/// Where a colour goes: the two sides of a join, or one open side of a board without a rim. Sides
/// are counted through, cell by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The side that shows the spot's colour.
    pub side: usize,
    /// The side that shows its mate.
    pub mate_side: Option<usize>,
}

/// Spots that share their colours.
#[derive(Debug)]
pub(super) struct Group {
    pub spots: Vec<Spot>,
    pub colours: Range<u16>,
}

/// What to colour, and how.
#[derive(Debug)]
pub(super) struct Plan {
    pub topology: Topology,
    /// Joins, by the colours they may have.
    pub join_groups: Vec<Group>,
    /// Sides that touch nothing and still need a colour, if there is no rim.
    pub open_sides: Group,
    pub signed: bool,
    pub even: bool,
}

impl Plan {
    /// Checks a recipe.
    pub(super) fn new(recipe: &Recipe) -> Result<Self, RecipeError> {
        let topology = Topology::new(recipe.shape)?;
        check_colours(recipe)?;
        let separate = recipe.rim_colours > 0;
        let is_rim = |join: &Join| separate && joins_rim_pieces(&topology, join);
        let (rim, inner): (Vec<&Join>, Vec<_>) =
            topology.joins().iter().partition(|join| is_rim(join));
        let rim_colours = recipe.rim_colours;
        let inner_joins = if separate { "inner joins" } else { "joins" };
        let parts = [
            (rim, 0, rim_colours, "rim joins"),
            (inner, rim_colours, recipe.colours - rim_colours, inner_joins),
        ];
        let mut join_groups = Vec::new();
        for (joins, before, colours, which) in parts {
            check_group(recipe, joins.len(), colours, which)?;
            let spots = joins.into_iter().map(|join| spot_of(&topology, join)).collect();
            join_groups.push(Group { spots, colours: colours_after(before, colours) });
        }
        if !recipe.rim && topology.joins().is_empty() {
            return Err(RecipeError::NothingToColour { shape: recipe.shape });
        }
        let open_sides = Group {
            spots: if recipe.rim { Vec::new() } else { open_sides(&topology) },
            colours: colours_after(0, recipe.colours),
        };
        let (signed, even) = (recipe.signed, recipe.even);
        let plan = Self { topology, join_groups, open_sides, signed, even };
        if recipe.unique {
            plan.check_unique(recipe)?;
        }
        Ok(plan)
    }

    /// The colour on the other side of a join.
    pub(super) fn mate(&self, colour: Colour) -> Colour {
        if self.signed { Colour((colour.0.wrapping_sub(1) ^ 1) + 1) } else { colour }
    }

    /// Colours that match each other, if they do not match themselves.
    pub(super) fn mates(&self) -> Vec<(Colour, Colour)> {
        let all = self.open_sides.colours.clone().filter(|_| self.signed);
        all.step_by(2).map(|colour| (Colour(colour), Colour(colour + 1))).collect()
    }

    /// All groups within which colours can change places.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.join_groups.iter().chain([&self.open_sides])
    }

    /// Whether the colours make as many different pieces of each class as the board needs.
    fn check_unique(&self, recipe: &Recipe) -> Result<(), RecipeError> {
        let mut choices: BTreeMap<SideKind, u32> = BTreeMap::new();
        let sides = usize::from(self.topology.side_count());
        for group in &self.join_groups {
            for side in group.spots.iter().flat_map(|spot| [Some(spot.side), spot.mate_side]) {
                let Some(side) = side else { continue };
                let (cell, side) = (Cell::at(side / sides), Side((side % sides) as u8));
                let kind = SideKind::of_cell(&self.topology, recipe.rim, cell, side);
                choices.insert(kind, group.colours.len() as u32);
            }
        }
        let mut needed: BTreeMap<RimClass, usize> = BTreeMap::new();
        for cell in self.topology.cells() {
            *needed.entry(RimClass::of_cell(&self.topology, recipe.rim, cell)).or_default() += 1;
        }
        for (class, needed) in needed {
            let possible = class.unique_pieces(|kind| choices.get(&kind).copied().unwrap_or(0));
            if possible < needed as u128 {
                let (with, name) = match recipe.rim {
                    true => ("with", format!("{} ", class.name())),
                    false => ("without", String::new()),
                };
                return Err(RecipeError::TooFewPieces {
                    board: format!("{} {with} a rim", recipe.shape),
                    needed,
                    class: name,
                    makers: makers_in_words(recipe),
                    possible,
                });
            }
        }
        Ok(())
    }
}

/// The numbers of so many colours after others; 0 is grey. There are never more colours than sides
/// on a board, so the numbers fit.
fn colours_after(before: u32, number: u32) -> Range<u16> {
    before as u16 + 1..(before + number) as u16 + 1
}

fn makers_in_words(recipe: &Recipe) -> String {
    let plural = |number: u32| if number == 1 { "" } else { "s" };
    let all = recipe.colours;
    match (recipe.rim_colours, all - recipe.rim_colours) {
        (0, 1) => "1 colour makes".to_owned(),
        (0, _) => format!("{all} colours make"),
        (rim, inner) => {
            let (rims, inners) = (plural(rim), plural(inner));
            format!("{rim} rim colour{rims} and {inner} inner colour{inners} make")
        }
    }
}

fn check_colours(recipe: &Recipe) -> Result<(), RecipeError> {
    let &Recipe { colours, rim_colours, .. } = recipe;
    if rim_colours > 0 && !recipe.rim {
        return Err(RecipeError::RimColoursWithoutRim);
    }
    if rim_colours > 0 && recipe.shape.sides() == 3 {
        return Err(RecipeError::RimColoursOnTriangle);
    }
    if rim_colours > colours {
        return Err(RecipeError::RimColoursBeyondColours { rim_colours, colours });
    }
    for (colours, what) in [(colours, "colours"), (rim_colours, "rim colours")] {
        if recipe.signed && colours % 2 == 1 {
            return Err(RecipeError::OddColours { colours, what });
        }
    }
    Ok(())
}

/// Whether joins can show all their colours, and have any.
fn check_group(
    recipe: &Recipe,
    joins: usize,
    colours: u32,
    which: &'static str,
) -> Result<(), RecipeError> {
    let shape = recipe.shape;
    let most = if recipe.signed { 2 * joins } else { joins };
    if colours as usize > most {
        return Err(RecipeError::TooManyColours { shape, joins, which, most, colours });
    }
    if joins > 0 && colours == 0 {
        let hint = match recipe.rim_colours {
            0 => String::new(),
            _ => "; all colours are rim colours".to_owned(),
        };
        return Err(RecipeError::NoColours { shape, joins, which, hint });
    }
    Ok(())
}

fn joins_rim_pieces(topology: &Topology, join: &Join) -> bool {
    topology.rim_mask(join.cell) != 0 && topology.rim_mask(join.other) != 0
}

fn side_index(topology: &Topology, cell: Cell, side: Side) -> usize {
    cell.index() * usize::from(topology.side_count()) + side.index()
}

fn spot_of(topology: &Topology, join: &Join) -> Spot {
    Spot {
        side: side_index(topology, join.cell, join.side),
        mate_side: Some(side_index(topology, join.other, join.other_side)),
    }
}

fn open_sides(topology: &Topology) -> Vec<Spot> {
    let sides = topology.cells().flat_map(|cell| {
        topology.around(cell).map(move |(side, contact)| (cell, side, contact.is_none()))
    });
    sides
        .filter(|&(_, _, is_open)| is_open)
        .map(|(cell, side, _)| Spot { side: side_index(topology, cell, side), mate_side: None })
        .collect()
}
