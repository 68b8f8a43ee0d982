//! The algorithms, one family a module.

pub mod ants;
pub mod auto;
pub mod beam;
pub mod construct;
pub mod evolve;
pub mod exact;
pub mod hunt;
pub mod improve;
pub mod kernel;
pub mod layout;
pub mod sat;
pub mod team;

mod exponential;
mod settings;

use tilewright_search::{Registry, SolverInfo};

/// All solvers, in the order in which they are shown.
pub fn registry() -> Registry {
    Registry::new(vec![
        &auto::AUTO,
        &exact::EXACT,
        &exact::RINGS,
        &sat::INFO,
        &hunt::HUNT,
        &beam::BEAM,
        &construct::GREEDY,
        &construct::GROWTH,
        &improve::LOCAL_SEARCH,
        &improve::TABU,
        &improve::ANNEAL,
        &improve::VLNS,
        &ants::ANT_SYSTEM,
        &ants::ANT_COLONY_SYSTEM,
        &ants::MAX_MIN_ANT_SYSTEM,
        &evolve::BORDER_GA,
        &evolve::REGION_GA,
        &evolve::IMMUNE,
        &evolve::MOEA,
        &evolve::SPIRAL,
        &evolve::RANDOM,
        &evolve::ISLANDS,
    ])
}

/// The solver behind `count`. It counts all solutions instead of looking for one, so it is not
/// among the [solvers](registry).
pub fn counter() -> &'static SolverInfo {
    &exact::COUNT
}
