//! Why a run ends, and how to end it from outside.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// Why a run ended. 'Searched everything' and 'stopped' are never confused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The best board solves the puzzle; the auditor agrees.
    Solved,
    /// Everything was searched: there is no more to find, and that is proved.
    Exhausted,
    /// The best board has the score that was asked for.
    TargetReached,
    /// Time, nodes or evaluations are used up.
    BudgetSpent,
    /// A signal or a person stopped it.
    Interrupted,
}

impl StopReason {
    /// The name as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Exhausted => "exhausted",
            Self::TargetReached => "target_reached",
            Self::BudgetSpent => "budget_spent",
            Self::Interrupted => "interrupted",
        }
    }

    /// Whether more time would change nothing: the run came to its own end.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Solved | Self::Exhausted)
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A flag that asks runs to stop. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    own: Arc<AtomicBool>,
    outer: Option<Arc<AtomicBool>>,
}

/// The exit code of a program that was interrupted.
pub const INTERRUPTED_EXIT_CODE: i32 = 130;

impl Interrupt {
    /// A flag that only [`raise`](Self::raise) raises.
    pub fn manual() -> Self {
        Self::default()
    }

    /// The flag that Ctrl-C and SIGTERM raise. The first signal asks runs to stop and keep what
    /// they have; the second ends the program at once with exit code 130. However often this is
    /// called, the signals are hooked once and the flag is one.
    pub fn on_signals() -> io::Result<Self> {
        // Signals belong to the whole process, so this one flag has to be global.
        static HOOKED: Mutex<Option<Interrupt>> = Mutex::new(None);
        let mut hooked = HOOKED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(interrupt) = &*hooked {
            return Ok(interrupt.clone());
        }
        let interrupt = Self::default();
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // In this order: the exit looks at the flag before the signal raises it.
            let flag = || Arc::clone(&interrupt.own);
            signal_hook::flag::register_conditional_shutdown(
                signal,
                INTERRUPTED_EXIT_CODE,
                flag(),
            )?;
            signal_hook::flag::register(signal, flag())?;
        }
        Ok(hooked.insert(interrupt).clone())
    }

    /// A flag of its own for one of several runs, that is also raised when this one is.
    pub fn child(&self) -> Self {
        Self { own: Arc::default(), outer: Some(Arc::clone(&self.own)) }
    }

    /// Asks to stop.
    pub fn raise(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    #[inline]
    pub fn is_raised(&self) -> bool {
        let raised = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        raised(&self.own) || self.outer.as_ref().is_some_and(raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_in_json() {
        use StopReason::{BudgetSpent, Exhausted, Interrupted, Solved, TargetReached};
        for reason in [Solved, Exhausted, TargetReached, BudgetSpent, Interrupted] {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[test]
    fn clones_share_the_flag_and_children_only_listen() {
        let all = Interrupt::manual();
        let (one, other) = (all.child(), all.child());
        one.clone().raise();
        assert!(one.is_raised() && !other.is_raised() && !all.is_raised());
        all.raise();
        assert!(other.is_raised());
    }

    #[cfg(unix)]
    #[test]
    fn a_signal_raises_the_flag() {
        let interrupt = Interrupt::on_signals().unwrap();
        assert!(!interrupt.is_raised());
        signal_hook::low_level::raise(signal_hook::consts::SIGTERM).unwrap();
        assert!(Interrupt::on_signals().unwrap().is_raised());
    }
}
