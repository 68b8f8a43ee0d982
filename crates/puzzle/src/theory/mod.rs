//! How hard a puzzle is, said with numbers before anybody searches.
//!
//! One model gives them all, for every topology, with or without a rim, hints or mates. Pieces are
//! classed by how they lie against the rim; sides that can ever meet form groups; and within a
//! group the colours are thought to be dealt at random, so that the chance that some joins all
//! match is a formula (Brendan Owen's, for a full board).
//! From it follow the expected number of solutions and the expected size of a search.
//!
//! The formulas about colours alone are from C. M. D. Söderlind, *Design and Analysis of
//! ACO-algorithms for edge-matching problems* (2010), chapter 3.1.

mod colours;
mod expectation;
mod groups;
mod magnitude;
mod order;
mod pairing;

pub(crate) mod classes;

pub use colours::{
    HardestColours, UniquePieces, hardest_colours, matches_signed, matches_unsigned, unique_pieces,
};
pub use expectation::{combinations, combinations_of, expected_solutions, nodes_by_depth};
pub use magnitude::Magnitude;
pub use order::FillOrder;
