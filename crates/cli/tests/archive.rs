//! Every run is recorded, can be found again and gone on with, and an archive that fails costs
//! nothing but the record.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use common::{Folder, Ran, program, tilewright_in};
use serde_json::Value;

const SHORT: [&str; 6] = ["--solver", "local-search", "--evaluations", "50000", "--threads", "1"];

struct Place(Folder);

impl Place {
    fn new() -> Self {
        Self(Folder::new())
    }

    fn call(&self, arguments: &[&str]) -> Ran {
        tilewright_in(&self.0.path("archive.sqlite"), arguments)
    }

    fn json(&self, arguments: &[&str]) -> Value {
        self.call(&[arguments, &["--json"]].concat()).assert_done().json()
    }
}

#[test]
fn a_solve_is_recorded_shown_exported_and_removed() {
    let place = Place::new();
    let begin = [&["solve", "clue1", "--seed", "5"], &SHORT[..]].concat();
    let solved = place.json(&begin);
    assert_eq!(solved["run"], 1);
    assert_eq!(solved["checkpoint"], Value::Null, "the archive's own file is not the user's");
    let spec = place.0.write(
        "s.toml",
        "puzzle = 'clue2'\nsolver = 'greedy'\nseed = 1\nbudget = { evaluations = 100 }",
    );
    assert_eq!(place.json(&["run", &spec])["run"], 2);
    let with = [&begin[..], &["--no-archive"]].concat();
    assert_eq!(place.json(&with)["run"], Value::Null);

    let runs = place.json(&["runs"]);
    assert_eq!(runs.as_array().unwrap().len(), 2);
    assert_eq!((&runs[1]["puzzle"], &runs[1]["score"]), (&"clue1".into(), &solved["score"]));
    assert_eq!(place.json(&["runs", "list", "--puzzle", "clue2"]).as_array().unwrap().len(), 1);
    assert_eq!(place.json(&["runs", "--solver", "greedy", "--min-score", "1"])[0]["id"], 2);
    assert_eq!(place.json(&["runs", "--state", "running"]), Value::Array(Vec::new()));
    let shown = place.json(&["runs", "show", "1"]);
    assert_eq!((&shown["board"], &shown["spec"]["seed"]), (&solved["board"], &5.into()));
    assert_eq!(shown["counters"]["evaluations"], solved["evaluations"]);
    let words = place.call(&["runs", "show", "1"]).assert_done().out;
    assert!(words.contains(solved["board"].as_str().unwrap()), "{words}");
    assert!(place.call(&["runs"]).assert_done().out.contains("local-search"));

    let csv = place.0.text("curve.csv");
    place.call(&["runs", "export", "1", "--out", &csv]).assert_done();
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.starts_with("seconds,score,nodes,evaluations\n") && csv.lines().count() > 1);
    assert_eq!(place.call(&["runs", "export", "1"]).assert_done().json(), shown);
    place.call(&["runs", "show", "9"]).assert_refused("there is no run 9");
    place
        .call(&["runs", "export", "1", "--out", &place.0.text("x.xml")])
        .assert_refused(".json or .csv");

    place.call(&["runs", "rm", "1"]).assert_done();
    place.call(&["runs", "rm", "1"]).assert_refused("there is no run 1");
    let boards = place.json(&["boards"]);
    assert_eq!(boards.as_array().unwrap().len(), 2, "boards stay");
    assert!(!place.0.path("archive.sqlite-checkpoints/1.run").exists());
}

#[test]
fn boards_from_the_floor_on_are_kept_and_found_by_puzzle_regime_and_score() {
    let place = Place::new();
    let hunt = ["solve", "eternity2", "--solver", "hunt", "--floor", "455", "--seed", "2"];
    let hunted = place.json(&[&hunt[..], &["--nodes", "12000000", "--threads", "1"]].concat());
    let score = hunted["score"].as_u64().unwrap();
    let kept = place.json(&["boards", "list", "--limit", "100000"]);
    let kept = kept.as_array().unwrap();
    assert_eq!(kept[0]["score"], score);
    assert!(kept.iter().all(|board| board["regime"] == "open" && board["run"] == 1));
    assert!(kept.iter().all(|board| board["score"].as_u64().unwrap() >= 455));
    let best = place.json(&["boards", "best", "--puzzle", "eternity2"]);
    assert_eq!((&best[0]["score"], &best[0]["board"]), (&hunted["score"], &hunted["board"]));
    assert_eq!(place.json(&["boards", "--regime", "strict"]), Value::Array(Vec::new()));

    let id = best[0]["id"].to_string();
    let file = place.0.text("best.txt");
    place.call(&["boards", "export", &id, "--out", &file]).assert_done();
    let letters = place.call(&["boards", "export", &id]).assert_done().out;
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim(), letters.trim());
    let verified = place.json(&["verify", &file, "--puzzle", "eternity2"]);
    assert_eq!(verified["score"], score);
    let folder = place.0.text("all");
    let least = score.to_string();
    place.call(&["boards", "export", "--min-score", &least, "--out", &folder]).assert_done();
    assert!(std::fs::read_dir(folder).unwrap().count() >= 1);
    place.call(&["boards", "export"]).assert_refused("by its number");
}

#[test]
fn a_killed_run_is_gone_on_with_by_its_number_to_the_same_end() {
    let place = Place::new();
    let budget = ["--seed", "4", "--threads", "1", "--evaluations", "6000000"];
    let begin = [&["solve", "eternity2", "--solver", "anneal"], &budget[..]].concat();
    let expected = place.json(&[&begin[..], &["--no-archive"]].concat());

    let file = place.0.path("archive.sqlite-checkpoints/1.run");
    let often = ["--checkpoint-every", "50ms"];
    let mut child = program(&place.0.path("archive.sqlite"))
        .args([&begin[..], &often].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let written = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    while written(&file).is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let first = written(&file);
    while written(&file) == first && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    place.call(&["resume", "1"]).assert_refused("still running");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(place.json(&["runs"])[0]["state"], "interrupted");
    let resumed = place.json(&["runs", "resume", "1"]);
    assert_eq!((&resumed["run"], &resumed["board"]), (&1.into(), &expected["board"]));
    assert_eq!(resumed["evaluations"], expected["evaluations"]);
    let run = place.json(&["runs", "show", "1"]);
    assert_eq!((&run["state"], &run["score"]), (&"finished".into(), &expected["score"]));

    let longer = place.json(&["resume", "1", "--for", "200ms"]);
    assert!(longer["evaluations"].as_u64() > expected["evaluations"].as_u64());
    assert_eq!(longer["run"], 1);
    place.call(&["resume", "7"]).assert_refused("there is no run 7");
}

#[test]
fn a_solved_run_leaves_no_checkpoint_and_says_so() {
    let place = Place::new();
    place.json(&["solve", "clue1", "--solver", "exact"]);
    assert_eq!(place.json(&["runs", "show", "1"])["checkpoint"], Value::Null);
    place.call(&["resume", "1"]).assert_refused("no checkpoint to go on from (solved)");
    let names = place.0.path("archive.sqlite-checkpoints").read_dir().unwrap().count();
    assert_eq!(names, 0);
}

#[test]
fn a_run_goes_on_under_its_own_number_from_the_file_that_the_user_named() {
    let place = Place::new();
    let file = place.0.text("my.run");
    let begin = [&["solve", "clue2", "--seed", "1", "--checkpoint", &file], &SHORT[..]].concat();
    assert_eq!(place.json(&begin)["run"], 1);
    assert_eq!(place.json(&["resume", &file, "--for", "100ms"])["run"], 1);
    assert_eq!(place.json(&["runs"]).as_array().unwrap().len(), 1);
}

#[test]
fn an_archive_that_fails_is_told_and_the_best_board_is_kept_beside() {
    let place = Place::new();
    let begin = [&["solve", "clue2", "--seed", "5", "--json"], &SHORT[..]].concat();
    let beside = place.0.path("best-clue2-5.json");
    let lock = rusqlite::Connection::open(place.0.path("locked")).unwrap();
    lock.execute_batch("CREATE TABLE t (x); BEGIN EXCLUSIVE").unwrap();
    place.0.write("damaged", &"no database ".repeat(500));
    for (name, words) in [("damaged", "damaged"), ("locked", "locked")] {
        let _ = std::fs::remove_file(&beside);
        let ran = tilewright_in(&place.0.path(name), &begin).assert_done();
        assert_eq!(ran.json()["run"], Value::Null);
        let notes: Vec<_> = ran.err.lines().filter(|line| line.contains("not recorded")).collect();
        assert!(notes.len() == 1 && notes[0].contains(words), "{}", ran.err);
        let kept: Value = serde_json::from_slice(&std::fs::read(&beside).unwrap()).unwrap();
        assert_eq!(kept["score"], ran.json()["score"], "{name}");
    }
    // A folder in which nothing can be made, not even by root.
    let ran = tilewright_in(Path::new("/proc/self/archive.sqlite"), &begin);
    assert!(ran.err.contains("cannot be opened"), "{}", ran.err);
    assert_eq!(ran.assert_done().json()["puzzle"], "clue2");
    let _ = std::fs::remove_file("best-clue2-5.json");
    let runs = tilewright_in(&place.0.path("damaged"), &["runs"]);
    runs.assert_refused("move it away");
}

#[test]
fn the_archive_is_named_by_the_option_or_the_environment() {
    let place = Place::new();
    let other = place.0.text("other.sqlite");
    let begin = [&["solve", "clue2", "--seed", "1", "--archive", &other], &SHORT[..]].concat();
    assert_eq!(place.json(&begin)["run"], 1);
    assert!(!place.0.path("archive.sqlite").exists());
    assert_eq!(place.json(&["runs", "--archive", &other]).as_array().unwrap().len(), 1);
    assert_eq!(place.json(&["boards", "best", "--archive", &other]).as_array().unwrap().len(), 1);
}

#[test]
fn several_programs_record_at_once() {
    let place = Place::new();
    let begin = [&["solve", "clue2", "--json"], &SHORT[..]].concat();
    let start = || {
        let mut command = program(&place.0.path("archive.sqlite"));
        command.args(&begin).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let all: Vec<_> = (0..6).map(|_| start()).collect();
    for mut one in all {
        assert!(one.wait().unwrap().success());
    }
    let runs = place.json(&["runs", "--state", "finished"]);
    assert_eq!(runs.as_array().unwrap().len(), 6);
}
