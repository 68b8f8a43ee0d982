//! A beam gives whole boards that keep the rules, on every kind of puzzle, the same however it is
//! sliced and whatever the number of threads.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tilewright_formats::embedded;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Cell, Hint, Puzzle, Shape};
use tilewright_search::testing::assert_resumes_identically;
use tilewright_search::{Params, Solver, Task, Verdict};

fn task(puzzle: &Arc<Puzzle>, threads: usize, settings: &[(&str, &str)]) -> Task {
    let registry = tilewright_solvers::registry();
    let info = registry.get("beam").unwrap();
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Task {
        puzzle: Arc::clone(puzzle),
        params: Params::from_settings(info.parameters, &settings).unwrap(),
        seed: 5,
        threads,
        start: None,
        target: None,
        floor: None,
    }
}

fn beam(task: &Task) -> Box<dyn Solver> {
    let registry = tilewright_solvers::registry();
    (registry.get("beam").unwrap().build)(task.clone()).unwrap()
}

/// Squares and triangles, with a rim or without, signed or not, with twins, and with two hints.
fn puzzles() -> Vec<Arc<Puzzle>> {
    let mut puzzles = Vec::new();
    for (shape, rim, signed) in [
        (Shape::square(5, 4), true, false),
        (Shape::square(4, 5), false, true),
        (Shape::triangle(4), true, false),
        (Shape::triangle(3), false, false),
    ] {
        let recipe = Recipe { rim, signed, unique: false, ..Recipe::new(shape, 6, 5) };
        let made = generate(&recipe).unwrap();
        puzzles.push(Arc::new(made.puzzle.clone()));
        let mut parts = made.puzzle.to_parts();
        for index in [1, parts.pieces.len() - 1] {
            let placement = made.solution.get(Cell::at(index)).unwrap();
            let (piece, rotation) = (placement.piece, placement.rotation);
            parts.hints.push(Hint { cell: Cell::at(index), piece, rotation, mandatory: true });
        }
        puzzles.push(Arc::new(Puzzle::new(parts).unwrap()));
    }
    puzzles
}

#[test]
fn boards_are_whole_and_keep_the_rules_on_every_kind_of_puzzle() {
    for puzzle in puzzles() {
        let mut beam = beam(&task(&puzzle, 1, &[("width", "64")]));
        beam.advance(200_000);
        let best = beam.best().unwrap();
        let verdict = Verdict::on(&puzzle, best.board).unwrap();
        assert_eq!(verdict.score, best.score, "{}", puzzle.name());
        assert_eq!(best.board.placed(), puzzle.topology().cell_count(), "{}", puzzle.name());
        // Small enough for a beam to find what was planted, or nearly.
        assert!(best.score + 3 >= puzzle.max_score(), "{}: {}", puzzle.name(), best.score);
    }
}

#[test]
fn a_beam_on_eternity_ii_leaves_few_mismatches() {
    let puzzle = Arc::new(embedded::puzzle("eternity2").unwrap());
    let mut beam = beam(&task(&puzzle, 2, &[("width", "300")]));
    while beam.counters().restarts == 0 {
        beam.advance(100_000);
    }
    let best = beam.best().unwrap();
    assert!(Verdict::on(&puzzle, best.board).is_ok());
    assert!(best.score >= 435, "{}", best.score);
}

#[test]
fn threads_make_no_difference() {
    let puzzle = Arc::new(embedded::puzzle("clue4").unwrap());
    let boards = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut beam = beam(&task(&puzzle, threads, &[("width", "600")]));
        pool.install(|| beam.advance(300_000));
        (beam.best().unwrap().board.clone(), beam.counters().nodes)
    });
    assert_eq!(boards[0], boards[1]);
    assert_eq!(boards[0], boards[2]);
}

#[test]
fn a_beam_resumes_identically() {
    let puzzle = Arc::new(embedded::puzzle("clue2").unwrap());
    let registry = tilewright_solvers::registry();
    let info = registry.get("beam").unwrap();
    let task = task(&puzzle, 1, &[("width", "50"), ("memory", "1")]);
    assert_resumes_identically(info, &task, &[20_000, 55_000, 160_000]);
}
