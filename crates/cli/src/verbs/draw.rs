//! `tilewright draw`: pictures of boards and pieces.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use tilewright_draw::{SheetStyle, Style, Theme, board_svg, pieces_overview_svg, pieces_svg, png, terminal};
use tilewright_puzzle::{Claim, Puzzle};

use crate::Outcome;
use crate::input::{self, Loaded, ReadingArgs};
use crate::output::{colour_wanted, note, say, write_file};

/// Draw a board, or the pieces of a puzzle
///
/// To a file ending in .svg or .png, else in the terminal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright draw blackwood-470
  tilewright draw board.txt --puzzle eternity2 --out board.png --pixels 2000
  tilewright draw --pieces eternity2 --out pieces.svg
  tilewright draw --pieces clue1 --sheet a4 --out cut.svg")]
pub(crate) struct Args {
    /// A board: a file, a link, a letter string, a known board, or `-`
    #[arg(required_unless_present = "pieces")]
    board: Option<String>,
    /// The puzzle of the board; found out from the pieces if it is not given
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Draw the pieces of this puzzle instead of a board
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["board", "puzzle"])]
    pieces: Option<String>,
    /// With --pieces: sheets to print and cut, one file a page
    #[arg(long, value_name = "PAPER", requires = "pieces")]
    sheet: Option<Paper>,
    /// With --sheet: the side of a piece in millimetres
    #[arg(long, value_name = "MM", default_value_t = 40.0, requires = "sheet")]
    millimetres: f64,
    /// Where to write: a file ending in .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Width of a PNG
    #[arg(long, value_name = "N", default_value_t = 1600)]
    pixels: u32,
    /// How colours are shown; the puzzle's own motifs if it has any
    #[arg(long, value_name = "THEME")]
    theme: Option<ThemeName>,
    /// Leave the piece numbers out
    #[arg(long)]
    no_numbers: bool,
    /// Do not mark mismatches
    #[arg(long)]
    no_mismatches: bool,
    /// Do not mark hints
    #[arg(long)]
    no_hints: bool,
    /// Draw letters instead of colours in the terminal
    #[arg(long, conflicts_with = "out")]
    ascii: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Motifs,
    Plain,
    ColourBlind,
}

#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    Letter,
}
