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
use super::sight::{ALL, RIM};
use super::simd::{Pool, Simd, Within};
use super::table::{Layout, STACK, Table};

/// Room for what a stream knows about each level, one after the last and one that takes what nobody
/// asks for included.
pub const STATES: usize = 1 << 9;

/// What a stream knows about one level. All of it is in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct State<const H: usize, M> {
    /// The pieces that are free before it.
    pool: Pool<H>,
    /// The entry that lies on it.
    pub laid: u32,
    /// The colours that may be handed on along the line if what follows has to fit.
    pub may_lead_to: u32,
    /// The colours that can reach the place below.
    reach: u32,
    /// What the rules remember of what lies before it.
    mark: M,
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
    /// One for each level, and one after the last.
    states: [State<H, R::Mark>; STATES],
    stack: [u32; STACK + 8],
    /// Streams that follow one another in memory would compete for the same lines of the cache if
    /// their sizes were multiples of a page.
    _apart: [u64; 8 * 17],
}

impl<const H: usize, R: Rules> Stream<H, R> {
    /// A stream that stands on its root, the empty board, with nothing on its stack yet.
    pub fn new(layout: &Layout<H>, goal: usize) -> Box<Self> {
        let pool = layout.seating.pool;
        let state = State { pool, laid: 0, may_lead_to: ALL, reach: ALL, mark: R::Mark::default() };
        let mut stream = Box::new(Self {
            top: 0,
            last: goal.saturating_sub(1),
            root: 0,
            is_at_goal: false,
            states: [state; STATES],
            stack: [0; STACK + 8],
            _apart: [0; 8 * 17],
        });
        stream.stack[0] = entry::BOTTOM;
        for level in layout.sight.first_levels() {
            stream.states[level % STATES].reach = RIM;
        }
        stream
    }

    /// Stands on the empty board again. What it knows about levels it learns anew on the way down.
    pub fn begin_anew(&mut self) {
        (self.top, self.root, self.is_at_goal) = (0, 0, false);
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

    /// How many levels are filled: all up to the goal's if a board was just taken there, else those
    /// before the one that the topmost entry is for.
    pub fn depth(&self) -> usize {
        match (self.is_at_goal, self.is_done()) {
            (true, _) => self.last + 1,
            (false, true) => self.root,
            (false, false) => entry::level(self.topmost()),
        }
    }

    /// The entries that lie.
    pub fn laid(&self) -> Vec<u32> {
        self.first_laid(self.depth())
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
        self.states[self.last % STATES].laid = self.topmost();
        self.top -= 1;
        self.is_at_goal = true;
        true
    }

    /// The entries on the first levels.
    pub fn first_laid(&self, depth: usize) -> Vec<u32> {
        self.states.iter().take(depth).map(|state| state.laid).collect()
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

    /// What the rules remember of what lies before a level.
    pub fn mark(&self, level: usize) -> R::Mark {
        self.states[level % STATES].mark
    }

    /// The pieces that are free before a level.
    pub fn pool(&self, level: usize) -> &Pool<H> {
        &self.states[level % STATES].pool
    }

    /// The colours that a level's cell has to show along and across the lines, where its neighbours
    /// lie.
    pub fn colours_around(&self, layout: &Layout<H>, level: usize) -> [u16; 2] {
        let Some(before) = level.checked_sub(1) else { return [0; 2] };
        let before = before % STATES;
        let laid = |level: usize| self.states[level % STATES].laid;
        let pair = layout.levels[before].pair(laid(before), laid) as u16;
        [pair % entry::COLOURS as u16, pair / entry::COLOURS as u16]
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
    ) -> Way<H, R::Mark> {
        let pool = self.states[0].pool;
        let sees_a_way = !SIGHT || layout.sight.look_back(simd, &pool, 0, &mut self.states);
        let open = if sees_a_way { ALL } else { 0 };
        let set = self.states[0].may_lead_to;
        let record = layout.first_table as usize;
        Way {
            level: 0,
            pool,
            mark: self.states[0].mark,
            tag: 0,
            pair: 0,
            record,
            records: layout.first_records,
            set,
            is_turned: false,
            open,
        }
    }

    /// Lays an entry: a node. Returns the way on from there.
    #[inline(always)]
    pub(crate) fn lay<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        entry: u32,
    ) -> Way<H, R::Mark> {
        let index = entry::level(entry);
        let level = &layout.levels[index];
        let state = &mut self.states[index];
        state.laid = entry;
        let units = std::array::from_fn(|half| layout.seating.units(half, entry));
        let pool = simd.minus(&state.pool, units);
        let mark = rules.lay(state.mark, entry);
        let pair = level.pair(entry, |level| self.states[level % STATES].laid);
        let next = &mut self.states[(index + 1) % STATES];
        next.pool = pool;
        next.mark = mark;
        let open = if SIGHT { self.look(simd, layout, &pool, entry) } else { ALL };
        let may_lead_to = self.states[(index + 1) % STATES].may_lead_to;
        Way {
            level: index + 1,
            pool,
            mark,
            tag: level.next_tag,
            pair,
            record: (level.next_table + pair) as usize,
            records: level.next_records,
            set: if SIGHT { may_lead_to } else { ALL },
            is_turned: level.next_is_turned,
            open,
        }
    }

    /// Looks along the lines from an entry that has been laid: every colour if what follows may be
    /// filled, none if it cannot.
    #[inline(always)]
    fn look<S: Simd>(&mut self, simd: S, layout: &Layout<H>, pool: &Pool<H>, entry: u32) -> u32 {
        let index = entry::level(entry);
        let level = &layout.levels[index];
        let mut reach = ALL;
        if level.below != 0 {
            let (below, above) = (level.below, entry::aside(entry));
            reach = layout.sight.look_ahead(simd, pool, below, above, self.states[index].reach);
        }
        self.states[usize::from(level.reach_to) % STATES].reach = reach;
        let line = usize::from(level.next_line);
        if line != 0 && reach != 0 && !layout.sight.look_back(simd, pool, line, &mut self.states) {
            reach = 0;
        }
        // Nobody can foresee whether something is reached, so nothing branches on it.
        u32::from(reach != 0).wrapping_neg()
    }

    /// Pushes the candidates that are free, from a place of the stack on; slips below those that fit.
    /// Returns the place after them.
    #[inline(always)]
    fn push<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        way: Way<H, R::Mark>,
        mut top: usize,
    ) -> usize {
        let set = |more| match rules.has_spent(way.mark, way.level, more) {
            true => way.set,
            false => ALL,
        };
        if let Some(lists) = rules.slips(way.mark, way.level, way.pair)
            && way.open != 0
        {
            let way = Way { set: set(1), ..way };
            for Slips { record, other } in lists {
                let mut record = record;
                while record != 0 {
                    let differing = simd.differing(rules.others(record), other);
                    (top, record) =
                        self.push_record::<S, SIGHT>(simd, table, &way, record, top, differing);
                }
            }
        }
        let way = Way { set: set(0), ..way };
        let need = rules.need(way.mark, way.level);
        let admitted = rules.admitted(need, way.record);
        let (mut top, mut record) =
            self.push_record::<S, SIGHT>(simd, table, &way, way.record, top, admitted);
        // How long lists can be depends on the level alone: that can be foreseen.
        for _ in 1..way.records {
            let admitted = rules.admitted(need, record);
            (top, record) = self.push_record::<S, SIGHT>(simd, table, &way, record, top, admitted);
        }
        top
    }

    /// Pushes the candidates of a record that are free and admitted. Returns the place after them, and
    /// where the list goes on.
    #[inline(always)]
    fn push_record<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        way: &Way<H, R::Mark>,
        record: usize,
        top: usize,
        admitted: u32,
    ) -> (usize, usize) {
        let Some(candidates) = table.records.get(record) else { return (top, 0) };
        let Some(room) = self.stack[top % STACK..].first_chunk_mut() else { return (top, 0) };
        let count = if SIGHT {
            let within = Within { mask: admitted, set: way.set, is_turned: way.is_turned };
            simd.take_within(&way.pool, candidates, within, way.tag, room)
        } else {
            simd.take(&way.pool, candidates, admitted, way.tag, room)
        };
        let next = table.next_record.get(record).copied().unwrap_or(0);
        (top + (count & way.open as usize), next as usize)
    }

    /// Lays the entry at a place of the stack and pushes what may follow it there; returns the topmost
    /// place. `None` if the entry is not to be laid: at a board, and at the end.
    #[inline(always)]
    fn step<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        table: &Table<H>,
        top: usize,
    ) -> Option<usize> {
        let entry = self.stack[top % STACK];
        if entry::level(entry) >= self.last {
            return None;
        }
        let way = self.lay::<S, SIGHT>(simd, layout, rules, entry);
        Some(self.push::<S, SIGHT>(simd, table, rules, way, top).wrapping_sub(1))
    }

    /// The candidates of a level that may be tried, in the order of a stack.
    pub(crate) fn free_candidates<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        way: Way<H, R::Mark>,
    ) -> Vec<u32> {
        self.top = self.push::<S, SIGHT>(simd, table, rules, way, 1) - 1;
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
pub(crate) struct Way<const H: usize, M> {
    /// The level whose candidates are looked for.
    level: usize,
    /// The pieces that are free for it.
    pool: Pool<H>,
    /// What the rules remember of what lies before it.
    mark: M,
    /// Its tag.
    tag: u32,
    /// The colours around its cell.
    pair: u32,
    /// The record of its candidates.
    record: usize,
    /// How many records their list takes at most.
    records: u8,
    /// The colours that they may hand on if what follows has to fit.
    set: u32,
    /// Whether its line goes across those of the scan.
    is_turned: bool,
    /// All bits if what follows may be filled, none if it cannot.
    open: u32,
}

/// How many streams should take turns: as many steps as a processor keeps in flight.
pub const STREAMS: usize = 8;

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
    let (mut round, mut halted) = (0, None);
    // Where the stacks end is kept apart from them, and each stream has a copy of the step for itself:
    // what a processor guesses, it guesses by the place in the program.
    if let Ok(streams) = <&mut [_; STREAMS]>::try_from(&mut *streams) {
        let mut tops = streams.each_ref().map(|(_, stream)| stream.top);
        macro_rules! steps {
            ($($index:literal)*) => {$(
                let (table, stream) = &mut streams[$index];
                match stream.step::<S, SIGHT>(simd, layout, rules, table, tops[$index]) {
                    Some(top) => tops[$index] = top,
                    None => {
                        halted = Some($index);
                        break;
                    }
                }
            )*};
        }
        while round < rounds {
            steps!(0 1 2 3 4 5 6 7);
            round += 1;
        }
        for ((_, stream), top) in streams.iter_mut().zip(tops) {
            stream.top = top;
        }
        return (round, halted);
    }
    while round < rounds {
        for (index, (table, stream)) in streams.iter_mut().enumerate() {
            match stream.step::<S, SIGHT>(simd, layout, rules, table, stream.top) {
                Some(top) => stream.top = top,
                None => return (round, Some(index)),
            }
        }
        round += 1;
    }
    (round, halted)
}
