//! Every form has to agree with the portable one before it is used.
//!
//! A processor that a form was never run on is found by the user, not by us. So before the first
//! search a form does every operation on a few hundred random inputs; if it differs from plain Rust
//! anywhere, it is left out and the next best one is used. This takes less than a millisecond.

use tilewright_search::stream;

use super::entry::{self, Seat};
use super::lot::{Lot, Passage, PlainLot};
use super::record::Record;
use super::simd::{Eight, Form, Pool, Portable, Reached, Simd, Within, Work};
use super::slip::{Among, SlipLot};

const ROUNDS: u64 = 200;

/// Whether a form does the same as plain Rust on random inputs.
pub fn agrees_with_portable(form: Form) -> bool {
    (0..ROUNDS).all(|round| {
        form.run(Trial::<1>::new(round)) == Portable.outcome(&Trial::<1>::new(round))
            && form.run(Trial::<2>::new(round)) == Portable.outcome(&Trial::<2>::new(round))
    })
}

/// Inputs for every operation.
struct Trial<const H: usize> {
    pool: Pool<H>,
    units: Pool<H>,
    record: Record,
    set: u32,
    tag: u32,
    mask: u32,
    lot: Lot<H>,
    plain: PlainLot,
    slips: SlipLot,
    among: Among,
}

/// What the operations made of them.
#[derive(Debug, PartialEq, Eq)]
struct Outcome<const H: usize> {
    left: Pool<H>,
    taken: Vec<u32>,
    taken_within: [Vec<u32>; 2],
    taken_slips: Vec<u32>,
    reached: Reached,
}

impl<const H: usize> Trial<H> {
    fn new(round: u64) -> Self {
        let mut draw = stream(0x6b65_726e_656c, round);
        let mut word = || (draw.below(1 << 32)) as u32;
        let mut eight = || Eight(std::array::from_fn(|_| word()));
        // Each half is drawn for itself: a form that takes the wrong one has to be found out.
        let pool = std::array::from_fn(|_| eight());
        let units = std::array::from_fn(|_| eight());
        let mut record = eight();
        let mut draw = stream(0x6b65_726e_656d, round);
        for (lane, candidate) in record.0.iter_mut().enumerate() {
            if draw.chance(0.2) {
                *candidate = entry::NONE;
            }
            if draw.chance(0.7) {
                *candidate &= !(32 << entry::SHIFT);
            }
            // There are rests in narrow pools alone, first in their records, and a second half in the others.
            *candidate &= !if H == 1 { 1 << entry::HALF } else { 1 << 31 };
            if lane > 0 {
                *candidate &= !(1 << 31);
            }
        }
        let count = draw.index(Lot::<H>::SIZE + 1);
        let mut passages: Vec<_> = (0..count)
            .map(|_| Passage {
                to: draw.index(32) as u8,
                from: draw.index(32) as u8,
                seat: Seat {
                    half: draw.index(H) as u8,
                    word: draw.index(8) as u8,
                    shift: draw.index(32) as u8,
                },
            })
            .collect();
        passages.sort_unstable_by_key(|passage| passage.to);
        let slip = |passage: &Passage| {
            let [ahead, aside] = [passage.from, passage.to].map(u16::from);
            (entry::new(passage.seat, 0, ahead, aside) | entry::SLIP, draw.index(4) as u8)
        };
        let slips: Vec<_> = passages.iter().map(slip).collect();
        let among = Among {
            other: draw.index(4) as u8,
            set: draw.below(1 << 32) as u32,
            is_turned: draw.chance(0.5),
        };
        Self {
            pool,
            units,
            record: Record::new(&record.0),
            set: draw.below(1 << 32) as u32 | 1 << entry::REST_COLOUR,
            tag: entry::tag::<H>(draw.index(entry::levels::<H>())),
            mask: draw.below(256) as u32,
            lot: Lot::new(&passages),
            plain: PlainLot::new(&passages),
            slips: SlipLot::new(&slips),
            among,
        }
    }
}

/// Does every operation once.
trait AllOperations: Simd {
    #[inline(always)]
    fn outcome<const H: usize>(self, trial: &Trial<H>) -> Outcome<H> {
        let Trial { pool, units, record, set, tag, mask, lot, plain, slips, among } = trial;
        let mut taken_slips = vec![0; SlipLot::SIZE];
        if let Some(room) = taken_slips.first_chunk_mut() {
            let count = self.take_slips(pool, slips, *among, *tag, room);
            taken_slips.truncate(count);
        }
        let taken = |take: &dyn Fn(&mut [u32; 8]) -> usize| {
            let mut taken = [0; 8];
            let count = take(&mut taken);
            taken.into_iter().take(count).collect()
        };
        Outcome {
            left: self.minus(pool, units.each_ref().map(|half| &half.0)),
            taken: taken(&|to| self.take(pool, record, *mask, *tag, to)),
            taken_within: [false, true].map(|is_turned| {
                let within = Within { mask: *mask, set: *set, is_turned };
                taken(&|to| self.take_within(pool, record, within, *tag, to))
            }),
            taken_slips,
            reached: self.reach(pool, lot, plain, *set),
        }
    }
}

impl<S: Simd> AllOperations for S {}

impl<const H: usize> Work for Trial<H> {
    type Output = Outcome<H>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Outcome<H> {
        simd.outcome(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_cover_what_can_happen() {
        let outcomes: Vec<_> = (0..ROUNDS).map(|r| Portable.outcome(&Trial::<2>::new(r))).collect();
        assert!(outcomes.iter().any(|o| o.taken.len() > 4));
        let mut narrow = (0..ROUNDS).flat_map(|r| Portable.outcome(&Trial::<1>::new(r)).taken);
        assert!(narrow.any(|entry| entry::is_piece::<1>(entry) == 0), "no rest");
        assert!(outcomes.iter().any(|o| o.taken_within.iter().all(|within| *within != o.taken)));
        assert!(outcomes.iter().any(|o| o.taken_slips.len() > 8));
        assert!(outcomes.iter().any(|o| o.reached.is_open == 0));
        assert!(outcomes.iter().any(|o| o.reached.colours.count_ones() > 8));
    }

    #[test]
    fn all_forms_that_the_processor_has_agree() {
        let mut detected = vec![Form::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            use super::super::simd::{Avx2, Avx512};
            detected.extend(Avx2::detect().map(Form::Avx2));
            detected.extend(Avx512::detect().map(Form::Avx512));
        }
        assert!(detected.into_iter().all(agrees_with_portable));
    }
}
