//! Box plots: median, middle half, all of the sample, and each run as a dot.

use super::Axis;
use super::frame::Frame;
use crate::statistics::Summary;

/// A box for each sample.
pub fn boxes(title: &str, measure: &str, is_log: bool, samples: &[(&str, &[f64])]) -> String {
    let all = || samples.iter().flat_map(|(_, sample)| sample.iter().copied());
    let y = if is_log { Axis::log(measure, all()) } else { Axis::linear(measure, all()) };
    let places = (0..samples.len().max(1)).map(|place| place as f64);
    let mut frame =
        Frame::new(title, Axis::linear("", places.chain([-0.5, samples.len() as f64 - 0.5])), y);
    for (index, (name, sample)) in samples.iter().enumerate() {
        let colour = frame.name(name);
        let Some(summary) = Summary::of(sample) else { continue };
        let (middle, half) = (frame.x_of(index as f64), 150.0 / samples.len() as f64);
        let half = half.clamp(3.0, 22.0);
        let y = |number| frame.y_of(number);
        let (low, high) = (y(summary.lower_quartile), y(summary.upper_quartile));
        let (least, greatest, median) = (y(summary.least), y(summary.greatest), y(summary.median));
        let mut svg = format!(
            "<line x1=\"{middle:.1}\" y1=\"{least:.1}\" x2=\"{middle:.1}\" y2=\"{greatest:.1}\" \
             stroke=\"{colour}\"/><rect x=\"{:.1}\" y=\"{high:.1}\" width=\"{:.1}\" \
             height=\"{:.1}\" fill=\"{colour}\" fill-opacity=\"0.25\" stroke=\"{colour}\"/>\
             <line x1=\"{:.1}\" y1=\"{median:.1}\" x2=\"{:.1}\" y2=\"{median:.1}\" \
             stroke=\"{colour}\" stroke-width=\"3\"/>",
            middle - half,
            2.0 * half,
            (low - high).max(0.5),
            middle - half,
            middle + half
        );
        for number in *sample {
            svg += &format!(
                "<circle cx=\"{middle:.1}\" cy=\"{:.1}\" r=\"1.6\" fill=\"{colour}\"/>",
                y(*number)
            );
        }
        frame.add(&svg);
    }
    frame.finish()
}
