//! How the best score rose with time.

use serde::{Deserialize, Serialize};

/// Points of seconds and score, written as `[[seconds, score], ...]`.
///
/// A run of many days on a large board improves tens of thousands of times; a curve is for looking
/// at, so it keeps a bounded number of points, evenly thinned, the first and the last always.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Curve {
    points: Vec<(f64, u32)>,
}

impl Curve {
    /// The most points a curve keeps.
    pub const MOST: usize = 1000;

    /// Adds the next point.
    pub fn push(&mut self, seconds: f64, score: u32) {
        self.points.push((seconds, score));
        if self.points.len() > Self::MOST {
            let last = self.points.len() - 1;
            let mut index = 0;
            self.points.retain(|_| {
                let keep = index % 2 == 0 || index == last;
                index += 1;
                keep
            });
        }
    }

    /// The points in order of time.
    pub fn points(&self) -> &[(f64, u32)] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_bounded_and_keeps_its_ends_and_its_order() {
        let mut curve = Curve::default();
        for step in 0..50_000 {
            curve.push(f64::from(step), step);
            assert!(curve.points().len() <= Curve::MOST);
            assert_eq!(curve.points().last(), Some(&(f64::from(step), step)));
        }
        assert_eq!(curve.points().first(), Some(&(0.0, 0)));
        assert!(curve.points().is_sorted());
        assert!(curve.points().len() > Curve::MOST / 3);
    }

    #[test]
    fn curves_are_pairs_in_json() {
        let mut curve = Curve::default();
        curve.push(0.5, 3);
        assert_eq!(serde_json::to_string(&curve).unwrap(), "[[0.5,3]]");
    }
}
