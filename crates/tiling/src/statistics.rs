//! What a few numbers say about the mean behind them.

/// A mean with its scatter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many numbers.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, from the sample.
    pub deviation: f64,
}

impl Summary {
    /// The summary of these numbers; `None` if there are none.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len();
        if count == 0 {
            return None;
        }
        let mean = numbers.iter().sum::<f64>() / count as f64;
        let squares = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { f64::NAN };
        Some(Self { count, mean, deviation })
    }

    /// Half the width of the 95 % confidence interval of the mean, by Student's t; infinite for a
    /// single number. Generations to a solution are skewed, so for few runs this is rough.
    pub fn margin(&self) -> f64 {
        self.margin_of_difference(f64::INFINITY)
    }

    /// How far the mean of another sample of this size may be from ours by chance alone (95 %), if
    /// both come from the same source: its scatter is taken to be ours.
    pub fn margin_of_difference(&self, other_count: f64) -> f64 {
        if self.count < 2 {
            return f64::INFINITY;
        }
        let share = 1.0 / self.count as f64 + 1.0 / other_count;
        student_t(self.count - 1) * self.deviation * share.sqrt()
    }
}

/// The 97.5 % point of Student's t: from the table for few degrees of freedom, then by the expansion
/// of Cornish and Fisher, which is right to three decimals there.
fn student_t(freedom: usize) -> f64 {
    const FEW: [f64; 8] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306];
    if let Some(&value) = freedom.checked_sub(1).and_then(|index| FEW.get(index)) {
        return value;
    }
    let (z, n) = (1.959_964_f64, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / n + second / n.powi(2) + third / n.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_is_that_of_the_tables() {
        for (freedom, value) in
            [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (399, 1.966)]
        {
            assert!((student_t(freedom) - value).abs() < 0.002, "{freedom}");
        }
    }

    #[test]
    fn means_and_margins_are_those_of_the_textbook() {
        let summary = Summary::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((summary.count, summary.mean), (8, 5.0));
        assert!((summary.deviation - 2.138).abs() < 0.001);
        assert!((summary.margin() - 2.365 * 2.138 / 8f64.sqrt()).abs() < 0.002);
        assert!(summary.margin_of_difference(8.0) > summary.margin());
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[3.0]).unwrap().margin(), f64::INFINITY);
    }
}
