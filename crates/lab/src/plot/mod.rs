//! Plots as SVG, drawn by ourselves so that a report is one file that needs nothing else.

mod axis;
mod bands;
mod boxes;
mod frame;
mod heat;
mod lines;
mod steps;

pub use axis::Axis;
pub use bands::bands;
pub use boxes::boxes;
pub use heat::heat;
pub use lines::{Spread, lines};
pub use steps::steps;

/// Colours that people with any eyes can tell apart (Okabe and Ito's), and then again.
pub(crate) fn colour(index: usize) -> &'static str {
    const COLOURS: [&str; 7] =
        ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];
    COLOURS.get(index % COLOURS.len()).copied().unwrap_or("#000000")
}

/// A number as short as it can be said.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    let (scaled, ending) = match size {
        1e12.. => (number / 1e12, "T"),
        1e9.. => (number / 1e9, "G"),
        1e6.. => (number / 1e6, "M"),
        1e4.. => (number / 1e3, "k"),
        _ => (number, ""),
    };
    let digits = match scaled.abs() {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 4,
    };
    let text = format!("{scaled:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{ending}")
}

/// Text that is safe inside SVG and HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
