//! `border-ga`: the border first, then the centre, by genomes that breed with themselves.
//!
//! M. Logan, *Genetic Algorithm - Eternity II: a genetic algorithm for solving packing problems based
//! around the Eternity II board puzzle* (University of Northumbria, 2008). When nothing gets better for
//! a while, the weights are drawn anew if they are random, and every genome is mutated at a much higher
//! rate; after some such attempts everything begins anew with another border, which the document's
//! program could not: a border need not have a centre.

mod measure;
mod pairs;
mod solver;
mod statistics;
mod weights;

pub use solver::BORDER_GA;
