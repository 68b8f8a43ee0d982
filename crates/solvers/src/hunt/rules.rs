//! A hunt's rules for the kernel: a quota early, slips late.
//!
//! Candidates stand in their lists by weight, so those that are heavy enough for the quota are the
//! last so many places of a record: a byte of a mask that is looked up by what is still needed.
//! Slips are lists of their own, which are only opened where another slip is allowed: for each colour
//! along and for each colour across those that match it. They are small enough to stay in the cache,
//! unlike lists for pairs of colours; those that match the other colour too are told apart by
//! the colours they show there.

use std::collections::HashMap;
use std::sync::Arc;

use tilewright_puzzle::{Puzzle, Side};

use super::schedule::Schedule;
use crate::exact::plan::{Candidate, Depth, Plan};
use crate::kernel::entry;
use crate::kernel::rules::{Rules, Slips};
use crate::kernel::slip::SlipLot;
use crate::kernel::states::STATES;
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
    /// The first lots of the slips that match a colour along, and of those that match one across;
    /// 0 if there are none.
    slip_starts: Vec<[u32; 2]>,
    /// Lots of slips; the first one is empty.
    slip_lots: Arc<Vec<SlipLot>>,
}

/// What lies before a level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    /// Its weight.
    pub weight: i16,
    /// The slips in it.
    pub slips: u8,
}

/// A mask for every need: everybody is heavy enough.
const ALL_WEIGHTS: u64 = u64::MAX;

impl Hunting {
    /// Works a schedule into rules. The plan's lists must be sorted by weight, the heaviest first.
    pub fn new<const H: usize>(
        puzzle: &Puzzle,
        plan: &Plan,
        table: &Table<H>,
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
            slip_starts: vec![[0; 2]; entry::COLOURS],
            slip_lots: Arc::default(),
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
    fn add_slips<const H: usize>(&mut self, puzzle: &Puzzle, plan: &Plan, table: &Table<H>) {
        let mut lots = vec![SlipLot::new(&[])];
        let mut tables: HashMap<_, u32> = HashMap::new();
        for (level, depth) in plan.depths().iter().enumerate().take(STATES) {
            if self.allowed[level] == 0 {
                continue;
            }
            let keys = Keys::of(puzzle, plan, table, level, depth);
            // Towards the border candidates show nothing, so levels of one table may differ.
            let known = (depth.table, keys, table.sides_of(level));
            if let Some(&start) = tables.get(&known) {
                self.slip_tables[level] = start;
                continue;
            }
            let start = self.slip_starts.len() as u32;
            for colour in 0..entry::COLOURS as u16 {
                let starts = [true, false].map(|matches_along| {
                    let slips: Vec<_> = plan
                        .candidates_of(depth)
                        .filter_map(|candidate| {
                            let other = keys.other(candidate, colour, matches_along)?;
                            Some((table.entry_of(level, candidate) | entry::SLIP, other))
                        })
                        .collect();
                    add_list(&mut lots, &slips)
                });
                self.slip_starts.push(starts);
            }
            tables.insert(known, start);
            self.slip_tables[level] = start;
        }
        self.slip_lots = Arc::new(lots);
    }

    /// Looks at the order of the candidates anew, after they have been shuffled.
    pub fn weigh<const H: usize>(&mut self, table: &Table<H>) {
        for (record, mask) in table.records.iter().zip(&mut self.masks) {
            *mask = 0;
            for (lane, &candidate) in record.entries.0.iter().enumerate() {
                let weight = self.weights[entry::seat_number::<H>(candidate)];
                for need in 0..8 {
                    if weight >= need || entry::is_rest(candidate) != 0 {
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

/// Adds a list of slips, to be tried from the first on, each with the colour that must not match, and
/// returns its first lot; 0 if there are none.
fn add_list(lots: &mut Vec<SlipLot>, slips: &[(u32, u8)]) -> u32 {
    if slips.is_empty() {
        return 0;
    }
    let first = lots.len();
    // What is pushed last is tried first.
    let reversed: Vec<_> = slips.iter().rev().copied().collect();
    for chunk in reversed.chunks(SlipLot::SIZE) {
        lots.push(SlipLot { more: lots.len() + 1, ..SlipLot::new(chunk) });
    }
    if let Some(last) = lots.last_mut() {
        last.more = 0;
    }
    first as u32
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
            let [_, aside] = table.sides_of(writer);
            let is_aside = aside == Some(back);
            if is_aside { keys.across = key } else { keys.along = key }
        }
        keys
    }

    /// The colour that a candidate shows to one of its neighbours, if it shows this colour to the
    /// other one and may mismatch the first.
    fn other(&self, candidate: &Candidate, colour: u16, matches_along: bool) -> Option<u8> {
        let [matched, other] =
            if matches_along { [self.along, self.across] } else { [self.across, self.along] };
        let own = |side: Side| candidate.own[side.index()];
        let (other, may_slip) = other?;
        let shown = matched.map_or(0, |(side, _)| own(side));
        (may_slip && shown == colour).then(|| own(other) as u8)
    }
}

impl Rules for Hunting {
    type Mark = Mark;
    const TEETH: bool = true;

    #[inline(always)]
    fn lay(&self, mark: Mark, entry: u32) -> Mark {
        let weight = self.weights[entry::seat_number::<2>(entry)];
        Mark { weight: mark.weight + i16::from(weight), slips: mark.slips + entry::slip(entry) }
    }

    #[inline(always)]
    fn need(&self, mark: Mark, level: usize) -> u32 {
        (self.need[level % STATES] - mark.weight).clamp(0, 7) as u32
    }

    #[inline(always)]
    fn admitted(&self, need: u32, record: usize) -> u32 {
        let masks = self.masks.get(record).copied().unwrap_or(ALL_WEIGHTS);
        (masks >> (8 * need)) as u32 & 255
    }

    #[inline(always)]
    fn slips(&self, mark: Mark, level: usize, pair: u32) -> Option<[Slips; 2]> {
        let level = level % STATES;
        if mark.slips >= self.allowed[level] {
            return None;
        }
        let (along, across) = (entry::ahead(pair), entry::aside(pair));
        let list = |matched: usize, other: usize, which: usize| {
            let starts = self.slip_starts.get(self.slip_tables[level] as usize + matched);
            Slips { lot: starts.map_or(0, |starts| starts[which] as usize), other: other as u8 }
        };
        Some([list(along, across, 0), list(across, along, 1)])
    }

    #[inline(always)]
    fn slip_lot(&self, number: usize) -> Option<&SlipLot> {
        self.slip_lots.get(number)
    }

    #[inline(always)]
    fn has_spent(&self, mark: Mark, level: usize, more: u8) -> bool {
        mark.slips + more >= self.allowed[(level + 1) % STATES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::schedule::Comb;
    use crate::hunt::work::Hunt;
    use crate::kernel::sight::Outlook;
    use crate::kernel::simd::{Form, Simd, Work};
    use crate::kernel::stream::Stream;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Cell, Rotation, Shape};

    /// Lays the first candidates there are.
    struct Begin<'a, const H: usize>(&'a Table<H>, &'a Hunting, &'a mut Stream<H, Hunting>);

    impl<const H: usize> Work for Begin<'_, H> {
        type Output = ();

        fn run<S: Simd>(self, simd: S) {
            self.2.descend::<S, true>(simd, self.0, self.1, &[], 0);
        }
    }

    /// The first boards at the goal, in order, as the pieces and their turns, and the nodes it took.
    fn boards<const H: usize>(
        puzzle: &Puzzle,
        schedule: &Schedule,
        is_blind: bool,
        most: usize,
    ) -> (Vec<Vec<(usize, u8)>>, u64) {
        let plan = Plan::new(puzzle, &schedule.order, false);
        let goal = schedule.finish;
        let sighted = Outlook { until: goal, allowed: schedule.allowed_by_level(&plan) };
        let outlook = if is_blind { Outlook::BLIND } else { sighted };
        let table = Table::<H>::new(puzzle, &plan, &schedule.order, &outlook).unwrap();
        let rules = Hunting::new(puzzle, &plan, &table, schedule);
        let mut stream = Stream::new(&table.layout, goal);
        Form::best().run(Begin(&table, &rules, &mut stream));
        let (mut boards, mut nodes) = (Vec::new(), 0);
        loop {
            let mut streams = [(&table, &mut *stream)];
            let rounds = 1 << 20;
            let hunt = Hunt { streams: &mut streams, rules: &rules, rounds };
            let (_, halted) = Form::best().run(hunt);
            nodes += stream.take_nodes();
            if halted.is_some() {
                if boards.len() == most || !stream.take_board() {
                    return (boards, nodes);
                }
                let kind = |entry: u32| {
                    let seat = entry & entry::SEAT;
                    table.seats().iter().position(|kind| kind.bits() == seat).unwrap()
                };
                let laid = stream.laid();
                let slips: usize = laid.iter().map(|&e| usize::from(entry::slip(e))).sum();
                assert_eq!(missed(puzzle, &plan, &laid, kind), slips);
                boards.push(laid.iter().map(|&e| (kind(e), entry::rotation(e))).collect());
                stream.leave_goal();
            }
        }
    }

    type Contact = (Cell, Side);

    /// How many joins between the pieces that lie do not match.
    fn missed(puzzle: &Puzzle, plan: &Plan, laid: &[u32], kind: impl Fn(u32) -> usize) -> usize {
        let sides: HashMap<_, _> = (plan.depths().iter().zip(laid))
            .map(|(depth, &entry)| {
                let rotation = Rotation(entry::rotation(entry));
                (depth.cell, plan.kinds()[kind(entry)].sides.rotated(rotation))
            })
            .collect();
        let colour = |(cell, side): Contact| sides.get(&cell).map(|sides| sides.get(side));
        let topology = puzzle.topology();
        let ends = topology.cells().flat_map(|cell| {
            topology.around(cell).filter_map(move |(side, other)| Some(((cell, side), other?)))
        });
        let is_missed = |&(one, other): &(Contact, Contact)| match (colour(one), colour(other)) {
            (Some(one), Some(other)) => puzzle.mate(one) != Some(other),
            _ => false,
        };
        ends.filter(is_missed).count() / 2
    }

    #[test]
    fn what_is_seen_along_the_teeth_costs_no_board() {
        let (mut sighted_nodes, mut blind_nodes, mut found) = (0, 0, 0);
        for seed in 0..12 {
            let shape = Shape::square(5, 5);
            // Without a rim pieces of the border and others are candidates alike.
            let recipe = Recipe { rim: seed % 4 != 3, ..Recipe::new(shape, 6, seed) };
            let puzzle = generate(&recipe).unwrap().puzzle;
            let comb = Comb { rows: 2, left: 1 + (seed % 2) as u16, turns: (seed % 4) as u8 };
            let schedule = Schedule {
                slips: [[11, 14, 18], [12, 17, 20], [13, 14, 19]][seed as usize % 3].to_vec(),
                finish: 22,
                ..Schedule::blank(comb.cells(shape))
            };
            // There is no end to boards without a rim.
            let most = if recipe.rim { usize::MAX } else { 2000 };
            let (sighted, nodes) = boards::<1>(&puzzle, &schedule, false, most);
            let (blind, more) = boards::<1>(&puzzle, &schedule, true, most);
            assert_eq!(sighted, blind, "seed {seed}");
            (sighted_nodes, blind_nodes) = (sighted_nodes + nodes, blind_nodes + more);
            found += blind.len();
        }
        assert!(found > 100, "{found}");
        assert!(4 * sighted_nodes < 3 * blind_nodes, "{sighted_nodes} of {blind_nodes}");
    }

    #[test]
    fn rests_of_long_lists_come_in_their_turn() {
        let (mut found, mut longest) = (0, 0);
        for seed in 0..12 {
            // Few colours make long lists. Wide tables have no rests: they push whole lists at once.
            let shape = Shape::square(15, 15);
            let recipe = Recipe { unique: false, ..Recipe::new(shape, 4 + seed as u32 % 2, seed) };
            let puzzle = generate(&recipe).unwrap().puzzle;
            let comb = Comb { rows: 11, left: 1 + (seed % 2) as u16, turns: (seed % 4) as u8 };
            let order = comb.cells(shape);
            let plan = Plan::new(&puzzle, &order, false);
            let lists = plan.depths().iter().flat_map(|depth| plan.lists_of(depth));
            longest = longest.max(lists.map(|(_, start)| plan.list(start).len()).max().unwrap());
            let schedule = Schedule {
                weights: (0..225).map(|piece| piece % 3).collect(),
                quota: (0..225).map(|depth| depth / 2).collect(),
                slips: vec![160, 170 + seed as u16, 200],
                finish: 217,
                ..Schedule::blank(order)
            };
            for is_blind in [false, true] {
                let narrow = boards::<1>(&puzzle, &schedule, is_blind, 1000);
                let wide = boards::<2>(&puzzle, &schedule, is_blind, 1000);
                assert_eq!(narrow.0, wide.0, "seed {seed}");
                assert_eq!(narrow.1, wide.1, "seed {seed}");
                found += narrow.0.len();
            }
        }
        assert!(found > 10_000 && longest > 16, "{found} boards, lists of {longest}");
    }
}
