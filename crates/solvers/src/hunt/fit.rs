//! Fits a hunt to a puzzle, from the puzzle alone.
//!
//! Theory first: which colours to use up, where the comb begins, which way round the board goes.
//! Then short probes, counted in nodes: how tight the quota may be. The shapes of the quota and of
//! the slips are those that hold the records on Eternity II, in proportion to the board. The same
//! puzzle gives the same fit on every machine.

use std::sync::Arc;

use tilewright_puzzle::{Board, Colour, Puzzle, Shape};

use super::crew::{Brief, Crew};
use super::schedule::{Comb, Schedule};

/// What a hunt goes by, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The order.
    pub comb: Comb,
    /// The colours that are used up first.
    pub colours: Vec<u16>,
    /// The factor of the quota.
    pub tightness: f64,
    /// All of it, worked out.
    pub schedule: Schedule,
    /// Why it is so, a sentence each.
    pub reasons: Vec<String>,
}

/// What is given, where it is not to be fitted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
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
    /// Nodes before a search begins anew.
    pub restart_nodes: Option<u64>,
}

/// How much of the weight of the chosen colours lies at which part of the board: J. Blackwood's
/// schedule of 2020 for Eternity II, whose three colours show on 122 sides of 256 pieces.
const QUOTA: [(f64, f64); 6] = [
    (16.0 / 256.0, 0.0),
    (26.0 / 256.0, 28.0 / 122.0),
    (56.0 / 256.0, 71.0 / 122.0),
    (76.0 / 256.0, 89.0 / 122.0),
    (102.0 / 256.0, 106.0 / 122.0),
    (160.0 / 256.0, 119.0 / 122.0),
];
/// Cells before the end at which one more slip is allowed, on a comb of 16 teeth of 5 cells.
const SLIPS: [u16; 13] = [59, 52, 46, 40, 35, 30, 26, 23, 20, 18, 15, 14, 12];
const COMB_OF_SLIPS: f64 = 80.0;
/// The factors of the quota that are tried, the tightest first.
const TIGHTNESS: [f64; 8] = [1.0, 0.97, 0.94, 0.91, 0.88, 0.84, 0.8, 0.7];
/// Nodes of each hunter in a probe.
const PROBE: u64 = 4 << 20;
/// Boards with fewer cells are hunted without a quota.
const LEAST_CELLS_FOR_QUOTA: usize = 144;
/// Nodes before a search begins anew, on 256 cells.
const RESTART_NODES: u64 = 200_000_000;
const FINISH: usize = 10;

impl Fit {
    /// Fits a hunt to a puzzle; `None` if the hunt cannot take it.
    pub fn new(puzzle: &Arc<Puzzle>, wishes: &Wishes) -> Option<Self> {
        let mut reasons = Vec::new();
        let comb = comb(puzzle, wishes, &mut reasons)?;
        let colours = match &wishes.colours {
            Some(colours) => colours.clone(),
            None => colours(puzzle, &mut reasons),
        };
        let with = |tightness| schedule(puzzle, wishes, comb, &colours, tightness);
        let tightness = match wishes.tightness {
            Some(tightness) => tightness,
            None if puzzle.topology().cell_count() < LEAST_CELLS_FOR_QUOTA => {
                reasons.push("no quota: the board is too small to choose pieces early".to_owned());
                0.0
            }
            None => tightness(puzzle, &with, &mut reasons)?,
        };
        let schedule = with(tightness);
        if schedule.slips.windows(2).any(|pair| pair[0] > pair[1]) {
            return None;
        }
        Some(Self { comb, colours, tightness, schedule, reasons })
    }
}

fn comb(puzzle: &Puzzle, wishes: &Wishes, reasons: &mut Vec<String>) -> Option<Comb> {
    let Shape::Square { width, height } = puzzle.shape() else { return None };
    let of = |turns: u8| {
        let (columns, lines) = if turns % 2 == 1 { (height, width) } else { (width, height) };
        let teeth = (lines * 5 / 16).clamp(2, 5).min(lines.saturating_sub(1));
        let rows = wishes.rows.unwrap_or(lines.saturating_sub(teeth)).clamp(1, lines);
        Comb { rows, left: wishes.left.unwrap_or(columns * 5 / 16), turns }
    };
    let hinted = Board::with_hints(puzzle);
    let depth_of_hints = |turns: u8| -> usize {
        let cells = of(turns).cells(puzzle.shape());
        let depths = cells.iter().enumerate().filter(|(_, cell)| hinted.get(**cell).is_some());
        depths.map(|(depth, _)| depth).sum()
    };
    let turns = match wishes.turns {
        Some(turns) => turns,
        None if hinted.placed() == 0 => 0,
        None => {
            let turns = (0..4).min_by_key(|&turns| depth_of_hints(turns)).unwrap_or(0);
            let all: Vec<_> = (0..4).map(|turns| depth_of_hints(turns).to_string()).collect();
            reasons.push(format!(
                "turned {turns} times, so that hints come early: the sums of their depths are {}",
                all.join(", ")
            ));
            turns
        }
    };
    let comb = of(turns);
    reasons.push(format!(
        "{} rows, then a comb whose first {} columns go row by row",
        comb.rows, comb.left
    ));
    Some(comb)
}

/// The colours that the fewest pieces carry, together: one that only rim pieces show, if there are
/// such colours, and two others.
fn colours(puzzle: &Puzzle, reasons: &mut Vec<String>) -> Vec<u16> {
    let rim = puzzle.rim();
    let is_inner = |sides: &&tilewright_puzzle::Sides| {
        rim.is_some() && !sides.colours().iter().any(|&colour| Some(colour) == rim)
    };
    let all: Vec<_> = puzzle.colours().into_iter().filter(|&c| Some(c) != rim).collect();
    let shows = |colour: Colour| {
        puzzle.pieces().iter().filter(is_inner).any(|sides| sides.colours().contains(&colour))
    };
    let (inner, border): (Vec<_>, Vec<_>) = all.iter().copied().partition(|&c| shows(c));
    let carriers = |colours: &[Colour]| {
        let carries = |sides: &&tilewright_puzzle::Sides| {
            sides.colours().iter().any(|colour| colours.contains(colour))
        };
        puzzle.pieces().iter().filter(carries).count()
    };
    let first = if border.is_empty() { vec![None] } else { border.into_iter().map(Some).collect() };
    let mut ranked = Vec::new();
    for &first in &first {
        for (index, &second) in inner.iter().enumerate() {
            for &third in &inner[index + 1..] {
                let triple: Vec<_> = first.into_iter().chain([second, third]).collect();
                ranked.push((carriers(&triple), triple));
            }
        }
    }
    ranked.sort_unstable();
    let name = |triple: &[Colour]| {
        let numbers: Vec<_> = triple.iter().map(|colour| colour.0.to_string()).collect();
        numbers.join(",")
    };
    let shown: Vec<_> = ranked
        .iter()
        .take(4)
        .map(|(pieces, triple)| format!("{} on {pieces} pieces", name(triple)))
        .collect();
    if let Some((best, others)) = shown.split_first() {
        reasons.push(format!(
            "colours {best} are used up first, the fewest; next would be {}",
            others.join("; ")
        ));
    }
    ranked.into_iter().next().map_or_else(Vec::new, |(_, t)| t.iter().map(|c| c.0).collect())
}

fn schedule(
    puzzle: &Puzzle,
    wishes: &Wishes,
    comb: Comb,
    colours: &[u16],
    tightness: f64,
) -> Schedule {
    let order = comb.cells(puzzle.shape());
    let cells = order.len();
    let weights = Schedule::weights_of(puzzle, colours);
    let weight: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let quota = (0..cells).map(|depth| {
        let part = depth as f64 / cells.max(1) as f64;
        (quota_at(part) * weight * tightness) as u16
    });
    let scale = (cells as f64 - comb_start(&order, comb, puzzle)) / COMB_OF_SLIPS;
    let slips = SLIPS.iter().map(|&before| {
        let before = (f64::from(before) * scale).round() as usize;
        cells.saturating_sub(before.max(1)) as u16
    });
    let finish = wishes.finish.unwrap_or(FINISH).min(cells.saturating_sub(1)).max(1);
    Schedule {
        quota: quota.collect(),
        weights,
        slips: wishes.slips.clone().unwrap_or_else(|| slips.collect()),
        finish: cells.saturating_sub(finish),
        restart_nodes: wishes
            .restart_nodes
            .unwrap_or(RESTART_NODES * cells as u64 / 256)
            .max(1 << 20),
        order,
    }
}

fn comb_start(order: &[tilewright_puzzle::Cell], comb: Comb, puzzle: &Puzzle) -> f64 {
    let Shape::Square { width, height } = puzzle.shape() else { return 0.0 };
    let columns = if comb.turns % 2 == 1 { height } else { width };
    (usize::from(comb.rows) * usize::from(columns)).min(order.len()) as f64
}

/// The part of the weight that has to lie at a part of the board.
fn quota_at(part: f64) -> f64 {
    let (first, last) = (QUOTA[0], QUOTA[QUOTA.len() - 1]);
    if part <= first.0 || part > last.0 {
        return 0.0;
    }
    let between = QUOTA.windows(2).find(|pair| part <= pair[1].0);
    between.map_or(0.0, |pair| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        low + (high - low) * (part - from) / (to - from)
    })
}

/// The tightest quota with which at least half of the hunters get past the first half of the board.
fn tightness(
    puzzle: &Arc<Puzzle>,
    with: &impl Fn(f64) -> Schedule,
    reasons: &mut Vec<String>,
) -> Option<f64> {
    for tightness in TIGHTNESS {
        let (through, all) =
            probe::<1>(puzzle, with(tightness)).or_else(|| probe::<2>(puzzle, with(tightness)))?;
        reasons.push(format!(
            "a quota of {tightness} times the model: {through} of {all} hunters came through \
             within {PROBE} nodes each"
        ));
        if 2 * through >= all {
            return Some(tightness);
        }
    }
    reasons.push("no quota: with every one of these most hunters got stuck".to_owned());
    Some(0.0)
}

fn probe<const H: usize>(puzzle: &Arc<Puzzle>, schedule: Schedule) -> Option<(usize, usize)> {
    let brief = Arc::new(Brief::<H>::new(puzzle, schedule, 0)?);
    let mut crew = Crew::new(&brief, 0);
    crew.round(PROBE, 0, false);
    Some(crew.came_through())
}
