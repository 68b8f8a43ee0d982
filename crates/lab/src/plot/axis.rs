//! An axis: from numbers to places.

/// An axis, linear or logarithmic.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it shows.
    pub title: String,
    low: f64,
    high: f64,
    is_log: bool,
}

impl Axis {
    /// A linear axis that holds all numbers, with a little room around them.
    pub fn linear(title: &str, numbers: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = ends(numbers);
        let room = if high > low { (high - low) * 0.05 } else { low.abs().max(1.0) * 0.05 };
        Self { title: title.to_owned(), low: low - room, high: high + room, is_log: false }
    }

    /// A logarithmic axis that holds all numbers above 0.
    pub fn log(title: &str, numbers: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = ends(numbers.into_iter().filter(|number| *number > 0.0));
        let (low, high) = if low > 0.0 { (low, high) } else { (0.1, 1.0) };
        let high = if high > low { high } else { low * 10.0 };
        Self { title: title.to_owned(), low: low / 1.1, high: high * 1.1, is_log: true }
    }

    /// Where a number lies, from 0 to 1; numbers outside lie on the end.
    pub fn place(&self, number: f64) -> f64 {
        let (number, low, high) = if self.is_log {
            (number.max(self.low).ln(), self.low.ln(), self.high.ln())
        } else {
            (number, self.low, self.high)
        };
        ((number - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// Round numbers along the axis.
    pub fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let (first, last) = (self.low.log10().ceil() as i32, self.high.log10().floor() as i32);
            let powers: Vec<f64> = (first..=last).map(|power| 10f64.powi(power)).collect();
            if powers.len() >= 2 {
                let step = powers.len().div_ceil(8);
                return powers.into_iter().step_by(step).collect();
            }
        }
        let step = round_step((self.high - self.low) / 6.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).take(20).map(|tick| tick as f64 * step).collect()
    }
}

fn ends(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = numbers.into_iter().filter(|number| number.is_finite());
    let ends = finite.fold(None, |ends: Option<(f64, f64)>, number| {
        Some(ends.map_or((number, number), |(low, high)| (low.min(number), high.max(number))))
    });
    ends.unwrap_or((0.0, 1.0))
}

/// 1, 2 or 5 times a power of ten.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.max(1e-12).log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= rough);
    times.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::linear("score", [380.0, 410.0]);
        assert_eq!(axis.ticks(), [380.0, 390.0, 400.0, 410.0]);
        assert!(axis.ticks().iter().all(|tick| (0.0..=1.0).contains(&axis.place(*tick))));
        let log = Axis::log("nodes", [0.0, 90.0, 2e6]);
        assert_eq!(log.ticks(), [100.0, 1e3, 1e4, 1e5, 1e6]);
        assert!(log.place(0.0) == 0.0 && log.place(1e9) == 1.0);
    }

    #[test]
    fn axes_without_numbers_are_no_mistake() {
        for axis in [Axis::linear("", []), Axis::log("", [f64::NAN]), Axis::linear("", [5.0])] {
            assert!(axis.ticks().len() >= 2, "{axis:?}");
            assert!(axis.place(5.0).is_finite());
        }
    }
}
