//! `tilewright tiling generate`: solvable problems from a seed.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;
use tilewright_puzzle::Shape;
use tilewright_tiling::counts::write_counts_file;
use tilewright_tiling::generate::{Recipe, generate};

use super::problem::tile;
use super::shown::{audited, picture, problem_json, tiling_json};
use crate::Outcome;
use crate::files::write_files;
use crate::input::board_size;
use crate::output::{say, say_json};

/// Make a problem that has a solution, from a seed
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling generate --size 6x6 --tile 2x2 --density 0.5 --seed 1
  tilewright tiling generate --size 50x50 --tile L --density 0.8 --seed 7 --out big.toml \\
    --solution solved.png

The same options and seed give the same problem on every machine.")]
pub(super) struct Args {
    /// Columns x rows
    #[arg(long, value_name = "WxH", value_parser = board_size)]
    size: Shape,
    /// The tile: 1x1, 2x2, L, another rectangle, a picture such as .XX/XX. or @FILE
    #[arg(long, value_name = "TILE")]
    tile: String,
    /// Which part of the board's cells is covered, from 0 to 1
    #[arg(long, value_name = "D", default_value_t = 0.5)]
    density: f64,
    /// The seed
    #[arg(long, value_name = "N")]
    seed: u64,
    /// Where to write the problem; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the solution to a file ending in .svg, .png or .txt
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,
    /// Width of a PNG
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pixels: u32,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    let (width, height) = match args.size {
        Shape::Square { width, height } => (usize::from(width), usize::from(height)),
        // `--size` reads nothing else.
        Shape::Triangle { side } => (usize::from(side), usize::from(side)),
    };
    let tile = tile(&args.tile)?;
    let recipe = Recipe { tile, width, height, density: args.density, seed: args.seed };
    let made = generate(&recipe)?;
    let (problem, solution) = (&made.problem, audited(&made.problem, made.solution.clone())?);
    let text = write_counts_file(problem);
    let mut files = Vec::new();
    files.extend(args.out.clone().map(|path| (path, text.clone().into_bytes())));
    if let Some(path) = &args.solution {
        files.push((path.clone(), picture(path, problem, &solution, args.pixels)?));
    }
    // Together: a file that cannot be written leaves the other one unwritten too.
    write_files(&files)?;
    if args.json {
        let mut fields = problem_json(problem);
        fields.extend(tiling_json(problem, Some(&solution)));
        let cells = (solution.count() * problem.tile().cells().len()) as f64;
        let rest = json!({
            "status": "solved",
            "solutions": null,
            "generations": null,
            "tiles": solution.count(),
            "density": cells / (width * height) as f64,
            "seed": args.seed,
            "file": args.out,
        });
        fields.extend(rest.as_object().cloned().unwrap_or_default());
        say_json(&fields)?;
    } else if args.out.is_none() {
        say(&text)?;
    }
    Ok(Outcome::Done)
}
