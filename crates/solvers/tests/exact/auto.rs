use std::sync::Arc;

use tilewright_puzzle::Puzzle;
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
fn hopeless_puzzles_are_called_so_and_hunted() {
    let (chosen, reason) = report(&embedded("eternity2"));
    assert_eq!(chosen, "beam, hunt");
    assert!(reason.contains("no end is in sight"), "{reason}");
}
