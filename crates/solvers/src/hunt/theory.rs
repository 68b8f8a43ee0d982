//! What a hunt can know about a puzzle before it begins.
//!
//! Which colours to use up first, where the comb begins and which way round the board goes follow
//! from the puzzle. The shape of the quota is the one that holds the records on Eternity II, in
//! proportion to the board. Slips are allowed where as much has been lost as on Eternity II.

use tilewright_puzzle::theory::nodes_by_depth;
use tilewright_puzzle::{Board, Cell, Colour, Puzzle, Shape};

use super::fit::Wishes;
use super::schedule::{Comb, Schedule};

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
/// One more slip is allowed where the expected number of boards without any has fallen from its peak
/// by so many powers of ten. On Eternity II these are the depths 197, 204, 210, 216, 221, 226, 230,
/// 233, 236, 238, 241 and 242.
///
/// There, 250 million nodes of seeds 71 to 73 each, they brought 15 boards of 464 or more in 45
/// processor seconds. One more slip at 244 brought 13 in 75 seconds: most of that time goes into
/// boards that are finished in vain. One less brought 8 in 37 seconds.
const FALLS: [f64; 12] = [2.1, 5.7, 8.0, 11.0, 13.5, 16.4, 19.0, 21.2, 23.5, 25.2, 27.8, 28.7];
/// Further slips, on boards that lose more, are so far apart.
const FALL_BETWEEN: f64 = 2.0;
/// What Eternity II loses up to its last cell: a slip for each twelfth of it.
const WHOLE_FALL: f64 = 41.7;
/// Hints that contradict the theory make the fall infinite.
const MOST_FALL: f64 = 400.0;
/// Nodes before a search begins anew, on 256 cells.
const RESTART_NODES: u64 = 200_000_000;
const FINISH: usize = 10;

/// The order: whole rows and a comb, turned so that hints come early.
pub(super) fn comb(puzzle: &Puzzle, wishes: &Wishes, reasons: &mut Vec<String>) -> Option<Comb> {
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

/// Sets of colours that the fewest pieces carry, together: one that only rim pieces show, if there
/// are such colours, and two others. So many sets at most, the best first.
pub(super) fn colours(puzzle: &Puzzle, most: usize, reasons: &mut Vec<String>) -> Vec<Vec<u16>> {
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
            "colours to use up first: {best}, the fewest; then {}",
            others.join("; ")
        ));
    }
    let sets: Vec<Vec<u16>> =
        ranked.into_iter().take(most).map(|(_, t)| t.iter().map(|c| c.0).collect()).collect();
    if sets.is_empty() { vec![Vec::new()] } else { sets }
}

/// All of a schedule, worked out.
pub(super) fn schedule(
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
        (quota_at(part) * weight * tightness + 1e-9) as u16
    });
    let finish = wishes.finish.unwrap_or(FINISH).min(cells.saturating_sub(1)).max(1);
    let finish = cells.saturating_sub(finish);
    Schedule {
        quota: quota.collect(),
        weights,
        slips: wishes.slips.clone().unwrap_or_else(|| slips(puzzle, &order, finish)),
        finish,
        restart_nodes: wishes
            .restart_nodes
            .unwrap_or(RESTART_NODES * cells as u64 / 256)
            .max(1 << 20),
        order,
    }
}

/// The depths from which one more slip is allowed, all of them before boards are finished.
fn slips(puzzle: &Puzzle, order: &[Cell], finish: usize) -> Vec<u16> {
    let boards: Vec<f64> =
        nodes_by_depth(puzzle, order).into_iter().map(|boards| boards.log10()).collect();
    let peak = boards.iter().copied().fold(f64::MIN, f64::max);
    let whole = boards.last().map_or(0.0, |last| peak - last).clamp(0.0, MOST_FALL);
    let count = (FALLS.len() as f64 * whole / WHOLE_FALL).round() as usize;
    let last = FALLS[FALLS.len() - 1];
    let further = (1..).map(|step| last + FALL_BETWEEN * f64::from(step));
    let falls = FALLS.into_iter().chain(further).take(count.max(1));
    let depths = falls.map(|fall| {
        let before = boards.iter().rposition(|boards| peak - boards < fall);
        let depth = before.map_or(0, |before| before + 1);
        depth.min(finish.saturating_sub(1)) as u16
    });
    depths.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_on_eternity_ii_are_where_they_were_measured() {
        let puzzle = tilewright_formats::embedded::puzzle("eternity2").unwrap();
        let order = comb(&puzzle, &Wishes::default(), &mut Vec::new()).unwrap();
        let slips = slips(&puzzle, &order.cells(puzzle.shape()), 246);
        assert_eq!(slips, [197, 204, 210, 216, 221, 226, 230, 233, 236, 238, 241, 242]);
    }

    #[test]
    fn slips_ascend_and_come_before_the_finish_on_any_board() {
        use tilewright_puzzle::generate::{Recipe, generate};
        for (size, colours) in [(4, 3), (8, 9), (12, 18), (20, 30)] {
            let recipe = Recipe::new(Shape::square(size, size), colours, 1);
            let puzzle = generate(&recipe).unwrap().puzzle;
            let order = comb(&puzzle, &Wishes::default(), &mut Vec::new()).unwrap();
            let order = order.cells(puzzle.shape());
            let slips = slips(&puzzle, &order, order.len() - 3);
            assert!(!slips.is_empty() && slips.is_sorted(), "{slips:?}");
            assert!(slips.iter().all(|&slip| usize::from(slip) < order.len() - 3), "{slips:?}");
        }
    }
}
