//! Boards built piece by piece, over and over, the best kept.
//!
//! `greedy` goes column by column, `growth` outwards from a random cell; both take for each cell
//! the first piece that matches most, from a list that is shuffled for every board (Söderlind 2010,
//! sections 4.1 and 5.3). They end with boards that are good where they began and poor where they
//! ended, and are the usual start of everything that improves boards.

pub mod fill;
pub(crate) mod lines;
pub(crate) mod lists;
pub mod path;
pub(crate) mod refill;
pub(crate) mod scan;
mod solver;

pub use solver::{GREEDY, GROWTH};
