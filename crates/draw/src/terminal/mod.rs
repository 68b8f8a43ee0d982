//! Boards for a screen of characters.
//!
//! Whether a terminal understands colours, and how wide it is, is for the caller to find out.

mod ascii;
mod blocks;
mod patchwork;

use tilewright_puzzle::{Claim, Puzzle};

pub use patchwork::patchwork;

use crate::picture::{CellView, HintState, Picture};
use crate::style::Theme;

/// What a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// 24-bit colours and block characters.
    #[default]
    TrueColour,
    /// 256 colours and block characters.
    Ansi256,
    /// Plain ASCII text without any escape codes.
    Ascii,
}

/// How a board is shown in a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// What the terminal can show.
    pub depth: Depth,
    /// How sides are told apart; motifs become a ground with a dot in the colour of the figure.
    pub theme: Theme,
    /// Whether joins that do not match, and sides that break the rim, are marked with an `x`.
    pub mark_mismatches: bool,
    /// Whether hints are marked: `*` where one is kept, `!` where it is not.
    pub mark_hints: bool,
    /// Whether plain text names the pieces; blocks of colour never do.
    pub numbers: bool,
    /// How wide the board may be; cells shrink to fit, down to the smallest there is.
    pub max_columns: usize,
}

impl Default for TerminalStyle {
    fn default() -> Self {
        Self {
            depth: Depth::default(),
            theme: Theme::default(),
            mark_mismatches: true,
            mark_hints: true,
            numbers: true,
            max_columns: 100,
        }
    }
}

impl TerminalStyle {
    /// The mark of a cell with a hint.
    fn hint_mark(&self, view: &CellView) -> Option<char> {
        let mark = match view.hint? {
            HintState::Kept => '*',
            HintState::Open => '!',
        };
        self.mark_hints.then_some(mark)
    }
}

/// A claimed board as lines of text, each ended by a line feed, all equally wide.
pub fn board(claim: &Claim, puzzle: Option<&Puzzle>, style: &TerminalStyle) -> String {
    let picture = Picture::new(claim, puzzle);
    match style.depth {
        Depth::TrueColour | Depth::Ansi256 => blocks::board(&picture, style),
        Depth::Ascii => ascii::board(&picture, style),
    }
}
