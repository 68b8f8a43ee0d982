//! Where a mean lies, whatever the shape of what it is the mean of: drawn again from the sample
//! itself, many times, with a random stream that is the same everywhere.

use tilewright_search::stream;

use super::quantile;

/// How often the sample is drawn again.
const DRAWS: usize = 10_000;

/// The 95 % percentile interval of the mean of a sample; `None` for fewer than two numbers, of which
/// nothing can be said.
pub fn mean_interval(sample: &[f64], seed: u64) -> Option<(f64, f64)> {
    if sample.len() < 2 {
        return None;
    }
    let mut random = stream(seed, 0);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn = (0..sample.len()).filter_map(|_| random.choose(sample));
            drawn.sum::<f64>() / sample.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Some((quantile(&means, 0.025), quantile(&means, 0.975)))
}
