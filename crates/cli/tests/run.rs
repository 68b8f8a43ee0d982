//! `solve`, `run` and `solvers` do as promised, and signals cost nothing.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, Ran, tilewright};
use serde_json::Value;

/// Two pieces of one colour and two of another cannot lie around a corner without a mismatch.
pub const UNSOLVABLE: &str = "format = 'tilewright-puzzle'\nversion = 1\nname = 'none'\n\
    shape = 'square'\nwidth = 2\nheight = 2\nrim = 0\n\
    pieces = [[0, 1, 1, 0], [0, 1, 1, 0], [0, 2, 2, 0], [0, 2, 2, 0]]\n";

fn generated(folder: &Folder, name: &str, shape: &[&str]) -> String {
    let file = folder.text(name);
    let arguments = [&["generate", "--seed", "1", "--out", &file], shape].concat();
    tilewright(&arguments).assert_done();
    file
}

/// A run of `exact`, with JSON.
fn solve(arguments: &[&str]) -> Ran {
    tilewright(&[&["solve", "--json", "--solver", "exact"], arguments].concat())
}

/// The board of a JSON document, as an argument.
fn board(json: &Value) -> String {
    json["board"].as_str().map_or_else(|| json["board"].to_string(), str::to_owned)
}

#[test]
fn small_puzzles_are_solved_and_the_board_is_one_that_verify_and_start_accept() {
    let folder = Folder::new();
    for (name, shape, joins) in [
        ("4.toml", &["--size", "4x4", "--hardest"][..], 24),
        ("5.toml", &["--size", "5x5", "--colours", "6"], 40),
        ("no-rim.toml", &["--size", "3x3", "--colours", "9", "--no-rim"], 12),
        ("triangle.toml", &["--side", "4", "--colours", "6"], 18),
    ] {
        let puzzle = generated(&folder, name, shape);
        let json = solve(&[&puzzle, "--seed", "3", "--threads", "2"]).assert_done().json();
        assert_eq!(json["stop_reason"], "solved", "{name}");
        assert_eq!((&json["score"], &json["max_score"]), (&joins.into(), &joins.into()));
        assert_eq!((&json["solver"], &json["seed"]), (&"exact".into(), &3.into()));
        assert_eq!((&json["threads"], &json["solved"]), (&2.into(), &true.into()));
        assert_eq!((&json["evaluations"], &json["checkpoint"]), (&0.into(), &Value::Null));
        assert!(json["nodes"].as_u64().unwrap() > 0);
        assert!(json["seconds"].as_f64().unwrap() >= 0.0 && json["cpu_seconds"].is_f64());
        assert_eq!(json["curve"].as_array().unwrap().last().unwrap()[1], joins);
        assert_eq!(json["board"].is_string(), json["link"].is_string(), "{name}");
        assert_eq!(json["board"].is_string(), name.starts_with(['4', '5']), "{name}");

        let board = board(&json);
        let verified = tilewright(&["verify", &board, "--puzzle", &puzzle, "--json"]);
        assert_eq!(verified.assert_done().json()["solved"], true, "{name}");
        let again = solve(&[&puzzle, "--start", &board, "--nodes", "1"]).assert_done().json();
        assert_eq!((&again["stop_reason"], &again["board"]), (&"solved".into(), &json["board"]));
    }
}

#[test]
fn solvers_that_cannot_start_from_a_board_say_so_and_name_those_that_can() {
    for solver in ["hunt", "beam", "random", "spiral"] {
        let from = ["solve", "eternity2", "--solver", solver, "--start", "blackwood-470"];
        let ran = tilewright(&[&from[..], &["--nodes", "1"]].concat());
        let evaluations = tilewright(&[&from[..], &["--evaluations", "1"]].concat());
        let refused = if ["random", "spiral"].contains(&solver) { evaluations } else { ran };
        refused.assert_refused("cannot start from a board");
        refused.assert_refused("vlns");
    }
}

#[test]
fn a_board_that_auto_starts_from_is_not_lost() {
    let from = ["solve", "eternity2", "--start", "blackwood-470", "--nodes", "1", "--json"];
    let json = tilewright(&from).assert_done().json();
    assert_eq!((&json["score"], &json["chosen"]), (&470.into(), &"beam, hunt".into()));
    assert!(json["repairs"]["boards"].as_u64() > Some(0), "{}", json["repairs"]);
    assert!(json["work"]["beam"]["done"].as_u64() > Some(0), "{}", json["work"]);
}

#[test]
fn auto_passes_on_how_much_of_the_tree_is_searched() {
    let folder = Folder::new();
    let puzzle = generated(&folder, "8.toml", &["--size", "8x8", "--hardest"]);
    let run = ["solve", &puzzle, "--json", "--nodes", "1", "--seed", "1", "--threads", "1"];
    let json = tilewright(&run).assert_done().json();
    assert_eq!(json["stop_reason"], "budget_spent");
    assert!((0.0..1.0).contains(&json["progress"].as_f64().unwrap()), "{}", json["progress"]);
    let hopeless = ["solve", "eternity2", "--solver", "greedy", "--evaluations", "1", "--json"];
    assert_eq!(tilewright(&hopeless).assert_done().json()["progress"], Value::Null);
}

#[test]
fn the_same_seed_and_work_give_the_same_board() {
    let run = || {
        let budget = ["--seed", "7", "--threads", "1", "--nodes", "300000"];
        solve(&[&["eternity2"][..], &budget].concat()).assert_done().json()
    };
    let (one, other) = (run(), run());
    assert_eq!(one["stop_reason"], "budget_spent");
    assert_eq!((&one["board"], &one["nodes"]), (&other["board"], &other["nodes"]));
    assert!(one["nodes"].as_u64().unwrap() >= 300_000);
    assert_eq!((&one["hints_matched"], &one["solved"]), (&1.into(), &false.into()));
}

#[test]
fn words_for_people_have_the_score_the_seed_and_the_board() {
    let folder = Folder::new();
    let puzzle = generated(&folder, "p.toml", &["--size", "4x4", "--hardest"]);
    let ran = tilewright(&["solve", &puzzle, "--solver", "exact"]).assert_done();
    for words in ["24 of 24", "solved after", "https://e2.bucas.name/#puzzle=", "seed "] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let seed = ran.err.lines().find_map(|line| line.strip_prefix("note: seed ")).unwrap();
    assert!(ran.out.contains(&format!("seed {seed},")));
    let letters = ran.out.lines().find_map(|line| line.strip_prefix("board ")).unwrap().trim();
    tilewright(&["verify", letters, "--puzzle", &puzzle]).assert_done();
}

#[test]
fn require_turns_a_missed_goal_into_a_no() {
    let folder = Folder::new();
    let puzzle = generated(&folder, "p.toml", &["--size", "4x4", "--hardest"]);
    let short = ["eternity2", "--nodes", "20000", "--seed", "1", "--threads", "1"];
    let target = |score| [&short[..], &["--require", "--target", score]].concat();
    assert_eq!(solve(&short).code, 0);
    assert_eq!(solve(&[&short[..], &["--require"]].concat()).code, 1);
    assert_eq!(solve(&target("470")).code, 1);
    let reached = solve(&target("30")).assert_done().json();
    assert_eq!(reached["stop_reason"], "target_reached");
    assert!(reached["score"].as_u64().unwrap() >= 30);
    solve(&[&puzzle, "--require"]).assert_done();
}

#[test]
fn a_puzzle_without_solutions_is_a_no_that_is_proved() {
    let folder = Folder::new();
    let puzzle = folder.write("none.toml", UNSOLVABLE);
    let ran = solve(&[&puzzle]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let json = ran.json();
    assert_eq!((&json["stop_reason"], &json["solved"]), (&"exhausted".into(), &false.into()));
    let words = tilewright(&["solve", &puzzle, "--solver", "exact"]);
    assert!(words.code == 1 && words.out.contains("there is no solution"), "{}", words.out);
}

#[test]
fn wrong_arguments_are_refused_with_what_is_allowed() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], words: &str| {
        solve(&[&["clue1"], arguments].concat()).assert_refused(words);
    };
    refused(&["--set", "oder=row"], "there are: order, ");
    refused(&["--set", "order=zigzag"], "one of auto, row");
    refused(&["--set", "order=custom", "--set", "cells=@no/such/file"], "no/such/file");
    refused(&["--evaluations", "5"], "counts nodes");
    refused(&["--target", "61"], "60 joins");
    refused(&["--threads", "0"], "choose 1 to 1024");
    refused(&["--start", "blackwood-470"], "16x16");
    refused(&["--out", &folder.text("board.gif")], "board.gif");
    refused(&["--out", &folder.text("no/folder/board.json")], "cannot be written");
    refused(&["--checkpoint", &folder.text("no/folder/run")], "cannot be written");
    tilewright(&["solve", "clue1", "--solver", "exakt"]).assert_refused("did you mean `exact`");
    tilewright(&["solve", "clue9", "--solver", "exact"]).assert_refused("clue9");
    assert_eq!(solve(&["--for", "soon"]).code, 2);
    assert_eq!(solve(&["--set", "order"]).code, 2);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn the_best_board_goes_to_a_file_in_the_format_of_its_ending() {
    let folder = Folder::new();
    for name in ["best.toml", "best.json", "best.txt", "best"] {
        let out = folder.text(name);
        let words = tilewright(&["solve", "clue1", "--solver", "exact", "--out", &out]);
        assert!(words.assert_done().out.contains(name));
        let json =
            tilewright(&["verify", &out, "--puzzle", "clue1", "--json"]).assert_done().json();
        assert_eq!(json["solved"], true, "{name}");
    }
    assert_eq!(folder.names().len(), 4);
}

#[test]
fn a_custom_fill_order_is_taken_from_a_file() {
    let folder = Folder::new();
    let cells: Vec<_> = (0..36).rev().map(|cell| cell.to_string()).collect();
    let value = format!("cells=@{}", folder.write("order.txt", &cells.join(" ")));
    let json = solve(&["clue1", "--set", "order=custom", "--set", &value]).assert_done().json();
    assert_eq!((&json["order"], &json["solved"]), (&"custom".into(), &true.into()));
}

#[test]
fn a_run_is_described_by_a_file_with_paths_from_its_own_folder() {
    let folder = Folder::new();
    let puzzle = generated(&folder, "p.toml", &["--size", "4x4", "--hardest"]);
    let toml = "puzzle = 'p.toml'\nsolver = 'exact'\nseed = 5\nthreads = 1\n\
        settings = { order = 'row' }\nbudget = { seconds = '1m' }\n";
    let json = r#"{"puzzle": "p.toml", "solver": "exact", "seed": 5, "threads": 1,
        "settings": {"order": "row"}}"#;
    let direct = solve(&[&puzzle, "--seed", "5", "--threads", "1", "--set", "order=row"]).json();
    for (name, text) in [("spec.toml", toml), ("spec.json", json)] {
        let spec = folder.write(name, text);
        let run = tilewright(&["run", &spec, "--json"]).assert_done().json();
        for field in ["puzzle", "solver", "seed", "board", "nodes", "stop_reason", "score"] {
            assert_eq!(run[field], direct[field], "{name}: {field}");
        }
    }
    let refused = |text: &str, words: &str| {
        tilewright(&["run", &folder.write("bad.toml", text)]).assert_refused(words);
    };
    refused("puzzle = 'p.toml'\nsead = 5", "sead");
    refused("puzzle = 'q.toml'\nsolver = 'exact'", "q.toml");
    refused("{\"puzzle\": 5}", "bad.toml");
}

#[test]
fn solvers_are_listed_with_their_parameters() {
    let list = tilewright(&["solvers", "--json"]).assert_done().json();
    let names: Vec<_> = list.as_array().unwrap().iter().map(|s| s["name"].clone()).collect();
    assert!(names.contains(&"exact".into()), "{names:?}");
    assert!(!names.contains(&"count".into()));
    for solver in list.as_array().unwrap() {
        assert!(["nodes", "evaluations"].contains(&solver["unit"].as_str().unwrap()));
        assert!(solver["summary"].is_string() && solver["source"].is_string());
    }
    let exact = tilewright(&["solvers", "exact", "--json"]).assert_done().json();
    let order = &exact[0]["parameters"][0];
    assert_eq!((&order["name"], &order["default"]), (&"order".into(), &"auto".into()));
    assert!(order["allowed"].as_str().unwrap().contains("row"));
    let words = tilewright(&["solvers", "exact"]).assert_done().out;
    assert!(words.contains("--set order=") && words.contains("unless set: auto"), "{words}");
    assert!(tilewright(&["solvers"]).assert_done().out.contains("exact"));
    tilewright(&["solvers", "exakt"]).assert_refused("did you mean `exact`");
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_the_last_board_alone() {
    let folder = Folder::new();
    let pipe = folder.text("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    let run = ["clue1", "--seed", "3", "--threads", "1", "--out", &pipe];
    let json = solve(&run).assert_done().json();
    let kept: Value = serde_json::from_str(&reader.join().unwrap()).unwrap();
    assert_eq!((&json["solved"], &kept["puzzle"]), (&true.into(), &"clue1".into()));
}

#[test]
fn the_benchmark_visits_the_nodes_it_always_has() {
    // A change of behaviour changes these numbers, and has to say so.
    let pinned = [("all-6x6", 175_414, 453_146), ("all-triangle-4", 435, 435)];
    for (name, nodes, baseline) in pinned {
        let json = tilewright(&["bench", name, "--json"]).assert_done().json();
        let row = &json["rows"][0];
        assert_eq!((&row["nodes"], &row["baseline_nodes"]), (&nodes.into(), &baseline.into()));
        assert!(row["nodes_per_second"].as_f64().unwrap() > 0.0);
    }
    for name in ["greedy", "vlns-origin", "ants-on-sides"] {
        let json = tilewright(&["bench", name, "--json"]).assert_done().json();
        assert_eq!(
            (&json["rows"][0]["name"], &json["rows"][0]["unit"]),
            (&name.into(), &"evaluations".into())
        );
        assert!(json["rows"][0]["nodes_per_second"].as_f64().unwrap() > 0.0);
    }
    tilewright(&["bench", "nonsense"]).assert_refused("all-6x6");
}

#[test]
fn improvers_start_from_a_board_and_never_give_back_a_worse_one() {
    let folder = Folder::new();
    let puzzle = generated(&folder, "8.toml", &["--size", "8x8", "--hardest"]);
    let run = |solver: &str, more: &[&str]| {
        let budget = ["--evaluations", "20000", "--seed", "1", "--threads", "1", "--json"];
        let arguments = [&["solve", &puzzle, "--solver", solver], &budget[..], more].concat();
        tilewright(&arguments).assert_done().json()
    };
    let first = run("anneal", &["--set", "cycle=20000"]);
    assert_eq!(first["placed"], 64);
    for solver in ["local-search", "tabu", "vlns", "ant-colony-system"] {
        let json = run(solver, &["--start", &board(&first)]);
        assert!(json["score"].as_u64() >= first["score"].as_u64(), "{solver}");
        assert_eq!((&json["placed"], &json["nodes"]), (&64.into(), &0.into()), "{solver}");
    }
}

#[test]
fn the_same_seed_gives_the_same_boards_whatever_the_slices() {
    let run = |more: &[&str]| {
        let arguments = ["solve", "clue2", "--solver", "anneal", "--seed", "4", "--threads", "2"];
        let json = tilewright(&[&arguments[..], &["--json"], more].concat()).assert_done().json();
        (json["board"].clone(), json["score"].clone(), json["evaluations"].clone())
    };
    let budget = ["--evaluations", "600000", "--set", "cycle=100000"];
    assert_eq!(run(&budget), run(&budget));
}
