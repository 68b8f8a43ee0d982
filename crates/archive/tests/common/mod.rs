//! Small puzzles and runs.

#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;

use tilewright_archive::Archive;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Board, Puzzle, Shape};
use tilewright_search::{RunInput, RunSpec};

pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> std::path::PathBuf {
        self.0.path().join("archive.sqlite")
    }

    pub fn open(&self) -> Archive {
        Archive::open(&self.path()).unwrap()
    }
}

/// A puzzle with its solution.
pub fn generated(side: u16, seed: u64) -> (Puzzle, Board) {
    let made = generate(&Recipe::new(Shape::square(side, side), 12, seed)).unwrap();
    (made.puzzle, made.solution)
}

/// A run of local search with a budget of evaluations, on a small puzzle; one that is to go on for
/// ever needs a puzzle that it never solves.
pub fn local_search(evaluations: u64, seed: u64) -> RunInput<'static> {
    let (puzzle, _) = generated(if evaluations == u64::MAX { 16 } else { 5 }, 1);
    let mut spec = RunSpec::new(puzzle.name(), "local-search");
    (spec.seed, spec.threads) = (seed, 1);
    spec.budget.evaluations = Some(evaluations);
    RunInput::new(&tilewright_solvers::registry(), "solve", spec, Arc::new(puzzle), None).unwrap()
}
