//! `generate`, `estimate`, `draw` and `convert` do as promised, and leave no half-written files.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Folder, letters, tilewright};

#[test]
fn the_hardest_puzzles_have_the_published_numbers_of_colours() {
    for (size, colours, rim) in [("4x4", 6, 3), ("6x6", 9, 3), ("10x10", 14, 4), ("16x16", 23, 5)] {
        let arguments = ["generate", "--size", size, "--hardest", "--seed", "1", "--json"];
        let json = tilewright(&arguments).assert_done().json();
        assert_eq!(
            (&json["colours"], &json["rim_colours"]),
            (&colours.into(), &rim.into()),
            "{size}"
        );
        assert_eq!(json["file"], serde_json::Value::Null);
        assert_eq!(json["pieces"], json["puzzle"]["pieces"].as_array().unwrap().len());
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle_and_another_seed_another() {
    let make = |seed| {
        tilewright(&["generate", "--size", "8x5", "--colours", "7", "--seed", seed])
            .assert_done()
            .out
    };
    assert_eq!(make("3"), make("3"));
    assert_ne!(make("3"), make("4"));
}

#[test]
fn impossible_puzzles_are_refused_with_the_number() {
    let refused = |arguments: &[&str], words: &str| {
        let folder = Folder::new();
        let out = folder.text("out.toml");
        let all = [&["generate", "--seed", "1", "--out", &out][..], arguments].concat();
        tilewright(&all).assert_refused(words);
        assert!(folder.names().is_empty());
    };
    refused(&["--size", "6x6", "--colours", "2", "--no-rim"], "6");
    refused(&["--size", "6x6", "--colours", "7", "--signed"], "7");
    refused(&["--size", "4x4", "--colours", "100"], "24");
    refused(&["--size", "0x4", "--colours", "3"], "0x4");
    refused(&["--size", "500x500", "--colours", "3"], "128");
    refused(&["--side", "4", "--colours", "5", "--rim-colours", "2"], "rim");
    let folder = Folder::new();
    let (good, bad) = (folder.text("p.toml"), folder.text("s.gif"));
    let recipe = ["generate", "--size", "4x4", "--colours", "5", "--seed", "1"];
    let files = ["--out", &good, "--solution", &bad];
    tilewright(&[&recipe[..], &files[..]].concat()).assert_refused("s.gif");
    assert!(folder.names().is_empty());
    for (other, words) in [("nodir/y.toml", "there is no folder"), ("p.toml", "the same file")] {
        let files = ["--out", &good, "--solution", &folder.text(other)];
        tilewright(&[&recipe[..], &files[..]].concat()).assert_refused(words);
        assert!(folder.names().is_empty());
    }
}

#[test]
fn the_estimates_for_eternity_ii_are_the_published_ones() {
    let estimate = |name| tilewright(&["estimate", name, "--json"]).assert_done().json();
    let near = |value: &serde_json::Value, expected: f64, tolerance: f64| {
        let value = value.as_f64().unwrap();
        assert!((value / expected - 1.0).abs() < tolerance, "{value} is not {expected}");
    };
    let (free, open) = (estimate("eternity2-free"), estimate("eternity2"));
    near(&free["expected_solutions"], 11_526_580.0, 0.01);
    near(&open["expected_solutions"], 14_702.0, 0.01);
    near(&free["hardest_inner_colours"], 17.14, 0.001);
    near(&open["hardest_inner_colours"], 16.85, 0.001);
    near(&open["hardest_rim_colours"], 4.97, 0.001);
    assert_eq!(open["nodes_by_depth"].as_array().unwrap().len(), 257);
    let peak = open["peak_depth"].as_u64().unwrap();
    assert!((158..=164).contains(&peak), "{peak}");
}

#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let folder = Folder::new();
    let draw = |name: &str| tilewright(&["draw", "blackwood-470", "--out", &folder.text(name)]);
    draw("board.svg").assert_done();
    draw("board.png").assert_done();
    assert!(std::fs::read(folder.path("board.png")).unwrap().starts_with(b"\x89PNG"));
    draw("board.gif").assert_refused(".svg or .png");
    draw("no/such/folder/board.svg").assert_refused("cannot be written");
    let mut names = folder.names();
    names.sort();
    assert_eq!(names, ["board.png", "board.svg"]);

    let upper = folder.text("BOARD.SVG");
    tilewright(&["draw", "blackwood-470", "--out", &upper]).assert_done();
    let pages = folder.text("cut.svg");
    tilewright(&["draw", "--pieces", "clue2", "--sheet", "a4", "--out", &pages]).assert_done();
    assert!(folder.names().contains(&"cut-1.svg".to_owned()));
}

#[test]
fn a_board_in_a_pipe_is_drawn_in_plain_ascii() {
    let ran = tilewright(&["draw", "blackwood-470"]).assert_done();
    assert!(ran.out.is_ascii());
    assert!(ran.out.contains("139"));
}

#[test]
fn known_boards_survive_every_board_format() {
    let formats = tilewright(&["formats", "--json"]).assert_done().json();
    let boards = formats.as_array().unwrap().iter();
    let boards: Vec<_> = boards
        .filter(|format| format["kind"].as_str().unwrap().contains("board"))
        .map(|format| format["name"].as_str().unwrap().to_owned())
        .collect();
    assert!(boards.len() >= 8, "{boards:?}");
    let folder = Folder::new();
    for name in ["blackwood-470", "mft-426"] {
        let before = letters(name);
        for format in &boards {
            let file = folder.text(&format!("{name}.{format}"));
            tilewright(&["convert", name, "--to", format, "--out", &file]).assert_done();
            let back = tilewright(&["convert", &file, "--to", "letters"]).assert_done();
            assert_eq!(back.out.trim(), before, "{format}");
        }
    }
}

#[test]
fn converting_tells_what_a_format_cannot_hold() {
    let ran = tilewright(&["convert", "eternity2", "--to", "puz"]).assert_done();
    assert!(ran.err.contains("as hnt"), "{}", ran.err);
    tilewright(&["convert", "eternity2", "--to", "nichols"]).assert_refused("3 sides");
    tilewright(&["convert", "eternity2", "--to", "grid"]).assert_refused("grid");
}

#[test]
fn a_puz_file_takes_the_hints_beside_it() {
    let folder = Folder::new();
    let puz = folder.text("e2.puz");
    tilewright(&["convert", "eternity2", "--to", "puz", "--out", &puz]).assert_done();
    let without = tilewright(&["estimate", &puz, "--json"]).assert_done().json();
    let hnt = folder.text("e2.hnt");
    tilewright(&["convert", "eternity2", "--to", "hnt", "--out", &hnt]).assert_done();
    let with = tilewright(&["estimate", &puz, "--json"]).assert_done().json();
    let solutions = |json: &serde_json::Value| json["expected_solutions"].as_f64().unwrap();
    assert!((solutions(&without) / solutions(&with) - 784.0).abs() < 1.0);
}

#[test]
fn every_verb_has_help_with_an_example_and_a_manual_page() {
    let help = tilewright(&["--help"]).assert_done().out;
    let verbs = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let verbs: Vec<_> = verbs
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 9, "{verbs:?}");
    for verb in verbs {
        let help = tilewright(&[verb, "--help"]).assert_done().out;
        assert!(help.contains(&format!("tilewright {verb}")), "{verb}: {help}");
        assert!(help.contains("Example"), "{verb}");
        assert!(tilewright(&["man", verb]).assert_done().out.contains(".TH"));
    }
    for shell in ["bash", "fish", "zsh", "powershell", "elvish"] {
        assert!(tilewright(&["completions", shell]).assert_done().out.contains("tilewright"));
    }
    assert_eq!(tilewright(&["nonsense"]).code, 2);
}

#[test]
fn pieces_that_cannot_make_the_rim_have_no_combinations() {
    let folder = Folder::new();
    let head = "format = \"tilewright-puzzle\"\nversion = 1\nname = \"x\"\nshape = \"square\"\n";
    let body = "width = 2\nheight = 1\nrim = 0\npieces = [[1, 1, 1, 1], [1, 1, 1, 2]]\n";
    let file = folder.write("x.toml", &format!("{head}{body}"));
    let words = tilewright(&["estimate", &file]).assert_done().out;
    assert!(words.contains("none: the pieces do not go with the rim"), "{words}");
    assert!(!words.contains("inf"), "{words}");
    let json = tilewright(&["estimate", &file, "--json"]).assert_done().json();
    assert_eq!((&json["combinations"], &json["expected_solutions"]), (&"0".into(), &0.0.into()));
}
