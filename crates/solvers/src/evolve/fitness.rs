//! What a genome is worth: one number from its objectives.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-E. They minimise; here more is better, and the mean
//! of the normalised objectives is multiplied out so that it stays a whole number.

use super::genome::Tally;

/// How objectives become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fitness {
    /// The score alone.
    Normal,
    /// The mean of the three objectives, each as a share of the most it can be.
    Combined,
}

impl Fitness {
    /// More is better; `most` is what each objective can be at most.
    #[inline]
    pub fn worth(self, tally: Tally, most: [u32; 3]) -> u64 {
        match self {
            Self::Normal => tally.joins.into(),
            Self::Combined => {
                let [joins, blocks, pieces] = most.map(|most| u64::from(most.max(1)));
                u64::from(tally.joins) * blocks * pieces
                    + u64::from(tally.blocks) * joins * pieces
                    + u64::from(tally.pieces) * joins * blocks
            }
        }
    }
}
