//! `tilewright convert`: any format to any other.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use tilewright_formats::{BoardToWrite, Format, left_out, write_board, write_puzzle};
use tilewright_puzzle::Claim;

use crate::Outcome;
use crate::board;
use crate::files::write_file;
use crate::input::{self, Loaded, ReadingArgs, format_name};
use crate::output::{note, say};
use crate::verbs::lists;

/// Convert a puzzle or a board from any format to any other
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright convert eternity2 --to puz --out e2.puz
  tilewright convert board.txt --puzzle eternity2 --to link
  tilewright convert --list")]
pub(crate) struct Args {
    /// A puzzle or a board: a file, a link, a letter string, an embedded name, or `-`
    #[arg(value_name = "IN", required_unless_present = "list")]
    input: Option<String>,
    /// The puzzle of a board; found out from the pieces if it is not given
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// The format to write (see --list)
    #[arg(long, value_name = "FORMAT", value_parser = format_name, required_unless_present = "list")]
    to: Option<Format>,
    /// Where to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// List the formats
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let (Some(input), Some(to), false) = (&args.input, args.to, args.list) else {
        return lists::list_formats(false);
    };
    let named = args.puzzle.as_ref().map(|name| input::puzzle_of_board(name, &args.reading));
    let named = named.transpose()?;
    let puzzle = named.as_ref().map(|file| &file.puzzle);
    let (text, notes) = match input::either(input, puzzle, &args.reading)? {
        Loaded::Puzzle(_) if named.is_some() => {
            bail!("--puzzle has nothing to act on: {input} is a puzzle, not a board")
        }
        Loaded::Puzzle(file) => {
            let text = write_puzzle(to, &file.puzzle)?;
            let mut notes = file.notes;
            let lost = left_out(to, &file.puzzle).join(", ");
            if !lost.is_empty() {
                notes.push(format!("{} does not hold everything; left out: {lost}", to.name()));
            }
            (text, notes)
        }
        Loaded::Board(file) => {
            let mut loaded = board::with_puzzle(file, named, &args.reading)?;
            if loaded.is_known {
                // With its puzzle known a board can be stated in full.
                let board = loaded.file.claim.to_board(&loaded.puzzle).map_err(|error| {
                    anyhow!("{error}; `tilewright verify` tells all that is wrong")
                })?;
                loaded.file.claim = Claim::of_board(&loaded.puzzle, &board);
            }
            let puzzle = loaded.is_known.then_some(&loaded.puzzle);
            (write_board(to, &BoardToWrite::of(&loaded.file, puzzle))?, loaded.notes)
        }
    };
    for line in &notes {
        note(line);
    }
    match &args.out {
        Some(path) => write_file(path, text.as_bytes())?,
        None => say(&text)?,
    }
    Ok(Outcome::Done)
}
