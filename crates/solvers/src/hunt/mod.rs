//! The hunt: high scores on puzzles that nobody can solve.
//!
//! Depth-first search with slips, after L. Verhaard (2008) and J. Blackwood (2020): a fixed order of
//! whole rows and then a comb, a [quota](schedule) of unwelcome pieces early, mismatches allowed
//! late, and every board that comes near its end finished exactly and mended. The first rows are laid by a beam. All of it is [fitted](fit) to the
//! puzzle.

mod crew;
mod finish;
pub mod fit;
mod ground;
mod known;
mod ladder;
mod mend;
mod openings;
mod plans;
pub mod presets;
mod rules;
pub mod schedule;
mod solver;
pub mod subtrees;
mod theory;
mod wings;
mod work;

pub use solver::HUNT;
