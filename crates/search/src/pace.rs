//! How much work to ask for at a time.
//!
//! Slices should be short enough that budgets, signals and progress are looked at many times a
//! second, and long enough that looking costs nothing. How fast a solver works is only known by
//! watching it. Slices never change what a solver finds, so the clock may set their size.

/// The speed of a solver, as last seen.
pub(crate) struct Pace {
    next: u64,
    units_per_second: Option<f64>,
}

impl Pace {
    /// How long a slice should take.
    const SLICE_SECONDS: f64 = 0.05;
    /// The first slice, before anything is known: short, since one unit of some solvers is long.
    const FIRST: u64 = 16;
    /// How much longer than the last a slice may be: one lucky slice says little.
    const GROWTH: u64 = 8;

    pub(crate) fn new() -> Self {
        Self { next: Self::FIRST, units_per_second: None }
    }

    /// The next slice, within what is left of the budget.
    pub(crate) fn slice(&self, units_left: Option<u64>, seconds_left: Option<f64>) -> u64 {
        let in_time = match (self.units_per_second, seconds_left) {
            (Some(speed), Some(left)) => (speed * left.max(0.001)) as u64,
            _ => u64::MAX,
        };
        self.next.min(in_time).min(units_left.unwrap_or(u64::MAX)).max(1)
    }

    /// Learns from a slice: what was done, and how long it took.
    pub(crate) fn learn(&mut self, units: u64, seconds: f64) {
        let units = units.max(1);
        let speed = units as f64 / seconds.max(1e-6);
        self.units_per_second = Some(speed);
        let wanted = (speed * Self::SLICE_SECONDS) as u64;
        self.next = wanted.clamp(1, self.next.saturating_mul(Self::GROWTH));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_settle_at_the_wanted_time_and_follow_a_solver_that_slows_down() {
        let mut pace = Pace::new();
        for speed in [1e6, 1e3] {
            for _ in 0..10 {
                let slice = pace.slice(None, None);
                pace.learn(slice, slice as f64 / speed);
            }
            assert!((pace.slice(None, None) as f64 / speed - Pace::SLICE_SECONDS).abs() < 1e-3);
        }
    }

    #[test]
    fn slices_keep_within_what_is_left_and_are_never_nothing() {
        let mut pace = Pace::new();
        for _ in 0..10 {
            pace.learn(1_000_000, 1.0);
        }
        assert_eq!(pace.slice(Some(7), None), 7);
        assert_eq!(pace.slice(None, Some(0.0)), 1000);
        pace.learn(0, 100.0);
        assert_eq!(pace.slice(Some(0), None), 1);
    }
}
