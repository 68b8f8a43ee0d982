//! `tiling` answers as it should, in words, in JSON, in pictures and in exit codes.

#![allow(clippy::unwrap_used)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{Folder, Ran, tilewright};

const EXAMPLE: [&str; 6] = ["--tile", "L", "--rows", "1,1,0,1,0", "--columns", "0,2,0,1,0"];

fn tiling(task: &str, arguments: &[&str]) -> Ran {
    tilewright(&[&["tiling", task], arguments].concat())
}

/// Runs the program with something on standard input.
fn told(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn the_example_of_the_document_is_solved_and_drawn() {
    let ran = tiling("solve", &EXAMPLE).assert_done();
    let drawn = ". X . . .\n. X X X .\n. . . X X\n. X . . .\n. X X . .\n";
    assert!(ran.out.starts_with(drawn), "{}", ran.out);
    assert!(ran.out.contains("5x5, 3 tiles of shape L\nsolved by rows"), "{}", ran.out);
    let json =
        tiling("solve", &[&EXAMPLE[..], &["--json", "--unique"]].concat()).assert_done().json();
    assert_eq!(json["status"], "solved");
    assert_eq!(json["solutions"], 1);
    assert_eq!(json["unique"], false);
    assert_eq!(json["board"][1], ".XXX.");
    assert_eq!(json["defining_cells"], serde_json::json!([[0, 1], [1, 3], [3, 1]]));
    assert!(json["seconds"].as_f64().is_some() && json["generations"].is_null());
    let all = tiling("solve", &[&EXAMPLE[..], &["--json", "--all"]].concat()).assert_done().json();
    assert_eq!((&all["solutions"], &all["complete"]), (&2.into(), &true.into()));
    assert_eq!(all["boards"].as_array().unwrap().len(), 2);
    let one = ["--json", "--all", "--limit", "1"];
    let one = tiling("solve", &[&EXAMPLE[..], &one].concat()).assert_done().json();
    assert_eq!((&one["solutions"], &one["complete"]), (&1.into(), &false.into()));
    let counted = tiling("count", &[&EXAMPLE[..], &["--json"]].concat()).assert_done().json();
    assert_eq!((&counted["solutions"], &counted["status"]), (&2.into(), &"solved".into()));
}

#[test]
fn contradictions_are_answered_at_once_with_the_reason_and_a_no() {
    for (rows, columns, tile, reason) in [
        ("1,0", "1,1", "1x1", "the rows ask for 1 tiles, the columns for 2"),
        ("0,1", "1,0", "2x2", "row 2 asks for 1, but no tile fits there"),
        ("3,0,0", "1,1,1", "L", "row 1 asks for 3, but at most"),
        ("4294967295", "4294967295", "1x1", "at most 1"),
    ] {
        let problem = ["--rows", rows, "--columns", columns, "--tile", tile];
        for task in ["solve", "count", "evolve"] {
            let words = tiling(task, &problem);
            assert_eq!(words.code, 1, "{}{}", words.out, words.err);
            assert!(words.out.contains(reason), "{}", words.out);
            let json = tiling(task, &[&problem[..], &["--json"]].concat());
            assert_eq!(json.code, 1);
            let json = json.json();
            assert_eq!((&json["status"], &json["solutions"]), (&"impossible".into(), &0.into()));
            assert!(json["reason"].as_str().unwrap().contains(reason), "{json}");
            assert!(json["board"].is_null());
        }
    }
    // No bound sees this one; the search proves it.
    let hard = ["--tile", "L", "--rows", "1,2,0,1,0,0", "--columns", "0,0,1,1,2,0", "--json"];
    let ran = tiling("solve", &hard);
    let json = ran.json();
    assert_eq!((ran.code, &json["status"]), (1, &"impossible".into()), "{json}");
}

#[test]
fn a_spent_budget_is_unknown_and_a_no_only_on_request() {
    let folder = Folder::new();
    let file = folder.text("p.toml");
    let recipe =
        ["--size", "30x30", "--tile", "2x2", "--density", "0.9", "--seed", "2", "--out", &file];
    tiling("generate", &recipe).assert_done();
    for task in ["solve", "count"] {
        let budget = ["--file", &file, "--steps", "10", "--json"];
        let ran = tiling(task, &budget).assert_done();
        let json = ran.json();
        assert_eq!((&json["status"], &json["complete"]), (&"unknown".into(), &false.into()));
        assert!(json["solutions"].is_null() && json["board"].is_null());
        assert_eq!(tiling(task, &[&budget[..], &["--require"]].concat()).code, 1);
    }
    let evolved =
        tiling("evolve", &["--file", &file, "--generations", "3", "--seed", "1", "--json"]);
    let json = evolved.assert_done().json();
    assert_eq!((&json["status"], &json["generations"]), (&"unknown".into(), &3.into()));
}

#[test]
fn generated_problems_are_read_solved_and_drawn() {
    let folder = Folder::new();
    for tile in ["1x1", "2x2", "L", ".XX/XX.", "XO/X."] {
        let file = folder.text("problem.toml");
        let (svg, png) = (folder.text("a.svg"), folder.text("a.png"));
        let recipe = ["--size", "12x9", "--tile", tile, "--density", "0.5", "--seed", "7"];
        let made = tiling("generate", &[&recipe[..], &["--json"]].concat()).assert_done();
        tiling("generate", &[&recipe[..], &["--out", &file, "--solution", &svg]].concat())
            .assert_done();
        let solved = tiling("solve", &["--file", &file, "--out", &png, "--json"]).assert_done();
        let (made, solved) = (made.json(), solved.json());
        for field in ["rows", "columns", "tile", "width", "height"] {
            assert_eq!(made[field], solved[field], "{field}");
        }
        assert_eq!((&solved["width"], &solved["height"]), (&12.into(), &9.into()));
        let tiles = made["defining_cells"].as_array().unwrap().len();
        assert_eq!(solved["defining_cells"].as_array().unwrap().len(), tiles);
        assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
        // What JSON says about a problem can be read as a problem.
        let again = folder.write("again.json", &solved.to_string());
        let evolved = tiling("evolve", &["--file", &again, "--seed", "3", "--json"]).assert_done();
        assert_eq!(evolved.json()["status"], "solved", "{tile}");
    }
    let seed = ["--size", "12x9", "--tile", "L", "--seed", "7"];
    let (one, other) = (tiling("generate", &seed).out, tiling("generate", &seed).out);
    assert!(one == other && one.starts_with("tile = \"L\"\nrows = ["), "{one}");
}

#[test]
fn everything_is_asked_for_if_nothing_is_given() {
    let answers = "L\n5\n1 1 0 1 0\n0\n2\n0\n1\n0\n";
    let ran = told(&["tiling", "solve", "--json"], answers).assert_done();
    assert_eq!(ran.json()["board"][1], ".XXX.");
    assert!(ran.err.contains("Give a number for x-projection[0]: "), "{}", ran.err);
    assert!(ran.err.contains("Give a number for y-projection[4]: "), "{}", ran.err);
    let ran = told(&["tiling", "solve", "--tile", "L"], "5\n1 1\n");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("ended before a number for x-projection[2]"), "{}", ran.err);
    let ran = told(&["tiling", "count", "--file", "-"], "tile: 1x1\nrows: 1 1\ncolumns: 1 1\n");
    assert!(ran.assert_done().out.contains("2 solutions"));
}

#[test]
fn evolution_repeats_by_its_seed_and_the_document_s_strategy_is_there() {
    let problem = ["--tile", "2x2", "--rows", "1,0,1,0", "--columns", "1,0,1,0", "--seed", "4"];
    let comma = ["--strategy", "comma", "--population", "10", "--json"];
    let run = |more: &[&str]| {
        let all = [&problem[..], &comma, more].concat();
        tiling("evolve", &all).assert_done().json()
    };
    let (one, other, quirky) = (run(&[]), run(&[]), run(&["--quirks"]));
    assert_eq!(one["generations"], other["generations"]);
    assert_eq!(one["evaluations"].as_u64().unwrap(), 10 * one["generations"].as_u64().unwrap());
    assert_eq!((&quirky["quirks"], &quirky["status"]), (&true.into(), &"solved".into()));
    let mean = |more: &[&str]| run(more)["generations"].as_f64().unwrap();
    let (clean, quirky) = (mean(&["--runs", "200"]), mean(&["--runs", "200", "--quirks"]));
    assert!(clean < 30.0 && quirky > 150.0, "{clean} {quirky}");
    let words = tiling("evolve", &problem).assert_done().out;
    assert!(words.contains("repair, population 100, seed 4\nsolution found after"), "{words}");
}

#[test]
fn the_tables_stand_beside_the_published_ones() {
    let ran = tiling("tables", &["--board", "4x4", "--runs", "20", "--json"]).assert_done();
    let json = ran.json();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &json["complete"]), (15, &true.into()));
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap();
        assert!(number("low") <= number("mean") && number("mean") <= number("high"));
        assert!(number("published") > 0.0 && row["agrees"].is_boolean());
    }
    assert_eq!((&rows[1]["published"], &rows[1]["tile"]), (&272.into(), &"2x2".into()));
    let words = tiling("tables", &["--board", "4x4", "--runs", "5"]).assert_done().out;
    assert!(words.contains("4x4, projections 1 0 1 0") && !words.contains("6x6"), "{words}");
}

#[test]
fn bad_input_is_refused_with_its_place_and_a_remedy() {
    let folder = Folder::new();
    let bad = folder.write("bad.txt", "rows: 1 0\ncolumns: 1 z\n");
    let bare = folder.write("bare.txt", "rows: 1 0\ncolumns: 1 0\n");
    let sized = folder.write("sized.txt", "tile: L\nrows: 1 0\ncolumns: 1 0\n");
    let wide = vec!["0"; 129].join(",");
    for (arguments, words) in [
        (&["solve", "--rows", "1", "--columns", "1"][..], "name it with --tile"),
        (&["solve", "--tile", "Z", "--rows", "1", "--columns", "1"], "`Z` means nothing"),
        (&["solve", "--tile", "L", "--rows", "1,a", "--columns", "1"], "--rows, character 3: `a`"),
        (&["solve", "--tile", "L", "--rows", "", "--columns", "1"], "no counts"),
        (&["solve", "--tile", "L", "--rows", "1", "--columns", &wide], "129 columns are too many"),
        (&["solve", "--file", &bad], "bad.txt:2:12: `z` is no count"),
        (&["solve", "--file", &bare], "add a line `tile = L`"),
        (&["solve", "--file", &sized, "--tile", "2x2"], "leave --tile away"),
        (&["solve", "--file", "/nowhere/x"], "/nowhere/x: cannot be read"),
        (&["solve", "--file", &sized, "--out", "a.gif"], "ending in .svg, .png or .txt"),
        (&["evolve", "--file", &sized, "--quirks"], "--strategy comma"),
        (&["evolve", "--file", &sized, "--population", "0"], "from 1 to"),
        (&["evolve", "--file", &sized, "--runs", "0"], "at least 1"),
        (&["tables", "--runs", "1"], "at least 2 runs"),
        (
            &["generate", "--size", "5x5", "--tile", "L", "--density", "2", "--seed", "1"],
            "from 0 to 1",
        ),
        (
            &["generate", "--size", "5x5", "--tile", "2x2", "--density", "1", "--seed", "1"],
            "ask for less",
        ),
        (&["generate", "--size", "500x5", "--tile", "L", "--seed", "1"], "sides go from 1 to 128"),
        (&["solve", "--tile", "L"], "standard input ended before"),
    ] {
        let ran = tilewright(&[&["tiling"], arguments].concat());
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.is_empty() && ran.err.contains(words), "{words:?}: {}", ran.err);
    }
}
