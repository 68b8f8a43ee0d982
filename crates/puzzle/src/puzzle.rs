//! A puzzle: a board, the pieces that go on it, and the rules.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::ids::{Cell, Colour, PieceId, Rotation};
use crate::sides::Sides;
use crate::topology::{Shape, Topology};

/// A piece with a fixed place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hint {
    /// Where it lies.
    pub cell: Cell,
    /// Which piece it is.
    pub piece: PieceId,
    /// How it is turned.
    pub rotation: Rotation,
    /// Whether a board without it breaks the rules, or is only less of a solution.
    pub mandatory: bool,
}

/// What a colour looks like, in the words of its maker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Motif {
    /// Colour of the ground.
    pub background: String,
    /// The figure on it.
    pub shape: String,
    /// Colour of the figure.
    pub shape_colour: String,
}

/// Where a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Who made it, or the command that generates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The seed, if a generator made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Anything else worth knowing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Everything a puzzle is made of, before it has been checked: see [`Puzzle::new`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleParts {
    /// What people call it.
    pub name: String,
    /// The board.
    pub shape: Shape,
    /// The pieces, in the order of their numbers.
    pub pieces: Vec<Sides>,
    /// The colour that faces out all around, if the puzzle has a rim.
    pub rim: Option<Colour>,
    /// Pairs of colours that match each other; a colour in no pair matches itself.
    pub mates: Vec<(Colour, Colour)>,
    /// Pieces with fixed places.
    pub hints: Vec<Hint>,
    /// What the colours look like, where that is known.
    pub motifs: Vec<(Colour, Motif)>,
    /// Names of the pieces, if they are not simply 1, 2, 3, ...
    pub labels: Vec<String>,
    /// Where the puzzle comes from.
    pub provenance: Provenance,
}

impl PuzzleParts {
    /// An unsigned puzzle with a grey rim and no hints; change the fields that differ.
    pub fn new(name: impl Into<String>, shape: Shape, pieces: Vec<Sides>) -> Self {
        Self {
            name: name.into(),
            shape,
            pieces,
            rim: Some(Colour::GREY),
            mates: Vec::new(),
            hints: Vec::new(),
            motifs: Vec::new(),
            labels: Vec::new(),
            provenance: Provenance::default(),
        }
    }
}

/// Why parts do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// No cells, or more than the limit.
    #[error("a board of {shape} is not possible: sizes go from 1 to {}", Shape::LONGEST)]
    Size {
        /// The shape asked for.
        shape: Shape,
    },
    /// As many pieces as cells are needed.
    #[error("a board of {shape} has {} cells, but there are {pieces} pieces", shape.cells())]
    PieceCount {
        /// The board.
        shape: Shape,
        /// Number of pieces given.
        pieces: usize,
    },
    /// A piece with the wrong number of sides for the board.
    #[error("piece {piece} has {found} sides; pieces of this board have {expected}")]
    SideCount {
        /// The piece.
        piece: PieceId,
        /// Its sides.
        found: u8,
        /// The sides of a cell.
        expected: u8,
    },
    /// A colour above the limit.
    #[error("colour {colour} is too high: colours go from 0 to {}", Colour::MAX)]
    ColourTooHigh {
        /// The colour.
        colour: Colour,
    },
    /// Mates that are no pairs.
    #[error("colour {colour} has two mates; colours match in pairs")]
    TwoMates {
        /// The colour.
        colour: Colour,
    },
    /// The rim matches nothing inside the board.
    #[error("colour {colour} is the rim and cannot have a mate")]
    RimHasMate {
        /// The rim's colour.
        colour: Colour,
    },
    /// A hint that names something that is not there.
    #[error("hint {number}: {reason}")]
    Hint {
        /// Which hint, counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Labels do not go with the pieces.
    #[error("there are {labels} piece names for {pieces} pieces")]
    Labels {
        /// Number of names.
        labels: usize,
        /// Number of pieces.
        pieces: usize,
    },
}

/// A puzzle: topology, pieces and rules. Always consistent; whether it has a solution is another
/// question.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    name: String,
    topology: Topology,
    pieces: Vec<Sides>,
    rim: Option<Colour>,
    /// For each colour what it matches; the rim matches nothing.
    mate_of: Vec<Colour>,
    hints: Vec<Hint>,
    motifs: Vec<(Colour, Motif)>,
    labels: Vec<String>,
    provenance: Provenance,
}

/// Stands for 'no colour at all' in tables of mates.
const NOTHING: Colour = Colour(u16::MAX);

impl Puzzle {
    /// Checks the parts and puts them together.
    pub fn new(parts: PuzzleParts) -> Result<Self, PuzzleError> {
        let topology = Topology::new(parts.shape)?;
        if parts.pieces.len() != topology.cell_count() {
            return Err(PuzzleError::PieceCount { shape: parts.shape, pieces: parts.pieces.len() });
        }
        let expected = topology.side_count();
        if let Some(index) = parts.pieces.iter().position(|sides| sides.count() != expected) {
            let found = parts.pieces[index].count();
            return Err(PuzzleError::SideCount { piece: PieceId::at(index), found, expected });
        }
        if !parts.labels.is_empty() && parts.labels.len() != parts.pieces.len() {
            let (labels, pieces) = (parts.labels.len(), parts.pieces.len());
            return Err(PuzzleError::Labels { labels, pieces });
        }
        let mate_of = mate_table(&parts)?;
        check_hints(&parts)?;
        Ok(Self {
            name: parts.name,
            topology,
            pieces: parts.pieces,
            rim: parts.rim,
            mate_of,
            hints: parts.hints,
            motifs: parts.motifs,
            labels: parts.labels,
            provenance: parts.provenance,
        })
    }

    /// The parts again, to change some of them.
    pub fn to_parts(&self) -> PuzzleParts {
        PuzzleParts {
            name: self.name.clone(),
            shape: self.shape(),
            pieces: self.pieces.clone(),
            rim: self.rim,
            mates: self.mates(),
            hints: self.hints.clone(),
            motifs: self.motifs.clone(),
            labels: self.labels.clone(),
            provenance: self.provenance.clone(),
        }
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The table of contacts.
    #[inline]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The outline of the board.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.topology.shape()
    }

    /// The pieces in the order of their numbers, as the maker turns them.
    #[inline]
    pub fn pieces(&self) -> &[Sides] {
        &self.pieces
    }

    /// All pieces.
    pub fn piece_ids(&self) -> impl ExactSizeIterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(PieceId::at)
    }

    /// The sides of a piece as the maker turns it; `None` if there is no such piece.
    #[inline]
    pub fn piece(&self, piece: PieceId) -> Option<&Sides> {
        self.pieces.get(piece.index())
    }

    /// What a piece is called: its label, or its number counted from 1.
    pub fn label(&self, piece: PieceId) -> String {
        self.labels.get(piece.index()).cloned().unwrap_or_else(|| piece.number().to_string())
    }

    /// The names of the pieces; empty if they are simply numbered from 1.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The colour that faces out, if there is a rim.
    #[inline]
    pub fn rim(&self) -> Option<Colour> {
        self.rim
    }

    /// Whether two touching sides match. The rim's colour matches nothing inside the board.
    #[inline]
    pub fn matches(&self, one: Colour, other: Colour) -> bool {
        self.mate(one) == Some(other)
    }

    /// The colour that matches this one: itself unless the puzzle is signed; `None` for the rim.
    #[inline]
    pub fn mate(&self, colour: Colour) -> Option<Colour> {
        match self.mate_of.get(colour.index()) {
            Some(&NOTHING) => None,
            Some(&mate) => Some(mate),
            None => Some(colour),
        }
    }

    /// Pairs of different colours that match each other: empty for unsigned puzzles.
    pub fn mates(&self) -> Vec<(Colour, Colour)> {
        let with_index = self.mate_of.iter().enumerate();
        with_index
            .filter(|&(c, mate)| *mate != NOTHING && mate.index() > c)
            .map(|(c, &mate)| (Colour(c as u16), mate))
            .collect()
    }

    /// Pieces with fixed places.
    #[inline]
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// What the colours look like, where the puzzle says so.
    pub fn motifs(&self) -> &[(Colour, Motif)] {
        &self.motifs
    }

    /// What one colour looks like.
    pub fn motif(&self, colour: Colour) -> Option<&Motif> {
        self.motifs.iter().find(|(c, _)| *c == colour).map(|(_, motif)| motif)
    }

    /// Where the puzzle comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The most joins a board can match: all of them.
    pub fn max_score(&self) -> u32 {
        self.topology.joins().len() as u32
    }

    /// The colours on the pieces, without the rim's, in order.
    pub fn colours(&self) -> Vec<Colour> {
        let mut colours: Vec<_> = self.pieces.iter().flat_map(|p| p.colours().to_vec()).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.retain(|&c| Some(c) != self.rim);
        colours
    }

    /// One more than the highest colour, rim included: the size of a table indexed by colour.
    pub fn colour_limit(&self) -> usize {
        self.mate_of.len()
    }

    /// Which sides show the rim's colour, as a bit mask like [`Topology::rim_mask`].
    pub fn rim_mask(&self, sides: &Sides) -> u8 {
        let Some(rim) = self.rim else { return 0 };
        sides.colours().iter().rev().fold(0, |mask, &c| mask << 1 | u8::from(c == rim))
    }

    /// Whether sides may lie on a cell: the rim's colour faces out and only out. Always true for
    /// puzzles without a rim.
    pub fn fits_rim(&self, cell: Cell, sides: &Sides) -> bool {
        self.rim.is_none() || self.rim_mask(sides) == self.topology.rim_mask(cell)
    }

    /// The sets of pieces that look the same: for each piece the first piece of its kind.
    pub fn kinds(&self) -> Vec<PieceId> {
        let mut first = HashMap::new();
        self.piece_ids()
            .zip(&self.pieces)
            .map(|(id, sides)| *first.entry(sides.canonical()).or_insert(id))
            .collect()
    }

    /// Whether any two pieces look the same.
    pub fn has_twins(&self) -> bool {
        self.kinds().into_iter().zip(self.piece_ids()).any(|(kind, id)| kind != id)
    }
}

fn mate_table(parts: &PuzzleParts) -> Result<Vec<Colour>, PuzzleError> {
    let on_pieces = parts.pieces.iter().flat_map(|sides| sides.colours().iter().copied());
    let in_rules = parts.mates.iter().flat_map(|&(a, b)| [a, b]).chain(parts.rim);
    let in_motifs = parts.motifs.iter().map(|&(colour, _)| colour);
    let highest = on_pieces.chain(in_rules).chain(in_motifs).max().unwrap_or(Colour(0));
    if highest > Colour::MAX {
        return Err(PuzzleError::ColourTooHigh { colour: highest });
    }
    let mut mate_of: Vec<_> = (0..=highest.0).map(Colour).collect();
    let mut paired = vec![false; mate_of.len()];
    for &(one, other) in &parts.mates {
        for (colour, mate) in [(one, other), (other, one)] {
            if Some(colour) == parts.rim {
                return Err(PuzzleError::RimHasMate { colour });
            }
            if paired[colour.index()] && mate_of[colour.index()] != mate {
                return Err(PuzzleError::TwoMates { colour });
            }
            paired[colour.index()] = true;
            mate_of[colour.index()] = mate;
        }
    }
    if let Some(rim) = parts.rim {
        mate_of[rim.index()] = NOTHING;
    }
    Ok(mate_of)
}

fn check_hints(parts: &PuzzleParts) -> Result<(), PuzzleError> {
    for (index, hint) in parts.hints.iter().enumerate() {
        let earlier = &parts.hints[..index];
        let reason = if hint.cell.index() >= parts.shape.cells() {
            format!("cell {} is not on a board of {}", hint.cell.0, parts.shape)
        } else if hint.piece.index() >= parts.pieces.len() {
            format!("there is no piece {}; there are {}", hint.piece, parts.pieces.len())
        } else if hint.rotation.0 >= parts.shape.sides() {
            format!("rotation {} is not below {}", hint.rotation, parts.shape.sides())
        } else if earlier.iter().any(|h| h.cell == hint.cell) {
            format!("cell {} has a hint already", parts.shape.cell_name(hint.cell))
        } else if earlier.iter().any(|h| h.piece == hint.piece) {
            format!("piece {} has a place already", hint.piece)
        } else {
            continue;
        };
        return Err(PuzzleError::Hint { number: index + 1, reason });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_by_one() -> PuzzleParts {
        let pieces = vec![Sides::square([0, 1, 0, 0]), Sides::square([0, 0, 0, 1])];
        PuzzleParts::new("pair", Shape::square(2, 1), pieces)
    }

    #[test]
    fn parts_survive_a_round_trip() {
        let mut parts = two_by_one();
        parts.mates = vec![(Colour(1), Colour(2))];
        parts.labels = vec!["a".into(), "b".into()];
        parts.hints =
            vec![Hint { cell: Cell(1), piece: PieceId(1), rotation: Rotation(0), mandatory: true }];
        let puzzle = Puzzle::new(parts.clone()).unwrap();
        assert_eq!(puzzle.to_parts(), parts);
    }

    #[test]
    fn the_rim_matches_nothing_and_mates_match_each_other_only() {
        let mut parts = two_by_one();
        parts.mates = vec![(Colour(1), Colour(2))];
        let puzzle = Puzzle::new(parts).unwrap();
        assert!(puzzle.matches(Colour(1), Colour(2)) && puzzle.matches(Colour(2), Colour(1)));
        assert!(!puzzle.matches(Colour(1), Colour(1)));
        assert!(!puzzle.matches(Colour(0), Colour(0)));
    }

    #[test]
    fn inconsistent_parts_are_refused_with_the_reason() {
        let spoil = |change: fn(&mut PuzzleParts)| {
            let mut parts = two_by_one();
            change(&mut parts);
            Puzzle::new(parts).unwrap_err().to_string()
        };
        assert!(spoil(|p| p.pieces.truncate(1)).contains("2 cells, but there are 1 pieces"));
        assert!(spoil(|p| p.pieces[1] = Sides::triangle([1, 2, 3])).contains("has 3 sides"));
        assert!(spoil(|p| p.pieces[0] = Sides::square([u16::MAX; 4])).contains("too high"));
        assert!(spoil(|p| p.labels.push("x".into())).contains("1 piece names"));
        assert!(spoil(|p| p.mates = vec![(Colour(0), Colour(1))]).contains("rim"));
        let two = |p: &mut PuzzleParts| {
            p.mates = vec![(Colour(1), Colour(2)), (Colour(2), Colour(3))];
        };
        assert!(spoil(two).contains("two mates"));
        for (cell, piece, rotation, word) in
            [(2, 0, 0, "cell 2"), (0, 2, 0, "no piece 3"), (0, 0, 4, "rotation 4")]
        {
            let mut parts = two_by_one();
            let (cell, piece) = (Cell(cell), PieceId(piece));
            parts.hints = vec![Hint { cell, piece, rotation: Rotation(rotation), mandatory: true }];
            assert!(Puzzle::new(parts).unwrap_err().to_string().contains(word));
        }
    }

    #[test]
    fn twins_are_found_whatever_way_they_are_turned() {
        let pieces = [[1, 2, 3, 4], [3, 4, 1, 2], [4, 3, 2, 1], [1, 1, 1, 1]];
        let mut parts =
            PuzzleParts::new("twins", Shape::square(2, 2), pieces.map(Sides::square).to_vec());
        parts.rim = None;
        let puzzle = Puzzle::new(parts).unwrap();
        assert_eq!(puzzle.kinds(), [0, 0, 2, 3].map(PieceId));
        assert!(puzzle.has_twins());
    }
}
