//! The verbs, one module each.

pub(crate) mod bench;
mod bench_boards;
pub(crate) mod boards;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod estimate;
pub(crate) mod fit;
pub(crate) mod generate;
pub(crate) mod lab;
pub(crate) mod lists;
pub(crate) mod packaging;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod runs;
pub(crate) mod solve;
pub(crate) mod solvers;
pub(crate) mod studio;
pub(crate) mod tiling;
pub(crate) mod verify;
