//! Exponential, logarithm and power that give the same bits on every machine.
//!
//! The ones of the standard library come from the machine's own mathematics library and may differ
//! in the last bit, which is enough to send a search with the same seed somewhere else. These use
//! sums and products only; they are right to about fourteen digits.

const LN_2: f64 = std::f64::consts::LN_2;

/// e to the power of `x`.
pub(crate) fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    let x = x.min(700.0);
    let twos = (x / LN_2).round();
    let rest = x - twos * LN_2;
    let mut sum = 1.0;
    for n in (1..=18).rev() {
        sum = 1.0 + sum * rest / f64::from(n);
    }
    sum * f64::from_bits(((twos as i64 + 1023) as u64) << 52)
}

/// The natural logarithm of a positive number.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    // From 1 to 2; the series converges fast since its argument is at most a third.
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut sum = 0.0;
    for n in (0..17).rev() {
        sum = sum * square + 1.0 / f64::from(2 * n + 1);
    }
    exponent as f64 * LN_2 + 2.0 * ratio * sum
}

/// A positive number to a power.
pub(crate) fn pow(base: f64, power: f64) -> f64 {
    if power == 0.0 {
        1.0
    } else if power == 1.0 {
        base
    } else if power == 2.0 {
        base * base
    } else {
        exp(power * ln(base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_standard_library() {
        for n in -4000..4000 {
            let x = f64::from(n) * 0.017;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "exp {x}");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() < 1e-13 * (1.0 + x.abs()), "ln {y}");
            assert!((pow(y, 0.37) / y.powf(0.37) - 1.0).abs() < 1e-12, "pow {y}");
        }
        assert_eq!((exp(-1000.0), exp(0.0), ln(1.0), pow(5.0, 0.0)), (0.0, 1.0, 0.0, 1.0));
    }
}
