//! Whole boards made better by moving pieces about.
//!
//! `local-search` is the method of Söderlind (2010), section 5.4, with what has become usual since:
//! swapped pieces that turn to match, moves along plateaus, restarts. `tabu` and `anneal` are two ways
//! out of its dead ends; `vlns` searches very large neighbourhoods exactly. All work on a [`crate::layout::Layout`], on every shape of board; the rim
//! always faces out and hints stay where they are.

mod anneal;
pub(crate) mod climb;
mod cooling;
pub(crate) mod faulty;
mod local;
mod memory;
pub(crate) mod moves;
pub(crate) mod polish;
pub(crate) mod start;
mod tabu;
pub mod vlns;

pub use anneal::ANNEAL;
pub use local::LOCAL_SEARCH;
pub use tabu::TABU;
pub use vlns::VLNS;
