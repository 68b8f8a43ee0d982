//! How many runs have reached the target by how much work.

use super::Axis;
use super::frame::Frame;
use crate::statistics::{Attempt, ecdf};

/// A staircase for each contender, up to the work of its longest run.
pub fn steps(title: &str, unit: &str, contenders: &[(&str, &[Attempt])]) -> String {
    let costs = contenders.iter().flat_map(|(_, attempts)| attempts.iter().map(|a| a.cost));
    let x = Axis::log(unit, costs);
    let mut frame = Frame::new(title, x, Axis::linear("share of runs", [0.0, 1.0]));
    for (name, attempts) in contenders {
        let colour = frame.name(name);
        let mut points = vec![(0.0, 0.0)];
        let mut share = 0.0;
        for (cost, after) in ecdf(attempts) {
            points.extend([(cost, share), (cost, after)]);
            share = after;
        }
        let longest = attempts.iter().map(|attempt| attempt.cost).fold(0.0, f64::max);
        points.push((longest, share));
        frame.line(&points, colour);
    }
    frame.finish()
}
