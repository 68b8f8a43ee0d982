//! The letters of colours, and the three orders in which viewers number the motifs of Eternity II.
//!
//! A letter is `a` + colour, but programs do not agree on the numbers of the 22 motifs: `jef` and
//! `marie` (also called `jblackwood`) write the same board with other letters. Links that do not
//! say which they use, or say it wrong, are common, so the pieces decide.

use std::collections::HashMap;

use tilewright_puzzle::{Colour, Puzzle, Shape, Sides};

use crate::embedded;

/// The highest colour that has a letter.
pub(crate) const HIGHEST: Colour = Colour(25);

/// An order of the motifs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    Default,
    Jef,
    Marie,
}

/// For the colours 0 to 22 in our numbering, the letter in each alphabet. Source: the viewer at
/// e2.bucas.name, whose three orders of the motifs these are.
const JEF: &[u8; 23] = b"aiqwemhpvdlgouckfntbjsr";
const MARIE: &[u8; 23] = b"abjrfncksgodlthpemuiqvw";

impl Alphabet {
    pub const ALL: [Self; 3] = [Self::Default, Self::Jef, Self::Marie];

    /// The alphabet a link names.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "" | "none" | "default" => Some(Self::Default),
            "jef" => Some(Self::Jef),
            "marie" | "jblackwood" => Some(Self::Marie),
            _ => None,
        }
    }

    /// What links call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "none",
            Self::Jef => "jef",
            Self::Marie => "marie",
        }
    }

    /// The colour a letter means; colours beyond the 22 motifs have the same letter everywhere.
    pub fn colour(self, letter: u8) -> Option<Colour> {
        let plain =
            letter.checked_sub(b'a').map(u16::from).map(Colour).filter(|&c| c <= HIGHEST)?;
        let table = match self {
            Self::Default => return Some(plain),
            Self::Jef => JEF,
            Self::Marie => MARIE,
        };
        let found = table.iter().position(|&l| l == letter);
        Some(found.map_or(plain, |index| Colour(index as u16)))
    }

    /// The letter of a colour, if it has one.
    pub fn letter(self, colour: Colour) -> Option<char> {
        if colour > HIGHEST {
            return None;
        }
        let plain = b'a' + colour.0 as u8;
        let letter = match self {
            Self::Default => plain,
            Self::Jef => JEF.get(colour.index()).copied().unwrap_or(plain),
            Self::Marie => MARIE.get(colour.index()).copied().unwrap_or(plain),
        };
        Some(char::from(letter))
    }

    /// These sides, written in this alphabet but read in the default one, as they are meant.
    pub fn translate(self, sides: &Sides) -> Sides {
        let mut meant = [Colour::GREY; Sides::MOST];
        for (place, &colour) in meant.iter_mut().zip(sides.colours()) {
            let letter = Self::Default.letter(colour).map(|letter| letter as u8);
            *place = letter.and_then(|letter| self.colour(letter)).unwrap_or(colour);
        }
        let meant = meant.get(..sides.colours().len()).unwrap_or(&meant);
        Sides::new(meant).unwrap_or(*sides)
    }
}

/// What a board says about its alphabet.
pub(crate) enum Order {
    /// Nothing.
    Unsaid,
    /// One that is known.
    Known(Alphabet),
    /// A name that nobody knows, as it is to be quoted.
    Unknown(String),
}

impl Order {
    fn alphabet(&self) -> Alphabet {
        match self {
            Self::Known(alphabet) => *alphabet,
            Self::Unsaid | Self::Unknown(_) => Alphabet::Default,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Unsaid => "no motifs_order".to_owned(),
            Self::Known(alphabet) => format!("motifs_order is {}", alphabet.name()),
            Self::Unknown(name) => format!("motifs_order '{name}' is not known"),
        }
    }
}

/// The alphabet chosen for a board, and why.
pub(crate) struct Choice {
    pub alphabet: Alphabet,
    pub note: String,
}

/// Knowing fewer pieces more than another alphabet says nothing: it may be chance.
const ENOUGH: usize = 4;

/// Decides in which alphabet cells, as read in the default one, are written: the one that was named
/// unless the pieces of the puzzle (or of an embedded one of this shape) say otherwise.
pub(crate) fn choose(
    order: &Order,
    shape: Shape,
    cells: &[Option<Sides>],
    puzzle: Option<&Puzzle>,
) -> Choice {
    let placed = cells.iter().flatten().count();
    let known = Alphabet::ALL.map(|alphabet| {
        let meant = || cells.iter().flatten().map(|sides| alphabet.translate(sides).canonical());
        match puzzle {
            Some(puzzle) => known_pieces(&piece_counts(puzzle), meant()),
            None => embedded::sets(shape)
                .map(|set| known_pieces(&set.counts, meant()))
                .max()
                .unwrap_or(0),
        }
    });
    let known_in = |alphabet: Alphabet| {
        Alphabet::ALL.iter().zip(known).find(|(a, _)| **a == alphabet).map_or(0, |(_, n)| n)
    };
    let first = order.alphabet();
    let mut best = first;
    for alphabet in Alphabet::ALL {
        if known_in(alphabet) > known_in(best) {
            best = alphabet;
        }
    }
    let sure = known_in(best) >= known_in(first) + ENOUGH && known_in(best) * 2 > placed;
    let said = order.in_words();
    let count = |alphabet| format!("{} of {placed} pieces known", known_in(alphabet));
    if best == first || !sure {
        let note = format!("letters: {said}, read as {} ({})", first.name(), count(first));
        return Choice { alphabet: first, note };
    }
    let note = format!(
        "letters: {said}, but read as {}: {}, against {} as {}",
        best.name(),
        count(best),
        known_in(first),
        first.name()
    );
    Choice { alphabet: best, note }
}

/// How many pieces there are of each kind.
pub(crate) fn piece_counts(puzzle: &Puzzle) -> HashMap<Sides, usize> {
    let mut counts = HashMap::new();
    for piece in puzzle.pieces() {
        *counts.entry(piece.canonical()).or_default() += 1;
    }
    counts
}

/// How many of these pieces are in a set, each as often as the set has it.
pub(crate) fn known_pieces(
    counts: &HashMap<Sides, usize>,
    pieces: impl Iterator<Item = Sides>,
) -> usize {
    let mut left = counts.clone();
    pieces
        .filter(|piece| match left.get_mut(piece) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alphabet_is_a_permutation_that_leaves_grey_alone() {
        for alphabet in Alphabet::ALL {
            assert_eq!(alphabet.letter(Colour::GREY), Some('a'));
            for colour in (0..=HIGHEST.0).map(Colour) {
                let letter = alphabet.letter(colour).unwrap();
                assert_eq!(alphabet.colour(letter as u8), Some(colour), "{alphabet:?}");
            }
            assert_eq!(alphabet.letter(Colour(26)), None);
            assert_eq!(alphabet.colour(b'A'), None);
        }
    }
}
