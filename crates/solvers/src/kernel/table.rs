//! A plan packed for the kernel: levels, records of candidates, and where each piece's bit is.
//!
//! A record is a list of up to eight candidates, 32 bytes, found by the colours in the two slots
//! that a level looks at; longer lists go on in further records. Candidates stand in reverse, since
//! what is pushed last is taken up first.

use std::collections::HashMap;
use std::sync::Arc;

use tilewright_puzzle::{Cell, Puzzle, Rotation, Side};

use super::entry::{self, Seat};
use super::scan::{Scan, opposite};
use super::sight::{Outlook, Sight};
use super::simd::{Eight, Pool};
use super::stream::STATES;
use crate::exact::plan::{Candidate, Depth, Plan};

/// A record without candidates.
const EMPTY: Eight = Eight([entry::NONE; 8]);
/// The state that takes what nobody asks for.
const NOBODY: u16 = STATES as u16 - 1;
/// Room on a stream's stack.
pub const STACK: usize = 1 << 14;
/// What a step has to know about one depth of the search, and the one after it.
///
/// The colours around a level's cell lead to its record: one comes from a neighbour along the lines
/// of the scan, one from a neighbour across. They lie in the [stream](super::stream::Stream),
/// but for the one along the lines if it comes from the entry that is laid just before.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Level {
    /// The first record of the next level's table.
    pub next_table: u32,
    /// The mark of the next level's entries.
    pub next_tag: u32,
    /// The level whose state takes the colour ahead.
    pub ahead_to: u16,
    /// The level whose state takes the colour aside.
    pub aside_to: u16,
    /// The colour ahead if the next level gets it at once, else nothing.
    pub handed_over: u16,
    /// The level of the next place in the line, if there is one.
    pub reach_to: u16,
    /// The first lot of the place below; see [`Sight`].
    pub below: u32,
    /// The line that begins after this level; 0 if none does.
    pub next_line: u16,
    /// Where in the next level's entries the colour is that they hand on along their line.
    pub next_hands_on: u32,
}

impl Level {
    const UNKNOWN: Self = Self {
        next_table: 0,
        next_tag: 0,
        ahead_to: NOBODY,
        aside_to: NOBODY,
        handed_over: 0,
        reach_to: NOBODY,
        below: 0,
        next_line: 0,
        next_hands_on: entry::AHEAD,
    };
}

/// A puzzle packed for one fill order.
#[derive(Clone, Debug)]
pub struct Table<const H: usize> {
    /// What does not change when candidates are shuffled.
    pub layout: Arc<Layout<H>>,
    /// The lists of candidates.
    pub records: Vec<Eight>,
    /// Where the list of each full record goes on; 0 if it does not.
    pub next_record: Vec<u32>,
}

/// What is the same for every order of the candidates.
#[derive(Debug)]
pub struct Layout<const H: usize> {
    /// One for each depth.
    pub levels: [Level; STATES],
    /// What laying a piece takes off the pool, by the number of its seat.
    pub units: [Pool<H>; 1024],
    /// The first record of the first level.
    pub first_table: u32,
    /// All pieces free.
    pub pool: Pool<H>,
    /// What can be seen along lines; `None` for a blind search.
    pub sight: Option<Sight<H>>,
    seats: Vec<Seat>,
    /// For each word of the pool and each of its bits, from the top, the kind of piece that is free
    /// if the bit is set, and how many there are of it.
    kinds: [[[(u16, u16); 32]; 8]; H],
    /// The bits that say whether a piece is free.
    tops: Pool<H>,
    /// For each depth the sides whose colours are ahead and aside.
    sides: Vec<[Side; 2]>,
    /// For each list that is not empty its first record, its place in the plan, and the sides whose
    /// colours are ahead and aside.
    lists: Vec<List>,
}

#[derive(Clone, Copy, Debug)]
struct List {
    record: u32,
    start: u32,
    sides: [Side; 2],
}

impl<const H: usize> Table<H> {
    /// Packs a plan; `None` if it does not fit: if it has too many pieces, cells or colours, or if
    /// some cell has more than two neighbours before it or after it.
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell], outlook: &Outlook) -> Option<Self> {
        let fits = puzzle.topology().side_count() == 4
            && plan.depths().len() <= entry::LEVELS
            && plan.colour_count() <= entry::COLOURS
            && plan.depths().iter().all(|depth| depth.checks.is_empty());
        if !fits {
            return None;
        }
        let (seats, pool) = seats::<H>(plan)?;
        let scan = Scan::of(puzzle.shape(), order)?;
        let all_sides: Option<Vec<_>> = plan.depths().iter().map(|d| sides(d, scan)).collect();
        let all_sides = all_sides?;
        let mut levels = [Level::UNKNOWN; STATES];
        let (mut tables, mut lists, mut records) = (HashMap::new(), Vec::new(), 0);
        let (mut stack, mut first_table) = (16, 0);
        for (index, (depth, &sides)) in plan.depths().iter().zip(&all_sides).enumerate() {
            let writers = depth.keys.map(|slot| writer(plan, &all_sides, slot));
            // Of the two keys of the plan's table, the one that comes from across.
            let across = match writers {
                [Some((_, true)), Some((_, false)) | None] | [None, None] => 0,
                [Some((_, false)), Some((_, true)) | None] => 1,
                [None, Some((_, across))] => usize::from(across),
                _ => return None,
            };
            let table = *tables.entry((depth.table, sides, across)).or_insert_with(|| {
                let first = records;
                lists.extend(plan.lists_of(depth).map(|(keys, start)| {
                    let (along, across) = (keys[1 - across], keys[across]);
                    let record = first + u32::from(across) * 32 + u32::from(along);
                    List { record, start, sides }
                }));
                records += 1024;
                first
            });
            for (level, is_across) in writers.into_iter().flatten() {
                let from = &mut levels[level];
                match is_across {
                    true => from.aside_to = index as u16,
                    false if level + 1 == index => from.handed_over = entry::AHEAD_COLOUR,
                    false => from.ahead_to = index as u16,
                }
            }
            match index.checked_sub(1) {
                Some(before) => {
                    levels[before].next_table = table;
                    levels[before].next_tag = entry::tag(index);
                }
                None => first_table = table,
            }
            let longest = plan.lists_of(depth).map(|(_, start)| plan.list(start).len()).max();
            stack += longest.unwrap_or(0);
        }
        if stack > STACK {
            return None;
        }
        let mut units = [[Eight::default(); H]; 1024];
        for (kind, seat) in plan.kinds().iter().zip(&seats) {
            let unit = &mut units[entry::seat_number::<H>(seat.bits())];
            // The lowest bit of the piece's count; see `seats`.
            let lowest = 32 - u32::from(seat.shift) - count_bits(kind.free.len());
            unit[usize::from(seat.half) % H].0[usize::from(seat.word) % 8] = 1 << lowest;
        }
        let sight = Sight::new(puzzle, plan, order, outlook, &seats);
        if let Some(sight) = &sight {
            sight.mark(&mut levels);
        }
        let mut kinds = [[[(0, 0); 32]; 8]; H];
        let mut tops = [Eight::default(); H];
        for (number, (kind, seat)) in plan.kinds().iter().zip(&seats).enumerate() {
            let (half, word) = (usize::from(seat.half) % H, usize::from(seat.word) % 8);
            let shift = seat.shift % 32;
            kinds[half][word][usize::from(shift)] = (number as u16, kind.free.len() as u16);
            tops[half].0[word] |= 1 << (31 - shift);
        }
        let layout = Layout {
            levels,
            units,
            first_table,
            pool,
            sight,
            seats,
            kinds,
            tops,
            sides: all_sides,
            lists,
        };
        let mut table = Self {
            layout: Arc::new(layout),
            records: vec![EMPTY; records as usize],
            next_record: vec![0; records as usize],
        };
        table.pack(plan);
        Some(table)
    }

    /// Takes the candidates over from the plan, whose lists may have been shuffled since.
    pub fn pack(&mut self, plan: &Plan) {
        let layout = Arc::clone(&self.layout);
        for list in &layout.lists {
            let candidates = plan.list(list.start);
            let entries: Vec<_> = candidates.iter().map(|c| self.entry(c, list.sides)).collect();
            self.write(list.record, &entries);
        }
    }

    /// The entry of a candidate for a depth.
    pub fn entry_of(&self, depth: usize, candidate: &Candidate) -> u32 {
        let sides = self.layout.sides.get(depth);
        sides.map_or(entry::NONE, |&sides| self.entry(candidate, sides))
    }

    /// The sides whose colours a depth passes on, ahead and aside.
    pub fn sides_of(&self, depth: usize) -> Option<[Side; 2]> {
        self.layout.sides.get(depth).copied()
    }

    /// Where the bits of each kind of piece are.
    pub fn seats(&self) -> &[Seat] {
        &self.layout.seats
    }

    /// The kinds of pieces that are free, with their numbers.
    pub fn free_kinds(&self, pool: &Pool<H>) -> impl Iterator<Item = (u16, u16)> {
        let words = (0..H).flat_map(|half| (0..8).map(move |word| (half, word)));
        words.flat_map(move |(half, word)| {
            let all = pool[half].0[word];
            let mut bits = all & self.layout.tops[half].0[word];
            std::iter::from_fn(move || {
                let shift = bits.leading_zeros();
                bits &= !(1u32.checked_shl(31 - shift.min(31))?);
                let (kind, copies) = *self.layout.kinds[half][word].get(shift as usize)?;
                Some((kind, copies_left(all << shift, copies)))
            })
        })
    }

    /// For each record that a plan's list begins in, the list.
    pub fn lists(&self) -> impl Iterator<Item = (u32, u32)> {
        self.layout.lists.iter().map(|list| (list.record, list.start))
    }

    /// Adds a list of entries, to be tried from the first on, and returns its first record.
    pub fn add_list(&mut self, entries: &[u32]) -> u32 {
        let first = self.records.len() as u32;
        self.records.push(EMPTY);
        self.next_record.push(0);
        self.write(first, entries);
        first
    }

    /// Writes a list into records, from this one on.
    fn write(&mut self, record: u32, entries: &[u32]) {
        let reversed: Vec<_> = entries.iter().rev().copied().collect();
        let mut record = record;
        for (index, chunk) in reversed.chunks(8).enumerate() {
            if index > 0 {
                record = self.go_on(record);
            }
            if let Some(record) = self.records.get_mut(record as usize) {
                record.0[..chunk.len()].copy_from_slice(chunk);
            }
        }
    }

    /// The record where the list of a full one goes on.
    fn go_on(&mut self, record: u32) -> u32 {
        let unused = self.records.len() as u32;
        let Some(next) = self.next_record.get_mut(record as usize) else { return unused };
        if *next == 0 {
            *next = unused;
            self.records.push(EMPTY);
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

    fn entry(&self, candidate: &Candidate, sides: [Side; 2]) -> u32 {
        let seat = self.layout.seats.get(usize::from(candidate.kind));
        let [ahead, aside] = sides.map(|side| candidate.out[side.index()]);
        seat.map_or(entry::NONE, |&seat| entry::new(seat, candidate.rotation.0, ahead, aside))
    }

    /// The candidate of a depth's list that an entry stands for, counted from the list's start.
    pub fn place_in(&self, list: &[Candidate], entry: u32) -> Option<usize> {
        let bare = entry::bare(entry);
        let seat = |candidate: &Candidate| self.layout.seats.get(usize::from(candidate.kind));
        list.iter().position(|candidate| {
            let Rotation(rotation) = candidate.rotation;
            seat(candidate)
                .is_some_and(|&seat| entry::new(seat, rotation, 0, 0) == bare & entry::IDENTITY)
        })
    }
}

/// The sides whose colours a depth passes on: one along the lines of the scan, one across. `None`
/// if more are asked for.
fn sides(depth: &Depth, scan: Scan) -> Option<[Side; 2]> {
    let pick = |forwards: Side| {
        let is_asked_for = |side: &Side| depth.outs[side.index()] != Plan::WASTE;
        let asked: Vec<_> =
            [forwards, opposite(forwards)].into_iter().filter(is_asked_for).collect();
        (asked.len() <= 1).then(|| asked.first().copied().unwrap_or(forwards))
    };
    Some([pick(scan.right)?, pick(scan.down)?])
}

/// The level that leaves a colour in a slot of the plan, and whether it does so across the lines.
fn writer(plan: &Plan, sides: &[[Side; 2]], slot: usize) -> Option<(usize, bool)> {
    if slot == Plan::BLANK {
        return None;
    }
    plan.depths().iter().zip(sides).enumerate().find_map(|(level, (depth, sides))| {
        let side = sides.iter().position(|side| depth.outs[side.index()] == slot)?;
        Some((level, side == 1))
    })
}

/// How many bits a count of so many pieces takes: one for a single piece.
fn count_bits(copies: usize) -> u32 {
    // The highest bit says whether there is one left; the count itself is one bit shorter.
    copies.max(1).next_power_of_two().trailing_zeros() + 1
}

/// The number of pieces left in a count, shifted to the top of its word.
fn copies_left(word: u32, copies: u16) -> u16 {
    let bits = count_bits(usize::from(copies));
    let top = 1 << (bits - 1);
    ((word >> (32 - bits)) + 1 - top) as u16
}

/// Gives every kind of piece its bits in the pool.
///
/// A kind with several copies has a count in as many bits as it needs, offset so that its highest
/// bit is set as long as there is a piece left: with a highest bit of value `top`, `left` pieces are
/// stored as `top - 1 + left`. So one bit tells whether a piece is free, and laying one is a
/// subtraction, however many there are.
fn seats<const H: usize>(plan: &Plan) -> Option<(Vec<Seat>, Pool<H>)> {
    let mut pool = [Eight::default(); H];
    let mut room = [[32u32; 8]; H];
    let mut seats = Vec::with_capacity(plan.kinds().len());
    // Words take turns; a kind that does not fit into one may fit into the next.
    let mut turn = 0;
    for kind in plan.kinds() {
        let copies = kind.free.len() as u32;
        let bits = count_bits(kind.free.len());
        let at = (0..8 * H).map(|step| (turn + step) % (8 * H));
        let place = at.into_iter().find(|&at| room[at / 8][at % 8] >= bits)?;
        let (half, word) = (place / 8, place % 8);
        let shift = 32 - room[half][word];
        room[half][word] -= bits;
        let top = 1u32 << (bits - 1);
        pool[half].0[word] |= (top - 1 + copies) << (32 - shift - bits);
        seats.push(Seat { half: half as u8, word: word as u8, shift: shift as u8 });
        turn = place + 1;
    }
    Some((seats, pool))
}
