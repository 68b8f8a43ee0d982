//! The colours of a perfect board.

use super::plan::{Group, Plan, Spot};
use super::random::Random;
use crate::ids::{Cell, Colour};
use crate::sides::Sides;

/// The colour of every side of every cell; both sides of each join match.
pub(super) struct Colouring {
    side_count: usize,
    sides: Vec<Colour>,
}

impl Colouring {
    /// Deals colours as the plan says.
    pub(super) fn dealt(plan: &Plan, random: &mut Random) -> Self {
        let side_count = usize::from(plan.topology.side_count());
        let all = plan.topology.cell_count() * side_count;
        let mut colouring = Self { side_count, sides: vec![Colour::GREY; all] };
        for group in &plan.join_groups {
            let colours = join_colours(plan, group, random);
            for (&spot, colour) in group.spots.iter().zip(colours) {
                colouring.set(plan, spot, colour);
            }
        }
        let open = &plan.open_sides;
        for (&spot, colour) in open.spots.iter().zip(colouring.open_colours(plan, random)) {
            colouring.set(plan, spot, colour);
        }
        colouring
    }

    /// The colour of a spot, on the side that does not show the mate.
    pub(super) fn get(&self, spot: Spot) -> Colour {
        self.sides[spot.side]
    }

    /// Colours a spot, both sides of it.
    pub(super) fn set(&mut self, plan: &Plan, spot: Spot, colour: Colour) {
        self.sides[spot.side] = colour;
        if let Some(other) = spot.mate_side {
            self.sides[other] = plan.mate(colour);
        }
    }

    /// The colours around a cell.
    pub(super) fn sides(&self, cell: Cell) -> Sides {
        let from = cell.index() * self.side_count;
        let colours = &self.sides[from..from + self.side_count];
        Sides::new(colours).unwrap_or(Sides::square([0; 4]))
    }

    /// Colours for the sides that touch nothing: any, or such as make up for what the joins have
    /// left uneven.
    fn open_colours(&self, plan: &Plan, random: &mut Random) -> Vec<Colour> {
        let Group { spots, colours } = &plan.open_sides;
        let mut colours: Vec<_> = colours.clone().map(Colour).collect();
        if !plan.even {
            return (0..spots.len()).filter_map(|_| random.pick(&colours)).collect();
        }
        random.shuffle(&mut colours);
        let mut used = vec![0; colours.len() + 1];
        for colour in self.sides.iter().filter(|&&colour| colour != Colour::GREY) {
            used[colour.index()] += 1;
        }
        let mut dealt: Vec<_> = (0..spots.len())
            .filter_map(|_| {
                let rarest = colours.iter().copied().min_by_key(|colour| used[colour.index()])?;
                used[rarest.index()] += 1;
                Some(rarest)
            })
            .collect();
        random.shuffle(&mut dealt);
        dealt
    }
}

/// Colours for joins, each at least once. Of a signed puzzle pairs of mates are dealt, and a coin
/// says which way round each join has them.
fn join_colours(plan: &Plan, group: &Group, random: &mut Random) -> Vec<Colour> {
    let step = if plan.signed { 2 } else { 1 };
    let mut kinds: Vec<_> = group.colours.clone().step_by(step).map(Colour).collect();
    random.shuffle(&mut kinds);
    let mut dealt: Vec<_> = if plan.even {
        kinds.iter().copied().cycle().take(group.spots.len()).collect()
    } else {
        let rest = group.spots.len() - kinds.len();
        let more: Vec<_> = (0..rest).filter_map(|_| random.pick(&kinds)).collect();
        kinds.into_iter().chain(more).collect()
    };
    random.shuffle(&mut dealt);
    if plan.signed {
        for colour in &mut dealt {
            *colour = if random.coin() { plan.mate(*colour) } else { *colour };
        }
    }
    dealt
}
