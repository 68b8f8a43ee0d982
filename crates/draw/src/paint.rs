//! What each colour of a puzzle looks like under each theme.

use tilewright_puzzle::{Colour, Puzzle};

use crate::figure::Figure;
use crate::rgb::{OKABE_ITO, Rgb, Separated, named};
use crate::style::Theme;

/// What a picture must know of the rules to choose colours and find mismatches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'a> {
    pub puzzle: Option<&'a Puzzle>,
    pub rim: Option<Colour>,
}

impl Rules<'_> {
    pub fn matches(&self, one: Colour, other: Colour) -> bool {
        match self.puzzle {
            Some(puzzle) => puzzle.matches(one, other),
            None => one == other && Some(one) != self.rim,
        }
    }

    /// Where a colour stands in the order of looks, and its sign if it has a mate: mates share
    /// their place.
    fn place(&self, colour: Colour) -> (usize, Option<Sign>) {
        let mate = self.puzzle.and_then(|puzzle| puzzle.mate(colour));
        let (first, sign) = match mate {
            Some(mate) if mate < colour => (mate, Some(Sign::Minus)),
            Some(mate) if mate > colour => (colour, Some(Sign::Plus)),
            _ => (colour, None),
        };
        let after_rim = self.rim.is_some_and(|rim| rim < first);
        (first.index() - usize::from(after_rim), sign)
    }
}

/// Which of two mates a colour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// Lines over the ground of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hatch {
    Along,
    Across,
    Rising,
    Crossed,
    Dots,
    Fence,
}

impl Hatch {
    /// From none to all, so that the first colours stay calm.
    const ORDER: [Option<Self>; 7] = [
        None,
        Some(Self::Rising),
        Some(Self::Along),
        Some(Self::Dots),
        Some(Self::Across),
        Some(Self::Crossed),
        Some(Self::Fence),
    ];
}

/// What a side looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub ground: Rgb,
    /// A figure across the edge and its colour.
    pub figure: Option<(Figure, Rgb)>,
    pub hatch: Option<Hatch>,
    pub sign: Option<Sign>,
}

/// The looks of all colours of a picture.
pub(crate) struct Palette<'a> {
    rules: Rules<'a>,
    theme: Theme,
    plain: Separated,
}

impl<'a> Palette<'a> {
    /// A palette for pictures that show these colours, which are in order.
    pub fn new(rules: Rules<'a>, theme: Theme, colours: &[Colour]) -> Self {
        let count = colours.last().map_or(0, |highest| highest.index() + 1);
        Self { rules, theme, plain: Separated::new(count) }
    }

    pub fn paint(&self, colour: Colour) -> Paint {
        if Some(colour) == self.rules.rim {
            return Paint { ground: Rgb::RIM, figure: None, hatch: None, sign: None };
        }
        match self.theme {
            Theme::Motifs => self.motif(colour).unwrap_or_else(|| self.plain(colour)),
            Theme::Plain => self.plain(colour),
            Theme::ColourBlind => self.colour_blind(colour),
        }
    }

    /// The maker's motif; `None` if there is none or its ground is in words nobody knows.
    fn motif(&self, colour: Colour) -> Option<Paint> {
        let motif = self.rules.puzzle?.motif(colour)?;
        let ground = named(&motif.background)?;
        let figure_colour = named(&motif.shape_colour).unwrap_or(ground.ink());
        let figure = Figure::named(&motif.shape).map(|figure| (figure, figure_colour));
        Some(Paint { ground, figure, hatch: None, sign: self.rules.place(colour).1 })
    }

    fn plain(&self, colour: Colour) -> Paint {
        let (place, sign) = self.rules.place(colour);
        let ground = signed(self.plain.get(place), sign);
        Paint { ground, figure: None, hatch: None, sign }
    }

    /// Figure and hatch together say which of 77 colours it is, whatever the eye makes of the hue.
    fn colour_blind(&self, colour: Colour) -> Paint {
        let (place, sign) = self.rules.place(colour);
        let ground = signed(OKABE_ITO[place % OKABE_ITO.len()], sign);
        let figure = Figure::ALL[place % Figure::ALL.len()];
        let hatch = Hatch::ORDER[place / Figure::ALL.len() % Hatch::ORDER.len()];
        Paint { ground, figure: Some((figure, ground.ink())), hatch, sign }
    }
}

fn signed(ground: Rgb, sign: Option<Sign>) -> Rgb {
    match sign {
        None => ground,
        Some(Sign::Plus) => ground.with_lightness(0.84),
        Some(Sign::Minus) => ground.with_lightness(0.46),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_hatches_tell_77_colours_apart_without_any_hue() {
        let rules = Rules { puzzle: None, rim: Some(Colour::GREY) };
        let palette = Palette::new(rules, Theme::ColourBlind, &[]);
        let paints: Vec<_> = (1..=77).map(|n| palette.paint(Colour(n))).collect();
        for (i, one) in paints.iter().enumerate() {
            for other in &paints[..i] {
                let figure = |paint: &Paint| paint.figure.map(|(figure, _)| figure);
                assert!(figure(one) != figure(other) || one.hatch != other.hatch);
            }
        }
    }

    #[test]
    fn the_rim_is_grey_under_every_theme() {
        let rules = Rules { puzzle: None, rim: Some(Colour(3)) };
        for theme in [Theme::Motifs, Theme::Plain, Theme::ColourBlind] {
            let palette = Palette::new(rules, theme, &[]);
            assert_eq!(palette.paint(Colour(3)).ground, Rgb::RIM);
            assert_ne!(palette.paint(Colour(0)).ground, Rgb::RIM);
        }
    }
}
