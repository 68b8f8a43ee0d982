//! How long a search may go on: time, steps, and Ctrl-C.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tilewright_search::Interrupt;
use tilewright_tiling::Watch;

use crate::run::flags::duration;

/// Limits that the user may set.
#[derive(clap::Args)]
pub(super) struct BudgetArgs {
    /// Stop after this time
    #[arg(long = "for", value_name = "D", default_value = "60s", value_parser = duration)]
    duration: f64,
    /// Stop after so many steps (choices, children or conflicts), the same on every machine
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
}

/// A budget that has begun to run.
pub(super) struct Running {
    started: Instant,
    end: Option<Instant>,
    steps: u64,
    interrupt: Interrupt,
}

impl BudgetArgs {
    pub(super) fn start(&self) -> Result<Running> {
        let steps = self.steps.unwrap_or(u64::MAX);
        Running::start(Some(self.duration), steps)
    }
}

impl Running {
    pub(super) fn start(seconds: Option<f64>, steps: u64) -> Result<Self> {
        let interrupt = Interrupt::on_signals().context("signals cannot be listened to")?;
        let started = Instant::now();
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let end = time.and_then(|time| started.checked_add(time));
        Ok(Self { started, end, steps, interrupt })
    }

    /// What an exact search asks whether it may go on.
    pub(super) fn watch(&self) -> Watch<'_> {
        Watch::new(self.steps, || self.goes_on())
    }

    pub(super) fn goes_on(&self) -> bool {
        !self.is_interrupted() && self.end.is_none_or(|end| Instant::now() < end)
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    pub(super) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}
