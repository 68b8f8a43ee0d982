//! Runs from beginning to end, as a browser sees them.

use crate::common::{Studio, request};
use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};

#[tokio::test]
async fn a_run_is_solved_recorded_listed_exported_and_removed() {
    let studio = Studio::new();
    let spec = json!({ "puzzle": "clue1", "solver": "exact", "threads": 1, "seed": 3 });
    let (status, begun) =
        studio.ask(Method::POST, "/api/runs", Some(json!({ "spec": spec }))).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = begun["run"].as_i64().unwrap();
    let run = studio.until(id, |run| run["state"] == "ended").await;
    assert_eq!(run["stop_reason"], "solved");
    assert_eq!(run["board"]["score"], run["max_score"]);
    let listed = studio.get("/api/runs?puzzle=clue1&state=finished").await;
    assert_eq!(listed[0]["id"], id);
    assert!(listed[0].get("checkpoint").is_none(), "where it lies is nobody's business");
    let shown = studio.get(&format!("/api/runs/{id}")).await;
    assert_eq!(shown["cells"].as_array().unwrap().len(), 36);
    assert_eq!(shown["puzzle_data"]["name"], "clue1");
    assert!(!shown["curve"].as_array().unwrap().is_empty());
    let (_, csv) =
        studio.raw(Method::GET, &format!("/api/runs/{id}/export?format=csv"), None).await;
    assert!(csv.starts_with(b"seconds,score"));
    let export = studio.get(&format!("/api/runs/{id}/export")).await;
    assert!(export["board"]["link"].as_str().unwrap().contains("board_edges"));
    let best = studio.get("/api/boards?best=true").await;
    let board = studio.get(&format!("/api/boards/{}", best[0]["id"])).await;
    assert_eq!(board["audit"]["solved"], true);
    assert!(board["written"]["formats"].as_array().unwrap().len() > 4);
    let (status, _) = studio.ask(Method::DELETE, &format!("/api/runs/{id}"), None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(studio.get("/api/runs").await, json!([]));
    assert_eq!(studio.get("/api/live").await["runs"], json!([]));
}

#[tokio::test]
async fn a_paused_run_goes_on_where_it_was() {
    let studio = Studio::new();
    let id = studio.endless(5).await;
    studio.until(id, |run| run["sample"]["counters"]["evaluations"].as_u64() > Some(1000)).await;
    let (status, _) = studio.ask(Method::DELETE, &format!("/api/runs/{id}"), None).await;
    assert_eq!(status, StatusCode::CONFLICT, "a run that goes on is not removed");
    studio.post(&format!("/api/runs/{id}/pause"), json!({})).await;
    let paused = studio.until(id, |run| run["state"] == "paused").await;
    let (work, score) = (&paused["sample"]["counters"]["evaluations"], &paused["board"]["score"]);
    studio.post(&format!("/api/runs/{id}/resume"), json!({})).await;
    let resumed = studio.until(id, |run| run["state"] == "running").await;
    assert!(resumed["board"]["score"].as_u64() >= score.as_u64(), "its board is there at once");
    let later = studio
        .until(id, |run| run["sample"]["counters"]["evaluations"].as_u64() > work.as_u64())
        .await;
    assert!(later["board"]["score"].as_u64() >= score.as_u64());
    assert!(later["sample"]["seconds"].as_f64() >= paused["sample"]["seconds"].as_f64());
    studio.post(&format!("/api/runs/{id}/stop"), json!({})).await;
    let stopped = studio.until(id, |run| run["state"] == "ended").await;
    assert_eq!(stopped["stop_reason"], "interrupted");
    assert_eq!(studio.get("/api/runs?state=interrupted").await[0]["can_go_on"], true);
    assert_eq!(studio.get("/api/runs").await.as_array().unwrap().len(), 1, "one run, not two");
}

#[tokio::test]
async fn an_uploaded_puzzle_is_run_and_its_run_started_anew_with_another_seed() {
    let studio = Studio::new();
    let shape = json!({ "shape": "triangle", "side": 4 });
    let made =
        studio.post("/api/generate", json!({ "shape": shape, "colours": 5, "seed": 1 })).await;
    let text = &made["puzzle"]["text"];
    let spec = json!({ "puzzle": "mine", "solver": "exact", "threads": 1 });
    let puzzle = json!({ "text": text });
    let begun = studio.post("/api/runs", json!({ "spec": spec, "puzzle": puzzle })).await;
    let id = begun["run"].as_i64().unwrap();
    studio.until(id, |run| run["stop_reason"] == "solved").await;
    let again = json!({ "puzzle": "", "solver": "exact", "threads": 1, "seed": 9 });
    let begun = studio.post("/api/runs", json!({ "spec": again, "puzzle": { "run": id } })).await;
    let again = studio.until(begun["run"].as_i64().unwrap(), |run| run["state"] == "ended").await;
    assert_eq!(again["puzzle"], made["puzzle"]["name"]);
}

/// The next events of a stream, as kind, id and data.
async fn events(body: &mut Body, count: usize) -> Vec<(String, String, Value)> {
    let (mut text, mut found) = (String::new(), Vec::new());
    while found.len() < count {
        let frame = body.frame().await.unwrap().unwrap();
        text += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
        while let Some((event, rest)) = text.split_once("\n\n") {
            let field = |name: &str| {
                let line = event.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_default().trim_start_matches(": ").to_owned()
            };
            if !field("data").is_empty() {
                let data = serde_json::from_str(&field("data")).unwrap();
                found.push((field("event"), field("id"), data));
            }
            text = rest.to_owned();
        }
    }
    found
}

#[tokio::test]
async fn events_begin_with_the_whole_and_are_replayed_after_a_lost_connection() {
    let studio = Studio::new();
    let feed = &studio.app.hub.feed;
    let stream = request(Method::GET, "/api/events").body(Body::empty()).unwrap();
    let mut body = studio.send(stream).await.into_body();
    let first = events(&mut body, 1).await;
    assert_eq!((first[0].0.as_str(), &first[0].2), ("whole", &json!({ "runs": [] })));
    feed.push("gone", json!({ "run": 1 }).to_string());
    feed.push("gone", json!({ "run": 2 }).to_string());
    let seen = events(&mut body, 2).await;
    assert_eq!(seen[1].2["run"], 2);
    drop(body);
    feed.push("gone", json!({ "run": 3 }).to_string());
    let back = request(Method::GET, "/api/events").header("last-event-id", &seen[0].1);
    let mut body = studio.send(back.body(Body::empty()).unwrap()).await.into_body();
    let missed = events(&mut body, 2).await;
    assert_eq!((missed[0].0.as_str(), &missed[0].2["run"]), ("gone", &json!(2)));
    assert_eq!(missed[1].2["run"], 3);
    // Whoever comes from another server's time gets the whole.
    let old = request(Method::GET, "/api/events?after=1-1").body(Body::empty()).unwrap();
    assert_eq!(events(&mut studio.send(old).await.into_body(), 1).await[0].0, "whole");
}

#[tokio::test]
async fn wrong_specifications_are_refused_with_the_words_of_the_registry() {
    let studio = Studio::new();
    for (spec, words) in [
        (json!({ "puzzle": "clue1", "solver": "exakt" }), "exact"),
        (
            json!({ "puzzle": "clue1", "solver": "exact", "settings": { "x": "1" } }),
            "parameter `x`",
        ),
        (json!({ "puzzle": "clue1", "budget": { "target": 900 }, "threads": 1 }), "out of reach"),
        (json!({ "puzzle": "clue1", "threads": 100000 }), "threads"),
        (json!({ "puzzle": "nothing" }), "no puzzle of that name"),
        (json!({ "puzzle": "clue1", "surprise": 1 }), "surprise"),
    ] {
        let (_, refused) = studio.refused("/api/runs", json!({ "spec": spec })).await;
        assert!(refused.contains(words), "{refused}");
    }
    assert_eq!(studio.get("/api/runs").await, json!([]));
}
