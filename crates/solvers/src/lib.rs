//! The algorithms, one family a module.

pub mod exact;
pub mod sat;
