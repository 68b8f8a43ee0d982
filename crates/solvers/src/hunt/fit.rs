//! Fits a hunt to a puzzle, from the puzzle alone.
//!
//! Theory first: the order, and which colours could be used up. Then short probes,
//! counted in nodes: for each set of colours the tightest quota that lets hunters through, and the sets
//! with the tightest ones stay. What is left are a few plans, which the hunt itself tries by turns, for as long as it runs: see
//! the module `plans`. The same puzzle gives the same fit on every machine.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Puzzle;

use super::crew::{Brief, Crew, Interest};
use super::presets::Preset;
use super::schedule::{Comb, Schedule};
use super::{known, theory};

/// What a hunt goes by, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The order.
    pub comb: Comb,
    /// The plans to choose from, the most promising first; never empty.
    pub plans: Vec<Plan>,
    /// Why it is so, a sentence each.
    pub reasons: Vec<String>,
    /// Nodes that the probes visited.
    pub nodes: u64,
}

/// One way to go about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The colours that are used up first.
    pub colours: Vec<u16>,
    /// The factor of the quota.
    pub tightness: f64,
    /// How rare boards may become before one more slip is allowed, in powers of ten; nothing if the
    /// slips are given.
    pub rarity: Option<f64>,
    /// All of it, worked out.
    pub schedule: Schedule,
}

impl Plan {
    /// What tells it from the other plans, in words.
    pub fn in_words(&self) -> String {
        let rarity =
            self.rarity.map(|rarity| format!(", slips where boards are 10^{rarity} times rarer"));
        format!("{}, quota {}{}", named(&self.colours), self.tightness, rarity.unwrap_or_default())
    }
}

/// What is given, where it is not to be fitted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// A published schedule to follow in all that is not given.
    pub preset: Option<Preset>,
    /// Rows before the comb.
    pub rows: Option<u16>,
    /// Columns of the comb that are filled row by row.
    pub left: Option<u16>,
    /// Quarter turns of the order.
    pub turns: Option<u8>,
    /// Colours to use up first.
    pub colours: Option<Vec<u16>>,
    /// The factor of the quota.
    pub tightness: Option<f64>,
    /// Depths from which one more slip is allowed.
    pub slips: Option<Vec<u16>>,
    /// Cells that are finished exactly.
    pub finish: Option<usize>,
    /// Cells that a beam fills before a search begins.
    pub opening: Option<usize>,
    /// Nodes before a search begins anew.
    pub restart_nodes: Option<u64>,
    /// Whether the comb is filled from both ends.
    pub wings: Option<bool>,
    /// Fit anew, even if the fit of this puzzle is known.
    pub afresh: bool,
}

/// The factors of the quota that are tried, the tightest first.
const TIGHTNESS: [f64; 16] =
    [1.03, 1.015, 1.0, 0.985, 0.97, 0.955, 0.94, 0.92, 0.9, 0.87, 0.84, 0.8, 0.75, 0.7, 0.6, 0.5];
/// How rare boards may become before one more slip is allowed, in powers of ten, the most promising
/// first. Large boards end best if they may become rare, small ones otherwise: by families on five hard
/// puzzles of each size, 5 was ahead of 3.5 by 1.7 on 14 x 14 cells and behind it by 1.4 to 2.3 on 12 x 12.
const RARITIES: [f64; 3] = [5.0, 3.2, 2.0];
const RARITIES_OF_SMALL: [f64; 3] = [3.2, 5.0, 2.0];
/// Boards with fewer cells are small.
const LEAST_CELLS_OF_LARGE: usize = 170;
/// Sets of colours that are tried.
const SETS: usize = 4;
/// Sets of colours that are left: those that let hunters through the tightest quotas.
const SETS_LEFT: usize = 3;
/// Nodes of each hunter in a probe, and in the rounds after which one that came through ends it.
const PROBE: u64 = 1 << 20;
const PROBE_ROUND: u64 = 1 << 18;
/// Openings that may come to nothing between two looks at a hunter: with more, a search lasts a
/// thousand nodes, and beginning it takes longer than that. On 12 x 12 cells some come through all the
/// same, with quotas that bring a tenth of the families that a looser one does.
const MOST_BARREN: u64 = 16;
/// Boards with fewer cells are hunted without a quota.
const LEAST_CELLS_FOR_QUOTA: usize = 144;

impl Fit {
    /// Fits a hunt to a puzzle; `None` if the hunt cannot take it.
    pub fn new(puzzle: &Arc<Puzzle>, wishes: &Wishes) -> Option<Self> {
        let mut fit = Self {
            comb: theory::comb(puzzle, wishes, &mut Vec::new())?,
            plans: Vec::new(),
            reasons: Vec::new(),
            nodes: 0,
        };
        if let Some(preset) = wishes.preset {
            fit.reasons.push(preset.reason().to_owned());
            fit.plans.push(preset.plan(puzzle, wishes, fit.comb));
        } else if let Some(known) = known::fit(puzzle, wishes) {
            fit.reasons.push(known.reason.to_owned());
            let wishes = Wishes {
                rows: Some(known.rows),
                left: Some(known.left),
                slips: wishes.slips.clone().or_else(|| Some(known.slips.to_vec())),
                finish: wishes.finish.or(Some(known.finish)),
                wings: wishes.wings.or(Some(true)),
                ..wishes.clone()
            };
            fit.comb = theory::comb(puzzle, &wishes, &mut fit.reasons)?;
            fit.take(puzzle, &wishes, known.colours.to_vec(), known.tightness, RARITIES[0]);
        } else {
            fit.comb = theory::comb(puzzle, wishes, &mut fit.reasons)?;
            fit.search(puzzle, wishes)?;
        }
        let ascend = |plan: &Plan| plan.schedule.slips.windows(2).all(|pair| pair[0] <= pair[1]);
        fit.plans.iter().all(ascend).then_some(fit)
    }

    fn take(
        &mut self,
        puzzle: &Puzzle,
        wishes: &Wishes,
        colours: Vec<u16>,
        tightness: f64,
        rarity: f64,
    ) {
        let schedule = theory::schedule(puzzle, wishes, self.comb, &colours, tightness, rarity);
        let rarity = wishes.slips.is_none().then_some(rarity);
        self.plans.push(Plan { colours, tightness, rarity, schedule });
    }

    fn search(&mut self, puzzle: &Arc<Puzzle>, wishes: &Wishes) -> Option<()> {
        let sets = match &wishes.colours {
            Some(colours) => vec![colours.clone()],
            None => theory::colours(puzzle, SETS, &mut self.reasons),
        };
        let cells = puzzle.topology().cell_count();
        let is_large = cells >= LEAST_CELLS_OF_LARGE;
        let rarities = if is_large { &RARITIES } else { &RARITIES_OF_SMALL };
        let rarities = if wishes.slips.is_some() { &rarities[..1] } else { &rarities[..] };
        let is_small = cells < LEAST_CELLS_FOR_QUOTA;
        if is_small && wishes.tightness.is_none() {
            self.reasons.push("no quota: the board is too small to choose pieces early".to_owned());
        }
        if let Some(tightness) = wishes.tightness.or(is_small.then_some(0.0)) {
            let first = sets.into_iter().next().unwrap_or_default();
            for &rarity in rarities {
                self.take(puzzle, wishes, first.clone(), tightness, rarity);
            }
            return Some(());
        }
        // A set that needs a quota looser by more than a step is out: there is no need to know by how much.
        let mut found: Vec<(usize, Vec<u16>)> = Vec::new();
        for colours in sets {
            let tightest = found.iter().map(|&(place, _)| place).min();
            let limit = tightest.map_or(TIGHTNESS.len() + 1, |tightest| tightest + 2);
            if let Some(place) = self.tightest(puzzle, wishes, &colours, limit)? {
                found.push((place, colours));
            }
        }
        found.sort_by_key(|&(place, _)| place);
        found.truncate(SETS_LEFT);
        for (rank, (place, colours)) in found.into_iter().enumerate() {
            let tightness = TIGHTNESS.get(place).copied().unwrap_or(0.0);
            // Plans take time to tell apart, so other slips are tried with the first colours alone.
            let most = if rank == 0 { rarities.len() } else { 1 };
            for &rarity in rarities.iter().take(most) {
                self.take(puzzle, wishes, colours.clone(), tightness, rarity);
            }
        }
        Some(())
    }

    /// The place of the tightest quota with which a hunter gets past the first half of the board, by
    /// halving: if one lets them through, a looser one does. The place after the last is for no quota
    /// at all. `Some(None)` if only places from `limit` on would do, `None` if the kernel cannot take
    /// the puzzle.
    fn tightest(
        &mut self,
        puzzle: &Arc<Puzzle>,
        wishes: &Wishes,
        colours: &[u16],
        limit: usize,
    ) -> Option<Option<usize>> {
        let (mut tightest, mut loosest) = (0, limit.min(TIGHTNESS.len()));
        while tightest < loosest {
            let middle = usize::midpoint(tightest, loosest);
            let tightness = TIGHTNESS.get(middle).copied()?;
            let schedule =
                theory::schedule(puzzle, wishes, self.comb, colours, tightness, RARITIES[0]);
            let probe =
                probe::<1>(puzzle, schedule.clone()).or_else(|| probe::<2>(puzzle, schedule))?;
            self.nodes += probe.nodes;
            self.reasons.push(format!(
                "{}, quota {tightness}: {}",
                named(colours),
                probe.in_words()
            ));
            if probe.is_passed() { loosest = middle } else { tightest = middle + 1 }
        }
        Some((tightest < limit).then_some(tightest))
    }
}

/// How colours are named in a sentence.
pub fn named(colours: &[u16]) -> String {
    let numbers: Vec<_> = colours.iter().map(ToString::to_string).collect();
    format!("colours {}", numbers.join(","))
}

/// How hunters fare with a quota.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Probe {
    /// Hunters that came past the first half of the board, and all.
    through: usize,
    all: usize,
    /// Searches that ended, and how often a hunter was looked at.
    ended: u64,
    looks: u64,
    nodes: u64,
}

impl Probe {
    /// Whether the quota is loose enough.
    fn is_passed(&self) -> bool {
        self.through > 0 && !self.is_barren()
    }

    /// Whether most openings come to nothing at once.
    fn is_barren(&self) -> bool {
        self.ended > MOST_BARREN * self.looks
    }

    fn in_words(&self) -> String {
        let Self { through, all, ended, .. } = self;
        let barren = if self.is_barren() { ", too many at once" } else { "" };
        format!(
            "{through} of {all} hunters came through within {PROBE} nodes each; {ended} searches \
             ended{barren}"
        )
    }
}

/// Tries a quota until it is passed, or the nodes are spent.
fn probe<const H: usize>(puzzle: &Arc<Puzzle>, schedule: Schedule) -> Option<Probe> {
    // What it takes to come through is the same from both ends.
    let schedule = Schedule { waist: 0, ..schedule };
    let brief = Arc::new(Brief::<H>::new(puzzle, schedule, 0)?);
    let mut crew = Crew::new(&brief, 0);
    let mut probe = Probe::default();
    for _ in 0..PROBE / PROBE_ROUND {
        let haul = crew.round(PROBE_ROUND, Interest { better: 0, mendable: 0, collected: None });
        probe.nodes += haul.nodes;
        probe.ended += haul.restarts;
        probe.looks += haul.levels.iter().sum::<u64>();
        (probe.through, probe.all) = crew.came_through();
        if probe.is_passed() {
            break;
        }
    }
    Some(probe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_too_tight_if_nobody_comes_through_or_openings_come_to_nothing() {
        let probe = |through, ended| Probe { through, all: 3, ended, looks: 10, nodes: 0 };
        assert!(probe(1, 10 * MOST_BARREN).is_passed());
        assert!(!probe(0, 0).is_passed());
        assert!(!probe(3, 10 * MOST_BARREN + 1).is_passed());
        assert!(probe(3, 1000).in_words().ends_with("too many at once"));
    }

    #[test]
    fn every_plan_can_be_followed_on_hard_boards_of_any_size() {
        use tilewright_puzzle::Shape;
        use tilewright_puzzle::generate::{Recipe, generate};
        use tilewright_puzzle::theory::hardest_colours;
        for size in [8, 12, 16, 20] {
            let shape = Shape::square(size, size);
            let hardest = hardest_colours(shape, true, 0);
            let colours = hardest.inner_colours + hardest.rim_colours;
            let recipe = Recipe::new(shape, colours, 1);
            let recipe = Recipe { rim_colours: hardest.rim_colours, ..recipe };
            let puzzle = Arc::new(generate(&recipe).unwrap().puzzle);
            let wishes = Wishes { tightness: Some(0.9), ..Wishes::default() };
            let fit = Fit::new(&puzzle, &wishes).unwrap();
            assert_eq!(fit.plans.len(), RARITIES.len());
            let followed = Brief::<1>::all(&puzzle, &fit, 1).is_some()
                || Brief::<2>::all(&puzzle, &fit, 1).is_some();
            assert!(followed, "{size}");
        }
    }
}
