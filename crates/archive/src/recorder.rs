//! Listens to a run and writes what it hears, from a thread of its own.
//!
//! The run only leaves its news in a heap; twice a second the thread takes the heap and writes it
//! in one step. If that fails, the news goes back on the heap and is tried again, so that a lock
//! that is lifted or a disk that gets room again costs nothing; meanwhile there is one message for
//! whoever asks. Killed at any moment, a run has lost no more than the last half second.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tilewright_puzzle::Puzzle;
use tilewright_search::{Counters, Event, Listener};

use crate::batch::{Batch, Ending};
use crate::curve::Point;
use crate::error::{ArchiveError, At, Problem};
use crate::runs::{NewRun, RunId};
use crate::schema::Archive;

/// How long news waits.
const PAUSE: Duration = Duration::from_millis(500);

/// Writes a run into the archive while it goes on: a listener. Dropping it waits until all is
/// written; [`close`](Self::close) says as well whether that went well.
#[derive(Debug)]
pub struct Recorder {
    run: RunId,
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
    last_sample: Option<f64>,
    has_ended: bool,
}

#[derive(Debug, Default)]
struct Shared {
    heap: Mutex<Heap>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Heap {
    batch: Batch,
    closing: bool,
    /// Why the last write failed.
    failure: Option<ArchiveError>,
    /// A message that nobody has asked for yet.
    message: Option<String>,
    has_told: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Heap> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorder {
    /// Notes a new run and listens from now on.
    pub fn begin(mut archive: Archive, new: &NewRun<'_>) -> Result<Self, ArchiveError> {
        let run = archive.begin_run(new)?;
        Self::listen(archive, run, new.puzzle)
    }

    /// Goes on with a run after so many seconds of it.
    pub fn resume(
        mut archive: Archive,
        run: RunId,
        seconds: f64,
        puzzle: &Puzzle,
    ) -> Result<Self, ArchiveError> {
        archive.claim_run(run, seconds)?;
        Self::listen(archive, run, puzzle)
    }

    /// Listens to a run that this process has [begun](Archive::begin_run) or
    /// [taken over](Archive::claim_run) in the archive.
    pub fn listen(archive: Archive, run: RunId, puzzle: &Puzzle) -> Result<Self, ArchiveError> {
        let shared = Arc::new(Shared::default());
        let path = archive.path().to_owned();
        let writer = std::thread::Builder::new().name("archive".to_owned()).spawn({
            let (shared, puzzle) = (Arc::clone(&shared), puzzle.clone());
            move || write_all(archive, run, &puzzle, &shared)
        });
        let writer = writer.map_err(|error| Problem::Other(error.to_string())).at(&path)?;
        Ok(Self { run, shared, writer: Some(writer), last_sample: None, has_ended: false })
    }

    /// The run's number.
    pub fn run(&self) -> RunId {
        self.run
    }

    /// What went wrong with writing, to be told now: once, however often it goes wrong.
    pub fn message(&self) -> Option<String> {
        self.shared.lock().message.take()
    }

    /// Notes that the run ended with an error instead of a result.
    pub fn fail(&mut self, reason: &str) {
        self.has_ended = true;
        self.shared.lock().batch.ending = Some(Ending::Failure(reason.to_owned()));
    }

    /// Writes what is left, and says whether all of it is in the archive now.
    pub fn close(mut self) -> Result<(), ArchiveError> {
        self.finish();
        self.shared.lock().failure.take().map_or(Ok(()), Err)
    }

    fn finish(&mut self) {
        if let Some(writer) = self.writer.take() {
            if !self.has_ended {
                self.fail("it ended without a result");
            }
            self.shared.lock().closing = true;
            self.shared.wake.notify_all();
            // A writer that panicked has said so already, and the run has its result.
            let _ = writer.join();
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Listener for Recorder {
    fn on(&mut self, event: &Event<'_>) {
        let mut heap = self.shared.lock();
        let batch = &mut heap.batch;
        match event {
            Event::Improved { board, verdict, seconds } => {
                batch.best = Some(((*board).clone(), *seconds));
                let score = verdict.score;
                add_step(&mut batch.points, *seconds, score);
            }
            Event::Found { board, seconds, .. } => batch.add_found((*board).clone(), *seconds),
            Event::Progress(sample) => {
                let pause = sample_pause(sample.seconds);
                if self.last_sample.is_none_or(|last| sample.seconds >= last + pause) {
                    self.last_sample = Some(sample.seconds);
                    batch.points.push(point(sample.seconds, sample.score, &sample.counters));
                }
                batch.sample = Some(*sample);
            }
            Event::Finished(result) => {
                self.has_ended = true;
                let score = result.verdict.score;
                batch.points.push(point(result.seconds, score, &result.counters));
                batch.ending = Some(Ending::Result(Box::new((*result).clone())));
            }
            Event::Started { .. } | Event::Checkpointed { .. } | Event::CheckpointFailed { .. } => {
            }
        }
    }
}

fn point(seconds: f64, score: u32, counters: &Counters) -> Point {
    let (nodes, evaluations) = (Some(counters.nodes), Some(counters.evaluations));
    Point { seconds, score, nodes, evaluations }
}

/// A quarter of a second, and later a thousandth of the run: about eight thousand points in a week.
fn sample_pause(seconds: f64) -> f64 {
    (seconds / 1000.0).max(0.25)
}

/// A better score; one that follows at once takes the place of the last.
fn add_step(points: &mut Vec<Point>, seconds: f64, score: u32) {
    let close = |last: &Point| {
        last.nodes.is_none() && seconds < last.seconds + (sample_pause(seconds) / 25.0).min(1.0)
    };
    // The first of a burst stays, so that its beginning can be seen.
    if let [.., before, last] = &mut points[..]
        && close(last)
        && before.nodes.is_none()
    {
        last.score = score;
        return;
    }
    points.push(Point { seconds, score, nodes: None, evaluations: None });
}

fn write_all(mut archive: Archive, run: RunId, puzzle: &Puzzle, shared: &Shared) {
    loop {
        let (batch, closing) = {
            let waited = shared.wake.wait_timeout_while(shared.lock(), PAUSE, |heap| !heap.closing);
            let (mut heap, _) = waited.unwrap_or_else(PoisonError::into_inner);
            (std::mem::take(&mut heap.batch), heap.closing)
        };
        let written = archive.transact(|inside| batch.write(inside, run, puzzle));
        let mut heap = shared.lock();
        match written {
            Ok(()) => {
                heap.failure = None;
                if batch.left_out > 0 && !std::mem::replace(&mut heap.has_told, true) {
                    let count = batch.left_out;
                    heap.message = Some(format!(
                        "{count} boards came faster than they could be kept; raise the floor"
                    ));
                }
                if closing && is_over(&batch) {
                    // A file that stays behind costs room and nothing else.
                    let _ = archive.drop_own_checkpoint(run);
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut heap.has_told, true) {
                    heap.message = Some(error.to_string());
                }
                heap.failure = Some(error);
                batch.put_before(&mut heap.batch);
            }
        }
        if closing {
            return;
        }
    }
}

/// Whether a run came to an end that no checkpoint leads beyond.
fn is_over(batch: &Batch) -> bool {
    matches!(&batch.ending, Some(Ending::Result(result)) if result.stop_reason.is_final())
}
