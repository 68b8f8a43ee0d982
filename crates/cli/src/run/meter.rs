//! Progress on standard error: a line that renews itself in a terminal, nothing elsewhere. SIGUSR1
//! asks for the best board so far and SIGUSR2 for a checkpoint, terminal or not.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{Budget, Event, Listener, RunInput, Sample, Unit, format_duration};

use super::report::Report;
use super::tally::COUNTS;
use crate::screen;

/// The bar counts thousandths.
const WHOLE: u64 = 1000;

/// The progress of a run.
pub(super) struct Meter {
    bar: Option<ProgressBar>,
    puzzle: Arc<Puzzle>,
    budget: Budget,
    unit: Unit,
    report: Report,
    rate: Rate,
    best: Option<Board>,
    board_wanted: Arc<AtomicBool>,
    checkpoint_asked_for: Arc<AtomicBool>,
}

impl Meter {
    /// A meter for a run that is about to start.
    pub(super) fn new(input: &RunInput<'_>, report: Report) -> Result<Self> {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(WHOLE), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:12} {wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let (board_wanted, checkpoint_asked_for) = (Arc::default(), Arc::default());
        #[cfg(unix)]
        for (signal, flag) in [
            (signal_hook::consts::SIGUSR1, &board_wanted),
            (signal_hook::consts::SIGUSR2, &input.checkpoint_wanted),
            (signal_hook::consts::SIGUSR2, &checkpoint_asked_for),
        ] {
            signal_hook::flag::register(signal, Arc::clone(flag))?;
        }
        Ok(Self {
            bar,
            puzzle: Arc::clone(&input.puzzle),
            budget: input.spec.budget,
            unit: input.unit,
            report,
            rate: Rate::default(),
            best: input.resumed.as_ref().and_then(|p| p.best.as_ref()).map(|b| b.board.clone()),
            board_wanted,
            checkpoint_asked_for,
        })
    }

    /// Prints above the line.
    pub(super) fn tell(&self, text: &str) {
        // Nobody to tell is no reason to fail.
        let print = || {
            let _ = writeln!(stderr(), "{}", text.trim_end());
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn show_board(&self) {
        match &self.best {
            Some(board) => self.tell(&screen::board(&stderr(), &self.puzzle, board)),
            None => self.tell("no board yet"),
        }
    }

    /// How much is done, from 0 to 1, of the work or of the budget, whichever ends first.
    fn fraction(&self, sample: &Sample) -> Option<f64> {
        let work = match self.unit {
            Unit::Nodes => self.budget.nodes,
            Unit::Evaluations => self.budget.evaluations,
        };
        let done = self.unit.of(&sample.counters) as f64;
        let of_work = work.map(|units| done / units.max(1) as f64);
        let of_time = self.budget.seconds.map(|seconds| sample.seconds / seconds.max(1e-9));
        [sample.counters.progress, of_work, of_time].into_iter().flatten().reduce(f64::max)
    }

    /// What matters most first: a narrow terminal cuts the end off.
    fn line(&self, sample: &Sample) -> String {
        let mut parts = vec![match self.budget.seconds {
            Some(budget) => format!("{} left", whole(budget - sample.seconds)),
            None => whole(sample.seconds),
        }];
        // Of the tree of a large puzzle nothing is ever searched.
        let progress = sample.counters.progress.filter(|&part| part >= 0.0001);
        parts.extend(progress.map(|part| format!("{:.2}% searched", part * 100.0)));
        let counts = COUNTS.iter().filter_map(|name| {
            let value = self.report.field(name).filter(|value| !value.is_null())?;
            Some(format!("{value} {name}").replace('"', ""))
        });
        let counts: Vec<_> = counts.collect();
        if counts.is_empty() {
            parts.push(format!("score {} of {}", sample.score, self.puzzle.max_score()));
            parts.push(format!("{} placed", sample.placed));
        }
        parts.extend(counts);
        let rate = self.rate.per_second();
        parts.extend(rate.map(|rate| format!("{} {}/s", short(rate), self.unit.name())));
        if sample.counters.depth > 0 {
            parts.push(format!("depth {}", sample.counters.depth));
        }
        parts.join(", ")
    }
}

impl Listener for Meter {
    fn on(&mut self, event: &Event<'_>) {
        match event {
            Event::Improved { board, .. } => self.best = Some((*board).clone()),
            Event::Progress(sample) => {
                self.rate.learn(sample.seconds, self.unit.of(&sample.counters));
                if let Some(bar) = &self.bar {
                    let fraction = self.fraction(sample).unwrap_or(0.0).clamp(0.0, 1.0);
                    bar.set_position((fraction * WHOLE as f64) as u64);
                    bar.set_message(self.line(sample));
                }
            }
            Event::Checkpointed { path, .. }
                if self.checkpoint_asked_for.swap(false, Ordering::Relaxed) =>
            {
                self.tell(&format!("checkpoint written to {}", path.display()));
            }
            _ => {}
        }
        if self.board_wanted.swap(false, Ordering::Relaxed) {
            self.show_board();
        }
    }
}

/// Work done in the last seconds.
#[derive(Default)]
struct Rate {
    older: Option<(f64, u64)>,
    old: Option<(f64, u64)>,
    new: Option<(f64, u64)>,
}

impl Rate {
    /// How long a speed is averaged over, in seconds; up to twice this.
    const SPAN: f64 = 2.0;

    fn learn(&mut self, seconds: f64, units: u64) {
        self.new = Some((seconds, units));
        if self.old.is_none_or(|(old, _)| seconds - old >= Self::SPAN) {
            self.older = self.old;
            self.old = self.new;
        }
    }

    fn per_second(&self) -> Option<f64> {
        let (from, done) = self.older.or(self.old)?;
        let (to, all) = self.new?;
        (to > from).then(|| all.saturating_sub(done) as f64 / (to - from))
    }
}

/// A number in three digits: 12.3 M.
fn short(number: f64) -> String {
    let mut value = number;
    for unit in ["", " k", " M", " G"] {
        if value < 999.5 {
            let digits = if value >= 99.95 || unit.is_empty() { 0 } else { 1 };
            return format!("{value:.digits$}{unit}");
        }
        value /= 1000.0;
    }
    format!("{value:.1} T")
}

/// A duration without fractions of a second.
fn whole(seconds: f64) -> String {
    format_duration(seconds.max(0.0).floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (999.4, "999"),
            (1000.0, "1.0 k"),
            (99_940.0, "99.9 k"),
            (123_456.0, "123 k"),
            (372_000_000.0, "372 M"),
            (5e9, "5.0 G"),
            (5e15, "5000.0 T"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn speeds_are_those_of_the_last_seconds() {
        let mut rate = Rate::default();
        assert_eq!(rate.per_second(), None);
        for second in 0..100u64 {
            let units = if second < 50 { second } else { 50 + (second - 50) * 1000 };
            rate.learn(second as f64, units);
        }
        assert_eq!(rate.per_second(), Some(1000.0));
    }
}
