//! Experiments are planned as their files say, go on after a stop without repeating anything, and
//! end in the same table.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use tilewright_archive::{Archive, RunFilter};
use tilewright_formats::{Format, write_puzzle};
use tilewright_lab::report::{self, Provenance, main_table};
use tilewright_lab::{Doing, Experiment, News, Plan, Results, Scale, embedded, registry, run};
use tilewright_puzzle::Shape;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::theory::{matches_signed, matches_unsigned};
use tilewright_search::Interrupt;

const SMALL: &str = r#"
name = "small"
title = "A small experiment"
notes = ["Nothing <odd> & nothing new."]
runs = 6
budget = { evaluations = 20_000 }

[[puzzles]]
name = "five"
size = "5x5"
colours = 6

[[puzzles]]
size = ["4x4", "6x6"]
hardest = true
allow_twins = true
instances = 2

[[solvers]]
solver = "local-search"

[[solvers]]
label = "ants"
solver = "ant-colony-system"
settings = { polish = 0 }
grid = { beta = [1, 2] }
puzzles = ["five"]
budget = { evaluations = 200 }
fixed = true

[[solvers]]
solver = "greedy"
budget = { evaluations = 200 }

[[published]]
solver = "local-search"
puzzle = "five"
best = 40
mean = 30.5
sd = 1
runs = 10
"#;

fn small() -> Experiment {
    Experiment::from_toml(SMALL, "small").unwrap()
}

fn plan(scale: Scale) -> Plan {
    Plan::new(small(), scale, &registry(), None).unwrap()
}

fn doing(interrupt: Interrupt) -> Doing {
    Doing { cores: 2, seconds: None, interrupt }
}

#[test]
fn a_file_means_every_solver_on_every_puzzle_with_every_seed() {
    let plan = plan(Scale { work: 0.5, runs: None });
    let lines: Vec<_> = plan.lines.iter().map(|l| format!("{} / {}", l.puzzle, l.solver)).collect();
    assert_eq!(
        lines,
        [
            "five / local-search",
            "4x4 hardest / local-search",
            "6x6 hardest / local-search",
            "five / ants beta=1",
            "five / ants beta=2",
            "five / greedy",
            "4x4 hardest / greedy",
            "6x6 hardest / greedy",
        ]
    );
    assert_eq!(plan.trials.len(), 6 * (2 * 5 + 2));
    let keys: BTreeSet<_> = plan.trials.iter().map(|task| &task.key).collect();
    assert_eq!(keys.len(), plan.trials.len());
    assert_eq!(plan.lines[0].budget.evaluations, Some(10_000));
    assert_eq!(plan.lines[3].budget.evaluations, Some(200), "fixed work is not scaled");
    assert_eq!(plan.lines[0].published.as_ref().unwrap().mean, Some(30.5));
    let other = self::plan(Scale { work: 0.5, runs: Some(2) });
    assert_eq!(other.trials.len(), 2 * 12);
    assert_ne!(other.identity(), plan.identity());
    assert_eq!(plan.identity(), self::plan(Scale { work: 0.5, runs: None }).identity());
}

#[test]
fn an_experiment_that_was_stopped_goes_on_and_ends_in_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(Scale::default());
    let registry = registry();
    let whole = run(&plan, &registry, &doing(Interrupt::manual()), None, &mut |_| {});
    assert!(whole.is_complete());

    let mut archive = Archive::open(&folder.path().join("archive.sqlite")).unwrap();
    let stop = Interrupt::manual();
    let part = run(&plan, &registry, &doing(stop.clone()), Some(&mut archive), &mut |news| {
        if let News::Progress { done: 20.., .. } = news {
            stop.raise();
        }
    });
    let done = part.outcomes.len();
    assert!((20..plan.trials.len()).contains(&done), "{done}");
    assert_eq!(archive.runs(&RunFilter::default()).unwrap().len(), done);
    let mut first_seen = None;
    let rest =
        run(&plan, &registry, &doing(Interrupt::manual()), Some(&mut archive), &mut |news| {
            if let News::Progress { done, .. } = news {
                first_seen.get_or_insert(done);
            }
        });
    assert_eq!(first_seen, Some(done + 1), "finished trials are not repeated");
    assert!(rest.is_complete());
    assert_eq!(main_table(&rest), main_table(&whole));
    assert_eq!(archive.runs(&RunFilter::default()).unwrap().len(), plan.trials.len());

    let kept = Results::last(&archive, &small(), &registry, None).unwrap();
    assert_eq!(main_table(&kept), main_table(&whole));
    let mut changed = small();
    changed.seed = 99;
    assert!(Results::last(&archive, &changed, &registry, None).is_err());
}

#[test]
fn the_archive_alone_gives_the_table_of_an_experiment_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let five = generate(&Recipe::new(Shape::square(5, 5), 6, 1)).unwrap().puzzle;
    let text = write_puzzle(Format::Json, &five).unwrap();
    std::fs::write(folder.path().join("own.json"), text).unwrap();
    let recipe = "size = \"5x5\"\ncolours = 6";
    let named = SMALL.replacen(recipe, "puzzle = \"own.json\"", 1);
    let nameless =
        named.replace("name = \"five\"\n", "").replace("\"five\"", &format!("{:?}", five.name()));
    let registry = registry();
    for text in [named, nameless] {
        let mut archive = Archive::open(&folder.path().join("archive.sqlite")).unwrap();
        let experiment = Experiment::from_toml(&text, "small").unwrap();
        let scale = Scale { work: 0.5, runs: Some(2) };
        let plan = Plan::new(experiment, scale, &registry, Some(folder.path())).unwrap();
        let done =
            run(&plan, &registry, &doing(Interrupt::manual()), Some(&mut archive), &mut |_| {});
        let record = archive.experiments(None).unwrap().remove(0);
        let kept = Results::recorded(&archive, &record, &registry).unwrap();
        let samples = |results: &Results| -> Vec<_> {
            results.rows.iter().map(|row| (row.name.clone(), row.sample.clone())).collect()
        };
        assert_eq!(samples(&kept), samples(&done));
        assert!(kept.is_complete() && kept.rows.iter().all(|row| row.published.is_none()));
        assert!(kept.plan.experiment.notes[0].contains("published figures of its file"));
    }
}

#[test]
fn the_archive_alone_gives_published_figures_of_what_comes_with_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = Archive::open(&folder.path().join("archive.sqlite")).unwrap();
    let registry = registry();
    let experiment = embedded::experiment("nichols").unwrap().unwrap();
    let scale = Scale { work: 0.00001, runs: Some(1) };
    let plan = Plan::new(experiment.clone(), scale, &registry, None).unwrap();
    let done = run(&plan, &registry, &doing(Interrupt::manual()), Some(&mut archive), &mut |_| {});
    let mut record = archive.experiments(None).unwrap().remove(0);
    let kept = Results::recorded(&archive, &record, &registry).unwrap();
    assert_eq!(main_table(&kept), main_table(&done));
    assert_eq!(kept.rows[0].published.as_ref().unwrap().best, Some(18.0));
    // Of another version of its file, only what was done is known.
    record.plan["budget"]["nodes"] = 5.into();
    let other = Results::recorded(&archive, &record, &registry).unwrap();
    assert!(other.rows[0].published.is_none());
    assert!(other.plan.experiment.notes[0].contains("another version"));
    record.plan["solvers"] = 5.into();
    let refused = Results::recorded(&archive, &record, &registry).unwrap_err();
    assert!(refused.contains("lab report"), "{refused}");
}

#[test]
fn reports_have_the_figures_the_command_and_plots() {
    let plan = plan(Scale::default());
    let results = run(&plan, &registry(), &doing(Interrupt::manual()), None, &mut |_| {});
    let provenance = Provenance::now(&results, "small");
    assert_eq!(provenance.command, "tilewright lab run small");
    let row = &results.rows[0];
    assert_eq!((row.sample.len(), row.name.as_str()), (6, "five: local-search"));
    assert!(row.mean_interval.unwrap().0 <= row.summary.mean);
    assert!(!results.pairs().is_empty() && !results.ranking().is_empty());

    let terminal = report::terminal(&results, &provenance);
    for words in ["30.5", "five", "ants beta=2", "Comparisons", "calibration", "Mean rank"] {
        assert!(terminal.contains(words), "{words}: {terminal}");
    }
    let markdown = report::markdown(&results, &provenance);
    assert!(markdown.contains("| five | local-search | 6 |"), "{markdown}");
    let html = report::html(&results, &provenance);
    assert!(html.starts_with("<!doctype html>") && html.contains("&lt;odd&gt; &amp; nothing"));
    assert!(html.matches("<svg").count() >= 6, "bands, boxes and maps");
    assert!(!html.contains("<script") && !html.contains("href="), "nothing from outside");
    let csv = report::csv(&results);
    assert_eq!(csv.lines().count(), plan.trials.len() + 1);
    let json = report::json(&results, &provenance);
    assert_eq!(json["rows"].as_array().unwrap().len(), 8);
    assert_eq!(json["rows"][0]["published"]["mean"], 30.5);
    assert!(json["machine"]["speed"].as_f64().unwrap() > 0.0);
}

#[test]
fn slips_in_a_file_are_told_with_their_place() {
    let error = |text: &str| Experiment::from_toml(text, "mine.toml").unwrap_err().to_string();
    assert!(error("name = 'x'\ntitel = 'y'").contains("mine.toml"));
    assert!(error("name = 'x'\ntitle = 'y'\nruns = 'many'").contains("line 3"));
    let refused = |from: &str, to: &str| {
        let changed = Experiment::from_toml(&SMALL.replacen(from, to, 1), "small").unwrap();
        Plan::new(changed, Scale::default(), &registry(), None).unwrap_err().to_string()
    };
    let unknown = refused("solver = \"greedy\"", "solver = \"greedi\"");
    assert!(unknown.contains("there is no solver `greedi` (did you mean"), "{unknown}");
    assert!(refused("polish = 0", "polis = 0").contains("polis"));
    assert!(refused("puzzles = [\"five\"]", "puzzles = [\"six\"]").contains("no puzzle `six`"));
    assert!(refused("evaluations = 20_000", "nodes = 20_000").contains("never ends"));
    assert!(refused("puzzle = \"five\"", "puzzle = \"six\"").contains("no such line"));
    assert!(refused("size = \"5x5\"", "size = \"5\"").contains("no size"));
    assert!(refused("hardest = true", "colours = 1000").contains("4x4"));
    assert!(refused("colours = 6", "").contains("needs one of"));
}

#[test]
fn the_experiments_that_come_with_the_program_can_be_planned() {
    let registry = registry();
    for name in embedded::names() {
        let experiment = embedded::experiment(name).unwrap().unwrap();
        assert_eq!(experiment.name, name);
        let scale = Scale { work: experiment.scaled, runs: None };
        match Plan::new(experiment, scale, &registry, None) {
            Ok(plan) => assert!(plan.trials.len() >= plan.lines.len(), "{name}"),
            Err(error) => assert!(error.to_string().contains("there is no solver"), "{error}"),
        }
    }
    assert!(embedded::experiment("nonsense").is_none());
}

#[test]
fn the_first_table_of_document_s_is_a_formula() {
    assert_eq!([2, 4, 6, 10, 11].map(matches_unsigned), [1, 6, 15, 45, 55]);
    let split = [(1, 1), (2, 2), (3, 3), (5, 5), (5, 6)];
    assert_eq!(split.map(|(n, m)| matches_signed(n, m)), [1, 4, 9, 25, 30]);
}
