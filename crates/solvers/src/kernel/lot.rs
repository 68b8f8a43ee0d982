//! All pieces that can lie on a place of a line under one colour, for looking along the line.
//!
//! Whoever looks along a line has a set of colours at one side of a place and asks which colours
//! can be at its other side, given the colour above and the pieces that are free. A lot answers for
//! up to 64 pieces at once: it says for each of them where its bit is in the pool, the colour it is
//! entered *from*, and the colour it leads *to*. Pieces that lead to the same colour stand together,
//! so that a mask of the pieces that are free turns into a set of colours by a carry and two bit
//! instructions.
//!
//! The piece of unsafe code here rests on one invariant: **a [`LotsAt`] is where a lot for each colour
//! begins in the [`Lots`] that it is used with.** Its field is private; [`LotsAt::NONE`] are the lots
//! that all begin with, and [`Lots::add`] is the only way to get others. Lots are never taken away.

use super::entry::{COLOURS, Seat};
use super::simd::{Pool, Reached, Simd, Work};

/// Up to 64 candidates for one place under one colour; more are in further lots.
///
/// A few lines of the cache: it is looked at with every piece that is laid.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Lot<const H: usize> {
    /// The byte of the pool with each piece's bit.
    pub places: [u8; 64],
    /// The bit in the byte, for each half of the pool.
    pub bits: [[u8; 64]; H],
    /// The colour that each is entered from.
    pub from: [u8; 64],
    /// The candidates that are not the last of their group.
    pub inner: u64,
    /// The last candidates of the groups.
    pub ends: u64,
    /// The colours of the groups.
    pub colours: u64,
    /// The lot with the rest of the candidates; 0 if this is all.
    pub more: u32,
}

/// The same for plain Rust, which does not ask all of them at once: the candidates by the colour that
/// they are entered from.
#[derive(Clone, Debug)]
pub struct PlainLot {
    /// The colours that they are entered from.
    pub entered: u32,
    by_from: [Plain; 64],
    /// Where those of each colour end.
    ends_by_from: [u8; COLOURS],
}

/// A candidate by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    /// Its piece's seat, as in an entry.
    pub seat: u32,
    /// The colour it leads to.
    pub to: u8,
}

/// A candidate of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The colour it leads to.
    pub to: u8,
    /// The colour it is entered from.
    pub from: u8,
    /// Where its piece's bit is.
    pub seat: Seat,
}

/// Lots for looking along lines, by the colour above.
#[derive(Clone, Debug)]
pub struct Lots<const H: usize> {
    all: Vec<Lot<H>>,
    /// The same lots for plain Rust.
    plain: Vec<PlainLot>,
}

/// Where the lots of a place begin, one for each colour above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotsAt(u32);

impl LotsAt {
    /// Lots of nothing.
    pub const NONE: Self = Self(0);
}

impl<const H: usize> Default for Lots<H> {
    /// The lots of nothing.
    fn default() -> Self {
        let (lot, plain) = (Lot::new(&[]), PlainLot::new(&[]));
        Self { all: vec![lot; COLOURS], plain: vec![plain; COLOURS] }
    }
}

impl<const H: usize> Lots<H> {
    /// Adds the lots of a place, whose candidates are given by the colour above.
    pub fn add(&mut self, passages: [Vec<Passage>; COLOURS]) -> LotsAt {
        let at = LotsAt(self.all.len() as u32);
        let sorted = passages.map(|mut passages| {
            passages
                .sort_unstable_by_key(|p| (p.to, p.from, p.seat.half, p.seat.word, p.seat.shift));
            passages.dedup();
            passages
        });
        for passages in &sorted {
            self.push(passages);
        }
        for (colour, passages) in sorted.iter().enumerate() {
            let mut last = at.0 as usize + colour;
            for chunk in passages.chunks(Lot::<H>::SIZE).skip(1) {
                self.all[last].more = self.all.len() as u32;
                last = self.all.len();
                self.push(chunk);
            }
        }
        at
    }

    fn push(&mut self, passages: &[Passage]) {
        self.all.push(Lot::new(passages));
        self.plain.push(PlainLot::new(passages));
    }

    /// The colours that the free candidates of a place lead to from a set of colours, under the colour
    /// above.
    #[inline(always)]
    pub fn reach<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        at: LotsAt,
        above: usize,
        set: u32,
    ) -> u32 {
        let Reached { colours: reached, .. } = self.reach_first(simd, pool, at, above, set);
        match self.of(at, above).0.more as usize {
            0 => reached,
            first => reached | simd.apart(Further { lots: self, first, pool, set }),
        }
    }

    /// Likewise, where no lots [go on](Self::go_on).
    #[inline(always)]
    pub fn reach_first<S: Simd>(
        &self,
        simd: S,
        pool: &Pool<H>,
        at: LotsAt,
        above: usize,
        set: u32,
    ) -> Reached {
        let (lot, plain) = self.of(at, above);
        simd.reach(pool, lot, plain, set)
    }

    /// Whether some candidates of a place are in further lots.
    pub fn go_on(&self, at: LotsAt) -> bool {
        (0..COLOURS).any(|above| self.of(at, above).0.more != 0)
    }

    /// The first lot of a place under a colour.
    #[inline(always)]
    fn of(&self, at: LotsAt, above: usize) -> (&Lot<H>, &PlainLot) {
        let number = at.0 as usize + above % COLOURS;
        // SAFETY: by the invariant of this file there are so many lots of either sort.
        #[allow(unsafe_code)]
        unsafe {
            (self.all.get_unchecked(number), self.plain.get_unchecked(number))
        }
    }
}

/// Asking what is reached in further lots.
struct Further<'a, const H: usize> {
    lots: &'a Lots<H>,
    first: usize,
    pool: &'a Pool<H>,
    set: u32,
}

impl<const H: usize> Work for Further<'_, H> {
    type Output = u32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u32 {
        let Self { lots, first, pool, set } = self;
        let (mut reached, mut more) = (0, first);
        while more != 0 {
            let (Some(lot), Some(plain)) = (lots.all.get(more), lots.plain.get(more)) else {
                break;
            };
            reached |= simd.reach(pool, lot, plain, set).colours;
            more = lot.more as usize;
        }
        reached
    }
}

impl<const H: usize> Lot<H> {
    /// How many candidates fit.
    pub const SIZE: usize = 64;

    /// A lot of these candidates, sorted by where they lead; those beyond the 64th are left out.
    pub fn new(passages: &[Passage]) -> Self {
        let mut lot = Self {
            places: [0; 64],
            bits: [[0; 64]; H],
            from: [0; 64],
            inner: 0,
            ends: 0,
            colours: 0,
            more: 0,
        };
        for (lane, passage) in passages.iter().take(Self::SIZE).enumerate() {
            let bit = 31 - passage.seat.shift % 32;
            lot.places[lane] = passage.seat.word * 4 + bit / 8;
            lot.bits[usize::from(passage.seat.half) % H][lane] = 1 << (bit % 8);
            lot.from[lane] = passage.from % 32;
            lot.colours |= 1 << (passage.to % 32);
            let next = passages.get(lane + 1).filter(|_| lane + 1 < Self::SIZE);
            if next.is_some_and(|next| next.to == passage.to) {
                lot.inner |= 1 << lane;
            } else {
                lot.ends |= 1 << lane;
            }
        }
        lot
    }
}

impl PlainLot {
    /// The same candidates as in a [`Lot`].
    pub fn new(passages: &[Passage]) -> Self {
        let mut sorted: Vec<_> = passages.iter().take(64).collect();
        sorted.sort_by_key(|passage| passage.from % 32);
        let mut lot =
            Self { entered: 0, by_from: [Plain::default(); 64], ends_by_from: [0; COLOURS] };
        for (place, passage) in lot.by_from.iter_mut().zip(&sorted) {
            lot.entered |= 1 << (passage.from % 32);
            *place = Plain { seat: passage.seat.bits(), to: passage.to % 32 };
        }
        for (from, end) in lot.ends_by_from.iter_mut().enumerate() {
            *end = sorted.partition_point(|passage| usize::from(passage.from % 32) <= from) as u8;
        }
        lot
    }

    /// The candidates that are entered from a colour.
    #[inline(always)]
    pub fn entered_from(&self, colour: u32) -> &[Plain] {
        let colour = colour as usize % COLOURS;
        let begin = colour.checked_sub(1).map_or(0, |before| self.ends_by_from[before]);
        let these = usize::from(begin)..usize::from(self.ends_by_from[colour]);
        self.by_from.get(these).unwrap_or_default()
    }
}
