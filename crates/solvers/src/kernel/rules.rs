//! What a search may do besides laying pieces that fit.

/// Rules of a search, worked into the step.
pub trait Rules {
    /// What they have to remember of a stream.
    type Memory: Clone + Send;

    /// The memory of a stream that has laid nothing.
    fn memory(&self) -> Self::Memory;

    /// An entry is laid on a level.
    fn lay(&self, memory: &mut Self::Memory, level: usize, entry: u32);

    /// Those of a record's candidates that may be laid on a level, as a mask.
    fn admitted(&self, memory: &Self::Memory, level: usize, record: usize) -> u32;

    /// The first record of further candidates for a level, which do not fit: `pair` tells the
    /// colours around its cell, as the place of the record in its table.
    fn slips(&self, memory: &Self::Memory, level: usize, pair: u32) -> Option<usize>;
}

/// Every piece fits, and every piece that fits may be laid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict;

impl Rules for Strict {
    type Memory = ();

    #[inline(always)]
    fn memory(&self) {}

    #[inline(always)]
    fn lay(&self, _: &mut (), _: usize, _: u32) {}

    #[inline(always)]
    fn admitted(&self, (): &(), _: usize, _: usize) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn slips(&self, (): &(), _: usize, _: u32) -> Option<usize> {
        None
    }
}
