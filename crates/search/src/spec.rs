//! What a run is asked to do, as plain data: the same specification starts a run from the command
//! line, the web page, an experiment or a remote worker, written in TOML or JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::duration::seconds_or_text;

/// Everything that defines a run. Equal specifications with work budgets give equal boards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The puzzle: a name or a path, as given.
    pub puzzle: String,
    /// The solver's name.
    #[serde(default = "default_solver")]
    pub solver: String,
    /// The solver's parameters that are set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "settings")]
    pub settings: BTreeMap<String, String>,
    /// Where all randomness comes from.
    #[serde(default)]
    pub seed: u64,
    /// How many threads work; unless given, one for each core.
    #[serde(default = "all_cores")]
    pub threads: usize,
    /// A board to start from: a path, a link or the board itself, as given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Boards from this score on are kept, not the best alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<u32>,
    /// When to stop.
    #[serde(default)]
    pub budget: Budget,
}

/// When a run stops if it does not come to its own end before: at whatever is reached first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Wall time over all sessions of the run; files may also say `"5m"`.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "seconds_or_text"
    )]
    pub seconds: Option<f64>,
    /// Nodes; the run ends at the solver's first boundary at or behind them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Evaluations, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// The score that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// What is wrong with a specification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No threads, or more than anybody has.
    #[error("{0} threads are not possible: choose 1 to {most}", most = RunSpec::MOST_THREADS)]
    Threads(usize),
    /// A time that is negative, infinite or no number.
    #[error("a budget of {0} seconds is not possible: give a number from 0")]
    Seconds(String),
}

impl RunSpec {
    /// The most threads a run may have.
    pub const MOST_THREADS: usize = 1024;

    /// A run of a solver on a puzzle without a budget, with seed 0, on all cores.
    pub fn new(puzzle: impl Into<String>, solver: impl Into<String>) -> Self {
        Self {
            puzzle: puzzle.into(),
            solver: solver.into(),
            settings: BTreeMap::new(),
            seed: 0,
            threads: all_cores(),
            start: None,
            floor: None,
            budget: Budget::default(),
        }
    }

    /// Whether the numbers make sense; settings are checked against the solver's table.
    pub fn check(&self) -> Result<(), SpecError> {
        if !(1..=Self::MOST_THREADS).contains(&self.threads) {
            return Err(SpecError::Threads(self.threads));
        }
        match self.budget.seconds {
            Some(seconds) if !(seconds.is_finite() && seconds >= 0.0) => {
                Err(SpecError::Seconds(seconds.to_string()))
            }
            _ => Ok(()),
        }
    }
}

fn default_solver() -> String {
    "auto".to_owned()
}

fn all_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.min(RunSpec::MOST_THREADS)
}

/// Settings whose values people may write as numbers or flags.
fn settings<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Flag(bool),
        Integer(i64),
        Real(f64),
        Text(String),
    }
    let written = BTreeMap::<String, Written>::deserialize(from)?;
    let text = |value| match value {
        Written::Flag(flag) => flag.to_string(),
        Written::Integer(number) => number.to_string(),
        Written::Real(number) => number.to_string(),
        Written::Text(text) => text,
    };
    Ok(written.into_iter().map(|(name, value)| (name, text(value))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> RunSpec {
        let mut spec = RunSpec::new("eternity2", "hunt");
        spec.settings = [("slips", "10"), ("order", "row")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into();
        spec.seed = 42;
        spec.threads = 3;
        spec.start = Some("board.json".to_owned());
        spec.floor = Some(460);
        spec.budget =
            Budget { seconds: Some(0.1), nodes: Some(5), evaluations: Some(6), target: Some(470) };
        spec
    }

    #[test]
    fn specifications_survive_toml_and_json() {
        for spec in [full(), RunSpec::new("clue1", "exact")] {
            let toml = toml::to_string(&spec).unwrap();
            assert_eq!(toml::from_str::<RunSpec>(&toml).unwrap(), spec);
            let json = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<RunSpec>(&json).unwrap(), spec);
        }
    }

    #[test]
    fn people_may_write_numbers_flags_and_durations() {
        let text = "puzzle = 'clue1'\nthreads = 1\n\
            [budget]\nseconds = '1m30s'\n[settings]\nants = 5\nelite = true\ndecay = 0.5";
        let spec: RunSpec = toml::from_str(text).unwrap();
        assert_eq!(spec.solver, "auto");
        assert_eq!(spec.budget.seconds, Some(90.0));
        let plain: RunSpec =
            serde_json::from_str(r#"{"puzzle":"x","budget":{"seconds":90}}"#).unwrap();
        assert_eq!(plain.budget, spec.budget);
        let settings: Vec<_> = spec.settings.values().map(String::as_str).collect();
        assert_eq!(settings, ["5", "0.5", "true"]);
    }

    #[test]
    fn unknown_fields_and_bad_durations_are_refused() {
        let error = |text| toml::from_str::<RunSpec>(text).unwrap_err().to_string();
        assert!(error("puzzle = 'x'\nsead = 1").contains("sead"));
        assert!(error("puzzle = 'x'\n[budget]\nsecond = 1").contains("second"));
        assert!(error("puzzle = 'x'\n[budget]\nseconds = 'soon'").contains("not a duration"));
        assert!(error("solver = 'x'").contains("puzzle"));
    }

    #[test]
    fn impossible_numbers_are_refused() {
        let refused = |change: fn(&mut RunSpec)| {
            let mut spec = full();
            change(&mut spec);
            spec.check().unwrap_err().to_string()
        };
        assert!(refused(|s| s.threads = 0).contains("choose 1 to 1024"));
        assert!(refused(|s| s.threads = 5000).contains("5000"));
        assert!(refused(|s| s.budget.seconds = Some(-1.0)).contains("-1 seconds"));
        assert!(refused(|s| s.budget.seconds = Some(f64::NAN)).contains("NaN"));
        assert_eq!(full().check(), Ok(()));
    }
}
