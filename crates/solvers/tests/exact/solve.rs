use std::sync::Arc;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Hint, Puzzle, Shape};
use tilewright_search::{Solver, Status, Task, Verdict};

use crate::{embedded, exact, finish, puzzles, task, threads};

fn solve(task: Task) -> (Status, Box<dyn Solver>) {
    let mut solver = (exact().build)(task).unwrap();
    (finish(solver.as_mut()), solver)
}

fn assert_solves(puzzle: &Arc<Puzzle>, settings: &[(&str, &str)]) {
    let (status, solver) = solve(task(exact(), puzzle, settings));
    assert_eq!(status, Status::Solved, "{} {settings:?}", puzzle.name());
    let best = solver.best().unwrap();
    let verdict = Verdict::on(puzzle, best.board).unwrap();
    assert!(verdict.solved && verdict.score == best.score, "{}", puzzle.name());
}

#[test]
fn generated_puzzles_of_every_sort_are_solved() {
    for seed in 0..10 {
        for (shape, colours, signed, rim) in [
            (Shape::square(5, 5), 6, false, true),
            (Shape::square(3, 6), 8, true, true),
            (Shape::square(4, 4), 8, false, false),
            (Shape::triangle(4), 6, false, true),
            (Shape::triangle(3), 6, true, false),
        ] {
            let recipe = Recipe { signed, rim, ..Recipe::new(shape, colours, seed) };
            assert_solves(&Arc::new(generate(&recipe).unwrap().puzzle), &[]);
        }
    }
}

#[test]
fn both_36_piece_clue_puzzles_are_solved_whatever_the_seed() {
    for name in ["clue1", "clue3"] {
        for seed in 0..5 {
            let task = Task { seed, ..task(exact(), &embedded(name), &[]) };
            let mut solver = (exact().build)(task).unwrap();
            assert_eq!(solver.advance(5_000_000), Status::Solved, "{name}, seed {seed}");
        }
    }
}

#[test]
fn every_order_solves_with_and_without_restarts() {
    let puzzle = puzzles::square(5, 4, 6, 1);
    for order in ["auto", "row", "column", "border", "rings", "spiral", "comb"] {
        for restarts in ["yes", "no"] {
            assert_solves(&puzzle, &[("order", order), ("restarts", restarts)]);
        }
    }
}

#[test]
fn puzzles_without_a_solution_are_found_out() {
    for (width, height, seed) in [(2, 2, 1), (3, 3, 2), (4, 4, 3), (5, 4, 4)] {
        let puzzle = puzzles::unsolvable(width, height, 4, seed);
        for restarts in ["yes", "no"] {
            let (status, solver) = solve(task(exact(), &puzzle, &[("restarts", restarts)]));
            assert_eq!(status, Status::Exhausted, "{}", puzzle.name());
            let best = solver.best().unwrap();
            let verdict = Verdict::on(&puzzle, best.board).unwrap();
            assert!(verdict.score == best.score && !verdict.solved);
        }
    }
}

#[test]
fn hints_on_every_cell_leave_nothing_to_search() {
    let made = generate(&Recipe::new(Shape::square(3, 3), 4, 1)).unwrap();
    let mut parts = made.puzzle.to_parts();
    let cells = made.puzzle.topology().cells();
    let hint = |(cell, p): (_, tilewright_puzzle::Placement)| Hint {
        cell,
        piece: p.piece,
        rotation: p.rotation,
        mandatory: true,
    };
    parts.hints = cells.filter_map(|c| made.solution.get(c).map(|p| (c, p))).map(hint).collect();
    assert_solves(&Arc::new(Puzzle::new(parts.clone()).unwrap()), &[]);

    let (one, other) = (parts.hints[0].cell, parts.hints[4].cell);
    parts.hints[0].cell = other;
    parts.hints[4].cell = one;
    let contradictory = Arc::new(Puzzle::new(parts).unwrap());
    assert_eq!(solve(task(exact(), &contradictory, &[])).0, Status::Exhausted);
}

#[test]
fn the_board_and_the_nodes_are_the_same_for_every_number_of_threads() {
    let puzzle = puzzles::square(6, 6, 5, 2);
    for restarts in ["yes", "no"] {
        let ends = [1, 2, 3].map(|count| {
            threads(count).install(|| {
                let (status, solver) = solve(task(exact(), &puzzle, &[("restarts", restarts)]));
                let board = solver.best().unwrap().board.clone();
                (status, board, solver.counters(), solver.save().unwrap())
            })
        });
        assert_eq!(ends[0], ends[1]);
        assert_eq!(ends[0], ends[2]);
    }
}

#[test]
fn a_target_or_a_floor_is_kept() {
    let puzzle = puzzles::square(6, 6, 8, 2);
    let mut wanted = task(exact(), &puzzle, &[("order", "row")]);
    wanted.target = Some(30);
    wanted.floor = Some(20);
    let mut solver = (exact().build)(wanted).unwrap();
    solver.advance(u64::MAX);
    let score = solver.best().unwrap().score;
    assert!(score >= 30);
    let found = solver.take_found();
    assert!(!found.is_empty());
    let scores: Vec<_> = found.iter().map(|b| Verdict::on(&puzzle, b).unwrap().score).collect();
    assert!(scores.is_sorted() && scores[0] >= 20 && scores.last() == Some(&score));
}
