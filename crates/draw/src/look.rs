//! What the colours of a puzzle look like, as plain data: for those who draw by themselves, such as
//! a page that draws a board anew many times a second.

use tilewright_puzzle::{Colour, Puzzle};

use crate::paint::{Palette, Rules, Sign};
use crate::picture::colours_of;
use crate::sketch::hatch_lines;
use crate::style::Theme;

/// What a side of one colour looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The colour.
    pub colour: Colour,
    /// The ground, as the web writes colours: `#rrggbb`.
    pub ground: String,
    /// What can be read on that ground.
    pub ink: String,
    /// The figure across the edge.
    pub figure: Option<LookFigure>,
    /// Lines over the ground.
    pub hatch: Option<LookHatch>,
    /// `+` or `-` for one of two mates.
    pub sign: Option<char>,
}

/// A figure: path data around the middle of an edge of length 100, and its fill.
#[derive(Clone, Debug, PartialEq)]
pub struct LookFigure {
    /// The whole figure; the side shows the half that lies within the piece.
    pub path: String,
    /// Its colour.
    pub fill: String,
}

/// Lines around the middle of an edge of length 100.
#[derive(Clone, Debug, PartialEq)]
pub struct LookHatch {
    /// The lines.
    pub path: String,
    /// How wide they are.
    pub width: f64,
}

/// The looks of all colours of a puzzle, the rim's included, in the order of the colours.
pub fn looks(puzzle: &Puzzle, theme: Theme) -> Vec<Look> {
    let rules = Rules { puzzle: Some(puzzle), rim: puzzle.rim() };
    let colours = colours_of(puzzle.pieces().iter());
    let palette = Palette::new(rules, theme, &colours);
    let look = |&colour: &Colour| {
        let paint = palette.paint(colour);
        Look {
            colour,
            ground: paint.ground.to_string(),
            ink: paint.ground.ink().to_string(),
            figure: paint
                .figure
                .map(|(figure, fill)| LookFigure { path: figure.path(), fill: fill.to_string() }),
            hatch: paint.hatch.map(|hatch| {
                let (path, width) = hatch_lines(hatch);
                LookHatch { path, width }
            }),
            sign: paint.sign.map(|sign| if sign == Sign::Plus { '+' } else { '-' }),
        }
    };
    colours.iter().map(look).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::Shape;
    use tilewright_puzzle::generate::{Recipe, generate};

    #[test]
    fn every_colour_of_a_puzzle_has_a_look_of_its_own_under_every_theme() {
        let recipe = Recipe { signed: true, ..Recipe::new(Shape::square(6, 6), 18, 1) };
        let puzzle = generate(&recipe).unwrap().puzzle;
        for theme in [Theme::Motifs, Theme::Plain, Theme::ColourBlind] {
            let looks = looks(&puzzle, theme);
            assert_eq!(looks.len(), puzzle.colours().len() + 1);
            for (index, one) in looks.iter().enumerate() {
                let same = |other: &Look| Look { colour: one.colour, ..other.clone() } == *one;
                assert!(!looks[..index].iter().any(same), "{one:?}");
            }
        }
    }
}
