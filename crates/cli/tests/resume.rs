//! Runs that are interrupted, killed, damaged and resumed.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Folder, program, tilewright};
use serde_json::Value;

const KILLS: u64 = 20;

fn start(arguments: &[&str]) -> Child {
    let archive = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resume-tests.sqlite");
    program(&archive).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

fn wait_for(child: &mut Child, path: &Path) {
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before {path:?} was there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for a board with more on it than the hints: the first to be kept has nothing else.
fn wait_for_a_score(child: &mut Child, path: &Path) {
    wait_for(child, path);
    let score = || serde_json::from_slice::<Value>(&std::fs::read(path).unwrap()).unwrap();
    while score()["score"] == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it scored");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn ctrl_c_stops_a_run_and_keeps_what_it_has() {
    let folder = Folder::new();
    let (out, file) = (folder.text("best.json"), folder.text("run"));
    let begin = ["solve", "eternity2", "--solver", "exact", "--for", "1h", "--json", "--seed", "1"];
    for interrupt in ["-INT", "-TERM"] {
        let _ = std::fs::remove_file(&out);
        let _ = std::fs::remove_file(&file);
        let mut child = start(&[&begin[..], &["--out", &out, "--checkpoint", &file]].concat());
        wait_for_a_score(&mut child, &folder.path("best.json"));
        signal(&child, "-USR1");
        // The board comes on standard error, with the number of the piece that is the hint.
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("139")));
        // A checkpoint as well, long before the next one is due, and the run goes on.
        let before = std::fs::read(&file).unwrap();
        signal(&child, "-USR2");
        assert!(lines.any(|line| line.unwrap().contains("checkpoint written to")));
        assert_ne!(std::fs::read(&file).unwrap(), before);
        assert!(child.try_wait().unwrap().is_none());
        signal(&child, interrupt);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130));
        let json: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!(json["stop_reason"], "interrupted");
        let kept = tilewright(&["verify", &out, "--puzzle", "eternity2", "--json"]).json();
        assert_eq!(kept["score"], json["score"]);
        assert!(json["score"].as_u64().unwrap() > 0);

        let resumed = tilewright(&["resume", &file, "--for", "0s", "--json"]).assert_done().json();
        assert_eq!(resumed["stop_reason"], "budget_spent");
        for field in ["score", "nodes", "board", "solver", "puzzle", "seed"] {
            assert_eq!(resumed[field], json[field], "{field}");
        }
    }
}

#[test]
fn a_count_killed_twenty_times_ends_with_the_same_totals_and_boards() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "7x6", "--hardest", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let (whole, parts) = (folder.text("whole"), folder.text("parts"));
    let expected = tilewright(&["count", &puzzle, "--all", &whole, "--json"]).assert_done().json();

    let file = folder.text("count.run");
    let often = ["--checkpoint-every", "100ms", "--json"];
    let begin = ["count", &puzzle, "--all", &parts, "--checkpoint", &file];
    let go_on = ["resume", &file];
    let mut hits = 0;
    for kill in 0..KILLS {
        let is_there = folder.path("count.run").exists();
        let verb = if is_there { &go_on[..] } else { &begin[..] };
        let mut victim = start(&[verb, &often].concat());
        std::thread::sleep(Duration::from_millis(20 + kill * 7919 % 131));
        hits += u64::from(victim.try_wait().unwrap().is_none());
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
    assert!(hits > 0, "the count is over before it can be killed: take a larger puzzle");
    let resumed = tilewright(&[&go_on[..], &often].concat()).assert_done().json();
    for field in ["labelled", "distinct", "unique", "nodes", "exhausted", "stop_reason"] {
        assert_eq!(resumed[field], expected[field], "{field}");
    }
    assert_eq!(resumed["exhausted"], true);
    assert_eq!(boards(&parts), boards(&whole));
    assert_eq!(boards(&parts).len() as u64, expected["distinct"].as_u64().unwrap());
}

#[test]
fn a_killed_run_leaves_its_best_board_in_the_file() {
    let folder = Folder::new();
    let out = folder.text("best.toml");
    let mut child = start(&["solve", "--solver", "exact", "--for", "1h", "--out", &out]);
    wait_for(&mut child, &folder.path("best.toml"));
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = tilewright(&["verify", &out, "--puzzle", "eternity2", "--json"]).assert_done();
    assert_eq!(kept.json()["hints_matched"], 1);
}

fn boards(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut boards: Vec<_> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    boards.sort();
    boards
}

#[test]
fn a_damaged_checkpoint_is_refused_and_the_previous_one_named() {
    let folder = Folder::new();
    let file = folder.text("run");
    let begin = ["solve", "clue1", "--solver", "exact", "--seed", "2", "--checkpoint", &file];
    tilewright(&begin).assert_done();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    tilewright(&["resume", &file]).assert_refused(&format!("{file}.previous"));
    std::fs::write(&file, &bytes[..middle]).unwrap();
    tilewright(&["resume", &file]).assert_refused("truncated");
    let json = tilewright(&["resume", &format!("{file}.previous"), "--json"]).assert_done().json();
    assert_eq!(json["solved"], true);
    let other = folder.write("other", "puzzle = 'clue1'\n");
    tilewright(&["resume", &other]).assert_refused("not a checkpoint");
    tilewright(&["resume", &folder.text("nothing")]).assert_refused("nothing");
}

#[test]
fn a_new_run_does_not_overwrite_the_checkpoint_of_another() {
    let folder = Folder::new();
    let file = folder.text("run");
    for begin in [
        &["solve", "clue1", "--solver", "exact", "--nodes", "1", "--checkpoint", &file][..],
        &["count", "clue1", "--limit", "1", "--checkpoint", &file],
    ] {
        let _ = std::fs::remove_file(&file);
        tilewright(begin).assert_done();
        let before = std::fs::read(&file).unwrap();
        tilewright(begin).assert_refused("resume it");
        assert_eq!(std::fs::read(&file).unwrap(), before);
    }
}

#[test]
fn a_resumed_run_goes_on_to_the_end_of_its_budget_or_for_the_time_given() {
    let folder = Folder::new();
    let (file, out) = (folder.text("run"), folder.text("best.txt"));
    let budget = ["--seed", "4", "--threads", "1", "--nodes", "100000"];
    let begin = ["solve", "eternity2", "--solver", "exact", "--json", "--checkpoint", &file];
    let first = tilewright(&[&begin[..], &budget].concat()).assert_done().json();
    assert_eq!(first["checkpoint"], file.as_str());
    let again = tilewright(&["resume", &file, "--json"]).assert_done().json();
    assert_eq!((&again["nodes"], &again["board"]), (&first["nodes"], &first["board"]));
    let longer = ["resume", &file, "--for", "300ms", "--threads", "2", "--out", &out, "--json"];
    let longer = tilewright(&longer).assert_done().json();
    assert!(longer["nodes"].as_u64() > first["nodes"].as_u64());
    assert!(longer["seconds"].as_f64() > first["seconds"].as_f64());
    assert_eq!(longer["threads"], 2);
    tilewright(&["verify", &out, "--puzzle", "eternity2"]).assert_done();
}
