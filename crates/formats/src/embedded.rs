//! The puzzles and boards that come with the program, in its own format.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use tilewright_puzzle::{Board, Claim, ClaimedPiece, Puzzle, Shape, Sides};

use crate::alphabet::{Alphabet, known_pieces, piece_counts};
use crate::layout::Notation;
use crate::structured::from_toml;
use crate::{letters, own};

/// An embedded puzzle: its name, its file, and what it is.
struct Embedded {
    name: &'static str,
    text: &'static str,
    description: &'static str,
    hints: KeptHints,
}

/// Which hints of the file a puzzle keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeptHints {
    /// Those the rules demand.
    Mandatory,
    /// All, and all are demanded.
    All,
    None,
}

const ETERNITY2: &str = include_str!("../puzzles/eternity2.toml");

const PUZZLES: &[Embedded] = &[
    Embedded {
        name: "eternity2",
        text: ETERNITY2,
        description: "Eternity II, 16x16: the rules' own hint, piece 139 on I8",
        hints: KeptHints::Mandatory,
    },
    Embedded {
        name: "eternity2-strict",
        text: ETERNITY2,
        description: "Eternity II, 16x16, with all five hints of the clue puzzles",
        hints: KeptHints::All,
    },
    Embedded {
        name: "eternity2-free",
        text: ETERNITY2,
        description: "Eternity II, 16x16, without hints",
        hints: KeptHints::None,
    },
    Embedded {
        name: "clue1",
        text: include_str!("../puzzles/clue1.toml"),
        description: "clue puzzle 1 of Eternity II, 6x6",
        hints: KeptHints::All,
    },
    Embedded {
        name: "clue2",
        text: include_str!("../puzzles/clue2.toml"),
        description: "clue puzzle 2 of Eternity II, 12x6",
        hints: KeptHints::All,
    },
    Embedded {
        name: "clue3",
        text: include_str!("../puzzles/clue3.toml"),
        description: "clue puzzle 3 of Eternity II, 6x6",
        hints: KeptHints::All,
    },
    Embedded {
        name: "clue4",
        text: include_str!("../puzzles/clue4.toml"),
        description: "clue puzzle 4 of Eternity II, 12x6",
        hints: KeptHints::All,
    },
    Embedded {
        name: "triangle4",
        text: include_str!("../puzzles/triangle4.toml"),
        description: "the triangle of side 4 that Nichols 2018 solved",
        hints: KeptHints::All,
    },
];

const NAMES: [&str; PUZZLES.len()] = {
    let mut names = [""; PUZZLES.len()];
    let mut index = 0;
    while index < PUZZLES.len() {
        names[index] = PUZZLES[index].name;
        index += 1;
    }
    names
};

/// A published board of Eternity II.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBoard {
    /// Who made it, and its score.
    pub name: String,
    /// `open` or `strict`: the hints it was made under.
    pub regime: String,
    /// The score it was published with.
    pub score: u32,
    /// How many of the five hints it matches.
    pub hints_matched: u32,
    /// The board.
    pub claim: Claim,
}

/// The names of the embedded puzzles.
pub fn names() -> &'static [&'static str] {
    &NAMES
}

/// What an embedded puzzle is, in a line.
pub fn describe(name: &str) -> Option<&'static str> {
    PUZZLES.iter().find(|embedded| embedded.name == name).map(|embedded| embedded.description)
}

/// The embedded puzzle of this name.
pub fn puzzle(name: &str) -> Option<Puzzle> {
    let embedded = PUZZLES.iter().find(|embedded| embedded.name == name)?;
    let Ok(own::Found::Puzzle(draft)) = own::read(Notation::Toml, embedded.text, None) else {
        return None;
    };
    let mut parts = draft.parts;
    parts.name = embedded.name.to_owned();
    match embedded.hints {
        KeptHints::Mandatory => parts.hints.retain(|hint| hint.mandatory),
        KeptHints::All => parts.hints.iter_mut().for_each(|hint| hint.mandatory = true),
        KeptHints::None => parts.hints.clear(),
    }
    Puzzle::new(parts).ok()
}

/// Published boards of Eternity II, best first.
pub fn known_boards() -> Vec<KnownBoard> {
    #[derive(Deserialize)]
    struct File {
        board: Vec<Entry>,
    }
    #[derive(Deserialize)]
    struct Entry {
        name: String,
        regime: String,
        score: u32,
        hints_matched: u32,
        letters: String,
    }
    let Ok(file) = from_toml::<File>(include_str!("../puzzles/known-boards.toml")) else {
        return Vec::new();
    };
    let boards = file.board.into_iter().filter_map(|entry| {
        let cells = letters::cells(&entry.letters).ok()?;
        let claim = letters::claim(Shape::square(16, 16), &cells, Alphabet::Default);
        let (name, regime) = (entry.name, entry.regime);
        Some(KnownBoard {
            name,
            regime,
            score: entry.score,
            hints_matched: entry.hints_matched,
            claim,
        })
    });
    boards.collect()
}

/// The solved triangle of side 4 that Nichols 2018 prints: the puzzle and its board.
pub fn triangle4() -> Option<(Puzzle, Board)> {
    let puzzle = puzzle("triangle4")?;
    let text = include_str!("../puzzles/triangle4-solved.toml");
    let Ok(own::Found::Board(file)) = own::read(Notation::Toml, text, Some(&puzzle)) else {
        return None;
    };
    let board = file.claim.to_board(&puzzle).ok()?;
    Some((puzzle, board))
}

/// A set of pieces that comes with the program, with the number of pieces of each kind.
pub(crate) struct Known {
    pub puzzle: Puzzle,
    pub counts: HashMap<Sides, usize>,
}

/// Every set, read once for the whole run: readers ask for them again and again.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    // The variants of one set differ in their hints only: the first stands for all.
    let mut texts = Vec::new();
    let sets = PUZZLES.iter().filter(|embedded| {
        let new = !texts.contains(&embedded.text);
        texts.push(embedded.text);
        new
    });
    sets.filter_map(|embedded| {
        let puzzle = puzzle(embedded.name)?;
        let counts = piece_counts(&puzzle);
        Some(Known { puzzle, counts })
    })
    .collect()
});

/// The sets of pieces for boards of a shape.
pub(crate) fn sets(shape: Shape) -> impl DoubleEndedIterator<Item = &'static Known> {
    KNOWN.iter().filter(move |known| known.puzzle.shape() == shape)
}

/// The embedded puzzle that most of these pieces belong to, in whatever alphabet; one with as many
/// cells goes before others.
pub(crate) fn owner_of(cells: &[Option<Sides>]) -> Option<&'static Puzzle> {
    let placed = cells.iter().flatten().count();
    let owns = |set: &&Known| {
        Alphabet::ALL.iter().any(|alphabet| {
            let pieces = || cells.iter().flatten().map(|s| alphabet.translate(s).canonical());
            // Looking first is cheaper than counting.
            let candidates = pieces().filter(|piece| set.counts.contains_key(piece)).count();
            candidates * 2 > placed && known_pieces(&set.counts, pieces()) * 2 > placed
        })
    };
    let same_size = |set: &&Known| set.puzzle.shape().cells() == cells.len();
    let squares = || KNOWN.iter().filter(|set| set.puzzle.shape().sides() == 4);
    let owner = squares().filter(same_size).find(owns).or_else(|| squares().find(owns));
    owner.map(|set| &set.puzzle)
}

/// The embedded puzzle whose pieces lie on a board: the one that knows most of them, if it knows
/// more than half. Piece numbers without sides tell nothing. Of the variants of Eternity II,
/// `eternity2` is given.
pub fn recognise(claim: &Claim) -> Option<Puzzle> {
    let by_sides = || claim.cells.iter().flatten().filter_map(|piece| piece.sides(None));
    let known =
        |set: &Known| known_pieces(&set.counts, by_sides().map(|sides: Sides| sides.canonical()));
    // The first of the best: `max_by_key` would take the last.
    let best = sets(claim.shape).rev().max_by_key(|set| known(set))?;
    if known(best) * 2 > by_sides().count() { Some(best.puzzle.clone()) } else { None }
}

/// The only embedded puzzle of a board's size, for boards that tell no more than piece numbers: a
/// guess that should be told.
pub fn only_of_size(claim: &Claim) -> Option<Puzzle> {
    let mut fitting = sets(claim.shape);
    let only = fitting.next().filter(|_| fitting.next().is_none())?;
    let highest = claim.shape.cells() as u32;
    let is_number = |piece: &ClaimedPiece| match piece {
        ClaimedPiece::Placed { number, .. } => *number <= highest,
        ClaimedPiece::Sides { .. } => false,
    };
    claim.cells.iter().flatten().all(is_number).then(|| only.puzzle.clone())
}

/// The official pieces of Eternity II.
pub(crate) fn official() -> Option<&'static Puzzle> {
    sets(Shape::square(16, 16)).next().map(|known| &known.puzzle)
}
