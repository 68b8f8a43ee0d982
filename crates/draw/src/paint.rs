//! What each colour of a puzzle looks like under each theme.

use tilewright_puzzle::{Colour, Puzzle};

use crate::figure::Figure;
use crate::rgb::{OKABE_ITO, Rgb, generated, named};
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

impl Paint {
    pub fn of(colour: Colour, rules: &Rules<'_>, theme: Theme) -> Self {
        if Some(colour) == rules.rim {
            return Self { ground: Rgb::RIM, figure: None, hatch: None, sign: None };
        }
        match theme {
            Theme::Motifs => Self::motif(colour, rules),
            Theme::Plain => Self::plain(colour, rules),
            Theme::ColourBlind => Self::colour_blind(colour, rules),
        }
    }

    fn motif(colour: Colour, rules: &Rules<'_>) -> Self {
        let Some(motif) = rules.puzzle.and_then(|puzzle| puzzle.motif(colour)) else {
            return Self::plain(colour, rules);
        };
        let plain = Self::plain(colour, rules);
        let Some(ground) = named(&motif.background) else { return plain };
        let figure = Figure::named(&motif.shape);
        let figure = figure.map(|f| (f, named(&motif.shape_colour).unwrap_or(ground.ink())));
        Self { ground, figure, hatch: None, sign: plain.sign }
    }

    fn plain(colour: Colour, rules: &Rules<'_>) -> Self {
        let (place, sign) = rules.place(colour);
        let ground = generated(place);
        Self { ground: signed(ground, sign), figure: None, hatch: None, sign }
    }

    /// Figure and hatch together say which of 77 colours it is, whatever the eye makes of the hue.
    fn colour_blind(colour: Colour, rules: &Rules<'_>) -> Self {
        let (place, sign) = rules.place(colour);
        let ground = signed(OKABE_ITO[place % OKABE_ITO.len()], sign);
        let figure = Figure::ALL[place % Figure::ALL.len()];
        let hatch = Hatch::ORDER[place / Figure::ALL.len() % Hatch::ORDER.len()];
        Self { ground, figure: Some((figure, ground.ink())), hatch, sign }
    }
}

fn signed(ground: Rgb, sign: Option<Sign>) -> Rgb {
    match sign {
        None => ground,
        Some(Sign::Plus) => ground.with_lightness(0.84),
        Some(Sign::Minus) => ground.with_lightness(0.46),
    }
}
