//! Colours of light: the words of makers, and as many more as a puzzle needs.
//!
//! Puzzles number their colours; people want to tell them apart. [`generated`] spreads hues by the
//! golden angle in a perceptual space (OKLCH), so that neighbours in number are far apart on the
//! wheel, and varies lightness so that neighbours on the wheel differ in brightness.

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

/// The colour with this number of a sequence in which all are as different as they can be.
pub(crate) fn generated(number: usize) -> Rgb {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    const FIRST_HUE: f64 = 0.45;
    const SHADES: [(f64, f64); 4] = [(0.70, 0.19), (0.50, 0.17), (0.87, 0.13), (0.36, 0.12)];
    let (lightness, chroma) = SHADES[number % SHADES.len()];
    oklch(lightness, chroma, FIRST_HUE + GOLDEN_ANGLE * number as f64)
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

    fn distance(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (one.oklab(), other.oklab());
        (one.0 - other.0).hypot(one.1 - other.1).hypot(one.2 - other.2)
    }

    #[test]
    fn sixty_four_generated_colours_can_all_be_told_apart() {
        let mut colours: Vec<_> = (0..64).map(generated).collect();
        colours.push(Rgb::RIM);
        for (i, &one) in colours.iter().enumerate() {
            for &other in &colours[..i] {
                assert!(distance(one, other) > 0.02, "{one} and {other}");
            }
        }
    }

    #[test]
    fn the_perceptual_space_and_back_is_the_same_colour() {
        for colour in OKABE_ITO {
            let (lightness, a, b) = colour.oklab();
            assert!(distance(colour, oklch(lightness, a.hypot(b), b.atan2(a))) < 0.01);
        }
    }

    #[test]
    fn ink_stands_out_from_every_ground() {
        for ground in (0..64).map(generated).chain(OKABE_ITO) {
            assert!(distance(ground, ground.ink()) > 0.3, "{ground}");
        }
    }

    #[test]
    fn colours_are_written_as_the_web_writes_them() {
        assert_eq!(Rgb(1, 171, 255).to_string(), "#01abff");
        assert_eq!(named(" Light Blue "), Some(Rgb(0x7f, 0xcd, 0xee)));
        assert_eq!(named("colour of the sea"), None);
    }
}
