//! The one loop around every solver: budgets, threads, signals, events, checkpoints, best board.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tilewright_puzzle::Board;

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::clock::Clock;
use crate::event::{Event, Listener, Sample};
use crate::input::RunInput;
use crate::pace::Pace;
use crate::progress::{Kept, Progress};
use crate::registry::Unit;
use crate::result::{RunError, RunResult};
use crate::solver::Status;
use crate::stop::StopReason;
use crate::verdict::Verdict;

/// How often listeners hear how it is going.
const SAMPLE_SECONDS: f64 = 0.25;

/// Runs a solver until it comes to its end, the target, the budget or an interrupt stops it.
pub fn run(input: RunInput<'_>) -> Result<RunResult, RunError> {
    let threads = input.spec.threads;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("solver-{index}"))
        .build()
        .map_err(|error| RunError::Threads { threads, reason: error.to_string() })?;
    Executor::new(input, pool).run()
}

struct Executor<'a> {
    input: RunInput<'a>,
    pool: ThreadPool,
    progress: Progress,
    clock: Clock,
    pace: Pace,
    last_sample: f64,
    last_checkpoint: Instant,
    checkpoint_failure: Option<String>,
}

impl<'a> Executor<'a> {
    fn new(mut input: RunInput<'a>, pool: ThreadPool) -> Self {
        let mut progress = input.resumed.take().unwrap_or_default();
        // What stopped the last session does not stop this one, unless there is no more to do.
        progress.ended = progress.ended.filter(|reason| reason.is_final());
        Self {
            clock: Clock::start(progress.seconds, progress.cpu_seconds),
            last_sample: progress.seconds,
            last_checkpoint: Instant::now(),
            pace: Pace::new(),
            checkpoint_failure: None,
            input,
            pool,
            progress,
        }
    }

    fn run(mut self) -> Result<RunResult, RunError> {
        let RunInput { spec, puzzle, listeners, .. } = &mut self.input;
        let seconds = self.progress.seconds;
        tell(listeners, &Event::Started { spec, puzzle, seconds });
        self.take_stock()?;
        // At once, so that a place that cannot be written to is known before hours are spent.
        self.write_checkpoint()??;
        let reason = loop {
            if let Some(reason) = self.reason_to_stop() {
                break reason;
            }
            let status = self.advance();
            self.take_stock()?;
            if let Some(reason) = self.own_end(status)? {
                break reason;
            }
            self.sample();
            self.checkpoint_when_due()?;
        };
        self.finish(reason)
    }

    /// Looked at before every slice, so that a run that was over stays over when it is resumed.
    fn reason_to_stop(&self) -> Option<StopReason> {
        let budget = &self.input.spec.budget;
        let solved = self.progress.best.as_ref().is_some_and(|kept| kept.verdict.solved);
        let reached = self.progress.best.is_some()
            && budget.target.is_some_and(|target| self.progress.score() >= target);
        if self.progress.ended.is_some() {
            self.progress.ended
        } else if reached {
            Some(if solved { StopReason::Solved } else { StopReason::TargetReached })
        } else if self.input.interrupt.is_raised() {
            Some(StopReason::Interrupted)
        } else if self.units_left() == Some(0) || self.seconds_left().is_some_and(|s| s <= 0.0) {
            Some(StopReason::BudgetSpent)
        } else {
            None
        }
    }

    /// One slice of work, in the run's own threads.
    fn advance(&mut self) -> Status {
        let work = self.pace.slice(self.units_left(), self.seconds_left());
        let (before, started) = (self.units_done(), Instant::now());
        let solver = &mut self.input.solver;
        let status = self.pool.install(|| solver.advance(work));
        let done = self.units_done().saturating_sub(before);
        self.pace.learn(done, started.elapsed().as_secs_f64());
        status
    }

    /// Has new boards audited and tells of them.
    fn take_stock(&mut self) -> Result<(), RunError> {
        let seconds = self.clock.seconds();
        let RunInput { solver, puzzle, listeners, spec, .. } = &mut self.input;
        let audited = |board: &Board| {
            let refused = |reason| RunError::Board { solver: spec.solver.clone(), reason };
            Verdict::on(puzzle, board).map_err(refused)
        };
        for board in &solver.take_found() {
            let verdict = &audited(board)?;
            tell(listeners, &Event::Found { board, verdict, seconds });
        }
        let Some(best) = solver.best() else { return Ok(()) };
        if self.progress.best.is_some() && best.score <= self.progress.score() {
            return Ok(());
        }
        let verdict = audited(best.board)?;
        if verdict.score != best.score {
            let (claimed, counted) = (best.score, verdict.score);
            return Err(RunError::Score { solver: spec.solver.clone(), claimed, counted });
        }
        let kept = self.progress.best.insert(Kept { board: best.board.clone(), verdict });
        self.progress.curve.push(seconds, verdict.score);
        tell(listeners, &Event::Improved { board: &kept.board, verdict: &kept.verdict, seconds });
        Ok(())
    }

    /// Whether the solver came to its own end; a solution is one only if the auditor says so.
    fn own_end(&self, status: Status) -> Result<Option<StopReason>, RunError> {
        match status {
            Status::Working => Ok(None),
            Status::Exhausted => Ok(Some(StopReason::Exhausted)),
            Status::Solved if self.progress.best.as_ref().is_some_and(|b| b.verdict.solved) => {
                Ok(Some(StopReason::Solved))
            }
            Status::Solved => Err(RunError::NotSolved {
                solver: self.input.spec.solver.clone(),
                counted: self.progress.score(),
                max_score: self.input.puzzle.max_score(),
            }),
        }
    }

    fn sample(&mut self) {
        let seconds = self.clock.seconds();
        if self.input.listeners.is_empty() || seconds < self.last_sample + SAMPLE_SECONDS {
            return;
        }
        self.last_sample = seconds;
        let sample = Sample {
            seconds,
            cpu_seconds: self.clock.cpu_seconds(),
            score: self.progress.score(),
            placed: self.progress.best.as_ref().map_or(0, |kept| kept.verdict.placed),
            counters: self.input.solver.counters(),
        };
        tell(&mut self.input.listeners, &Event::Progress(sample));
    }

    fn checkpoint_when_due(&mut self) -> Result<(), RunError> {
        let is_wanted = self.input.checkpoint_wanted.swap(false, Ordering::Relaxed);
        let Some(plan) = &self.input.checkpoint else {
            if is_wanted {
                let (reason, seconds) = (
                    "no checkpoint was written, since this run has no file for one",
                    self.clock.seconds(),
                );
                tell(&mut self.input.listeners, &Event::CheckpointFailed { reason, seconds });
            }
            return Ok(());
        };
        if is_wanted || self.last_checkpoint.elapsed() >= plan.every {
            let written = self.write_checkpoint()?;
            self.note_failure(written);
        }
        Ok(())
    }

    /// A full disk must not cost a long run its result: it goes on and says what is wrong.
    fn note_failure(&mut self, written: Result<(), CheckpointError>) {
        self.checkpoint_failure = written.err().map(|error| error.to_string());
        if let Some(reason) = &self.checkpoint_failure {
            let seconds = self.progress.seconds;
            tell(&mut self.input.listeners, &Event::CheckpointFailed { reason, seconds });
        }
    }

    /// The outer error is the solver's, the inner one the file's.
    fn write_checkpoint(&mut self) -> Result<Result<(), CheckpointError>, RunError> {
        self.progress.seconds = self.clock.seconds();
        self.progress.cpu_seconds = self.clock.cpu_seconds();
        let Some(plan) = &self.input.checkpoint else { return Ok(Ok(())) };
        let checkpoint = Checkpoint {
            verb: self.input.verb.clone(),
            spec: self.input.spec.clone(),
            puzzle: Arc::clone(&self.input.puzzle),
            start: self.input.start.clone(),
            progress: self.progress.clone(),
            state: self.input.solver.save()?,
        };
        let written = checkpoint.write(&plan.path);
        self.last_checkpoint = Instant::now();
        if written.is_ok() {
            let (path, seconds) = (plan.path.as_path(), self.progress.seconds);
            tell(&mut self.input.listeners, &Event::Checkpointed { path, seconds });
        }
        Ok(written)
    }

    fn finish(mut self, reason: StopReason) -> Result<RunResult, RunError> {
        self.progress.ended = Some(reason);
        let written = self.write_checkpoint()?;
        self.note_failure(written);
        let RunInput { solver, puzzle, spec, mut listeners, .. } = self.input;
        let (best, verdict) = match self.progress.best {
            Some(kept) => (Some(kept.board), kept.verdict),
            None => {
                let empty = Board::empty(&puzzle);
                let refused = |reason| RunError::Board { solver: spec.solver, reason };
                (None, Verdict::on(&puzzle, &empty).map_err(refused)?)
            }
        };
        let result = RunResult {
            stop_reason: reason,
            best,
            verdict,
            counters: solver.counters(),
            seconds: self.progress.seconds,
            cpu_seconds: self.progress.cpu_seconds,
            curve: self.progress.curve,
            report: solver.report(),
            checkpoint_failure: self.checkpoint_failure,
        };
        tell(&mut listeners, &Event::Finished(&result));
        Ok(result)
    }

    fn units_done(&self) -> u64 {
        self.input.unit.of(&self.input.solver.counters())
    }

    fn units_left(&self) -> Option<u64> {
        let budget = match self.input.unit {
            Unit::Nodes => self.input.spec.budget.nodes,
            Unit::Evaluations => self.input.spec.budget.evaluations,
        };
        budget.map(|units| units.saturating_sub(self.units_done()))
    }

    fn seconds_left(&self) -> Option<f64> {
        self.input.spec.budget.seconds.map(|seconds| seconds - self.clock.seconds())
    }
}

fn tell(listeners: &mut [Box<dyn Listener + '_>], event: &Event<'_>) {
    for listener in listeners {
        listener.on(event);
    }
}
