//! Texts, pictures, new puzzles, games and tilings.

use crate::common::Studio;
use axum::http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_pasted_link_of_470_counts_470() {
    let studio = Studio::new();
    let listed = studio.get("/api/puzzles").await;
    let known = listed["known_boards"].as_array().unwrap();
    let best = known.iter().find(|board| board["score"] == 470).unwrap();
    let puzzle = json!({ "name": "eternity2" });
    let all =
        studio.post("/api/convert", json!({ "puzzle": puzzle, "cells": best["cells"] })).await;
    let link = all["link"].as_str().unwrap();
    let read = studio.post("/api/read", json!({ "text": link })).await;
    assert_eq!(read["kind"], "board");
    assert_eq!(read["puzzle"]["name"], "eternity2");
    assert_eq!(read["audit"]["score"], 470);
    assert_eq!(read["audit"]["mismatches"].as_array().unwrap().len(), 10);
    assert_eq!(read["board"]["cells"], best["cells"]);
    let one = json!({ "puzzle": puzzle, "cells": best["cells"], "to": "letters" });
    assert_eq!(studio.post("/api/convert", one).await["text"].as_str().unwrap().len(), 1024);
    let audited = json!({ "puzzle": puzzle, "cells": best["cells"] });
    assert_eq!(studio.post("/api/audit", audited).await["score"], 470);
}

#[tokio::test]
async fn pictures_and_sheets_are_drawn() {
    let studio = Studio::new();
    let puzzle = json!({ "name": "clue1" });
    let draw = json!({ "puzzle": puzzle, "as": "png", "pixels": 100, "theme": "plain" });
    let (_, png) = studio.raw(Method::POST, "/api/draw", Some(draw)).await;
    assert!(png.starts_with(b"\x89PNG"));
    let draw = json!({ "puzzle": puzzle, "as": "svg", "cells": vec![-1; 36] });
    let (_, svg) = studio.raw(Method::POST, "/api/draw", Some(draw)).await;
    assert!(svg.starts_with(b"<svg"));
    let sheet = studio.post("/api/sheet", json!({ "puzzle": puzzle, "paper": "letter" })).await;
    assert!(sheet["pages"][0].as_str().unwrap().starts_with("<svg"));
}

#[tokio::test]
async fn a_made_puzzle_has_an_estimate_and_can_be_played_with_hints() {
    let studio = Studio::new();
    let shape = json!({ "shape": "square", "width": 4, "height": 4 });
    let made =
        studio.post("/api/generate", json!({ "shape": shape, "colours": 6, "seed": 4 })).await;
    assert!(made["estimate"]["log10_combinations"].as_f64().unwrap() > 5.0);
    let puzzle = json!({ "text": made["puzzle"]["text"] });
    let estimate = studio.post("/api/estimate", json!({ "puzzle": puzzle })).await;
    assert_eq!(estimate, made["estimate"]);
    // Hints alone solve the puzzle.
    let mut cells = vec![json!(-1); 16];
    for _ in 0..16 {
        let hint = studio.post("/api/hint", json!({ "puzzle": puzzle, "cells": cells })).await;
        assert_eq!(hint["answer"], "move", "{hint}");
        let number = hint["piece"].as_i64().unwrap() * 4 + hint["rotation"].as_i64().unwrap();
        cells[hint["cell"].as_u64().unwrap() as usize] = json!(number);
    }
    let audit = studio.post("/api/audit", json!({ "puzzle": puzzle, "cells": cells })).await;
    assert_eq!(audit["solved"], true);
    let done = studio.post("/api/hint", json!({ "puzzle": puzzle, "cells": cells })).await;
    assert_eq!(done["answer"], "complete");
}

#[tokio::test]
async fn a_game_that_leads_nowhere_is_told_so() {
    let studio = Studio::new();
    let puzzle: Value = studio.get("/api/puzzles/clue1").await;
    let inner = puzzle["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .position(|piece| piece.as_array().unwrap().iter().all(|colour| colour != 0));
    // A piece without a grey side in the corner breaks the rim.
    let mut cells = vec![-1; 36];
    cells[0] = inner.unwrap() as i32 * 4;
    let asked = json!({ "puzzle": { "name": "clue1" }, "cells": cells });
    let (status, answer) = studio.ask(Method::POST, "/api/hint", Some(asked)).await;
    let told = answer["answer"] == "impossible" || !status.is_success();
    assert!(told, "{status} {answer}");
}

#[tokio::test]
async fn tilings_are_solved_listed_and_proved_impossible() {
    let studio = Studio::new();
    let ask =
        json!({ "tile": "L", "rows": [1, 1, 0, 1, 0], "columns": [0, 2, 0, 1, 0], "most": 50 });
    let found = studio.post("/api/tilings", ask).await;
    assert_eq!((&found["status"], &found["all"]), (&json!("solved"), &json!(true)));
    assert!(found["solutions"].as_array().unwrap().len() > 1);
    let ask = json!({ "tile": "2x2", "rows": [3, 0], "columns": [1, 1, 1, 0] });
    assert_eq!(studio.post("/api/tilings", ask).await["status"], "impossible");
    let wish = json!({ "tile": "L", "width": 8, "height": 6, "density": 0.5, "seed": 1 });
    let made = studio.post("/api/tilings/generate", wish).await;
    let ask = json!({ "tile": "L", "rows": made["rows"], "columns": made["columns"] });
    assert_eq!(studio.post("/api/tilings", ask).await["status"], "solved");
    let (_, words) =
        studio.refused("/api/tilings", json!({ "tile": "?", "rows": [], "columns": [] })).await;
    assert!(words.contains("means nothing"), "{words}");
}

#[tokio::test]
async fn the_catalogue_has_everything_that_forms_are_made_of() {
    let studio = Studio::new();
    let solvers = studio.get("/api/solvers").await;
    let named = |name: &str| {
        solvers.as_array().unwrap().iter().find(|solver| solver["name"] == name).unwrap()
    };
    let exact = named("exact");
    assert_eq!(
        (&exact["takes_start"], &named("hunt")["takes_start"]),
        (&json!(true), &json!(false))
    );
    let order =
        exact["parameters"].as_array().unwrap().iter().find(|p| p["name"] == "order").unwrap();
    assert_eq!(order["kind"], "choice");
    assert!(!order["words"].as_array().unwrap().is_empty());
    let puzzle = studio.get("/api/puzzles/eternity2").await;
    assert_eq!(puzzle["looks"]["motifs"].as_array().unwrap().len(), 23);
    assert!(puzzle["text"].is_null());
    assert!(studio.get("/api/formats").await.as_array().unwrap().len() > 10);
    assert_eq!(studio.get("/api/openapi.json").await["openapi"], "3.1.0");
}
