//! How scores rise with work: the median of the runs, and the band that holds the middle half.

use super::Axis;
use super::frame::Frame;
use crate::statistics::quantile;

/// Where bands are looked at along the axis.
const LOOKS: usize = 60;

/// A contender's runs: of each its curve of work and score, and the work at its end.
pub type Runs<'a> = (&'a str, Vec<(&'a [(u64, f64, u32)], f64)>);

/// Convergence bands, one for each contender.
pub fn bands(title: &str, unit: &str, contenders: &[Runs<'_>]) -> String {
    let points = || contenders.iter().flat_map(|(_, runs)| runs.iter());
    let works = points().flat_map(|(curve, _)| curve.iter().map(|point| point.0 as f64));
    let ends = points().map(|(_, end)| *end);
    let scores = points().flat_map(|(curve, _)| curve.iter().map(|point| f64::from(point.2)));
    let least = works.clone().filter(|work| *work > 0.0).fold(f64::INFINITY, f64::min);
    let most = ends.clone().fold(1.0, f64::max);
    let x = Axis::log(unit, works.chain(ends));
    let mut frame = Frame::new(title, x, Axis::linear("score", scores));
    let least = if least.is_finite() { least.min(most) } else { 1.0 };
    for (name, runs) in contenders {
        let colour = frame.name(name);
        let mut looks: Vec<(f64, [f64; 3])> = Vec::new();
        for look in 0..=LOOKS {
            let work = least * (most / least).powf(look as f64 / LOOKS as f64);
            // A run that ended keeps its score; one that has none yet says nothing of the rest.
            let mut scores: Vec<f64> =
                runs.iter().filter_map(|(curve, _)| score_at(curve, work)).collect();
            let is_over = runs.iter().all(|(_, end)| *end * 1.001 < work);
            if scores.len() < runs.len().max(1) || is_over {
                continue;
            }
            scores.sort_by(f64::total_cmp);
            looks.push((work, [0.25, 0.5, 0.75].map(|share| quantile(&scores, share))));
        }
        let above = looks.iter().map(|(work, [_, _, high])| (*work, *high));
        let below = looks.iter().rev().map(|(work, [low, _, _])| (*work, *low));
        frame.area(&above.chain(below).collect::<Vec<_>>(), colour);
        frame.line(
            &looks.iter().map(|(work, [_, mid, _])| (*work, *mid)).collect::<Vec<_>>(),
            colour,
        );
    }
    frame.finish()
}

fn score_at(curve: &[(u64, f64, u32)], work: f64) -> Option<f64> {
    let before = curve.iter().take_while(|point| point.0 as f64 <= work);
    before.last().map(|point| f64::from(point.2))
}
