//! The operations with 256-bit and with 512-bit vectors.
//!
//! Every piece of unsafe code here rests on one invariant: **a value of type `Avx2` or `Avx512` exists
//! only on a processor that has the instructions.** Their fields are private, and [`Avx2::detect`] and
//! [`Avx512::detect`], which ask the processor, are the only way to get one. Memory is only read
//! and written through arrays whose length is part of their type.

use std::arch::asm;
use std::arch::x86_64::*;

use super::{
    Among, Eight, Lot, PlainLot, Pool, Reached, Record, Simd, SlipLot, Within, Work, entry,
};

/// For every mask of eight bits the lanes that are set, in order, one a byte.
static LANES: [u64; 256] = lanes();

const fn lanes() -> [u64; 256] {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 != 0 {
                table[mask] |= (lane as u64) << (8 * place);
                place += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}

/// Processors with AVX2 and BMI2: Intel since 2013, AMD since 2015 (fast since 2020).
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The form, if this processor has it.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

#[inline(always)]
fn load(words: &Eight) -> __m256i {
    // SAFETY: there are 32 bytes to be read, aligned to 32, and any bytes are a vector. Reading
    // needs AVX, which whoever holds an `Avx2` or `Avx512` has.
    unsafe { _mm256_load_si256(std::ptr::from_ref(words).cast()) }
}

#[inline(always)]
fn load_words(words: &[u32; 8]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read; AVX as above.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(words).cast()) }
}

#[inline(always)]
fn store(words: __m256i, to: &mut [u32; 8]) {
    // SAFETY: the array has the 32 bytes that are written; AVX as above.
    unsafe { _mm256_storeu_si256(std::ptr::from_mut(to).cast(), words) }
}

/// Half of a lot's bytes.
#[inline(always)]
fn load_half(bytes: &[u8; 64], half: usize) -> __m256i {
    // SAFETY: 32 bytes from byte 0 or 32 of an array of 64.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().add(32 * (half & 1)).cast()) }
}

/// All bits unless a mask is empty, by two instructions that the compiler does not see through: it would
/// make a branch of them.
#[inline(always)]
fn all_unless_empty(mut mask: u64) -> u32 {
    // SAFETY: nothing but a register and the flags is touched.
    unsafe {
        asm!("neg {0}", "sbb {0}, {0}", inout(reg) mask, options(pure, nomem, nostack));
    }
    mask as u32
}

#[inline(always)]
fn subtract<const H: usize>(pool: &Pool<H>, units: [&[u32; 8]; H]) -> Pool<H> {
    let mut left = *pool;
    for half in 0..H {
        // SAFETY: AVX2, by the invariant of this file.
        let words = unsafe { _mm256_sub_epi32(load(&pool[half]), load_words(units[half])) };
        store(words, &mut left[half].0);
    }
    left
}

/// Puts the bit of each candidate's piece into the sign of its lane.
#[inline(always)]
fn free_signs<const H: usize>(pool: &Pool<H>, candidates: __m256i) -> __m256i {
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        // The permutation looks at the lowest three bits of a lane: the number of the word, which
        // is counted from the last in entries.
        let numbers = _mm256_srli_epi32::<{ entry::WORD as i32 }>(candidates);
        let numbers = _mm256_xor_si256(numbers, _mm256_set1_epi32(7));
        let mut words = _mm256_permutevar8x32_epi32(load(&pool[0]), numbers);
        if H == 2 {
            let others = _mm256_permutevar8x32_epi32(load(&pool[1]), numbers);
            let in_second = _mm256_slli_epi32::<{ 31 - entry::HALF as i32 }>(candidates);
            words = _mm256_castps_si256(_mm256_blendv_ps(
                _mm256_castsi256_ps(words),
                _mm256_castsi256_ps(others),
                _mm256_castsi256_ps(in_second),
            ));
        }
        // Shifting by 32 or more, as empty places of a record ask for, leaves nothing.
        let shifts = _mm256_srli_epi32::<{ entry::SHIFT as i32 }>(candidates);
        let shifts = _mm256_and_si256(shifts, _mm256_set1_epi32(entry::SHIFTS.cast_signed()));
        let signs = _mm256_sllv_epi32(words, shifts);
        // The sign of a rest is set.
        if H == 1 { _mm256_or_si256(signs, candidates) } else { signs }
    }
}

/// Puts into the sign of each lane whether the candidate's colour at a place is in a set.
#[inline(always)]
fn within_signs(candidates: __m256i, set: u32, at: u32) -> __m256i {
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        let fives = _mm256_set1_epi32(31);
        let shifted = _mm256_srl_epi32(candidates, _mm_cvtsi32_si128(at.cast_signed()));
        let colour = _mm256_and_si256(shifted, fives);
        let set = _mm256_set1_epi32(set.cast_signed());
        let within = _mm256_slli_epi32::<31>(_mm256_srlv_epi32(set, colour));
        // The sign of a rest is set.
        _mm256_or_si256(within, candidates)
    }
}

#[inline(always)]
fn signs(words: __m256i) -> u32 {
    // SAFETY: AVX, by the invariant of this file.
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(words)).cast_unsigned() }
}

#[inline(always)]
fn free_mask<const H: usize>(pool: &Pool<H>, record: &Record) -> u32 {
    signs(free_signs(pool, load(&record.entries)))
}

#[inline(always)]
fn free_within_mask<const H: usize>(pool: &Pool<H>, record: &Record, within: Within) -> u32 {
    let Within { mask, set, is_turned } = within;
    mask & free_among(pool, load(&record.entries), set, is_turned)
}

/// The candidates that are free and have a colour of a set.
#[inline(always)]
fn free_among<const H: usize>(
    pool: &Pool<H>,
    candidates: __m256i,
    set: u32,
    is_turned: bool,
) -> u32 {
    let at = entry::colour_place(is_turned);
    let (free, within) = (free_signs(pool, candidates), within_signs(candidates, set, at));
    // SAFETY: AVX2, by the invariant of this file.
    signs(unsafe { _mm256_and_si256(free, within) })
}

/// The halves of a part of the pool, each twice, for [`lookup`].
#[inline(always)]
fn halves(words: &Eight) -> [__m256i; 2] {
    let words = load(words);
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        let low = _mm256_permute4x64_epi64::<0b01_00_01_00>(words);
        [low, _mm256_permute4x64_epi64::<0b11_10_11_10>(words)]
    }
}

/// Bytes of a part of the pool, by their places in it, which are below 32.
#[inline(always)]
fn lookup([low, high]: [__m256i; 2], places: __m256i) -> __m256i {
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        // With 112 added, places from 16 on have their top bit set, which the shuffle turns into
        // zero, and the others have it after the flip.
        let places = _mm256_add_epi8(places, _mm256_set1_epi8(112));
        let flipped = _mm256_xor_si256(places, _mm256_set1_epi8(i8::MIN));
        _mm256_or_si256(_mm256_shuffle_epi8(low, places), _mm256_shuffle_epi8(high, flipped))
    }
}

/// Something for each colour that is in a set, else nothing.
#[inline(always)]
fn are_in_set(set: u32, colours: __m256i) -> __m256i {
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        let set = _mm256_set1_epi32(set.cast_signed());
        // Bit by bit, again and again: a shuffle looks at the lowest four bits of a colour.
        let powers = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let bytes = _mm256_and_si256(_mm256_srli_epi16::<3>(colours), _mm256_set1_epi8(3));
        let bits = _mm256_shuffle_epi8(powers, colours);
        _mm256_and_si256(_mm256_shuffle_epi8(set, bytes), bits)
    }
}

/// Which bytes are something in both vectors.
#[inline(always)]
fn are_both(one: __m256i, other: __m256i) -> u32 {
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        // The lesser of two is nothing unless both are something.
        let both = _mm256_min_epu8(one, other);
        let none = _mm256_movemask_epi8(_mm256_cmpeq_epi8(both, _mm256_setzero_si256()));
        !none.cast_unsigned()
    }
}

/// Which of half a lot's slips are free and among those asked for.
#[inline(always)]
fn slips_of_half<const H: usize>(
    pool: &Pool<H>,
    lot: &SlipLot,
    Among { other, set, is_turned }: Among,
    part: usize,
) -> u32 {
    let (places, bits) = (load_half(&lot.places, part), load_half(&lot.bits, part));
    let colours = load_half(&lot.colours[usize::from(is_turned)], part);
    let within = are_in_set(set, colours);
    // SAFETY: AVX2, by the invariant of this file.
    unsafe {
        let bytes = if H == 1 {
            lookup(halves(&pool[0]), places)
        } else {
            // Bit 5 of a place tells the half of the pool.
            let in_half = _mm256_and_si256(places, _mm256_set1_epi8(31));
            let low = lookup(halves(&pool[0]), in_half);
            let high = lookup(halves(&pool[H - 1]), in_half);
            _mm256_blendv_epi8(low, high, _mm256_slli_epi16::<2>(places))
        };
        let others = load_half(&lot.others, part);
        let equal = _mm256_cmpeq_epi8(others, _mm256_set1_epi8(other.cast_signed()));
        are_both(_mm256_andnot_si256(equal, within), _mm256_and_si256(bytes, bits))
    }
}

/// Puts the slips of a mask at the front, one by one: they are few, and to pack all of a lot would take longer,
/// since it seldom lies in the nearest cache. Returns how many there are.
#[inline(always)]
fn put_lanes(
    entries: &[Eight; SlipLot::SIZE / 8],
    mut mask: u64,
    tag: u32,
    to: &mut [u32; SlipLot::SIZE],
) -> usize {
    let mut count = 0;
    while mask != 0 {
        let lane = mask.trailing_zeros() as usize;
        to[count % SlipLot::SIZE] = entries[lane / 8].0[lane % 8] ^ tag;
        count += 1;
        mask &= mask - 1;
    }
    count
}

/// Spreads the bits of a mask over a lot's colours; see [`Lot`].
#[inline(always)]
fn gather<const H: usize>(free: u64, lot: &Lot<H>) -> u32 {
    // Within each group of candidates that lead to the same colour, a carry runs from any of
    // them to the last.
    let ends = ((free & lot.inner).wrapping_add(lot.inner)) | free;
    // SAFETY: BMI2, by the invariant of this file.
    unsafe { _pdep_u64(_pext_u64(ends, lot.ends), lot.colours) as u32 }
}

impl Avx2 {
    /// Moves the candidates of a mask to the front.
    #[inline(always)]
    fn pack(self, entries: &Eight, mask: u32, tag: u32, to: &mut [u32; 8]) -> usize {
        // SAFETY: AVX2, by the invariant of this file.
        unsafe {
            let lanes = _mm_cvtsi64_si128(LANES[mask as usize & 255].cast_signed());
            let lanes = _mm256_cvtepu8_epi32(lanes);
            let packed = _mm256_permutevar8x32_epi32(load(entries), lanes);
            store(_mm256_xor_si256(packed, _mm256_set1_epi32(tag.cast_signed())), to);
        }
        mask.count_ones() as usize
    }
}

impl Simd for Avx2 {
    #[inline(always)]
    fn apart<W: Work>(self, work: W) -> W::Output {
        run_avx2(self, work)
    }

    #[inline(always)]
    fn minus<const H: usize>(self, pool: &Pool<H>, units: [&[u32; 8]; H]) -> Pool<H> {
        subtract(pool, units)
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
        self.pack(&record.entries, mask & free_mask(pool, record), tag, to)
    }

    #[inline(always)]
    fn take_within<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        within: Within,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize {
        self.pack(&record.entries, free_within_mask(pool, record, within), tag, to)
    }

    #[inline(always)]
    fn take_slips<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &SlipLot,
        among: Among,
        tag: u32,
        to: &mut [u32; SlipLot::SIZE],
    ) -> usize {
        let mut mask = u64::from(slips_of_half(pool, lot, among, 0));
        if lot.len > SlipLot::SIZE / 2 {
            mask |= u64::from(slips_of_half(pool, lot, among, 1)) << 32;
        }
        put_lanes(&lot.entries, mask, tag, to)
    }

    #[inline(always)]
    fn reach<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &Lot<H>,
        _: &PlainLot,
        set: u32,
    ) -> Reached {
        let mut free = 0u64;
        for part in 0..2 {
            let places = load_half(&lot.places, part);
            // SAFETY: AVX2, by the invariant of this file.
            let mut pieces = unsafe { _mm256_setzero_si256() };
            // An iterator over both would not be inlined into code for these features.
            #[allow(clippy::needless_range_loop)]
            for half in 0..H {
                let bytes = lookup(halves(&pool[half]), places);
                let bits = load_half(&lot.bits[half], part);
                // SAFETY: AVX2, by the invariant of this file.
                pieces = unsafe { _mm256_or_si256(pieces, _mm256_and_si256(bytes, bits)) };
            }
            let entered = are_in_set(set, load_half(&lot.from, part));
            free |= u64::from(are_both(pieces, entered)) << (32 * part);
        }
        Reached { colours: gather(free, lot), is_open: all_unless_empty(free) }
    }
}

/// Processors with the byte and word forms of AVX-512, short vectors, permutations of bytes and
/// shuffles of bits included: Intel since 2019, AMD since 2022.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The form, if this processor has it.
    pub fn detect() -> Option<Self> {
        let has_all = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg");
        has_all.then_some(Self(()))
    }
}

#[inline(always)]
fn load_all(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read; AVX-512, by the invariant.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(bytes).cast()) }
}

#[inline(always)]
fn load_sixteen(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has the 16 bytes that are read; SSE2 is always there.
    unsafe { _mm_loadu_si128(std::ptr::from_ref(bytes).cast()) }
}

#[inline(always)]
fn load_eight(bytes: &[u8; 8]) -> __m128i {
    // SAFETY: the array has the 8 bytes that are read; SSE2 is always there.
    unsafe { _mm_loadl_epi64(std::ptr::from_ref(bytes).cast()) }
}

/// Moves the candidates of a mask to the front.
#[inline(always)]
fn pack_sixteen(entries: &[Eight; 2], mask: u16, tag: u32) -> __m512i {
    // SAFETY: there are 64 bytes to be read; AVX-512 F, by the invariant of this file.
    unsafe {
        let entries = _mm512_loadu_si512(std::ptr::from_ref(entries).cast());
        let tagged = _mm512_xor_si512(entries, _mm512_set1_epi32(tag.cast_signed()));
        _mm512_maskz_compress_epi32(mask, tagged)
    }
}

#[inline(always)]
fn store_sixteen(words: __m512i, to: &mut [u32; 16]) {
    // SAFETY: the array has the 64 bytes that are written; AVX-512 F, by the invariant.
    unsafe { _mm512_storeu_si512(std::ptr::from_mut(to).cast(), words) }
}

/// A mask that the compiler knows nothing about.
#[target_feature(enable = "avx512bw")]
#[inline]
fn as_it_is(mut mask: __mmask64) -> __mmask64 {
    // SAFETY: nothing is done at all.
    unsafe {
        asm!("/* {0} */", inout(kreg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}

impl Avx512 {
    /// The candidates of a record that are free.
    #[inline(always)]
    fn free<const H: usize>(self, pool: &Pool<H>, record: &Record) -> __mmask16 {
        let (places, bits) = (load_sixteen(record.places()), load_sixteen(record.bits()));
        // SAFETY: AVX-512 F, BW, VL and VBMI, by the invariant of this file.
        unsafe {
            let bytes = if H == 1 {
                // Beyond the pool, where a rest looks, everything is free.
                let (places, all) = (_mm256_castsi128_si256(places), _mm256_set1_epi8(-1));
                let bytes = _mm256_permutex2var_epi8(load(&pool[0]), places, all);
                _mm256_castsi256_si128(bytes)
            } else {
                let (low, high) = (load(&pool[0]), load(&pool[H - 1]));
                let both = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
                let places = _mm512_castsi128_si512(places);
                _mm512_castsi512_si128(_mm512_permutexvar_epi8(places, both))
            };
            _mm_test_epi8_mask(bytes, bits)
        }
    }

    /// Moves the candidates of a mask to the front.
    #[inline(always)]
    fn pack(self, record: &Record, mask: u8, tag: u32, to: &mut [u32; 8]) -> usize {
        // SAFETY: AVX-512 F and VL, by the invariant of this file.
        unsafe {
            let tag = _mm256_set1_epi32(tag.cast_signed());
            let tagged = _mm256_xor_si256(load(&record.entries), tag);
            store(_mm256_maskz_compress_epi32(mask, tagged), to);
        }
        mask.count_ones() as usize
    }
}

impl Simd for Avx512 {
    #[inline(always)]
    fn apart<W: Work>(self, work: W) -> W::Output {
        run_avx512(self, work)
    }

    #[inline(always)]
    fn minus<const H: usize>(self, pool: &Pool<H>, units: [&[u32; 8]; H]) -> Pool<H> {
        subtract(pool, units)
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
        self.pack(record, mask as u8 & self.free(pool, record) as u8, tag, to)
    }

    #[inline(always)]
    fn take_within<const H: usize>(
        self,
        pool: &Pool<H>,
        record: &Record,
        within: Within,
        tag: u32,
        to: &mut [u32; 8],
    ) -> usize {
        let Within { mask, set, is_turned } = within;
        let colours = load_eight(record.colours(is_turned));
        let free = self.free(pool, record);
        // SAFETY: AVX-512 VL and BITALG, by the invariant of this file.
        let within = unsafe {
            _mm_mask_bitshuffle_epi64_mask(free, _mm_set1_epi32(set.cast_signed()), colours)
        };
        self.pack(record, mask as u8 & within as u8, tag, to)
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
        // SAFETY: AVX-512 F, BW, VBMI and BITALG, by the invariant of this file.
        let mask = unsafe {
            let low = _mm512_castsi256_si512(load(&pool[0]));
            // Places are below 32 in a narrow pool: what is in the upper half does not matter.
            let pool = if H == 1 { low } else { _mm512_inserti64x4::<1>(low, load(&pool[H - 1])) };
            let bytes = _mm512_permutexvar_epi8(load_all(&lot.places), pool);
            let free = _mm512_test_epi8_mask(bytes, load_all(&lot.bits));
            let other = _mm512_set1_epi8(other.cast_signed());
            let free = _mm512_mask_cmpneq_epi8_mask(free, load_all(&lot.others), other);
            let set = _mm512_set1_epi32(set.cast_signed());
            let colours = load_all(&lot.colours[usize::from(is_turned)]);
            _mm512_mask_bitshuffle_epi64_mask(free, set, colours)
        };
        let mut count = 0;
        for (part, entries) in lot.entries.as_chunks().0.iter().enumerate() {
            let Some(room) = to[count..].first_chunk_mut() else { break };
            let mask = (mask >> (16 * part)) as u16;
            store_sixteen(pack_sixteen(entries, mask, tag), room);
            count += mask.count_ones() as usize;
        }
        count
    }

    #[inline(always)]
    fn reach<const H: usize>(
        self,
        pool: &Pool<H>,
        lot: &Lot<H>,
        _: &PlainLot,
        set: u32,
    ) -> Reached {
        // SAFETY: AVX-512 F, BW, VBMI and BITALG, by the invariant of this file.
        let free = unsafe {
            let places = load_all(&lot.places);
            let mut free = 0;
            for (half, bits) in pool.iter().zip(&lot.bits) {
                // Places are below 32: what is in the upper half does not matter.
                let bytes = _mm512_permutexvar_epi8(places, _mm512_castsi256_si512(load(half)));
                free |= _mm512_test_epi8_mask(bytes, load_all(bits));
            }
            // Which pieces are free is known long before the set: the compiler must not ask for it
            // among those alone that are entered from the set.
            let free = as_it_is(free);
            let set = _mm512_set1_epi32(set.cast_signed());
            free & _mm512_bitshuffle_epi64_mask(set, load_all(&lot.from))
        };
        Reached { colours: gather(free, lot), is_open: all_unless_empty(free) }
    }
}

/// Does something with AVX2.
pub fn run_avx2<W: Work>(simd: Avx2, work: W) -> W::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    fn run<W: Work>(simd: Avx2, work: W) -> W::Output {
        work.run(simd)
    }
    // SAFETY: the processor has the features, by the invariant of this file.
    unsafe { run(simd, work) }
}

/// Does something with AVX-512.
pub fn run_avx512<W: Work>(simd: Avx512, work: W) -> W::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg")]
    #[inline(never)]
    fn run<W: Work>(simd: Avx512, work: W) -> W::Output {
        work.run(simd)
    }
    // SAFETY: the processor has the features, by the invariant of this file.
    unsafe { run(simd, work) }
}
