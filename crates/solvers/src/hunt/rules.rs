//! A hunt's rules for the kernel: a quota early, slips late.
//!
//! Candidates stand in their lists by weight, so those that are heavy enough for the quota are the
//! last so many places of a record: a byte of a mask that is looked up by what is still needed.
//! Slips are lists of their own, which are only opened where another slip is allowed.

use std::collections::HashMap;

use tilewright_puzzle::{Puzzle, Side};

use super::schedule::Schedule;
use crate::exact::plan::{Candidate, Depth, Plan};
use crate::kernel::entry;
use crate::kernel::rules::Rules;
use crate::kernel::stream::STATES;
use crate::kernel::table::Table;

/// The rules of one hunt.
#[derive(Clone, Debug)]
pub struct Hunting {
    /// What each piece weighs, by the number of its seat.
    weights: [u8; 1024],
    /// For each level the weight that has to lie once it is filled.
    need: [i16; STATES],
    /// For each level the slips that are allowed once it is filled.
    allowed: [u8; STATES],
    /// For each record and each weight that is still needed, a byte: who is heavy enough.
    masks: Vec<u64>,
    /// For each level where the starts of its slips begin.
    slip_tables: [u32; STATES],
    /// The first record of the slips for each pair of colours; 0 if there are none.
    slip_starts: Vec<u32>,
}

/// What a stream has to remember.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The weight that lies before each level.
    pub weight: [i16; STATES + 1],
    /// The slips before each level.
    pub slips: [u8; STATES + 1],
}

/// A mask for every need: everybody is heavy enough.
const ALL_WEIGHTS: u64 = u64::MAX;

impl Hunting {
    /// Works a schedule into rules, and adds the slips to the table. The plan's lists must be
    /// sorted by weight, the heaviest first.
    pub fn new<const H: usize>(
        puzzle: &Puzzle,
        plan: &Plan,
        table: &mut Table<H>,
        schedule: &Schedule,
    ) -> Self {
        let mut weights = [0; 1024];
        let weight_of = |kind: u16| -> u8 {
            let piece = plan.kinds().get(usize::from(kind)).and_then(|kind| kind.free.first());
            piece.and_then(|(piece, _)| schedule.weights.get(piece.index()).copied()).unwrap_or(0)
        };
        for (kind, seat) in table.seats().iter().enumerate() {
            weights[entry::seat_number::<H>(seat.bits())] = weight_of(kind as u16);
        }
        let mut hunting = Self {
            weights,
            need: [0; STATES],
            allowed: [0; STATES],
            masks: vec![ALL_WEIGHTS; table.records.len()],
            slip_tables: [0; STATES],
            slip_starts: vec![0],
        };
        hunting.set_depths(plan, schedule);
        hunting.add_slips(puzzle, plan, table);
        hunting.weigh(table);
        hunting
    }

    /// Quota and slips by level. Depths count hints, levels do not.
    fn set_depths(&mut self, plan: &Plan, schedule: &Schedule) {
        let hinted = plan.board(&[]);
        let (mut level, mut hints) = (0, 0i16);
        for (depth, &cell) in schedule.order.iter().enumerate() {
            if let Some(placement) = hinted.get(cell) {
                let weight = schedule.weights.get(placement.piece.index());
                hints += i16::from(weight.copied().unwrap_or(0));
                continue;
            }
            if level >= STATES {
                break;
            }
            let quota = schedule.quota.get(depth).copied().unwrap_or(0);
            self.need[level] = quota as i16 - hints;
            self.allowed[level] = schedule.allowed(depth);
            level += 1;
        }
    }

    /// Makes the lists of candidates that match one of the two neighbours.
    fn add_slips<const H: usize>(&mut self, puzzle: &Puzzle, plan: &Plan, table: &mut Table<H>) {
        let mut tables: HashMap<_, u32> = HashMap::new();
        for (level, depth) in plan.depths().iter().enumerate().take(STATES) {
            if self.allowed[level] == 0 {
                continue;
            }
            let keys = Keys::of(puzzle, plan, table, level, depth);
            let known = (depth.table, keys);
            if let Some(&start) = tables.get(&known) {
                self.slip_tables[level] = start;
                continue;
            }
            let start = self.slip_starts.len() as u32;
            self.slip_starts.resize(start as usize + 1024, 0);
            for pair in 0..1024u32 {
                let slips: Vec<_> = plan
                    .candidates_of(depth)
                    .filter(|candidate| keys.is_slip(candidate, pair))
                    .map(|candidate| table.entry_of(level, candidate) | entry::SLIP)
                    .collect();
                if !slips.is_empty() {
                    self.slip_starts[(start + pair) as usize] = table.add_list(&slips);
                }
            }
            tables.insert(known, start);
            self.slip_tables[level] = start;
        }
        self.masks.resize(table.records.len(), ALL_WEIGHTS);
    }

    /// Looks at the order of the candidates anew, after they have been shuffled.
    pub fn weigh<const H: usize>(&mut self, table: &Table<H>) {
        for (record, mask) in table.records.iter().zip(&mut self.masks) {
            *mask = 0;
            for (lane, &candidate) in record.0.iter().enumerate() {
                let weight = self.weights[entry::seat_number::<H>(candidate)];
                let is_slip = candidate & entry::SLIP != 0;
                for need in 0..8 {
                    if is_slip || weight >= need {
                        *mask |= 1 << (8 * usize::from(need) + lane);
                    }
                }
            }
        }
    }

    /// The most candidates that can lie on a stack at once: at every level one list of those that
    /// fit and one of slips, of pieces that are left.
    pub fn most_on_a_stack(&self, plan: &Plan) -> usize {
        let depths = plan.depths();
        let at = |(level, depth): (usize, &Depth)| {
            let fitting = plan.lists_of(depth).map(|(_, start)| plan.list(start).len()).max();
            let may_slip = self.allowed.get(level).is_some_and(|&allowed| allowed > 0);
            let slips = if may_slip { plan.candidates_of(depth).count() } else { 0 };
            (fitting.unwrap_or(0) + slips).min(4 * (depths.len() - level)) + 8
        };
        depths.iter().enumerate().map(at).sum()
    }

    /// What an entry's piece weighs.
    pub fn weight<const H: usize>(&self, entry: u32) -> u8 {
        self.weights[entry::seat_number::<H>(entry)]
    }

    /// Allows no more than so many slips anywhere.
    pub fn limit_slips(&mut self, schedule_allows: &Self, limit: u8) {
        for (allowed, &most) in self.allowed.iter_mut().zip(&schedule_allows.allowed) {
            *allowed = most.min(limit);
        }
    }
}

/// The sides that a level's record is found by, where a slip is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Keys {
    along: Option<(Side, bool)>,
    across: Option<(Side, bool)>,
}

impl Keys {
    fn of<const H: usize>(
        puzzle: &Puzzle,
        plan: &Plan,
        table: &Table<H>,
        level: usize,
        depth: &Depth,
    ) -> Self {
        let topology = puzzle.topology();
        let mut keys = Self { along: None, across: None };
        for (side, contact) in topology.around(depth.cell) {
            let Some((other, back)) = contact else { continue };
            let earlier = plan.depths().iter().take(level).position(|d| d.cell == other);
            let Some(writer) = earlier else { continue };
            let on_rim = topology.rim_mask(depth.cell) != 0 && topology.rim_mask(other) != 0;
            let key = Some((side, puzzle.rim().is_none() || !on_rim));
            let is_aside = table.sides_of(writer).is_some_and(|[_, aside]| aside == back);
            if is_aside { keys.across = key } else { keys.along = key }
        }
        keys
    }

    /// Whether a candidate matches all but one of its neighbours' colours, and may.
    fn is_slip(&self, candidate: &Candidate, pair: u32) -> bool {
        let differs = |key: Option<(Side, bool)>, colour: u32| match key {
            None => (false, true),
            Some((side, may_slip)) => (u32::from(candidate.own[side.index()]) != colour, may_slip),
        };
        match (differs(self.along, pair & 31), differs(self.across, pair >> 5)) {
            ((true, may_slip), (false, _)) | ((false, _), (true, may_slip)) => may_slip,
            _ => false,
        }
    }
}

impl Rules for Hunting {
    type Memory = Box<Memory>;

    fn memory(&self) -> Box<Memory> {
        Box::new(Memory { weight: [0; STATES + 1], slips: [0; STATES + 1] })
    }

    #[inline(always)]
    fn lay(&self, memory: &mut Box<Memory>, level: usize, entry: u32) {
        let level = level % STATES;
        let weight = self.weights[entry::seat_number::<2>(entry)];
        memory.weight[level + 1] = memory.weight[level] + i16::from(weight);
        memory.slips[level + 1] = memory.slips[level] + entry::slip(entry);
    }

    #[inline(always)]
    fn admitted(&self, memory: &Box<Memory>, level: usize, record: usize) -> u32 {
        let level = level % STATES;
        let need = (self.need[level] - memory.weight[level]).clamp(0, 7);
        let masks = self.masks.get(record).copied().unwrap_or(ALL_WEIGHTS);
        (masks >> (8 * need)) as u32 & 255
    }

    #[inline(always)]
    fn slips(&self, memory: &Box<Memory>, level: usize, pair: u32) -> Option<usize> {
        let level = level % STATES;
        if memory.slips[level] >= self.allowed[level] {
            return None;
        }
        let start = self.slip_starts.get((self.slip_tables[level] + pair) as usize)?;
        (*start != 0).then_some(*start as usize)
    }
}
