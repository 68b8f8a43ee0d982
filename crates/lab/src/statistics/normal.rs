//! The normal distribution, to more digits than any sample deserves.

use std::f64::consts::{PI, SQRT_2};

/// How likely a standard normal number is above `z`.
pub fn upper_tail(z: f64) -> f64 {
    if z < 0.0 { 1.0 - upper_tail(-z) } else { complement(z / SQRT_2) / 2.0 }
}

/// 1 - erf(x) for x from 0: a series of positive terms near the middle, where it converges fast; a
/// continued fraction in the tail, where the series would cancel.
fn complement(x: f64) -> f64 {
    let bell = (-x * x).exp();
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        let mut odd = 1.0;
        while term > sum * 1e-17 {
            odd += 2.0;
            term *= 2.0 * x * x / odd;
            sum += term;
        }
        return 1.0 - 2.0 / PI.sqrt() * bell * sum;
    }
    let tail = (1..=200).rev().fold(x, |inner, k| x + f64::from(k) / 2.0 / inner);
    bell / (PI.sqrt() * tail)
}
