//! Tilings from projections.

pub mod audit;
#[cfg(test)]
mod brute;
pub mod contradiction;
mod count_single;
pub mod evolve;
pub mod exact;
mod field;
mod formula;
pub mod generate;
pub mod problem;
mod rows;
mod ryser;
pub mod tile;
pub mod tile_picture;
pub mod tiling;
pub mod watch;

pub use problem::{MOST_SIDE, Problem, ProblemError};
pub use tile::Tile;
pub use tile_picture::read_tile;
pub use tiling::{Place, Tiling};
