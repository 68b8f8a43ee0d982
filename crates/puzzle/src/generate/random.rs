//! The random numbers of the generator: the same on every machine, whatever its word size.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `limit`, all as likely but for one part in four billion; 0 if `limit` is 0.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.0.next_u64()) * u128::from(limit)) >> 64) as u32
    }

    /// Yes or no.
    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of the items.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u32) as usize).copied()
    }

    /// Every order as likely.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}
