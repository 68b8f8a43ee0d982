//! The algorithms, one family a module.

pub mod auto;
pub mod exact;
pub mod hunt;
pub mod kernel;
pub mod sat;

use tilewright_search::{Registry, SolverInfo};

/// All solvers, in the order in which they are shown.
pub fn registry() -> Registry {
    Registry::new(vec![&auto::AUTO, &exact::EXACT, &exact::RINGS, &sat::INFO, &hunt::HUNT])
}

/// The solver behind `count`. It counts all solutions instead of looking for one, so it is not
/// among the [solvers](registry).
pub fn counter() -> &'static SolverInfo {
    &exact::COUNT
}
