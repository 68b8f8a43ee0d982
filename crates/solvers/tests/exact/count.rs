use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Puzzle, PuzzleParts, Shape, Sides};
use tilewright_search::Status;
use tilewright_solvers::counter;

use crate::twin::{Looks, Solutions, looks};
use crate::{embedded, finish, puzzles, task, threads};

fn counted(puzzle: &Arc<Puzzle>, settings: &[(&str, &str)]) -> (Map<String, Value>, Vec<Board>) {
    let mut solver = (counter().build)(task(counter(), puzzle, settings)).unwrap();
    let mut found = Vec::new();
    while solver.advance(100) == Status::Working {
        found.extend(solver.take_found());
    }
    found.extend(solver.take_found());
    (solver.report(), found)
}

#[test]
fn counts_agree_with_laying_every_piece_everywhere() {
    let (mut seed, mut compared, mut with_solutions) = (0, 0, 0);
    while compared < 500 {
        seed += 1;
        let Some(puzzle) = puzzles::random(seed).map(Arc::new) else { continue };
        let Some(solutions) = Solutions::of(&puzzle, &mut 150_000) else { continue };
        compared += 1;
        let (distinct, unique) = (solutions.distinct(&puzzle), solutions.unique(&puzzle));
        with_solutions += u32::from(!distinct.is_empty());

        let (report, found) = counted(&puzzle, &[("unique", "yes"), ("keep", "yes")]);
        let name = format!("seed {seed}: {puzzle:?}");
        assert_eq!(report["labelled"], solutions.labelled.len(), "{name}");
        assert_eq!(report["distinct"], distinct.len(), "{name}");
        assert_eq!(report["unique"], unique.len(), "{name}");
        assert_eq!(report["exhausted"], true);
        assert!(found.iter().all(|board| solutions.labelled.contains(board)), "{name}");
        assert_eq!(found.len(), unique.len(), "{name}");

        let (report, found) = counted(&puzzle, &[("keep", "yes"), ("order", "spiral")]);
        assert_eq!(report["distinct"], distinct.len(), "{name}");
        let shown: HashSet<Looks> = found.iter().map(|board| looks(&puzzle, board)).collect();
        assert_eq!((found.len(), shown), (distinct.len(), distinct), "{name}");
    }
    assert!((200..490).contains(&with_solutions), "{with_solutions} of 500 have solutions");
}

#[test]
fn totals_are_the_same_for_every_number_of_threads() {
    let puzzle = puzzles::square(6, 6, 5, 1);
    let totals = [1, 2, 3].map(|count| {
        let mut solver = (counter().build)(task(counter(), &puzzle, &[])).unwrap();
        threads(count).install(|| {
            let half = (solver.advance(20_000), solver.save().unwrap());
            let end = (finish(solver.as_mut()), solver.report(), solver.counters());
            (half, end)
        })
    });
    assert_eq!(totals[0].0.0, Status::Working);
    assert_eq!(totals[0].1.0, Status::Exhausted);
    assert_eq!(totals[0], totals[1]);
    assert_eq!(totals[0], totals[2]);
}

#[test]
fn the_estimate_of_progress_rises_from_nothing_to_all() {
    let puzzle = puzzles::square(6, 6, 5, 1);
    let mut solver = (counter().build)(task(counter(), &puzzle, &[("order", "row")])).unwrap();
    let mut seen = vec![solver.counters().progress.unwrap()];
    while solver.advance(10_000) == Status::Working {
        seen.push(solver.counters().progress.unwrap());
    }
    seen.push(solver.counters().progress.unwrap());
    assert!(seen.len() > 3 && seen.is_sorted(), "{seen:?}");
    assert_eq!((seen[0], seen[seen.len() - 1]), (0.0, 1.0));
}

#[test]
fn a_limit_ends_the_count_exactly_there_and_proves_nothing() {
    let puzzle = puzzles::square(4, 4, 2, 1);
    let (all, _) = counted(&puzzle, &[]);
    assert!(all["distinct"].as_u64().unwrap() > 100);
    for limit in [1, 2, 5, 99] {
        let text = limit.to_string();
        let settings = [("limit", text.as_str()), ("keep", "yes")];
        let (report, found) = counted(&puzzle, &settings);
        assert_eq!((&report["distinct"], &report["exhausted"]), (&json!(limit), &json!(false)));
        let shown: HashSet<Looks> = found.iter().map(|board| looks(&puzzle, board)).collect();
        assert_eq!((found.len(), shown.len()), (limit, limit));
    }
    let (report, _) = counted(&puzzle, &[("limit", "1000000000")]);
    assert_eq!(report, all);
}

#[test]
fn numbers_beyond_64_bits_keep_all_their_digits() {
    let pieces = vec![Sides::square([1, 1, 1, 1]); 25];
    let parts = PuzzleParts { rim: None, ..PuzzleParts::new("plain", Shape::square(5, 5), pieces) };
    let (report, _) = counted(&Arc::new(Puzzle::new(parts).unwrap()), &[("unique", "yes")]);
    assert_eq!((&report["distinct"], &report["unique"]), (&json!(1), &json!(1)));
    // 25! * 4^25
    assert_eq!(report["labelled"], "17464069942802730897824646237782016000000");
}

#[test]
fn the_second_36_piece_clue_puzzle_has_as_many_solutions_as_others_have_counted() {
    let mut solver = (counter().build)(task(counter(), &embedded("clue3"), &[])).unwrap();
    assert_eq!(finish(solver.as_mut()), Status::Exhausted);
    let report = solver.report();
    assert_eq!((&report["distinct"], &report["unique"]), (&json!(1_905_944), &json!(476_486)));
}
