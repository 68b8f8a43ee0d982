//! A plan packed for the kernel: levels, records of candidates, and where each piece's bit is.
//!
//! A record is a list of up to eight candidates, 32 bytes, found by the colours in the two slots
//! that a level looks at; longer lists go on in further records. Candidates stand in reverse, since
//! what is pushed last is taken up first.

use std::collections::HashMap;
use std::sync::Arc;

use tilewright_puzzle::{Cell, Puzzle, Rotation, Side};

use super::entry::{self, Seat};
use super::scan::Scan;
use super::sight::Sight;
use super::simd::{Eight, Pool};
use crate::exact::plan::{Candidate, Depth, Plan};

/// Room on a stream's stack.
pub const STACK: usize = 1 << 13;
/// Slots for colours.
pub const SLOTS: usize = 1 << 10;

/// What a step has to know about one depth of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    /// The first record of its table.
    pub table: u32,
    /// The mark of its entries.
    pub tag: u32,
    /// The slots whose colours lead to the record.
    pub keys: [u16; 2],
    /// The slots that take the colours ahead and aside.
    pub outs: [u16; 2],
    /// Its place on the lines that are looked along.
    pub station: u16,
    /// Whether it is the first open place of a line.
    pub begins_line: bool,
    /// The first lot of the place below; see [`Sight`].
    pub below: u32,
}

/// A puzzle packed for one fill order.
#[derive(Clone, Debug)]
pub struct Table<const H: usize> {
    /// One for each depth.
    pub levels: Box<[Level; entry::LEVELS + 1]>,
    /// How many there are.
    pub depths: usize,
    /// The lists of candidates.
    pub records: Vec<Eight>,
    /// Where a full record's list goes on.
    pub next_record: HashMap<u32, u32>,
    /// How many colours there are: records of a table lie so far apart by their first colour.
    pub width: u32,
    /// What laying a piece takes off the pool, by the number of its seat.
    pub units: Arc<[Pool<H>]>,
    /// All pieces free.
    pub pool: Pool<H>,
    /// What can be seen along lines; `None` for a blind search.
    pub sight: Option<Arc<Sight<H>>>,
    seats: Arc<Vec<Seat>>,
    /// For each depth the sides whose colours are ahead and aside.
    sides: Arc<Vec<[Side; 2]>>,
    /// For each list that is not empty its first record, its place in the plan, and the sides whose
    /// colours are ahead and aside.
    lists: Arc<Vec<List>>,
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
    pub fn new(puzzle: &Puzzle, plan: &Plan, order: &[Cell], sees: bool) -> Option<Self> {
        let depths = plan.depths().len();
        let fits = puzzle.topology().side_count() == 4
            && depths < entry::LEVELS
            && plan.colour_count() <= entry::COLOURS
            && plan.slots() <= SLOTS
            && plan.depths().iter().all(|depth| depth.checks.is_empty());
        if !fits {
            return None;
        }
        let (seats, pool) = seats::<H>(plan)?;
        let width = plan.colour_count() as u32;
        let scan = Scan::of(puzzle.shape(), order);
        let mut levels = Box::new([Level::default(); entry::LEVELS + 1]);
        let (mut tables, mut lists, mut records) = (HashMap::new(), Vec::new(), 0u32);
        let (mut stack, mut all_sides) = (16, Vec::with_capacity(depths));
        for (index, depth) in plan.depths().iter().enumerate() {
            let sides = sides(depth, order, scan)?;
            all_sides.push(sides);
            let table = *tables.entry((depth.table, sides)).or_insert_with(|| {
                let first = records;
                for (place, start) in plan.lists_of(depth) {
                    lists.push(List { record: first + place as u32, start, sides });
                }
                records += width * width;
                first
            });
            let longest = plan.lists_of(depth).map(|(_, start)| plan.list(start).len()).max();
            stack += longest.unwrap_or(0);
            levels[index] = Level {
                table,
                tag: entry::tag(index),
                keys: depth.keys.map(|slot| slot as u16),
                outs: sides.map(|side| depth.outs[side.index()] as u16),
                ..Level::default()
            };
        }
        if stack > STACK {
            return None;
        }
        let mut units = vec![[[0; 8]; H]; 1024];
        for (kind, seat) in plan.kinds().iter().zip(&seats) {
            let unit = units.get_mut(entry::seat_number(seat.bits()))?;
            // The lowest bit of the piece's count; see `seats`.
            let lowest = 32 - u32::from(seat.shift) - count_bits(kind.free.len());
            unit[usize::from(seat.half) % H][usize::from(seat.word) % 8] = 1 << lowest;
        }
        let sight = scan.filter(|_| sees).map(|scan| {
            let sight = Sight::new(puzzle, plan, order, scan, &seats);
            sight.mark(levels.as_mut_slice());
            Arc::new(sight)
        });
        let mut table = Self {
            levels,
            depths,
            records: vec![[entry::NONE; 8]; records as usize],
            next_record: HashMap::new(),
            width,
            units: units.into(),
            pool,
            sight,
            seats: Arc::new(seats),
            sides: Arc::new(all_sides),
            lists: Arc::new(lists),
        };
        table.pack(plan);
        Some(table)
    }

    /// Takes the candidates over from the plan, whose lists may have been shuffled since.
    pub fn pack(&mut self, plan: &Plan) {
        for list in Arc::clone(&self.lists).iter() {
            let candidates = plan.list(list.start);
            let entries: Vec<_> =
                candidates.iter().rev().map(|c| self.entry(c, list.sides)).collect();
            let mut record = list.record;
            for (index, chunk) in entries.chunks(8).enumerate() {
                if index > 0 {
                    let unused = self.records.len() as u32;
                    let next = *self.next_record.entry(record).or_insert(unused);
                    if next == unused {
                        self.records.push([entry::NONE; 8]);
                    }
                    if let Some(full) = self.records.get_mut(record as usize) {
                        full[7] |= entry::MORE;
                    }
                    record = next;
                }
                if let Some(record) = self.records.get_mut(record as usize) {
                    record[..chunk.len()].copy_from_slice(chunk);
                }
            }
        }
    }

    /// The entries of a partial board, given by the plan's candidates on its first depths.
    pub fn entries(&self, plan: &Plan, laid: &[u32]) -> Vec<u32> {
        let sides = self.sides.iter();
        let candidates = laid.iter().filter_map(|&index| plan.candidates().get(index as usize));
        candidates.zip(sides).map(|(candidate, &sides)| self.entry(candidate, sides)).collect()
    }

    fn entry(&self, candidate: &Candidate, sides: [Side; 2]) -> u32 {
        let seat = self.seats.get(usize::from(candidate.kind));
        let [ahead, aside] = sides.map(|side| candidate.out[side.index()]);
        seat.map_or(entry::NONE, |&seat| entry::new(seat, candidate.rotation.0, ahead, aside))
    }

    /// The candidate of a depth's list that an entry stands for, counted from the list's start.
    pub fn place_in(&self, list: &[Candidate], entry: u32) -> Option<usize> {
        let bare = entry::bare(entry);
        let seat = |candidate: &Candidate| self.seats.get(usize::from(candidate.kind));
        list.iter().position(|candidate| {
            let Rotation(rotation) = candidate.rotation;
            seat(candidate)
                .is_some_and(|&seat| entry::new(seat, rotation, 0, 0) == bare & entry::IDENTITY)
        })
    }
}

/// The sides whose colours a depth passes on: along the scan's lines its two directions, elsewhere
/// those that somebody asks for. `None` if those are more than two.
fn sides(depth: &Depth, order: &[Cell], scan: Option<Scan>) -> Option<[Side; 2]> {
    let lines = scan.map_or(0, |scan| scan.lines * scan.line_length);
    let is_asked_for = |side: Side| depth.outs[side.index()] != Plan::WASTE;
    let all = (0..4).map(Side);
    if let Some(scan) = scan.filter(|_| order.iter().take(lines).any(|&cell| cell == depth.cell)) {
        let given = [scan.right, scan.down];
        return all.into_iter().all(|s| given.contains(&s) || !is_asked_for(s)).then_some(given);
    }
    let (asked, others): (Vec<_>, Vec<_>) = all.partition(|&side| is_asked_for(side));
    let mut sides = asked.iter().chain(&others);
    let given = [*sides.next()?, *sides.next()?];
    (asked.len() <= 2).then_some(given)
}

/// How many bits a count of so many pieces takes: one for a single piece.
fn count_bits(copies: usize) -> u32 {
    // The highest bit says whether there is one left; the count itself is one bit shorter.
    copies.max(1).next_power_of_two().trailing_zeros() + 1
}

/// Gives every kind of piece its bits in the pool.
///
/// A kind with several copies has a count in as many bits as it needs, offset so that its highest
/// bit is set as long as there is a piece left: with a highest bit of value `top`, `left` pieces are
/// stored as `top - 1 + left`. So one bit tells whether a piece is free, and laying one is a
/// subtraction, however many there are.
fn seats<const H: usize>(plan: &Plan) -> Option<(Vec<Seat>, Pool<H>)> {
    let mut pool = [[0u32; 8]; H];
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
        pool[half][word] |= (top - 1 + copies) << (32 - shift - bits);
        seats.push(Seat { half: half as u8, word: word as u8, shift: shift as u8 });
        turn = place + 1;
    }
    Some((seats, pool))
}
