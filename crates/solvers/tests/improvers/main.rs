//! Methods that build and improve boards, as their users see them: through the registry.

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
    ("greedy", &[]),
    ("greedy", &[("order", "rows"), ("patience", "30")]),
    ("greedy", &[("keep", "no")]),
    ("growth", &[("order", "walk")]),
    ("growth", &[("order", "outwards")]),
    ("local-search", &[("patience", "20000")]),
    ("local-search", &[("patience", "20000"), ("kick", "5"), ("turning", "no")]),
    ("local-search", &[("improvement", "best"), ("patience", "1"), ("plateaus", "no")]),
    ("tabu", &[("patience", "40000")]),
    ("anneal", &[("cycle", "30000")]),
    ("anneal", &[("cycle", "30000"), ("cooling", "adaptive"), ("focus", "0")]),
    ("vlns", &[("origin_work", "20000"), ("origin_nodes", "5000"), ("patience", "100000")]),
    ("vlns", &[("origin", "relaxed"), ("origin_work", "20000"), ("origin_nodes", "5000")]),
    ("vlns", &[("origin", "greedy"), ("origin_work", "1"), ("window", "3"), ("cells", "40")]),
    ("ant-system", &[("patience", "4"), ("polish", "1000")]),
    ("ant-system", &[("graph", "sides"), ("candidates", "all"), ("polish", "0")]),
    ("ant-colony-system", &[("patience", "4"), ("polish", "1000"), ("graph", "sides")]),
    ("ant-colony-system", &[("order", "random"), ("candidates", "all"), ("best", "iteration")]),
    ("max-min-ant-system", &[("order", "growth"), ("alpha", "1.3"), ("patience", "3")]),
    ("max-min-ant-system", &[("graph", "sides"), ("candidates", "all"), ("polish", "0")]),
];

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
