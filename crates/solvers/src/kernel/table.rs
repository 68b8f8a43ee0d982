//! A plan packed for the kernel: levels, records of candidates, and where each piece's bit is.
//!
//! A [record] is a list of up to eight candidates, found by the colours in the two slots
//! that a level looks at. Candidates stand in reverse, since what is pushed last is taken up first.
//!
//! Longer lists go on in further records, which a step goes through one after another. Nobody can
//! foresee for how many, so on boards of up to 256 pieces the first record of a long list ends with a
//! [*rest*](entry): a candidate that leads to the record with the rest of the list, [`TABLE`] records
//! further. Only rests of more than eight candidates go on from there.

use std::collections::HashMap;
use std::sync::Arc;

use tilewright_puzzle::{Cell, Puzzle, Rotation, Side};

use super::entry::{self, Seat};
use super::lot::LotsAt;
use super::pool::Seating;
use super::record::{self, Record, Records, TABLE, TableAt};
use super::scan::{Scan, opposite};
use super::sight::{Outlook, Sight};
use super::states::{STATES, StateAt, States};
use super::stream;
use crate::exact::plan::{Candidate, Depth, Plan};

/// The level that nothing ever lies on: it stands for neighbours that ask for nothing.
pub const NOBODY: u16 = STATES as u16 - 1;
/// Room on a stream's stack.
pub const STACK: usize = 1 << 14;
/// What a step has to know about one depth of the search, and the one after it.
///
/// The colours around a level's cell lead to its record: one comes from a neighbour along the lines
/// of the scan, one from a neighbour across. What the level itself hands over to the next one is taken
/// from its entry at once, not from what lies: nobody has to wait for it to be stored.
///
/// All of it is in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Level {
    /// Where the next level's table begins.
    pub next_table: TableAt,
    /// The mark of the next level's entries.
    pub next_tag: u32,
    /// The colour of this level's entries that the next one gets, as a mask.
    pub handed_over: u32,
    /// The earlier levels that the next one gets a colour from: most have one, some two.
    pub next_earlier: [Earlier; 2],
    /// What laying an entry adds to where its stream [stands](super::stream), the candidates that come
    /// after it left out.
    pub advance: u64,
    /// How many records more than one a list of the next level takes.
    pub next_more: u8,
    /// Whether the next level's line goes across those of the scan: which of the two colours of an
    /// entry is handed on along it.
    pub next_is_turned: bool,
    /// The line that begins after this level; 0 if none does.
    pub next_line: u16,
    /// The lots of the place below; see [`Sight`].
    pub below: LotsAt,
    /// The level of the next place in the line, if there is one.
    pub reach_to: StateAt,
}

impl Level {
    const UNKNOWN: Self = Self {
        next_table: TableAt::NONE,
        next_tag: 0,
        handed_over: 0,
        next_earlier: [Earlier::NOBODY; 2],
        advance: 0,
        next_more: 0,
        next_is_turned: false,
        next_line: 0,
        below: LotsAt::NONE,
        reach_to: StateAt::of(NOBODY as usize),
    };
}

/// A puzzle packed for one fill order.
#[derive(Clone, Debug)]
pub struct Table<const H: usize> {
    /// What does not change when candidates are shuffled.
    pub(crate) layout: Arc<Layout<H>>,
    /// The lists of candidates.
    pub(crate) records: Records,
    /// Where the rest of a list goes on after each full record; 0, which is empty, if it does not.
    next_record: Vec<u32>,
}

impl Level {
    /// The colours around the next level's cell, as they stand in an entry, if this entry lies on this level
    /// and all levels are even, or need not be.
    #[inline(always)]
    pub fn pair<const H: usize, M: Copy, const EVEN: bool>(
        &self,
        entry: u32,
        states: &States<H, M>,
    ) -> u32 {
        let [first, second] = &self.next_earlier;
        let laid = |earlier: &Earlier| states.at(earlier.level).laid;
        if EVEN {
            entry & entry::colour_mask(false) | laid(first) & entry::colour_mask(true)
        } else {
            entry & self.handed_over | laid(first) & first.colour | laid(second) & second.colour
        }
    }

    /// Makes the level even, if that can be done: it hands over its colour ahead, and the next one gets
    /// another colour from across at most, and has lists of one record. Entries that show nothing ahead
    /// can hand that over as well.
    fn even_out(&mut self, shows_nothing: bool) -> bool {
        let [ahead, aside] = [false, true].map(entry::colour_mask);
        if self.handed_over == 0 && shows_nothing {
            self.handed_over = ahead;
        }
        let [first, second] = &self.next_earlier;
        self.handed_over & ahead != 0
            && [0, aside].contains(&first.colour)
            && second.colour == 0
            && self.next_more == 0
            && !self.next_is_turned
    }

    /// Notes that the next level gets a colour from another one, from across or from along.
    fn get_from(&mut self, level: usize, is_across: bool, is_this: bool) {
        let colour = entry::colour_mask(is_across);
        if is_this {
            self.handed_over |= colour;
            return;
        }
        let is_second = self.next_earlier[0].colour != 0;
        self.next_earlier[usize::from(is_second)] = Earlier { level: StateAt::of(level), colour };
    }
}

/// A level that another one, not the next, gets a colour from.
#[derive(Clone, Copy, Debug)]
pub struct Earlier {
    /// The level.
    pub level: StateAt,
    /// The colour of its entries, as a mask.
    pub colour: u32,
}

impl Earlier {
    const NOBODY: Self = Self { level: StateAt::of(NOBODY as usize), colour: 0 };
}

/// What is the same for every order of the candidates.
#[derive(Debug)]
pub struct Layout<const H: usize> {
    /// One for each [place](entry) of an entry.
    pub levels: [Level; STATES],
    /// Whether all levels are [even](Level::pair): then a step has less to ask for.
    pub is_even: bool,
    /// Where the pieces are counted.
    pub seating: Seating<H>,
    /// The table of the first level.
    pub first_table: TableAt,
    /// How many records more than one its list takes.
    pub first_more: u8,
    /// How many candidates the longest list has.
    pub longest: usize,
    /// What can be seen along lines; nothing for a blind search.
    pub sight: Sight<H>,
    /// For each depth the sides whose colours are ahead and aside.
    sides: Vec<Ways>,
    /// For each list that is not empty its first record, its place in the plan, the colours it is found by, and
    /// the sides whose colours are ahead and aside.
    lists: Vec<List>,
}

#[derive(Clone, Copy, Debug)]
struct List {
    record: u32,
    start: u32,
    along: u16,
    across: u16,
    sides: Ways,
}

impl<const H: usize> Layout<H> {
    /// How many cells the search fills.
    pub fn depths(&self) -> usize {
        self.sides.len()
    }

    /// The first records of all lists that are not empty.
    pub fn first_records(&self) -> impl Iterator<Item = usize> {
        self.lists.iter().map(|list| list.record as usize)
    }

    /// How many of so many walks should take turns.
    pub fn at_once(&self, walks: usize) -> usize {
        if self.sight.is_blind() {
            stream::at_once::<false>(walks)
        } else {
            stream::at_once::<true>(walks)
        }
    }
}

impl<const H: usize> Table<H> {
    /// Packs a plan; `None` if it does not fit: if it has too many pieces, cells or colours, or if
    /// some cell has more than two neighbours before it or after it.
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell], outlook: &Outlook) -> Option<Self> {
        let fits = puzzle.topology().side_count() == 4
            && plan.depths().len() <= entry::levels::<H>()
            && plan.colour_count() <= entry::colours::<H>()
            && plan.depths().iter().all(|depth| depth.checks.is_empty());
        if !fits {
            return None;
        }
        let seating = Seating::new(plan)?;
        let scan = Scan::of(puzzle.shape(), order)?;
        let ways = |depth: &Depth| sides(puzzle, depth, scan);
        let all_sides: Option<Vec<_>> = plan.depths().iter().map(ways).collect();
        let all_sides = all_sides?;
        let mut levels = [Level::UNKNOWN; STATES];
        for (place, level) in levels.iter_mut().enumerate() {
            level.advance = stream::advance::<H>(place);
        }
        let (mut tables, mut lists) = (HashMap::new(), Vec::new());
        let mut records = Records::default();
        let (mut stack, mut first_table, mut first_more) = (16, TableAt::NONE, 0);
        let mut longest_of_all = 0;
        for (index, (depth, &sides)) in plan.depths().iter().zip(&all_sides).enumerate() {
            let writers = depth.keys.map(|slot| writer(plan, &all_sides, slot));
            // Of the two keys of the plan's table, the one that comes from across.
            let across = match writers {
                [Some((_, true)), Some((_, false)) | None] | [None, None] => 0,
                [Some((_, false)), Some((_, true)) | None] => 1,
                [None, Some((_, across))] => usize::from(across),
                _ => return None,
            };
            let longest = plan.lists_of(depth).map(|(_, start)| plan.list(start).len()).max();
            let longest = longest.unwrap_or(0);
            let has_rests = H == 1 && longest > record::ROOM;
            let (table, rests) = *tables.entry((depth.table, sides, across)).or_insert_with(|| {
                let first = records.add_table();
                lists.extend(plan.lists_of(depth).map(|(keys, start)| {
                    let (along, across) = (keys[1 - across], keys[across]);
                    let record = first.number() as u32 + u32::from(across) * 32 + u32::from(along);
                    List { record, start, along, across, sides }
                }));
                // The rests of its lists follow.
                (first, if has_rests { records.add_table() } else { TableAt::NONE })
            });
            let more = if has_rests { 0 } else { more_records(longest) };
            match index.checked_sub(1) {
                Some(before) => {
                    let level = &mut levels[entry::place_of::<H>(before)];
                    (level.next_table, level.next_more) = (table, more);
                    level.next_tag = entry::tag::<H>(index);
                    for (earlier, is_across) in writers.into_iter().flatten() {
                        level.get_from(earlier, is_across, earlier == before);
                    }
                }
                None => (first_table, first_more) = (table, more),
            }
            if has_rests {
                let level = &mut levels[entry::place_of_rest(index)];
                level.next_table = rests;
                level.next_more = more_records(longest + 1 - record::ROOM);
                level.next_tag = entry::tag::<H>(index);
                // A rest knows both colours itself.
                level.handed_over = entry::colour_mask(false) | entry::colour_mask(true);
                for (earlier, is_across) in writers.into_iter().flatten() {
                    if is_across {
                        level.get_from(earlier, is_across, false);
                    }
                }
            }
            (stack, longest_of_all) = (stack + longest + 1, longest_of_all.max(longest));
        }
        if stack > STACK {
            return None;
        }
        let sight = Sight::new(puzzle, plan, order, scan, outlook, seating.seats());
        sight.mark(&mut levels);
        let is_even = even_out::<H>(&mut levels, &all_sides);
        let layout = Layout {
            levels,
            is_even,
            seating,
            first_table,
            first_more,
            longest: longest_of_all,
            sight,
            sides: all_sides,
            lists,
        };
        let mut table =
            Self { layout: Arc::new(layout), next_record: vec![0; records.len()], records };
        table.pack(plan);
        Some(table)
    }

    /// Takes the candidates over from the plan, whose lists may have been shuffled since.
    pub fn pack(&mut self, plan: &Plan) {
        let layout = Arc::clone(&self.layout);
        for list in &layout.lists {
            let candidates = plan.list(list.start);
            let entries: Vec<_> = candidates.iter().map(|c| self.entry(c, list.sides)).collect();
            if H > 1 || entries.len() <= record::ROOM {
                self.write(list.record, &entries);
                continue;
            }
            let (first, others) = entries.split_at(record::ROOM - 1);
            let rest = entry::rest(list.along, list.across);
            self.write(list.record, &[first, &[rest]].concat());
            self.write(list.record + TABLE as u32, others);
        }
    }

    /// How many walks should take turns.
    pub fn walks_at_once(&self) -> usize {
        self.layout.at_once(usize::MAX)
    }

    /// The record where a list goes on; 0, which is empty, if it does not.
    #[inline(always)]
    pub fn next_of(&self, record: usize) -> usize {
        self.next_record.get(record).map_or(0, |&next| next as usize)
    }

    /// The entry of a candidate for a depth.
    pub fn entry_of(&self, depth: usize, candidate: &Candidate) -> u32 {
        let sides = self.layout.sides.get(depth);
        sides.map_or(entry::NONE, |&sides| self.entry(candidate, sides))
    }

    /// The sides whose colours a depth passes on, ahead and aside.
    pub(crate) fn sides_of(&self, depth: usize) -> Ways {
        self.layout.sides.get(depth).copied().unwrap_or_default()
    }

    /// Where the bits of each kind of piece are.
    pub fn seats(&self) -> &[Seat] {
        self.layout.seating.seats()
    }

    /// Writes a list into records, from this one on.
    fn write(&mut self, record: u32, entries: &[u32]) {
        let reversed: Vec<_> = entries.iter().rev().copied().collect();
        let mut record = record;
        for (index, chunk) in reversed.chunks(record::ROOM).enumerate() {
            if index > 0 {
                record = self.go_on(record);
            }
            if let Some(place) = self.records.at_mut(record as usize) {
                *place = Record::new(chunk);
            }
        }
    }

    /// The record where the list of a full one goes on.
    fn go_on(&mut self, record: u32) -> u32 {
        let unused = self.records.len() as u32;
        let Some(next) = self.next_record.get_mut(record as usize) else { return unused };
        if *next == 0 {
            *next = unused;
            self.records.add();
            self.next_record.push(0);
        }
        self.next_record[record as usize]
    }

    /// The entries of a partial board, given by the plan's candidates on its first depths.
    pub fn entries(&self, plan: &Plan, laid: &[u32]) -> Vec<u32> {
        let sides = self.layout.sides.iter();
        let candidates = laid.iter().filter_map(|&index| plan.candidates().get(index as usize));
        candidates.zip(sides).map(|(candidate, &sides)| self.entry(candidate, sides)).collect()
    }

    fn entry(&self, candidate: &Candidate, sides: Ways) -> u32 {
        let seat = self.seats().get(usize::from(candidate.kind));
        let [ahead, aside] =
            sides.map(|side| side.map_or(0, |side: Side| candidate.out[side.index()]));
        seat.map_or(entry::NONE, |&seat| entry::new(seat, candidate.rotation.0, ahead, aside))
    }

    /// The candidate of a depth's list that an entry stands for, counted from the list's start.
    pub fn place_in(&self, list: &[Candidate], entry: u32) -> Option<usize> {
        let bare = entry::bare(entry);
        let seat = |candidate: &Candidate| self.seats().get(usize::from(candidate.kind));
        list.iter().position(|candidate| {
            let Rotation(rotation) = candidate.rotation;
            seat(candidate)
                .is_some_and(|&seat| entry::new(seat, rotation, 0, 0) == bare & entry::IDENTITY)
        })
    }
}

/// Makes all levels even, if that can be done with all of them.
fn even_out<const H: usize>(levels: &mut [Level; STATES], sides: &[Ways]) -> bool {
    sides.iter().enumerate().all(|(index, [ahead, _])| {
        let rest = &mut levels[entry::place_of_rest(index)];
        let is_even = H > 1 || rest.next_tag == 0 || rest.even_out(false);
        is_even && levels[entry::place_of::<H>(index)].even_out(ahead.is_none())
    })
}

/// How many records more than one a list takes.
fn more_records(candidates: usize) -> u8 {
    candidates.div_ceil(record::ROOM).saturating_sub(1).min(255) as u8
}

/// The sides whose colours a depth passes on, ahead and aside; none towards the rim.
type Ways = [Option<Side>; 2];

/// The sides whose colours a depth passes on: one along the lines of the scan, one across. `None`
/// if more are asked for.
fn sides(puzzle: &Puzzle, depth: &Depth, scan: Scan) -> Option<Ways> {
    let pick = |forwards: Side| {
        let is_asked_for = |side: &Side| depth.outs[side.index()] != Plan::WASTE;
        let asked: Vec<_> =
            [forwards, opposite(forwards)].into_iter().filter(is_asked_for).collect();
        let is_inside = |side: &Side| puzzle.topology().neighbour(depth.cell, *side).is_some();
        let side = asked.first().copied().or(Some(forwards).filter(is_inside));
        (asked.len() <= 1).then_some(side)
    };
    Some([pick(scan.right)?, pick(scan.down)?])
}

/// The level that leaves a colour in a slot of the plan, and whether it does so across the lines.
fn writer(plan: &Plan, sides: &[Ways], slot: usize) -> Option<(usize, bool)> {
    if slot == Plan::BLANK {
        return None;
    }
    plan.depths().iter().zip(sides).enumerate().find_map(|(level, (depth, sides))| {
        let writes = |side: &Option<Side>| side.is_some_and(|s| depth.outs[s.index()] == slot);
        let side = sides.iter().position(writes)?;
        Some((level, side == 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::schedule::Comb;
    use tilewright_formats::embedded;

    #[test]
    fn plain_rows_are_even_and_combs_and_rows_with_clues_are_not() {
        let is_even = |name: &str, comb: Option<Comb>| {
            let puzzle = embedded::puzzle(name).unwrap();
            let rows = || puzzle.topology().cells().collect();
            let order: Vec<_> = comb.map_or_else(rows, |comb| comb.cells(puzzle.shape()));
            let plan = Plan::new(&puzzle, &order, true);
            Table::<1>::new(&puzzle, &plan, &order, &Outlook::FAR).unwrap().layout.is_even
        };
        assert!(is_even("eternity2-free", None));
        assert!(!is_even("eternity2-free", Some(Comb { rows: 11, left: 5, turns: 0 })));
        assert!(!is_even("eternity2-strict", None));
    }
}
