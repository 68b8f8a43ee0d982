//! What a tabu search remembers: which piece may not return to which cell, and until when.
//!
//! A table of all pieces on all cells would be too large for large boards, and nearly all of it
//! empty. So the entries share a fixed number of places; where two meet, the newer stays.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Cell, PieceId};

/// Places of the table, a power of two.
const PLACES: usize = 1 << 15;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Entry {
    key: u32,
    until: u64,
}

/// The memory.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    entries: Vec<Entry>,
}

/// The entries that are worth keeping.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedMemory(Vec<Entry>);

impl Memory {
    pub fn new() -> Self {
        Self { entries: vec![Entry::default(); PLACES] }
    }

    fn place(cell: Cell, piece: PieceId) -> (usize, u32) {
        let key = u32::from(cell.0) << 16 | u32::from(piece.0);
        (key.wrapping_mul(0x9e37_79b1) as usize >> 17, key)
    }

    /// A piece may not return to a cell before this iteration.
    pub fn forbid(&mut self, cell: Cell, piece: PieceId, until: u64) {
        let (place, key) = Self::place(cell, piece);
        self.entries[place] = Entry { key, until };
    }

    /// Whether a piece may not lie on a cell in this iteration.
    #[inline]
    pub fn is_forbidden(&self, cell: Cell, piece: PieceId, iteration: u64) -> bool {
        let (place, key) = Self::place(cell, piece);
        let entry = self.entries[place];
        entry.until > iteration && entry.key == key
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// What still forbids something.
    pub fn save(&self, iteration: u64) -> SavedMemory {
        SavedMemory(self.entries.iter().filter(|entry| entry.until > iteration).copied().collect())
    }

    /// The memory with these entries.
    pub fn restore(saved: SavedMemory) -> Self {
        let mut memory = Self::new();
        for Entry { key, until } in saved.0 {
            memory.forbid(Cell((key >> 16) as u16), PieceId(key as u16), until);
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_may_return_when_their_time_has_come() {
        let mut memory = Memory::new();
        memory.forbid(Cell(5), PieceId(7), 100);
        memory.forbid(Cell(16_383), PieceId(16_383), 50);
        for memory in [Memory::restore(memory.save(10)), memory] {
            assert!(memory.is_forbidden(Cell(5), PieceId(7), 99));
            assert!(!memory.is_forbidden(Cell(5), PieceId(7), 100));
            assert!(!memory.is_forbidden(Cell(7), PieceId(5), 0));
            assert!(memory.is_forbidden(Cell(16_383), PieceId(16_383), 49));
        }
    }
}
