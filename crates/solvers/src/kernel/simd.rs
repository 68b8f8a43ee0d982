//! The few vector operations that a step is made of, in three forms.
//!
//! [`Portable`] is plain Rust and says what each operation means; [`Avx2`] and [`Avx512`] are the
//! same in one to ten instructions: see `simd/x86.rs`. But for three places that are found without a
//! check, in [`record`], [`lot`](super::lot) and [`states`](super::states), and for
//! [`Eight::bytes`], all unsafe code of the kernel is there.

use std::sync::OnceLock;

use super::check;
use super::entry;
use super::lot::{Lot, PlainLot};
use super::record::{self, Record};
use super::slip::{Among, SlipLot};

/// Eight words that are worked on at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Eight(pub [u32; 8]);

impl Eight {
    /// Their bytes, as they are stored.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8; 32] {
        // SAFETY: eight words are 32 bytes, whatever is in them.
        #[allow(unsafe_code)]
        unsafe {
            &*std::ptr::from_ref(self).cast()
        }
    }
}

/// The free pieces, as bits; boards of more than 256 pieces take two parts.
pub type Pool<const H: usize> = [Eight; H];

/// A form of the operations.
pub trait Simd: Copy {
    /// Whether the pool is looked at byte by byte: then it should be read where it is stored.
    const LOOKS_UP: bool = false;

    /// Does something in this form, in a function of its own: what is seldom done does not take
    /// registers away from what is done all the time.
    fn apart<W: Work>(self, work: W) -> W::Output;

    /// Takes units off the counts of free pieces.
    fn minus<const H: usize>(self, pool: &Pool<H>, units: [&[u32; 8]; H]) -> Pool<H>;

    /// Puts those of a record's candidates that are free and in a mask at the front, in order, each
    /// marked with a tag, and tells how many there are. What comes after them is of no use. A rest is
    /// always free on boards of up to 256 pieces; on others there is none.
    fn take<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        mask: u32,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize;

    /// Likewise, if the colour at a place of the entry, ahead or aside, is in a set. The set has the
    /// colour of rests.
    fn take_within<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        within: Within,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize;

    /// Puts those of a lot's slips that are free and among those asked for at the front, in order, each
    /// marked with a tag, and tells how many there are. What comes after them is of no use.
    fn take_slips<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &SlipLot,
        among: Among,
        tag: u32,
        to: &mut [u32; SlipLot::SIZE],
    ) -> usize;

    /// The colours that the free candidates of a lot lead to from a set of colours. Both lots have the
    /// same candidates.
    fn reach<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &Lot<H>,
        plain: &PlainLot,
        set: u32,
    ) -> Reached;
}

/// Which candidates may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// A mask of the candidates.
    pub mask: u32,
    /// A set of colours.
    pub set: u32,
    /// Which of an entry's colours has to be in the set: not the one ahead, but the one aside.
    pub is_turned: bool,
}

/// What can be reached along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// A set of colours.
    pub colours: u32,
    /// All bits if there is one, else none. Nobody can foresee which, so nobody should branch on it.
    pub is_open: u32,
}

impl Reached {
    /// Every colour.
    pub const ALL: Self = Self { colours: u32::MAX, is_open: u32::MAX };
}

/// Plain Rust: runs everywhere, and defines what is meant.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Simd for Portable {
    const LOOKS_UP: bool = true;

    #[inline(never)]
    fn apart<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    #[inline(always)]
    fn minus<const H: usize>(self, pool: &Pool<H>, units: [&[u32; 8]; H]) -> Pool<H> {
        let mut left = *pool;
        for (half, units) in left.iter_mut().zip(units) {
            for (word, unit) in half.0.iter_mut().zip(units) {
                *word = word.wrapping_sub(*unit);
            }
        }
        left
    }

    #[inline(always)]
    fn take<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        mask: u32,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize {
        put(pool, record, tag, to, |lane| mask >> lane & 1 != 0)
    }

    #[inline(always)]
    fn take_within<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        Within { mask, set, is_turned }: Within,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize {
        let colours = record.colours(is_turned);
        put(pool, record, tag, to, |lane| {
            mask >> lane & set >> (colours[lane % record::ROOM] & 31) & 1 != 0
        })
    }

    #[inline(always)]
    fn take_slips<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &SlipLot,
        Among { other, set, is_turned }: Among,
        tag: u32,
        to: &mut [u32; SlipLot::SIZE],
    ) -> usize {
        let at = entry::colour_place(is_turned);
        let candidates = lot.entries.iter().flat_map(|eight| eight.0).zip(lot.others);
        let mut count = 0;
        for (candidate, shown) in candidates.take(lot.len) {
            to[count % SlipLot::SIZE] = candidate ^ tag;
            let is_among = u32::from(shown != other) & set >> (candidate >> at & 31);
            count += (is_free(pool, candidate) & is_among & 1) as usize;
        }
        count
    }

    #[inline(always)]
    fn reach<const H: usize>(
        self,
        pool: &Pool<H>,
        _: &Lot<H>,
        plain: &PlainLot,
        set: u32,
    ) -> Reached {
        let (mut reached, mut colours) = (0, set & plain.entered);
        while colours != 0 {
            for passage in plain.entered_from(colours.trailing_zeros()) {
                reached |= is_free(pool, passage.seat) << passage.to;
            }
            colours &= colours - 1;
        }
        Reached { colours: reached, is_open: if reached == 0 { 0 } else { u32::MAX } }
    }
}

/// One if the piece of a candidate is free, else nothing.
#[inline(always)]
fn is_free<const H: usize>(pool: &Pool<H>, candidate: u32) -> u32 {
    let half = if H == 1 { 0 } else { entry::half(candidate) % H };
    let word = u64::from(pool[half].0[entry::word(candidate)]);
    // Shifted by 32 or more, as empty places ask for, nothing is left in the lower half.
    let free = (word << entry::shift(candidate)) as u32;
    if H == 1 { (free | candidate) >> 31 } else { free >> 31 }
}

/// Puts those of a record's candidates that are free and wanted at the front. Each is written where the next
/// one that counts belongs: that takes no branch.
#[inline(always)]
fn put<const H: usize>(
    pool: &Pool<H>,
    record: &Record,
    tag: u32,
    to: &mut [u32; 8],
    is_wanted: impl Fn(usize) -> bool,
) -> usize {
    /// Most records have no more. With fewer there are more wrong guesses, with more there is more to do.
    const MOST: usize = 4;
    const NO_MORE: [u32; record::ROOM - MOST] = [entry::NONE; record::ROOM - MOST];
    let (places, bits) = (record.places(), record.bits());
    let mut count = 0;
    let mut put = |lane: usize, candidate: u32| {
        to[count & 7] = candidate ^ tag;
        let mut free = byte(pool, places[lane]) & bits[lane];
        // A rest, which is always free, is the first one of a record.
        if H == 1 && lane == 0 {
            free |= (candidate >> 31) as u8;
        }
        count += usize::from((free != 0) & is_wanted(lane));
    };
    for (lane, &candidate) in record.entries.0.iter().enumerate().take(MOST) {
        put(lane, candidate);
    }
    if record.entries.0[MOST..] != NO_MORE {
        for (lane, &candidate) in record.entries.0.iter().enumerate().skip(MOST) {
            put(lane, candidate);
        }
    }
    count
}

/// A byte of the pool, by its [place](entry::byte_and_bit); beyond the pool, one of it.
#[inline(always)]
fn byte<const H: usize>(pool: &Pool<H>, place: u8) -> u8 {
    let place = usize::from(place);
    // Places are counted as on machines that store the lowest byte of a word first.
    let turned = if cfg!(target_endian = "big") { 3 } else { 0 };
    pool[place / 32 % H].bytes()[(place % 32) ^ turned]
}

/// Something to do in whichever form.
pub trait Work {
    /// What comes of it.
    type Output;
    /// Does it. Marked `#[inline(always)]`, it is compiled for each form.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// The forms by name.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Plain Rust.
    Portable,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// 512-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Form {
    /// The forms that this processor has and that agree with the portable one, the best one last.
    pub fn all() -> &'static [Self] {
        static ALL: OnceLock<Vec<Form>> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut forms = vec![Self::Portable];
            #[cfg(target_arch = "x86_64")]
            {
                forms.extend(Avx2::detect().map(Self::Avx2));
                forms.extend(Avx512::detect().map(Self::Avx512));
                forms.retain(|form| check::agrees_with_portable(*form));
            }
            forms
        })
    }

    /// The best form that this processor has.
    pub fn best() -> Self {
        Self::all().last().copied().unwrap_or(Self::Portable)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }

    /// Does something in this form.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => x86::run_avx2(simd, work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(simd) => x86::run_avx512(simd, work),
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;
