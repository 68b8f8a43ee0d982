//! One walk through a subtree, and the step that takes it from node to node.
//!
//! A stream is a stack of candidates that may still be laid. A step takes the topmost one up and
//! lays it: it notes the colours that it asks of its neighbours, takes its piece off the pool, finds
//! the record of the next cell, and pushes those of its candidates whose pieces are free. There is
//! no undoing: each level has a pool of its own, and what lies deeper than the topmost entry's level
//! is simply written over. A step has no branch that depends on the data, so the processor can work
//! on the steps of several streams at once; see [`run`].

use super::entry;
use super::rules::{Rules, Slips, Strict};
use super::sight::{ALL, RIM, Sight};
use super::simd::{Eight, Pool, Simd, Within};
use super::table::{Layout, STACK, Table};

/// Room for what a stream knows about each level, one after the last and one that takes what nobody
/// asks for included.
pub const STATES: usize = 1 << 9;

/// What a stream has seen along the lines, for each level.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The colours that may be handed on along the line if what follows has to fit.
    pub may_lead_to: [u32; STATES],
    /// The colours that can reach the place below.
    pub reach: [u32; STATES],
}

/// A walk through one subtree.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Stream<const H: usize, R: Rules = Strict> {
    /// The place of the topmost entry.
    top: usize,
    /// The level whose entries are boards, one below the goal's depth.
    last: usize,
    /// Depth of the subtree's root.
    root: usize,
    is_at_goal: bool,
    /// The pieces that are free before each level.
    pools: [Pool<H>; STATES + 1],
    /// For each level the colour from across the lines, times 32.
    across: [u16; STATES + 1],
    /// For each level the colour along the lines, unless the level before hands it over.
    along: [u16; STATES + 1],
    /// The entry that lies on each level.
    laid: [u32; STATES],
    seen: Seen,
    memory: R::Memory,
    stack: [u32; STACK + 8],
    /// Streams that follow one another in memory would compete for the same lines of the cache if
    /// their sizes were multiples of a page.
    _apart: [u64; 8 * 17],
}

impl<const H: usize, R: Rules> Stream<H, R> {
    /// A stream that stands on its root, the empty board, with nothing on its stack yet.
    pub fn new(layout: &Layout<H>, rules: &R, goal: usize) -> Box<Self> {
        let mut stream = Box::new(Self {
            top: 0,
            last: goal.saturating_sub(1),
            root: 0,
            is_at_goal: false,
            pools: [[Eight::default(); H]; STATES + 1],
            across: [0; STATES + 1],
            along: [0; STATES + 1],
            laid: [0; STATES],
            seen: Seen { may_lead_to: [ALL; STATES], reach: [ALL; STATES] },
            memory: rules.memory(),
            stack: [0; STACK + 8],
            _apart: [0; 8 * 17],
        });
        stream.stack[0] = entry::BOTTOM;
        stream.pools[0] = layout.pool;
        for level in layout.sight.iter().flat_map(|sight| sight.first_levels()) {
            stream.seen.reach[level % STATES] = RIM;
        }
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
        self.first_laid(depth)
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
        self.laid[self.last % STATES] = self.topmost();
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

    /// What the rules remember.
    pub fn memory(&self) -> &R::Memory {
        &self.memory
    }

    /// The pieces that are free before a level.
    pub fn pool(&self, level: usize) -> &Pool<H> {
        &self.pools[level % STATES]
    }

    /// The colours that a level's cell has to show along and across the lines, if its neighbours
    /// lie; for the level after the one that was laid last.
    pub fn colours_around(&self, layout: &Layout<H>, level: usize) -> [u16; 2] {
        let handed_over = level.checked_sub(1).map_or(0, |before| {
            let before = before % STATES;
            entry::colours(self.laid[before]) & layout.levels[before].handed_over
        });
        let level = level % STATES;
        [self.along[level] | handed_over, self.across[level] >> 5]
    }

    /// The colours that lie stored for a level, along and across.
    pub fn colours_stored(&self, level: usize) -> [u16; 2] {
        let level = level % STATES;
        [self.along[level], self.across[level] >> 5]
    }

    /// Takes the topmost entry off the stack without visiting it.
    pub fn drop_topmost(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// Leaves the board at the goal's depth, if the stream stands on one.
    pub fn leave_goal(&mut self) {
        self.is_at_goal = false;
    }

    /// The way on from the empty board.
    pub(crate) fn first_way<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
    ) -> Way {
        let Self { pools, along, across, seen, .. } = self;
        let look = |sight: &Sight<H>| sight.look_back(simd, &pools[0], 0, [along, across], seen);
        let sees_a_way = !SIGHT || layout.sight.as_ref().is_none_or(look);
        let set = if sees_a_way { seen.may_lead_to[0] } else { 0 };
        let record = layout.first_table as usize;
        Way { level: 0, tag: 0, pair: 0, record, set, hands_on: entry::AHEAD, sees_a_way }
    }

    /// Lays an entry: a node. Returns the way on from there.
    #[inline(always)]
    pub(crate) fn lay<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        entry: u32,
    ) -> Way {
        let index = entry::level(entry);
        let level = &layout.levels[index];
        self.laid[index] = entry;
        rules.lay(&mut self.memory, index, entry);
        let units = &layout.units[entry::seat_number::<H>(entry)];
        self.pools[index + 1] = simd.minus(&self.pools[index], units);
        let colours = entry::colours(entry);
        self.across[usize::from(level.aside_to) % STATES] = colours & entry::ASIDE_COLOUR;
        self.along[usize::from(level.ahead_to) % STATES] = colours & entry::AHEAD_COLOUR;
        let pair = u32::from(self.across[index + 1])
            + u32::from(self.along[index + 1])
            + u32::from(colours & level.handed_over);
        let sees_a_way = !SIGHT || self.look(simd, layout, entry);
        let set = if SIGHT { self.seen.may_lead_to[(index + 1) % STATES] } else { ALL };
        let record = (level.next_table + pair) as usize;
        let hands_on = level.next_hands_on;
        Way { level: index + 1, tag: level.next_tag, pair, record, set, hands_on, sees_a_way }
    }

    /// Looks along the lines from an entry that has been laid. False if what follows cannot be
    /// filled.
    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, layout: &Layout<H>, entry: u32) -> bool {
        let index = entry::level(entry);
        let level = &layout.levels[index];
        let Some(sight) = &layout.sight else { return true };
        if level.below == 0 && level.next_line == 0 {
            return true;
        }
        let Self { pools, along, across, seen, .. } = self;
        let pool = &pools[index + 1];
        let reach = seen.reach[index];
        let reach = sight.look_ahead(simd, pool, level.below, entry::aside(entry), reach);
        seen.reach[usize::from(level.reach_to) % STATES] = reach;
        let line = usize::from(level.next_line);
        reach != 0 && (line == 0 || sight.look_back(simd, pool, line, [along, across], seen))
    }

    /// Pushes the candidates that are free, where the entry was that has been laid; slips below
    /// those that fit.
    #[inline(always)]
    fn push<S: Simd, const SIGHT: bool>(&mut self, simd: S, table: &Table<H>, rules: &R, way: Way) {
        let unspent = if way.sees_a_way { ALL } else { 0 };
        let set = |more| match rules.has_spent(&self.memory, way.level, more) {
            true => way.set & unspent,
            false => unspent,
        };
        let (set, set_of_slips) = (set(0), set(1));
        if let Some(lists) = rules.slips(&self.memory, way.level, way.pair)
            && set_of_slips != 0
        {
            let way = Way { set: set_of_slips, ..way };
            for Slips { record, other } in lists {
                if record != 0 {
                    let slips = Way { record, ..way };
                    self.push_list::<S, SIGHT>(simd, table, slips, |record| {
                        simd.differing(rules.others(record), other)
                    });
                }
            }
        }
        let need = rules.need(&self.memory, way.level);
        self.push_list::<S, SIGHT>(simd, table, Way { set, ..way }, |record| {
            rules.admitted(need, record)
        });
        self.top = self.top.wrapping_sub(1);
    }

    /// Pushes the candidates of a list of records that are free and admitted.
    #[inline(always)]
    fn push_list<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        way: Way,
        admitted: impl Fn(usize) -> u32,
    ) {
        let pool = &self.pools[way.level];
        let (mut top, mut record) = (self.top, way.record);
        while let Some(candidates) = table.records.get(record) {
            let from = top % STACK;
            if let Some(room) = self.stack.get_mut(from..from + 8)
                && let Ok(room) = <&mut [u32; 8]>::try_from(room)
            {
                let mask = admitted(record);
                top += if SIGHT {
                    let within = Within { mask, set: way.set, at: way.hands_on };
                    simd.take_within(pool, candidates, within, way.tag, room)
                } else {
                    simd.take(pool, candidates, mask, way.tag, room)
                };
            }
            match table.next_record.get(record) {
                Some(&next) if next != 0 => record = next as usize,
                _ => break,
            }
        }
        self.top = top;
    }

    /// The candidates of a level that may be tried, in the order of a stack.
    pub(crate) fn free_candidates<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        way: Way,
    ) -> Vec<u32> {
        self.top = 1;
        self.push::<S, SIGHT>(simd, table, rules, way);
        self.untried().to_vec()
    }

    /// Lays the entries of a partial board, and makes it the root.
    pub fn descend<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        entries: &[u32],
    ) {
        let mut way = self.first_way::<S, SIGHT>(simd, &table.layout);
        for (level, &bare) in entries.iter().enumerate() {
            let entry = entry::bare(bare) | entry::tag(level);
            way = self.lay::<S, SIGHT>(simd, &table.layout, rules, entry);
        }
        self.root = entries.len();
        self.top = 0;
        if entries.len() <= self.last {
            self.free_candidates::<S, SIGHT>(simd, table, rules, way);
        }
    }
}

/// Where a step goes on to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The level whose candidates are looked for.
    level: usize,
    /// Its mark.
    tag: u32,
    /// The colours around its cell.
    pair: u32,
    /// The record of its candidates.
    record: usize,
    /// The colours that they may hand on if what follows has to fit.
    set: u32,
    /// Where in an entry that colour is.
    hands_on: u32,
    /// Whether what follows can be filled at all.
    sees_a_way: bool,
}

/// Goes on with several streams in turn, one step each, for so many rounds or until one of them
/// halts, either because the next entry is a board at the goal's depth or because nothing is left.
/// Returns the rounds that all of them have done, and the stream that halted: those before it have
/// done one step more.
#[inline(always)]
pub fn run<S: Simd, const H: usize, R: Rules, const SIGHT: bool>(
    simd: S,
    layout: &Layout<H>,
    rules: &R,
    streams: &mut [(&Table<H>, &mut Stream<H, R>)],
    rounds: u64,
) -> (u64, Option<usize>) {
    for round in 0..rounds {
        for (index, (table, stream)) in streams.iter_mut().enumerate() {
            let entry = stream.topmost();
            if entry::level(entry) >= stream.last {
                return (round, Some(index));
            }
            let way = stream.lay::<S, SIGHT>(simd, layout, rules, entry);
            stream.push::<S, SIGHT>(simd, table, rules, way);
        }
    }
    (rounds, None)
}
