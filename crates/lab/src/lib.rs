//! Experiments: many runs, honest statistics, the papers' tables beside ours.
//!
//! An [`Experiment`] is a file. A [`Plan`] is what it means: every trial with its seed and its work.
//! The [runner] does the trials that the archive does not have; [`Results`] are the table with its
//! [statistics]; the [report] shows them in a terminal, as Markdown, CSV, JSON or one HTML file with
//! [plots](plot).

pub mod embedded;
pub mod experiment;
pub mod instances;
pub mod machine;
pub mod outcome;
pub mod plan;
pub mod plot;
pub mod report;
pub mod results;
pub mod runner;
pub mod statistics;

mod clock;
mod metered;
mod recorded;
mod trial;

/// All that can take part: the solvers, and what counts solutions.
pub fn registry() -> tilewright_search::Registry {
    let mut registry = tilewright_solvers::registry();
    registry.solvers.push(tilewright_solvers::counter());
    registry
}

pub use experiment::{Experiment, ExperimentError};
pub use outcome::Outcome;
pub use plan::{Plan, Scale};
pub use results::{Results, Row};
pub use runner::{Doing, News, run};
