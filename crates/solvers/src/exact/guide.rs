//! What a walk may ask before it lays a piece.
//!
//! The walk itself keeps the rules: it lays only pieces that fit. A guide may know more, namely
//! that a piece which fits leads nowhere, and save the walk the way. A guide must be sound: it may
//! only turn down what no solution contains. So walks with different guides find the same
//! boards, in the same order.

use super::plan::{Candidate, Plan};

/// Knowledge about one walk.
pub trait Guide: Clone + Send {
    /// What is known in advance about the puzzle and the order, shared by all walks.
    type Chart: Clone + Send + Sync;

    /// The guide of a walk that has laid nothing yet.
    fn new(chart: &Self::Chart) -> Self;

    /// Whether a candidate that fits may lie on a depth.
    fn admits(&mut self, chart: &Self::Chart, depth: usize, candidate: &Candidate) -> bool;

    /// The last piece of a kind has been laid.
    fn used_up(&mut self, chart: &Self::Chart, kind: u16);

    /// A piece of a kind that was used up has been taken back.
    fn free_again(&mut self, chart: &Self::Chart, kind: u16);

    /// The walk has come to a depth it has to fill next. False if that cannot end well.
    fn enter(&mut self, chart: &Self::Chart, plan: &Plan, depth: usize, slots: &[u16]) -> bool;
}

/// The guide that knows nothing: the walk visits every partial board that keeps the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Guide for Blind {
    type Chart = ();

    fn new(_: &()) -> Self {
        Self
    }

    #[inline]
    fn admits(&mut self, _: &(), _: usize, _: &Candidate) -> bool {
        true
    }

    #[inline]
    fn used_up(&mut self, _: &(), _: u16) {}

    #[inline]
    fn free_again(&mut self, _: &(), _: u16) {}

    #[inline]
    fn enter(&mut self, _: &(), _: &Plan, _: usize, _: &[u16]) -> bool {
        true
    }
}
