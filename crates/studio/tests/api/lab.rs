//! Experiments, as the page that shows them asks for them.

use crate::common::Studio;
use axum::http::{Method, StatusCode};
use serde_json::json;
use tilewright_archive::{Archive, NewExperiment};
use tilewright_lab::{Doing, Plan, Scale, embedded};
use tilewright_search::Interrupt;

#[tokio::test]
async fn without_experiments_there_are_those_that_come_with_the_program() {
    let studio = Studio::new();
    let listed = studio.get("/api/lab").await;
    assert_eq!(listed["experiments"], json!([]));
    let names: Vec<_> =
        listed["embedded"].as_array().unwrap().iter().map(|e| e["name"].clone()).collect();
    assert_eq!(json!(names), json!(embedded::names()));
    assert!(listed["embedded"][0]["title"].is_string() && listed["embedded"][0]["scaled"].is_f64());
    let (status, _) = studio.ask(Method::GET, "/api/lab/999", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_experiment_is_shown_with_the_published_figures_beside_ours() {
    let mut path = None;
    let studio = Studio::with(|config| path = Some(config.archive.clone()));
    let mut archive = Archive::open(&path.unwrap()).unwrap();
    let registry = tilewright_lab::registry();
    let experiment = embedded::experiment("nichols").unwrap().unwrap();
    let scale = Scale { work: 0.0001, runs: Some(2) };
    let plan = Plan::new(experiment, scale, &registry, None).unwrap();
    let doing = Doing { cores: 2, seconds: None, interrupt: Interrupt::manual() };
    let done = tilewright_lab::run(&plan, &registry, &doing, Some(&mut archive), &mut |_| {});

    let listed = studio.get("/api/lab").await;
    let head = &listed["experiments"][0];
    assert_eq!((&head["name"], &head["scale"]), (&json!("nichols"), &json!(0.0001)));
    let shown = studio.get(&format!("/api/lab/{}", head["id"])).await;
    assert_eq!(shown["command"], "tilewright lab run nichols --scale 0.0001 --runs 2");
    assert_eq!((&shown["complete"], &shown["trials"]), (&json!(true), &json!(plan.trials.len())));
    assert!(shown["source"].as_str().unwrap().contains("Nichols"));
    let rows = shown["rows"].as_array().unwrap();
    assert_eq!(rows.len(), done.rows.len());
    let (row, ours) = (&rows[0], &done.rows[0]);
    assert_eq!((&row["puzzle"], &row["solver"]), (&json!(ours.puzzle), &json!(ours.solver)));
    assert_eq!((&row["sample"], &row["mean"]), (&json!(ours.sample), &json!(ours.summary.mean)));
    assert_eq!((&row["published"]["best"], &row["more_is_better"]), (&json!(18.0), &json!(true)));
    assert!(row["verdict"].as_str().unwrap().ends_with("(best)"), "{row}");
    let unpublished = rows.iter().find(|row| row["published"].is_null()).unwrap();
    assert!(unpublished["verdict"].is_null());
    let solved = rows.iter().find(|row| row["successes"] == 2).expect("side 3 is easy");
    assert_eq!(solved["by_work"]["steps"].as_array().unwrap().last().unwrap()[1], 1.0);
    assert!(solved["by_time"]["longest"].as_f64() > Some(0.0));
}

#[tokio::test]
async fn what_cannot_be_put_together_again_is_refused_with_the_way_out() {
    let mut path = None;
    let studio = Studio::with(|config| path = Some(config.archive.clone()));
    let mut archive = Archive::open(&path.unwrap()).unwrap();
    let (plan, machine) = (json!({ "scale": 0.5, "solvers": "none" }), json!({}));
    archive.experiment(&NewExperiment { name: "odd", plan: &plan, machine: &machine }).unwrap();
    let (status, refused) = studio.ask(Method::GET, "/api/lab/1", None).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["error"].as_str().unwrap().contains("tilewright lab report"), "{refused}");
}
