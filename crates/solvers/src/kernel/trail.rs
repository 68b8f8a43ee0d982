//! Where a stream stands, written down as the plain walk would write it, and read back.

use super::entry;
use super::rules::Strict;
use super::simd::{Form, Simd, Work};
use super::stream::Stream;
use super::table::Table;
use crate::exact::plan::{Candidate, Plan};
use crate::exact::walk::Trail;

/// A partial board as candidates of the plan, with the list that each was taken from.
struct Replay<'a> {
    plan: &'a Plan,
    slots: Vec<u16>,
    depth: usize,
}

impl<'a> Replay<'a> {
    fn new(plan: &'a Plan) -> Self {
        Self { plan, slots: vec![0; plan.slots()], depth: 0 }
    }

    /// Where the list of the next depth starts, and its candidates.
    fn list(&self) -> Option<(u32, &'a [Candidate])> {
        let here = self.plan.depths().get(self.depth)?;
        let [one, other] = here.keys.map(|slot| self.slots.get(slot).copied().unwrap_or(0));
        let start = self.plan.start(here, one, other);
        Some((start, self.plan.list(start)))
    }

    fn lay(&mut self, candidate: &Candidate) {
        let Some(here) = self.plan.depths().get(self.depth) else { return };
        for (&slot, &colour) in here.outs.iter().zip(&candidate.out) {
            if let Some(place) = self.slots.get_mut(slot) {
                *place = colour;
            }
        }
        self.depth += 1;
    }
}

impl<const H: usize> Stream<H> {
    /// The candidates of the plan that lie, on as many levels as there are entries.
    pub fn candidates(&self, plan: &Plan, table: &Table<H>, entries: &[u32]) -> Vec<u32> {
        let mut replay = Replay::new(plan);
        let indices = entries.iter().map_while(|&entry| {
            let (start, list) = replay.list()?;
            let place = table.place_in(list, entry)?;
            replay.lay(list.get(place)?);
            Some(start + place as u32)
        });
        indices.collect()
    }

    /// What has to be remembered to go on later.
    pub fn trail(&self, plan: &Plan, table: &Table<H>) -> Trail {
        let root = self.root();
        let untried = self.untried(table);
        let depth = untried.last().map_or(root, |&entry| entry::level::<H>(entry));
        let laid = self.candidates(plan, table, &self.lying(depth).collect::<Vec<_>>());
        let mut next = Vec::with_capacity(depth + 1 - root);
        let mut replay = Replay::new(plan);
        for level in 0..=depth {
            let Some((start, list)) = replay.list() else { break };
            if level >= root {
                let topmost =
                    untried.iter().rev().find(|&&entry| entry::level::<H>(entry) == level);
                let place = topmost.and_then(|&entry| table.place_in(list, entry));
                next.push(start + place.unwrap_or(list.len()) as u32);
            }
            if let Some(candidate) =
                laid.get(level).and_then(|&i| plan.candidates().get(i as usize))
            {
                replay.lay(candidate);
            }
        }
        Trail { laid, next, root, is_done: self.is_done() }
    }

    /// A stream that goes on where a trail ends; `None` if the trail is not one of this plan.
    pub fn resume(plan: &Plan, table: &Table<H>, trail: &Trail, goal: usize) -> Option<Box<Self>> {
        let depth = trail.laid.len();
        let is_whole = depth < goal.max(1)
            && goal <= plan.depths().len()
            && trail.root <= depth
            && trail.next.len() == depth + 1 - trail.root;
        if !is_whole {
            return None;
        }
        let mut stream = Self::new(&table.layout, goal);
        let work = Resume { plan, table, trail, stream: &mut stream };
        Form::best().run(work)?;
        Some(stream)
    }
}

struct Resume<'a, const H: usize> {
    plan: &'a Plan,
    table: &'a Table<H>,
    trail: &'a Trail,
    stream: &'a mut Stream<H>,
}

impl<const H: usize> Work for Resume<'_, H> {
    type Output = Option<()>;

    fn run<S: Simd>(self, simd: S) -> Option<()> {
        if self.table.layout.sight.is_blind() {
            self.resume::<S, false>(simd)
        } else {
            self.resume::<S, true>(simd)
        }
    }
}

impl<const H: usize> Resume<'_, H> {
    fn resume<S: Simd, const SIGHT: bool>(self, simd: S) -> Option<()> {
        let Self { plan, table, trail, stream } = self;
        let mut replay = Replay::new(plan);
        let mut untried = Vec::new();
        let mut way = stream.first_way::<S, SIGHT>(simd, &table.layout);
        for level in 0..=trail.laid.len() {
            let (start, list) = replay.list()?;
            let free = stream.free_candidates::<S, SIGHT>(simd, table, &Strict, way);
            if let Some(next) = level.checked_sub(trail.root).and_then(|l| trail.next.get(l)) {
                let first = next.checked_sub(start).filter(|&p| p as usize <= list.len())?;
                let is_untried =
                    |&&entry: &&u32| table.place_in(list, entry).is_some_and(|p| p as u32 >= first);
                untried.extend(free.iter().filter(is_untried));
            }
            if let Some(&index) = trail.laid.get(level) {
                let candidate = list.get(index.checked_sub(start)? as usize)?;
                let is_this =
                    |&&entry: &&u32| table.place_in(list, entry) == Some((index - start) as usize);
                let entry = *free.iter().find(is_this)?;
                way = stream.lay::<S, SIGHT>(simd, &table.layout, &Strict, entry);
                replay.lay(candidate);
            }
        }
        stream.set_untried(trail.root, if trail.is_done { &[] } else { &untried });
        Some(())
    }
}
