//! Up to eight candidates for a cell, as they are tried: one line of the cache.
//!
//! The one piece of unsafe code here rests on one invariant: **there is room for a power of two of
//! [`Records`], and all of it is filled**, so that the remainder of any number is that of a record. A step
//! finds its record that way, without a check.

use super::entry;
use super::simd::Eight;

/// How many candidates a record has room for.
pub const ROOM: usize = 8;

/// A byte beyond a pool of 256 bits.
const BEYOND: u8 = 32;

/// A list of candidates, or a part of one.
///
/// The [entries](entry) say everything; the rest says some of it again, a byte for each candidate,
/// so that vectors of bytes can ask all of them at once.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Record {
    /// The byte of the pool with each candidate's bit; beyond the pool for a rest.
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
            if entry::is_rest(entry) != 0 {
                (record.places[lane], record.bits[lane]) = (BEYOND, u8::MAX);
            } else if let Some(bit) = 31u32.checked_sub(entry::shift(entry)) {
                let place = 32 * entry::half(entry) + 4 * entry::word(entry) + bit as usize / 8;
                record.places[lane] = place as u8;
                record.bits[lane] = 1 << (bit % 8);
            }
        }
        record
    }

    /// Whether the list goes on elsewhere: then the last candidate to be tried is its rest.
    #[inline(always)]
    pub fn has_rest(&self) -> bool {
        entry::is_rest(self.entries.0[0]) != 0
    }
}

/// Records by their numbers. Those that nobody has written to are empty.
#[derive(Clone, Debug)]
pub struct Records {
    /// As many as a power of two; see above.
    all: Vec<Record>,
    /// One less than that.
    mask: usize,
    /// How many of them are in use.
    len: usize,
}

impl Records {
    /// So many empty records.
    pub fn new(len: usize) -> Self {
        let all = vec![Record::EMPTY; len.next_power_of_two()];
        Self { mask: all.len() - 1, all, len }
    }

    /// How many there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// One of them; beyond the last, some other one.
    #[inline(always)]
    pub fn at(&self, number: usize) -> &Record {
        // SAFETY: by the invariant of this file the remainder is the number of a record.
        #[allow(unsafe_code)]
        unsafe {
            self.all.get_unchecked(number & self.mask)
        }
    }

    /// One of them, to be written to.
    pub fn at_mut(&mut self, number: usize) -> Option<&mut Record> {
        self.all.get_mut(number).filter(|_| number < self.len)
    }

    /// Adds an empty one and returns its number.
    pub fn add(&mut self) -> usize {
        if self.len == self.all.len() {
            self.all.resize(2 * self.len, Record::EMPTY);
            self.mask = self.all.len() - 1;
        }
        self.len += 1;
        self.len - 1
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.all.iter().take(self.len)
    }
}
