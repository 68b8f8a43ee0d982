//! `tilewright studio`, as a process that is started, asked, killed and started again.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

struct Studio {
    process: Child,
    address: String,
}

impl Studio {
    fn open(archive: &Path, more: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(["studio", "--listen", "127.0.0.1:0", "--archive"])
            .arg(archive)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").split('/').next().unwrap();
        Self { address: address.to_owned(), process }
    }

    fn ask(&self, method: &str, path: &str, body: &str, more: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, "", "");
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (status, value) = self.ask("POST", path, &body.to_string(), "");
        assert!((200..300).contains(&status), "{path}: {status} {value}");
        value
    }

    fn until(&self, path: &str, what: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let value = self.get(path);
            if what(&value) {
                return value;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{path} did not come to that: {}", self.get(path));
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_server_killed_during_four_runs_offers_all_four_when_it_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive.sqlite");
    let mut studio = Studio::open(&archive, &[]);
    for (seed, solver) in [(1, "local-search"), (2, "anneal"), (3, "exact"), (4, "greedy")] {
        let spec = json!({ "puzzle": "eternity2", "solver": solver, "threads": 1, "seed": seed });
        studio.post("/api/runs", &json!({ "spec": spec }));
    }
    let all_work = |live: &Value| {
        let runs = live["runs"].as_array().unwrap();
        let works = |run: &Value| run["sample"]["seconds"].as_f64() > Some(0.0);
        runs.len() == 4 && runs.iter().all(works)
    };
    studio.until("/api/live", all_work);
    studio.process.kill().unwrap();
    studio.process.wait().unwrap();

    let studio = Studio::open(&archive, &[]);
    let offered = studio.get("/api/runs?state=interrupted");
    let offered = offered.as_array().unwrap();
    assert_eq!(offered.len(), 4);
    for run in offered {
        assert_eq!(run["can_go_on"], true, "{run}");
        studio.post(&format!("/api/runs/{}/resume", run["id"]), &json!({}));
    }
    studio.until("/api/live", all_work);
    assert_eq!(studio.get("/api/runs").as_array().unwrap().len(), 4, "no run became two");
}

#[test]
#[cfg(unix)]
fn an_interrupt_stops_the_runs_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive.sqlite");
    let mut studio = Studio::open(&archive, &[]);
    let spec = json!({ "puzzle": "eternity2", "solver": "local-search", "threads": 1 });
    studio.post("/api/runs", &json!({ "spec": spec }));
    studio.until("/api/live", |live| live["runs"][0]["board"]["score"].as_u64() > Some(0));
    let number = studio.process.id().to_string();
    Command::new("kill").args(["-INT", &number]).status().unwrap();
    assert!(studio.process.wait().unwrap().success());
    let studio = Studio::open(&archive, &[]);
    let run = &studio.get("/api/runs")[0];
    assert_eq!((&run["state"], &run["can_go_on"]), (&json!("interrupted"), &json!(true)));
    assert!(run["score"].as_u64() > Some(0) && !run["best_board"].is_null());
}

#[test]
fn a_token_that_is_given_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive.sqlite");
    let studio = Studio::open(&archive, &["--token", "long-enough"]);
    assert_eq!(studio.ask("GET", "/api/about", "", "").0, 401);
    let bearer = "Authorization: Bearer long-enough\r\n";
    assert_eq!(studio.ask("GET", "/api/about", "", bearer).0, 200);
}
