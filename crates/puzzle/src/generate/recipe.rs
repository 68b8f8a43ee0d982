//! What to generate, and why that may not be possible.

use thiserror::Error;

use crate::puzzle::PuzzleError;
use crate::theory::hardest_colours;
use crate::topology::Shape;

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// The board.
    pub shape: Shape,
    /// Number of colours, not counting the rim's grey; of a signed puzzle both mates count.
    pub colours: u32,
    /// How many of the colours are for joins between two pieces on the rim, and only for those;
    /// 0 if these joins use the same colours as all others.
    pub rim_colours: u32,
    /// Deal the colours as evenly as possible; otherwise at random, each at least once.
    pub even: bool,
    /// Whether grey faces out all around.
    pub rim: bool,
    /// Whether colours match in pairs of mates: 1 and 2, 3 and 4, ...
    pub signed: bool,
    /// Whether all pieces must look different.
    pub unique: bool,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Recipe {
    /// A board with a rim, random colours and no twins; change the fields that differ.
    pub fn new(shape: Shape, colours: u32, seed: u64) -> Self {
        Self {
            shape,
            colours,
            rim_colours: 0,
            even: false,
            rim: true,
            signed: false,
            unique: true,
            seed,
        }
    }

    /// The hardest puzzle for a board: as many colours as leave about one solution, dealt evenly.
    pub fn hardest(shape: Shape, rim: bool, signed: bool, seed: u64) -> Self {
        let hardest = hardest_colours(shape, rim, 0);
        let rounded = |colours: u32| if signed { colours.next_multiple_of(2) } else { colours };
        let rim_colours = rounded(hardest.rim_colours);
        let colours = rounded(hardest.inner_colours) + rim_colours;
        Self { rim_colours, even: true, rim, signed, ..Self::new(shape, colours, seed) }
    }

    /// The command that makes this puzzle again.
    pub fn command(&self) -> String {
        let mut command = "tilewright generate".to_owned();
        match self.shape {
            Shape::Square { width, height } => command += &format!(" --size {width}x{height}"),
            Shape::Triangle { side } => command += &format!(" --side {side}"),
        }
        command += &format!(" --colours {}", self.colours);
        if self.rim_colours > 0 {
            command += &format!(" --rim-colours {}", self.rim_colours);
        }
        let flags = [
            (self.even, " --even"),
            (!self.rim, " --no-rim"),
            (self.signed, " --signed"),
            (!self.unique, " --allow-twins"),
        ];
        for (_, flag) in flags.into_iter().filter(|(given, _)| *given) {
            command += flag;
        }
        command + &format!(" --seed {}", self.seed)
    }

    /// What the puzzle is called.
    pub fn name(&self) -> String {
        let board = match self.shape {
            Shape::Square { width, height } => format!("{width}x{height}"),
            Shape::Triangle { side } => format!("side{side}"),
        };
        format!("generated-{board}-c{}-s{}", self.colours, self.seed)
    }
}

/// Why a recipe makes no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// A board that is not possible.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Joins that must have a colour, and none to give them.
    #[error("a board of {shape} has {joins} {which}, which need at least 1 colour{hint}")]
    NoColours {
        /// The board.
        shape: Shape,
        /// Number of joins.
        joins: usize,
        /// Which joins.
        which: &'static str,
        /// What to change.
        hint: String,
    },
    /// Neither joins nor a rim: nothing says what the sides should be.
    #[error("a board of {shape} without a rim has no joins to colour; give it a rim")]
    NothingToColour {
        /// The board.
        shape: Shape,
    },
    /// A colour that would not occur.
    #[error(
        "a board of {shape} has {joins} {which}, enough for {most} colours at most, \
         but {colours} are asked for"
    )]
    TooManyColours {
        /// The board.
        shape: Shape,
        /// Number of joins.
        joins: usize,
        /// Which joins.
        which: &'static str,
        /// The most colours these joins can show.
        most: usize,
        /// The colours asked for.
        colours: u32,
    },
    /// Mates come in pairs.
    #[error(
        "a signed puzzle has its colours in pairs: {colours} {what} is an odd number, \
         take {} or {}", colours - 1, colours + 1
    )]
    OddColours {
        /// The number asked for.
        colours: u32,
        /// Colours, or rim colours.
        what: &'static str,
    },
    /// More rim colours than colours.
    #[error("{rim_colours} rim colours are more than the {colours} colours they are part of")]
    RimColoursBeyondColours {
        /// The rim colours.
        rim_colours: u32,
        /// All colours.
        colours: u32,
    },
    /// Rim colours need a rim.
    #[error("rim colours need a rim: leave them out, or make a puzzle with a rim")]
    RimColoursWithoutRim,
    /// Triangles have no joins along the rim.
    #[error(
        "a triangular board has no rim colours: pieces on its rim touch only inner pieces, \
         never one another"
    )]
    RimColoursOnTriangle,
    /// Too few different pieces exist.
    #[error("{board} needs {needed} different {class}pieces; {makers} only {possible}")]
    TooFewPieces {
        /// The board, with or without rim.
        board: String,
        /// Number of pieces of the class.
        needed: usize,
        /// Corner, edge, inner, ... and a blank; empty if there is only one class.
        class: String,
        /// The colours there are, and 'make'.
        makers: String,
        /// How many different pieces they make.
        possible: u128,
    },
    /// The search for a board without twins has failed.
    #[error(
        "no board of {shape} in {colours} colours without twins was found: take more colours, \
         another seed, or allow twins"
    )]
    TwinsRemain {
        /// The board.
        shape: Shape,
        /// The colours asked for.
        colours: u32,
    },
}
