//! Digits and letters as strokes of our own.
//!
//! Pictures look the same on every machine only if they ask for no fonts. Capitals are ten units
//! high and drawn with a round pen; what is not in the table becomes a small box.

use std::collections::BTreeSet;

use crate::figure::short;

/// Height of a capital.
pub(crate) const HEIGHT: f64 = 10.0;
/// The longest text that is drawn in full; longer ones are cut off.
const LONGEST: usize = 48;
const GAP: f64 = 2.4;

/// The strokes of a character and its width; `None` if it is not in the table.
fn strokes(character: char) -> Option<(&'static str, f64)> {
    Some(match character {
        '0' => ("M3 0A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7V3A3 3 0 0 1 3 0Z", 6.0),
        '1' => ("M.2 2.2L3 0V10", 3.0),
        '2' => ("M.1 2.9A2.9 2.9 0 1 1 5.22 4.76L.2 10H6", 6.0),
        '3' => ("M.5 1.7A2.6 2.5 0 1 1 3 4.8H2.4M3 4.8A2.7 2.6 0 1 1 .2 8.2", 5.8),
        '4' => ("M4.7 10V0L0 7H6.4", 6.4),
        '5' => ("M5.5 0H1L.6 4.5A3 3 0 1 1 .2 8.4", 6.0),
        '6' => ("M4.6 0L.5 5.4M0 7A3 3 0 1 0 6 7A3 3 0 1 0 0 7Z", 6.0),
        '7' => ("M0 0H6L2 10", 6.0),
        '8' => (
            "M3 0A2.3 2.35 0 0 0 3 4.7A2.3 2.35 0 0 0 3 0ZM3 4.7A2.8 2.65 0 0 0 3 10A2.8 2.65 0 0 0 3 4.7Z",
            6.0,
        ),
        '9' => ("M1.4 10L5.5 4.6M0 3A3 3 0 1 0 6 3A3 3 0 1 0 0 3Z", 6.0),
        'A' => ("M0 10L3.5 0L7 10M1.2 6.8H5.8", 7.0),
        'B' => ("M0 0V10H3.4A2.7 2.7 0 0 0 3.4 4.6H0H3A2.3 2.3 0 0 0 3 0Z", 6.1),
        'C' => ("M6 2.2A3.1 3.1 0 0 0 0 3V7A3.1 3.1 0 0 0 6 7.8", 6.0),
        'D' => ("M0 0V10H2.5A3.5 3.5 0 0 0 6 6.5V3.5A3.5 3.5 0 0 0 2.5 0Z", 6.0),
        'E' => ("M5.4 0H0V10H5.4M0 4.8H4.6", 5.4),
        'F' => ("M5.4 0H0V10M0 4.9H4.4", 5.4),
        'G' => ("M6 2.2A3.1 3.1 0 0 0 0 3V7A3 3 0 0 0 6 7V5.4H3.4", 6.0),
        'H' => ("M0 0V10M6 0V10M0 4.9H6", 6.0),
        'I' => ("M.6 0V10", 1.2),
        'J' => ("M4.4 0V7.5A2.2 2.2 0 0 1 0 8", 4.4),
        'K' => ("M0 0V10M5.8 0L0 5.9M2 4.2L6 10", 6.0),
        'L' => ("M0 0V10H5", 5.0),
        'M' => ("M0 10V0L3.7 6L7.4 0V10", 7.4),
        'N' => ("M0 10V0L6 10V0", 6.0),
        'O' => {
            ("M3.2 0A3.2 3.2 0 0 1 6.4 3.2V6.8A3.2 3.2 0 0 1 0 6.8V3.2A3.2 3.2 0 0 1 3.2 0Z", 6.4)
        }
        'P' => ("M0 10V0H3.1A2.75 2.75 0 0 1 3.1 5.5H0", 5.8),
        'Q' => (
            "M3.2 0A3.2 3.2 0 0 1 6.4 3.2V6.8A3.2 3.2 0 0 1 0 6.8V3.2A3.2 3.2 0 0 1 3.2 0ZM4 7.4L6.8 10.4",
            6.8,
        ),
        'R' => ("M0 10V0H3.1A2.65 2.65 0 0 1 3.1 5.3H0M3.2 5.3L6 10", 6.0),
        'S' => ("M5.5 1.8A2.6 2.4 0 0 0 .4 2.5C.4 5.6 5.8 4.2 5.8 7.4A2.8 2.6 0 0 1 .2 8", 5.8),
        'T' => ("M0 0H6.4M3.2 0V10", 6.4),
        'U' => ("M0 0V7A3 3 0 0 0 6 7V0", 6.0),
        'V' => ("M0 0L3.3 10L6.6 0", 6.6),
        'W' => ("M0 0L2.2 10L4.6 2L7 10L9.2 0", 9.2),
        'X' => ("M0 0L6 10M6 0L0 10", 6.0),
        'Y' => ("M0 0L3.2 5.2L6.4 0M3.2 5.2V10", 6.4),
        'Z' => ("M0 0H6L0 10H6", 6.0),
        '-' | '\u{2013}' | '_' => ("M0 5.4H3.6", 3.6),
        '+' => ("M0 5.4H5M2.5 2.9V7.9", 5.0),
        '.' => ("M.4 9.9V10", 0.8),
        ',' => ("M.8 9.6L.2 11", 1.0),
        ':' => ("M.4 3.4V3.5M.4 9.9V10", 0.8),
        '/' => ("M0 10.6L3.6-.6", 3.6),
        '?' => ("M0 2.4A2.5 2.5 0 1 1 2.5 5.2V6.8M2.5 9.9V10", 5.0),
        '(' => ("M1.8-.6A9 9 0 0 0 1.8 10.6", 1.8),
        ')' => ("M0-.6A9 9 0 0 1 0 10.6", 1.8),
        ' ' => ("", 2.4),
        _ => return None,
    })
}

/// The character of the table that stands for any other.
fn known(character: char) -> char {
    let upper = character.to_ascii_uppercase();
    if strokes(upper).is_some() { upper } else { '\u{fffd}' }
}

fn shape(character: char) -> (&'static str, f64) {
    strokes(character).unwrap_or(("M0 2H5V10H0Z", 5.0))
}

/// Text as it will be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    characters: Vec<char>,
}

impl Text {
    pub fn new(text: &str) -> Self {
        Self { characters: text.trim().chars().take(LONGEST).map(known).collect() }
    }

    /// Text cut to so many characters.
    pub fn shortened(text: &str, most: usize) -> Self {
        let mut short = Self::new(text);
        short.characters.truncate(most);
        short
    }

    /// Width in units of which a capital has ten.
    pub fn width(&self) -> f64 {
        let gaps = self.characters.len().saturating_sub(1) as f64 * GAP;
        self.characters.iter().map(|&c| shape(c).1).sum::<f64>() + gaps
    }

    /// The text centred on a point, in capitals of a height.
    pub fn centred(&self, x: f64, y: f64, height: f64) -> String {
        self.starting_at(x - self.width() * height / HEIGHT / 2.0, y, height)
    }

    /// The text starting at a point, centred on its height, with the glyphs of [`Glyphs::defs`].
    pub fn starting_at(&self, x: f64, y: f64, height: f64) -> String {
        let scale = height / HEIGHT;
        let (x, y) = (short(x), short(y - height / 2.0));
        let mut drawn = format!("<g transform=\"translate({x} {y}) scale({})\">", short(scale));
        let mut pen = 0.0;
        for &character in &self.characters {
            drawn += &format!("<use href=\"#{}\" x=\"{}\"/>", id(character), short(pen));
            pen += shape(character).1 + GAP;
        }
        drawn + "</g>"
    }
}

fn id(character: char) -> String {
    format!("g{:x}", u32::from(character))
}

/// The glyphs a picture uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyphs {
    used: BTreeSet<char>,
}

impl Glyphs {
    pub fn add(&mut self, text: &Text) {
        self.used.extend(&text.characters);
    }

    /// The definitions of all glyphs that were added; they take the stroke of whoever uses them.
    pub fn defs(&self) -> String {
        let glyph = |&c: &char| {
            format!(
                "<path id=\"{}\" d=\"{}\" fill=\"none\" stroke-width=\"1.5\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
                id(c),
                shape(c).0
            )
        };
        self.used.iter().map(glyph).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_and_letter_is_in_the_table() {
        for character in ('0'..='9').chain('A'..='Z') {
            assert!(strokes(character).is_some(), "{character}");
        }
        assert_eq!(known('q'), 'Q');
    }

    #[test]
    fn characters_nobody_drew_become_boxes_and_never_reach_the_markup() {
        let text = Text::new("<\u{1f600}&\"");
        let drawn = text.centred(0.0, 0.0, 10.0);
        assert_eq!(drawn.matches("#gfffd").count(), 4);
        assert!(!drawn.contains('&'));
    }

    #[test]
    fn endless_text_ends() {
        assert!(Text::new(&"8".repeat(1000)).width() < 500.0);
        assert_eq!(Text::shortened("123456789", 3).characters, ['1', '2', '3']);
    }
}
