//! The boards of a beam at one depth, and the step to the next.
//!
//! A step looks at every candidate of every board, weighs what comes of it, drops boards that are
//! the same but for what can no longer be seen (same pieces, same open sides), and keeps the best. A
//! child is weighed before it is made: most are never made. What comes of a step depends neither on
//! the number of threads nor on their order.

use rayon::prelude::*;

use super::course::{Course, Meets, Stop};
use crate::exact::plan::Candidate;

/// The boards of one depth, field by field.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    used: Vec<u64>,
    registers: Vec<u16>,
    /// For each board what the frontier asks for, then what is left on pieces, by colour.
    counts: Vec<u16>,
    /// Mismatches.
    pub missed: Vec<u16>,
    prospect: Vec<f32>,
    hash: Vec<u64>,
}

/// Where a board of the next depth comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Child {
    /// The board it comes from.
    pub parent: u32,
    /// The candidate that was laid.
    pub candidate: u32,
    missed: u16,
    prospect: f32,
    worth: f32,
    hash: u64,
}

/// What is kept.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// So many boards at most.
    pub width: usize,
    /// What a mismatch costs, beside prospects.
    pub cost: f32,
    /// Whether mismatches are looked for while there are boards without.
    pub may_slip: bool,
    /// How much chance there is in what is kept, and where it comes from.
    pub noise: (f32, u64),
}

/// Boards that are looked at together by one thread.
const CHUNK: usize = 256;

impl Crowd {
    /// The empty board alone.
    pub fn start(course: &Course) -> Self {
        let counts: Vec<_> = course.asked.iter().chain(&course.left).copied().collect();
        let classes = (0..course.colours).filter(|&c| course.prospects.class(c) == c);
        let prospect = classes.map(|c| course.prospects.of(c, &course.asked, &course.left)).sum();
        Self {
            used: vec![0; course.words],
            registers: vec![0; course.registers],
            counts,
            missed: vec![0],
            prospect: vec![prospect],
            hash: vec![0],
        }
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.missed.len()
    }

    /// The board with the fewest mismatches, and of those the one with the best prospects.
    pub fn best(&self) -> Option<usize> {
        let better = |a: &usize, b: &usize| {
            let by_missed = self.missed[*a].cmp(&self.missed[*b]);
            by_missed.then(self.prospect[*b].total_cmp(&self.prospect[*a])).then(a.cmp(b))
        };
        (0..self.len()).min_by(better)
    }

    /// Goes to the next depth: the boards there, where each comes from, and how many candidates
    /// were weighed.
    pub fn step(&self, course: &Course, stop: &Stop, choice: Choice) -> (Self, Vec<Child>, u64) {
        let weigh = |reach| {
            let boards: Vec<usize> = (0..self.len()).collect();
            let parts: Vec<(Vec<Child>, u64)> = boards
                .par_chunks(CHUNK)
                .map(|chunk| self.weigh(course, stop, chunk, reach, choice))
                .collect();
            let weighed = parts.iter().map(|(_, weighed)| weighed).sum::<u64>();
            (parts.into_iter().flat_map(|(children, _)| children).collect::<Vec<_>>(), weighed)
        };
        let (mut children, mut weighed) = weigh(if choice.may_slip { 1 } else { 0 });
        // Where nothing goes on, mismatches are better than an end.
        for reach in 1..=4 {
            if !children.is_empty() {
                break;
            }
            let (more, looked_at) = weigh(reach);
            (children, weighed) = (more, weighed + looked_at);
        }
        keep(&mut children, choice.width);
        (self.make(course, stop, &children), children, weighed)
    }

    fn weigh(
        &self,
        course: &Course,
        stop: &Stop,
        boards: &[usize],
        reach: u16,
        choice: Choice,
    ) -> (Vec<Child>, u64) {
        let (mut children, mut weighed) = (Vec::new(), 0);
        let mut counts = vec![0; 2 * course.colours];
        for &parent in boards {
            let registers = part(&self.registers, course.registers, parent);
            let used = part(&self.used, course.words, parent);
            let range = if reach == 0 { stop.fitting(registers) } else { 0..stop.candidates.len() };
            let begin = range.start;
            for (index, candidate) in stop.candidates.get(range).into_iter().flatten().enumerate() {
                let missed = stop.mismatches(candidate, registers);
                let Some(bit) = free_bit(course, used, candidate).filter(|_| missed <= reach)
                else {
                    continue;
                };
                weighed += 1;
                counts.copy_from_slice(part(&self.counts, 2 * course.colours, parent));
                let change = lay(course, stop, candidate, registers, &mut counts);
                let missed = self.missed[parent] + missed;
                let prospect = self.prospect[parent] + change;
                let hash = self.hash[parent] ^ changed(stop, candidate, registers, bit);
                let (noise, seed) = choice.noise;
                let chance = if noise > 0.0 { noise * spread(mix(hash ^ seed)) } else { 0.0 };
                let worth = prospect - choice.cost * f32::from(missed) + chance;
                let candidate = (begin + index) as u32;
                let parent = parent as u32;
                children.push(Child { parent, candidate, missed, prospect, worth, hash });
            }
        }
        (children, weighed)
    }

    /// Makes the boards that were chosen.
    fn make(&self, course: &Course, stop: &Stop, children: &[Child]) -> Self {
        let mut next = Self::default();
        for child in children {
            let parent = child.parent as usize;
            let Some(candidate) = stop.candidates.get(child.candidate as usize) else { continue };
            let (words, registers) = (next.used.len(), next.registers.len());
            let used = part(&self.used, course.words, parent);
            next.used.extend_from_slice(used);
            if let Some(bit) = free_bit(course, used, candidate) {
                next.used[words + bit as usize / 64] |= 1 << (bit % 64);
            }
            let before = part(&self.registers, course.registers, parent);
            next.registers.extend_from_slice(before);
            for (side, meets) in stop.meets.iter().enumerate() {
                if let Meets::Later(register) = meets {
                    next.registers[registers + usize::from(*register)] = candidate.out[side];
                }
            }
            let counts = next.counts.len();
            next.counts.extend_from_slice(part(&self.counts, 2 * course.colours, parent));
            lay(course, stop, candidate, before, &mut next.counts[counts..]);
            next.missed.push(child.missed);
            next.prospect.push(child.prospect);
            next.hash.push(child.hash);
        }
        next
    }
}

/// Keeps the best of those that differ.
fn keep(children: &mut Vec<Child>, width: usize) {
    let order = |a: &Child, b: &Child| {
        let by_worth = b.worth.total_cmp(&a.worth).then(a.hash.cmp(&b.hash));
        by_worth.then((a.parent, a.candidate).cmp(&(b.parent, b.candidate)))
    };
    children.sort_unstable_by(|a, b| {
        a.hash.cmp(&b.hash).then(a.missed.cmp(&b.missed)).then(order(a, b))
    });
    children.dedup_by_key(|child| child.hash);
    if children.len() > width {
        children.select_nth_unstable_by(width, order);
        children.truncate(width);
    }
    // In the order of their parents, so that what is made next lies close together in memory.
    children.sort_unstable_by_key(|child| (child.parent, child.candidate));
}

fn part<T>(all: &[T], length: usize, index: usize) -> &[T] {
    all.get(index * length..(index + 1) * length).unwrap_or_default()
}

/// The bit of the first free piece of a candidate's kind.
fn free_bit(course: &Course, used: &[u64], candidate: &Candidate) -> Option<u32> {
    let (first, copies) = *course.bits.get(usize::from(candidate.kind))?;
    let is_used = |bit: &u32| used.get(*bit as usize / 64).is_none_or(|w| w >> (bit % 64) & 1 != 0);
    (first..first + copies).find(|bit| !is_used(bit))
}

/// Takes the sides of a candidate off the counts and adds what it asks for; returns what that
/// changes in the prospects.
fn lay(
    course: &Course,
    stop: &Stop,
    candidate: &Candidate,
    registers: &[u16],
    counts: &mut [u16],
) -> f32 {
    let mut touched = [usize::MAX; 12];
    let mut count = 0;
    let mut touch = |colour: u16| {
        let class = course.prospects.class(usize::from(colour));
        if !touched[..count].contains(&class) {
            touched[count] = class;
            count += 1;
        }
    };
    let wanted = |meets: &Meets| match meets {
        Meets::Register(register) => registers.get(usize::from(*register)).copied(),
        Meets::Hint(colour) => Some(*colour),
        Meets::Edge | Meets::Later(_) => None,
    };
    let is_rim = |colour: u16| Some(colour) == course.rim;
    for (side, meets) in stop.meets.iter().enumerate() {
        let own = candidate.own[side];
        if !is_rim(own) {
            touch(own);
        }
        if let Some(wanted) = wanted(meets) {
            touch(wanted);
        }
        if let Meets::Later(_) = meets {
            touch(candidate.out[side]);
        }
    }
    let value = |counts: &[u16]| -> f32 {
        let (asked, left) = counts.split_at(course.colours);
        touched[..count].iter().map(|&class| course.prospects.of(class, asked, left)).sum()
    };
    let before = value(counts);
    for (side, meets) in stop.meets.iter().enumerate() {
        let own = usize::from(candidate.own[side]);
        if !is_rim(candidate.own[side]) {
            counts[course.colours + own] = counts[course.colours + own].saturating_sub(1);
        }
        if let Some(wanted) = wanted(meets) {
            let asked = &mut counts[usize::from(wanted)];
            *asked = asked.saturating_sub(1);
        }
        if let Meets::Later(_) = meets {
            counts[usize::from(candidate.out[side])] += 1;
        }
    }
    value(counts) - before
}

/// What laying a candidate changes in the number that tells boards apart: its piece is used, the
/// sides it meets are closed, and its others are open.
fn changed(stop: &Stop, candidate: &Candidate, registers: &[u16], bit: u32) -> u64 {
    let open =
        |register: u16, colour: u16| mix(1 << 40 | u64::from(register) << 16 | u64::from(colour));
    let mut change = mix(u64::from(bit) + 1);
    for (side, meets) in stop.meets.iter().enumerate() {
        change ^= match meets {
            Meets::Register(register) => {
                open(*register, registers.get(usize::from(*register)).copied().unwrap_or(0))
            }
            Meets::Later(register) => open(*register, candidate.out[side]),
            Meets::Edge | Meets::Hint(_) => 0,
        };
    }
    change
}

/// Spreads the bits of a number: the last step of SplitMix64.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A number around 0, as chance has it: the sum of four, about normal with deviation 1.
fn spread(bits: u64) -> f32 {
    let part = |index: u32| ((bits >> (16 * index)) & 0xffff) as f32 / 65536.0 - 0.5;
    (part(0) + part(1) + part(2) + part(3)) * 1.732
}
