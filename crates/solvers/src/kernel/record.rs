//! Up to eight candidates for a cell, as they are tried: one line of the cache.
//!
//! Records come in tables, one for each pair of colours. The colours around a cell, as they stand in an
//! [entry], lead to its record without a check. The piece of unsafe code for that rests on one
//! invariant: **a [`TableAt`] is where a whole table begins in any [`Records`] that it is used with.**
//! Its field is private; [`TableAt::NONE`] is the table that all records begin with, and
//! [`Records::add_table`] is the only way to get another. Records are never taken away, whoever copies
//! them copies all of them, and [`stream::run`](super::stream::run) makes sure that a layout is that of
//! its tables.

use std::marker::PhantomData;

use super::entry;
use super::simd::Eight;

/// How many candidates a record has room for.
pub const ROOM: usize = 8;

/// How many records a table has: one for each pair of colours.
pub const TABLE: usize = entry::COLOURS * entry::COLOURS;

/// The colours of an entry, all bits of them.
const PAIR: u32 = entry::colour_mask(false) | entry::colour_mask(true);

/// A byte beyond a pool of 256 bits.
const BEYOND: u8 = 32;

/// A list of candidates, or a part of one.
///
/// The [entries](entry) say everything; the rest says some of it again, a byte for each candidate,
/// so that vectors of bytes can ask all of them at once.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Record {
    /// Four times a byte for each candidate: the byte of the pool with its bit, beyond the pool for a
    /// rest; the bit in that byte, none for an empty place; and the colours that it asks for, ahead and
    /// aside, that of rests for a rest.
    bytes: [u8; 4 * ROOM],
    /// The entries.
    pub entries: Eight,
}

impl Record {
    /// No candidates.
    pub const EMPTY: Self = Self { bytes: [0; 4 * ROOM], entries: Eight([entry::NONE; ROOM]) };

    /// A record of these candidates; those beyond the eighth are left out.
    pub fn new(entries: &[u32]) -> Self {
        let mut record = Self::EMPTY;
        for (lane, &entry) in entries.iter().enumerate().take(ROOM) {
            record.entries.0[lane] = entry;
            let mut bytes = [0, 0, entry::ahead(entry) as u8, entry::aside(entry) as u8];
            if entry::is_rest(entry) != 0 {
                bytes = [BEYOND, u8::MAX, entry::REST_COLOUR as u8, entry::REST_COLOUR as u8];
            } else if let Some((place, bit)) = entry::byte_and_bit(entry) {
                (bytes[0], bytes[1]) = (place, bit);
            }
            for (kind, byte) in bytes.into_iter().enumerate() {
                record.bytes[kind * ROOM + lane] = byte;
            }
        }
        record
    }

    /// For each candidate the byte of the pool with its bit. What comes after them is of no use.
    #[inline(always)]
    pub fn places(&self) -> &[u8; 16] {
        self.from::<0>()
    }

    /// For each candidate its bit in that byte, and then something.
    #[inline(always)]
    pub fn bits(&self) -> &[u8; 16] {
        self.from::<ROOM>()
    }

    /// For each candidate the colour that it asks for, ahead or aside.
    #[inline(always)]
    pub fn colours(&self, is_turned: bool) -> &[u8; 8] {
        let all = &self.bytes[2 * ROOM..];
        let (ahead, aside) = all.split_at(ROOM);
        let colours = if is_turned { aside } else { ahead };
        colours.first_chunk().unwrap_or(&[0; ROOM])
    }

    #[inline(always)]
    fn from<const START: usize>(&self) -> &[u8; 16] {
        self.bytes[START..].first_chunk().unwrap_or(&[0; 16])
    }

    /// Whether the list goes on elsewhere: then the last candidate to be tried is its rest.
    #[inline(always)]
    pub fn has_rest(&self) -> bool {
        entry::is_rest(self.entries.0[0]) != 0
    }
}

/// Where a table begins, in the same units as a [`RecordAt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableAt(u32);

/// Where a record is. The unit is that of the colours in an entry: there are sixteen to a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordAt(u32);

impl TableAt {
    /// The first table of all, which nothing is written to.
    pub const NONE: Self = Self(0);

    /// The record of two colours, as they stand in an entry.
    #[inline(always)]
    pub fn of(self, colours: u32) -> RecordAt {
        RecordAt(self.0 + (colours & PAIR))
    }

    /// The number of the first record.
    pub fn number(self) -> usize {
        self.of(0).number()
    }
}

impl RecordAt {
    /// The number of the record.
    #[inline(always)]
    pub fn number(self) -> usize {
        (self.0 >> entry::AHEAD) as usize
    }
}

/// Records by their numbers, or where they are. Those that nobody has written to are empty.
#[derive(Clone, Debug)]
pub struct Records {
    all: Vec<Record>,
}

/// Records that are found without a check.
#[derive(Clone, Copy, Debug)]
pub struct Shelf<'a> {
    first: *const Record,
    records: PhantomData<&'a Records>,
}

impl Shelf<'_> {
    /// The record that is there.
    #[inline(always)]
    pub fn at(&self, at: RecordAt) -> &Record {
        const { assert!(size_of::<Record>() == 4 << entry::AHEAD) };
        // SAFETY: by the invariant of this file there is such a record; all of them are borrowed.
        #[allow(unsafe_code)]
        unsafe {
            &*self.first.byte_add(4 * at.0 as usize)
        }
    }
}

impl Default for Records {
    /// The table that nothing is written to.
    fn default() -> Self {
        Self { all: vec![Record::EMPTY; TABLE] }
    }
}

impl Records {
    /// How many there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// All of them, to be found without a check.
    #[inline(always)]
    pub fn shelf(&self) -> Shelf<'_> {
        Shelf { first: self.all.as_ptr(), records: PhantomData }
    }

    /// One of them; beyond the last, the first one, which is empty.
    #[inline(always)]
    pub fn at(&self, number: usize) -> &Record {
        const NOTHING: &Record = &Record::EMPTY;
        self.all.get(number).unwrap_or(NOTHING)
    }

    /// One of them, to be written to.
    pub fn at_mut(&mut self, number: usize) -> Option<&mut Record> {
        self.all.get_mut(number)
    }

    /// Adds an empty one and returns its number.
    pub fn add(&mut self) -> usize {
        self.all.push(Record::EMPTY);
        self.all.len() - 1
    }

    /// Adds a table.
    pub fn add_table(&mut self) -> TableAt {
        let first = self.all.len();
        self.all.resize(first + TABLE, Record::EMPTY);
        TableAt((first as u32) << entry::AHEAD)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Record> {
        self.all.iter()
    }
}
