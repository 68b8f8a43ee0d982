//! Places in an order: the plainest way to compare methods over instances whose figures do not
//! compare.

/// The rank of each number, the least first with rank 1; equal numbers share the mean of their ranks.
pub fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    let number = |index: &usize| numbers.get(*index).copied().unwrap_or_default();
    order.sort_by(|one, other| number(one).total_cmp(&number(other)));
    let mut ranks = vec![0.0; numbers.len()];
    let mut before = 0;
    for equal in order.chunk_by(|one, other| number(one) == number(other)) {
        let shared = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        for &index in equal {
            if let Some(rank) = ranks.get_mut(index) {
                *rank = shared;
            }
        }
        before += equal.len();
    }
    ranks
}

/// The mean rank of each method over instances. `figures` has a row for each instance and in it a
/// figure for each method, the least the best.
pub fn mean_ranks(figures: &[Vec<f64>]) -> Vec<f64> {
    let methods = figures.iter().map(Vec::len).min().unwrap_or(0);
    let mut sums = vec![0.0; methods];
    for row in figures {
        for (sum, rank) in sums.iter_mut().zip(ranks(row)) {
            *sum += rank;
        }
    }
    sums.iter().map(|sum| sum / figures.len() as f64).collect()
}
