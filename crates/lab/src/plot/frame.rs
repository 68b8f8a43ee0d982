//! The frame of a plot: axes, grid, legend.

use super::{Axis, colour, escaped, short};

const WIDTH: f64 = 720.0;
const TOP: f64 = 30.0;
const LEFT: f64 = 64.0;
const INNER_WIDTH: f64 = 440.0;
const INNER_HEIGHT: f64 = 270.0;
const BELOW: f64 = 46.0;

/// A plot that is being drawn.
pub(super) struct Frame {
    x: Axis,
    y: Axis,
    svg: String,
    legend: Vec<String>,
}

impl Frame {
    pub(super) fn new(title: &str, x: Axis, y: Axis) -> Self {
        let mut frame = Self { x, y, svg: String::new(), legend: Vec::new() };
        frame.svg +=
            &format!("<text x=\"{LEFT}\" y=\"18\" class=\"title\">{}</text>", escaped(title));
        frame.draw_axes();
        frame
    }

    fn draw_axes(&mut self) {
        let (right, bottom) = (LEFT + INNER_WIDTH, TOP + INNER_HEIGHT);
        for tick in self.y.ticks() {
            let y = self.y_of(tick);
            self.svg += &format!(
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" class=\"grid\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" class=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                short(tick)
            );
        }
        // An axis without a title has places, not numbers.
        let ticks = if self.x.title.is_empty() { Vec::new() } else { self.x.ticks() };
        for tick in ticks {
            let x = self.x_of(tick);
            self.svg += &format!(
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"grid\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" class=\"mid\">{}</text>",
                bottom + 16.0,
                short(tick)
            );
        }
        self.svg += &format!(
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{INNER_WIDTH}\" height=\"{INNER_HEIGHT}\" \
             class=\"frame\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"mid\">{}</text>\
             <text transform=\"translate(14 {:.1}) rotate(-90)\" class=\"mid\">{}</text>",
            LEFT + INNER_WIDTH / 2.0,
            bottom + 36.0,
            escaped(&self.x.title),
            TOP + INNER_HEIGHT / 2.0,
            escaped(&self.y.title)
        );
    }

    pub(super) fn x_of(&self, number: f64) -> f64 {
        LEFT + self.x.place(number) * INNER_WIDTH
    }

    pub(super) fn y_of(&self, number: f64) -> f64 {
        TOP + (1.0 - self.y.place(number)) * INNER_HEIGHT
    }

    /// Adds a name to the legend; gives the colour that goes with it.
    pub(super) fn name(&mut self, name: &str) -> &'static str {
        self.legend.push(name.to_owned());
        colour(self.legend.len() - 1)
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str) {
        let places: Vec<_> = points
            .iter()
            .map(|&(x, y)| format!("{:.1},{:.1}", self.x_of(x), self.y_of(y)))
            .collect();
        self.svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            places.join(" ")
        );
    }

    /// A filled area.
    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: &str) {
        let places: Vec<_> = points
            .iter()
            .map(|&(x, y)| format!("{:.1},{:.1}", self.x_of(x), self.y_of(y)))
            .collect();
        self.svg += &format!(
            "<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.18\"/>",
            places.join(" ")
        );
    }

    /// Anything else.
    pub(super) fn add(&mut self, svg: &str) {
        self.svg += svg;
    }

    pub(super) fn finish(mut self) -> String {
        for (index, name) in self.legend.iter().enumerate() {
            let y = TOP + 12.0 + index as f64 * 18.0;
            let x = LEFT + INNER_WIDTH + 14.0;
            let shown: String = name.chars().take(30).collect();
            self.svg += &format!(
                "<rect x=\"{x}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                y - 9.0,
                colour(index),
                x + 16.0,
                escaped(&shown)
            );
        }
        let least = TOP + INNER_HEIGHT + BELOW;
        let height = least.max(TOP + 24.0 + self.legend.len() as f64 * 18.0);
        wrapped(WIDTH, height, &self.svg)
    }
}

/// A whole SVG document.
pub(super) fn wrapped(width: f64, height: f64, inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\"><style>.grid{{stroke:#ddd}}\
         .frame{{fill:none;stroke:#888}}.end{{text-anchor:end}}.mid{{text-anchor:middle}}\
         .title{{font-weight:bold}}</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         {inner}</svg>"
    )
}
