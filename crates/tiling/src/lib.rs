//! Tilings from projections.
//!
//! A board is laid with tiles of one shape, any polyomino, so that none overlaps another. Each tile
//! has a defining cell; given is how many defining cells every row and every column has. Laros 2003,
//! A genetic algorithm, looks for such tilings with an evolution strategy.
//!
//! A [`Problem`] is a [`Tile`] with counts, read by [`counts`] and [`tile_picture`] or made by
//! [`generate`](mod@generate); a [`Tiling`] is a set of defining cells, judged by the auditor
//! ([`audit`](mod@audit)). [`exact`] solves, counts and lists, and never confuses what is proved with
//! what was not found; [`evolve`] has the document's strategy and one that leaves it far behind;
//! [`tables`] measures the document's tables anew.
//!
//! ```
//! use tilewright_tiling::exact::{Answer, solve};
//! use tilewright_tiling::{Problem, Tile, Watch};
//!
//! let problem = Problem::new(Tile::ell(), vec![1, 1, 0, 1, 0], vec![0, 2, 0, 1, 0])?;
//! let Answer::Solved { tiling, .. } = solve(&problem, 1, &mut Watch::steps(1000)) else {
//!     panic!("the document's example has a solution");
//! };
//! assert_eq!(tiling.projections(), (vec![1, 1, 0, 1, 0], vec![0, 2, 0, 1, 0]));
//! # Ok::<(), tilewright_tiling::ProblemError>(())
//! ```

pub mod audit;
#[cfg(test)]
mod brute;
pub mod contradiction;
mod count_single;
pub mod counts;
pub mod evolve;
pub mod exact;
mod field;
mod formula;
pub mod generate;
pub mod problem;
mod rows;
pub mod runs;
mod ryser;
pub mod statistics;
pub mod tables;
pub mod tile;
pub mod tile_picture;
pub mod tiling;
pub mod watch;

pub use audit::{Fault, audit};
pub use contradiction::{Contradiction, contradiction};
pub use problem::{MOST_SIDE, Problem, ProblemError};
pub use tile::{Tile, TileError};
pub use tile_picture::{TileTextError, read_tile};
pub use tiling::{Place, Tiling};
pub use watch::{Spent, Watch};
