//! `islands`: small populations in a ring that breed apart and now and then send somebody on.
//!
//! R. Nichols, *Eternity 2 Heuristic Solver* (COEN 432, 2018): for triangular boards there; here for
//! every board. Pieces keep to their class (corner, side, inner) and the rim is always turned out. Ours
//! are the local search on children, the measure of diversity, and that an island which has lost its
//! diversity begins anew.

mod arrangement;
mod island;
mod solver;

pub use solver::ISLANDS;
