//! What a run is.
//!
//! A [`RunSpec`] says in plain data what to do: a puzzle, a solver with its settings, a seed, a
//! budget. A [`Solver`] is a resumable state machine that is told how much to do. The
//! [executor](run) owns the loop around it: budgets, threads, signals, [events](Event),
//! [checkpoints](Checkpoint), the best board, and the [reason](StopReason) why the run ended. A
//! [`Registry`] knows all solvers with their parameters.
//!
//! Nothing here prints, and solvers never read a clock or touch a file.

pub mod checkpoint;
pub mod curve;
pub mod duration;
pub mod event;
pub mod executor;
pub mod input;
pub mod params;
pub mod progress;
pub mod random;
pub mod registry;
pub mod result;
pub mod solver;
pub mod spec;
pub mod state;
pub mod stop;
pub mod testing;
pub mod verdict;

mod clock;
mod container;
mod nearest;
mod observed;
mod pace;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use clock::Clock;
pub use container::Damage;
pub use curve::Curve;
pub use duration::{format_duration, parse_duration};
pub use event::{Event, Listener, Sample};
pub use executor::run;
pub use input::{CheckpointPlan, RunInput};
pub use observed::{Observed, Observer};
pub use params::{Kind, ParamError, Parameter, Params};
pub use progress::{Kept, Progress};
pub use random::{Stream, scatter, stream};
pub use registry::{BuildError, Built, Registry, SolverInfo, Unit, UnknownSolver};
pub use result::{RunError, RunResult};
pub use solver::{Best, Counters, SaveError, Solver, Status, Task};
pub use spec::{Budget, RunSpec, SpecError};
pub use stop::{Interrupt, StopReason};
pub use verdict::Verdict;
