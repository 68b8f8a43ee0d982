//! Evolution strategies: they look for a tiling and prove nothing.
//!
//! [`Comma`] is the strategy of Laros 2003, with the quirks of its printed code or without;
//! [`Repair`] keeps its frame, a (1,N) strategy with comma selection, and replaces blind bit flips by
//! moves that never overlap and never exceed a count.

mod comma;
mod repair;

pub use comma::{Comma, Quirks};
pub use repair::Repair;

use crate::tiling::Tiling;

/// A population that goes on generation by generation.
pub trait Evolution: Send {
    /// Makes one generation; does nothing once there is a solution.
    fn generation(&mut self);

    /// The tiling that solves the problem, once there is one.
    fn solution(&self) -> Option<&Tiling>;

    /// The parent of the next generation.
    fn parent(&self) -> &Tiling;

    /// How far the parent is from a solution; 0 for a solution.
    fn difference(&self) -> u64;

    /// Generations so far.
    fn generations(&self) -> u64;

    /// Individuals that were looked at so far.
    fn evaluations(&self) -> u64;
}
