//! The example keeps the contract of solvers, and its page shows the code that is compiled.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use own_solver::SWAPPER;
use tilewright_lab::{Doing, Experiment, Plan, Scale, registry, run};
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Hint, Puzzle, PuzzleParts, Shape};
use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{Interrupt, Params, Task};

fn task(shape: Shape, with_hint: bool) -> Task {
    let made = generate(&Recipe { unique: false, ..Recipe::new(shape, 6, 1) }).unwrap();
    let mut parts = made.puzzle.to_parts();
    if with_hint {
        let cell = made.puzzle.topology().cells().nth(5).unwrap();
        let lying = made.solution.get(cell).unwrap();
        let (piece, rotation) = (lying.piece, lying.rotation);
        parts.hints = vec![Hint { cell, piece, rotation, mandatory: true }];
    }
    let puzzle = Puzzle::new(PuzzleParts { ..parts }).unwrap();
    Task {
        puzzle: Arc::new(puzzle),
        params: Params::defaults(SWAPPER.parameters).unwrap(),
        seed: 3,
        threads: 1,
        start: None,
        target: None,
        floor: None,
    }
}

#[test]
fn it_can_be_stopped_and_resumed_anywhere_on_any_board() {
    assert_well_described(&SWAPPER);
    for shape in [Shape::square(5, 5), Shape::square(4, 6), Shape::triangle(4)] {
        for with_hint in [false, true] {
            let task = task(shape, with_hint);
            assert_resumes_identically(&SWAPPER, &task, &[1, 50, 777, 5000]);
        }
    }
}

#[test]
fn it_takes_part_in_an_experiment() {
    let mut registry = registry();
    registry.solvers.push(&SWAPPER);
    let text = include_str!("../experiment.toml");
    let experiment = Experiment::from_toml(text, "experiment.toml").unwrap();
    let scale = Scale { work: 0.02, runs: Some(5) };
    let plan = Plan::new(experiment, scale, &registry, None).unwrap();
    let doing = Doing { cores: 2, seconds: None, interrupt: Interrupt::manual() };
    let results = run(&plan, &registry, &doing, None, &mut |_| {});
    assert!(results.is_complete());
    let mean =
        |solver: &str| results.rows.iter().find(|r| r.solver == solver).unwrap().summary.mean;
    assert!(mean("swapper") > 30.0 && mean("swapper") < 112.0);
}

#[test]
fn the_page_shows_the_code_as_it_is() {
    let page = include_str!("../../../docs/own-solver.md");
    let code = [
        include_str!("../src/lib.rs"),
        include_str!("../src/main.rs"),
        include_str!("../experiment.toml"),
    ];
    let mut blocks = 0;
    for (index, part) in page.split("```").enumerate() {
        let Some((language, block)) = part.split_once('\n') else { continue };
        if index % 2 == 1 && ["rust", "toml"].contains(&language) {
            assert!(code.iter().any(|file| file.contains(block)), "not in the code:\n{block}");
            blocks += 1;
        }
    }
    assert!(blocks >= 4);
    assert!(include_str!("../src/lib.rs").lines().count() <= 150);
}
