//! Reading a problem: from the command line, from a file, or by asking.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tilewright_tiling::counts::{CountsError, read_counts, read_counts_file};
use tilewright_tiling::{Problem, Tile, read_tile};

use super::ask;
use crate::input::{standard_input, text_file};

/// Where the problem is.
#[derive(clap::Args)]
pub(super) struct ProblemArgs {
    /// The tile: 1x1, 2x2, L, another rectangle, or a picture such as .XX/XX. (O marks the defining
    /// cell); @FILE reads the picture from a file
    #[arg(long, value_name = "TILE")]
    tile: Option<String>,
    /// Defining cells in each row, from the top, such as 1,0,2
    #[arg(long, value_name = "COUNTS", requires = "columns")]
    rows: Option<String>,
    /// Defining cells in each column, from the left
    #[arg(long, value_name = "COUNTS", requires = "rows")]
    columns: Option<String>,
    /// Read rows, columns and perhaps the tile from a file (`-`: standard input); without this and
    /// without --rows you are asked
    #[arg(long, value_name = "FILE", conflicts_with = "rows")]
    file: Option<String>,
}

impl ProblemArgs {
    /// The problem, wherever it comes from.
    pub(super) fn read(&self) -> Result<Problem> {
        let tile = self.tile.as_deref().map(tile).transpose()?;
        let (tile, rows, columns) = match (&self.rows, &self.columns, &self.file) {
            (Some(rows), Some(columns), _) => {
                let tile =
                    tile.context("no tile; name it with --tile 1x1, --tile 2x2 or --tile L")?;
                (tile, counts("--rows", rows)?, counts("--columns", columns)?)
            }
            (_, _, Some(name)) => from_file(name, tile)?,
            _ => ask::problem(tile)?,
        };
        Ok(Problem::new(tile, rows, columns)?)
    }
}

/// `--tile`: a name, a picture, or a file with a picture.
pub(super) fn tile(text: &str) -> Result<Tile> {
    let (text, place) = match text.strip_prefix('@') {
        Some(file) => (text_file(Path::new(file))?, file),
        None => (text.to_owned(), "--tile"),
    };
    read_tile(&text).with_context(|| place.to_owned())
}

fn counts(option: &str, text: &str) -> Result<Vec<u32>> {
    read_counts(text).map_err(|error| match error.column {
        Some(column) => anyhow!("{option}, character {column}: {error}"),
        None => anyhow!("{option}: {error}"),
    })
}

fn from_file(name: &str, told: Option<Tile>) -> Result<(Tile, Vec<u32>, Vec<u32>)> {
    let text = if name == "-" { standard_input()? } else { text_file(Path::new(name))? };
    let name = if name == "-" { "standard input" } else { name };
    let file = read_counts_file(&text).map_err(|error| in_file(name, &error))?;
    let tile = match (file.tile, told) {
        (Some(tile), Some(told)) if tile != told => {
            bail!("--tile says {told}, but {name} says {tile}; leave --tile away")
        }
        (Some(tile), _) | (None, Some(tile)) => tile,
        (None, None) => bail!("{name}: no tile; add a line `tile = L`, or name it with --tile"),
    };
    Ok((tile, file.rows, file.columns))
}

fn in_file(name: &str, error: &CountsError) -> anyhow::Error {
    match (error.line, error.column) {
        (Some(line), Some(column)) => anyhow!("{name}:{line}:{column}: {error}"),
        (Some(line), None) => anyhow!("{name}:{line}: {error}"),
        _ => anyhow!("{name}: {error}"),
    }
}
