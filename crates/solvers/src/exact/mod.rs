//! Exact search: backtracking over a fixed order of cells.
//!
//! A [`plan::Plan`] is a puzzle prepared for one fill order: for every depth the table that turns
//! the colours around the next cell into the pieces that fit. A [`walk::Walk`] is a place in the
//! tree of partial boards; it can stop at any node and go on later.

pub mod engine;
pub mod plan;
pub mod walk;
