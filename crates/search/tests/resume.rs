//! A run that was stopped, saved or killed goes on as if nothing had happened.

#![allow(clippy::unwrap_used)]

mod toys;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use tilewright_puzzle::{Cell, Colour, Hint, Motif, PieceId, Rotation};
use tilewright_search::checkpoint::previous;
use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{
    Budget, Checkpoint, CheckpointPlan, Event, Params, Progress, RunInput, RunResult, RunSpec,
    SolverInfo, StopReason, Task, run,
};
use toys::{COUNTDOWN, RANDOM, puzzle, registry, spec};

fn task(settings: &[(&str, &str)], info: &SolverInfo) -> Task {
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let params = Params::from_settings(info.parameters, &settings).unwrap();
    let puzzle = puzzle();
    Task { puzzle, params, seed: 3, threads: 2, start: None, target: None, floor: Some(7) }
}

#[test]
fn the_toys_are_well_described() {
    registry().solvers.iter().for_each(|info| assert_well_described(info));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn saving_at_any_moment_and_slicing_in_any_way_changes_nothing(
        mut stops in proptest::collection::vec(0u64..1500, 1..12),
        quantum in 1u32..100,
    ) {
        stops.sort_unstable();
        let quantum = quantum.to_string();
        assert_resumes_identically(&RANDOM, &task(&[("quantum", &quantum)], &RANDOM), &stops);
        assert_resumes_identically(&COUNTDOWN, &task(&[], &COUNTDOWN), &stops);
    }
}

#[test]
#[should_panic(expected = "takes a cut-off state")]
fn a_solver_that_believes_anything_is_found_out() {
    let credulous = SolverInfo { restore: |task, _| (RANDOM.build)(task), ..RANDOM };
    assert_resumes_identically(&credulous, &task(&[], &RANDOM), &[10, 20]);
}

#[test]
#[should_panic(expected = "restoring changes the state")]
fn a_solver_that_forgets_is_found_out() {
    let forgetful = SolverInfo {
        restore: |task, bytes| {
            (RANDOM.restore)(task.clone(), bytes)?;
            (RANDOM.build)(task)
        },
        ..RANDOM
    };
    assert_resumes_identically(&forgetful, &task(&[], &RANDOM), &[10, 20]);
}

fn plan(path: &Path) -> Option<CheckpointPlan> {
    Some(CheckpointPlan { path: path.to_owned(), every: Duration::ZERO })
}

fn evaluations(n: u64) -> RunSpec {
    let budget = Budget { evaluations: Some(n), ..Budget::default() };
    RunSpec { budget, ..spec("random") }
}

fn fresh(spec: RunSpec, path: Option<&Path>) -> RunResult {
    let mut input = RunInput::new(&registry(), "solve", spec, puzzle(), None).unwrap();
    input.checkpoint = path.and_then(plan);
    run(input).unwrap()
}

#[test]
fn a_run_in_many_sessions_is_the_run_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    let whole = fresh(evaluations(9_000), None);
    let mut result = fresh(evaluations(1_000), Some(&path));
    let mut seconds = 0.0;
    for session in 2..=9 {
        assert_eq!(result.stop_reason, StopReason::BudgetSpent);
        assert!(result.seconds > seconds);
        seconds = result.seconds;
        let mut checkpoint = Checkpoint::read(&path).unwrap();
        assert_eq!(checkpoint.progress.ended, Some(StopReason::BudgetSpent));
        checkpoint.spec.budget.evaluations = Some(session * 1_000);
        let mut input = RunInput::resume(&registry(), checkpoint).unwrap();
        input.checkpoint = plan(&path);
        result = run(input).unwrap();
    }
    assert_eq!(result.best, whole.best);
    assert_eq!(result.counters, whole.counters);
    let scores = |result: &RunResult| result.curve.points().iter().map(|p| p.1).collect::<Vec<_>>();
    assert!(result.curve.points().is_sorted_by(|a, b| a.0 <= b.0 && a.1 < b.1));
    assert_eq!(scores(&result).last(), scores(&whole).last());
}

#[test]
fn a_finished_run_stays_finished_with_the_same_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let budget = Budget { nodes: Some(1000), ..Budget::default() };
    let spec = RunSpec { budget, ..spec("countdown") };
    assert_eq!(fresh(spec, Some(&path)).stop_reason, StopReason::Exhausted);
    let again = run(RunInput::resume(&registry(), Checkpoint::read(&path).unwrap()).unwrap());
    assert_eq!(again.unwrap().stop_reason, StopReason::Exhausted);
}

#[test]
fn a_place_that_cannot_be_written_to_is_refused_before_work_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("absent").join("c");
    let mut input = RunInput::new(&registry(), "solve", evaluations(5), puzzle(), None).unwrap();
    input.checkpoint = plan(&path);
    let error = run(input).unwrap_err().to_string();
    assert!(error.contains("absent") && error.starts_with("checkpoint "), "{error}");
}

#[test]
fn a_disk_that_fails_later_costs_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = inner.join("c");
    let mut failures = 0;
    let mut input = RunInput::new(&registry(), "solve", evaluations(5_000), puzzle(), None)
        .unwrap()
        .with_listener(|event: &Event<'_>| match event {
            Event::Checkpointed { .. } => fs::remove_dir_all(&inner).unwrap(),
            Event::CheckpointFailed { reason, .. } => {
                assert!(reason.contains("inner"));
                failures += 1;
            }
            _ => {}
        });
    input.checkpoint = plan(&path);
    let result = run(input).unwrap();
    assert_eq!(result.counters.evaluations, 5_000);
    assert!(result.checkpoint_failure.unwrap().contains("inner"));
    assert!(failures > 0);
}

#[test]
fn a_checkpoint_that_is_asked_for_in_vain_is_told_once() {
    let mut reasons = Vec::new();
    let input = RunInput::new(&registry(), "solve", evaluations(5_000), puzzle(), None)
        .unwrap()
        .with_listener(|event: &Event<'_>| {
            if let Event::CheckpointFailed { reason, .. } = event {
                reasons.push((*reason).to_owned());
            }
        });
    input.checkpoint_wanted.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(run(input).unwrap().checkpoint_failure, None);
    assert_eq!(reasons.len(), 1);
    assert!(reasons[0].contains("no file"), "{reasons:?}");
}

/// A checkpoint with something in every field.
fn full() -> Checkpoint {
    let mut parts = puzzle().to_parts();
    parts.mates = vec![(Colour(1), Colour(2))];
    parts.labels = (0..9).map(|n| format!("p{n}")).collect();
    let (cell, piece, rotation) = (Cell(4), PieceId(2), Rotation(3));
    parts.hints = vec![Hint { cell, piece, rotation, mandatory: true }];
    parts.motifs = vec![(Colour(1), Motif { shape: "star".into(), ..Motif::default() })];
    parts.provenance.seed = Some(7);
    let mut progress = Progress { seconds: 0.1 + 0.2, cpu_seconds: 1e-9, ..Progress::default() };
    progress.curve.push(1.0 / 3.0, 4);
    let start = Some(tilewright_puzzle::Board::with_hints(&puzzle()));
    Checkpoint {
        verb: "count".to_owned(),
        spec: evaluations(77),
        puzzle: Arc::new(tilewright_puzzle::Puzzle::new(parts).unwrap()),
        start,
        progress,
        state: (0..200).collect(),
    }
}

#[test]
fn a_checkpoint_comes_back_whole_puzzle_included() {
    let checkpoint = full();
    let bytes = checkpoint.to_bytes().unwrap();
    assert_eq!(Checkpoint::from_bytes(&bytes).unwrap(), checkpoint);
    let empty = Checkpoint { state: Vec::new(), start: None, ..checkpoint };
    assert_eq!(Checkpoint::from_bytes(&empty.to_bytes().unwrap()).unwrap(), empty);
}

#[test]
fn a_changed_or_cut_off_file_is_never_read_and_never_a_panic() {
    let good = full().to_bytes().unwrap();
    for index in 0..good.len() {
        assert!(Checkpoint::from_bytes(&good[..index]).is_err(), "cut at {index}");
        for flip in [0x01, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[index] ^= flip;
            assert!(Checkpoint::from_bytes(&bad).is_err(), "byte {index} changed by {flip:02x}");
        }
    }
}

#[test]
fn the_previous_checkpoint_is_kept_and_recommended_when_the_last_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    let versions = [1u8, 2, 3].map(|n| Checkpoint { state: vec![n], ..full() });
    for checkpoint in &versions {
        checkpoint.write(&path).unwrap();
    }
    assert_eq!(Checkpoint::read(&path).unwrap(), versions[2]);
    assert_eq!(Checkpoint::read(&previous(&path)).unwrap(), versions[1]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");

    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..100]).unwrap();
    let error = Checkpoint::read(&path).unwrap_err();
    assert_eq!(error.good_previous, Some(previous(&path)));
    let text = error.to_string();
    let expected = format!("truncated: 100 bytes are there of {}", bytes.len());
    assert!(text.contains("run.checkpoint: the file is") && text.contains(&expected), "{text}");
    assert!(text.contains("the previous one is good") && text.ends_with(".previous"), "{text}");

    fs::write(previous(&path), "{}").unwrap();
    let text = Checkpoint::read(&path).unwrap_err().to_string();
    assert!(!text.contains("previous"), "{text}");
    let text = Checkpoint::read(&previous(&path)).unwrap_err().to_string();
    assert!(text.contains("not a checkpoint"), "{text}");
    let text = Checkpoint::read(&folder.path().join("absent")).unwrap_err().to_string();
    assert!(text.contains("absent: "), "{text}");
}
