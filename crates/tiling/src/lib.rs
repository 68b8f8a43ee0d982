//! Tilings from projections.

pub mod audit;
mod field;
pub mod generate;
pub mod problem;
pub mod tile;
pub mod tile_picture;
pub mod tiling;

pub use problem::{MOST_SIDE, Problem, ProblemError};
pub use tile::Tile;
pub use tile_picture::read_tile;
pub use tiling::{Place, Tiling};
