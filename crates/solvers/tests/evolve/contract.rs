use tilewright_puzzle::{Board, Cell, score};
use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{BuildError, Status, Task, Unit, Verdict};

use crate::{SOLVERS, eternity2, info, puzzles, takes, task};

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
        let alone = Task { floor: Some(60), ..task(info(name), &puzzle, settings) };
        let stops = [1, 700, 3000, 9000];
        assert_resumes_identically(info(name), &alone, &stops);
        assert_resumes_identically(info(name), &Task { threads: 3, ..alone }, &stops);
    }
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let puzzle = eternity2("clue4");
    for (name, settings) in SOLVERS {
        let after = |threads: usize| {
            let task = Task { threads, ..task(info(name), &puzzle, settings) };
            let mut solver = (info(name).build)(task).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| solver.advance(3000));
            solver.save().unwrap()
        };
        let one = after(1);
        assert_eq!(one, after(2), "{name} {settings:?}");
        assert_eq!(one, after(5), "{name} {settings:?}");
    }
}

#[test]
fn boards_keep_the_rules_of_every_sort_of_puzzle() {
    for puzzle in puzzles() {
        for (name, settings) in SOLVERS {
            let task = task(info(name), &puzzle, settings);
            if !takes(name, &puzzle) {
                let refused = (info(name).build)(task).err();
                assert!(matches!(refused, Some(BuildError::Unsuitable(_))), "{name}");
                continue;
            }
            let mut solver = (info(name).build)(task).unwrap();
            solver.advance(500);
            let best = solver.best().unwrap();
            let verdict = Verdict::on(&puzzle, best.board).unwrap();
            assert_eq!(verdict.score, best.score, "{name}");
            assert_eq!(verdict.hints_matched, 2, "{name}");
            let may_have_holes = ["spiral", "random"].contains(name);
            assert!(may_have_holes || verdict.placed == puzzle.pieces().len(), "{name}");
        }
    }
}

#[test]
fn a_start_board_is_kept_until_there_is_a_better_one_and_its_holes_are_filled() {
    let puzzle = eternity2("eternity2");
    let known = tilewright_formats::embedded::known_boards();
    let known = known.iter().find(|known| known.name == "blackwood-470").unwrap();
    let start = known.claim.to_board(&puzzle).unwrap();
    let cheap = [("population", "10")];
    for name in ["region-ga", "immune", "moea", "border-ga", "islands"] {
        let task = |board: &Board| Task {
            start: Some(board.clone()),
            ..task(info(name), &puzzle, if name == "region-ga" { &[] } else { &cheap })
        };
        let mut solver = (info(name).build)(task(&start)).unwrap();
        assert_eq!(solver.best().unwrap().board, &start);
        let mut holes = start.clone();
        [3, 100, 101, 255].into_iter().for_each(|index| holes.set(Cell(index), None));
        if name != "islands" && name != "border-ga" {
            continue;
        }
        solver.advance(1);
        assert_eq!(solver.best().unwrap().score, 470, "{name}");
        let mut solver = (info(name).build)(task(&holes)).unwrap();
        solver.advance(1);
        assert!(solver.best().unwrap().score > score(&puzzle, &holes), "{name}");
    }
}

#[test]
fn the_target_ends_the_work() {
    let puzzle = &puzzles()[0];
    for (name, settings) in SOLVERS {
        let target = Some(puzzle.max_score() / 4);
        let task = Task { target, ..task(info(name), puzzle, settings) };
        let mut solver = (info(name).build)(task).unwrap();
        assert_ne!(solver.advance(3_000_000), Status::Exhausted, "{name}");
        assert!(solver.best().is_some_and(|best| Some(best.score) >= target), "{name}");
        assert!(solver.counters().evaluations < 3_000_000, "{name} {settings:?}");
    }
}

#[test]
fn states_of_another_puzzle_are_refused() {
    let (puzzle, other) = (eternity2("clue2"), eternity2("clue1"));
    let shapeless = ["random", "spiral"];
    for (name, settings) in SOLVERS.iter().filter(|(name, _)| !shapeless.contains(name)) {
        let mut solver = (info(name).build)(task(info(name), &puzzle, settings)).unwrap();
        solver.advance(1);
        let state = solver.save().unwrap();
        let refused = (info(name).restore)(task(info(name), &other, settings), &state).err();
        assert!(matches!(refused, Some(BuildError::State(_))), "{name}: {refused:?}");
    }
}
