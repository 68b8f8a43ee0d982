//! The runs of this server: begun, paused, gone on with, stopped, each in a thread of its own.
//!
//! To pause a run is to stop it with its checkpoint; to go on is to resume from there, which gives
//! the same boards as if nothing had been. So a paused run holds no memory and survives the server.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tilewright_archive::{Archive, NewRun, Recorder, RunId};
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{
    Checkpoint, CheckpointPlan, Event, Interrupt, Listener, Observed, Progress, Registry, RunInput,
    RunSpec, Solver, Unit, run,
};

use crate::feed::Feed;
use crate::live::{LiveRun, LiveState, Watcher};
use crate::refusal::Refusal;

/// How often watchers hear of runs.
const PULSE: Duration = Duration::from_millis(200);
/// How often a run is saved.
const CHECKPOINTS: Duration = Duration::from_secs(30);
/// Runs that ended stay in view until there are more of them than this.
const MOST_ENDED: usize = 12;

/// The runs of this server.
pub struct Hub {
    /// What there is to run.
    pub registry: Registry,
    /// News of the runs.
    pub feed: Arc<Feed>,
    archive: PathBuf,
    most_runs: usize,
    interrupt: Interrupt,
    runs: Mutex<BTreeMap<i64, Entry>>,
    /// Held while a run is set up, so that two at once cannot both be the last there is room for.
    starting: Mutex<()>,
}

struct Entry {
    run: Arc<LiveRun>,
    thread: Option<JoinHandle<()>>,
}

/// A run that is to be gone on with, and how much more time it gets.
#[derive(Clone, Copy, Debug)]
pub struct GoOn {
    /// Its number.
    pub id: i64,
    /// Seconds from now, whatever its own budget; without them, what is left of that.
    pub seconds: Option<f64>,
}

impl Hub {
    pub(crate) fn new(archive: PathBuf, most_runs: usize, interrupt: Interrupt) -> Self {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_millis());
        Self {
            registry: tilewright_solvers::registry(),
            feed: Arc::new(Feed::new(epoch as u64)),
            archive,
            most_runs,
            interrupt,
            runs: Mutex::default(),
            starting: Mutex::default(),
        }
    }

    fn runs(&self) -> MutexGuard<'_, BTreeMap<i64, Entry>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many runs may go on at once.
    pub fn most_runs(&self) -> usize {
        self.most_runs
    }

    /// A run of this server.
    pub fn get(&self, id: i64) -> Option<Arc<LiveRun>> {
        self.runs().get(&id).map(|entry| Arc::clone(&entry.run))
    }

    /// All runs in view, in the order in which they began.
    pub fn snapshot(&self) -> Value {
        let runs: Vec<_> = self.runs().values().map(|entry| Arc::clone(&entry.run)).collect();
        json!({ "runs": runs.iter().map(|run| run.snapshot()).collect::<Vec<_>>() })
    }

    /// Begins a run. Takes a while: the solver is built and the archive written to.
    pub fn begin(
        &self,
        spec: RunSpec,
        puzzle: Arc<Puzzle>,
        start: Option<Board>,
    ) -> Result<i64, Refusal> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if spec.threads > cores {
            let words = format!("{} threads are more than the {cores} cores here", spec.threads);
            return Err(Refusal::input(words));
        }
        for (what, score) in [("target", spec.budget.target), ("floor", spec.floor)] {
            if let Some(score) = score.filter(|&score| score > puzzle.max_score()) {
                let (name, most) = (puzzle.name(), puzzle.max_score());
                let words = format!("a {what} of {score} is out of reach: {name} has {most} joins");
                return Err(Refusal::input(words));
            }
        }
        let _alone = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_room()?;
        let input = RunInput::new(&self.registry, "solve", spec, puzzle, start)?;
        let mut archive = Archive::open(&self.archive)?;
        let new = NewRun { verb: &input.verb, spec: &input.spec, puzzle: &input.puzzle };
        let id = archive.begin_run(&new)?;
        let path = archive.own_checkpoint(id);
        let trouble = save_first(&path, &input).err();
        archive.set_checkpoint(id, trouble.is_none().then_some(&*path))?;
        self.launch(archive, id, input, trouble.is_none().then_some(path), trouble)
    }

    /// Goes on with a run that was paused, stopped or killed.
    pub fn go_on(&self, how: GoOn) -> Result<i64, Refusal> {
        let GoOn { id, seconds } = how;
        let _alone = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        self.check_room()?;
        let mut archive = Archive::open(&self.archive)?;
        archive.mark_interrupted()?;
        let record = archive.run(RunId(id))?;
        let Some(path) = record.checkpoint else {
            let over = record.stop_reason.as_deref().unwrap_or("ended");
            let words = format!("run {id} has no checkpoint to go on from ({over})");
            return Err(Refusal::new(StatusCode::CONFLICT, words));
        };
        let mut checkpoint = Checkpoint::read(&path).map_err(|error| {
            let words = format!("the checkpoint of run {id} cannot be read: {}", error.damage);
            Refusal::new(StatusCode::CONFLICT, words)
        })?;
        if let Some(more) = seconds {
            checkpoint.spec.budget.seconds = Some(checkpoint.progress.seconds + more);
            (checkpoint.spec.budget.nodes, checkpoint.spec.budget.evaluations) = (None, None);
        }
        let done = checkpoint.progress.seconds;
        let input = RunInput::resume(&self.registry, checkpoint)?;
        archive.claim_run(RunId(id), done)?;
        self.launch(archive, RunId(id), input, Some(path), None)
    }

    /// Asks a run to stop, for good or to be gone on with.
    pub fn stop(&self, id: i64, to_pause: bool) -> Result<(), Refusal> {
        let run = self.get(id).ok_or_else(|| Refusal::missing(format!("run {id} does not run")))?;
        run.stop(to_pause);
        Ok(())
    }

    /// Takes a run that is over out of view.
    pub fn forget(&self, id: i64) {
        let mut runs = self.runs();
        if runs.get(&id).is_some_and(|entry| entry.run.state() != LiveState::Running) {
            runs.remove(&id);
            self.feed.push("gone", json!({ "run": id }).to_string());
        }
    }

    /// Whether another run may begin.
    fn check_room(&self) -> Result<(), Refusal> {
        let running = |entry: &&Entry| entry.run.state() == LiveState::Running;
        if self.runs().values().filter(running).count() < self.most_runs {
            return Ok(());
        }
        let words =
            format!("{} runs go on already; stop one of them, or wait for its end", self.most_runs);
        Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words))
    }

    fn launch(
        &self,
        archive: Archive,
        id: RunId,
        mut input: RunInput<'static>,
        checkpoint: Option<PathBuf>,
        trouble: Option<String>,
    ) -> Result<i64, Refusal> {
        let recorder = Recorder::listen(archive, id, &input.puzzle)?;
        let live = Arc::new(LiveRun::new(
            id.0,
            input.spec.clone(),
            Arc::clone(&input.puzzle),
            input.unit,
            self.interrupt.child(),
            input.resumed.clone().unwrap_or_default(),
        ));
        if let Some(trouble) = trouble {
            live.warn(format!("this run cannot be gone on with if it is killed: {trouble}"));
        }
        input.interrupt = live.interrupt.clone();
        input.checkpoint = checkpoint.map(|path| CheckpointPlan { path, every: CHECKPOINTS });
        let watched = Arc::clone(&live);
        let note = move |solver: &dyn Solver| watched.note_report(solver);
        input.solver = Observed::wrap(input.solver, note);
        let parcel = Parcel::pack(input);
        let work = {
            let live = Arc::clone(&live);
            move || work(parcel.unpack(), recorder, &live)
        };
        let mut runs = self.runs();
        let thread = std::thread::Builder::new().name(format!("run-{}", id.0)).spawn(work);
        let thread = thread.map_err(|error| {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, format!("no thread for the run: {error}"))
        })?;
        runs.insert(id.0, Entry { run: live, thread: Some(thread) });
        let ended: Vec<i64> = runs
            .iter()
            .filter(|(_, entry)| matches!(entry.run.state(), LiveState::Ended | LiveState::Failed))
            .map(|(id, _)| *id)
            .collect();
        for &old in ended.iter().rev().skip(MOST_ENDED) {
            runs.remove(&old);
            self.feed.push("gone", json!({ "run": old }).to_string());
        }
        Ok(id.0)
    }

    /// Tells watchers what is new, from a thread of its own, until the server stops.
    pub(crate) fn pulse(self: &Arc<Self>) -> std::io::Result<JoinHandle<()>> {
        let hub = Arc::clone(self);
        std::thread::Builder::new().name("pulse".to_owned()).spawn(move || {
            while !hub.interrupt.is_raised() {
                std::thread::sleep(PULSE);
                hub.tell();
            }
        })
    }

    fn tell(&self) {
        // Whoever comes later gets a picture of the whole, so nothing need be written for nobody.
        if !self.feed.is_watched() {
            return;
        }
        let runs: Vec<_> = self.runs().values().map(|entry| Arc::clone(&entry.run)).collect();
        for (kind, data) in runs.iter().flat_map(|run| run.take_news()) {
            self.feed.push(kind, data);
        }
    }

    /// Stops all runs and waits until they are written.
    pub fn close(&self) {
        let entries: Vec<_> = self.runs().values_mut().map(|e| e.thread.take()).collect();
        self.interrupt.raise();
        for thread in entries.into_iter().flatten() {
            // A thread that panicked has noted so in its run.
            let _ = thread.join();
        }
    }
}

/// A run on its way into its thread: all but the listeners, which need not be fit for travel.
struct Parcel {
    verb: String,
    spec: RunSpec,
    puzzle: Arc<Puzzle>,
    start: Option<Board>,
    solver: Box<dyn Solver>,
    unit: Unit,
    resumed: Option<Progress>,
    interrupt: Interrupt,
    checkpoint: Option<CheckpointPlan>,
}

impl Parcel {
    fn pack(input: RunInput<'_>) -> Self {
        let RunInput { verb, spec, puzzle, start, solver, unit, resumed, .. } = input;
        let (interrupt, checkpoint) = (input.interrupt, input.checkpoint);
        Self { verb, spec, puzzle, start, solver, unit, resumed, interrupt, checkpoint }
    }

    fn unpack<'a>(self) -> RunInput<'a> {
        let Self { verb, spec, puzzle, start, solver, unit, resumed, interrupt, checkpoint } = self;
        let listeners = Vec::new();
        RunInput {
            verb,
            spec,
            puzzle,
            start,
            solver,
            unit,
            resumed,
            listeners,
            interrupt,
            checkpoint,
            checkpoint_wanted: Arc::default(),
        }
    }
}

/// A run from its beginning to its end, in its own thread.
fn work(input: RunInput<'_>, mut recorder: Recorder, live: &Arc<LiveRun>) {
    let mut watcher = Watcher(Arc::clone(live));
    let everybody = |event: &Event<'_>| {
        recorder.on(event);
        watcher.on(event);
        if let Some(message) = recorder.message() {
            live.warn(format!("the record of this run waits: {message}; the run goes on"));
        }
    };
    // A solver that panics ends its own run and nothing else.
    let ended = catch_unwind(AssertUnwindSafe(|| run(input.with_listener(everybody))));
    let result = match ended {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the solver broke off with a mistake of its own".to_owned()),
    };
    if let Err(reason) = &result {
        recorder.fail(reason);
    }
    let recorded = recorder.close().err();
    let trouble = recorded.map(|error| format!("not fully recorded: {}", error.problem));
    match result {
        Ok(result) => live.end(Some(result.stop_reason), trouble.or(result.checkpoint_failure)),
        Err(reason) => live.end(None, Some(reason)),
    }
}

/// Writes a checkpoint before anything is done, so that a run can be gone on with from its first
/// moment; says what is wrong if that is not possible.
fn save_first(path: &Path, input: &RunInput<'_>) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let first = Checkpoint {
        verb: input.verb.clone(),
        spec: input.spec.clone(),
        puzzle: Arc::clone(&input.puzzle),
        start: input.start.clone(),
        progress: input.resumed.clone().unwrap_or_default(),
        state: input.solver.save().map_err(|error| error.to_string())?,
    };
    first.write(path).map_err(|error| error.damage.to_string())
}
