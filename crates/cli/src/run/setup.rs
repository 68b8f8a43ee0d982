//! From a specification to a run that is ready to go: reads the puzzle, the start board and the
//! settings that it names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use tilewright_formats::embedded;
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{Registry, RunInput, RunSpec};

use crate::input::{self, ReadingArgs};
use crate::output::note;

/// All that can be run: the solvers, and what counts solutions.
pub(crate) fn registry() -> Registry {
    let mut registry = tilewright_solvers::registry();
    registry.solvers.push(tilewright_solvers::counter());
    registry
}

/// Sets up a new run. Paths in the specification start from the folder, if one is given.
pub(crate) fn begin(
    registry: &Registry,
    verb: &str,
    mut spec: RunSpec,
    folder: Option<&Path>,
    reading: &ReadingArgs,
) -> Result<RunInput<'static>> {
    for (name, value) in &mut spec.settings {
        if let Some(file) = value.strip_prefix('@') {
            let text = input::text_file(&from_folder(folder, file));
            *value = text.with_context(|| format!("the value of `{name}`"))?;
        }
    }
    let puzzle = read_puzzle(&spec.puzzle, folder, reading)?;
    for (what, score) in [("target", spec.budget.target), ("floor", spec.floor)] {
        if let Some(score) = score.filter(|&score| score > puzzle.max_score()) {
            let (name, most) = (puzzle.name(), puzzle.max_score());
            bail!("a {what} of {score} is out of reach: {name} has {most} joins");
        }
    }
    let start = spec.start.as_ref().map(|name| read_start(name, &puzzle, folder));
    let solver = spec.solver.clone();
    let input = RunInput::new(registry, verb, spec, Arc::new(puzzle), start.transpose()?);
    input.map_err(|error| match error {
        tilewright_search::BuildError::Unknown(unknown) => anyhow!(unknown),
        other => anyhow!(other).context(format!("solver `{solver}`")),
    })
}

fn read_puzzle(name: &str, folder: Option<&Path>, reading: &ReadingArgs) -> Result<Puzzle> {
    let is_embedded = embedded::puzzle(name).is_some();
    let path = from_folder(folder, name);
    let name = match path.to_str() {
        Some(path) if !is_embedded && name != "-" => path,
        _ => name,
    };
    let file = input::puzzle(name, reading)?;
    file.notes.iter().for_each(|line| note(line));
    Ok(file.puzzle)
}

fn read_start(name: &str, puzzle: &Puzzle, folder: Option<&Path>) -> Result<Board> {
    // Links and letters are no paths; only a file that is there is meant as one.
    let path = from_folder(folder, name);
    let name = match path.to_str() {
        Some(path) if Path::new(path).try_exists().unwrap_or(false) => path,
        _ => name,
    };
    let file = input::board_file(name, Some(puzzle), &ReadingArgs::default())?;
    file.claim.to_board(puzzle).context("the board to start from")
}

fn from_folder(folder: Option<&Path>, path: &str) -> PathBuf {
    folder.map_or_else(|| PathBuf::from(path), |folder| folder.join(path))
}
