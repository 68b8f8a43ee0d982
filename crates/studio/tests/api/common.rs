//! A studio without a network: requests in, answers out.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tilewright_search::Interrupt;
use tilewright_studio::{App, Config};
use tower::ServiceExt;

pub struct Studio {
    pub app: Arc<App>,
    _folder: tempfile::TempDir,
}

impl Studio {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config {
            archive: folder.path().join("archive.sqlite"),
            token: None,
            ui: None,
            most_runs: 3,
            interrupt: Interrupt::manual(),
        };
        change(&mut config);
        Self { app: App::new(config).unwrap(), _folder: folder }
    }

    pub async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.app.router().oneshot(request).await.unwrap()
    }

    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let (status, bytes) = self.raw(method, path, body).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn raw(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Vec<u8>) {
        let request = request(method, path);
        let request = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.header("content-type", "application/json").body(Body::from("{}")),
        };
        let response = self.send(request.unwrap()).await;
        let status = response.status();
        (status, response.into_body().collect().await.unwrap().to_bytes().to_vec())
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {value}");
        value
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.ask(Method::POST, path, Some(body)).await;
        assert!(status.is_success(), "{path}: {status} {value}");
        value
    }

    /// What is refused, and in which words.
    pub async fn refused(&self, path: &str, body: Value) -> (StatusCode, String) {
        let (status, value) = self.ask(Method::POST, path, Some(body)).await;
        assert!(!status.is_success(), "{path}: {value}");
        (status, value["error"].as_str().unwrap_or_default().to_owned())
    }

    /// A run that goes on until it is stopped.
    pub async fn endless(&self, seed: u64) -> i64 {
        let spec =
            json!({ "puzzle": "eternity2", "solver": "local-search", "threads": 1, "seed": seed });
        self.post("/api/runs", json!({ "spec": spec })).await["run"].as_i64().unwrap()
    }

    /// Waits until something is true of a run in view.
    pub async fn until(&self, id: i64, what: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let live = self.get("/api/live").await;
            let run = live["runs"].as_array().unwrap().iter().find(|run| run["run"] == id).cloned();
            if let Some(run) = run.filter(|run| what(run)) {
                return run;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("run {id} did not come to that");
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.app.hub.close();
    }
}

pub fn request(method: Method, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "localhost:8470")
}
