//! What a search may do besides laying pieces that fit.

use super::slip::SlipLot;

/// A list of candidates that match one neighbour, and must not match the other.
#[derive(Clone, Copy, Debug)]
pub struct Slips {
    /// Its first lot; 0 if there are none.
    pub lot: usize,
    /// The other neighbour's colour.
    pub other: u8,
}

/// Rules of a search, worked into the step.
pub trait Rules {
    /// What they have to remember of what lies before a level.
    type Mark: Copy + Default + std::fmt::Debug + Send;

    /// Whether orders with teeth are usual, whose levels are never all even.
    const TEETH: bool;

    /// The mark after an entry is laid.
    fn lay(&self, mark: Self::Mark, entry: u32) -> Self::Mark;

    /// What the candidates of a level have to bring.
    fn need(&self, mark: Self::Mark, level: usize) -> u32;

    /// Those of a record's candidates that bring what is needed, as a mask.
    fn admitted(&self, need: u32, record: usize) -> u32;

    /// Further candidates for a level, which do not fit: `pair` tells the colours around its cell,
    /// as they stand in an entry.
    fn slips(&self, mark: Self::Mark, level: usize, pair: u32) -> Option<[Slips; 2]>;

    /// A lot of slips, if there is one of this number.
    fn slip_lot(&self, number: usize) -> Option<&SlipLot>;

    /// Whether the level after this one has to be filled by a piece that fits, if there are so many
    /// `more` slips on this one.
    fn has_spent(&self, mark: Self::Mark, level: usize, more: u8) -> bool;
}

/// Every piece fits, and every piece that fits may be laid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict;

impl Rules for Strict {
    type Mark = ();
    const TEETH: bool = false;

    #[inline(always)]
    fn lay(&self, (): (), _: u32) {}

    #[inline(always)]
    fn need(&self, (): (), _: usize) -> u32 {
        0
    }

    #[inline(always)]
    fn admitted(&self, _: u32, _: usize) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn slips(&self, (): (), _: usize, _: u32) -> Option<[Slips; 2]> {
        None
    }

    #[inline(always)]
    fn slip_lot(&self, _: usize) -> Option<&SlipLot> {
        None
    }

    #[inline(always)]
    fn has_spent(&self, (): (), _: usize, _: u8) -> bool {
        true
    }
}
