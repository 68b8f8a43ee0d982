//! Where a stream stands.

use crate::kernel::entry;

/// The topmost place of a stack and the nodes that were visited so far, in one word: a step has few
/// registers to spare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand(u64);

impl Stand {
    /// Nodes are counted from this bit on.
    const NODES: u32 = 32;
    /// How many rounds can be counted.
    pub(super) const ROUNDS: u64 = 1 << 31;

    pub(super) fn of(top: usize) -> Self {
        Self(top as u64)
    }

    #[inline(always)]
    pub(super) fn top(self) -> usize {
        self.0 as u32 as usize
    }

    pub(super) fn nodes(self) -> u64 {
        self.0 >> Self::NODES
    }

    /// After an entry has made room for so many.
    #[inline(always)]
    pub(super) fn after(self, advance: u64, count: usize) -> Self {
        Self(self.0.wrapping_add(advance).wrapping_add(count as u64))
    }
}

/// What laying an entry of a place adds to a stand: it comes off the stack, and is a node unless it is a
/// rest.
pub const fn advance<const H: usize>(place: usize) -> u64 {
    let is_node = entry::is_piece::<H>(entry::at_place(place)) as u64;
    (is_node << Stand::NODES).wrapping_sub(1)
}
