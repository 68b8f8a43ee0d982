//! Candidates that match one neighbour of a cell and must not match the other, for searches that may slip.
//!
//! Such lists are long, and hardly any of their pieces are free when slips are allowed. So they are
//! not asked in records of eight but up to 64 at a time.

use super::entry;
use super::simd::Eight;

/// Up to 64 candidates that match one neighbour; more are in further lots.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct SlipLot {
    /// The byte of the pool with each piece's bit.
    pub places: [u8; Self::SIZE],
    /// The bit in that byte; none for an empty place.
    pub bits: [u8; Self::SIZE],
    /// The colour that must not match.
    pub others: [u8; Self::SIZE],
    /// The colours that they ask for, ahead and aside.
    pub colours: [[u8; Self::SIZE]; 2],
    /// The entries.
    pub entries: [Eight; Self::SIZE / 8],
    /// How many there are.
    pub len: usize,
    /// The lot with the rest of the candidates; 0 if this is all.
    pub more: usize,
}

impl SlipLot {
    /// How many candidates fit.
    pub const SIZE: usize = 64;

    /// A lot of these candidates, each with the colour that must not match; those beyond the 64th are
    /// left out.
    pub fn new(slips: &[(u32, u8)]) -> Self {
        let mut lot = Self {
            places: [0; Self::SIZE],
            bits: [0; Self::SIZE],
            others: [0; Self::SIZE],
            colours: [[0; Self::SIZE]; 2],
            entries: [Eight([entry::NONE; 8]); Self::SIZE / 8],
            len: slips.len().min(Self::SIZE),
            more: 0,
        };
        for (lane, &(candidate, other)) in slips.iter().take(Self::SIZE).enumerate() {
            if let Some((place, bit)) = entry::byte_and_bit(candidate) {
                (lot.places[lane], lot.bits[lane]) = (place, bit);
            }
            lot.others[lane] = other;
            lot.colours[0][lane] = entry::ahead(candidate) as u8;
            lot.colours[1][lane] = entry::aside(candidate) as u8;
            lot.entries[lane / 8].0[lane % 8] = candidate;
        }
        lot
    }
}

/// Which slips may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Among {
    /// The colour that must not match.
    pub other: u8,
    /// A set of colours.
    pub set: u32,
    /// Which of an entry's colours has to be in the set: not the one ahead, but the one aside.
    pub is_turned: bool,
}
