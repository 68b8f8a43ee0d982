//! Colours of light: the words of makers, and as many more as a puzzle needs.
//!
//! Puzzles number their colours; people want to tell them apart. [`Separated`] chooses colours one
//! after the other in a perceptual space (OKLCH), each the one that differs most from all before.

use std::f64::consts::TAU;
use std::fmt;

/// A colour of light, eight bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Rgb {
    /// The rim.
    pub const RIM: Self = Self(0x8d, 0x91, 0x96);
    /// Outlines, and ink on pale ground.
    pub const INK: Self = Self(0x1b, 0x1d, 0x22);
    /// Ink on dark ground, and discs under numbers.
    pub const PAPER: Self = Self(0xfb, 0xf8, 0xef);
    /// What is wrong.
    pub const ALARM: Self = Self(0xe4, 0x00, 0x2b);

    /// How bright the eye finds it, from 0 to 1.
    pub fn brightness(self) -> f64 {
        let [r, g, b] = [self.0, self.1, self.2].map(linear);
        (0.2126 * r + 0.7152 * g + 0.0722 * b).cbrt()
    }

    /// Ink that can be read on this ground.
    pub fn ink(self) -> Self {
        if self.brightness() > 0.62 { Self::INK } else { Self::PAPER }
    }

    /// The average of several colours; black for none.
    pub fn mean(colours: &[Self]) -> Self {
        let count = colours.len().max(1) as u32;
        let mean = |channel: fn(&Self) -> u8| {
            (colours.iter().map(|c| u32::from(channel(c))).sum::<u32>() / count) as u8
        };
        Self(mean(|c| c.0), mean(|c| c.1), mean(|c| c.2))
    }

    /// The colour with the same hue, lighter or darker.
    pub fn with_lightness(self, lightness: f64) -> Self {
        let (_, a, b) = self.oklab();
        oklch(lightness, a.hypot(b), b.atan2(a))
    }

    /// How different two colours look; about 0.02 is just visible side by side.
    pub fn distance(self, other: Self) -> f64 {
        let (one, other) = (self.oklab(), other.oklab());
        (one.0 - other.0).hypot(one.1 - other.1).hypot(one.2 - other.2)
    }

    /// Lightness, green-red, blue-yellow: a space in which distances are what the eye sees.
    pub fn oklab(self) -> (f64, f64, f64) {
        let [r, g, b] = [self.0, self.1, self.2].map(linear);
        let l = (0.412_221_5 * r + 0.536_332_5 * g + 0.051_446_0 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_397_0 * b).cbrt();
        let s = (0.088_302_5 * r + 0.281_718_8 * g + 0.629_978_7 * b).cbrt();
        (
            0.210_454_3 * l + 0.793_617_8 * m - 0.004_072_0 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_0 * l + 0.782_771_8 * m - 0.808_675_8 * s,
        )
    }
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn encoded(value: f64) -> u8 {
    let value = value.clamp(0.0, 1.0);
    let coded =
        if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 };
    (coded * 255.0).round() as u8
}

/// A colour by lightness, chroma and hue (radians); chroma gives way where the screen ends.
fn oklch(lightness: f64, chroma: f64, hue: f64) -> Rgb {
    let mut chroma = chroma;
    loop {
        let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
        let l = (lightness + 0.396_337_8 * a + 0.215_803_8 * b).powi(3);
        let m = (lightness - 0.105_561_3 * a - 0.063_854_2 * b).powi(3);
        let s = (lightness - 0.089_484_2 * a - 1.291_485_5 * b).powi(3);
        let rgb = [
            4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_9 * s,
            -1.268_438_0 * l + 2.609_757_4 * m - 0.341_319_4 * s,
            -0.004_196_1 * l - 0.703_418_6 * m + 1.707_614_7 * s,
        ];
        if chroma < 0.005 || rgb.iter().all(|v| (-0.001..=1.001).contains(v)) {
            let [r, g, b] = rgb.map(encoded);
            return Rgb(r, g, b);
        }
        chroma -= 0.005;
    }
}

/// A sequence of colours in which each is as far as it can be from all before it, and from grey,
/// ink and paper. Lasts for far more colours than any known puzzle has; after that hues simply go
/// on around the wheel.
#[derive(Clone, Debug)]
pub(crate) struct Separated {
    chosen: Vec<Rgb>,
}

impl Separated {
    const MOST: usize = 96;

    /// The beginning of the sequence.
    pub fn new(count: usize) -> Self {
        let lightness = (0..6).map(|step| 0.44 + 0.09 * f64::from(step));
        let hues = (0..30).map(|step| f64::from(step) / 30.0 * TAU);
        let mut open: Vec<(Rgb, f64)> = lightness
            .flat_map(|lightness| hues.clone().map(move |hue| (lightness, hue)))
            .flat_map(|(lightness, hue)| [0.2, 0.1].map(|chroma| oklch(lightness, chroma, hue)))
            .map(|colour| (colour, f64::INFINITY))
            .collect();
        let mut chosen = Vec::new();
        let apart_from = |last: Rgb, open: &mut Vec<(Rgb, f64)>| {
            open.iter_mut().for_each(|(colour, gap)| *gap = gap.min(colour.distance(last)));
        };
        for known in [Rgb::RIM, Rgb::INK, Rgb::PAPER] {
            apart_from(known, &mut open);
        }
        while chosen.len() < count.min(Self::MOST) {
            let farthest = open.iter().max_by(|one, other| one.1.total_cmp(&other.1));
            let Some(&(colour, _)) = farthest else { break };
            chosen.push(colour);
            apart_from(colour, &mut open);
        }
        Self { chosen }
    }

    /// The colour with a number, counted from 0.
    pub fn get(&self, number: usize) -> Rgb {
        const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
        let beyond = || oklch(0.65, 0.15, GOLDEN_ANGLE * number as f64);
        self.chosen.get(number).copied().unwrap_or_else(beyond)
    }
}

/// The palette of Okabe and Ito (2008), made for the common colour deficiencies.
pub(crate) const OKABE_ITO: [Rgb; 8] = [
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0xf2, 0xf2, 0xf2),
];

/// The colour a maker's word names; `None` for words that are not known.
pub(crate) fn named(word: &str) -> Option<Rgb> {
    Some(match word.trim().to_lowercase().as_str() {
        "grey" | "gray" => Rgb::RIM,
        "black" => Rgb::INK,
        "white" => Rgb::PAPER,
        "red" => Rgb(0xd2, 0x2b, 0x2b),
        "orange" => Rgb(0xf2, 0x8c, 0x1b),
        "yellow" => Rgb(0xf9, 0xd6, 0x2e),
        "green" => Rgb(0x1e, 0x8f, 0x4e),
        "light green" => Rgb(0x8f, 0xcf, 0x5a),
        "dark green" => Rgb(0x0e, 0x55, 0x33),
        "light blue" => Rgb(0x7f, 0xcd, 0xee),
        "blue" => Rgb(0x2a, 0x6f, 0xc9),
        "dark blue" => Rgb(0x20, 0x3c, 0x96),
        "purple" => Rgb(0x75, 0x32, 0x9c),
        "pink" => Rgb(0xee, 0x6a, 0xa7),
        "maroon" => Rgb(0x86, 0x1f, 0x33),
        "brown" => Rgb(0x7b, 0x4b, 0x26),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smallest_distance(colours: &[Rgb]) -> f64 {
        let pairs = (0..colours.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| colours[i].distance(colours[j])).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn sixty_four_colours_and_the_rim_can_all_be_told_apart() {
        for (count, gap) in [(12, 0.15), (24, 0.1), (64, 0.055), (96, 0.04)] {
            let separated = Separated::new(count);
            let mut colours: Vec<_> = (0..count).map(|n| separated.get(n)).collect();
            colours.push(Rgb::RIM);
            let smallest = smallest_distance(&colours);
            assert!(smallest > gap, "{count}: {smallest}");
        }
    }

    #[test]
    fn a_longer_sequence_begins_like_a_shorter_one_and_never_ends() {
        let (short, long) = (Separated::new(5), Separated::new(50));
        assert!((0..5).all(|n| short.get(n) == long.get(n)));
        assert_ne!(long.get(60_000), long.get(60_001));
    }

    #[test]
    fn the_perceptual_space_and_back_is_the_same_colour() {
        for colour in OKABE_ITO {
            let (lightness, a, b) = colour.oklab();
            assert!(colour.distance(oklch(lightness, a.hypot(b), b.atan2(a))) < 0.01);
        }
    }

    #[test]
    fn ink_stands_out_from_every_ground() {
        let separated = Separated::new(64);
        for ground in (0..64).map(|n| separated.get(n)).chain(OKABE_ITO) {
            assert!(ground.distance(ground.ink()) > 0.3, "{ground}");
        }
    }

    #[test]
    fn colours_are_written_as_the_web_writes_them() {
        assert_eq!(Rgb(1, 171, 255).to_string(), "#01abff");
        assert_eq!(named(" Light Blue "), Some(Rgb(0x7f, 0xcd, 0xee)));
        assert_eq!(named("colour of the sea"), None);
    }
}
