//! How long it takes to reach a target, when not every run does.

use serde::Serialize;

/// A run at a target: how much it took, and whether it got there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// Work (or time) until the target, or until the run was given up.
    pub cost: f64,
    /// Whether it got there.
    pub reached: bool,
}

/// What it costs on average to reach the target if failed runs are followed by others until one
/// succeeds: all the work by the number of successes. `None` if no run succeeded.
pub fn expected_running_time(attempts: &[Attempt]) -> Option<f64> {
    let successes = attempts.iter().filter(|attempt| attempt.reached).count();
    let work: f64 = attempts.iter().map(|attempt| attempt.cost).sum();
    (successes > 0).then(|| work / successes as f64)
}

/// The share of all runs that had reached the target by each cost at which one did, rising.
pub fn ecdf(attempts: &[Attempt]) -> Vec<(f64, f64)> {
    let mut costs: Vec<f64> =
        attempts.iter().filter(|attempt| attempt.reached).map(|attempt| attempt.cost).collect();
    costs.sort_by(f64::total_cmp);
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (before, cost) in costs.into_iter().enumerate() {
        let share = (before + 1) as f64 / attempts.len() as f64;
        match steps.last_mut() {
            Some(last) if last.0 == cost => last.1 = share,
            _ => steps.push((cost, share)),
        }
    }
    steps
}
