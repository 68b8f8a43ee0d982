//! Hunters that take turns on one thread.
//!
//! A crew shares a table, the rules and a random stream. Each of its hunters walks through a subtree
//! below an opening of its own and begins anew when its nodes are spent. Whenever one comes to the
//! last cells within the bound, those are finished exactly, and what comes of it is a whole board.
//!
//! Where combs are filled from [both ends](super::wings), hunters only fill the rows below. What they come to is
//! gathered, and when that is enough, other searches take turns to go on from it, first from one end and then
//! from the other.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{Stream as Random, stream};

use super::finish::MOST_CELLS;
use super::fit::Fit;
use super::ground::Ground;
use super::mend::{Mended, Mending};
use super::openings::{Batch, Openings};
use super::rules::Hunting;
use super::schedule::Schedule;
use super::wings::{Boards, Gathered, Mirror};
use super::work::{Descend, Hunt, LayTopmost, Open, Replay};
use crate::exact::plan::Plan;
use crate::kernel::entry;
use crate::kernel::simd::{Eight, Form, Pool};
use crate::kernel::stream::Stream;
use crate::kernel::table::Table;

/// Hunters of a crew.
const HUNTERS: usize = 3;
/// Nodes between two looks at how deep a hunter is.
const SLICE: u64 = 1 << 14;
/// What beginning a search is worth, in nodes: so that a round ends even if all end at once.
const BEGINNING: u64 = 1 << 7;
/// A hunter that has not come this far after so many nodes has a bad opening.
const LAG_NODES: u64 = 20_000_000;
/// Boards of whole rows that are gathered before they are gone on from: twice as many each time, as powers
/// of two. With many there is nearly always another one for a search to go on with when one has ended, and
/// the first ones are not to be waited for.
const GATHERED: [u32; 2] = [8, 15];

/// What a crew is made from, the same for all crews of a hunt.
#[derive(Debug)]
pub struct Brief<const H: usize> {
    pub schedule: Schedule,
    ground: Ground<H>,
    /// The other wing.
    mirror: Option<Mirror<H>>,
    mending: Option<Mending>,
    /// The level that hunters come to: that of the waist, or the ground's goal.
    goal: usize,
    /// Where searches begin; by chance up to a level if there are none.
    openings: Option<Openings>,
    opening: usize,
    lag_level: usize,
    seed: u64,
}

/// From which end a comb is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Near,
    Far,
}

/// One search.
#[derive(Clone, Debug)]
struct Hunter<const H: usize> {
    stream: Box<Stream<H, Hunting>>,
    nodes: u64,
    deepest: usize,
    family: Option<Family<H>>,
}

impl<const H: usize> Hunter<H> {
    fn new(stream: Box<Stream<H, Hunting>>) -> Self {
        Self { stream, nodes: 0, deepest: 0, family: None }
    }
}

/// A search that goes on from boards of whole rows, one after the other, to the end.
#[derive(Clone, Debug)]
struct Flyer<const H: usize> {
    hunter: Hunter<H>,
    /// The rows that lie.
    rows: Vec<u32>,
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
    gathered: Gathered,
    flights: u32,
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

    /// How many joins may be missed before the last cells: those hardly ever miss less than a quarter of all.
    fn slips(&self) -> u32 {
        self.kept() - self.kept() / 4
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
    /// Looks at where a hunter stands, after so many rounds, and takes its nodes.
    fn look_at<const H: usize>(&mut self, hunter: &mut Hunter<H>) {
        hunter.nodes += SLICE;
        self.nodes += hunter.stream.take_nodes();
        let level = hunter.stream.depth();
        hunter.deepest = hunter.deepest.max(level);
        if self.levels.len() <= level {
            self.levels.resize(level + 1, 0);
        }
        self.levels[level] += 1;
        self.depth = self.depth.max(hunter.deepest);
    }

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
    /// Boards of whole rows that wait for being gone on from, how often that was done before, and what
    /// is used for it: the rules of the far end, and the searches from each end.
    gathered: Gathered,
    flights: u32,
    far_rules: Option<Hunting>,
    flyers: [Vec<Flyer<H>>; 2],
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
        let ground = Ground::new(puzzle, &schedule)?;
        let mirror = Mirror::new(puzzle, &schedule, &ground);
        let level_of = |depth: usize| schedule.level_of(&ground.plan, depth);
        let goal = if mirror.is_some() { level_of(schedule.waist) } else { ground.goal };
        // Beyond the end of the quota's curve.
        let lag_level = level_of(schedule.order.len() * 165 / 256).min(goal);
        let opening = level_of(ground.line);
        let openings = Openings::new(puzzle, &ground.plan, &schedule, level_of(schedule.opening));
        let mending = Mending::new(puzzle);
        Some(Self { ground, mirror, mending, goal, openings, opening, lag_level, seed, schedule })
    }
}

impl<const H: usize> Crew<H> {
    /// A crew that has not begun yet.
    pub fn new(brief: &Arc<Brief<H>>, number: u64) -> Self {
        let mut crew = Self::without_hunters(brief, number);
        for _ in 0..HUNTERS {
            let mut hunter = Hunter::new(Stream::new(&brief.ground.table.layout, brief.goal));
            crew.begin(&mut hunter.stream);
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
            table: brief.ground.table.clone(),
            rules: brief.ground.rules.clone(),
            hunters: Vec::new(),
            gathered: Gathered::default(),
            flights: 0,
            far_rules: brief.mirror.as_ref().map(|mirror| mirror.ground.rules.clone()),
            flyers: [Vec::new(), Vec::new()],
            deepest: [0; HUNTERS],
        };
        crew.shuffle();
        crew
    }

    /// The crew as it was; `None` if it is not one of this hunt.
    pub fn restore(brief: &Arc<Brief<H>>, number: u64, saved: SavedCrew) -> Option<Self> {
        let SavedCrew { begun, batch, gathered, flights, nodes, mended, hunters } = saved;
        let is_known = |entry: u32| entry::level::<H>(entry) < brief.goal;
        if !gathered.is_sound(brief.goal, is_known) {
            return None;
        }
        let fresh = Self::without_hunters(brief, number);
        let mut crew = Self { begun, nodes, mended, gathered, flights, ..fresh };
        if let Some((number, used)) = batch {
            // A beam is not saved but gone through again.
            let random = crew.random_of_batch(number);
            let (mut batch, _) = brief.openings.as_ref()?.batch(number, random);
            batch.used = used;
            crew.batch = Some(batch);
        }
        for hunter in hunters {
            if !hunter.laid.iter().chain(&hunter.untried).all(|&entry| is_known(entry))
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
        let Self { begun, flights, nodes, mended, .. } = *self;
        let (hunters, gathered) = (hunters.collect(), self.gathered.clone());
        SavedCrew { begun, batch, gathered, flights, nodes, mended, hunters }
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
        let mut plan = self.brief.ground.plan.clone();
        plan.shuffle(&mut random);
        let weights = &self.brief.schedule.weights;
        let weight = |kind: u16| {
            let piece = plan_piece(&self.brief.ground.plan, kind);
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
    fn begin(&mut self, stream: &mut Box<Stream<H, Hunting>>) {
        self.begun += 1;
        let entries = self.next_opening();
        stream.begin_anew();
        let (table, rules, opening) = (&self.table, &self.rules, self.brief.opening);
        if let Some(entries) = entries {
            Form::best().run(Descend { table, rules, stream, entries: &entries, lying: 0 });
        } else {
            let random = &mut self.random(self.begun);
            Form::best().run(Open { table, rules, opening, stream, random });
        }
    }

    /// Each hunter visits so many nodes, a multiple of [`SLICE`], or fewer if beams were needed. What is
    /// gathered is gone on from to the end, once it is enough.
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
            // They are lent out, so that the crew can be changed meanwhile.
            let mut hunters = std::mem::take(&mut self.hunters);
            let mut left = SLICE;
            while left > 0 {
                let mut streams: Vec<_> =
                    hunters.iter_mut().map(|h| (&self.table, &mut *h.stream)).collect();
                let (rules, rounds) = (&self.rules, left);
                let hunt = Hunt { streams: &mut streams, rules, rounds };
                let (rounds, halted) = Form::best().run(hunt);
                left -= rounds;
                let Some(index) = halted else { break };
                let hunter = &mut hunters[index];
                if hunter.stream.is_done() {
                    self.restart(hunter, &mut haul);
                    haul.nodes += left.min(BEGINNING) * HUNTERS as u64;
                    left = left.saturating_sub(BEGINNING);
                } else if brief.mirror.is_some() {
                    hunter.stream.take_board();
                    self.gathered.add(index, hunter.stream.lying(brief.goal));
                    hunter.stream.leave_goal();
                    hunter.deepest = brief.goal;
                } else {
                    self.finish(hunter, End::Near, &mut interest, &mut haul);
                }
            }
            for (index, hunter) in hunters.iter_mut().enumerate() {
                haul.look_at(hunter);
                self.deepest[index] = self.deepest[index].max(hunter.deepest);
                let lags = hunter.nodes >= LAG_NODES && hunter.deepest < brief.lag_level;
                if hunter.nodes >= brief.schedule.restart_nodes || lags {
                    self.restart(hunter, &mut haul);
                }
            }
            self.hunters = hunters;
            let [first, most] = GATHERED;
            if self.gathered.len() >= 1 << (first + self.flights).min(most) {
                self.fly(&mut interest, &mut haul);
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
        let limit = interest.slips().min(255) as u8;
        self.rules.limit_slips(&self.brief.ground.rules, limit);
        if let (Some(rules), Some(mirror)) = (&mut self.far_rules, &self.brief.mirror) {
            rules.limit_slips(&mirror.ground.rules, limit);
        }
    }

    fn restart(&mut self, hunter: &mut Hunter<H>, haul: &mut Haul) {
        haul.arrive(hunter.family.take().as_ref());
        (hunter.nodes, hunter.deepest) = (0, 0);
        self.begin(&mut hunter.stream);
        haul.restarts += 1;
    }

    /// Goes on from all boards that are gathered, from both ends.
    fn fly(&mut self, interest: &mut Interest, haul: &mut Haul) {
        let gathered = std::mem::take(&mut self.gathered);
        for end in [End::Near, End::Far] {
            let mut flyers = std::mem::take(&mut self.flyers[end as usize]);
            self.fly_from(end, &mut flyers, gathered.boards(), interest, haul);
            for flyer in &mut flyers {
                haul.arrive(flyer.hunter.family.take().as_ref());
            }
            self.flyers[end as usize] = flyers;
        }
        self.flights = self.flights.saturating_add(1);
    }

    fn fly_from(
        &mut self,
        end: End,
        flyers: &mut Vec<Flyer<H>>,
        mut boards: Boards<'_>,
        interest: &mut Interest,
        haul: &mut Haul,
    ) {
        while flyers.len() < HUNTERS {
            let (ground, ..) = self.ground(end);
            let stream = Stream::new(&ground.table.layout, ground.goal);
            flyers.push(Flyer { hunter: Hunter::new(stream), rows: Vec::new() });
        }
        // Those on the way come first.
        let mut flying = 0;
        while flying < HUNTERS && self.send(&mut flyers[flying], end, &mut boards) {
            flying += 1;
        }
        while flying > 0 {
            self.limit_slips(interest);
            let mut left = SLICE;
            while left > 0 && flying > 0 {
                let (_, table, rules) = self.ground(end);
                let on_the_way = flyers.iter_mut().take(flying);
                let mut streams: Vec<_> =
                    on_the_way.map(|flyer| (table, &mut *flyer.hunter.stream)).collect();
                let hunt = Hunt { streams: &mut streams, rules, rounds: left };
                let (rounds, halted) = Form::best().run(hunt);
                left -= rounds;
                let Some(index) = halted else { break };
                if !flyers[index].hunter.stream.is_done() {
                    self.finish(&mut flyers[index].hunter, end, interest, haul);
                } else if !self.send(&mut flyers[index], end, &mut boards) {
                    flying -= 1;
                    flyers.swap(index, flying);
                }
            }
            let (on_the_way, back) = flyers.split_at_mut(flying);
            for flyer in on_the_way {
                haul.look_at(&mut flyer.hunter);
            }
            for flyer in back {
                haul.nodes += flyer.hunter.stream.take_nodes();
            }
            // One that cannot come to an end is called back.
            for index in (0..flying).rev() {
                if flyers[index].hunter.nodes >= self.brief.schedule.restart_nodes
                    && !self.send(&mut flyers[index], end, &mut boards)
                {
                    flying -= 1;
                    flyers.swap(index, flying);
                }
            }
        }
    }

    /// Sends a search to the next board; false if there is none.
    fn send(&self, flyer: &mut Flyer<H>, end: End, boards: &mut Boards<'_>) -> bool {
        let Flyer { hunter, rows } = flyer;
        let Some(next) = boards.next(self.brief.goal) else {
            // Nothing is left to visit.
            hunter.stream.set_untried(self.brief.goal, &[]);
            return false;
        };
        let mut entries = Vec::with_capacity(next.len());
        match (end, &self.brief.mirror) {
            (End::Far, Some(mirror)) => mirror.translate(next, &mut entries),
            _ => entries.extend_from_slice(next),
        }
        let lying = rows.iter().zip(&entries).take_while(|(one, other)| one == other).count();
        *rows = entries;
        let (_, table, rules) = self.ground(end);
        let stream = &mut hunter.stream;
        Form::best().run(Descend { table, rules, stream, entries: rows, lying });
        hunter.nodes = 0;
        true
    }

    /// What searches from an end go by.
    fn ground(&self, end: End) -> (&Ground<H>, &Table<H>, &Hunting) {
        match (end, &self.brief.mirror, &self.far_rules) {
            (End::Far, Some(mirror), Some(rules)) => (&mirror.ground, &mirror.ground.table, rules),
            _ => (&self.brief.ground, &self.table, &self.rules),
        }
    }

    /// Fills the last cells below a hunter's topmost entry as well as possible.
    fn finish(
        &mut self,
        hunter: &mut Hunter<H>,
        end: End,
        interest: &mut Interest,
        haul: &mut Haul,
    ) {
        let limit = self.limit(interest);
        let (ground, table, rules) = self.ground(end);
        let stream = &mut hunter.stream;
        Form::best().run(LayTopmost { table, rules, stream });
        haul.finishes += 1;
        let slips = u32::from(stream.mark(ground.goal).slips);
        let mut left = [(0, 0); MOST_CELLS];
        let mut kinds = 0;
        for (place, kind) in
            left.iter_mut().zip(table.layout.seating.free_kinds(stream.pool(ground.goal)))
        {
            *place = kind;
            kinds += 1;
        }
        let left = &left[..kinds];
        let mut frontier = [[0; 2]; MOST_CELLS];
        for (cell, colours) in frontier.iter_mut().take(ground.finish.cells()).enumerate() {
            *colours = stream.colours_around(&table.layout, ground.goal + cell);
        }
        let parity = ground.finish.parity(&frontier, left);
        let misses = slips + parity.count_ones().div_ceil(2);
        let pool = *stream.pool(ground.family_level);
        match &mut hunter.family {
            Some(family) if family.pool == pool => {
                family.misses = family.misses.min(misses as usize);
            }
            family => {
                let last = family.replace(Family { pool, misses: misses as usize });
                haul.arrive(last.as_ref());
            }
        }
        if misses <= limit {
            let (best, nodes) = ground.finish.best(&frontier, left, parity, limit - slips);
            haul.finish_nodes += u64::from(nodes);
            if let Some((cost, laid)) = best {
                let entries: Vec<_> = stream.lying(ground.goal).collect();
                let board = ground.board(&entries, &laid);
                self.catch(board, slips + cost, interest, haul);
                self.limit_slips(interest);
            }
        }
        hunter.stream.drop_topmost();
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
