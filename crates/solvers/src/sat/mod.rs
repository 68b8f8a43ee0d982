//! Puzzles given to a SAT solver.
//!
//! A puzzle is [pruned](domains), [encoded](mod@encode) as a formula and searched by an
//! [engine](engine::Engine) in [rounds](solver): BatSat, in Rust, or CaDiCaL with the cargo feature
//! `cadical`. The answer is a solution, or the proof that there is none. The work is counted in
//! conflicts, which stand in the counter of nodes. This is the method for puzzles that are small and
//! hard, or that may have no solution; on boards like Eternity II it gets nowhere.
//!
//! # What was measured
//!
//! Conflicts to the first solution with BatSat, median and worst of five seeds (the seed numbers the
//! variables and orders the clauses), and the median time in seconds on one core of a busy machine,
//! so the times are rough. Each encoding stands with the counting that it is better with; 6x6 are
//! the hardest generated puzzles with seeds 1 and 2; runs were cut off at 60,000 to 100,000.
//!
//! | puzzle | pieces, product      | turns, pairwise      | placements, product  |
//! |--------|----------------------|----------------------|----------------------|
//! | clue1  | 45, 91; 0.01         | 25, 91; 0.01         | 34, 102; 0.01        |
//! | clue2  | 589, 928; 0.13       | 157, 393; 0.03       | 187, 384; 0.13       |
//! | clue3  | 117, 152; 0.04       | 20, 424; 0.01        | 30, 38; 0.01         |
//! | clue4  | 425, 1,530; 0.16     | 234, 500; 0.06       | 192, 215; 0.12       |
//! | 6x6, 1 | 41,628, 96,038; 5.7  | 9,987, 97,580; 3.6   | 11,374, 29,988; 1.2  |
//! | 6x6, 2 | 18,306, 52,338; 1.9  | 20,911, 37,923; 11.3 | 39,406, above 60,000; 10.1 |
//!
//! (On the clue puzzles, turns stands with nine seeds.) `pieces` with `product` is the default: it
//! meets more conflicts on the clue puzzles, where all are fast, but conflicts are cheapest with it,
//! and it solved the three hard puzzles tried with every seed. What all encodings share was measured as well:
//!
//! - Support clauses (a colour on a join needs a piece that shows it): conflicts of `placements` on
//!   clue2 fall from 1,267 to 180, of `turns` from 1,352 to 142.
//! - Leaving out 'at most one piece on a cell', which follows: `placements` on the first 6x6 falls
//!   from 57,249 conflicts and 10.6 s to 11,374 and 1.1 s.
//! - Commanders in place of products: above 60,000 on the first 6x6 for three seeds of five.

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
    takes_start: true,
    unit: Unit::Nodes,
    parameters: settings::PARAMETERS,
    build: |task| Ok(Box::new(SatSolver::new(&task)?)),
    restore: |task, state| Ok(Box::new(SatSolver::restore(&task, state)?)),
};

#[cfg(test)]
mod tests;
