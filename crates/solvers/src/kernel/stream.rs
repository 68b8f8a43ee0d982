//! One walk through a subtree, and the step that takes it from node to node.
//!
//! A stream is a stack of candidates that may still be laid. A step takes the topmost one up and
//! lays it: it notes the colours that it asks of its neighbours, takes its piece off the pool, finds
//! the record of the next cell, and pushes those of its candidates whose pieces are free. There is
//! no undoing: each level has a pool of its own, and what lies deeper than the topmost entry's level
//! is simply written over. A step has no branch that depends on the data, so the processor can work
//! on the steps of several streams at once; see [`run`].

use super::entry;
use super::sight::{ALL, STATIONS};
use super::simd::{Eight, Pool, Simd};
use super::table::{SLOTS, STACK, Table};

/// A walk through one subtree.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Stream<const H: usize> {
    /// The place of the topmost entry.
    top: usize,
    /// The level whose entries are boards, one below the goal's depth.
    last: usize,
    /// Depth of the subtree's root.
    root: usize,
    is_at_goal: bool,
    /// The pool before each level.
    pools: [Pool<H>; entry::LEVELS + 1],
    slots: [u8; SLOTS],
    /// The entry that lies on each level.
    laid: [u32; entry::LEVELS + 1],
    /// For each station the left colours from which its line can be filled.
    may_enter: [u32; STATIONS],
    /// For each station the left colours that can reach the place below it.
    can_reach: [u32; STATIONS],
    stack: [u32; STACK + 8],
    /// Streams that follow one another in memory would compete for the same lines of the cache if
    /// their sizes were multiples of a page.
    _apart: [u64; 8 * 17],
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// A node was visited.
    On,
    /// A board at the goal's depth is the next thing on the stack, or nothing is left.
    Halted,
}

impl<const H: usize> Stream<H> {
    /// A stream that stands on its root, the empty board, with nothing on its stack yet.
    pub fn new(table: &Table<H>, goal: usize) -> Box<Self> {
        let mut stream = Box::new(Self {
            top: 0,
            last: goal.saturating_sub(1),
            root: 0,
            is_at_goal: false,
            pools: [[[0; 8]; H]; entry::LEVELS + 1],
            slots: [0; SLOTS],
            laid: [0; entry::LEVELS + 1],
            may_enter: [ALL; STATIONS],
            can_reach: table.sight.as_ref().map_or([ALL; STATIONS], |s| s.reach_at_first()),
            stack: [0; STACK + 8],
            _apart: [0; 8 * 17],
        });
        stream.stack[0] = entry::BOTTOM;
        stream.pools[0] = table.pool;
        stream
    }

    /// The topmost entry.
    #[inline(always)]
    pub fn topmost(&self) -> u32 {
        self.stack[self.top % STACK]
    }

    /// Whether nothing is left to visit.
    pub fn is_done(&self) -> bool {
        self.top == 0
    }

    /// The level of the subtree's root.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The entries that lie: on the goal's depth if a board was just taken there, else up to the
    /// level that the topmost entry is for.
    pub fn laid(&self) -> &[u32] {
        let depth = match (self.is_at_goal, self.is_done()) {
            (true, _) => self.last + 1,
            (false, true) => self.root,
            (false, false) => entry::level(self.topmost()),
        };
        self.laid.get(..depth).unwrap_or_default()
    }

    /// What is left to visit, from the bottom of the stack to its top.
    pub fn untried(&self) -> &[u32] {
        self.stack.get(1..=self.top).unwrap_or_default()
    }

    /// Visits a halted stream's topmost entry: lays it and stands on the board at the goal's depth.
    /// False if nothing is left.
    pub fn take_board(&mut self) -> bool {
        if self.is_done() {
            return false;
        }
        self.laid[self.last & entry::LEVELS] = self.topmost();
        self.top -= 1;
        self.is_at_goal = true;
        true
    }

    /// The entries on the first levels.
    pub fn first_laid(&self, depth: usize) -> &[u32] {
        self.laid.get(..depth).unwrap_or_default()
    }

    /// Forgets what is left to visit, and puts this there instead.
    pub fn set_untried(&mut self, root: usize, untried: &[u32]) {
        self.root = root;
        self.top = untried.len().min(STACK - 1);
        for (place, &entry) in self.stack.iter_mut().skip(1).zip(untried.iter().take(self.top)) {
            *place = entry;
        }
    }

    /// Whether the stream stands on a board at the goal's depth.
    pub fn is_at_goal(&self) -> bool {
        self.is_at_goal
    }

    /// Leaves the board at the goal's depth, if the stream stands on one.
    pub fn leave_goal(&mut self) {
        self.is_at_goal = false;
    }

    /// Looks along the first line, before anything is laid. False if it cannot be filled.
    pub fn look_at_first_line<S: Simd>(&mut self, simd: S, table: &Table<H>) -> bool {
        let Some(sight) = &table.sight else { return true };
        let level = &table.levels[0];
        let Self { pools, slots, may_enter, .. } = self;
        let station = usize::from(level.station);
        !level.begins_line || sight.look_back(simd, &pools[0], station, slots, may_enter)
    }

    /// The record of a level's candidates, by the colours that lie around its cell.
    #[inline(always)]
    fn record(&self, table: &Table<H>, level: usize) -> usize {
        let level = &table.levels[level & entry::LEVELS];
        let [one, other] = level.keys.map(|slot| u32::from(self.slots[usize::from(slot) % SLOTS]));
        (level.table + one * table.width + other) as usize
    }

    /// Lays an entry: a node. True if the sight sees a way on; with `SIGHT` unset, always.
    #[inline(always)]
    pub(super) fn lay<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        entry: u32,
    ) -> bool {
        let index = entry::level(entry);
        let level = &table.levels[index];
        self.laid[index] = entry;
        let units = &table.units[entry::seat_number(entry)];
        let pool = simd.minus(&self.pools[index], units);
        self.pools[(index + 1) & entry::LEVELS] = pool;
        self.slots[usize::from(level.outs[0]) % SLOTS] = entry::ahead(entry) as u8;
        self.slots[usize::from(level.outs[1]) % SLOTS] = entry::aside(entry) as u8;
        if !SIGHT {
            return true;
        }
        let Some(sight) = &table.sight else { return true };
        let station = usize::from(level.station);
        let reached = self.can_reach[station % STATIONS];
        let reached = sight.look_ahead(simd, &pool, level.below, entry::aside(entry), reached);
        self.can_reach[(station + 1) % STATIONS] = reached;
        let next = &table.levels[(index + 1) & entry::LEVELS];
        if next.begins_line && reached != 0 {
            let station = usize::from(next.station);
            return sight.look_back(simd, &pool, station, &self.slots, &mut self.may_enter);
        }
        reached != 0
    }

    /// Pushes the candidates of a level that are free, where the topmost entry was.
    #[inline(always)]
    fn push<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        level: usize,
        sees_a_way: bool,
    ) {
        let here = &table.levels[level & entry::LEVELS];
        let pool = self.pools[level & entry::LEVELS];
        let set = self.may_enter[(usize::from(here.station) + 1) % STATIONS];
        let set = if sees_a_way { set } else { 0 };
        let mut record = self.record(table, level);
        let mut top = self.top;
        while let Some(candidates) = table.records.get(record) {
            let mask = if SIGHT {
                simd.free_within(&pool, candidates, set)
            } else {
                simd.free(&pool, candidates)
            };
            let from = top % STACK;
            if let Some(room) = self.stack.get_mut(from..from + 8) {
                if let Ok(room) = <&mut Eight>::try_from(room) {
                    simd.pack(candidates, here.tag, mask, room);
                }
            }
            top += mask.count_ones() as usize;
            if candidates[7] & entry::MORE == 0 {
                break;
            }
            record = table.next_record.get(&(record as u32)).map_or(usize::MAX, |&r| r as usize);
        }
        self.top = top.wrapping_sub(1);
    }

    /// The candidates of a level that may be tried, in the order of a stack.
    pub(super) fn free_candidates<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        level: usize,
        sees_a_way: bool,
    ) -> Vec<u32> {
        self.top = 1;
        self.push::<S, SIGHT>(simd, table, level, sees_a_way);
        self.untried().to_vec()
    }

    /// Visits the node on top of the stack, unless that is a board at the goal's depth.
    #[inline(always)]
    pub fn step<S: Simd, const SIGHT: bool>(&mut self, simd: S, table: &Table<H>) -> Stepped {
        let entry = self.topmost();
        let level = entry::level(entry);
        if level >= self.last {
            return Stepped::Halted;
        }
        let sees_a_way = self.lay::<S, SIGHT>(simd, table, entry);
        self.push::<S, SIGHT>(simd, table, level + 1, sees_a_way);
        Stepped::On
    }

    /// Lays the entries of a partial board, and makes it the root.
    pub fn descend<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        entries: &[u32],
    ) {
        let mut sees_a_way = !SIGHT || self.look_at_first_line(simd, table);
        for (level, &bare) in entries.iter().enumerate() {
            sees_a_way &= self.lay::<S, SIGHT>(simd, table, entry::bare(bare) | entry::tag(level));
        }
        self.root = entries.len();
        self.top = 0;
        if entries.len() <= self.last {
            // What is pushed goes where the entry was that brought the stream here: at the bottom.
            self.top = 1;
            self.push::<S, SIGHT>(simd, table, entries.len(), sees_a_way);
        }
    }
}

/// Goes on with several streams in turn, one step each, for so many rounds or until one of them
/// halts. Returns the rounds that all of them have done, and the stream that halted: those before
/// it have done one step more.
#[inline(always)]
pub fn run<S: Simd, const H: usize, const SIGHT: bool>(
    simd: S,
    streams: &mut [(&Table<H>, &mut Stream<H>)],
    rounds: u64,
) -> (u64, Option<usize>) {
    for round in 0..rounds {
        for (index, (table, stream)) in streams.iter_mut().enumerate() {
            if stream.step::<S, SIGHT>(simd, table) == Stepped::Halted {
                return (round, Some(index));
            }
        }
    }
    (rounds, None)
}
