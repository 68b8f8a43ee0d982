use tilewright_puzzle::{Board, Cell, score};
use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{BuildError, Status, Task, Unit, Verdict};

use crate::{SOLVERS, eternity2, info, puzzles, task};

#[test]
fn all_are_well_described_and_count_evaluations() {
    for (name, _) in SOLVERS {
        assert_well_described(info(name));
        assert_eq!(info(name).unit, Unit::Evaluations);
    }
}

#[test]
fn all_resume_as_if_they_had_never_stopped() {
    let puzzle = eternity2("clue2");
    for (name, settings) in SOLVERS {
        let floor = Some(if name.starts_with('g') || name.contains("ant-") { 40 } else { 90 });
        let alone = Task { floor, ..task(info(name), &puzzle, settings) };
        let stops = match *name {
            "greedy" | "growth" => [1, 5, 40, 100],
            _ if name.contains("ant-") => [1, 30, 400, 2200],
            "vlns" => [1, 25_000, 60_000, 110_000],
            _ => [1, 60_000, 250_000, 400_000],
        };
        assert_resumes_identically(info(name), &alone, &stops);
        let team = Task { threads: 3, ..alone };
        assert_resumes_identically(info(name), &team, &stops);
    }
}

#[test]
fn boards_keep_the_rules_of_every_sort_of_puzzle() {
    for puzzle in puzzles() {
        for (name, settings) in SOLVERS {
            let mut solver = (info(name).build)(task(info(name), &puzzle, settings)).unwrap();
            solver.advance(20);
            let best = solver.best().unwrap();
            let verdict = Verdict::on(&puzzle, best.board).unwrap();
            assert_eq!((verdict.score, verdict.placed), (best.score, puzzle.pieces().len()));
            assert_eq!(verdict.hints_matched, 2, "{name}");
        }
    }
}

#[test]
fn a_start_board_is_kept_until_there_is_a_better_one_and_its_holes_are_filled() {
    let puzzle = eternity2("eternity2");
    let known = tilewright_formats::embedded::known_boards();
    let known = known.iter().find(|known| known.name == "blackwood-470").unwrap();
    let start = known.claim.to_board(&puzzle).unwrap();
    for (name, settings) in SOLVERS {
        let task = |board: &Board| Task {
            start: Some(board.clone()),
            ..task(info(name), &puzzle, settings)
        };
        let mut solver = (info(name).build)(task(&start)).unwrap();
        assert_eq!(solver.best().unwrap().board, &start);
        solver.advance(1);
        assert_eq!(solver.best().unwrap().score, 470, "{name}");

        let mut holes = start.clone();
        [3, 100, 101, 255].into_iter().for_each(|index| holes.set(Cell(index), None));
        let mut solver = (info(name).build)(task(&holes)).unwrap();
        solver.advance(1);
        let best = solver.best().unwrap();
        assert_eq!(best.board.placed(), 256, "{name}");
        assert!(best.score > score(&puzzle, &holes), "{name}");
    }
}

#[test]
fn the_target_ends_the_work_and_a_solution_is_told() {
    let puzzle = &puzzles()[0];
    for (name, settings) in SOLVERS {
        let target = Some(puzzle.max_score() / 3);
        let task = Task { target, ..task(info(name), puzzle, settings) };
        let mut solver = (info(name).build)(task).unwrap();
        assert_ne!(solver.advance(1_000_000), Status::Exhausted, "{name}");
        assert!(solver.best().is_some_and(|best| Some(best.score) >= target), "{name}");
        assert!(solver.counters().evaluations < 500_000, "{name}");
    }
    let easy = eternity2("clue1");
    let mut solver = (info("anneal").build)(task(info("anneal"), &easy, &[])).unwrap();
    assert_eq!(solver.advance(u64::MAX), Status::Solved);
}

#[test]
fn states_of_another_puzzle_or_number_of_threads_are_refused() {
    let (puzzle, other) = (eternity2("clue2"), eternity2("clue4"));
    for (name, settings) in SOLVERS.iter().filter(|(name, _)| !name.starts_with('g')) {
        let own = task(info(name), &puzzle, settings);
        let mut solver = (info(name).build)(own.clone()).unwrap();
        solver.advance(1);
        let state = solver.save().unwrap();
        let foreign = task(info(name), &other, settings);
        for task in [Task { threads: 2, ..own }, foreign] {
            let refused = (info(name).restore)(task, &state).err();
            assert!(matches!(refused, Some(BuildError::State(_))), "{name}: {refused:?}");
        }
    }
}
