//! Exact search: backtracking over a fixed order of cells.
//!
//! A [`plan::Plan`] is a puzzle prepared for one fill order: for every depth the table that turns
//! the colours around the next cell into the pieces that fit. A [`walk::Walk`] is a place in the
//! tree of partial boards; it can stop at any node and go on later.
//!
//! Many walks make a search. The solvers here share a tree between lanes, run the lanes in rounds
//! on all threads, and keep everything that is seen from outside independent of the threads.

pub mod engine;
pub mod guide;
pub mod plan;
pub mod walk;

mod count;
mod lane;
pub(crate) mod order;
mod pin;
mod restarts;
mod solver;
mod stock;
mod tree;

pub use count::COUNT;
pub use solver::{EXACT, RINGS};
