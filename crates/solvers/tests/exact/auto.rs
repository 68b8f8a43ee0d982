use std::sync::Arc;

use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Puzzle, Shape};
use tilewright_search::Status;
use tilewright_solvers::registry;

use crate::{embedded, finish, puzzles, task};

fn report(puzzle: &Arc<Puzzle>) -> (String, String) {
    let info = registry().get("auto").unwrap();
    let report = (info.build)(task(info, puzzle, &[])).unwrap().report();
    let text = |name: &str| report[name].as_str().unwrap().to_owned();
    (text("chosen"), text("reason"))
}

#[test]
fn easy_puzzles_go_to_exact_search_and_are_solved() {
    let puzzle = puzzles::square(5, 5, 6, 1);
    let (chosen, reason) = report(&puzzle);
    assert_eq!(chosen, "exact");
    assert!(reason.contains("soon done") && reason.contains("order"), "{reason}");
    let info = registry().get("auto").unwrap();
    let mut solver = (info.build)(task(info, &puzzle, &[])).unwrap();
    assert_eq!(finish(solver.as_mut()), Status::Solved);
}

#[test]
fn the_progress_of_the_exact_search_is_passed_on() {
    let progress = |name: &str, puzzle: &Arc<Puzzle>, nodes| {
        let info = registry().get(name).unwrap();
        let mut solver = (info.build)(task(info, puzzle, &[])).unwrap();
        let status = solver.advance(nodes);
        (status, solver.counters().progress)
    };
    let alone = puzzles::unsolvable(5, 4, 4, 4);
    assert_eq!(report(&alone).0, "exact");
    let begun = progress("auto", &alone, 1);
    assert_eq!(begun, progress("exact", &alone, 1));
    assert_eq!(progress("auto", &alone, u64::MAX), (Status::Exhausted, Some(1.0)));

    let hardest = Recipe::hardest(Shape::square(8, 8), true, false, 1);
    let race = Arc::new(generate(&hardest).unwrap().puzzle);
    assert_eq!(report(&race).0, "exact, sat");
    let (status, known) = progress("auto", &race, 1);
    assert!(
        status == Status::Working && known.is_some_and(|p| (0.0..1.0).contains(&p)),
        "{known:?}"
    );
    assert_eq!(progress("auto", &embedded("eternity2"), 1).1, None);
}

#[test]
fn hopeless_puzzles_are_called_so_and_hunted() {
    let (chosen, reason) = report(&embedded("eternity2"));
    assert_eq!(chosen, "beam, hunt");
    assert!(reason.contains("no end is in sight"), "{reason}");
}
