//! Puzzles given to a SAT solver.

pub mod counting;
pub mod domains;
pub mod encode;
pub mod engine;
pub mod formula;
pub mod settings;
pub mod size;
pub mod solver;

#[cfg(feature = "cadical")]
pub mod cadical;

use tilewright_search::{SolverInfo, Unit};

use solver::SatSolver;

/// The entry for the registry.
pub static INFO: SolverInfo = SolverInfo {
    name: "sat",
    summary: "the puzzle as a formula for a SAT solver: solves it or proves that there is no \
              solution; its nodes are conflicts",
    source: "Heule 2008, Solving edge-matching problems with satisfiability solvers, and own \
             measurements",
    unit: Unit::Nodes,
    parameters: settings::PARAMETERS,
    build: |task| Ok(Box::new(SatSolver::new(&task)?)),
    restore: |task, state| Ok(Box::new(SatSolver::restore(&task, state)?)),
};

#[cfg(test)]
mod tests;
