//! Up to eight candidates for a cell, as they are tried: one line of the cache.

use super::entry;
use super::simd::Eight;

/// How many candidates a record has room for.
pub const ROOM: usize = 8;

/// A list of candidates, or a part of one.
///
/// The [entries](entry) say everything; the rest says some of it again, a byte for each candidate,
/// so that vectors of bytes can ask all of them at once.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Record {
    /// The byte of the pool with each candidate's bit.
    pub places: [u8; ROOM],
    /// The bit in that byte; none for an empty place.
    pub bits: [u8; ROOM],
    /// The colours that they ask for, ahead and aside.
    pub colours: [[u8; ROOM]; 2],
    /// The entries.
    pub entries: Eight,
}

impl Record {
    /// No candidates.
    pub const EMPTY: Self = Self {
        places: [0; ROOM],
        bits: [0; ROOM],
        colours: [[0; ROOM]; 2],
        entries: Eight([entry::NONE; ROOM]),
    };

    /// A record of these candidates; those beyond the eighth are left out.
    pub fn new(entries: &[u32]) -> Self {
        let mut record = Self::EMPTY;
        for (lane, &entry) in entries.iter().enumerate().take(ROOM) {
            record.entries.0[lane] = entry;
            record.colours[0][lane] = entry::ahead(entry) as u8;
            record.colours[1][lane] = entry::aside(entry) as u8;
            if let Some(bit) = 31u32.checked_sub(entry::shift(entry)) {
                let place = 32 * entry::half(entry) + 4 * entry::word(entry) + bit as usize / 8;
                record.places[lane] = place as u8;
                record.bits[lane] = 1 << (bit % 8);
            }
        }
        record
    }
}
