//! Several processes write at once; some are killed. The tests start themselves as other processes.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Place, local_search};
use tilewright_archive::{Archive, NewRun, Recorder, RunFilter, RunState};
use tilewright_search::{Event, Listener, run};

const FILE: &str = "TILEWRIGHT_ARCHIVE_TEST_FILE";
const WORK: &str = "TILEWRIGHT_ARCHIVE_TEST_WORK";

/// Not a test by itself: what the other processes do.
#[test]
fn other() {
    let (Some(path), Ok(work)) = (std::env::var_os(FILE), std::env::var(WORK)) else { return };
    let archive = Archive::open(&PathBuf::from(path)).unwrap();
    let input = local_search(work.parse().unwrap(), std::process::id().into());
    let new = NewRun { verb: "solve", spec: &input.spec, puzzle: &input.puzzle };
    let mut recorder = Recorder::begin(archive, &new).unwrap();
    run(input.with_listener(|event: &Event<'_>| recorder.on(event))).unwrap();
    recorder.close().unwrap();
}

fn start(place: &Place, work: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "other", "--nocapture"])
        .env(FILE, place.path())
        .env(WORK, work.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn several_processes_make_and_fill_one_archive() {
    let place = Place::new();
    let others: Vec<_> = (0..6).map(|_| start(&place, 200_000)).collect();
    for mut other in others {
        assert!(other.wait().unwrap().success());
    }
    let runs = place.open().runs(&RunFilter::default()).unwrap();
    assert_eq!(runs.len(), 6);
    assert!(runs.iter().all(|run| run.state == RunState::Finished));
}

#[test]
fn a_killed_run_keeps_all_but_its_last_moment_and_is_known_to_be_dead() {
    let place = Place::new();
    let mut victim = start(&place, u64::MAX);
    let archive = loop {
        std::thread::sleep(Duration::from_millis(20));
        let Ok(archive) = Archive::open(&place.path()) else { continue };
        let runs = archive.runs(&RunFilter::default()).unwrap();
        if runs.first().is_some_and(|run| run.counters.evaluations > 0 && run.score > 0) {
            break archive;
        }
    };
    let mut archive = archive;
    assert!(archive.mark_interrupted().unwrap().is_empty(), "it lives");
    let before = archive.runs(&RunFilter::default()).unwrap().remove(0);
    let error = archive.remove_run(before.id).unwrap_err().to_string();
    assert!(error.contains("still running"), "{error}");
    assert!(archive.claim_run(before.id, 0.0).is_err());
    victim.kill().unwrap();
    victim.wait().unwrap();
    assert_eq!(archive.mark_interrupted().unwrap(), [before.id]);
    let after = archive.run(before.id).unwrap();
    assert_eq!(after.state, RunState::Interrupted);
    assert!(after.counters.evaluations >= before.counters.evaluations && after.score > 0);
    let curve = archive.curve(before.id).unwrap();
    assert!(!curve.is_empty());
    archive.claim_run(before.id, curve[0].seconds).unwrap();
    assert!(archive.curve(before.id).unwrap().len() <= curve.len());
    assert_eq!(archive.run(before.id).unwrap().state, RunState::Running);
}
