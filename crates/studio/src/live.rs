//! A run at work, as watchers see it.
//!
//! The solver's thread only leaves the latest state here, which costs it next to nothing; a few times
//! a second the [hub](crate::hub) looks what is new and tells everybody at once. A board is shown
//! together with the score that the auditor counted on it, so what is seen is always consistent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{
    Curve, Event, Interrupt, Listener, Progress, RunSpec, Sample, Solver, StopReason, Unit, Verdict,
};

use crate::wire;

/// How it stands with a run of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LiveState {
    /// It works.
    Running,
    /// It was asked to pause and can go on.
    Paused,
    /// It ended, for whatever reason.
    Ended,
    /// It ended with an error.
    Failed,
}

/// A run of this server.
pub struct LiveRun {
    /// Its number in the archive.
    pub id: i64,
    /// What is asked for.
    pub spec: RunSpec,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    unit: Unit,
    pub(crate) interrupt: Interrupt,
    now: Mutex<Now>,
}

struct Now {
    state: LiveState,
    is_pausing: bool,
    stop_reason: Option<StopReason>,
    trouble: Option<String>,
    sample: Sample,
    board: Option<(Board, Verdict, f64)>,
    report: Map<String, Value>,
    curve: Curve,
    track: Track,
    news: Unseen,
}

/// What the hub has not told yet.
#[derive(Default)]
struct Unseen {
    sample: bool,
    board: bool,
    state: bool,
}

/// Work and depth over time, thinned so that a day of it stays light.
#[derive(Default)]
struct Track {
    points: Vec<(f64, u64, u32)>,
    pause: f64,
}

impl Track {
    const MOST: usize = 600;

    fn push(&mut self, seconds: f64, work: u64, depth: u32) {
        if self.points.last().is_some_and(|last| seconds < last.0 + self.pause) {
            return;
        }
        self.points.push((seconds, work, depth));
        if self.points.len() > Self::MOST {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.pause = (self.pause * 2.0).max(0.5);
        }
    }
}

impl LiveRun {
    pub(crate) fn new(
        id: i64,
        spec: RunSpec,
        puzzle: Arc<Puzzle>,
        unit: Unit,
        interrupt: Interrupt,
        so_far: Progress,
    ) -> Self {
        let Progress { seconds, curve, best, .. } = so_far;
        let since = curve.points().last().map_or(seconds, |&(seconds, _)| seconds);
        let now = Now {
            state: LiveState::Running,
            is_pausing: false,
            stop_reason: None,
            trouble: None,
            sample: Sample::default(),
            board: best.map(|kept| (kept.board, kept.verdict, since)),
            report: Map::new(),
            curve,
            track: Track::default(),
            news: Unseen { state: true, ..Unseen::default() },
        };
        Self { id, spec, puzzle, unit, interrupt, now: Mutex::new(now) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How it stands.
    pub fn state(&self) -> LiveState {
        self.now().state
    }

    /// Asks it to stop soon; to be gone on with from here if it is a pause.
    pub(crate) fn stop(&self, to_pause: bool) {
        let mut now = self.now();
        now.is_pausing = to_pause;
        if now.state == LiveState::Paused && !to_pause {
            now.state = LiveState::Ended;
            now.news.state = true;
        }
        drop(now);
        self.interrupt.raise();
    }

    /// Notes what the solver reports now.
    pub(crate) fn note_report(&self, solver: &dyn Solver) {
        let report = solver.report();
        self.now().report = report;
    }

    /// Notes that the run is over; `trouble` is what went wrong, with the run or its record.
    pub(crate) fn end(&self, reason: Option<StopReason>, trouble: Option<String>) {
        let mut now = self.now();
        now.stop_reason = reason;
        now.trouble = trouble;
        now.state = match reason {
            None => LiveState::Failed,
            Some(StopReason::Interrupted) if now.is_pausing => LiveState::Paused,
            Some(_) => LiveState::Ended,
        };
        now.news.state = true;
    }

    /// Says what is wrong while the run goes on.
    pub(crate) fn warn(&self, trouble: String) {
        let mut now = self.now();
        now.trouble = Some(trouble);
        now.news.state = true;
    }

    /// What is new since this was last asked, as kinds and JSON.
    pub(crate) fn take_news(&self) -> Vec<(&'static str, String)> {
        let mut now = self.now();
        let unseen = std::mem::take(&mut now.news);
        let mut news = Vec::new();
        if unseen.board {
            news.push(("board", json!({ "run": self.id, "board": now.board() }).to_string()));
        }
        if unseen.sample {
            let mut sample = json!({ "run": self.id, "sample": now.sample });
            if !now.report.is_empty()
                && let Value::Object(fields) = &mut sample
            {
                fields.insert("report".to_owned(), Value::Object(now.report.clone()));
            }
            news.push(("sample", sample.to_string()));
        }
        if unseen.state {
            news.push(("state", self.head(&now).to_string()));
        }
        news
    }

    fn head(&self, now: &Now) -> Value {
        json!({
            "run": self.id,
            "puzzle": self.puzzle.name(),
            "spec": self.spec,
            "unit": self.unit.name(),
            "max_score": self.puzzle.max_score(),
            "state": now.state,
            "stop_reason": now.stop_reason,
            "trouble": now.trouble,
        })
    }

    /// All of it.
    pub(crate) fn snapshot(&self) -> Value {
        let now = self.now();
        let mut whole = self.head(&now);
        if let Value::Object(fields) = &mut whole {
            let rest = [
                ("sample", json!(now.sample)),
                ("board", now.board()),
                ("report", json!(now.report)),
                ("curve", json!(now.curve)),
                ("track", json!(now.track.points)),
            ];
            fields.extend(rest.map(|(name, value)| (name.to_owned(), value)));
        }
        whole
    }
}

impl Now {
    fn board(&self) -> Value {
        self.board.as_ref().map_or(Value::Null, |(board, verdict, seconds)| {
            let mut shown = json!(verdict);
            if let Value::Object(fields) = &mut shown {
                fields.insert("seconds".to_owned(), json!(seconds));
                fields.insert("cells".to_owned(), json!(wire::cells(board)));
            }
            shown
        })
    }
}

/// The listener of a run: what it hears becomes the latest state.
pub(crate) struct Watcher(pub(crate) Arc<LiveRun>);

impl Listener for Watcher {
    fn on(&mut self, event: &Event<'_>) {
        let mut now = self.0.now();
        match event {
            Event::Improved { board, verdict, seconds } => {
                now.board = Some(((*board).clone(), **verdict, *seconds));
                now.curve.push(*seconds, verdict.score);
                now.news.board = true;
            }
            Event::Progress(sample) => {
                now.sample = *sample;
                let work = self.0.unit.of(&sample.counters);
                now.track.push(sample.seconds, work, sample.counters.depth);
                now.news.sample = true;
            }
            Event::Finished(result) => {
                now.sample = Sample {
                    seconds: result.seconds,
                    cpu_seconds: result.cpu_seconds,
                    score: result.verdict.score,
                    placed: result.verdict.placed,
                    counters: result.counters,
                };
                if let Some(best) = &result.best {
                    let seconds = now.board.as_ref().map_or(result.seconds, |board| board.2);
                    now.board = Some((best.clone(), result.verdict, seconds));
                    now.news.board = true;
                }
                now.report = result.report.clone();
                now.news.sample = true;
            }
            Event::CheckpointFailed { reason, .. } => {
                now.trouble = Some(format!("{reason}; the run goes on"));
                now.news.state = true;
            }
            Event::Started { .. } | Event::Found { .. } | Event::Checkpointed { .. } => {}
        }
    }
}
