//! Hunters that take turns on one thread.
//!
//! A crew shares a table, the rules and a random stream. Each of its hunters walks through a subtree
//! below an opening of its own and begins anew when its nodes are spent. Whenever one comes to the
//! last cells within the bound, those are finished exactly, and what comes of it is a whole board.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, Placement, Puzzle, Rotation};
use tilewright_search::{Stream as Random, stream};

use super::finish::{Finish, Laid, MOST_CELLS};
use super::fit::Fit;
use super::mend::{Mended, Mending};
use super::openings::{Batch, Openings};
use super::rules::Hunting;
use super::schedule::Schedule;
use super::work::{Descend, Hunt, LayTopmost, Open, Replay};
use crate::exact::plan::Plan;
use crate::kernel::entry;
use crate::kernel::scan::Scan;
use crate::kernel::sight::Outlook;
use crate::kernel::simd::{Eight, Form, Pool};
use crate::kernel::stream::Stream;
use crate::kernel::table::{STACK, Table};

/// Hunters of a crew.
const HUNTERS: usize = 3;
/// Nodes between two looks at how deep a hunter is.
const SLICE: u64 = 1 << 14;
/// What beginning a search is worth, in nodes: so that a round ends even if all end at once.
const BEGINNING: u64 = 1 << 7;
/// A hunter that has not come this far after so many nodes has a bad opening.
const LAG_NODES: u64 = 20_000_000;

/// What a crew is made from, the same for all crews of a hunt.
#[derive(Debug)]
pub struct Brief<const H: usize> {
    pub schedule: Schedule,
    plan: Plan,
    table: Table<H>,
    rules: Hunting,
    finish: Finish,
    mending: Option<Mending>,
    /// The level from which boards are finished.
    goal: usize,
    /// Where searches begin; by chance up to a level if there are none.
    openings: Option<Openings>,
    opening: usize,
    lag_level: usize,
    /// Boards that are the same up to this level are of one family.
    family_level: usize,
    seed: u64,
}

/// One search.
#[derive(Clone, Debug)]
struct Hunter<const H: usize> {
    stream: Box<Stream<H, Hunting>>,
    nodes: u64,
    deepest: usize,
    family: Option<Family<H>>,
}

/// Boards that came to the last cells and differ only late: they count as one arrival.
#[derive(Clone, Debug, PartialEq)]
struct Family<const H: usize> {
    /// The pieces that were free when they parted.
    pool: Pool<H>,
    /// The fewest joins that one of them must miss in the end.
    misses: usize,
}

/// What has to be saved of a hunter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedHunter {
    laid: Vec<u32>,
    untried: Vec<u32>,
    root: usize,
    nodes: u64,
    deepest: usize,
    family: Option<(Vec<[u32; 8]>, usize)>,
}

/// What has to be saved of a crew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCrew {
    begun: u64,
    /// The beam whose boards are used, and how many of them were.
    batch: Option<(u64, usize)>,
    /// Nodes visited so far, and what was done about boards meanwhile.
    nodes: u64,
    mended: Mended,
    hunters: Vec<SavedHunter>,
}

/// Which boards are of interest, by the joins that they miss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interest {
    /// Boards that miss no more than this are better than any so far.
    pub better: u32,
    /// Those that miss no more than this may become so.
    pub mendable: u32,
    /// All that miss no more than this are collected.
    pub collected: Option<u32>,
}

impl Interest {
    /// How many joins a board may miss to be kept.
    pub fn kept(&self) -> u32 {
        self.better.max(self.collected.unwrap_or(0))
    }

    /// How many joins a board may miss to be finished.
    fn limit(&self, are_mended: bool) -> u32 {
        if are_mended { self.kept().max(self.mendable) } else { self.kept() }
    }

    /// A board was found that misses so many.
    fn found(&mut self, missed: u32) {
        if missed <= self.better {
            (self.better, self.mendable) = (missed.saturating_sub(1), missed);
        }
    }
}

/// What a crew did in a round.
#[derive(Clone, Debug, Default)]
pub struct Haul {
    pub nodes: u64,
    pub finishes: u64,
    pub finish_nodes: u64,
    pub restarts: u64,
    pub depth: usize,
    /// Where the hunters stood when they were looked at, in regular intervals: how often at each
    /// level.
    pub levels: Vec<u64>,
    /// Families of boards that came to the last cells, by the fewest joins that one of them must
    /// miss.
    pub arrivals: Vec<u64>,
    /// What was done about boards that were nearly good enough.
    pub mended: Mended,
    /// Boards found.
    pub catches: Vec<Board>,
}

impl Haul {
    fn arrive<const H: usize>(&mut self, family: Option<&Family<H>>) {
        let Some(&Family { misses, .. }) = family else { return };
        if self.arrivals.len() <= misses {
            self.arrivals.resize(misses + 1, 0);
        }
        self.arrivals[misses] += 1;
    }
}

/// Some hunters on one thread.
#[derive(Clone, Debug)]
pub struct Crew<const H: usize> {
    brief: Arc<Brief<H>>,
    number: u64,
    /// Searches begun so far.
    begun: u64,
    batch: Option<Batch>,
    /// Candidates that beams weighed in this round.
    weighed: u64,
    /// Nodes of all rounds before.
    nodes: u64,
    mended: Mended,
    table: Table<H>,
    rules: Hunting,
    hunters: Vec<Hunter<H>>,
    /// How deep the searches in each place were ever seen.
    deepest: [usize; HUNTERS],
}

impl<const H: usize> Brief<H> {
    /// Prepares all plans of a fit; `None` if the puzzle is none for the kernel.
    pub fn all(puzzle: &Arc<Puzzle>, fit: &Fit, seed: u64) -> Option<Vec<Arc<Self>>> {
        let schedules = fit.plans.iter().map(|plan| plan.schedule.clone());
        schedules.map(|schedule| Self::new(puzzle, schedule, seed).map(Arc::new)).collect()
    }

    /// Prepares a hunt; `None` if the puzzle is none for the kernel.
    pub fn new(puzzle: &Arc<Puzzle>, schedule: Schedule, seed: u64) -> Option<Self> {
        let plan = Plan::new(puzzle, &schedule.order, false);
        let level_of = |depth: usize| schedule.level_of(&plan, depth);
        let goal = level_of(schedule.finish);
        let outlook = Outlook { until: goal, allowed: schedule.allowed_by_level(&plan) };
        let table = Table::new(puzzle, &plan, &schedule.order, &outlook)?;
        let rules = Hunting::new(puzzle, &plan, &table, &schedule);
        if rules.most_on_a_stack(&plan) > STACK {
            return None;
        }
        let scan = Scan::of(puzzle.shape(), &schedule.order)?;
        let line = scan.line_length;
        let finish = Finish::new(puzzle, &plan, goal, scan.right.0 % 2 == 0);
        // Beyond the end of the quota's curve.
        let lag_level = level_of(schedule.order.len() * 165 / 256);
        let family_level = level_of(schedule.order.len() * 185 / 256).min(goal);
        let opening = level_of(line);
        let openings = Openings::new(puzzle, &plan, &schedule, level_of(schedule.opening));
        Some(Self {
            plan,
            table,
            rules,
            finish,
            mending: Mending::new(puzzle),
            goal,
            openings,
            opening,
            lag_level,
            family_level,
            seed,
            schedule,
        })
    }
}

impl<const H: usize> Crew<H> {
    /// A crew that has not begun yet.
    pub fn new(brief: &Arc<Brief<H>>, number: u64) -> Self {
        let mut crew = Self::without_hunters(brief, number);
        for _ in 0..HUNTERS {
            let hunter = crew.begin(Stream::new(&brief.table.layout, brief.goal));
            crew.hunters.push(hunter);
        }
        crew
    }

    fn without_hunters(brief: &Arc<Brief<H>>, number: u64) -> Self {
        let mut crew = Self {
            brief: Arc::clone(brief),
            number,
            begun: 0,
            batch: None,
            weighed: 0,
            nodes: 0,
            mended: Mended::default(),
            table: brief.table.clone(),
            rules: brief.rules.clone(),
            hunters: Vec::new(),
            deepest: [0; HUNTERS],
        };
        crew.shuffle();
        crew
    }

    /// The crew as it was; `None` if it is not one of this hunt.
    pub fn restore(brief: &Arc<Brief<H>>, number: u64, saved: SavedCrew) -> Option<Self> {
        let SavedCrew { begun, batch, nodes, mended, hunters } = saved;
        let mut crew = Self { begun, nodes, mended, ..Self::without_hunters(brief, number) };
        if let Some((number, used)) = batch {
            // A beam is not saved but gone through again.
            let random = crew.random_of_batch(number);
            let (mut batch, _) = brief.openings.as_ref()?.batch(number, random);
            batch.used = used;
            crew.batch = Some(batch);
        }
        for hunter in hunters {
            let is_known = |&entry: &u32| entry::level::<H>(entry) < brief.goal;
            if !hunter.laid.iter().chain(&hunter.untried).all(is_known)
                || hunter.root > hunter.laid.len()
            {
                return None;
            }
            let mut stream = Stream::new(&crew.table.layout, brief.goal);
            let (table, rules) = (&crew.table, &crew.rules);
            Form::best().run(Replay { table, rules, stream: &mut stream, laid: &hunter.laid });
            stream.set_untried(hunter.root, &hunter.untried);
            let family = match hunter.family {
                None => None,
                Some((pool, misses)) => {
                    let pool: Vec<_> = pool.into_iter().map(Eight).collect();
                    Some(Family { pool: pool.try_into().ok()?, misses })
                }
            };
            let SavedHunter { nodes, deepest, .. } = hunter;
            crew.hunters.push(Hunter { stream, nodes, deepest, family });
        }
        Some(crew)
    }

    /// What has to be saved.
    pub fn save(&self) -> SavedCrew {
        let hunters = self.hunters.iter().map(|hunter| SavedHunter {
            laid: hunter.stream.laid(),
            untried: hunter.stream.stacked().to_vec(),
            root: hunter.stream.root(),
            nodes: hunter.nodes,
            deepest: hunter.deepest,
            family: hunter
                .family
                .as_ref()
                .map(|family| (family.pool.iter().map(|eight| eight.0).collect(), family.misses)),
        });
        let batch = self.batch.as_ref().map(|batch| (batch.number, batch.used));
        let Self { begun, nodes, mended, .. } = *self;
        SavedCrew { begun, batch, nodes, mended, hunters: hunters.collect() }
    }

    /// How many of the hunters have not lagged behind, of how many.
    pub fn came_through(&self) -> (usize, usize) {
        let through = self.deepest.iter().filter(|&&deepest| deepest >= self.brief.lag_level);
        (through.count(), HUNTERS)
    }

    /// Puts the candidates in an order of the crew's own: the heaviest first, equal ones by chance. They stay
    /// in it as long as the crew hunts. On the stacks of searches that are under way lie rests of lists: in
    /// another order they would be others, and much would be searched twice, and much not at all.
    fn shuffle(&mut self) {
        let mut random = self.random(0);
        let mut plan = self.brief.plan.clone();
        plan.shuffle(&mut random);
        let weights = &self.brief.schedule.weights;
        let weight = |kind: u16| {
            let piece = plan_piece(&self.brief.plan, kind);
            piece.and_then(|piece| weights.get(piece).copied()).unwrap_or(0)
        };
        plan.sort_by_kind(|kind| std::cmp::Reverse(weight(kind)));
        self.table.pack(&plan);
        self.rules.weigh(&self.table);
    }

    fn random(&self, search: u64) -> Random {
        stream(self.brief.seed, (self.number << 40) + search)
    }

    /// Searches are never as many as a quarter of the numbers of a crew: others are for its beams.
    fn random_of_batch(&self, number: u64) -> Random {
        self.random((1 << 39) + number)
    }

    /// Others are for boards that are mended.
    fn random_of_board(&self) -> Random {
        self.random((1 << 38) + self.mended.boards)
    }

    /// The entries of the next opening; `None` if openings are left to chance.
    fn next_opening(&mut self) -> Option<Vec<u32>> {
        let brief = Arc::clone(&self.brief);
        let openings = brief.openings.as_ref()?;
        if let Some(batch) = &mut self.batch {
            let entries = openings.next(batch, &self.table);
            if entries.is_some() || batch.is_barren() {
                return entries;
            }
        }
        let number = self.batch.as_ref().map_or(0, |batch| batch.number + 1);
        let (batch, weighed) = openings.batch(number, self.random_of_batch(number));
        self.weighed += weighed;
        openings.next(self.batch.insert(batch), &self.table)
    }

    /// A new search, below an opening of its own, on a stream that may have been used before.
    fn begin(&mut self, mut stream: Box<Stream<H, Hunting>>) -> Hunter<H> {
        self.begun += 1;
        let entries = self.next_opening();
        stream.begin_anew();
        let (table, rules, opening) = (&self.table, &self.rules, self.brief.opening);
        if let Some(entries) = entries {
            Form::best().run(Descend { table, rules, stream: &mut stream, entries: &entries });
        } else {
            let random = &mut self.random(self.begun);
            Form::best().run(Open { table, rules, opening, stream: &mut stream, random });
        }
        Hunter { stream, nodes: 0, deepest: 0, family: None }
    }

    /// Each hunter visits so many nodes, a multiple of [`SLICE`], or fewer if beams were needed.
    pub fn round(&mut self, nodes: u64, mut interest: Interest) -> Haul {
        let mut haul = Haul::default();
        let brief = Arc::clone(&self.brief);
        let mended = self.mended;
        for _ in 0..nodes.div_ceil(SLICE) {
            // Beams take their part of the round.
            if self.weighed > nodes * HUNTERS as u64 {
                break;
            }
            self.limit_slips(&interest);
            let mut left = SLICE;
            while left > 0 {
                let mut streams: Vec<_> =
                    self.hunters.iter_mut().map(|h| (&self.table, &mut *h.stream)).collect();
                let (rules, rounds) = (&self.rules, left);
                let hunt = Hunt { streams: &mut streams, rules, rounds };
                let (rounds, halted) = Form::best().run(hunt);
                left -= rounds;
                let Some(index) = halted else { break };
                if self.hunters[index].stream.is_done() {
                    self.restart(index, &mut haul);
                    haul.nodes += left.min(BEGINNING) * HUNTERS as u64;
                    left = left.saturating_sub(BEGINNING);
                } else {
                    self.finish(index, &mut interest, &mut haul);
                }
            }
            for (hunter, deepest) in self.hunters.iter_mut().zip(&mut self.deepest) {
                hunter.nodes += SLICE;
                haul.nodes += hunter.stream.take_nodes();
                let level = hunter.stream.depth();
                hunter.deepest = hunter.deepest.max(level);
                *deepest = (*deepest).max(level);
                if haul.levels.len() <= level {
                    haul.levels.resize(level + 1, 0);
                }
                haul.levels[level] += 1;
                haul.depth = haul.depth.max(hunter.deepest);
            }
            for index in 0..self.hunters.len() {
                let hunter = &self.hunters[index];
                let lags = hunter.nodes >= LAG_NODES && hunter.deepest < brief.lag_level;
                if hunter.nodes >= brief.schedule.restart_nodes || lags {
                    self.restart(index, &mut haul);
                }
            }
        }
        haul.nodes += std::mem::take(&mut self.weighed);
        self.nodes += haul.nodes;
        haul.mended = self.mended.since(mended);
        haul
    }

    /// How many joins a board may miss to be finished.
    fn limit(&self, interest: &Interest) -> u32 {
        interest.limit(self.brief.mending.is_some() && self.mended.has_time(self.nodes))
    }

    fn limit_slips(&mut self, interest: &Interest) {
        let limit = self.limit(interest);
        self.rules.limit_slips(&self.brief.rules, limit.min(255) as u8);
    }

    fn restart(&mut self, index: usize, haul: &mut Haul) {
        let Hunter { stream, family, .. } = self.hunters.remove(index);
        haul.arrive(family.as_ref());
        let hunter = self.begin(stream);
        self.hunters.insert(index, hunter);
        haul.restarts += 1;
    }

    /// Fills the last cells below a hunter's topmost entry as well as possible.
    fn finish(&mut self, index: usize, interest: &mut Interest, haul: &mut Haul) {
        let limit = self.limit(interest);
        let brief = &*self.brief;
        let stream = &mut self.hunters[index].stream;
        let (table, rules) = (&self.table, &self.rules);
        Form::best().run(LayTopmost { table, rules, stream });
        haul.finishes += 1;
        let slips = u32::from(stream.mark(brief.goal).slips);
        let mut left = [(0, 0); MOST_CELLS];
        let mut kinds = 0;
        for (place, kind) in
            left.iter_mut().zip(table.layout.seating.free_kinds(stream.pool(brief.goal)))
        {
            *place = kind;
            kinds += 1;
        }
        let left = &left[..kinds];
        let mut frontier = [[0; 2]; MOST_CELLS];
        for (cell, colours) in frontier.iter_mut().take(brief.finish.cells()).enumerate() {
            *colours = stream.colours_around(&table.layout, brief.goal + cell);
        }
        let parity = brief.finish.parity(&frontier, left);
        let misses = slips + parity.count_ones().div_ceil(2);
        let pool = *stream.pool(brief.family_level);
        match &mut self.hunters[index].family {
            Some(family) if family.pool == pool => {
                family.misses = family.misses.min(misses as usize);
            }
            family => {
                let last = family.replace(Family { pool, misses: misses as usize });
                haul.arrive(last.as_ref());
            }
        }
        if misses <= limit {
            let (best, nodes) = brief.finish.best(&frontier, left, parity, limit - slips);
            haul.finish_nodes += u64::from(nodes);
            if let Some((cost, laid)) = best {
                let entries = self.hunters[index].stream.first_laid(brief.goal);
                let board = self.board(&entries, &laid);
                self.catch(board, slips + cost, interest, haul);
                self.limit_slips(interest);
            }
        }
        self.hunters[index].stream.drop_topmost();
    }

    /// Keeps a board that misses so many joins if it is of interest, and looks for a better one near it.
    fn catch(&mut self, board: Board, missed: u32, interest: &mut Interest, haul: &mut Haul) {
        let is_kept = missed <= interest.kept();
        interest.found(missed);
        if let Some(mending) = &self.brief.mending
            && self.mended.has_time(self.nodes)
        {
            let (random, nodes) = (self.random_of_board(), self.nodes);
            if let Some((better, gain)) = mending.mend(&board, &mut self.mended, nodes, random) {
                interest.found(missed.saturating_sub(gain));
                haul.catches.push(better);
            }
        }
        if is_kept {
            haul.catches.push(board);
        }
    }

    /// The board of a hunter, with the last cells.
    fn board(&self, entries: &[u32], laid: &[Laid]) -> Board {
        let plan = &self.brief.plan;
        let mut board = plan.board(&[]);
        let mut given = vec![0; plan.kinds().len()];
        for (depth, &entry) in plan.depths().iter().zip(entries) {
            let seat = entry & entry::SEAT;
            let kind = self.table.seats().iter().position(|s| s.bits() == seat);
            let Some((kind, looks)) = kind.and_then(|k| Some((k, plan.kinds().get(k)?))) else {
                continue;
            };
            let piece = looks.free.get(given[kind]).copied();
            given[kind] += 1;
            let placement = piece.map(|(piece, offset)| Placement {
                piece,
                rotation: Rotation((offset.0 + entry::rotation(entry)) % 4),
            });
            board.set(depth.cell, placement);
        }
        self.brief.finish.place(plan, &mut board, laid);
        board
    }
}

fn plan_piece(plan: &Plan, kind: u16) -> Option<usize> {
    Some(plan.kinds().get(usize::from(kind))?.free.first()?.0.index())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::hunt::fit::Wishes;

    #[test]
    fn no_board_is_found_twice() {
        let puzzle = Arc::new(tilewright_formats::embedded::puzzle("eternity2").unwrap());
        let fit = Fit::new(&puzzle, &Wishes::default()).unwrap();
        let mut brief = Brief::<1>::new(&puzzle, fit.plans[0].schedule.clone(), 802).unwrap();
        // Different boards may become the same.
        brief.mending = None;
        let mut crew = Crew::new(&Arc::new(brief), 0);
        let (mut nodes, mut boards) = (0, Vec::new());
        while nodes < 20_000_000 {
            let haul =
                crew.round(1 << 20, Interest { better: 20, mendable: 20, collected: Some(20) });
            nodes += haul.nodes;
            boards.extend(haul.catches);
        }
        let distinct: HashSet<_> = boards.iter().map(|board| board.cells().to_vec()).collect();
        assert!(boards.len() > 100, "{}", boards.len());
        assert_eq!(distinct.len(), boards.len());
    }
}
