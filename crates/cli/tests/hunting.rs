//! What hunters do: look at the fit, and leave the script running over night.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Folder, tilewright};
use serde_json::Value;

#[test]
fn the_fit_of_eternity_ii_is_known_and_told_with_its_reasons() {
    let fit = tilewright(&["fit", "eternity2", "--json"]).assert_done().json();
    assert_eq!(fit["colours"], serde_json::json!([3, 6, 8]));
    assert_eq!((&fit["rows"], &fit["teeth"]), (&Value::from(11), &Value::from(5)));
    assert_eq!(fit["quota"].as_array().unwrap().len(), 256);
    for field in ["slips", "reasons"] {
        assert!(!fit[field].as_array().unwrap().is_empty(), "{field}");
    }
    assert!(fit["restart_nodes"].as_u64().unwrap() > 0);
    assert!(fit["opening"].as_u64().unwrap() > 0);
    assert!(fit["seconds"].is_number());
    let words = tilewright(&["fit", "eternity2-strict"]).assert_done().out;
    assert!(words.contains("because   Eternity II with its clues is known"), "{words}");
}

#[test]
fn what_cannot_be_hunted_is_refused_with_a_remedy() {
    let folder = Folder::new();
    let triangle = folder.text("t.toml");
    let recipe = ["generate", "--side", "4", "--colours", "5", "--seed", "1", "--out", &triangle];
    tilewright(&recipe).assert_done();
    tilewright(&["fit", &triangle]).assert_refused("another solver");
}

#[test]
fn a_hunt_tells_its_ladder_in_hours_and_what_may_come_next() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "8x8", "--hardest", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let solve =
        ["solve", &puzzle, "--solver", "hunt", "--nodes", "4000000", "--seed", "1", "--json"];
    let hunt = tilewright(&solve).assert_done().json();
    let ladder = hunt["ladder"].as_array().unwrap();
    assert_eq!(ladder[0]["score"], hunt["score"]);
    assert!(ladder.iter().all(|rung| rung["per_hour"].as_f64().unwrap() > 0.0));
    let next = &hunt["next"];
    assert_eq!(next["score"].as_u64(), hunt["score"].as_u64().map(|score| score + 1));
    let hours = |field: &str| next[field].as_f64().unwrap();
    assert!(hours("hours_low") < hours("hours") && hours("hours") < hours("hours_high"));
}

/// What each hour of the script brought: the nodes so far.
fn hours(log: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let whole = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    whole.map(|hour| hour["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn the_script_for_the_night_goes_on_hour_by_hour_and_after_it_was_stopped() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "8x8", "--hardest", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/hunt-overnight");
    let night = folder.text("night");
    let log = folder.path("night").join("hours.jsonl");
    for _night in 0..2 {
        let before = hours(&log);
        let went_on = |now: &[u64]| now.len() >= before.len() + 2 && now.last() > before.last();
        let mut script = Command::new("bash")
            .args([script, &night, &puzzle, "--threads", "1"])
            .env("TILEWRIGHT", env!("CARGO_BIN_EXE_tilewright"))
            .env("TILEWRIGHT_ARCHIVE", folder.path("archive"))
            .env("HUNT_HOUR", "300ms")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap();
        while !went_on(&hours(&log)) {
            assert!(script.try_wait().unwrap().is_none(), "the script ended by itself");
            std::thread::sleep(Duration::from_millis(20));
        }
        let group = format!("-{}", script.id());
        Command::new("kill").args(["-INT", "--", &group]).status().unwrap();
        script.wait().unwrap();
    }
    // The hour that was cut short may have brought nothing; none takes anything back.
    let hours = hours(&log);
    assert!(hours.is_sorted(), "{hours:?}");
    let best = folder.path("night").join("best.json");
    tilewright(&["verify", best.to_str().unwrap(), "--puzzle", &puzzle]).assert_done();
}
