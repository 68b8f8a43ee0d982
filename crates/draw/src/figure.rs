//! The figures that decorate sides: eleven shapes, each drawn around the middle of an edge.
//!
//! A side shows the half of its figure that lies within the piece; the matching neighbour shows
//! the other half. That works because every figure looks the same after half a turn. Each is one
//! path: parts may overlap, holes run the other way round.

/// A figure across an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Figure {
    ConcaveSquare,
    FourLobedRing,
    ConcaveSquareRing,
    OctagonRing,
    KnobbedDiamondRing,
    ClubbedCross,
    EightPointedStar,
    SharpStar,
    DiscWithStar,
    SteppedDiamond,
    DiamondRing,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 11] = [
        Self::ConcaveSquare,
        Self::FourLobedRing,
        Self::EightPointedStar,
        Self::DiamondRing,
        Self::ClubbedCross,
        Self::SteppedDiamond,
        Self::SharpStar,
        Self::OctagonRing,
        Self::DiscWithStar,
        Self::KnobbedDiamondRing,
        Self::ConcaveSquareRing,
    ];

    /// The figure a maker's words name; `None` for words that are not known.
    pub fn named(words: &str) -> Option<Self> {
        Some(match words.trim().to_lowercase().as_str() {
            "concave square" => Self::ConcaveSquare,
            "four-lobed ring" => Self::FourLobedRing,
            "concave square ring" => Self::ConcaveSquareRing,
            "octagon ring" => Self::OctagonRing,
            "knobbed diamond ring" => Self::KnobbedDiamondRing,
            "clubbed cross" => Self::ClubbedCross,
            "eight-pointed star" => Self::EightPointedStar,
            "sharp star" => Self::SharpStar,
            "disc with star" => Self::DiscWithStar,
            "stepped diamond" => Self::SteppedDiamond,
            "diamond ring" => Self::DiamondRing,
            _ => return None,
        })
    }

    /// The whole figure around the origin as path data, at home on an edge of length 100.
    pub fn path(self) -> String {
        match self {
            Self::ConcaveSquare => concave_square(24.5, 11.0, Turn::Clockwise),
            Self::ConcaveSquareRing => {
                concave_square(24.5, 16.5, Turn::Clockwise)
                    + &concave_square(10.5, 6.0, Turn::Counter)
            }
            Self::FourLobedRing => {
                four_lobes(17.5, Turn::Clockwise) + &four_lobes(8.0, Turn::Counter)
            }
            Self::OctagonRing => {
                star(8, 33.0, None, Turn::Clockwise) + &star(8, 18.0, None, Turn::Counter)
            }
            Self::KnobbedDiamondRing => {
                let knobs: String = [(30, 0), (0, 30), (-30, 0), (0, -30)]
                    .map(|(x, y)| circle(f64::from(x), f64::from(y), 8.0, Turn::Clockwise))
                    .concat();
                diamond(30.0, Turn::Clockwise) + &diamond(14.0, Turn::Counter) + &knobs
            }
            Self::ClubbedCross => {
                let arms = "M-33-4H33V4H-33ZM-4-33H4V33H-4Z".to_owned();
                let clubs: String = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
                    .map(|(x, y): (f64, f64)| {
                        circle(31.0 * x, 31.0 * y, 7.5, Turn::Clockwise)
                            + &circle(21.0 * x - 7.5 * y, 21.0 * y + 7.5 * x, 6.5, Turn::Clockwise)
                            + &circle(21.0 * x + 7.5 * y, 21.0 * y - 7.5 * x, 6.5, Turn::Clockwise)
                    })
                    .concat();
                arms + &clubs
            }
            Self::EightPointedStar => star(16, 34.0, Some(19.0), Turn::Clockwise),
            Self::SharpStar => star(8, 41.0, Some(9.0), Turn::Clockwise),
            Self::DiscWithStar => {
                circle(0.0, 0.0, 32.5, Turn::Clockwise) + &star(12, 25.0, Some(11.5), Turn::Counter)
            }
            Self::SteppedDiamond => stepped_diamond(8.4),
            Self::DiamondRing => diamond(37.0, Turn::Clockwise) + &diamond(17.5, Turn::Counter),
        }
    }
}

/// Which way a path runs: outlines clockwise, holes counter.
#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Clockwise,
    Counter,
}

impl Turn {
    fn sweep(self) -> u8 {
        u8::from(self == Self::Clockwise)
    }
}

/// A closed path through points.
fn polygon(points: impl IntoIterator<Item = (f64, f64)>, turn: Turn) -> String {
    let mut points: Vec<_> = points.into_iter().collect();
    if turn == Turn::Counter {
        points.reverse();
    }
    let corners: Vec<_> =
        points.iter().map(|&(x, y)| format!("{} {}", short(x), short(y))).collect();
    format!("M{}Z", corners.join("L"))
}

/// A number with at most two decimals and no more digits than needed.
pub(crate) fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Zero has no sign in pictures.
    (rounded + 0.0).to_string()
}

fn circle(x: f64, y: f64, radius: f64, turn: Turn) -> String {
    let (r, d, sweep) = (short(radius), short(2.0 * radius), turn.sweep());
    format!(
        "M{} {}a{r} {r} 0 0 {sweep} {d} 0a{r} {r} 0 0 {sweep}-{d} 0Z",
        short(x - radius),
        short(y)
    )
}

fn diamond(radius: f64, turn: Turn) -> String {
    star(4, radius, None, turn)
}

/// A polygon of so many corners, every second one at the inner radius if there is one.
fn star(corners: usize, outer: f64, inner: Option<f64>, turn: Turn) -> String {
    // Regular octagons stand on a side; everything else on a point.
    let start = if inner.is_none() && corners == 8 { 0.5 } else { 0.0 };
    let points = (0..corners).map(|corner| {
        let radius = if corner % 2 == 1 { inner.unwrap_or(outer) } else { outer };
        let angle = (corner as f64 + start) / corners as f64 * std::f64::consts::TAU;
        (radius * angle.sin(), -radius * angle.cos())
    });
    polygon(points, turn)
}

/// A square whose sides bend inwards: half its width at the corners, and in the middle of a side.
fn concave_square(corner: f64, waist: f64, turn: Turn) -> String {
    let (c, control) = (corner, 2.0 * waist - corner);
    let mut stops = vec![
        (c, -c, 0.0, -control),
        (c, c, control, 0.0),
        (-c, c, 0.0, control),
        (-c, -c, -control, 0.0),
    ];
    let mut start = (-c, -c);
    if turn == Turn::Counter {
        stops = vec![
            (-c, c, -control, 0.0),
            (c, c, 0.0, control),
            (c, -c, control, 0.0),
            (-c, -c, 0.0, -control),
        ];
        start = (-c, -c);
    }
    let mut path = format!("M{} {}", short(start.0), short(start.1));
    for (x, y, via_x, via_y) in stops {
        path += &format!("Q{} {} {} {}", short(via_x), short(via_y), short(x), short(y));
    }
    path + "Z"
}

fn four_lobes(r: f64, turn: Turn) -> String {
    let mut stops = [(r, r), (-r, r), (-r, -r), (r, -r)];
    if turn == Turn::Counter {
        stops = [(-r, -r), (-r, r), (r, r), (r, -r)];
    }
    let (radius, sweep) = (short(r), turn.sweep());
    let mut path = format!("M{} {}", short(r), short(-r));
    for (x, y) in stops {
        path += &format!("A{radius} {radius} 0 0 {sweep} {} {}", short(x), short(y));
    }
    path + "Z"
}

/// A diamond with stairs for sides.
fn stepped_diamond(step: f64) -> String {
    let quarter = [(4, 0), (4, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 4)];
    let points = (0..4).flat_map(|turns| {
        quarter.map(|(x, y)| {
            let (x, y) = (f64::from(x) * step, f64::from(y) * step);
            match turns {
                0 => (x, y),
                1 => (-y, x),
                2 => (-x, -y),
                _ => (y, -x),
            }
        })
    });
    polygon(points, Turn::Clockwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_a_path_of_its_own() {
        let mut paths: Vec<_> = Figure::ALL.iter().map(|figure| figure.path()).collect();
        assert!(paths.iter().all(|path| path.starts_with('M') && path.ends_with('Z')));
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), Figure::ALL.len());
    }

    #[test]
    fn words_are_found_whatever_their_case() {
        assert_eq!(Figure::named("Sharp Star "), Some(Figure::SharpStar));
        assert_eq!(Figure::named("smiling face"), None);
    }

    #[test]
    fn numbers_are_written_short() {
        assert_eq!(short(-0.001), "0");
        assert_eq!(short(12.345), "12.35");
        assert_eq!(short(-7.0), "-7");
    }
}
