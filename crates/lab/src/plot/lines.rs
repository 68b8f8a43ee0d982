//! Figures over instances: how cost or score changes with size or colours.

use super::Axis;
use super::frame::Frame;

/// A figure at one place: its median with the quartiles around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Where.
    pub x: f64,
    /// Lower quartile, median, upper quartile.
    pub quartiles: [f64; 3],
}

/// A line for each series, with the middle half of each sample as a bar.
pub fn lines(
    title: &str,
    over: &str,
    measure: &str,
    is_log: bool,
    series: &[(String, Vec<Spread>)],
) -> String {
    let all = || series.iter().flat_map(|(_, spreads)| spreads.iter());
    let figures = || all().flat_map(|spread| spread.quartiles);
    let y = if is_log { Axis::log(measure, figures()) } else { Axis::linear(measure, figures()) };
    let mut frame = Frame::new(title, Axis::linear(over, all().map(|spread| spread.x)), y);
    for (name, spreads) in series {
        let colour = frame.name(name);
        frame.line(&spreads.iter().map(|s| (s.x, s.quartiles[1])).collect::<Vec<_>>(), colour);
        for Spread { x, quartiles: [low, median, high] } in spreads {
            let (x, low, median, high) =
                (frame.x_of(*x), frame.y_of(*low), frame.y_of(*median), frame.y_of(*high));
            frame.add(&format!(
                "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" \
                 stroke=\"{colour}\"/><circle cx=\"{x:.1}\" cy=\"{median:.1}\" r=\"3\" \
                 fill=\"{colour}\"/>"
            ));
        }
    }
    frame.finish()
}
