//! What a hunt can know about a puzzle before it begins.
//!
//! Which colours to use up first, where the comb begins and which way round the board goes follow
//! from the puzzle. The shape of the quota is the one that proved best on Eternity II, in proportion to
//! the board. Slips are allowed where boards would become too rare.

use tilewright_puzzle::theory::nodes_by_depth;
use tilewright_puzzle::{Board, Cell, Colour, Puzzle, Shape};

use super::fit::Wishes;
use super::schedule::{Comb, Schedule};

/// How much of a weight has to lie at which part of the board, linear in between.
pub(super) type Curve = [(f64, f64)];

/// The curve for the chosen colours: one that let through the most boards to the last cells of
/// Eternity II in the same time, found from J. Blackwood's by changing some points at a time (see
/// [`super::known`]). Its first part is for searches that begin by chance: beams keep no quota, and
/// are ahead of it.
const QUOTA: [(f64, f64); 8] = [
    (16.0 / 256.0, 0.0),
    (26.0 / 256.0, 0.25),
    (40.0 / 256.0, 0.43),
    (56.0 / 256.0, 0.6),
    (76.0 / 256.0, 0.735),
    (102.0 / 256.0, 0.8717),
    (130.0 / 256.0, 0.925),
    (160.0 / 256.0, 0.975),
];
/// How rare boards may become, as a share of the rarity that is given, before a first, a second and a
/// further slip is allowed: so that with 5 powers of ten the slips on Eternity II are, but for a depth
/// or two, those that proved best there; see [`super::known`].
const RARITY: [f64; 9] = [0.44, 0.68, 0.68, 0.78, 0.84, 0.92, 0.94, 0.96, 0.98];
/// The most cells between the first slip and the second. Where a line ends between them theory wants
/// the first one much sooner, on 14 x 14 cells by 15, but then it is spent on boards that would have
/// been there without it: see the table in `docs/experiments/hunt.md`.
const FIRST_SLIP: u16 = 5;
/// More slips than anybody wants.
const MOST_SLIPS: usize = 60;
/// Cells at the end of the order that may slip: where they may, nearly all pieces that are left are
/// candidates, and the stack of a search has to hold them.
const SLIPPING: usize = 72;
/// Nodes before a search begins anew, on 256 cells: with openings by chance, which have to find their
/// way through the first rows, and with those of a beam.
const RESTART_NODES: [u64; 2] = [200_000_000, 50_000_000];
const FINISH: usize = 10;
/// Cells that a beam fills before a search begins, of 256.
const OPENING: usize = 80;

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
    let inner = inner_colours(puzzle);
    let is_border = |colour: &Colour| Some(*colour) != puzzle.rim() && !inner.contains(colour);
    let border: Vec<_> = puzzle.colours().into_iter().filter(is_border).collect();
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

/// The colours that pieces away from the rim show.
fn inner_colours(puzzle: &Puzzle) -> Vec<Colour> {
    let rim = puzzle.rim();
    let is_inner = |sides: &&tilewright_puzzle::Sides| {
        rim.is_some() && !sides.colours().iter().any(|&colour| Some(colour) == rim)
    };
    let shows = |colour: &Colour| {
        puzzle.pieces().iter().filter(is_inner).any(|sides| sides.colours().contains(colour))
    };
    puzzle.colours().into_iter().filter(shows).collect()
}

/// All of a schedule, worked out.
pub(super) fn schedule(
    puzzle: &Puzzle,
    wishes: &Wishes,
    comb: Comb,
    colours: &[u16],
    tightness: f64,
    rarity: f64,
) -> Schedule {
    let order = comb.cells(puzzle.shape());
    let cells = order.len();
    let weights = Schedule::weights_of(puzzle, colours);
    let finish = wishes.finish.unwrap_or(FINISH).min(cells.saturating_sub(1)).max(1);
    let finish = cells.saturating_sub(finish);
    let quota = quota(&QUOTA, &weights, tightness);
    let has_quota = quota.iter().any(|&quota| quota > 0);
    let opening = wishes.opening.unwrap_or(if has_quota { cells * OPENING / 256 } else { 0 });
    let opening = opening.min(finish.saturating_sub(1));
    let restart = RESTART_NODES[usize::from(opening > 0)] * cells as u64 / 256;
    let slips = wishes.slips.clone().unwrap_or_else(|| slips(puzzle, &order, finish, rarity));
    // Boards of both wings have the same rows, so there must be no slips in them.
    let rows = cells * usize::from(comb.rows) / usize::from(comb.lines(puzzle.shape()).max(1));
    let has_wings = opening < rows
        && rows < finish
        && slips.iter().all(|&slip| usize::from(slip) >= rows)
        && wishes.wings.unwrap_or(false);
    Schedule {
        quota,
        weights,
        slips,
        finish,
        opening,
        waist: if has_wings { rows } else { 0 },
        restart_nodes: wishes.restart_nodes.unwrap_or(restart).max(1 << 20),
        order,
    }
}

/// The depths from which one more slip is allowed, all of them before boards are finished.
///
/// Along the order boards first become more, then rarer and rarer. Whenever they are so many powers of
/// ten rarer than at their peak, one more slip is allowed. How many boards there are with so many slips
/// follows from how many there are without any: a slip does away with one of the joins of a cell.
pub(super) fn slips(puzzle: &Puzzle, order: &[Cell], finish: usize, rarity: f64) -> Vec<u16> {
    let boards: Vec<f64> =
        nodes_by_depth(puzzle, order).into_iter().map(|boards| boards.log10()).collect();
    let most = boards.iter().copied().fold(f64::MIN, f64::max);
    let Some(peak) = boards.iter().position(|&boards| boards >= most) else { return Vec::new() };
    // Either of two neighbours may show any of the other colours.
    let colours = match inner_colours(puzzle).len() {
        0 => puzzle.colours().len(),
        inner => inner,
    };
    let ways = 2.0 * colours.saturating_sub(1) as f64;
    let mut slips = Vec::new();
    // How many boards there are with so many slips, as a share of those at the peak.
    let mut shares = vec![1.0];
    for (depth, pair) in boards.windows(2).enumerate().take(finish).skip(peak) {
        let growth = 10f64.powf(pair[1] - pair[0]);
        let all: f64 = shares.iter().sum();
        let part = RARITY.get(slips.len()).copied().unwrap_or(1.0);
        // The first cell of a line has fewer candidates than its neighbours, and many follow it: it
        // is the rarer of two depths that does not count.
        let rarer = -(all * growth.max(1.0)).log10();
        let is_late = depth + SLIPPING >= order.len();
        if rarer >= rarity * part && is_late && slips.len() < MOST_SLIPS {
            slips.push(depth as u16);
            shares.push(0.0);
        }
        for count in (0..shares.len()).rev() {
            let slipped = count.checked_sub(1).map_or(0.0, |fewer| shares[fewer]);
            shares[count] = (shares[count] + ways * slipped) * growth;
        }
    }
    if let [first, second, ..] = slips.as_mut_slice() {
        *first = (*first).max(second.saturating_sub(FIRST_SLIP));
    }
    slips
}

/// For each depth how much of the weights has to lie, by a curve and a factor.
pub(super) fn quota(curve: &Curve, weights: &[u8], tightness: f64) -> Vec<u16> {
    let weight: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let cells = weights.len();
    let at = |depth: usize| quota_at(curve, depth as f64 / cells.max(1) as f64);
    (0..cells).map(|depth| (at(depth) * weight * tightness + 1e-9) as u16).collect()
}

/// The part of the weight that has to lie at a part of the board; nothing beyond the curve's end.
fn quota_at(curve: &Curve, part: f64) -> f64 {
    let between = curve.windows(2).find(|pair| pair[0].0 < part && part <= pair[1].0);
    between.map_or(0.0, |pair| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        low + (high - low) * (part - from) / (to - from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_on_eternity_ii_are_close_to_those_that_proved_best() {
        let puzzle = tilewright_formats::embedded::puzzle("eternity2").unwrap();
        let order = comb(&puzzle, &Wishes::default(), &mut Vec::new()).unwrap();
        let slips = slips(&puzzle, &order.cells(puzzle.shape()), 246, 5.0);
        let best = [198, 205, 211, 217, 222, 227, 231, 234, 237, 239, 242, 243u16];
        assert!(slips.len() >= best.len(), "{slips:?}");
        assert!(slips.iter().zip(best).all(|(slip, best)| slip.abs_diff(best) <= 1), "{slips:?}");
    }

    #[test]
    fn slips_ascend_and_come_before_the_finish_on_any_board() {
        use tilewright_puzzle::generate::{Recipe, generate};
        for (size, colours) in [(8, 9), (12, 18), (20, 30)] {
            let recipe = Recipe::new(Shape::square(size, size), colours, 1);
            let puzzle = generate(&recipe).unwrap().puzzle;
            let order = comb(&puzzle, &Wishes::default(), &mut Vec::new()).unwrap();
            let order = order.cells(puzzle.shape());
            let counts = [5.0, 3.5, 2.0].map(|rarity| {
                let slips = slips(&puzzle, &order, order.len() - 3, rarity);
                assert!(slips.is_sorted(), "{slips:?}");
                assert!(slips.iter().all(|&slip| usize::from(slip) < order.len() - 3), "{slips:?}");
                assert!(slips.len() < 2 || slips[1] - slips[0] <= FIRST_SLIP, "{slips:?}");
                slips.len()
            });
            assert!(counts.is_sorted(), "{counts:?}");
            assert!(counts[0] > 0);
        }
    }
}
