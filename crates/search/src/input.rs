//! How runs are set up: from a specification, or from a checkpoint.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tilewright_puzzle::{Board, Puzzle};

use crate::checkpoint::Checkpoint;
use crate::event::Listener;
use crate::params::Params;
use crate::progress::Progress;
use crate::registry::{BuildError, Registry, SolverInfo, Unit};
use crate::solver::{Solver, Task};
use crate::spec::RunSpec;
use crate::stop::Interrupt;
use crate::verdict::Verdict;

/// Where and how often to write checkpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointPlan {
    /// The file.
    pub path: PathBuf,
    /// How often.
    pub every: Duration,
}

/// Everything the executor needs: a solver, ready to go, and what to do around it.
pub struct RunInput<'a> {
    /// What the run is for, as on the command line: `solve`, `count`, ...
    pub verb: String,
    /// What is asked for.
    pub spec: RunSpec,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The board to start from, if any.
    pub start: Option<Board>,
    /// The solver.
    pub solver: Box<dyn Solver>,
    /// What its work is counted in.
    pub unit: Unit,
    /// What earlier sessions have done.
    pub resumed: Option<Progress>,
    /// Who wants to know.
    pub listeners: Vec<Box<dyn Listener + 'a>>,
    /// How to stop it from outside.
    pub interrupt: Interrupt,
    /// Whether to write checkpoints.
    pub checkpoint: Option<CheckpointPlan>,
    /// Raised to have one written at once; lowered when it is.
    pub checkpoint_wanted: Arc<AtomicBool>,
}

impl<'a> RunInput<'a> {
    /// A new run. The caller has read the puzzle and the start board that the specification names.
    pub fn new(
        registry: &Registry,
        verb: &str,
        spec: RunSpec,
        puzzle: Arc<Puzzle>,
        start: Option<Board>,
    ) -> Result<Self, BuildError> {
        let info = registry.get(&spec.solver)?;
        let task = task(info, &spec, &puzzle, start.as_ref())?;
        if start.is_some() && !info.takes_start {
            return Err(registry.refuse_start(info.name));
        }
        let solver = (info.build)(task)?;
        Ok(Self::around(solver, info.unit, verb.to_owned(), spec, puzzle, start))
    }

    /// Goes on from a checkpoint. To give it more time, raise the budget in its specification
    /// first: budgets count all sessions.
    pub fn resume(registry: &Registry, checkpoint: Checkpoint) -> Result<Self, BuildError> {
        let Checkpoint { verb, spec, puzzle, start, progress, state } = checkpoint;
        let info = registry.get(&spec.solver)?;
        let task = task(info, &spec, &puzzle, start.as_ref())?;
        let solver = (info.restore)(task, &state)?;
        let mut input = Self::around(solver, info.unit, verb, spec, puzzle, start);
        input.resumed = Some(progress);
        Ok(input)
    }

    fn around(
        solver: Box<dyn Solver>,
        unit: Unit,
        verb: String,
        spec: RunSpec,
        puzzle: Arc<Puzzle>,
        start: Option<Board>,
    ) -> Self {
        Self {
            verb,
            spec,
            puzzle,
            start,
            solver,
            unit,
            resumed: None,
            listeners: Vec::new(),
            interrupt: Interrupt::manual(),
            checkpoint: None,
            checkpoint_wanted: Arc::default(),
        }
    }

    /// The same with one more listener.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Listener + 'a) -> Self {
        self.listeners.push(Box::new(listener));
        self
    }
}

/// The checked task that a specification means for a solver.
fn task(
    info: &SolverInfo,
    spec: &RunSpec,
    puzzle: &Arc<Puzzle>,
    start: Option<&Board>,
) -> Result<Task, BuildError> {
    spec.check()?;
    let (counted, foreign) = match info.unit {
        Unit::Nodes => (Unit::Nodes, spec.budget.evaluations.map(|_| Unit::Evaluations)),
        Unit::Evaluations => (Unit::Evaluations, spec.budget.nodes.map(|_| Unit::Nodes)),
    };
    if let Some(unit) = foreign {
        return Err(BuildError::Unsuitable(format!(
            "solver `{}` counts {}: a budget of {} would never end it",
            info.name,
            counted.name(),
            unit.name()
        )));
    }
    if let Some(board) = start {
        Verdict::on(puzzle, board).map_err(|reason| {
            BuildError::Unsuitable(format!("the board to start from is refused: {reason}"))
        })?;
    }
    Ok(Task {
        puzzle: Arc::clone(puzzle),
        params: Params::from_settings(info.parameters, &spec.settings)?,
        seed: spec.seed,
        threads: spec.threads,
        start: start.cloned(),
        target: spec.budget.target,
        floor: spec.floor,
    })
}
