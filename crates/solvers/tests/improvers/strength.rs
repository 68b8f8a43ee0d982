//! Small work with a sure effect: each method is at least as good as what it is made to beat.

use crate::{eternity2, info, task};

/// The best score after so many evaluations with the first seed.
fn score_after(name: &str, settings: &[(&str, &str)], evaluations: u64) -> u32 {
    let puzzle = eternity2("eternity2");
    let mut solver = (info(name).build)(task(info(name), &puzzle, settings)).unwrap();
    solver.advance(evaluations);
    solver.best().unwrap().score
}

#[test]
fn improvers_go_far_beyond_greedy_boards_on_eternity_2() {
    let greedy = score_after("greedy", &[], 100);
    assert!(greedy >= 380, "{greedy}");
    assert!(score_after("local-search", &[], 1_000_000) > greedy);
    assert!(score_after("tabu", &[], 1_000_000) > greedy);
    let cycle = &[("cycle", "2000000")];
    assert!(score_after("anneal", cycle, 2_000_000) > greedy + 15);
}
