//! The chance that joins match when colours are dealt at random.
//!
//! Think of all sides of a group as cards, shuffled and laid out; some pairs of places are joins.
//! The chance that the two cards of each of `J` given joins match depends only on `J` and on how
//! often each colour occurs. It is a sum over how many of the joins each colour takes, that is, one
//! coefficient of a product of polynomials, one per colour: multiplying them out gives the chance
//! for every `J` at once. Coefficients run from 1 to numbers with thousands of digits, so they are
//! kept as logarithms.

/// How often each colour occurs on the sides of a group.
#[derive(Clone, Debug)]
pub(super) enum Supply {
    /// Any side can meet any side.
    Undirected(Vec<u32>),
    /// Sides of the first part meet sides of the second.
    Directed(Vec<u32>, Vec<u32>),
}

/// Natural logarithms of factorials, exact to rounding.
pub(super) struct LnFactorials(Vec<f64>);

impl LnFactorials {
    /// All up to `most`.
    pub(super) fn up_to(most: usize) -> Self {
        let mut sum = 0.0;
        Self(
            (0..=most)
                .map(|n| {
                    if n > 1 {
                        sum += (n as f64).ln();
                        sum
                    } else {
                        0.0
                    }
                })
                .collect(),
        )
    }

    /// ln n!, for n up to the limit.
    pub(super) fn of(&self, n: usize) -> f64 {
        self.0.get(n).copied().unwrap_or(f64::INFINITY)
    }

    /// ln of n (n-1) ... (n-k+1), for k at most n.
    fn falling(&self, n: usize, k: usize) -> f64 {
        self.of(n) - self.of(n - k)
    }
}

/// ln of the chance that `J` given joins all match, for every `J` from 0 up; beyond the end of the
/// list the colours cannot match so many.
pub(super) fn ln_chances(supply: &Supply, mate: impl Fn(usize) -> Option<usize>) -> Vec<f64> {
    let total = |counts: &[u32]| counts.iter().map(|&n| n as usize).sum::<usize>();
    let at = |counts: &[u32], colour: usize| counts.get(colour).map_or(0, |&n| n as usize);
    let mut product = vec![0.0];
    match supply {
        Supply::Undirected(counts) => {
            let sides = total(counts);
            let ln = LnFactorials::up_to(sides);
            for (colour, &n) in counts.iter().enumerate() {
                let n = n as usize;
                match mate(colour) {
                    Some(mate) if mate == colour => {
                        let term = |k| ln.falling(n, 2 * k) - ln.of(k);
                        product = multiplied(&product, &(0..=n / 2).map(term).collect::<Vec<_>>());
                    }
                    Some(mate) if mate > colour => {
                        let m = at(counts, mate);
                        // Either side of the join can carry either mate.
                        let either = std::f64::consts::LN_2;
                        let term =
                            |k| ln.falling(n, k) + ln.falling(m, k) - ln.of(k) + k as f64 * either;
                        product =
                            multiplied(&product, &(0..=n.min(m)).map(term).collect::<Vec<_>>());
                    }
                    _ => {}
                }
            }
            let with_joins = product.iter().enumerate();
            with_joins.map(|(j, c)| c + ln.of(j) + ln.of(sides - 2 * j) - ln.of(sides)).collect()
        }
        Supply::Directed(first, second) => {
            let (firsts, seconds) = (total(first), total(second));
            let ln = LnFactorials::up_to(firsts.max(seconds));
            for (colour, &n) in first.iter().enumerate() {
                let Some(mate) = mate(colour) else { continue };
                let (n, m) = (n as usize, at(second, mate));
                let term = |k| ln.falling(n, k) + ln.falling(m, k) - ln.of(k);
                product = multiplied(&product, &(0..=n.min(m)).map(term).collect::<Vec<_>>());
            }
            let with_joins = product.iter().enumerate();
            with_joins
                .map(|(j, c)| c + ln.of(j) - ln.falling(firsts, j) - ln.falling(seconds, j))
                .collect()
        }
    }
}

/// Terms this far below the largest, in natural logarithms, are lost in its rounding.
const NEGLIGIBLE: f64 = 45.0;

/// The product of two polynomials given by the logarithms of their coefficients.
///
/// All polynomials here are log-concave, and so are their products; the terms of one coefficient
/// therefore rise to a single peak, which moves up with the degree. Walking outwards from the
/// peak until the terms are negligible makes the cost almost linear.
fn multiplied(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut product = Vec::with_capacity(one.len() + other.len() - 1);
    let mut peak = 0;
    for degree in 0..one.len() + other.len() - 1 {
        let (low, high) = (degree.saturating_sub(other.len() - 1), degree.min(one.len() - 1));
        let term = |k: usize| one[k] + other[degree - k];
        peak = peak.clamp(low, high);
        while peak < high && term(peak + 1) > term(peak) {
            peak += 1;
        }
        while peak > low && term(peak - 1) > term(peak) {
            peak -= 1;
        }
        let largest = term(peak);
        let share = |k: usize| Some(term(k) - largest).filter(|t| *t > -NEGLIGIBLE).map(f64::exp);
        let below: f64 = (low..peak).rev().map_while(share).sum();
        let above: f64 = (peak + 1..=high).map_while(share).sum();
        product.push(largest + (below + 1.0 + above).ln());
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals every arrangement of the cards and counts those that match.
    fn dealt(cards: &[usize], joins: &[(usize, usize)], mate: impl Fn(usize) -> usize) -> f64 {
        let (mut good, mut all) = (0u32, 0u32);
        let mut cards = cards.to_vec();
        each_permutation(&mut cards, 0, &mut |dealt| {
            all += 1;
            good += u32::from(joins.iter().all(|&(a, b)| mate(dealt[a]) == dealt[b]));
        });
        f64::from(good) / f64::from(all)
    }

    fn each_permutation(cards: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
        if from == cards.len() {
            return visit(cards);
        }
        for index in from..cards.len() {
            cards.swap(from, index);
            each_permutation(cards, from + 1, visit);
            cards.swap(from, index);
        }
    }

    fn counts(cards: &[usize]) -> Vec<u32> {
        (0..4).map(|c| cards.iter().filter(|&&card| card == c).count() as u32).collect()
    }

    fn assert_close(found: Option<&f64>, expected: f64) {
        let found = found.map_or(0.0, |ln| ln.exp());
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    const MATES: [usize; 4] = [0, 2, 1, 3];

    #[test]
    fn undirected_chances_are_those_of_dealing_every_arrangement() {
        for cards in [vec![0, 0, 0, 1, 1, 3], vec![1, 1, 1, 2, 2, 0, 0], vec![0, 1, 2, 3, 3, 3, 3]]
        {
            let supply = Supply::Undirected(counts(&cards));
            let plain = ln_chances(&supply, Some);
            let signed = ln_chances(&supply, |c| Some(MATES[c]));
            for joins in 0..=cards.len() / 2 {
                let pairs: Vec<_> = (0..joins).map(|j| (2 * j, 2 * j + 1)).collect();
                assert_close(plain.get(joins), dealt(&cards, &pairs, |c| c));
                assert_close(signed.get(joins), dealt(&cards, &pairs, |c| MATES[c]));
            }
        }
    }

    #[test]
    fn directed_chances_are_those_of_dealing_every_arrangement() {
        // The second part stays as it is: only the relative order of the two parts matters.
        for (first, second) in
            [(vec![0, 0, 1, 2], vec![0, 0, 1, 2, 2]), (vec![1, 1, 1, 3], vec![2, 2, 3, 3])]
        {
            let supply = Supply::Directed(counts(&first), counts(&second));
            let plain = ln_chances(&supply, Some);
            let signed = ln_chances(&supply, |c| Some(MATES[c]));
            for joins in 0..=first.len() {
                let mean = |mates: [usize; 4]| {
                    let (mut sum, mut number) = (0.0, 0.0);
                    each_permutation(&mut second.clone(), 0, &mut |laid| {
                        let fits = |cards: &[usize]| (0..joins).all(|j| mates[cards[j]] == laid[j]);
                        each_permutation(&mut first.clone(), 0, &mut |cards| {
                            sum += f64::from(u8::from(fits(cards)));
                            number += 1.0;
                        });
                    });
                    sum / number
                };
                assert_close(plain.get(joins), mean([0, 1, 2, 3]));
                assert_close(signed.get(joins), mean(MATES));
            }
        }
    }

    #[test]
    fn products_walk_past_nothing_that_counts() {
        let ln = LnFactorials::up_to(400);
        let one: Vec<_> = (0..=150).map(|k| ln.falling(300, 2 * k) - ln.of(k)).collect();
        let other: Vec<_> = (0..=90).map(|k| ln.falling(180, 2 * k) - ln.of(k)).collect();
        let product = multiplied(&one, &other);
        for (degree, &found) in product.iter().enumerate() {
            let terms = (0..one.len()).filter(|&k| k <= degree && degree - k < other.len());
            let terms: Vec<_> = terms.map(|k| one[k] + other[degree - k]).collect();
            let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let plain = largest + terms.iter().map(|t| (t - largest).exp()).sum::<f64>().ln();
            assert!((found - plain).abs() < 1e-9);
        }
    }
}
