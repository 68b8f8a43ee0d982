//! What is read is what was meant: which puzzle a board belongs to, what the options act on, and
//! what is told of it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Folder, letters, tilewright};

/// A generated 8x8 puzzle and its solution, in files.
fn made(folder: &Folder, solution: &str) -> (String, String) {
    let (puzzle, solved) = (folder.text("hard.toml"), folder.text(solution));
    let recipe = ["generate", "--size", "8x8", "--hardest", "--seed", "1"];
    let files = ["--out", &puzzle, "--solution", &solved];
    tilewright(&[&recipe[..], &files[..]].concat()).assert_done();
    (puzzle, solved)
}

#[test]
fn a_numbered_solution_is_right_without_its_puzzle() {
    let folder = Folder::new();
    let (puzzle, solved) = made(&folder, "solved.toml");
    let json = tilewright(&["verify", &solved, "--json"]).assert_done().json();
    assert_eq!((&json["solved"], &json["problems"]), (&true.into(), &serde_json::json!([])));
    let convert = ["convert", &solved, "--puzzle", &puzzle, "--to", "link"];
    let link = tilewright(&convert).assert_done().out;
    assert!(link.contains("board_pieces="), "{link}");
    let json = tilewright(&["verify", link.trim(), "--json"]).assert_done().json();
    assert_eq!(json["solved"], true);
    let at = link.find("board_pieces=").unwrap() + "board_pieces=".len();
    let other = format!("{}999{}", &link[..at], link[at + 3..].trim());
    let json = tilewright(&["verify", &other, "--json"]).assert_done().json();
    assert!(json["notes"].to_string().contains("numbers are not 1 to 64"), "{}", json["notes"]);
}

#[test]
fn boards_of_numbers_alone_are_no_proof_of_eternity_ii() {
    let folder = Folder::new();
    let grid = tilewright(&["convert", "blackwood-470", "--to", "grid"]).assert_done().out;
    let grid = folder.write("grid.txt", &grid);
    let json = tilewright(&["verify", &grid, "--json"]).assert_done().json();
    let taken = "taken for eternity2 by its size only; name another with --puzzle";
    assert!(json["notes"].to_string().contains(taken), "{}", json["notes"]);
    assert_eq!(json["score"], 470);

    let cells = (1..=256).map(|number| format!("[{number}, 0]")).collect::<Vec<_>>().join(", ");
    let named = format!(
        "format = \"tilewright-board\"\nversion = 1\npuzzle = \"hard\"\nshape = \"square\"\n\
         width = 16\nheight = 16\nrim = 0\nplacements = [{cells}]\n"
    );
    tilewright(&["verify", &folder.write("named.toml", &named)]).assert_refused("(hard)");

    let json = tilewright(&["verify", &"a".repeat(1024), "--json"]).assert_done().json();
    assert!(json["notes"].to_string().contains("by its size only"), "{}", json["notes"]);
}

#[test]
fn starts_of_boards_are_refused_in_one_line() {
    let whole = letters("blackwood-470");
    for length in [4, 64, 128, 192, 512, 576, 900, 960, 1020] {
        let part = &whole[..length];
        tilewright(&["verify", part]).assert_refused("cut off");
        let link = format!("https://e2.bucas.name/#puzzle=x&board_edges={part}");
        tilewright(&["verify", &link]).assert_refused("cut off");
    }
    tilewright(&["verify", &whole[4..]]).assert_refused("cut off");
    tilewright(&["verify", "#board_edges=abcd"]).assert_refused("no rim");
}

#[test]
fn hints_act_on_the_puzzle_and_format_and_size_on_the_main_argument() {
    let folder = Folder::new();
    let hints = folder.text("strict.hnt");
    tilewright(&["convert", "eternity2-strict", "--to", "hnt", "--out", &hints]).assert_done();
    let solutions = |arguments: &[&str]| {
        let all = [&["estimate", "--json"][..], arguments].concat();
        tilewright(&all).assert_done().json()["expected_solutions"].as_f64().unwrap()
    };
    let strict = solutions(&["eternity2-strict"]);
    assert!((solutions(&["eternity2-free", "--hints", &hints]) / strict - 1.0).abs() < 1e-9);

    let letters = folder.write("b.txt", &letters("blackwood-470"));
    for puzzle in [&["--puzzle", "eternity2-free"][..], &[]] {
        let all = [&["verify", &letters, "--hints", &hints, "--json"][..], puzzle].concat();
        let ran = tilewright(&all);
        assert_eq!((ran.code, &ran.json()["hints"]), (1, &5.into()), "{}", ran.err);
    }

    let puzzle = folder.text("e2.puz");
    tilewright(&["convert", "eternity2-free", "--to", "puz", "--out", &puzzle]).assert_done();
    let options = ["--from", "letters", "--size", "16x16", "--puzzle", &puzzle, "--json"];
    let json = tilewright(&[&["verify", &letters][..], &options].concat()).assert_done().json();
    assert_eq!(json["score"], 470);
    assert!(json["notes"].to_string().contains("puzzle: 16x16, 256 pieces"), "{}", json["notes"]);
}

#[test]
fn options_with_nothing_to_act_on_are_refused() {
    let folder = Folder::new();
    let (puzzle, solved) = made(&folder, "solved.toml");
    for (arguments, words) in [
        (&["verify", "blackwood-470", "--size", "16x16"][..], "--size has nothing to act on"),
        (&["draw", "blackwood-470", "--from", "link"], "--from has nothing to act on"),
        (&["estimate", "eternity2", "--size", "16x16"], "--size has nothing to act on"),
        (&["estimate", "eternity2", "--swap-xy"], "--swap-xy has nothing to act on"),
        (&["estimate", &puzzle, "--swap-xy"], "--swap-xy has nothing to act on"),
        (&["estimate", &puzzle, "--size", "4x16"], "--size says 4x16"),
        (&["verify", &solved, "--size", "4x16"], "--size says 4x16"),
        (&["verify", &solved, "--hints", &puzzle], "--puzzle"),
        (&["convert", &puzzle, "--puzzle", "clue1", "--to", "json"], "--puzzle has nothing"),
    ] {
        tilewright(arguments).assert_refused(words);
    }
}

#[test]
fn what_the_reader_understood_is_told() {
    let folder = Folder::new();
    let (puzzle, solved) = made(&folder, "solved.toml");
    let ran = tilewright(&["estimate", &puzzle, "--json"]).assert_done();
    assert!(ran.err.contains("note: the rim is colour 0"), "{}", ran.err);
    assert!(ran.json()["notes"].to_string().contains("64 pieces, 0 hints"));
    for verb in [&["draw", &solved][..], &["convert", &solved, "--to", "letters"]] {
        let ran = tilewright(&[verb, &["--puzzle", &puzzle]].concat()).assert_done();
        assert!(ran.err.contains("note: puzzle: 8x8, 64 pieces"), "{}", ran.err);
    }
    let recipe = ["generate", "--size", "8x4", "--colours", "9", "--seed", "1"];
    let pieces = folder.text("pieces.toml");
    tilewright(&[&recipe[..], &["--out", &pieces]].concat()).assert_done();
    let list = folder.text("pieces.txt");
    tilewright(&["convert", &pieces, "--to", "e2pieces", "--out", &list]).assert_done();
    let ran = tilewright(&["estimate", &list]).assert_done();
    assert!(ran.err.contains("--size 4x8"), "{}", ran.err);
}

#[test]
fn links_are_read_as_people_paste_them() {
    let link = tilewright(&["convert", "blackwood-470", "--to", "link"]).assert_done().out;
    let link = link.trim();
    let (start, edges) = link.split_once("board_edges=").unwrap();
    let encoded: String = link.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let encoded = encoded.replace("%62%6F%61%72%64%5F%65%64%67%65%73", "board_edges");
    for pasted in [
        link.replace('&', "&amp;"),
        format!("<{link}>"),
        format!("\"{link}\""),
        format!("[my board]({link})"),
        encoded,
        format!(
            "{start}board_edges={}",
            edges.to_uppercase().replace("BOARD_PIECES", "board_pieces")
        ),
    ] {
        let json = tilewright(&["verify", &pasted, "--json"]).assert_done().json();
        assert_eq!(json["score"], 470, "{pasted}");
    }
    let twice = format!("{link}&board_edges=abba");
    tilewright(&["verify", &twice]).assert_refused("board_edges stands there twice");
    let json = tilewright(&["verify", &format!("{link}&motifs_order=foo"), "--json"]).json();
    let notes = json["notes"].to_string();
    assert!(notes.contains("'foo' is not known") && !notes.contains("no motifs_order"), "{notes}");
}

#[test]
fn a_closed_pipe_does_not_hide_the_verdict() {
    use std::process::{Command, Stdio};
    let mut wrong = letters("blackwood-470");
    wrong.replace_range(80..84, "gggg");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(["verify", &wrong])
        .stdout(writer)
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn lists_and_help_are_in_order() {
    let help = tilewright(&["--help"]).assert_done().out;
    assert!(help.starts_with("Make, read, draw, solve and hunt"), "{help}");
    let help = tilewright(&["estimate", "--help"]).assert_done().out;
    assert!(help.contains("row, column, rings, spiral, border"), "{help}");
    let puzzles = tilewright(&["puzzles"]).assert_done().out;
    let column = |line: &str| line.find(" colour");
    let mut columns: Vec<_> = puzzles.lines().filter_map(column).collect();
    columns.dedup();
    assert_eq!(columns.len(), 1, "{puzzles}");
    let mut columns: Vec<_> = puzzles.lines().filter_map(|line| line.find(" score ")).collect();
    columns.dedup();
    assert_eq!(columns.len(), 1, "{puzzles}");
    assert!(puzzles.contains(" 1 hint ") && !puzzles.contains("1 hints"), "{puzzles}");
}
