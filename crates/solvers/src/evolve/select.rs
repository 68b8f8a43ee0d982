//! Who breeds and who goes: selection, for any measure of who is better.

use std::cmp::Ordering;

use tilewright_search::Stream;

/// The best of so many drawn at random, with replacement; the first drawn among equals.
#[inline]
pub(super) fn tournament(
    size: usize,
    count: usize,
    random: &mut Stream,
    better: impl Fn(usize, usize) -> bool,
) -> usize {
    let mut best = random.index(count);
    for _ in 1..size {
        let other = random.index(count);
        if better(other, best) {
            best = other;
        }
    }
    best
}

/// The indices of the best, best first; among equals the earlier one.
pub(super) fn best_of(
    count: usize,
    most: usize,
    compare: impl Fn(usize, usize) -> Ordering,
) -> Vec<usize> {
    let mut indices: Vec<_> = (0..count).collect();
    let ordered = |a: &usize, b: &usize| compare(*b, *a).then(a.cmp(b));
    if most < count {
        indices.select_nth_unstable_by(most, ordered);
        indices.truncate(most);
    }
    indices.sort_unstable_by(ordered);
    indices
}
