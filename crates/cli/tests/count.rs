//! `count` counts what is known to be there, and writes every board once.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, tilewright};

/// A 2x2 puzzle of four corner pieces; each has these colours behind and before its corner,
/// clockwise. Around the board, what is before one corner is behind the next.
fn corners(folder: &Folder, name: &str, pieces: [[u8; 2]; 4]) -> String {
    let pieces = pieces.map(|[behind, before]| format!("[0, {before}, {behind}, 0]"));
    let text = format!(
        "format = 'tilewright-puzzle'\nversion = 1\nname = 'corners'\nshape = 'square'\n\
         width = 2\nheight = 2\nrim = 0\npieces = [{}]\n",
        pieces.join(", ")
    );
    folder.write(name, &text)
}

#[test]
fn twins_and_turns_are_counted_as_they_should_be() {
    let folder = Folder::new();
    for (name, pieces, labelled, distinct, unique, code) in [
        ("different", [[4, 1], [1, 2], [2, 3], [3, 4]], 4, 4, 1, 0),
        ("pairs", [[2, 1], [1, 2], [2, 1], [1, 2]], 8, 2, 1, 0),
        ("alike", [[1, 1]; 4], 24, 1, 1, 0),
        ("impossible", [[1, 1], [1, 1], [2, 2], [2, 2]], 0, 0, 0, 1),
    ] {
        let puzzle = corners(&folder, name, pieces);
        let ran = tilewright(&["count", &puzzle, "--unique", "--json", "--threads", "1"]);
        assert_eq!(ran.code, code, "{name}: {}", ran.err);
        let json = ran.json();
        assert_eq!(json["labelled"], labelled, "{name}");
        assert_eq!(json["distinct"], distinct, "{name}");
        assert_eq!(json["unique"], unique, "{name}");
        assert_eq!((&json["exhausted"], &json["threads"]), (&true.into(), &1.into()));
        assert_eq!(
            (&json["stop_reason"], &json["puzzle"]),
            (&"exhausted".into(), &"corners".into())
        );
        assert!(json["nodes"].is_u64() && json["seconds"].is_f64());
    }
    let words = tilewright(&["count", &folder.text("pairs")]).assert_done().out;
    assert!(words.contains("all solutions") && words.contains("labelled  8"), "{words}");
}

#[test]
fn a_limit_stops_a_count_before_everything_is_searched() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "5x5", "--colours", "3", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let count = |more: &[&str]| {
        tilewright(&[&["count", &puzzle, "--json"], more].concat()).assert_done().json()
    };
    let (all, some) = (count(&[]), count(&["--limit", "100"]));
    assert_eq!((&all["exhausted"], &some["exhausted"]), (&true.into(), &false.into()));
    assert_eq!(some["distinct"], 100);
    assert!(all["distinct"].as_u64().unwrap() > 100);
    let cells: Vec<_> = (0..25).rev().map(|cell| cell.to_string()).collect();
    let custom = format!("@{}", folder.write("order.txt", &cells.join(" ")));
    for (given, order) in [("row", "row"), ("rings", "rings"), (custom.as_str(), "custom")] {
        let ordered = count(&["--order", given]);
        assert_eq!((&ordered["distinct"], &ordered["order"]), (&all["distinct"], &order.into()));
    }
    tilewright(&["count", &puzzle, "--order", "zigzag"]).assert_refused("one of auto, row");
}

#[test]
fn the_search_of_a_count_can_be_set_as_that_of_a_solver() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "5x5", "--colours", "5", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let count = |more: &[&str]| tilewright(&[&["count", &puzzle, "--json"], more].concat());
    let all = count(&[]).assert_done().json();
    let comb = ["--set", "order=comb", "--set", "rows=2", "--set", "teeth=3"];
    let ordered = count(&comb).assert_done().json();
    assert_eq!((&ordered["distinct"], &ordered["order"]), (&all["distinct"], &"comb".into()));
    let cells: Vec<_> = (0..25).rev().map(|cell| cell.to_string()).collect();
    let cells = format!("cells=@{}", folder.write("order.txt", &cells.join(" ")));
    let ordered = count(&["--set", "order=custom", "--set", &cells]).assert_done().json();
    assert_eq!((&ordered["distinct"], &ordered["order"]), (&all["distinct"], &"custom".into()));
    count(&["--set", "ants=5"]).assert_refused("there is no parameter `ants`");
    count(&["--set", "keep=yes"]).assert_refused("--all DIR");
    count(&["--set", "unique=yes"]).assert_refused("--unique");
    count(&["--order", "row", "--set", "order=column"]).assert_refused("`order` is set twice");
}

#[test]
fn every_board_is_written_once_and_verifies() {
    let folder = Folder::new();
    for (name, shape, ending) in [
        ("square", &["--size", "4x4", "--colours", "4"][..], ".txt"),
        ("triangle", &["--side", "3", "--colours", "4"], ".json"),
    ] {
        let puzzle = folder.text(&format!("{name}.toml"));
        let recipe = ["generate", "--seed", "3", "--out", &puzzle];
        tilewright(&[&recipe[..], shape].concat()).assert_done();
        for (options, counted) in [(&[][..], "distinct"), (&["--unique"][..], "unique")] {
            let boards = folder.path(&format!("{name}-{counted}"));
            let to = ["count", &puzzle, "--json", "--all", boards.to_str().unwrap()];
            let json = tilewright(&[&to[..], options].concat()).assert_done().json();
            let mut files: Vec<_> = boards.read_dir().unwrap().map(|e| e.unwrap().path()).collect();
            files.sort();
            assert_eq!(json[counted], files.len(), "{name}");
            assert!(files[0].ends_with(format!("00000001{ending}")), "{files:?}");
            let mut texts = Vec::new();
            for file in &files {
                let file = file.to_str().unwrap();
                let verified = tilewright(&["verify", file, "--puzzle", &puzzle, "--json"]);
                assert_eq!(verified.assert_done().json()["solved"], true);
                texts.push(std::fs::read_to_string(file).unwrap());
            }
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), files.len(), "{name}: some boards are there twice");
            tilewright(&to).assert_refused("already");
        }
    }
}
