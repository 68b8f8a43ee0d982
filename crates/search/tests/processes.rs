//! What signals do to a run: a kill without warning costs nothing but time, the first Ctrl-C stops
//! the run, the second the program.
//!
//! The tests start themselves as other processes, which do what the environment tells them.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod toys;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tilewright_search::{
    Budget, Checkpoint, CheckpointPlan, Event, Interrupt, RunInput, RunResult, RunSpec, StopReason,
    run, stream,
};
use toys::{puzzle, registry, spec};

const FILE: &str = "TILEWRIGHT_KILL_TEST_FILE";
const SIGNALS: &str = "TILEWRIGHT_SIGNAL_TEST";
const KILLS: usize = 20;

fn long_run() -> RunSpec {
    let budget = Budget { evaluations: Some(1_500_000), ..Budget::default() };
    RunSpec { budget, ..spec("random") }
}

fn begin_or_go_on(path: &Path) -> RunResult {
    let mut input = if path.exists() {
        RunInput::resume(&registry(), Checkpoint::read(path).unwrap()).unwrap()
    } else {
        RunInput::new(&registry(), "solve", long_run(), puzzle(), None).unwrap()
    };
    let every = Duration::from_millis(5);
    input.checkpoint = Some(CheckpointPlan { path: path.to_owned(), every });
    run(input).unwrap()
}

/// Not a test by itself: what the killed processes do.
#[test]
fn victim() {
    if let Some(path) = std::env::var_os(FILE) {
        begin_or_go_on(&PathBuf::from(path));
    }
}

/// Not a test by itself: a process that gets as many signals as it is told, at the first
/// improvement of a run without end, and leaves with code 7 once the run has stopped.
#[test]
fn patient() {
    let Ok(signals) = std::env::var(SIGNALS) else { return };
    let endless = RunSpec { budget: Budget::default(), ..long_run() };
    let mut input = RunInput::new(&registry(), "solve", endless, puzzle(), None)
        .unwrap()
        .with_listener(|event: &Event<'_>| {
            if let Event::Improved { .. } = event {
                for signal in signals.split(',') {
                    signal_hook::low_level::raise(signal.parse().unwrap()).unwrap();
                }
            }
        });
    input.interrupt = Interrupt::on_signals().unwrap();
    assert_eq!(run(input).unwrap().stop_reason, StopReason::Interrupted);
    std::process::exit(7);
}

#[test]
fn the_first_signal_stops_the_run_and_the_second_the_program() {
    let (int, term) = (signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM);
    for (signals, code) in [
        (format!("{int}"), 7),
        (format!("{term}"), 7),
        (format!("{int},{int}"), 130),
        (format!("{term},{int}"), 130),
    ] {
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["patient", "--exact"])
            .env(SIGNALS, &signals)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(code), "{signals}");
    }
}

#[test]
fn a_run_killed_twenty_times_ends_with_the_same_board_and_the_same_count() {
    let expected = run(RunInput::new(&registry(), "solve", long_run(), puzzle(), None).unwrap());
    let expected = expected.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.checkpoint");
    let mut random = stream(1, 0);
    let mut done = Vec::new();
    for _ in 0..KILLS {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["victim", "--exact"])
            .env(FILE, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + random.below(100)));
        victim.kill().unwrap();
        victim.wait().unwrap();
        if path.exists() {
            let checkpoint = Checkpoint::read(&path).unwrap();
            done.push(checkpoint.progress.seconds);
        }
    }
    assert!(done.is_sorted(), "a kill must not throw the run back: {done:?}");
    let result = begin_or_go_on(&path);
    assert_eq!(result.stop_reason, StopReason::BudgetSpent);
    assert_eq!((result.best, result.counters), (expected.best, expected.counters));
}
