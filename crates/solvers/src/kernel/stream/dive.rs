//! The strict search without vectors: depth first, with a cursor in a list on each level.
//!
//! To ask all candidates of a record at once takes vectors. Without them it is faster to ask one after
//! another, and only when it is their turn: a step then has guesses to make, but little else to do. So in
//! plain Rust a single stream that has a long way to go dives. Three things make that fast:
//!
//! - Which pieces are used is a byte for each, written when a piece is laid or taken up again.
//! - What ends a list is never used: so there is one question for each candidate, not two.
//! - Pieces that have not been touched for thousands of steps are *struck off* the lists. On deep boards
//!   that is most of what a list would be asked in vain. They are put back as soon as the search comes back
//!   that far.
//!
//! A dive begins at the topmost entry of the stream's stack and goes through the subtree below it. When it
//! has to stop, the stream itself takes the steps that lead there, and passes over what has
//! been tried on the way. So wherever a dive stops, stack, levels and nodes are what they would be after as
//! many steps.
//!
//! That takes [even](super::Layout::is_even) levels, and pieces of which there is one each.

use super::super::entry::{self, SEATS};
use super::super::record::{Record, Records, TABLE};
use super::super::rules::Strict;
use super::super::simd::Portable;
use super::super::states::STATES;
use super::super::table::{Layout, NOBODY, Table};
use super::{Stand, Stream};

/// Steps that are worth preparing lists for.
const LONG: u64 = 1 << 13;
/// Steps after which it is asked again what can be struck off.
const SPELL: u64 = 1 << 16;
/// How many levels further up pieces are put back than the search has come back.
const SPARE: usize = 4;

/// What a list has room for, its end and the mark of its [rest](entry) included. There are as many words as
/// units of a [record's place](super::RecordAt), so that is where its list is, too.
const ROOM: usize = 1 << entry::AHEAD;
/// Room for all lists, those of sixteen tables.
const LISTS: usize = 16 * TABLE * ROOM;

/// What ends a list, and what is in all others.
///
/// Words of lists are entries with this bit turned. So nothing but pieces have it, and lists that nobody has
/// written to take no memory.
const END: u32 = 0;
const PIECE: u32 = entry::NONE;

/// Whether streams of a layout can dive.
pub fn is_possible<const H: usize>(layout: &Layout<H>) -> bool {
    H == 1
        && layout.is_even
        && layout.sight.is_blind()
        && layout.longest + 2 <= ROOM
        && !layout.seating.has_twins()
}

/// Goes on with one stream for so many steps, or until it halts, and returns what [`run`](super::run) does.
pub fn run<const H: usize>(
    table: &Table<H>,
    stream: &mut Stream<H>,
    steps: u64,
) -> (u64, Option<usize>) {
    let layout = &*table.layout;
    let step_by_step = |stream: &mut Stream<H>, steps| {
        super::run::<_, H, _, false>(Portable, layout, &Strict, &mut [(table, stream)], steps)
    };
    let is_long = is_possible(layout) && steps > LONG;
    let (taken, halted) = step_by_step(stream, if is_long { LONG } else { steps });
    if !is_long || halted.is_some() {
        return (taken, halted);
    }
    let (more, halted) = match Dive::new(table) {
        Some(mut dive) => dive.run(stream, steps - taken),
        None => step_by_step(stream, steps - taken),
    };
    (taken + more, halted)
}

/// All lists of a table, and where a search stands in them.
struct Dive<'a, const H: usize> {
    table: &'a Table<H>,
    /// Where the lists of the level after each begin.
    next_lists: [u32; STATES],
    /// How far it is from a level to the earlier one that the next gets a colour from.
    distance: usize,
    /// Every list that is not empty, and where it is.
    whole: Vec<(usize, [u32; ROOM])>,
    /// All lists, without the pieces that are struck off.
    lists: Box<[u32; LISTS]>,
    /// How many levels' pieces are struck off.
    struck: usize,
    /// One for each piece that is not there, since it is that of a hint.
    missing: [u8; SEATS],
    /// The level that the search stands before.
    level: usize,
    /// One for each piece that lies, or is not there.
    used: [u8; SEATS],
    /// The entries that lie on each level, as they stand in records.
    laid: [u32; STATES],
    /// Where the search goes on in each level's list.
    cursors: [u32; STATES],
}

/// Where a search below an entry has stopped.
struct Stop {
    /// The level that it stands on, and the word of its list that comes next; `None` if nothing is left.
    before: Option<(usize, u32)>,
    nodes: u64,
    steps: u64,
}

impl<'a, const H: usize> Dive<'a, H> {
    /// Prepares all lists; `None` if there is not enough room, or if it does not go the same way on all levels.
    fn new(table: &'a Table<H>) -> Option<Self> {
        let layout = &*table.layout;
        let level = |level| &layout.levels[entry::place_of::<H>(level)];
        let next_lists = |index| (level(index).next_table.number() * ROOM) as u32;
        let mut missing = [1; SEATS];
        missing[seat(END)] = 0;
        for (kind, _) in layout.seating.free_kinds(&layout.seating.pool) {
            missing[seat(word(layout.seating.seats().get(usize::from(kind))?.bits()))] = 0;
        }
        if table.records.len() > LISTS / ROOM {
            return None;
        }
        let list_of = |record| Some((record * ROOM, list_of(&table.records, record)?));
        let whole: Option<Vec<_>> = layout.first_records().map(list_of).collect();
        Some(Self {
            table,
            next_lists: std::array::from_fn(next_lists),
            distance: distance(layout)?,
            whole: whole?,
            lists: vec![END; LISTS].try_into().ok()?,
            struck: usize::MAX,
            missing,
            level: 0,
            used: missing,
            laid: [0; STATES],
            cursors: [0; STATES],
        })
    }

    /// Goes on with a stream for so many steps, or until it halts.
    fn run(&mut self, stream: &mut Stream<H>, steps: u64) -> (u64, Option<usize>) {
        let (mut taken, mut spell, mut highest) = (0, 0, usize::MAX);
        self.stand_before(stream, stream.depth());
        while taken < steps {
            let entry = stream.topmost();
            if entry::place(entry) >= stream.last_place {
                return (taken, Some(0));
            }
            if entry::is_piece::<H>(entry) == 0 {
                self.step(stream);
                (taken, spell) = (taken + 1, spell + 1);
                continue;
            }
            let level = entry::level::<H>(entry);
            self.come_back(level);
            highest = highest.min(level);
            if level < self.struck {
                self.strike_off(level.saturating_sub(SPARE));
            } else if spell >= SPELL {
                self.strike_off(highest);
                (spell, highest) = (0, level);
            }
            let most = (steps - taken).min(SPELL.saturating_sub(spell).max(1));
            let stop = self.search(level, word(entry), stream.last, most);
            let nodes = stream.nodes + stop.nodes;
            self.level = stop.before.map_or(level, |(depth, _)| depth);
            match stop.before {
                Some((depth, word)) => self.lead_there(stream, level, depth, word),
                None => stream.drop_topmost(),
            }
            stream.nodes = nodes;
            (taken, spell) = (taken + stop.steps, spell + stop.steps);
        }
        (taken, None)
    }

    /// Strikes the pieces off the lists that lie on the first levels, or are not there at all. All others are
    /// put back.
    fn strike_off(&mut self, levels: usize) {
        self.struck = levels;
        let mut used = self.missing;
        for &laid in self.laid.iter().take(levels) {
            used[seat(laid)] = 1;
        }
        for (start, whole) in &self.whole {
            let Some(list) = self.lists.get_mut(*start..*start + ROOM) else { continue };
            let mut count = 0;
            for &word in whole {
                list[count % ROOM] = word;
                count += usize::from(used[seat(word)] == 0);
                if word == END {
                    break;
                }
            }
        }
    }

    /// Stands where a stream stands, before a level.
    fn stand_before(&mut self, stream: &Stream<H>, level: usize) {
        self.used = self.missing;
        for (laid, state) in self.laid.iter_mut().zip(stream.states.iter().take(level)) {
            *laid = word(state.laid);
            self.used[seat(*laid)] = 1;
        }
        self.level = level;
    }

    /// Comes back to a level.
    fn come_back(&mut self, level: usize) {
        for laid in self.laid.iter().take(self.level).skip(level) {
            self.used[seat(*laid)] = 0;
        }
        self.level = level;
    }

    /// Searches everything below an entry of a level, for so many steps or until there is a candidate for the
    /// last level.
    #[inline(never)]
    fn search(&mut self, root: usize, first: u32, last: usize, steps: u64) -> Stop {
        let Self { next_lists, distance, lists, used, laid, cursors, .. } = self;
        let word_at = |cursor: u32| lists[cursor as usize % LISTS];
        let list_after = |level: usize, laid: &[u32; STATES], entry: u32| {
            let aside = laid[level.wrapping_sub(*distance) % STATES] & entry::colour_mask(true);
            next_lists[level % STATES] + (entry & entry::colour_mask(false) | aside)
        };
        let (mut level, mut left, mut rests) = (root, steps, 0);
        let mut word = first;
        let mut cursor;
        let before = 'search: loop {
            // A candidate is laid.
            used[seat(word)] = 1;
            laid[level % STATES] = word;
            left -= 1;
            cursor = list_after(level, laid, word);
            level += 1;
            // The next one is looked for.
            loop {
                word = word_at(cursor);
                cursor += 1;
                while used[seat(word)] != 0 {
                    word = word_at(cursor);
                    cursor += 1;
                }
                if word & PIECE != 0 {
                    break;
                }
                if word != END {
                    if left == 0 {
                        break 'search Some((level, word));
                    }
                    (left, rests) = (left - 1, rests + 1);
                    continue;
                }
                level -= 1;
                used[seat(laid[level % STATES])] = 0;
                if level == root {
                    break 'search None;
                }
                cursor = cursors[level % STATES];
            }
            if left == 0 || level == last {
                break Some((level, word));
            }
            cursors[level % STATES] = cursor;
        };
        Stop { before, nodes: steps - left - rests, steps: steps - left }
    }

    /// Leads a stream to where a search below its topmost entry has stopped.
    fn lead_there(&self, stream: &mut Stream<H>, root: usize, depth: usize, word: u32) {
        self.step(stream);
        for level in root + 1..depth {
            self.bring_up(stream, self.laid[level % STATES]);
            self.step(stream);
        }
        self.bring_up(stream, word);
    }

    /// Passes over what is on top of a word of a list.
    fn bring_up(&self, stream: &mut Stream<H>, word: u32) {
        while !stream.is_done() && entry::bare(stream.topmost()) != entry::bare(word ^ PIECE) {
            if entry::is_piece::<H>(stream.topmost()) == 1 {
                stream.drop_topmost();
            } else {
                self.step(stream);
            }
        }
    }

    /// Takes a step with a stream.
    fn step(&self, stream: &mut Stream<H>) {
        let (layout, lists) = (&self.table.layout, (self.table, self.table.records.shelf()));
        let stand = Stand::of(stream.top);
        let next = stream.step::<_, false, true>(Portable, layout, &Strict, lists, stand);
        if let Some(stand) = next {
            stream.come_to(stand);
        }
    }
}

/// How far it is from each level to the earlier one that the next level gets a colour from, in a layout with
/// even levels: in rows it is always as far. Before the first level nothing ever lies.
fn distance<const H: usize>(layout: &Layout<H>) -> Option<usize> {
    let earlier = |index| layout.levels[entry::place_of::<H>(index)].next_earlier[0].level.level();
    let levels = 0..layout.depths().saturating_sub(1);
    let distance = levels.clone().find(|&level| earlier(level) <= level)?;
    let is_as_far =
        |level: usize| earlier(level) == level.checked_sub(distance).unwrap_or(usize::from(NOBODY));
    levels.clone().all(is_as_far).then_some(distance)
}

/// An entry as a word of a list.
fn word(entry: u32) -> u32 {
    entry::bare(entry) ^ PIECE
}

/// The number of a piece's byte.
#[inline(always)]
fn seat(word: u32) -> usize {
    entry::seat_number::<1>(word) % SEATS
}

/// The list that begins with a record, as it is gone through: the mark of its rest comes right before that.
/// `None` if it is too long.
fn list_of(records: &Records, record: usize) -> Option<[u32; ROOM]> {
    let words = |record: &Record| {
        let words = record.entries.0.into_iter().rev().map(|entry| entry ^ PIECE);
        words.filter(|&word| word != END).collect::<Vec<_>>()
    };
    let mut all = words(records.at(record));
    if records.at(record).has_rest() {
        all.extend(words(records.at(record + TABLE)));
    }
    let mut list = [END; ROOM];
    list.get_mut(..all.len()).filter(|_| all.len() < ROOM)?.copy_from_slice(&all);
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::super::super::sight::Outlook;
    use super::*;
    use crate::exact::plan::Plan;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Puzzle, Shape};

    fn table(puzzle: &Puzzle, by_columns: bool) -> Table<1> {
        let mut order: Vec<_> = puzzle.topology().cells().collect();
        if by_columns {
            order.sort_by_key(|&cell| (puzzle.shape().position(cell).1, cell));
        }
        let plan = Plan::new(puzzle, &order, true);
        Table::new(puzzle, &plan, &order, &Outlook::BLIND).unwrap()
    }

    fn puzzle(width: u16, height: u16, colours: u32, rim_colours: u32) -> Puzzle {
        let recipe =
            Recipe { rim_colours, ..Recipe::new(Shape::square(width, height), colours, 2) };
        generate(&recipe).unwrap().puzzle
    }

    /// Dives and steps side by side, for so many steps at a time. Returns the nodes and boards.
    fn compare(table: &Table<1>, goal: usize, shares: impl Iterator<Item = u64>) -> [u64; 2] {
        let layout = &*table.layout;
        assert!(is_possible(layout));
        let begin = || {
            let mut stream = Stream::<1>::new(layout, goal);
            stream.descend::<_, false>(Portable, table, &Strict, &[], 0);
            stream
        };
        let (mut steps, mut dives) = (begin(), begin());
        let mut dive = Dive::new(table).unwrap();
        let (mut nodes, mut boards) = (0, 0);
        for share in shares {
            let streams = &mut [(table, &mut *steps)];
            let expected =
                super::super::run::<_, 1, _, false>(Portable, layout, &Strict, streams, share);
            assert_eq!(dive.run(&mut dives, share), expected);
            assert_eq!(dives.stacked(), steps.stacked());
            assert_eq!(dives.laid(), steps.laid());
            assert_eq!(dives.pool(dives.depth()), steps.pool(steps.depth()));
            let visited = steps.take_nodes();
            assert_eq!(dives.take_nodes(), visited);
            nodes += visited;
            if expected.1.is_some() {
                assert_eq!(dives.take_board(), steps.take_board());
                if !steps.is_at_goal() {
                    break;
                }
                boards += 1;
                assert_eq!(dives.laid(), steps.laid());
                dives.leave_goal();
                steps.leave_goal();
            }
        }
        [nodes, boards]
    }

    #[test]
    fn wherever_a_dive_stops_all_is_as_after_so_many_steps() {
        let shares = || (0..4000).map(|turn: u64| turn * turn % 211 + 1);
        for by_columns in [false, true] {
            let small = table(&puzzle(9, 5, 7, 3), by_columns);
            for goal in [1, 2, 20, 30, 45] {
                compare(&small, goal, shares());
            }
        }
        // The lists of its rim have rests.
        let large = table(&puzzle(16, 16, 22, 5), false);
        assert!(large.layout.longest > 8);
        compare(&large, 3, shares());
        for goal in [20, 60, 256] {
            let [nodes, boards] = compare(&large, goal, shares());
            assert!(
                nodes > 200_000 || boards > 3000,
                "goal {goal}: {nodes} nodes, {boards} boards"
            );
        }
    }

    #[test]
    fn pieces_come_and_go_on_the_lists_during_a_long_dive() {
        let large = table(&puzzle(16, 16, 22, 5), false);
        let [nodes, _] = compare(&large, 256, [9 * SPELL + 5; 3].into_iter());
        assert!(nodes > 20 * SPELL);
        let small = table(&puzzle(6, 6, 9, 3), false);
        let [nodes, boards] = compare(&small, 36, [3 * SPELL; 40].into_iter());
        assert!(nodes > 4 * SPELL && boards > 0, "{nodes} nodes, {boards} boards");
    }
}
