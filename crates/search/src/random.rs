//! Random numbers that are the same on every machine and in every version.
//!
//! Runs are repeated by their seed, on other machines and years later, so nothing here may change:
//! the generator is xoshiro256++ by name, every draw is defined below and pinned by tests. Each
//! thread, task or island has a stream of its own, numbered from 0.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A stream of random numbers; saved and restored with the state of its solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stream(Xoshiro256PlusPlus);

/// Stream number `index` of a seed.
///
/// Word `k` of the generator's state is `mix(mix(seed + OFFSETS[k]) + index * ODD)` in 64-bit
/// arithmetic, where `mix` is the finaliser of SplitMix64. Since `mix` loses nothing, two streams of
/// one seed, or the same stream of two seeds, never start alike.
pub fn stream(seed: u64, index: u64) -> Stream {
    let mut state = [0; 32];
    for (word, offset) in state.chunks_exact_mut(8).zip(OFFSETS) {
        let mixed = mix(mix(seed.wrapping_add(offset)).wrapping_add(index.wrapping_mul(ODD)));
        word.copy_from_slice(&mixed.to_le_bytes());
    }
    Stream(Xoshiro256PlusPlus::from_seed(state))
}

/// The first 256 bits of the fraction of pi: numbers with nothing up their sleeve.
const OFFSETS: [u64; 4] =
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];

/// 2^64 divided by the golden ratio, odd.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads the bits of a number: a step of SplitMix64. Different numbers stay different.
pub fn scatter(number: u64) -> u64 {
    mix(number.wrapping_add(ODD))
}

/// The finaliser of SplitMix64.
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Stream {
    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, all alike; 0 if `n` is 0. Lemire's method: the high half of a product,
    /// with the few draws that would make some numbers likelier thrown away.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u64) < unfair {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// An index into something of this length; 0 if it is empty.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number from 0 up to but not including 1, with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with this probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts the items into random order: Fisher and Yates, from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// One of the items; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_never_change() {
        let mut one = stream(1, 0);
        let expected =
            [1_278_368_229_339_964_458, 13_077_218_598_360_112_520, 6_860_640_569_293_987_954];
        assert_eq!(expected.map(|_: u64| one.bits()), expected);
        let mut two = stream(1, 1);
        assert_eq!(
            [two.bits(), two.bits()],
            [3_964_320_636_493_153_403, 11_652_640_021_428_022_685]
        );
        assert_eq!(
            [6, 52, 1000, u64::MAX].map(|n| two.below(n)),
            [4, 48, 931, 13_478_497_258_954_351_467]
        );
        assert_eq!(two.unit(), 0.46067601775625877);
        let mut order: Vec<u8> = (0..10).collect();
        stream(42, 7).shuffle(&mut order);
        assert_eq!(order, [5, 3, 4, 9, 6, 0, 2, 8, 1, 7]);
        assert_eq!(stream(42, 8).choose(&order), Some(&4));
    }

    #[test]
    fn streams_of_neighbouring_seeds_and_indices_differ() {
        let mut starts: Vec<_> =
            (0..64).flat_map(|seed| (0..64).map(move |i| stream(seed, i).bits())).collect();
        starts.sort_unstable();
        starts.dedup();
        assert_eq!(starts.len(), 64 * 64);
    }

    #[test]
    fn numbers_below_are_all_alike() {
        let mut stream = stream(3, 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.index(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        // Nearly every second draw must be thrown away here, and none may come out too high.
        let n = (1 << 63) + 1;
        assert!((0..1000).all(|_| stream.below(n) < n));
    }

    #[test]
    fn nothing_to_choose_from_is_no_mistake() {
        let mut stream = stream(0, 0);
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.choose::<u8>(&[]), None);
        stream.shuffle::<u8>(&mut []);
    }

    #[test]
    fn a_saved_stream_goes_on_where_it_was() {
        let mut stream = stream(5, 9);
        stream.bits();
        let bytes = crate::state::save(&stream).unwrap();
        let mut restored: Stream = crate::state::load(&bytes).unwrap();
        assert_eq!([restored.bits(), restored.bits()], [stream.bits(), stream.bits()]);
    }
}
