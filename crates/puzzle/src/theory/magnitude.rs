//! Numbers too large or too small for anything but their logarithm.

use std::fmt;
use std::iter::Sum;

use num_bigint::BigUint;

/// A number that is not negative, kept as its decimal logarithm.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Magnitude {
    log10: f64,
}

impl Magnitude {
    /// Nothing.
    pub const ZERO: Self = Self { log10: f64::NEG_INFINITY };

    /// The number with this natural logarithm.
    pub(super) fn from_ln(ln: f64) -> Self {
        Self { log10: ln * std::f64::consts::LOG10_E }
    }

    /// The number with this decimal logarithm.
    pub fn from_log10(log10: f64) -> Self {
        Self { log10 }
    }

    /// Its decimal logarithm; negative infinity for zero.
    pub fn log10(self) -> f64 {
        self.log10
    }

    /// The number itself; infinity if it is above about 1e308, zero if below about 1e-324.
    pub fn value(self) -> f64 {
        10f64.powf(self.log10)
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }
}

impl From<&BigUint> for Magnitude {
    fn from(number: &BigUint) -> Self {
        let beyond = number.bits().saturating_sub(64);
        let leading = (number >> beyond).iter_u64_digits().next().unwrap_or(0);
        Self { log10: (leading as f64).log10() + beyond as f64 * 2f64.log10() }
    }
}

impl Sum for Magnitude {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        let logs: Vec<_> = numbers.map(Self::log10).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest.is_infinite() {
            return Self { log10: largest };
        }
        let shares: f64 = logs.iter().map(|log| 10f64.powf(log - largest)).sum();
        Self { log10: largest + shares.log10() }
    }
}

impl fmt::Display for Magnitude {
    /// Whole with commas from a thousand to a billion, three digits below, `1.15e47` elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if (-2.0..9.0).contains(&self.log10) {
            let value = self.value();
            return if value >= 999.5 {
                f.write_str(&with_commas(value.round() as u64))
            } else if value >= 99.95 {
                write!(f, "{value:.0}")
            } else if value >= 9.995 {
                write!(f, "{value:.1}")
            } else {
                write!(f, "{value:.2}")
            };
        }
        let mut exponent = self.log10.floor();
        let mut mantissa = 10f64.powf(self.log10 - exponent);
        if mantissa >= 9.995 {
            exponent += 1.0;
            mantissa = 1.0;
        }
        write!(f, "{mantissa:.2}e{exponent}")
    }
}

fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64) -> Magnitude {
        Magnitude::from_ln(value.ln())
    }

    #[test]
    fn magnitudes_read_as_people_write_numbers() {
        let cases = [
            (0.0, "0"),
            (1.0, "1.00"),
            (9.999, "10.0"),
            (42.0, "42.0"),
            (123.4, "123"),
            (999.9, "1,000"),
            (11_526_580.0, "11,526,580"),
            (1.154e47, "1.15e47"),
            (9.9999e20, "1.00e21"),
            (4.097e-8, "4.10e-8"),
        ];
        for (value, text) in cases {
            assert_eq!(of(value).to_string(), text);
        }
    }

    #[test]
    fn sums_hold_beyond_the_range_of_floats() {
        let large = Magnitude { log10: 1000.0 };
        let twice: Magnitude = [large, Magnitude::ZERO, large].into_iter().sum();
        assert!((twice.log10() - 1000.0 - 2f64.log10()).abs() < 1e-12);
        let nothing: Magnitude = std::iter::empty().sum();
        assert!(nothing.is_zero() && nothing.value() == 0.0);
    }

    #[test]
    fn logarithms_of_large_integers_are_right() {
        for power in [0, 1, 15, 64, 700] {
            let found = Magnitude::from(&BigUint::from(10u32).pow(power));
            assert!((found.log10() - f64::from(power)).abs() < 1e-12);
        }
        assert!(Magnitude::from(&BigUint::ZERO).is_zero());
    }
}
