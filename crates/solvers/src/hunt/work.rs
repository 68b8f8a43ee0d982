//! What a crew asks of the kernel, in whichever form the processor has.

use std::sync::Arc;

use tilewright_search::Stream as Random;

use super::rules::Hunting;
use crate::kernel::simd::{Simd, Work};
use crate::kernel::stream::{self, Stream};
use crate::kernel::table::Table;

/// Goes on with all hunters, by turns.
pub(super) struct Hunt<'a, 'b, const H: usize> {
    pub(super) streams: &'a mut [(&'b Table<H>, &'b mut Stream<H, Hunting>)],
    pub(super) rules: &'a Hunting,
    pub(super) rounds: u64,
}

impl<const H: usize> Work for Hunt<'_, '_, H> {
    type Output = (u64, Option<usize>);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Self { streams, rules, rounds } = self;
        let Some((table, _)) = streams.first() else { return (rounds, None) };
        let layout = Arc::clone(&table.layout);
        stream::run::<S, H, Hunting, true>(simd, &layout, rules, streams, rounds)
    }
}

/// Lays the topmost entry of a stream.
pub(super) struct LayTopmost<'a, const H: usize> {
    pub(super) table: &'a Table<H>,
    pub(super) rules: &'a Hunting,
    pub(super) stream: &'a mut Stream<H, Hunting>,
}

impl<const H: usize> Work for LayTopmost<'_, H> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let entry = self.stream.topmost();
        self.stream.lay::<S, false>(simd, &self.table.layout, self.rules, entry);
    }
}

/// Lays what lay before.
pub(super) struct Replay<'a, const H: usize> {
    pub(super) table: &'a Table<H>,
    pub(super) rules: &'a Hunting,
    pub(super) stream: &'a mut Stream<H, Hunting>,
    pub(super) laid: &'a [u32],
}

impl<const H: usize> Work for Replay<'_, H> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { table, rules, stream, laid } = self;
        stream.first_way::<S, true>(simd, &table.layout);
        for &entry in laid {
            stream.lay::<S, true>(simd, &table.layout, rules, entry);
        }
    }
}

/// Lays a board that is given, the first so many entries of which lie already, and begins a search below it.
pub(super) struct Descend<'a, const H: usize> {
    pub(super) table: &'a Table<H>,
    pub(super) rules: &'a Hunting,
    pub(super) stream: &'a mut Stream<H, Hunting>,
    pub(super) entries: &'a [u32],
    pub(super) lying: usize,
}

impl<const H: usize> Work for Descend<'_, H> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self { table, rules, stream, entries, lying } = self;
        stream.descend::<S, true>(simd, table, rules, entries, lying);
    }
}

/// Lays the opening: at every cell one of the heaviest candidates, by chance.
pub(super) struct Open<'a, const H: usize> {
    pub(super) table: &'a Table<H>,
    pub(super) rules: &'a Hunting,
    pub(super) opening: usize,
    pub(super) stream: &'a mut Box<Stream<H, Hunting>>,
    pub(super) random: &'a mut Random,
}

impl<const H: usize> Work for Open<'_, H> {
    type Output = ();

    fn run<S: Simd>(self, simd: S) {
        /// Openings that come to a dead end before the search begins without one.
        const TRIES: usize = 20;
        let Self { table, rules, opening, stream, random } = self;
        let layout = &table.layout;
        for _ in 0..TRIES {
            let mut way = stream.first_way::<S, true>(simd, layout);
            for level in 0..=opening {
                let free = stream.free_candidates::<S, true>(simd, table, rules, way);
                if level == opening && !free.is_empty() {
                    stream.set_untried(opening, &free);
                    return;
                }
                let heaviest = free.iter().map(|&entry| rules.weight::<H>(entry)).max();
                let ties: Vec<_> =
                    free.iter().filter(|&&e| Some(rules.weight::<H>(e)) == heaviest).collect();
                if ties.is_empty() {
                    break;
                }
                let entry = *ties[random.index(ties.len())];
                way = stream.lay::<S, true>(simd, layout, rules, entry);
            }
        }
        let way = stream.first_way::<S, true>(simd, layout);
        let free = stream.free_candidates::<S, true>(simd, table, rules, way);
        stream.set_untried(0, &free);
    }
}
