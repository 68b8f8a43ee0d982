//! Experiments from the command line: listed, done, killed, gone on with, reported.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::process::Stdio;
use std::time::Duration;

use common::{Folder, program, tilewright, tilewright_in};

const SMALL: &str = "name = 'small'\ntitle = 'Small'\nruns = 8\nbudget = { evaluations = 300000 }\n\
    [[puzzles]]\npuzzle = 'p.toml'\nname = 'mine'\n[[puzzles]]\npuzzle = 'clue1'\n\
    [[solvers]]\nsolver = 'local-search'\n[[solvers]]\nsolver = 'anneal'\n\
    [[published]]\nsolver = 'anneal'\npuzzle = 'clue1'\nbest = 60\nmean = 60\nruns = 20\n";

#[test]
fn an_experiment_of_ones_own_survives_a_kill_and_ends_in_the_same_table() {
    let folder = Folder::new();
    let puzzle = folder.text("p.toml");
    let recipe = ["generate", "--size", "6x6", "--hardest", "--seed", "1", "--out", &puzzle];
    tilewright(&recipe).assert_done();
    let file = folder.write("small.toml", SMALL);
    let begin = ["lab", "run", &file, "--threads", "2"];
    let table = |text: &str| text.split("Cost of a run").next().unwrap().to_owned();
    let whole = tilewright(&begin).assert_done().out;

    let archive = folder.path("archive.sqlite");
    let ended = || {
        let runs = tilewright_in(&archive, &["runs", "--json"]).assert_done().json();
        runs.as_array().unwrap().len()
    };
    let mut victim =
        program(&archive).args(begin).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while ended() < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
    let before = ended();
    assert!((3..32).contains(&before), "{before}");
    let rest = tilewright_in(&archive, &begin).assert_done().out;
    assert_eq!(table(&rest), table(&whole));
    assert_eq!(ended(), 32);

    let outs = ["html", "md", "csv", "json"].map(|ending| folder.text(&format!("r.{ending}")));
    let mut report = vec!["lab", "report", &file, "--json"];
    report.extend(outs.iter().flat_map(|out| ["--out", out]));
    let json = tilewright_in(&archive, &report).assert_done().json();
    assert_eq!(json["rows"].as_array().unwrap().len(), 4);
    assert_eq!(json["rows"][3]["name"], "clue1: anneal");
    assert_eq!((&json["complete"], &json["trials"]), (&true.into(), &32.into()));
    for out in &outs {
        assert!(std::fs::metadata(out).unwrap().len() > 500, "{out}");
    }
}

#[test]
fn experiments_are_listed_shown_and_refused_with_a_word() {
    let list = tilewright(&["lab", "list", "--json"]).assert_done().json();
    let names: Vec<_> = list.as_array().unwrap().iter().map(|e| e["name"].clone()).collect();
    for name in ["soderlind", "laros", "schaus", "hardness", "hunt", "scaling", "munoz", "logan"] {
        assert!(names.contains(&name.into()), "{name}");
    }
    assert!(tilewright(&["lab", "show", "laros"]).assert_done().out.contains("[[tilings]]"));
    tilewright(&["lab", "run", "lorentz"]).assert_refused("laros");
    tilewright(&["lab", "run", "laros", "--scale", "0"]).assert_refused("above 0");
    tilewright(&["lab", "run", "laros", "--out", "x.pdf"]).assert_refused(".html");
    tilewright(&["lab", "report", "laros"]).assert_refused("lab run laros");
    tilewright(&["lab", "report"]).assert_refused("no experiments");
    let folder = Folder::new();
    let wrong = SMALL.replace("local-search", "global-search").replace("p.toml", "clue3");
    let file = folder.write("wrong.toml", &wrong);
    tilewright(&["lab", "run", &file]).assert_refused("there is no solver `global-search`");
}
