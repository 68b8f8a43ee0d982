//! `tilewright generate`: new puzzles from a seed.

use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::json;
use tilewright_formats::{BoardToWrite, Format, WriteError, write_board, write_puzzle};
use tilewright_puzzle::generate::{Generated, Recipe, generate};
use tilewright_puzzle::{Claim, Shape};

use crate::Outcome;
use crate::endings::text_for;
use crate::files::write_files;
use crate::input::board_size;
use crate::output::{say, say_json};

/// Make a solvable puzzle from a seed
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright generate --size 6x6 --colours 9 --seed 1
  tilewright generate --size 16x16 --hardest --seed 7 --out hard.toml --solution solved.toml
  tilewright generate --side 5 --colours 6 --seed 3 --out triangle.json

The same options and seed give the same puzzle on every machine.")]
pub(crate) struct Args {
    /// Columns x rows of a square board
    #[arg(long, value_name = "WxH", value_parser = board_size, required_unless_present = "side")]
    size: Option<Shape>,
    /// Rows of a triangular board
    #[arg(long, value_name = "N", conflicts_with = "size")]
    side: Option<u16>,
    /// Colours in all, the rim's grey not counted
    #[arg(long, value_name = "N", required_unless_present = "hardest")]
    colours: Option<u32>,
    /// How many of them are for joins between rim pieces only
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "hardest")]
    rim_colours: u32,
    /// Use every colour equally often, as nearly as can be
    #[arg(long)]
    even: bool,
    /// No grey rim: any piece may lie anywhere
    #[arg(long)]
    no_rim: bool,
    /// Colours come in pairs that match each other and not themselves
    #[arg(long)]
    signed: bool,
    /// The numbers of colours that make this size hardest, evenly used
    #[arg(long, conflicts_with = "colours")]
    hardest: bool,
    /// Let pieces look the same
    #[arg(long)]
    allow_twins: bool,
    /// The seed
    #[arg(long, value_name = "N")]
    seed: u64,
    /// Where to write the puzzle (the ending tells the format); standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where to write a solution
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let shape = match (args.size, args.side) {
        (Some(size), _) => size,
        (None, Some(side)) => Shape::triangle(side),
        (None, None) => bail!("give --size WxH or --side N"),
    };
    let recipe = if args.hardest {
        let mut hardest = Recipe::hardest(shape, !args.no_rim, args.signed, args.seed);
        hardest.unique = !args.allow_twins;
        hardest
    } else {
        Recipe {
            shape,
            colours: args.colours.unwrap_or_default(),
            rim_colours: args.rim_colours,
            even: args.even,
            rim: !args.no_rim,
            signed: args.signed,
            unique: !args.allow_twins,
            seed: args.seed,
        }
    };
    let made = generate(&recipe)?;
    // Together: a file that cannot be written leaves the other one unwritten too.
    let puzzle = args.out.as_ref().map(|path| {
        text_for(path, |format| write_puzzle(format, &made.puzzle))
            .map(|text| (path.clone(), text.into_bytes()))
    });
    let solution = args.solution.as_ref().map(|path| {
        text_for(path, |format| write_solution(format, &made))
            .map(|text| (path.clone(), text.into_bytes()))
    });
    let files = [puzzle.transpose()?, solution.transpose()?];
    write_files(&files.into_iter().flatten().collect::<Vec<_>>())?;
    if args.json {
        say_json(&as_json(args, &recipe, &made)?)?;
    } else if args.out.is_none() {
        say(&write_puzzle(Format::Toml, &made.puzzle)?)?;
    }
    Ok(Outcome::Done)
}

fn as_json(args: &Args, recipe: &Recipe, made: &Generated) -> Result<serde_json::Value> {
    let (width, height, side) = match recipe.shape {
        Shape::Square { width, height } => (Some(width), Some(height), None),
        Shape::Triangle { side } => (None, None, Some(side)),
    };
    let inline = match args.out {
        Some(_) => None,
        None => Some(serde_json::from_str(&write_puzzle(Format::Json, &made.puzzle)?)?),
    };
    let inline: Option<serde_json::Value> = inline;
    Ok(json!({
        "name": made.puzzle.name(),
        "width": width,
        "height": height,
        "side": side,
        "colours": recipe.colours,
        "rim_colours": recipe.rim_colours,
        "pieces": made.puzzle.pieces().len(),
        "seed": recipe.seed,
        "file": args.out,
        "puzzle": inline,
    }))
}

fn write_solution(format: Format, made: &Generated) -> Result<String, WriteError> {
    let claim = Claim::of_board(&made.puzzle, &made.solution);
    let mut board = BoardToWrite::new(&claim, Some(&made.puzzle));
    board.name = Some("solution");
    write_board(format, &board)
}
