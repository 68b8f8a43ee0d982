//! Changes a colouring until no two pieces look the same.
//!
//! Colours of a twin's joins change places with others of their group, so that every colour stays
//! as frequent as it was. A change is kept if it leaves no more twins than before; now and then a
//! worse one is, to get out of dead ends. The number of changes tried is limited, so that this
//! ends even where no board without twins exists.

use std::collections::HashMap;

use super::colouring::Colouring;
use super::plan::{Plan, Spot};
use super::random::Random;
use crate::ids::{Cell, Colour};
use crate::sides::Sides;

/// Changes tried for each cell, and for each board, before giving up.
const TRIES_PER_CELL: u64 = 20;
const TRIES_PER_BOARD: u64 = 20_000;
/// Changes tried for one twin before looking at the next.
const TRIES_PER_TWIN: u32 = 8;
/// One in so many changes for the worse is kept.
const KEPT_FOR_THE_WORSE: u32 = 64;

/// Whether the colouring could be freed of twins; it is, if so.
pub(super) fn separate(plan: &Plan, colouring: &mut Colouring, random: &mut Random) -> bool {
    let cells = plan.topology.cell_count() as u64;
    let mut tries_left = TRIES_PER_BOARD + TRIES_PER_CELL * cells;
    let spots = SpotTable::new(plan);
    let mut kinds = Kinds::new(plan, colouring);
    loop {
        let mut twins = kinds.twins();
        if twins.is_empty() {
            return true;
        }
        random.shuffle(&mut twins);
        // Looking through the whole board costs about as much as a change for every 16 cells.
        tries_left = tries_left.saturating_sub(cells / 16);
        for cell in twins {
            for _ in 0..TRIES_PER_TWIN {
                if !kinds.is_twin(cell) {
                    break;
                }
                if tries_left == 0 {
                    return false;
                }
                tries_left -= 1;
                if let Some(change) = spots.change(plan, colouring, cell, random) {
                    try_change(plan, colouring, &mut kinds, &change, random);
                }
            }
        }
    }
}

/// New colours for one or two spots.
type Change = Vec<(Spot, Colour)>;

fn try_change(
    plan: &Plan,
    colouring: &mut Colouring,
    kinds: &mut Kinds,
    change: &Change,
    random: &mut Random,
) {
    let before = kinds.different();
    let undo: Change = change.iter().map(|&(spot, _)| (spot, colouring.get(spot))).collect();
    apply(plan, colouring, kinds, change);
    if kinds.different() < before && random.below(KEPT_FOR_THE_WORSE) != 0 {
        apply(plan, colouring, kinds, &undo);
    }
}

fn apply(plan: &Plan, colouring: &mut Colouring, kinds: &mut Kinds, change: &Change) {
    let count = usize::from(plan.topology.side_count());
    for &(spot, colour) in change {
        colouring.set(plan, spot, colour);
    }
    for &(spot, _) in change {
        for side in [Some(spot.side), spot.mate_side].into_iter().flatten() {
            let cell = Cell::at(side / count);
            kinds.update(cell, colouring.sides(cell));
        }
    }
}

/// For each side of the board the spot it belongs to, and the other spots it can exchange with.
struct SpotTable<'p> {
    by_side: Vec<Option<(Spot, &'p [Spot])>>,
}

impl<'p> SpotTable<'p> {
    fn new(plan: &'p Plan) -> Self {
        let count = plan.topology.cell_count() * usize::from(plan.topology.side_count());
        let mut by_side = vec![None; count];
        for group in plan.groups() {
            for &spot in &group.spots {
                for side in [Some(spot.side), spot.mate_side].into_iter().flatten() {
                    by_side[side] = Some((spot, group.spots.as_slice()));
                }
            }
        }
        Self { by_side }
    }

    /// A random change of a cell: a side exchanges its colour with another, or a join its mates.
    fn change(
        &self,
        plan: &Plan,
        colouring: &Colouring,
        cell: Cell,
        random: &mut Random,
    ) -> Option<Change> {
        let count = plan.topology.side_count();
        let side = cell.index() * usize::from(count) + random.below(count.into()) as usize;
        let (spot, others) = (*self.by_side.get(side)?)?;
        let colour = colouring.get(spot);
        if plan.signed && spot.mate_side.is_some() && random.coin() {
            return Some(vec![(spot, plan.mate(colour))]);
        }
        let other = random.pick(others)?;
        let other_colour = colouring.get(other);
        (other_colour != colour).then(|| vec![(spot, other_colour), (other, colour)])
    }
}

/// How many pieces there are of each kind.
struct Kinds {
    of_cell: Vec<Sides>,
    numbers: HashMap<Sides, u32>,
}

impl Kinds {
    fn new(plan: &Plan, colouring: &Colouring) -> Self {
        let of_cell: Vec<_> =
            plan.topology.cells().map(|cell| colouring.sides(cell).canonical()).collect();
        let mut numbers = HashMap::new();
        for &kind in &of_cell {
            *numbers.entry(kind).or_default() += 1;
        }
        Self { of_cell, numbers }
    }

    fn different(&self) -> usize {
        self.numbers.len()
    }

    fn is_twin(&self, cell: Cell) -> bool {
        let kind = self.of_cell.get(cell.index());
        kind.and_then(|kind| self.numbers.get(kind)).is_some_and(|&number| number > 1)
    }

    fn twins(&self) -> Vec<Cell> {
        (0..self.of_cell.len()).map(Cell::at).filter(|&cell| self.is_twin(cell)).collect()
    }

    fn update(&mut self, cell: Cell, sides: Sides) {
        let new = sides.canonical();
        let old = std::mem::replace(&mut self.of_cell[cell.index()], new);
        if old == new {
            return;
        }
        if let Some(number) = self.numbers.get_mut(&old) {
            *number -= 1;
            if *number == 0 {
                self.numbers.remove(&old);
            }
        }
        *self.numbers.entry(new).or_default() += 1;
    }
}
