//! Where searches begin: boards whose first rows a beam has laid.
//!
//! A tight quota is what makes boards end well, but a depth-first search with one spends most of its
//! nodes in the first rows, looking for boards that keep it. A [beam](crate::beam) finds
//! thousands of them in a second. So each crew has its own beams, one after the other, each twice as
//! wide as the one before, and its searches begin below the boards of a beam, in an order that
//! chance gives. The first beams keep what is best; those after them leave more to chance, so that a
//! long hunt, and hunts with other seeds, do not come upon the same boards again.

use tilewright_puzzle::Puzzle;
use tilewright_search::Stream as Random;

use super::schedule::Schedule;
use crate::beam::course::{Course, Stop};
use crate::beam::crowd::Choice;
use crate::beam::pass::Pass;
use crate::exact::plan::Plan;
use crate::kernel::table::Table;

/// Boards that the first beam of a crew keeps, and the widest: one takes seconds, and as long nobody
/// looks at whether the hunt is to stop.
const WIDTHS: [usize; 2] = [1 << 12, 1 << 16];
/// What a unit of weight is worth, in powers of e of what a board can still become.
const BONUS: f32 = 4.0;
/// How much chance there is in what the first beams of a crew keep, and the others, in the same measure.
/// With 0.5 two beams had up to 7 % of their boards in common, with 3 none, and as many families came of
/// them.
const NOISE: [f32; 2] = [0.5, 3.0];
/// The first so many beams of a crew: those that grow, and one that is as wide as can be.
const FIRST: u64 = 5;

/// How the openings of a plan are made, the same for all crews.
#[derive(Debug)]
pub struct Openings {
    course: Course,
    depth: usize,
}

/// The boards of one beam, as far as they are not used yet.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which beam of the crew it is.
    pub number: u64,
    pass: Pass,
    order: Vec<u32>,
    /// How many have been used.
    pub used: usize,
}

impl Openings {
    /// Openings of so many levels; `None` if there are none to fill.
    pub fn new(puzzle: &Puzzle, plan: &Plan, schedule: &Schedule, depth: usize) -> Option<Self> {
        if depth == 0 {
            return None;
        }
        let bonus = plan.kinds().iter().map(|kind| {
            let weight =
                kind.free.first().and_then(|(piece, _)| schedule.weights.get(piece.index()));
            BONUS * f32::from(weight.copied().unwrap_or(0))
        });
        let course = Course::new(puzzle, plan).with_bonus(bonus.collect());
        Some(Self { course, depth })
    }

    /// A beam of a crew, and how many candidates it weighed. It is empty if no board without
    /// mismatches was found.
    pub fn batch(&self, number: u64, mut random: Random) -> (Batch, u64) {
        let [first, most] = WIDTHS;
        let width = first.checked_shl(number.min(20) as u32).unwrap_or(most).min(most);
        let [little, much] = NOISE;
        let noise = (if number < FIRST { little } else { much }, random.bits());
        let choice = Choice { width, cost: 0.0, may_slip: false, most_missed: 0, noise };
        let mut pass = Pass::start(&self.course);
        let (mut went_on, mut nodes) = (true, 0);
        while went_on && pass.depth() < self.depth {
            let (further, weighed) = pass.step(&self.course, choice);
            (went_on, nodes) = (further, nodes + weighed);
        }
        let boards = if went_on { pass.len() as u32 } else { 0 };
        let mut order: Vec<_> = (0..boards).collect();
        random.shuffle(&mut order);
        (Batch { number, pass, order, used: 0 }, nodes)
    }

    /// The entries of the next board of a batch; `None` if there is none left.
    pub fn next<const H: usize>(&self, batch: &mut Batch, table: &Table<H>) -> Option<Vec<u32>> {
        let &board = batch.order.get(batch.used)?;
        batch.used += 1;
        let laid = batch.pass.laid(board as usize);
        let entry = |(level, (stop, candidate)): (usize, (&Stop, u32))| {
            stop.candidates.get(candidate as usize).map(|laid| table.entry_of(level, laid))
        };
        self.course.stops.iter().zip(laid).enumerate().map(entry).collect()
    }
}

impl Batch {
    /// Whether the beam found nothing at all.
    pub fn is_barren(&self) -> bool {
        self.order.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::hunt::fit::{Fit, Wishes};
    use crate::kernel::sight::Outlook;
    use tilewright_search::stream;

    #[test]
    fn openings_differ_and_are_ahead_of_the_quota() {
        let puzzle = Arc::new(tilewright_formats::embedded::puzzle("eternity2").unwrap());
        let fit = Fit::new(&puzzle, &Wishes::default()).unwrap();
        let schedule = &fit.plans[0].schedule;
        let plan = Plan::new(&puzzle, &schedule.order, false);
        let outlook = Outlook { until: 0, allowed: Vec::new() };
        let table = Table::<1>::new(&puzzle, &plan, &schedule.order, &outlook).unwrap();
        let depth = schedule.opening;
        let openings = Openings::new(&puzzle, &plan, schedule, depth).unwrap();
        let (mut batch, weighed) = openings.batch(0, stream(1, 1));
        assert!(weighed > 0 && !batch.is_barren());
        let mut seen = HashSet::new();
        while let Some(board) = batch.order.get(batch.used) {
            let laid = batch.pass.laid(*board as usize);
            let kinds = openings
                .course
                .stops
                .iter()
                .zip(laid)
                .map(|(stop, candidate)| usize::from(stop.candidates[candidate as usize].kind));
            let pieces: HashSet<_> = kinds.clone().collect();
            assert_eq!(pieces.len(), depth, "a piece lies twice");
            let piece = |kind: usize| plan.kinds()[kind].free[0].0.index();
            let weight: u16 = kinds.map(|kind| u16::from(schedule.weights[piece(kind)])).sum();
            assert!(weight >= schedule.quota[depth - 1], "{weight}");
            let entries = openings.next(&mut batch, &table).unwrap();
            assert_eq!(entries.len(), depth);
            assert!(seen.insert(entries), "an opening comes twice");
        }
        assert_eq!(openings.next(&mut batch, &table), None);
        assert!(seen.len() > 500, "{}", seen.len());
    }
}
