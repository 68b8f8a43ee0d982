//! One walk through a subtree, and the step that takes it from node to node.
//!
//! A stream is a stack of candidates that may still be laid. A step takes the topmost one up and
//! lays it: it notes the colours that it asks of its neighbours, takes its piece off the pool, finds
//! the record of the next cell, and pushes those of its candidates whose pieces are free. There is
//! no undoing: each level has a pool of its own, and what lies deeper than the topmost entry's level
//! is simply written over. A step has no branch that depends on the data, so the processor can work
//! on the steps of several streams at once; see [`run`].
//!
//! Most lists of candidates are one record, but not all, and nobody can foresee which. So a step pushes
//! one record in any case. If there is a [rest](entry), it lies below the others like a candidate: once
//! they are done, laying it pushes what is left of the list. Such a step is not a node; a stream counts
//! its nodes.

pub mod dive;
mod stand;

use self::stand::Stand;
pub use self::stand::advance;
use super::entry;
use super::lot::LotsAt;
use super::record::{self, Record, RecordAt, Shelf};
use super::rules::{Rules, Slips, Strict};
use super::sight::{ALL, Back, RIM, STRETCH, WHOLE};
use super::simd::{Pool, Portable, Reached, Simd, Within, Work};
use super::slip::{Among, SlipLot};
use super::states::{STATES, State, States};
use super::table::{Layout, STACK, Table};

/// A walk through one subtree.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Stream<const H: usize, R: Rules = Strict> {
    /// The place of the topmost entry.
    top: usize,
    /// The level whose entries are boards, one below the goal's depth.
    last: usize,
    /// The place of that level.
    last_place: usize,
    /// Depth of the subtree's root.
    root: usize,
    is_at_goal: bool,
    /// Looking back along the line that begins after the topmost entry. It is never under way between one
    /// [run] and the next.
    back: Back,
    /// The nodes that it has visited.
    nodes: u64,
    states: States<H, R::Mark>,
    stack: [u32; STACK + SlipLot::SIZE],
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
            last_place: entry::place_of::<H>(goal.saturating_sub(1)),
            root: 0,
            is_at_goal: false,
            back: Back::NOT,
            nodes: 0,
            states: States::of(state),
            stack: [0; STACK + SlipLot::SIZE],
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
            (false, false) => entry::level::<H>(self.topmost()),
        }
    }

    /// The entries that lie.
    pub fn laid(&self) -> Vec<u32> {
        self.lying(self.depth()).collect()
    }

    /// The stack, from its bottom to its top: what is left to visit, and rests of lists.
    pub fn stacked(&self) -> &[u32] {
        self.stack.get(1..=self.top).unwrap_or_default()
    }

    /// What is left to visit, in the order of the stack, all rests written out.
    pub fn untried(&self, table: &Table<H>) -> Vec<u32> {
        let mut untried = Vec::with_capacity(self.top);
        for &entry in self.stacked() {
            if entry::is_piece::<H>(entry) == 1 {
                untried.push(entry);
                continue;
            }
            let rest = &table.layout.levels[entry::place(entry)];
            let pool = &self.states[entry::level::<H>(entry)].pool;
            let pair = rest.pair::<_, _, false>(entry, &self.states);
            let mut record = rest.next_table.of(pair).number();
            for _ in 0..=rest.next_more {
                let mut free = [0; record::ROOM];
                let candidates = table.records.at(record);
                let count = Portable.take(pool, candidates, u32::MAX, rest.next_tag, &mut free);
                untried.extend(free.iter().take(count));
                record = table.next_of(record);
            }
        }
        untried
    }

    fn come_to(&mut self, stand: Stand) {
        self.top = stand.top();
        self.nodes += stand.nodes();
    }

    /// The nodes that it has visited since it was last asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
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
    pub fn lying(&self, depth: usize) -> impl Iterator<Item = u32> + '_ {
        self.states.iter().take(depth).map(|state| state.laid)
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
        let pair = layout.levels[entry::place_of::<H>(before)]
            .pair::<_, _, false>(self.states[before].laid, &self.states);
        [entry::ahead(pair), entry::aside(pair)].map(|colour| colour as u16)
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
        let mut back = layout.sight.begin(0);
        if SIGHT {
            layout.sight.look_back::<_, _, WHOLE>(simd, &mut back, &pool, &mut self.states);
        }
        let open = if back.is_closed() { 0 } else { ALL };
        let set = self.states[0].may_lead_to;
        let record = layout.first_table.of(0);
        Way {
            level: 0,
            pool,
            stored: 0,
            mark: self.states[0].mark,
            tag: entry::tag::<H>(0),
            pair: 0,
            record,
            more: layout.first_more,
            set,
            is_turned: false,
            open,
        }
    }

    /// Lays an entry: a node, unless it is a rest. Returns the way on from there.
    #[inline(always)]
    pub(crate) fn lay<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        entry: u32,
    ) -> Way<H, R::Mark> {
        loop {
            if let Some(way) = self.lay_evenly::<S, SIGHT, false>(simd, layout, rules, entry) {
                return way;
            }
            while self.back.is_under_way() {
                self.look_back(simd, layout, entry);
            }
        }
    }

    /// Lays an entry; all levels are even, or need not be. `None` if there is more of the next line to be
    /// looked along before the way on is known: then the entry has to be laid again.
    #[inline(always)]
    fn lay_evenly<S: Simd, const SIGHT: bool, const EVEN: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        entry: u32,
    ) -> Option<Way<H, R::Mark>> {
        let index = entry::level::<H>(entry);
        let level = &layout.levels[entry::place(entry)];
        let pair = level.pair::<H, R::Mark, EVEN>(entry, &self.states);
        let [state, next] = self.states.with_next(index);
        state.laid = entry;
        let units = std::array::from_fn(|half| layout.seating.units(half, entry));
        let pool = simd.minus(&state.pool, units);
        let mark = rules.lay(state.mark, entry);
        // After a rest comes a candidate of the same level, which finds all as it was. Nobody reads what
        // is written to the next one meanwhile.
        next.pool = pool;
        next.mark = mark;
        let next = index + entry::is_piece::<H>(entry) as usize;
        let open = if SIGHT { self.look(simd, layout, &pool, entry)? } else { ALL };
        let may_lead_to = self.states[next].may_lead_to;
        Some(Way {
            level: next,
            pool,
            stored: index + 1,
            mark,
            tag: level.next_tag,
            pair,
            record: level.next_table.of(pair),
            more: level.next_more,
            set: if SIGHT { may_lead_to } else { ALL },
            is_turned: !EVEN && level.next_is_turned,
            open,
        })
    }

    /// Looks back along some more of the line after an entry.
    #[inline(always)]
    fn look_back<S: Simd>(&mut self, simd: S, layout: &Layout<H>, entry: u32) {
        let pool = self.states[(entry::level::<H>(entry) + 1) % STATES].pool;
        layout.sight.look_back::<_, _, STRETCH>(simd, &mut self.back, &pool, &mut self.states);
    }

    /// Looks along the lines from an entry that has been laid: every colour if what follows may be
    /// filled, none if it cannot. From a rest there is nothing to see. `None` if there is more to see.
    #[inline(always)]
    fn look<S: Simd>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        pool: &Pool<H>,
        entry: u32,
    ) -> Option<u32> {
        let index = entry::level::<H>(entry);
        let level = &layout.levels[entry::place(entry)];
        let mut reached = Reached::ALL;
        if level.below != LotsAt::NONE {
            let (below, above) = (level.below, entry::aside(entry));
            reached = layout.sight.look_ahead(simd, pool, below, above, self.states[index].reach);
        }
        self.states.at_mut(level.reach_to).reach = reached.colours;
        let open = reached.is_open;
        let line = usize::from(level.next_line);
        if line == 0 || open == 0 {
            return Some(open);
        }
        if R::TEETH {
            let mut back = layout.sight.begin(line);
            layout.sight.look_back::<_, _, WHOLE>(simd, &mut back, pool, &mut self.states);
            return Some(if back.is_closed() { 0 } else { open });
        }
        if !self.back.is_begun() {
            self.back = layout.sight.begin(line);
            return None;
        }
        let open = if self.back.is_closed() { 0 } else { open };
        self.back = Back::NOT;
        Some(open)
    }

    /// Pushes the candidates that are free, from a place of the stack on; slips below those that fit,
    /// with the last of those. Returns how many there are.
    #[inline(always)]
    fn push<S: Simd, const SIGHT: bool, const EVEN: bool>(
        &mut self,
        simd: S,
        (table, shelf): (&Table<H>, Shelf<'_>),
        rules: &R,
        way: Way<H, R::Mark>,
        place: usize,
    ) -> usize {
        let candidates = shelf.at(way.record);
        let mut count = 0;
        if !candidates.has_rest() {
            count += self.push_slips::<S, SIGHT>(simd, rules, &way, place);
        }
        let way = way.with_more_slips(rules, 0);
        let need = rules.need(way.mark, way.level);
        let admitted = rules.admitted(need, way.record.number());
        count += self.push_record::<S, SIGHT>(simd, &way, candidates, place + count, admitted);
        if !EVEN {
            let mut record = way.record.number();
            for _ in 0..way.more {
                record = table.next_of(record);
                let (admitted, place) = (rules.admitted(need, record), place + count);
                let candidates = table.records.at(record);
                count += self.push_record::<S, SIGHT>(simd, &way, candidates, place, admitted);
            }
        }
        count
    }

    /// Pushes the slips that are free, if one more is allowed. Returns how many there are.
    #[inline(always)]
    fn push_slips<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        rules: &R,
        way: &Way<H, R::Mark>,
        place: usize,
    ) -> usize {
        let mut count = 0;
        if let Some(lists) = rules.slips(way.mark, way.level, way.pair)
            && way.open != 0
        {
            let set = if SIGHT { way.with_more_slips(rules, 1).set } else { ALL };
            for Slips { lot, other } in lists {
                let among = Among { other, set, is_turned: way.is_turned };
                let mut number = lot;
                while number != 0 {
                    let Some(lot) = rules.slip_lot(number) else { break };
                    let room = self.stack[(place + count) % STACK..].first_chunk_mut();
                    let Some(room) = room else { break };
                    count += simd.take_slips(&way.pool, lot, among, way.tag, room);
                    number = lot.more;
                }
            }
        }
        count
    }

    /// Pushes the candidates of a record that are free and admitted. Returns how many there are.
    #[inline(always)]
    fn push_record<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        way: &Way<H, R::Mark>,
        candidates: &Record,
        place: usize,
        admitted: u32,
    ) -> usize {
        let Some(room) = self.stack[place % STACK..].first_chunk_mut() else { return 0 };
        let pool = if S::LOOKS_UP { &self.states[way.stored % STATES].pool } else { &way.pool };
        let count = if SIGHT {
            let within = Within { mask: admitted, set: way.set, is_turned: way.is_turned };
            simd.take_within(pool, candidates, within, way.tag, room)
        } else {
            simd.take(pool, candidates, admitted, way.tag, room)
        };
        count & way.open as usize
    }

    /// Lays the topmost entry and pushes what may follow it in its place. `None` if the entry is not to
    /// be laid: at a board, and at the end.
    #[inline(always)]
    fn step<S: Simd, const SIGHT: bool, const EVEN: bool>(
        &mut self,
        simd: S,
        layout: &Layout<H>,
        rules: &R,
        (table, shelf): (&Table<H>, Shelf<'_>),
        stand: Stand,
    ) -> Option<Stand> {
        let top = stand.top() % STACK;
        let entry = self.stack[top];
        if entry::place(entry) >= self.last_place {
            return None;
        }
        if SIGHT && !R::TEETH && self.back.is_under_way() {
            self.look_back(simd, layout, entry);
            if self.back.is_under_way() {
                return Some(stand);
            }
        }
        let Some(way) = self.lay_evenly::<S, SIGHT, EVEN>(simd, layout, rules, entry) else {
            return Some(stand);
        };
        let count = self.push::<S, SIGHT, EVEN>(simd, (table, shelf), rules, way, top);
        Some(stand.after(layout.levels[entry::place(entry)].advance, count))
    }

    /// The candidates of a level that may be tried, in the order of a stack, a rest written out.
    pub(crate) fn free_candidates<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        way: Way<H, R::Mark>,
    ) -> Vec<u32> {
        self.top =
            self.push::<S, SIGHT, false>(simd, (table, table.records.shelf()), rules, way, 1);
        let free = self.stacked().to_vec();
        let Some((&rest, others)) = free.split_first() else { return free };
        if entry::is_piece::<H>(rest) == 1 {
            return free;
        }
        let way = self.lay::<S, SIGHT>(simd, &table.layout, rules, rest);
        self.top =
            self.push::<S, SIGHT, false>(simd, (table, table.records.shelf()), rules, way, 1);
        [self.stacked(), others].concat()
    }

    /// Lays the entries of a partial board, and makes it the root. The first so many of them lie already.
    pub fn descend<S: Simd, const SIGHT: bool>(
        &mut self,
        simd: S,
        table: &Table<H>,
        rules: &R,
        entries: &[u32],
        lying: usize,
    ) {
        // The way on from the last one is not kept, so that one is laid anyway.
        let lying = lying.min(entries.len().saturating_sub(1));
        let mut way = None;
        if lying == 0 {
            way = Some(self.first_way::<S, SIGHT>(simd, &table.layout));
        }
        for (level, &bare) in entries.iter().enumerate().skip(lying) {
            let entry = entry::bare(bare) ^ entry::tag::<H>(level);
            way = Some(self.lay::<S, SIGHT>(simd, &table.layout, rules, entry));
        }
        self.root = entries.len();
        self.top = 0;
        if let Some(way) = way
            && entries.len() <= self.last
        {
            let free = self.free_candidates::<S, SIGHT>(simd, table, rules, way);
            self.set_untried(entries.len(), &free);
        }
    }
}

/// Where a step goes on to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<const H: usize, M> {
    /// The level whose candidates are looked for.
    level: usize,
    /// The pieces that are free for it, and the level whose state has them.
    pool: Pool<H>,
    stored: usize,
    /// What the rules remember of what lies before it.
    mark: M,
    /// Its tag.
    tag: u32,
    /// The colours around its cell.
    pair: u32,
    /// The record of its candidates.
    record: RecordAt,
    /// How many records more than one their list takes at most.
    more: u8,
    /// The colours that they may hand on if what follows has to fit.
    set: u32,
    /// Whether its line goes across those of the scan.
    is_turned: bool,
    /// All bits if what follows may be filled, none if it cannot.
    open: u32,
}

impl<const H: usize, M: Copy> Way<H, M> {
    /// The way for candidates with so many slips more than what lies.
    #[inline(always)]
    fn with_more_slips<R: Rules<Mark = M>>(&self, rules: &R, more: u8) -> Self {
        let set = if rules.has_spent(self.mark, self.level, more) { self.set } else { ALL };
        Self { set, ..*self }
    }
}

/// How many streams should take turns: as many steps as a processor keeps in flight.
pub const STREAMS: usize = 8;
/// Likewise, if they look along lines: then a step is longer.
pub const SIGHTED_STREAMS: usize = 6;

/// How many of so many streams should take turns if others have to wait: for these numbers there are copies of the
/// step for each stream.
pub fn at_once<const SIGHT: bool>(streams: usize) -> usize {
    let most = if SIGHT { SIGHTED_STREAMS } else { STREAMS };
    [most, most / 2].into_iter().find(|&count| count <= streams).unwrap_or(streams)
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
    // Records are found by the levels of the layout, without a check.
    assert!(
        streams.iter().all(|(table, _)| std::ptr::eq(layout, &*table.layout)),
        "a layout of other tables"
    );
    if layout.is_even && !R::TEETH {
        go_on::<S, H, R, SIGHT, true>(simd, layout, rules, streams, rounds)
    } else {
        go_on::<S, H, R, SIGHT, false>(simd, layout, rules, streams, rounds)
    }
}

/// Likewise; all levels are even, or need not be.
#[inline(always)]
fn go_on<S: Simd, const H: usize, R: Rules, const SIGHT: bool, const EVEN: bool>(
    simd: S,
    layout: &Layout<H>,
    rules: &R,
    streams: &mut [(&Table<H>, &mut Stream<H, R>)],
    rounds: u64,
) -> (u64, Option<usize>) {
    let rounds = rounds.min(Stand::ROUNDS);
    // Where the streams stand is kept apart from them, and each stream has a copy of the step for itself:
    // what a processor guesses, it guesses by the place in the program.
    macro_rules! take_turns {
        ($streams:expr, $($index:literal)*) => {{
            let streams: &mut [_; _] = $streams;
            let (mut round, mut halted) = (0, None);
            let mut stands = streams.each_ref().map(|(_, stream)| Stand::of(stream.top));
            let shelves = streams.each_ref().map(|(table, _)| table.records.shelf());
            while round < rounds {
                $(
                    let (table, stream) = &mut streams[$index];
                    let (lists, stand) = ((*table, shelves[$index]), stands[$index]);
                    match stream.step::<S, SIGHT, EVEN>(simd, layout, rules, lists, stand) {
                        Some(next) => stands[$index] = next,
                        None => {
                            halted = Some($index);
                            break;
                        }
                    }
                )*
                round += 1;
            }
            for ((_, stream), stand) in streams.iter_mut().zip(stands) {
                stream.come_to(stand);
            }
            if SIGHT && !R::TEETH {
                simd.apart(EndSteps { layout, rules, streams });
            }
            (round, halted)
        }};
    }
    if !SIGHT && let Ok(streams) = <&mut [_; STREAMS]>::try_from(&mut *streams) {
        return take_turns!(streams, 0 1 2 3 4 5 6 7);
    }
    if !SIGHT && let Ok(streams) = <&mut [_; STREAMS / 2]>::try_from(&mut *streams) {
        return take_turns!(streams, 0 1 2 3);
    }
    if SIGHT && let Ok(streams) = <&mut [_; SIGHTED_STREAMS]>::try_from(&mut *streams) {
        return take_turns!(streams, 0 1 2 3 4 5);
    }
    if SIGHT && let Ok(streams) = <&mut [_; SIGHTED_STREAMS / 2]>::try_from(&mut *streams) {
        return take_turns!(streams, 0 1 2);
    }
    let (mut round, mut halted) = (0, None);
    while round < rounds && halted.is_none() {
        // A closure would not be compiled for the vectors of this form.
        for (index, (table, stream)) in streams.iter_mut().enumerate() {
            let lists = (*table, table.records.shelf());
            let stand = Stand::of(stream.top);
            match stream.step::<S, SIGHT, EVEN>(simd, layout, rules, lists, stand) {
                Some(stand) => stream.come_to(stand),
                None => {
                    halted = Some(index);
                    break;
                }
            }
        }
        round += u64::from(halted.is_none());
    }
    if SIGHT && !R::TEETH {
        simd.apart(EndSteps { layout, rules, streams });
    }
    (round, halted)
}

/// Ends the steps of streams that have not seen all of a line yet: where a stream stands can be told between steps
/// alone.
struct EndSteps<'a, 'b, 'c, const H: usize, R: Rules> {
    layout: &'a Layout<H>,
    rules: &'a R,
    streams: &'a mut [(&'b Table<H>, &'c mut Stream<H, R>)],
}

impl<const H: usize, R: Rules> Work for EndSteps<'_, '_, '_, H, R> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { layout, rules, streams } = self;
        for (table, stream) in streams {
            while stream.back.is_begun() {
                let (lists, stand) = ((*table, table.records.shelf()), Stand::of(stream.top));
                match stream.step::<S, true, false>(simd, layout, rules, lists, stand) {
                    Some(stand) => stream.come_to(stand),
                    None => break,
                }
            }
        }
    }
}
