//! Runs are recorded as they were, whatever happens to the archive meanwhile.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Place, generated, local_search};
use rusqlite::Connection;
use tilewright_archive::{Archive, BoardFilter, NewRun, Recorder, RunFilter, RunState};
use tilewright_search::{Event, Listener, RunInput, RunResult, run};

fn record(archive: Archive, input: RunInput<'static>) -> (Recorder, RunResult) {
    let new = NewRun { verb: "solve", spec: &input.spec, puzzle: &input.puzzle };
    let mut recorder = Recorder::begin(archive, &new).unwrap();
    let result = run(input.with_listener(|event: &Event<'_>| recorder.on(event))).unwrap();
    (recorder, result)
}

#[test]
fn a_run_is_kept_with_its_spec_its_curve_and_its_best_board() {
    let place = Place::new();
    let input = local_search(200_000, u64::MAX);
    let spec = input.spec.clone();
    let (recorder, result) = record(place.open(), input);
    let id = recorder.run();
    recorder.close().unwrap();

    let archive = place.open();
    let kept = archive.run(id).unwrap();
    assert_eq!((kept.spec, kept.state), (spec, RunState::Finished));
    assert_eq!(kept.stop_reason.as_deref(), Some(result.stop_reason.name()));
    assert_eq!((kept.counters, kept.score), (result.counters, result.verdict.score));
    assert_eq!((kept.seconds, kept.cpu_seconds), (result.seconds, result.cpu_seconds));
    assert_eq!(kept.regime, "free");
    let curve = archive.curve(id).unwrap();
    assert!(curve.is_sorted_by_key(|point| point.seconds) && curve.len() > 1);
    assert_eq!(curve.last().unwrap().score, result.verdict.score);
    assert_eq!(curve.last().unwrap().evaluations, Some(result.counters.evaluations));

    let boards = archive.boards(&BoardFilter::default()).unwrap();
    assert_eq!(boards.len(), 1, "of the boards on the way only the best stays");
    assert_eq!((Some(boards[0].id), boards[0].run), (kept.best_board, Some(id)));
    assert_eq!((Some(&boards[0].board), boards[0].verdict), (result.best.as_ref(), result.verdict));
    let (board, puzzle) = archive.board(boards[0].id).unwrap();
    assert_eq!((board.puzzle.as_str(), &puzzle), (puzzle.name(), &generated(5, 1).0));
}

#[test]
fn several_runs_of_one_process_are_recorded_at_once() {
    let place = Place::new();
    std::thread::scope(|scope| {
        for seed in 0..8 {
            let place = &place;
            scope.spawn(move || {
                let (recorder, _) = record(place.open(), local_search(100_000, seed));
                recorder.close().unwrap();
            });
        }
    });
    let runs = place.open().runs(&RunFilter::default()).unwrap();
    assert_eq!(runs.len(), 8);
    let mut seeds: Vec<_> = runs.iter().map(|run| run.spec.seed).collect();
    seeds.sort_unstable();
    assert_eq!(seeds, (0..8).collect::<Vec<_>>());
    assert!(runs.iter().all(|run| run.state == RunState::Finished && run.best_board.is_some()));
}

#[test]
fn a_locked_archive_gets_everything_once_it_is_unlocked() {
    let place = Place::new();
    let input = local_search(50_000, 1);
    let new = NewRun { verb: "solve", spec: &input.spec, puzzle: &input.puzzle };
    let mut recorder = Recorder::begin(place.open(), &new).unwrap();
    let id = recorder.run();
    let lock = Connection::open(place.path()).unwrap();
    lock.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let result = run(input.with_listener(|event: &Event<'_>| recorder.on(event))).unwrap();
    // Longer than the writer waits for others.
    while recorder.message().is_none_or(|message| !message.contains("locked")) {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(recorder.message(), None, "told once");
    lock.execute_batch("COMMIT").unwrap();
    recorder.close().unwrap();
    assert_eq!(place.open().run(id).unwrap().counters, result.counters);
}

#[test]
fn a_file_that_is_damaged_under_a_run_costs_the_record_and_nothing_else() {
    let place = Place::new();
    let input = local_search(50_000, 1);
    let new = NewRun { verb: "solve", spec: &input.spec, puzzle: &input.puzzle };
    let mut recorder = Recorder::begin(place.open(), &new).unwrap();
    let spoiled = Connection::open(place.path()).unwrap();
    spoiled.execute_batch("DROP TABLE curve; DROP TABLE boards;").unwrap();
    let result = run(input.with_listener(|event: &Event<'_>| recorder.on(event))).unwrap();
    assert!(result.verdict.score > 0);
    let error = recorder.close().unwrap_err().to_string();
    assert!(error.contains("archive.sqlite: no such table"), "{error}");
}

#[test]
fn a_run_that_goes_wrong_is_kept_as_failed_with_the_reason() {
    let place = Place::new();
    let input = local_search(1, 1);
    let new = NewRun { verb: "solve", spec: &input.spec, puzzle: &input.puzzle };
    let mut recorder = Recorder::begin(place.open(), &new).unwrap();
    recorder.fail("the solver is wrong");
    let id = recorder.run();
    drop(recorder);
    let unsaid = Recorder::begin(place.open(), &new).unwrap();
    let unsaid_id = unsaid.run();
    drop(unsaid);
    let kept = place.open().run(id).unwrap();
    assert_eq!(
        (kept.state, kept.failure.as_deref()),
        (RunState::Failed, Some("the solver is wrong"))
    );
    assert_eq!(place.open().run(unsaid_id).unwrap().state, RunState::Failed);
}
