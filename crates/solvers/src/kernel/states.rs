//! What a stream knows about each level, and offsets that lead there without a check.
//!
//! A step finds a colour in what lies on an earlier level, and everything after that waits for it. So
//! where an earlier level's state is, is worked out beforehand, in bytes.
//!
//! The unsafe code here rests on one invariant: **a [`StateAt`] is a multiple of the
//! 64 bytes of a line, below [`STATES`] times that.** Its field is private, and [`StateAt::of`], which takes the
//! remainder, is the only way to get one.

use std::ops::{Deref, DerefMut};

use super::simd::Pool;

/// Room for what a stream knows about each level, one that takes what nobody asks for included.
pub const STATES: usize = 1 << 9;
/// Bytes in a line of the cache.
const LINE: usize = 64;

/// What a stream knows about one level. On boards of up to 256 pieces all of it is in one line of the
/// cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct State<const H: usize, M> {
    /// The pieces that are free before it.
    pub pool: Pool<H>,
    /// The entry that lies on it.
    pub laid: u32,
    /// The colours that may be handed on along the line if what follows has to fit, and that of rests.
    pub may_lead_to: u32,
    /// The colours that can reach the place below.
    pub reach: u32,
    /// What the rules remember of what lies before it.
    pub mark: M,
}

/// What a stream knows about each level, and after the last.
#[derive(Clone, Debug)]
#[repr(transparent)]
pub struct States<const H: usize, M>([State<H, M>; STATES + 1]);

/// Where a level's state is.
#[derive(Clone, Copy, Debug)]
pub struct StateAt(u16);

impl StateAt {
    /// Where the state of a level is; of those that are too high, that of some other one.
    pub const fn of(level: usize) -> Self {
        Self((level % STATES * LINE) as u16)
    }

    /// The level.
    pub fn level(self) -> usize {
        usize::from(self.0) / LINE
    }
}

impl<const H: usize, M: Copy> States<H, M> {
    /// The same state for each.
    pub const fn of(state: State<H, M>) -> Self {
        Self([state; STATES + 1])
    }

    /// The states of a level and of the next one.
    #[inline(always)]
    pub fn with_next(&mut self, level: usize) -> [&mut State<H, M>; 2] {
        let (first, rest) = self.0[level % STATES..].split_at_mut(1);
        [&mut first[0], &mut rest[0]]
    }

    /// The state of a level.
    #[inline(always)]
    pub fn at(&self, at: StateAt) -> &State<H, M> {
        const { assert!(size_of::<State<H, M>>() == LINE * H) };
        let offset = usize::from(at.0) * H;
        // SAFETY: by the invariant of this file the offset is that of one of the states.
        #[allow(unsafe_code)]
        unsafe {
            &*self.0.as_ptr().byte_add(offset)
        }
    }

    /// The state of a level, to be changed.
    #[inline(always)]
    pub fn at_mut(&mut self, at: StateAt) -> &mut State<H, M> {
        const { assert!(size_of::<State<H, M>>() == LINE * H) };
        let offset = usize::from(at.0) * H;
        // SAFETY: by the invariant of this file the offset is that of one of the states.
        #[allow(unsafe_code)]
        unsafe {
            &mut *self.0.as_mut_ptr().byte_add(offset)
        }
    }
}

impl<const H: usize, M> Deref for States<H, M> {
    type Target = [State<H, M>; STATES + 1];

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<const H: usize, M> DerefMut for States<H, M> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
