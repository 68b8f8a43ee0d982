//! `tilewright draw`: pictures of boards and pieces.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use tilewright_draw::terminal::Depth;
use tilewright_draw::{
    Paper, SheetStyle, Style, Theme, board_svg, pieces_overview_svg, pieces_svg, png, terminal,
};
use tilewright_puzzle::{Claim, Puzzle};

use crate::Outcome;
use crate::board;
use crate::endings::ending_of;
use crate::files::write_files;
use crate::input::{self, ReadingArgs};
use crate::output::{note, say};
use crate::screen;

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
    sheet: Option<PaperName>,
    /// With --sheet: the side of a piece in millimetres
    #[arg(long, value_name = "MM", default_value_t = 30.0, requires = "sheet")]
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
enum PaperName {
    A4,
    Letter,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match (&args.pieces, &args.board) {
        (Some(name), _) => {
            let file = input::puzzle(name, &args.reading)?;
            file.notes.iter().for_each(|line| note(line));
            draw_pieces(args, &file.puzzle)?;
        }
        (None, Some(name)) => {
            let loaded = board::load(name, args.puzzle.as_deref(), &args.reading)?;
            loaded.notes.iter().for_each(|line| note(line));
            draw_board(args, &loaded.file.claim, &loaded.puzzle)?;
        }
        (None, None) => bail!("name a board, or a puzzle with --pieces"),
    }
    Ok(Outcome::Done)
}

fn draw_board(args: &Args, claim: &Claim, puzzle: &Puzzle) -> Result<()> {
    // A board that can be resolved shows the numbers of its pieces.
    let numbered = claim.to_board(puzzle).map(|board| Claim::of_board(puzzle, &board));
    let claim = numbered.as_ref().unwrap_or(claim);
    match &args.out {
        Some(path) => {
            write_picture(path, &board_svg(claim, Some(puzzle), &args.style()), args.pixels)
        }
        None => {
            let mut style = screen::style(&std::io::stdout(), args.theme());
            style.mark_mismatches = !args.no_mismatches;
            style.mark_hints = !args.no_hints;
            style.numbers = !args.no_numbers;
            if args.ascii {
                style.depth = Depth::Ascii;
            }
            say(&terminal::board(claim, Some(puzzle), &style))
        }
    }
}

fn draw_pieces(args: &Args, puzzle: &Puzzle) -> Result<()> {
    let Some(path) = &args.out else {
        bail!("pieces are drawn to a file: name one ending in .svg or .png with --out");
    };
    let Some(paper) = args.sheet else {
        return write_picture(path, &pieces_overview_svg(puzzle, &args.style()), args.pixels);
    };
    let paper = match paper {
        PaperName::A4 => Paper::A4,
        PaperName::Letter => Paper::Letter,
    };
    if !(5.0..=200.0).contains(&args.millimetres) {
        bail!("a piece of {} mm is no good; sides go from 5 to 200 mm", args.millimetres);
    }
    let sheet = SheetStyle { paper, piece_mm: args.millimetres, ..SheetStyle::default() };
    let pages = pieces_svg(puzzle, &args.style(), &sheet);
    let mut files = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let path = if pages.len() == 1 { path.clone() } else { page_path(path, index + 1) };
        files.push(picture(&path, page, args.pixels)?);
    }
    write_files(&files)?;
    for (index, (path, _)) in files.iter().enumerate() {
        note(&format!("page {} of {}: {}", index + 1, files.len(), path.display()));
    }
    Ok(())
}

impl Args {
    fn style(&self) -> Style {
        Style {
            theme: self.theme(),
            numbers: !self.no_numbers,
            mismatches: !self.no_mismatches,
            hints: !self.no_hints,
            ..Style::default()
        }
    }

    fn theme(&self) -> Theme {
        match self.theme {
            None | Some(ThemeName::Motifs) => Theme::Motifs,
            Some(ThemeName::Plain) => Theme::Plain,
            Some(ThemeName::ColourBlind) => Theme::ColourBlind,
        }
    }
}

fn write_picture(path: &Path, svg: &str, pixels: u32) -> Result<()> {
    write_files(&[picture(path, svg, pixels)?])
}

/// What goes into the file of a picture: its ending tells.
fn picture(path: &Path, svg: &str, pixels: u32) -> Result<(PathBuf, Vec<u8>)> {
    let bytes = match ending_of(path).as_deref() {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => png(svg, pixels)?,
        _ => bail!("{}: pictures are written to files ending in .svg or .png", path.display()),
    };
    Ok((path.to_owned(), bytes))
}

/// `cut.svg` becomes `cut-1.svg`, `cut-2.svg`, ...
fn page_path(path: &Path, page: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{page}.{ending}"))
}
