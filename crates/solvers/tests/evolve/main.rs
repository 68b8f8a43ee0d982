//! Populations, as their users see them: through the registry.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail like tests")]

mod contract;
mod strength;

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Cell, Hint, Puzzle, Shape};
use tilewright_search::{Params, SolverInfo, Task};

/// All of them, each with settings that reach its corners on small boards.
const SOLVERS: &[(&str, &[(&str, &str)])] = &[
    ("border-ga", &[("population", "12"), ("patience", "100"), ("attempts", "2")]),
    ("border-ga", &[("population", "20"), ("turning", "oriented"), ("weights", "table6.1")]),
    ("border-ga", &[("population", "10"), ("turning", "random"), ("segment", "0")]),
    (
        "border-ga",
        &[("population", "8"), ("weights", "random"), ("patience", "50"), ("borders", "pair")],
    ),
    ("border-ga", &[("weights", "equal"), ("segment", "3"), ("desperation", "20")]),
    ("region-ga", &[("preset", "GA_1"), ("population", "100")]),
    ("region-ga", &[("preset", "GA_3"), ("population", "60"), ("init", "rand")]),
    ("region-ga", &[("preset", "GA_2"), ("population", "60"), ("fitness", "comb")]),
    ("region-ga", &[("preset", "GA_1"), ("population", "60"), ("rim", "kept")]),
    ("region-ga", &[("local_search", "300"), ("population", "12")]),
    ("region-ga", &[("genome", "order"), ("population", "10"), ("decode_nodes", "200")]),
    ("immune", &[("preset", "AIEA_3"), ("population", "60")]),
    ("immune", &[("preset", "AIEA_2"), ("population", "60"), ("fitness", "comb")]),
    ("immune", &[("local_search", "300"), ("temperature", "0")]),
    ("moea", &[("preset", "MOEA_1"), ("population", "100")]),
    ("moea", &[("preset", "MOEA_2"), ("population", "60"), ("init", "rand")]),
    ("moea", &[("preset", "MOEA_2"), ("population", "60"), ("survival", "nsga2")]),
    ("moea", &[("local_search", "300")]),
    ("spiral", &[]),
    ("spiral", &[("slack", "0")]),
    ("random", &[]),
    ("random", &[("rim", "free"), ("init", "iwk")]),
    ("islands", &[("islands", "5"), ("local_search", "20")]),
    ("islands", &[("islands", "3"), ("local_search", "0"), ("migration", "2")]),
    ("islands", &[("islands", "4"), ("population", "4"), ("mutants", "2"), ("corner_swap", "0")]),
];

/// Whether a solver takes triangular boards, and boards without a rim.
fn takes(name: &str, puzzle: &Puzzle) -> bool {
    let is_square = matches!(puzzle.shape(), Shape::Square { .. });
    match name {
        "islands" | "random" => true,
        "border-ga" => is_square && puzzle.rim().is_some(),
        _ => is_square,
    }
}

fn info(name: &str) -> &'static SolverInfo {
    tilewright_solvers::registry().get(name).unwrap()
}

fn task(info: &SolverInfo, puzzle: &Arc<Puzzle>, settings: &[(&str, &str)]) -> Task {
    let settings: BTreeMap<_, _> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Task {
        puzzle: Arc::clone(puzzle),
        params: Params::from_settings(info.parameters, &settings).unwrap(),
        seed: 1,
        threads: 1,
        start: None,
        target: None,
        floor: None,
    }
}

fn eternity2(name: &str) -> Arc<Puzzle> {
    Arc::new(tilewright_formats::embedded::puzzle(name).unwrap())
}

/// Puzzles of every sort, each with the first and the last piece of its solution as hints.
fn puzzles() -> Vec<Arc<Puzzle>> {
    let shapes = [Shape::square(6, 5), Shape::square(2, 5), Shape::triangle(4)];
    let rules = [(true, false), (false, false), (true, true)];
    let mut puzzles = Vec::new();
    for (shape, (rim, signed)) in shapes.into_iter().flat_map(|s| rules.map(|rule| (s, rule))) {
        let recipe = Recipe { rim, signed, unique: false, ..Recipe::new(shape, 6, 5) };
        let made = generate(&recipe).unwrap();
        let mut parts = made.puzzle.to_parts();
        for index in [0, parts.pieces.len() - 1] {
            let placement = made.solution.get(Cell::at(index)).unwrap();
            let (piece, rotation) = (placement.piece, placement.rotation);
            parts.hints.push(Hint { cell: Cell::at(index), piece, rotation, mandatory: true });
        }
        puzzles.push(Arc::new(Puzzle::new(parts).unwrap()));
    }
    puzzles
}
