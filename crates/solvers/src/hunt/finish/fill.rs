//! Branch and bound over the last cells.
//!
//! The pieces that are left are few, so sets of their looks are words: which of them match at a cell
//! is found without looking at any of them.

use super::{Finish, GROUPS, Laid, LastCell, MOST_CELLS, bit};
use crate::kernel::entry::COLOURS;
use crate::kernel::simd::{Simd, Work};

/// Nodes after which a call gives up.
pub(super) const MOST_NODES: u32 = 20_000;
/// Sides that ask for a colour from the beginning and are looked at again at every node, at most:
/// without the others the bound is weaker.
const ASKS: usize = 2 * MOST_CELLS;

/// Looks of the kinds of pieces that are left: four bits a kind, one for each rotation.
type Looks = u64;

/// For each number of sides that are missed the looks that miss so many.
type ByMissed = [Looks; 5];

/// What is asked for in one call.
pub(super) struct Call<'a> {
    pub(super) finish: &'a Finish,
    pub(super) frontier: &'a [[u16; 2]],
    pub(super) left: &'a [(u16, u16)],
    pub(super) parity: u32,
    pub(super) limit: u32,
}

impl Work for Call<'_> {
    type Output = (Option<(u32, [Laid; MOST_CELLS])>, u32);

    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> Self::Output {
        let Self { finish, frontier, left, parity, limit } = self;
        // Many calls end before anything is laid out.
        let mut shown = [0; GROUPS];
        for &(kind, _) in left {
            for (set, shows) in shown.iter_mut().zip(&finish.kinds[usize::from(kind)].shows) {
                *set |= shows;
            }
        }
        let mut certain = Certain { missed: 0, odd: parity };
        for ask in &finish.asks {
            let colour = bit(ask.colour(frontier));
            certain.add_if(shown[ask.group % GROUPS] & colour == 0, finish.counted(colour));
        }
        if certain.at_least() > limit {
            return (None, 0);
        }
        Attempt::new(finish, frontier, left, limit).fill(parity)
    }
}

/// Mismatches that nothing can avoid any more.
#[derive(Clone, Copy, Debug, Default)]
struct Certain {
    missed: u32,
    /// The colours that occur an odd number of times, without the sides that are missed for certain.
    odd: u32,
}

impl Certain {
    #[inline(always)]
    fn add_if(&mut self, is_missed: bool, colour: u32) {
        self.missed += u32::from(is_missed);
        self.odd ^= if is_missed { colour } else { 0 };
    }

    /// How many mismatches there are at least: each that is certain has one side more that may mend
    /// a colour, any other has two.
    #[inline(always)]
    fn at_least(self) -> u32 {
        self.missed + self.odd.count_ones().saturating_sub(self.missed).div_ceil(2)
    }
}

/// What a cell asks for from the beginning.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    by_missed: ByMissed,
    wanted: Wanted,
}

/// The colours that the sides of a cell ask for.
#[derive(Clone, Copy, Debug, Default)]
struct Wanted {
    /// All of them.
    any: u32,
    /// Those that occur an odd number of times.
    odd: u32,
}

/// The state at one of the cells.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    by_missed: ByMissed,
    /// What is still to be tried of those that miss one side fewer than `next`.
    looks: Looks,
    /// How many sides are missed next.
    next: u32,
    wanted: Wanted,
    free: Looks,
    cost: u32,
    parity: u32,
    /// What the cells after this one miss.
    certain: Certain,
    /// Which of the kinds lies here.
    place: usize,
}

/// The state of one call.
struct Attempt<'a> {
    finish: &'a Finish,
    left: &'a [(u16, u16)],
    limit: u32,
    /// The looks that show each colour at each side.
    showing: [[Looks; 4]; COLOURS],
    /// All looks that can lie somewhere, and those with each rim.
    all: Looks,
    by_rim: [Looks; 16],
    starts: [Start; MOST_CELLS],
    /// The looks that give what each ask is for, with the colour.
    asks: [(Looks, u32); ASKS],
    copies: [u16; MOST_CELLS],
}

impl<'a> Attempt<'a> {
    #[inline(always)]
    fn new(finish: &'a Finish, frontier: &[[u16; 2]], left: &'a [(u16, u16)], limit: u32) -> Self {
        let mut attempt = Self {
            finish,
            left,
            limit,
            showing: [[0; 4]; COLOURS],
            all: 0,
            by_rim: [0; 16],
            starts: [Start::default(); MOST_CELLS],
            asks: [(0, 0); ASKS],
            copies: [0; MOST_CELLS],
        };
        for (place, &(kind, copies)) in left.iter().enumerate().take(MOST_CELLS) {
            attempt.copies[place] = copies;
            if copies == 0 {
                continue;
            }
            for (turn, look) in finish.kinds[usize::from(kind)].rotations.iter().enumerate() {
                if !look.is_of_use {
                    continue;
                }
                let this = 1 << (4 * place + turn);
                for &side in &finish.known {
                    attempt.showing[usize::from(look.own[side % 4]) % COLOURS][side % 4] |= this;
                }
                attempt.by_rim[usize::from(look.rim) % 16] |= this;
                attempt.all |= this;
            }
        }
        let by_rim = attempt.by_rim;
        for (start, cell) in attempt.starts.iter_mut().zip(&finish.cells) {
            start.by_missed[0] = by_rim[usize::from(cell.rim) % 16];
        }
        for (number, ask) in finish.asks.iter().enumerate() {
            let colour = ask.colour(frontier);
            let fits = attempt.showing(colour, ask.side);
            let start = &mut attempt.starts[ask.index % MOST_CELLS];
            start.by_missed = miss(start.by_missed, fits);
            start.wanted.add(colour);
            if let Some(asked) = attempt.asks.get_mut(number) {
                let rim = finish.cells[ask.index].rim;
                *asked = (fits & by_rim[usize::from(rim) % 16], finish.counted(bit(colour)));
            }
        }
        attempt
    }

    #[inline(always)]
    fn showing(&self, colour: u8, side: usize) -> Looks {
        self.showing.get(usize::from(colour)).map_or(0, |sides| sides[side % 4])
    }

    /// What the cells after one miss for certain, given what those that are filled turn to them.
    #[inline(always)]
    fn certain(&self, cell: &LastCell, out: &[[u8; 4]], free: Looks, parity: u32) -> Certain {
        let mut certain = Certain { missed: 0, odd: parity };
        let until = self.finish.asks.len().min(ASKS);
        for &(fits, colour) in self.asks.get(cell.later_asks..until).unwrap_or_default() {
            certain.add_if(fits & free == 0, colour);
        }
        for promise in &cell.promises {
            let Some(out) = out.get(promise.index) else { break };
            let colour = out[promise.back % 4];
            let of_rim = self.by_rim[usize::from(promise.rim) % 16];
            let fits = self.showing(colour, promise.side) & of_rim;
            certain.add_if(fits & free == 0, self.finish.counted(bit(colour)));
        }
        certain
    }

    /// Fills all cells.
    #[inline(always)]
    fn fill(mut self, parity: u32) -> <Call<'a> as Work>::Output {
        let finish = self.finish;
        let (mut best, mut nodes) = (None, 0);
        let mut laid = [(0, 0); MOST_CELLS];
        let mut out = [[0; 4]; MOST_CELLS];
        let mut frames = [Frame::default(); MOST_CELLS];
        frames[0] = self.enter(0, &out, self.all, 0, parity);
        let mut index = 0;
        loop {
            let (frame, cell) = (&mut frames[index % MOST_CELLS], &finish.cells[index]);
            while frame.looks == 0 && self.may_miss(cell, frame) {
                frame.looks = self.of_use(cell, frame);
                frame.next += 1;
            }
            if frame.looks == 0 {
                let Some(before) = index.checked_sub(1) else { break };
                index = before;
                self.copies[frames[index].place % MOST_CELLS] += 1;
                continue;
            }
            let first = frame.looks.trailing_zeros() as usize;
            frame.looks &= frame.looks - 1;
            let (place, turn) = (first / 4, first % 4);
            let kind = self.left[place].0;
            let look = &finish.kinds[usize::from(kind)].rotations[turn];
            let missed = frame.next - 1;
            let (cost, mut parity) = (frame.cost + missed, frame.parity);
            if missed > 0 && finish.has_parity {
                // Equal colours cancel out.
                parity ^= frame.wanted.odd;
                for &side in &cell.known {
                    parity ^= bit(look.own[side % 4]);
                }
            }
            let is_last_copy = self.copies[place] == 1;
            let free = if is_last_copy { frame.free & !(15 << (4 * place)) } else { frame.free };
            out[index % MOST_CELLS] = look.out;
            let certain = self.certain(cell, &out[..=index % MOST_CELLS], free, parity);
            if cost + certain.at_least() > self.limit {
                continue;
            }
            if nodes >= MOST_NODES {
                break;
            }
            nodes += 1;
            laid[index % MOST_CELLS] = (kind, turn as u8);
            if index + 1 == finish.cells.len() {
                best = Some((cost, laid));
                // Only better ones are of interest from here on.
                let Some(better) = cost.checked_sub(1) else { break };
                self.limit = better;
                continue;
            }
            self.copies[place] -= 1;
            frame.place = place;
            index += 1;
            frames[index % MOST_CELLS] = self.enter(index, &out, free, cost, parity);
        }
        (best, nodes)
    }

    /// The state at a cell, before anything is tried there.
    #[inline(always)]
    fn enter(
        &self,
        index: usize,
        out: &[[u8; 4]; MOST_CELLS],
        free: Looks,
        cost: u32,
        parity: u32,
    ) -> Frame {
        let cell = &self.finish.cells[index];
        let Start { mut by_missed, mut wanted } = self.starts[index % MOST_CELLS];
        for looks in &mut by_missed {
            *looks &= free;
        }
        for link in &cell.links {
            let colour = out[link.index % MOST_CELLS][link.back % 4];
            by_missed = miss(by_missed, self.showing(colour, link.side));
            wanted.add(colour);
        }
        let certain = self.certain(cell, &out[..index % MOST_CELLS], free, parity);
        Frame { by_missed, looks: 0, next: 0, wanted, free, cost, parity, certain, place: 0 }
    }

    /// Whether a cell may miss as many sides as come next.
    #[inline(always)]
    fn may_miss(&self, cell: &LastCell, frame: &Frame) -> bool {
        frame.next as usize <= cell.known.len()
            && frame.cost + frame.certain.missed + frame.next <= self.limit
    }

    /// The looks that miss as many sides as come next, without some that mend too few of the odd
    /// colours.
    #[inline(always)]
    fn of_use(&self, cell: &LastCell, frame: &Frame) -> Looks {
        let (missed, certain) = (frame.next, frame.certain);
        let looks = frame.by_missed[missed as usize % 5];
        if looks == 0 || !self.finish.has_parity {
            return looks;
        }
        // How many colours may be odd afterwards: see `Certain::at_least`.
        let room = self.limit - frame.cost - certain.missed - missed;
        let allowed = 2 * room + certain.missed;
        // The colours that are asked for but missed come first: it is known which if all are missed.
        let odd = if missed as usize == cell.known.len() {
            (certain.odd ^ frame.wanted.odd).count_ones()
        } else {
            certain.odd.count_ones().saturating_sub(missed)
        };
        // Then those that are shown instead: if each of them mends a colour, there is one odd colour
        // fewer for each; if one of them does not, there are two more than that.
        if odd > allowed + missed {
            return 0;
        }
        if missed == 0 || odd + 2 <= allowed + missed {
            return looks;
        }
        let mut mending = [0; 4];
        let mut colours = certain.odd | frame.wanted.any;
        while colours != 0 {
            let showing = &self.showing[colours.trailing_zeros() as usize % COLOURS];
            for (mending, showing) in mending.iter_mut().zip(showing) {
                *mending |= showing;
            }
            colours &= colours - 1;
        }
        cell.known.iter().fold(looks, |looks, side| looks & mending[side % 4])
    }
}

impl Wanted {
    #[inline(always)]
    fn add(&mut self, colour: u8) {
        self.any |= bit(colour);
        self.odd ^= bit(colour);
    }
}

/// One side more is known: those that fit it miss as many as before, the others one more.
#[inline(always)]
fn miss(by_missed: ByMissed, fits: Looks) -> ByMissed {
    let [none, one, two, three, four] = by_missed;
    [
        none & fits,
        one & fits | none & !fits,
        two & fits | one & !fits,
        three & fits | two & !fits,
        four & fits | three & !fits,
    ]
}
