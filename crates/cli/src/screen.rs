//! What the terminal at the other end can show.

use std::io::IsTerminal;

use tilewright_draw::Theme;
use tilewright_draw::terminal::{self, Depth, TerminalStyle};
use tilewright_puzzle::{Board, Claim, Puzzle};

use crate::output::colour_wanted;

/// How boards look best on a stream.
pub(crate) fn style(stream: &impl IsTerminal, theme: Theme) -> TerminalStyle {
    let depth = if !colour_wanted(stream) {
        Depth::Ascii
    } else if has_true_colour() {
        Depth::TrueColour
    } else {
        Depth::Ansi256
    };
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let max_columns = width.unwrap_or(130);
    TerminalStyle { depth, theme, max_columns, ..TerminalStyle::default() }
}

/// A board, drawn for a stream.
pub(crate) fn board(stream: &impl IsTerminal, puzzle: &Puzzle, board: &Board) -> String {
    let claim = Claim::of_board(puzzle, board);
    terminal::board(&claim, Some(puzzle), &style(stream, Theme::Motifs))
}

/// Terminals announce 24-bit colours in this variable.
fn has_true_colour() -> bool {
    std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit")
}
