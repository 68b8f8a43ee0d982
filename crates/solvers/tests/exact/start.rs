//! Exact search from a board: its placements come first, and nothing else changes.

use std::sync::Arc;

use tilewright_puzzle::generate::{Generated, Recipe, generate};
use tilewright_puzzle::{Board, Cell, Puzzle, Shape, score};
use tilewright_search::testing::assert_resumes_identically;
use tilewright_search::{SolverInfo, Status, Task};
use tilewright_solvers::registry;

use crate::{embedded, exact, finish, puzzles, task};

/// Puzzles far too hard for a few thousand nodes, each with a solution.
fn hard() -> Vec<(Arc<Puzzle>, Board)> {
    let shapes = [Shape::square(9, 9), Shape::square(10, 7), Shape::triangle(9)];
    let generated = shapes.map(|shape| generate(&Recipe::hardest(shape, true, false, 1)).unwrap());
    generated.map(|Generated { puzzle, solution }| (Arc::new(puzzle), solution)).into()
}

/// The board without its last cells.
fn without_the_last(board: &Board, cells: usize) -> Board {
    let mut board = board.clone();
    for cell in (board.cells().len() - cells..board.cells().len()).map(Cell::at) {
        board.set(cell, None);
    }
    board
}

fn from(info: &SolverInfo, puzzle: &Arc<Puzzle>, start: &Board, settings: &[(&str, &str)]) -> Task {
    Task { start: Some(start.clone()), ..task(info, puzzle, settings) }
}

fn solvers() -> [&'static SolverInfo; 4] {
    ["exact", "rings", "sat", "auto"].map(|name| registry().get(name).unwrap())
}

#[test]
fn a_solution_to_start_from_is_the_answer() {
    for (puzzle, solution) in hard() {
        for info in solvers() {
            let mut solver = (info.build)(from(info, &puzzle, &solution, &[])).unwrap();
            let name = format!("{} on {}", info.name, puzzle.name());
            assert_eq!(solver.best().unwrap().board, &solution, "{name}");
            assert_eq!(solver.advance(1), Status::Solved, "{name}");
            assert_eq!(score(&puzzle, solver.best().unwrap().board), puzzle.max_score());
        }
    }
}

#[test]
fn what_is_left_of_a_solution_is_completed_at_once_however_it_is_turned() {
    for (puzzle, solution) in hard() {
        for turn in puzzle.topology().symmetries() {
            let start = without_the_last(&solution.turned(&puzzle, &turn), 6);
            let settings = [("restarts", "no"), ("order", "row")];
            let mut solver = (exact().build)(from(exact(), &puzzle, &start, &settings)).unwrap();
            let name = format!("{}, {:?}", puzzle.name(), turn.rotation);
            assert_eq!(solver.advance(60_000), Status::Solved, "{name}");
            let found = without_the_last(solver.best().unwrap().board, 6);
            assert_eq!(found, start, "{name}");
        }
        let mut without = (exact().build)(task(exact(), &puzzle, &[("restarts", "no")])).unwrap();
        assert_eq!(without.advance(60_000), Status::Working, "{}", puzzle.name());
    }
}

#[test]
fn restarts_search_near_the_board_too() {
    for (puzzle, solution) in hard() {
        let start = without_the_last(&solution, 8);
        let in_rows = from(exact(), &puzzle, &start, &[("order", "row")]);
        let mut solver = (exact().build)(in_rows).unwrap();
        assert_eq!(solver.advance(60_000), Status::Solved, "{}", puzzle.name());
    }
}

#[test]
fn the_board_is_the_best_until_a_better_one_is_found() {
    let (puzzle, solution) = hard().swap_remove(0);
    // Cells in the middle, where a search in rows is not before long.
    let mut start = solution;
    for cell in (20..50).map(Cell::at) {
        start.set(cell, None);
    }
    let mut solver = (exact().build)(from(exact(), &puzzle, &start, &[])).unwrap();
    let first = score(&puzzle, &start);
    for _ in 0..20 {
        solver.advance(10_000);
        let best = solver.best().unwrap();
        assert!(best.score >= first);
        assert_eq!(best.score, score(&puzzle, best.board));
    }
}

#[test]
fn a_misleading_board_hides_no_solution_and_makes_none() {
    for seed in 0..10 {
        let puzzle = puzzles::square(5, 4, 6, seed);
        let mut misleading = Board::empty(&puzzle);
        let mut solver = (exact().build)(task(exact(), &puzzle, &[])).unwrap();
        finish(solver.as_mut());
        // A solution with the pieces of its inside turned by hand.
        for (cell, placement) in puzzle.topology().cells().zip(solver.best().unwrap().board.cells())
        {
            let is_inside = puzzle.topology().rim_mask(cell) == 0;
            let turned = placement.map(|mut placement| {
                placement.rotation.0 = (placement.rotation.0 + 1) % 4;
                placement
            });
            misleading.set(cell, if is_inside { turned } else { *placement });
        }
        for info in solvers() {
            let mut solver = (info.build)(from(info, &puzzle, &misleading, &[])).unwrap();
            assert_eq!(finish(solver.as_mut()), Status::Solved, "{}, {seed}", info.name);
        }
    }
    let puzzle = puzzles::unsolvable(5, 4, 4, 4);
    for info in solvers() {
        let start = Board::empty(&puzzle);
        let mut solver = (info.build)(from(info, &puzzle, &start, &[])).unwrap();
        assert_eq!(finish(solver.as_mut()), Status::Exhausted, "{}", info.name);
    }
}

#[test]
fn searches_from_a_board_resume_as_if_they_had_never_stopped() {
    let (puzzle, solution) = hard().swap_remove(1);
    let start = without_the_last(&solution, 30);
    for info in solvers().into_iter().filter(|info| info.name != "sat" && info.name != "auto") {
        let stops = [1000, 50_000, 400_000, 1_000_000];
        assert_resumes_identically(info, &from(info, &puzzle, &start, &[]), &stops);
    }
    let sat = registry().get("sat").unwrap();
    assert_resumes_identically(sat, &from(sat, &puzzle, &start, &[]), &[1, 300]);
}

#[test]
fn where_auto_hunts_it_repairs_the_board_it_is_given() {
    let info = registry().get("auto").unwrap();
    let puzzle = embedded("eternity2");
    let known = tilewright_formats::embedded::known_boards().swap_remove(0).claim;
    let known = known.to_board(&puzzle).unwrap();
    let mut start = known.clone();
    let cells = [Cell::at(17), Cell::at(200)];
    let placed = cells.map(|cell| known.get(cell));
    start.set(cells[0], placed[1]);
    start.set(cells[1], placed[0]);
    let before = score(&puzzle, &start);
    assert!(before < score(&puzzle, &known));
    let mut solver = (info.build)(from(info, &puzzle, &start, &[])).unwrap();
    assert_eq!(solver.best().unwrap().score, before);
    solver.advance(1);
    let repaired = solver.best().unwrap();
    assert_eq!(repaired.score, score(&puzzle, repaired.board));
    assert!(repaired.score > before, "{}", repaired.score);
    assert_eq!(solver.report()["repairs"]["boards"], 1, "{:?}", solver.report()["repairs"]);
    assert_resumes_identically(info, &from(info, &puzzle, &start, &[]), &[300_000, 1_000_000]);
}
