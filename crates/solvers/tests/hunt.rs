//! A hunt finds whole boards that keep the rules, the same ones however it is sliced.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tilewright_formats::embedded;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Puzzle, Shape};
use tilewright_search::testing::assert_resumes_identically;
use tilewright_search::{Params, Solver, Task, Verdict};
use tilewright_solvers::hunt::fit::{Fit, Wishes};
use tilewright_solvers::hunt::schedule::Comb;

/// A hunt with these settings, ready to begin.
fn task(puzzle: &Arc<Puzzle>, settings: &[(&str, &str)]) -> Task {
    let registry = tilewright_solvers::registry();
    let info = registry.get("hunt").unwrap();
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let params = Params::from_settings(info.parameters, &settings).unwrap();
    Task {
        puzzle: Arc::clone(puzzle),
        params,
        seed: 5,
        threads: 1,
        start: None,
        target: None,
        floor: None,
    }
}

fn hunt(task: &Task) -> Box<dyn Solver> {
    let registry = tilewright_solvers::registry();
    (registry.get("hunt").unwrap().build)(task.clone()).unwrap()
}

fn hard(width: u16, height: u16, colours: u32) -> Arc<Puzzle> {
    let recipe = Recipe::new(Shape::square(width, height), colours, 3);
    Arc::new(generate(&recipe).unwrap().puzzle)
}

#[test]
fn boards_are_whole_and_keep_the_rules_whichever_way_the_board_is_turned() {
    for (puzzle, settings) in [
        (hard(8, 8, 8), vec![("turns", "0")]),
        (hard(8, 8, 8), vec![("turns", "1")]),
        (hard(9, 7, 8), vec![("turns", "2"), ("finish", "6")]),
        (hard(7, 9, 8), vec![("turns", "3"), ("tightness", "0")]),
    ] {
        let mut hunt = hunt(&task(&puzzle, &settings));
        hunt.advance(12_000_000);
        let best = hunt.best().unwrap();
        let verdict = Verdict::on(&puzzle, best.board).unwrap();
        assert_eq!(verdict.score, best.score, "{settings:?}");
        assert_eq!(best.board.placed(), puzzle.topology().cell_count(), "{settings:?}");
        let joins = puzzle.topology().joins().len() as u32;
        assert!(best.score + 16 >= joins, "{} of {joins} with {settings:?}", best.score);
    }
}

#[test]
fn hints_stay_where_they_are() {
    let puzzle = Arc::new(embedded::puzzle("eternity2-strict").unwrap());
    let settings = [("tightness", "0.9"), ("restart_nodes", "2000000")];
    let mut hunt = hunt(&task(&puzzle, &settings));
    hunt.advance(8_000_000);
    let best = hunt.best().unwrap();
    assert!(Verdict::on(&puzzle, best.board).is_ok());
}

#[test]
fn a_floor_collects_boards_that_are_good_enough_each_once() {
    let puzzle = hard(8, 8, 8);
    let joins = puzzle.topology().joins().len() as u32;
    let floor = joins - 9;
    let task = Task { floor: Some(floor), ..task(&puzzle, &[]) };
    let mut hunt = hunt(&task);
    hunt.advance(6_000_000);
    let found = hunt.take_found();
    assert!(found.len() > 3, "{}", found.len());
    for (index, board) in found.iter().enumerate() {
        assert!(Verdict::on(&puzzle, board).unwrap().score >= floor);
        assert!(!found[..index].contains(board));
    }
}

#[test]
fn a_hunt_resumes_identically() {
    let puzzle = hard(8, 8, 8);
    let registry = tilewright_solvers::registry();
    let info = registry.get("hunt").unwrap();
    assert_resumes_identically(
        info,
        &task(&puzzle, &[("restart_nodes", "1000000")]),
        &[3_000_000, 6_000_000, 12_000_000],
    );
}

#[test]
fn a_hunt_with_openings_of_a_beam_resumes_identically() {
    let puzzle = hard(10, 10, 12);
    let registry = tilewright_solvers::registry();
    let info = registry.get("hunt").unwrap();
    let settings = [("colours", "1,2,3"), ("tightness", "0.9"), ("opening", "30")];
    assert_resumes_identically(info, &task(&puzzle, &settings), &[2_000_000, 6_000_000]);
}

#[test]
fn the_fit_is_the_same_every_time_and_says_why() {
    let puzzle = hard(12, 12, 12);
    let fit = Fit::new(&puzzle, &Wishes::default()).unwrap();
    assert_eq!(Some(&fit), Fit::new(&puzzle, &Wishes::default()).as_ref());
    assert!(fit.reasons.len() >= 3, "{:?}", fit.reasons);
    assert_eq!(fit.comb.turns, 0);
}

#[test]
fn the_order_is_turned_so_that_hints_come_early() {
    let puzzle = Arc::new(embedded::puzzle("eternity2").unwrap());
    let wishes = Wishes { tightness: Some(1.0), ..Wishes::default() };
    let fit = Fit::new(&puzzle, &wishes).unwrap();
    let depth = |turns| {
        let order = Comb { turns, ..fit.comb }.cells(puzzle.shape());
        order.iter().position(|&cell| cell == puzzle.hints()[0].cell).unwrap()
    };
    assert!((0..4).all(|turns| depth(fit.comb.turns) <= depth(turns)));
}

#[test]
fn a_hunt_whose_searches_are_written_in_another_way_is_refused() {
    let task = task(&hard(8, 8, 8), &[("turns", "0")]);
    let mut begun = hunt(&task);
    begun.advance(1_000_000);
    let registry = tilewright_solvers::registry();
    let restore = registry.get("hunt").unwrap().restore;
    let mut saved = begun.save().unwrap();
    assert!(restore(task.clone(), &saved).is_ok());
    // The way they are written comes first.
    saved[0] ^= 1;
    let error = restore(task, &saved).err().unwrap().to_string();
    assert!(error.contains("another version"), "{error}");
}
