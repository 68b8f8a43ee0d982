//! How much each satisfied constraint counts.
//!
//! M. Logan, *Genetic Algorithm - Eternity II* (Northumbria, 2008), tables 5.2 and 6.1; all alike; or
//! drawn at random again whenever the search is stuck.

use serde::{Deserialize, Serialize};
use tilewright_search::Stream;

/// The kinds of pieces, as the document's last column: corner, edge, centre.
pub(super) const CORNER: usize = 0;
pub(super) const EDGE: usize = 1;
pub(super) const CENTRE: usize = 2;

/// What each satisfied constraint scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Weights {
    /// A corner piece in a corner, an edge piece on an edge.
    pub in_place: [u32; 2],
    /// Such a piece with its rim turned out.
    pub outward: [u32; 2],
    /// For each kind of piece: background, shape and shape colour that match an adjacent piece's.
    pub features: [[u32; 3]; 3],
}

/// Where weights come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Table52,
    Table61,
    Equal,
    Random,
}

impl Source {
    /// The weights to begin with, or to go on with when stuck.
    pub fn draw(self, random: &mut Stream) -> Weights {
        let ranked = [[5; 3], [3; 3], [1; 3]];
        match self {
            Self::Table52 => Weights { in_place: [25, 10], outward: [15, 10], features: ranked },
            Self::Table61 => Weights { in_place: [15, 10], outward: [10, 8], features: ranked },
            Self::Equal => Weights { in_place: [1; 2], outward: [1; 2], features: [[1; 3]; 3] },
            Self::Random => {
                let mut weight = || 1 + random.below(25) as u32;
                Weights {
                    in_place: std::array::from_fn(|_| weight()),
                    outward: std::array::from_fn(|_| weight()),
                    features: std::array::from_fn(|_| std::array::from_fn(|_| weight())),
                }
            }
        }
    }
}
