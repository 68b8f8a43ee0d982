//! Where the pieces of each kind are counted in the pool, and what laying one takes off.
//!
//! A kind with several copies has a count in as many bits as it needs, offset so that its highest
//! bit is set as long as there is a piece left: with a highest bit of value `top`, `left` pieces are
//! stored as `top - 1 + left`. So one bit tells whether a piece is free, and laying one is a
//! subtraction, however many there are.
//!
//! Counts stand in columns: all that begin at the same bit of their words are equally long. So what
//! laying a piece takes off its word depends on the bit alone, and the eight words that are taken off
//! a pool, seven of them nothing, are a window into a small table with one number in every eight.

use super::entry::{self, SEATS, Seat};
use super::simd::{Eight, Pool};
use crate::exact::plan::Plan;

/// Room for a window at every seat.
const ROOM: usize = 2 * SEATS + 8;

/// Where the pieces of every kind are counted.
#[derive(Clone, Debug)]
pub struct Seating<const H: usize> {
    /// All pieces free.
    pub pool: Pool<H>,
    /// What laying a piece takes off each half of the pool.
    units: [[u32; ROOM]; H],
    seats: Vec<Seat>,
    /// For each word of the pool and each of its bits, from the top, the kind of piece that is free
    /// if the bit is set, and how many bits its count has.
    kinds: [[[(u16, u8); 32]; 8]; H],
    /// The bits that say whether a piece is free.
    tops: Pool<H>,
}

impl<const H: usize> Seating<H> {
    /// Seats the kinds of pieces of a plan; `None` if there is not enough room.
    pub fn new(plan: &Plan) -> Option<Self> {
        let copies: Vec<_> = plan.kinds().iter().map(|kind| kind.free.len()).collect();
        let mut seating = Self {
            pool: [Eight::default(); H],
            units: [[0; ROOM]; H],
            seats: vec![Seat { half: 0, word: 0, shift: 0 }; copies.len()],
            kinds: [[[(0, 0); 32]; 8]; H],
            tops: [Eight::default(); H],
        };
        let mut longest_first: Vec<_> = (0..copies.len()).collect();
        longest_first.sort_by_key(|&kind| std::cmp::Reverse(count_bits(copies[kind])));
        let mut shift = 0;
        for column in longest_first.chunks(8 * H) {
            let bits = column.first().map_or(0, |&kind| count_bits(copies[kind]));
            if shift + bits > 32 {
                return None;
            }
            let (top, unit) = (1 << (31 - shift), 1 << (32 - shift - bits));
            for (place, &kind) in column.iter().enumerate() {
                let (half, word) = (place / 8, place % 8);
                let seat = Seat { half: half as u8, word: word as u8, shift: shift as u8 };
                // All bits below the top one, in units, and as many units as there are pieces.
                seating.pool[half].0[word] += top - unit + unit * copies[kind] as u32;
                seating.tops[half].0[word] |= top;
                seating.kinds[half][word][shift as usize] = (kind as u16, bits as u8);
                seating.seats[kind] = seat;
                seating.units[half][window::<H>(seat.bits()) + word] = unit;
            }
            shift += bits;
        }
        Some(seating)
    }

    /// Where the bits of each kind of piece are.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Whether there is more than one piece of some kind.
    pub fn has_twins(&self) -> bool {
        self.kinds.iter().flatten().flatten().any(|&(_, bits)| bits > 1)
    }

    /// What laying an entry takes off a half of the pool.
    #[inline(always)]
    pub fn units(&self, half: usize, entry: u32) -> &[u32; 8] {
        let at = window::<H>(entry);
        let window = self.units[half % H].get(at..at + 8);
        window.and_then(|window| window.try_into().ok()).unwrap_or(&[0; 8])
    }

    /// The kinds of pieces that are free, with their numbers.
    pub fn free_kinds(&self, pool: &Pool<H>) -> impl Iterator<Item = (u16, u16)> {
        let words = (0..H).flat_map(|half| (0..8).map(move |word| (half, word)));
        words.flat_map(move |(half, word)| {
            let all = pool[half].0[word];
            let mut bits = all & self.tops[half].0[word];
            std::iter::from_fn(move || {
                let shift = bits.leading_zeros();
                bits &= !(1u32.checked_shl(31 - shift.min(31))?);
                let (kind, bits) = *self.kinds[half][word].get(shift as usize)?;
                Some((kind, copies_left(all << shift, bits)))
            })
        })
    }
}

/// Where the window of an entry's seat begins. Words are counted from the last in seats, so windows of
/// neighbouring words begin one place apart, in the other direction: they have the same number, each where
/// its word is.
#[inline(always)]
fn window<const H: usize>(entry: u32) -> usize {
    entry::seat_number::<H>(entry)
}

/// How many bits a count of so many pieces takes: one for a single piece.
fn count_bits(copies: usize) -> u32 {
    // The highest bit says whether there is one left; the count itself is one bit shorter.
    copies.max(1).next_power_of_two().trailing_zeros() + 1
}

/// The number of pieces left in a count of so many bits, shifted to the top of its word.
fn copies_left(word: u32, bits: u8) -> u16 {
    let bits = u32::from(bits.clamp(1, 32));
    let top = 1 << (bits - 1);
    ((word >> (32 - bits)) + 1 - top) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::Shape;
    use tilewright_puzzle::generate::{Recipe, generate};

    fn check<const H: usize>(recipe: &Recipe) -> usize {
        let puzzle = generate(recipe).unwrap().puzzle;
        let order: Vec<_> = puzzle.topology().cells().collect();
        let plan = Plan::new(&puzzle, &order, false);
        let seating = Seating::<H>::new(&plan).unwrap();
        let counted = |pool: &Pool<H>| {
            let mut counts = vec![0; plan.kinds().len()];
            for (kind, copies) in seating.free_kinds(pool) {
                counts[usize::from(kind)] = copies;
            }
            counts
        };
        let all: Vec<_> = plan.kinds().iter().map(|kind| kind.free.len() as u16).collect();
        assert_eq!(counted(&seating.pool), all);
        // Every piece is laid, the copies of a kind one after another.
        let mut pool = seating.pool;
        let mut left = all.clone();
        for (kind, seat) in seating.seats().iter().enumerate() {
            while left[kind] > 0 {
                for (half, words) in pool.iter_mut().enumerate() {
                    let units = seating.units(half, seat.bits());
                    words.0.iter_mut().zip(units).for_each(|(word, unit)| *word -= unit);
                }
                left[kind] -= 1;
                assert_eq!(counted(&pool), left);
            }
        }
        all.into_iter().max().unwrap().into()
    }

    #[test]
    fn pieces_are_counted_as_they_are_laid() {
        assert_eq!(check::<1>(&Recipe::new(Shape::square(16, 16), 22, 1)), 1);
        assert_eq!(check::<2>(&Recipe::new(Shape::square(20, 20), 20, 1)), 1);
        let twins = Recipe { unique: false, ..Recipe::new(Shape::square(10, 10), 3, 1) };
        assert!(check::<1>(&twins) > 4);
        assert!(check::<2>(&twins) > 4);
    }
}
