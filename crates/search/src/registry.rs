//! All solvers there are, with what people need to know about each.
//!
//! Help, the web forms, the docs and the checks of settings are made from these entries, so that a
//! solver is described in one place only.

use thiserror::Error;

use crate::nearest::suggestion;
use crate::params::{ParamError, Parameter};
use crate::solver::{Counters, Solver, Task};
use crate::spec::SpecError;

/// What a solver's work is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Pieces placed: tree searches.
    Nodes,
    /// Boards or changes scored: everything else.
    Evaluations,
}

impl Unit {
    /// The unit's name, as in JSON and in options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Evaluations => "evaluations",
        }
    }

    /// The work done in this unit.
    pub const fn of(self, counters: &Counters) -> u64 {
        match self {
            Self::Nodes => counters.nodes,
            Self::Evaluations => counters.evaluations,
        }
    }
}

/// What is known of a solver without running it.
#[derive(Clone, Copy, Debug)]
pub struct SolverInfo {
    /// What people type.
    pub name: &'static str,
    /// One line of what it is.
    pub summary: &'static str,
    /// The document it comes from, or how it came about.
    pub source: &'static str,
    /// Whether it can begin with a board that is given to it; [`Task::start`] is none otherwise.
    pub takes_start: bool,
    /// What its work is counted in: its budget, and the argument of [`Solver::advance`].
    pub unit: Unit,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Starts it.
    pub build: fn(Task) -> Built,
    /// Goes on from what [`Solver::save`] gave. The task is the one it was built from.
    pub restore: fn(Task, &[u8]) -> Built,
}

/// A solver ready to go, or why there is none.
pub type Built = Result<Box<dyn Solver>, BuildError>;

/// Why a solver cannot start.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No solver of that name.
    #[error(transparent)]
    Unknown(#[from] UnknownSolver),
    /// A setting is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The specification contradicts itself.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The solver cannot work on this puzzle or from this board.
    #[error("{0}")]
    Unsuitable(String),
    /// A saved state that this solver cannot read.
    #[error("the saved state is not one of this solver: {0}")]
    State(String),
}

/// A solver that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no solver `{name}`{}; there are: {}",
    suggestion(.name, .known.iter().copied()), .known.join(", "))]
pub struct UnknownSolver {
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

/// All solvers, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// The entries.
    pub solvers: Vec<&'static SolverInfo>,
}

impl Registry {
    /// A registry of these solvers.
    pub fn new(solvers: Vec<&'static SolverInfo>) -> Self {
        Self { solvers }
    }

    /// The solver of that name; the error lists all names.
    pub fn get(&self, name: &str) -> Result<&'static SolverInfo, UnknownSolver> {
        self.solvers.iter().find(|info| info.name == name).copied().ok_or_else(|| UnknownSolver {
            name: name.to_owned(),
            known: self.solvers.iter().map(|info| info.name).collect(),
        })
    }

    /// Why a solver cannot begin with a board, with those that can.
    pub fn refuse_start(&self, solvers: &str) -> BuildError {
        let takers = self.solvers.iter().filter(|info| info.takes_start).map(|info| info.name);
        BuildError::Unsuitable(format!(
            "{solvers} cannot start from a board: leave the board out, make its pieces mandatory \
             hints of the puzzle, or choose one of {}",
            takers.collect::<Vec<_>>().join(", ")
        ))
    }
}
