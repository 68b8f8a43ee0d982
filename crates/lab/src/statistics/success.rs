//! How often something succeeds, with an interval that is right for few runs and for rates near 0
//! and 1 as well: Wilson's.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a rate of which `successes` in `count` were seen; from 0 to 1 for none.
pub fn wilson(successes: usize, count: usize) -> (f64, f64) {
    if count == 0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (count as f64, Z * Z);
    let rate = successes.min(count) as f64 / n;
    let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}
