//! `tilewright verify` judges boards as promised.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{Folder, letters, tilewright};

/// Known boards with their published scores and matched hints.
const KNOWN: [(&str, u32, u32); 7] = [
    ("blackwood-470", 470, 1),
    ("blackwood-mcgavin-469", 469, 1),
    ("blackwood-468", 468, 1),
    ("verhaard-467", 467, 1),
    ("tilewright-464", 464, 5),
    ("mft-438", 438, 5),
    ("mft-426", 426, 5),
];

/// The letters of colours 0 to 22 in the three alphabets of the viewer.
const ALPHABETS: [(&str, &str); 3] = [
    ("none", "abcdefghijklmnopqrstuvw"),
    ("jef", "aiqwemhpvdlgouckfntbjsr"),
    ("marie", "abjrfncksgodlthpemuiqvw"),
];

fn translated(letters: &str, alphabet: &str) -> String {
    letters.bytes().map(|b| alphabet.as_bytes()[usize::from(b - b'a')] as char).collect()
}

fn link(edges: &str, order: &str) -> String {
    format!(
        "https://e2.bucas.name/#puzzle=x&board_w=16&board_h=16&board_edges={edges}&motifs_order={order}"
    )
}

#[test]
fn known_boards_have_their_published_scores_in_every_alphabet() {
    for (name, score, hints) in KNOWN {
        let plain = letters(name);
        for (order, alphabet) in ALPHABETS {
            let edges = translated(&plain, alphabet);
            let said = link(&edges, order);
            let unsaid = said.replace(&format!("&motifs_order={order}"), "");
            let query = said.replace('#', "?");
            for board in [&said, &unsaid, &query, &edges] {
                let json = tilewright(&["verify", board, "--json"]).assert_done().json();
                assert_eq!(json["score"], score, "{name} {order}");
                assert_eq!(json["max_score"], 480);
                assert_eq!(json["hints_matched"], hints, "{name} {order}");
                assert_eq!(json["placed"], 256);
                for field in ["pieces_ok", "rim_ok", "complete"] {
                    assert_eq!(json[field], true, "{name} {order} {field}");
                }
                assert_eq!(json["problems"], serde_json::json!([]));
            }
        }
    }
    let as_blackwood = link(&translated(&letters("mft-438"), ALPHABETS[2].1), "jblackwood");
    let ran = tilewright(&["verify", &as_blackwood, "--puzzle", "eternity2-strict", "--json"]);
    assert_eq!(ran.assert_done().json()["score"], 438);
}

/// The board with the four letters of a cell replaced.
fn with_cell(letters: &str, cell: usize, sides: &str) -> String {
    let mut changed = letters.to_owned();
    changed.replace_range(cell * 4..cell * 4 + 4, sides);
    changed
}

fn cell(letters: &str, cell: usize) -> &str {
    &letters[cell * 4..cell * 4 + 4]
}

fn problems(board: &str) -> String {
    let ran = tilewright(&["verify", board, "--json"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    ran.json()["problems"].as_array().unwrap().iter().map(|p| format!("{p}\n")).collect()
}

#[test]
fn every_kind_of_fault_is_named() {
    let good = letters("blackwood-470");
    let twice = with_cell(&good, 20, cell(&good, 40));
    assert!(problems(&twice).contains("is used twice: on B5 and C9"), "{}", problems(&twice));

    let foreign = with_cell(&good, 20, "gggg");
    assert!(problems(&foreign).contains("foreign piece on B5"), "{}", problems(&foreign));

    let (first, last) = good[4..8].split_at(3);
    let turned_rim = with_cell(&good, 1, &format!("{last}{first}"));
    assert!(problems(&turned_rim).contains("wrong rim on A2"), "{}", problems(&turned_rim));

    // Piece 139 lies on I8, which is cell 135.
    let moved = with_cell(&with_cell(&good, 135, cell(&good, 20)), 20, cell(&good, 135));
    assert!(problems(&moved).contains("piece 139 belongs on I8"), "{}", problems(&moved));
    let json = tilewright(&["verify", &moved, "--json"]).json();
    assert_eq!((&json["hints_matched"], &json["hints"]), (&0.into(), &1.into()));
    assert_eq!((&json["pieces_ok"], &json["rim_ok"]), (&true.into(), &true.into()));
}

#[test]
fn holes_and_mismatches_alone_are_no_fault() {
    let holed = with_cell(&letters("blackwood-470"), 20, "aaaa");
    let json = tilewright(&["verify", &holed, "--json"]).assert_done().json();
    assert_eq!(json["placed"], 255);
    assert_eq!(json["complete"], false);
    assert_eq!(json["missing"].as_array().unwrap().len(), 1);
    assert_eq!(json["problems"], serde_json::json!([]));
}

#[test]
fn numbers_that_contradict_the_letters_are_named() {
    let good = tilewright(&["convert", "blackwood-470", "--to", "link"]).assert_done().out;
    let wrong = good.trim().replace("board_pieces=003", "board_pieces=004");
    assert_ne!(good.trim(), wrong);
    assert!(problems(&wrong).contains("not the sides of piece 4"), "{}", problems(&wrong));
}

#[test]
fn unreadable_input_is_refused_in_one_clear_line() {
    let good = letters("blackwood-470");
    tilewright(&["verify", &good[..1000]])
        .assert_refused("cut off: 250 of the 256 cells of eternity2");
    tilewright(&["verify", &link(&good[..1000], "none")])
        .assert_refused("a board of 16x16 has 1024");
    tilewright(&["verify", "hello"]).assert_refused("letters");
    tilewright(&["verify", "no such file!"]).assert_refused("no such file");
    tilewright(&["verify", "eternity2"]).assert_refused("is a puzzle, not a board");
    tilewright(&["verify", &good, "--puzzle", "clue1"]).assert_refused("6x6");
    tilewright(&["verify", &good, "--puzzle", "nowhere.toml"]).assert_refused("no such file");
    let folder = Folder::new();
    let binary = folder.path("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    tilewright(&["verify", binary.to_str().unwrap()]).assert_refused("not text");
    let garbage = folder.write("garbage.txt", "lorem ipsum\ndolor; sit\n");
    tilewright(&["verify", &garbage]).assert_refused("garbage.txt");
}

#[test]
fn a_generated_triangle_is_solved_by_its_solution() {
    let folder = Folder::new();
    let (puzzle, solution) = (folder.text("t.csv"), folder.text("s.json"));
    let recipe = ["generate", "--side", "4", "--colours", "5", "--seed", "9"];
    let files = ["--out", &puzzle, "--solution", &solution];
    tilewright(&[&recipe[..], &files[..]].concat()).assert_done();
    let json =
        tilewright(&["verify", &solution, "--puzzle", &puzzle, "--json"]).assert_done().json();
    assert_eq!((&json["score"], &json["max_score"]), (&18.into(), &18.into()));
    assert_eq!(json["solved"], true);
}
