//! Whether one method is better than another, and by how much.
//!
//! Mann and Whitney's test asks whether one tends to give higher numbers; Vargha and Delaney's A is
//! how often it does: 0.5 for no difference, 1 if always. Many comparisons find differences by
//! chance alone; Holm's correction allows for that.

use serde::Serialize;

use super::{ranks, upper_tail};

/// Two samples compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Mann and Whitney's U of the first.
    pub u: f64,
    /// How likely a difference like this or greater is if there is none, in either direction.
    pub p: f64,
    /// How often the first gives the higher number, ties counted half.
    pub a: f64,
}

/// Samples up to this size without ties are compared exactly.
const FEW: usize = 8;

/// Compares two samples; `None` if one is empty. The p-value is exact if one sample has at most 8
/// numbers and there are no ties, else that of the normal distribution with corrections for ties
/// and continuity, as in SciPy.
pub fn compare(first: &[f64], second: &[f64]) -> Option<Comparison> {
    let (n, m) = (first.len(), second.len());
    if n == 0 || m == 0 {
        return None;
    }
    let all = [first, second].concat();
    let of_first: f64 = ranks(&all).iter().take(n).sum();
    let u = of_first - (n * (n + 1)) as f64 / 2.0;
    let pairs = (n * m) as f64;
    let greater = u.max(pairs - u);
    let ties = tie_term(&all);
    let p = if ties == 0.0 && (n <= FEW || m <= FEW) {
        2.0 * exact_tail(n, m, greater as usize)
    } else {
        let total = (n + m) as f64;
        let deviation = (pairs / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)))).sqrt();
        if deviation > 0.0 {
            2.0 * upper_tail((greater - pairs / 2.0 - 0.5) / deviation)
        } else {
            1.0
        }
    };
    Some(Comparison { u, p: p.clamp(0.0, 1.0), a: u / pairs })
}

/// The sum of t^3 - t over all groups of t equal numbers.
fn tie_term(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let groups = sorted.chunk_by(|one, other| one == other).map(|group| group.len() as f64);
    groups.map(|t| t.powi(3) - t).sum()
}

/// How likely U is at least this if there is no difference: the number of ways to choose so many
/// pairs, counted by adding one number of the larger sample after the other.
fn exact_tail(n: usize, m: usize, at_least: usize) -> f64 {
    let (few, many) = (n.min(m), n.max(m));
    // ways[k][u]: choices of k ranks for the smaller sample that leave it u pairs won.
    let most = few * many;
    let mut ways = vec![vec![0.0_f64; most + 1]; few + 1];
    if let Some(first) = ways.first_mut().and_then(|row| row.first_mut()) {
        *first = 1.0;
    }
    for place in 0..few + many {
        for chosen in (0..few.min(place + 1)).rev() {
            // The number on this place beats those of the other sample before it.
            let won = place - chosen;
            if won > many {
                continue;
            }
            let (before, after) = ways.split_at_mut(chosen + 1);
            if let (Some(from), Some(to)) = (before.last(), after.first_mut()) {
                for (goal, count) in to.iter_mut().skip(won).zip(from) {
                    *goal += count;
                }
            }
        }
    }
    let counts = ways.pop().unwrap_or_default();
    let all: f64 = counts.iter().sum();
    counts.iter().skip(at_least).sum::<f64>() / all
}

/// Holm's correction: p-values that may be judged one by one although there are many.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let count = p_values.len();
    let mut order: Vec<usize> = (0..count).collect();
    let p = |index: usize| p_values.get(index).copied().unwrap_or(1.0);
    order.sort_by(|&one, &other| p(one).total_cmp(&p(other)));
    let mut corrected = vec![1.0; count];
    let mut highest = 0.0_f64;
    for (place, index) in order.into_iter().enumerate() {
        highest = highest.max(p(index) * (count - place) as f64).min(1.0);
        if let Some(goal) = corrected.get_mut(index) {
            *goal = highest;
        }
    }
    corrected
}
