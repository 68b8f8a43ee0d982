//! Who is let in, and what no request can do.

use crate::common::{Studio, request};
use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::json;

async fn status(
    studio: &Studio,
    headers: &[(&str, &str)],
    method: Method,
    path: &str,
) -> StatusCode {
    let mut request = axum::http::Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    studio.send(request.body(Body::from("{}")).unwrap()).await.status()
}

#[tokio::test]
async fn a_name_that_is_not_this_machines_is_refused_however_it_got_our_address() {
    let studio = Studio::new();
    for (host, expected) in [
        ("localhost:8470", StatusCode::OK),
        ("127.0.0.1:8470", StatusCode::OK),
        ("[::1]:8470", StatusCode::OK),
        ("evil.example", StatusCode::FORBIDDEN),
        ("localhost.evil.example", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(status(&studio, &[("host", host)], Method::GET, "/api/about").await, expected);
    }
    assert_eq!(status(&studio, &[], Method::GET, "/api/about").await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn pages_of_other_sites_cannot_post() {
    let studio = Studio::new();
    let json = ("content-type", "application/json");
    let own = [("host", "localhost:8470"), ("origin", "http://localhost:8470"), json];
    let foreign = [("host", "localhost:8470"), ("origin", "https://evil.example"), json];
    let null = [("host", "localhost:8470"), ("origin", "null"), json];
    let form = [("host", "localhost:8470"), ("content-type", "text/plain")];
    let hidden = [("host", "localhost:8470"), ("sec-fetch-site", "cross-site"), json];
    let path = "/api/runs/1/stop";
    assert_eq!(status(&studio, &own, Method::POST, path).await, StatusCode::NOT_FOUND);
    assert_eq!(status(&studio, &foreign, Method::POST, path).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&studio, &null, Method::POST, path).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&studio, &hidden, Method::POST, path).await, StatusCode::FORBIDDEN);
    let refused = status(&studio, &form, Method::POST, path).await;
    assert_eq!(refused, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn with_a_token_nothing_is_answered_without_it() {
    let studio = Studio::with(|config| config.token = Some("secret-word".to_owned()));
    let get = Method::GET;
    let host = ("host", "192.168.0.7:8470");
    for path in ["/", "/api/about", "/api/events", "/?token=wrong-word"] {
        assert_eq!(status(&studio, &[host], get.clone(), path).await, StatusCode::UNAUTHORIZED);
    }
    let bearer = ("authorization", "Bearer secret-word");
    assert_eq!(status(&studio, &[host, bearer], get.clone(), "/api/about").await, StatusCode::OK);
    let wrong = ("cookie", "tilewright=secret");
    let refused = status(&studio, &[host, wrong], get.clone(), "/api/about").await;
    assert_eq!(refused, StatusCode::UNAUTHORIZED);
    // The address with the token gives a cookie, and the cookie opens.
    let welcome = request(get.clone(), "/?token=secret-word").body(Body::empty()).unwrap();
    let welcome = studio.send(welcome).await;
    assert_eq!(welcome.status(), StatusCode::SEE_OTHER);
    assert_eq!(welcome.headers()["location"], "/");
    let cookie = welcome.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(status(&studio, &[host, ("cookie", &cookie)], get, "/").await, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_forbids_the_browser_what_the_page_does_not_need() {
    let studio = Studio::new();
    for path in ["/", "/api/about", "/api/nothing", "/assets/nothing.js"] {
        let response = studio.send(request(Method::GET, path).body(Body::empty()).unwrap()).await;
        let headers = response.headers();
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
    }
}

#[tokio::test]
async fn no_word_of_a_client_is_taken_for_a_file() {
    let studio = Studio::new();
    let host = [("host", "localhost:8470")];
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//etc/passwd"] {
        assert_eq!(status(&studio, &host, Method::GET, path).await, StatusCode::NOT_FOUND);
    }
    for file in ["Cargo.toml", "/etc/passwd", "@/etc/passwd"] {
        let spec = json!({ "puzzle": file, "solver": "local-search", "threads": 1 });
        let (status, _) = studio.refused("/api/runs", json!({ "spec": spec })).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        let spec = json!({ "puzzle": "clue1", "threads": 1, "start": file });
        let (_, words) = studio.refused("/api/runs", json!({ "spec": spec })).await;
        assert!(words.starts_with("start"), "{words}");
        let settings = json!({ "order": file });
        let spec =
            json!({ "puzzle": "clue1", "solver": "exact", "threads": 1, "settings": settings });
        studio.refused("/api/runs", json!({ "spec": spec })).await;
    }
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_hostile_texts_are_answered_in_words() {
    let studio = Studio::new();
    let (status, _) = studio.refused("/api/read", json!({ "text": "x".repeat(11 << 20) })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let deep = "[".repeat(200_000);
    for text in ["", "\u{0}\u{0}", "{", &deep, "https://e2.bucas.name/#board_w=99999&board_h=99999"]
    {
        let (status, words) = studio.refused("/api/read", json!({ "text": text })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{words}");
        assert!(!words.is_empty());
    }
    for body in [
        json!({ "puzzle": { "name": "clue1" }, "cells": [1, 2, 3] }),
        json!({ "puzzle": { "name": "clue1" }, "cells": vec![i32::MAX; 36] }),
        json!({ "puzzle": {}, "cells": [] }),
        json!({ "puzzle": { "name": "clue1", "run": 1 }, "cells": [] }),
    ] {
        studio.refused("/api/audit", body).await;
    }
    let huge = json!({ "shape": { "shape": "square", "width": 60000, "height": 60000 } });
    studio.refused("/api/generate", huge).await;
    let wide = json!({ "puzzle": { "name": "clue1" }, "as": "png", "pixels": 0 });
    studio.refused("/api/draw", wide).await;
    assert_eq!(studio.get("/api/about").await["most_runs"], 3);
}

#[tokio::test]
async fn there_are_never_more_runs_at_once_than_allowed() {
    let studio = Studio::with(|config| config.most_runs = 1);
    let first = studio.endless(1).await;
    let spec = json!({ "puzzle": "clue1", "threads": 1 });
    let (status, words) = studio.refused("/api/runs", json!({ "spec": spec })).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(words.contains("stop one"), "{words}");
    studio.post(&format!("/api/runs/{first}/stop"), json!({})).await;
    studio.until(first, |run| run["state"] == "ended").await;
    studio.endless(2).await;
}
