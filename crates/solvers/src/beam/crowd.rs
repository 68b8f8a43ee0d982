//! The boards of a beam at one depth, and the step to the next.
//!
//! A step looks at every candidate of every board, weighs what comes of it, drops boards that are
//! the same but for what can no longer be seen (same pieces, same open sides), and keeps the best. A
//! child is weighed before it is made: most are never made. What comes of a step depends neither on
//! the number of threads nor on their order.

use std::cmp::Ordering;

use rayon::prelude::*;
use tilewright_search::scatter;

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
    /// The most mismatches of a piece, where nothing else goes on.
    pub most_missed: u16,
    /// How much chance there is in what is kept, and where it comes from.
    pub noise: (f32, u64),
}

/// What a child has to be to be kept.
#[derive(Clone, Copy, Debug)]
struct Bar {
    /// Its worth.
    worth: f32,
    /// The most that a step was seen to add to the prospects.
    change: f32,
}

/// Boards that are looked at together by one thread, and between two looks at the bar.
const CHUNK: usize = 256;
const BLOCK: usize = 16 * CHUNK;

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
        let (mut children, mut weighed) = (Vec::new(), 0);
        // Where nothing goes on, mismatches are better than an end.
        for reach in u16::from(choice.may_slip)..=choice.most_missed {
            weighed += self.weigh_all(course, stop, reach, choice, &mut children);
            if !children.is_empty() {
                break;
            }
        }
        keep(&mut children, choice.width);
        (self.make(course, stop, &children), children, weighed)
    }

    /// Weighs all children, block by block: what is worse than twice as many as are kept is dropped
    /// on the way.
    fn weigh_all(
        &self,
        course: &Course,
        stop: &Stop,
        reach: u16,
        choice: Choice,
        children: &mut Vec<Child>,
    ) -> u64 {
        let (mut weighed, mut bar) = (0, Bar { worth: f32::MIN, change: f32::MAX });
        let mut change = f32::MIN;
        let most = 2 * choice.width.max(BLOCK / 4);
        for begin in (0..self.len()).step_by(BLOCK) {
            let end = (begin + BLOCK).min(self.len());
            let boards: Vec<usize> = (begin..end).collect();
            let parts: Vec<(Vec<Child>, u64)> = boards
                .par_chunks(CHUNK)
                .map(|chunk| self.weigh(course, stop, chunk, reach, choice, bar))
                .collect();
            for (part, looked_at) in parts {
                let changes = part.iter().map(|c| c.prospect - self.prospect[c.parent as usize]);
                change = changes.fold(change, f32::max);
                children.extend(part);
                weighed += looked_at;
            }
            if children.len() > 2 * most {
                let (_, last, _) = children.select_nth_unstable_by(most, best_first);
                bar = Bar { worth: last.worth, change };
                children.truncate(most);
            }
        }
        weighed
    }

    fn weigh(
        &self,
        course: &Course,
        stop: &Stop,
        boards: &[usize],
        reach: u16,
        choice: Choice,
        bar: Bar,
    ) -> (Vec<Child>, u64) {
        let (mut children, mut weighed) = (Vec::new(), 0);
        let mut scratch = vec![0; 2 * course.colours];
        for &parent in boards {
            let registers = part(&self.registers, course.registers, parent);
            let used = part(&self.used, course.words, parent);
            let counts = part(&self.counts, 2 * course.colours, parent);
            let closed = closed(course, stop, registers);
            let (noise, seed) = choice.noise;
            // The boards come best first. Where the best child that was seen would not do, there is
            // nothing to look for.
            let worth = self.prospect[parent] - choice.cost * f32::from(self.missed[parent]);
            let hope = worth + bar.change + noise * MOST_SPREAD;
            if hope < bar.worth {
                continue;
            }
            let reach = if hope - choice.cost < bar.worth { 0 } else { reach };
            stop.for_each(registers, reach, |index, missed| {
                let Some(candidate) = stop.candidates.get(index) else { return };
                let Some(bit) = free_bit(course, used, candidate) else { return };
                weighed += 1;
                let change = if course.is_plain {
                    change(course, stop, candidate, registers, counts)
                } else {
                    scratch.copy_from_slice(counts);
                    lay(course, stop, candidate, registers, &mut scratch)
                };
                let missed = self.missed[parent] + missed;
                let prospect = self.prospect[parent] + change + course.bonus(candidate);
                let worth = prospect - choice.cost * f32::from(missed);
                if worth + noise * MOST_SPREAD < bar.worth {
                    return;
                }
                let hash = self.hash[parent] ^ closed ^ opened(course, stop, candidate, bit);
                let chance = if noise > 0.0 { noise * spread(scatter(hash ^ seed)) } else { 0.0 };
                let worth = worth + chance;
                if worth >= bar.worth {
                    let (parent, candidate) = (parent as u32, index as u32);
                    children.push(Child { parent, candidate, missed, prospect, worth, hash });
                }
            });
        }
        (children, weighed)
    }

    /// Makes the boards that were chosen.
    fn make(&self, course: &Course, stop: &Stop, children: &[Child]) -> Self {
        let boards = children.len();
        let mut next = Self {
            used: Vec::with_capacity(boards * course.words),
            registers: Vec::with_capacity(boards * course.registers),
            counts: Vec::with_capacity(boards * 2 * course.colours),
            missed: Vec::with_capacity(boards),
            prospect: Vec::with_capacity(boards),
            hash: Vec::with_capacity(boards),
        };
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
            update(course, stop, candidate, before, &mut next.counts[counts..]);
            next.missed.push(child.missed);
            next.prospect.push(child.prospect);
            next.hash.push(child.hash);
        }
        next
    }
}

/// The most worthy first; equal ones in an order that depends on nothing else.
fn best_first(a: &Child, b: &Child) -> Ordering {
    let by_worth = b.worth.total_cmp(&a.worth).then(a.hash.cmp(&b.hash));
    by_worth.then((a.parent, a.candidate).cmp(&(b.parent, b.candidate)))
}

/// Keeps the best of those that differ.
fn keep(children: &mut Vec<Child>, width: usize) {
    if children.len() > 2 * width {
        children.select_nth_unstable_by(2 * width, best_first);
        children.truncate(2 * width);
    }
    drop_alike(children);
    if children.len() > width {
        children.select_nth_unstable_by(width, best_first);
        children.truncate(width);
    }
    // The best first, so that the bar for their children is soon high.
    sort(children);
}

/// Of those that are the same, leaves the one with the fewest mismatches, and of these the best.
fn drop_alike(children: &mut Vec<Child>) {
    const NOBODY: u32 = u32::MAX;
    let places = (2 * children.len()).next_power_of_two();
    // The numbers of the children are numbers of chance, so they tell where to look.
    let mut known = vec![NOBODY; places];
    let mut kept = 0;
    for index in 0..children.len() {
        let child = children[index];
        let mut place = child.hash as usize % places;
        while known[place] != NOBODY && children[known[place] as usize].hash != child.hash {
            place = (place + 1) % places;
        }
        if known[place] == NOBODY {
            known[place] = kept as u32;
            children[kept] = child;
            kept += 1;
        } else {
            let other = &mut children[known[place] as usize];
            let order = child.missed.cmp(&other.missed).then(best_first(&child, other));
            if order.is_lt() {
                *other = child;
            }
        }
    }
    children.truncate(kept);
}

/// Puts the best first. What is sorted is their worth and their places: that is less to move than all of them.
fn sort(children: &mut Vec<Child>) {
    let key = |(child, place): (&Child, u32)| {
        let bits = child.worth.to_bits();
        // Ascending as whole numbers, as `total_cmp` has them, and then the other way round.
        let ascending = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        u64::from(!ascending) << 32 | u64::from(place)
    };
    let mut keys: Vec<_> = children.iter().zip(0..).map(key).collect();
    keys.sort_unstable();
    *children = keys.into_iter().map(|key| children[key as u32 as usize]).collect();
    for equals in children.chunk_by_mut(|a, b| a.worth.total_cmp(&b.worth).is_eq()) {
        if equals.len() > 1 {
            equals.sort_unstable_by(best_first);
        }
    }
}

fn part<T>(all: &[T], length: usize, index: usize) -> &[T] {
    all.get(index * length..(index + 1) * length).unwrap_or_default()
}

/// The bit of the first free piece of a candidate's kind.
fn free_bit(course: &Course, used: &[u64], candidate: &Candidate) -> Option<u32> {
    let &(first, copies) = course.bits.get(usize::from(candidate.kind))?;
    if copies == 1 {
        let word = used.get(first as usize / 64).copied().unwrap_or(u64::MAX);
        return (word >> (first % 64) & 1 == 0).then_some(first);
    }
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
    let is_rim = |colour: u16| Some(colour) == course.rim;
    for (side, meets) in stop.meets.iter().enumerate() {
        let own = candidate.own[side];
        if !is_rim(own) {
            touch(own);
        }
        if let Some(wanted) = wanted(meets, registers) {
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
    update(course, stop, candidate, registers, counts);
    value(counts) - before
}

/// Takes the sides of a candidate off the counts and adds what it asks for.
fn update(
    course: &Course,
    stop: &Stop,
    candidate: &Candidate,
    registers: &[u16],
    counts: &mut [u16],
) {
    for (side, meets) in stop.meets.iter().enumerate() {
        let own = candidate.own[side];
        if Some(own) != course.rim {
            let left = &mut counts[course.colours + usize::from(own)];
            *left = left.saturating_sub(1);
        }
        if let Some(wanted) = wanted(meets, registers) {
            let asked = &mut counts[usize::from(wanted)];
            *asked = asked.saturating_sub(1);
        }
        if let Meets::Later(_) = meets {
            counts[usize::from(candidate.out[side])] += 1;
        }
    }
}

/// The colour that is waiting for a side.
fn wanted(meets: &Meets, registers: &[u16]) -> Option<u16> {
    match meets {
        Meets::Register(register) => registers.get(usize::from(*register)).copied(),
        Meets::Hint(colour) => Some(*colour),
        Meets::Edge | Meets::Later(_) => None,
    }
}

/// What laying a candidate changes in the prospects, where all colours match themselves: the fast
/// twin of [`lay`].
#[inline]
fn change(
    course: &Course,
    stop: &Stop,
    candidate: &Candidate,
    registers: &[u16],
    counts: &[u16],
) -> f32 {
    // Colours with the changes of what is asked for and of what is left.
    let mut changes = [(0u16, 0i16, 0i16); 8];
    let mut count = 0;
    let mut note = |colour: u16, asked: i16, left: i16| match changes[..count]
        .iter_mut()
        .find(|change| change.0 == colour)
    {
        Some(change) => *change = (colour, change.1 + asked, change.2 + left),
        None => {
            changes[count] = (colour, asked, left);
            count += 1;
        }
    };
    for (side, meets) in stop.meets.iter().enumerate() {
        let own = candidate.own[side];
        match *meets {
            Meets::Edge if Some(own) == course.rim => {}
            Meets::Edge => note(own, 0, -1),
            Meets::Later(_) => note(own, 1, -1),
            Meets::Register(register) => {
                let wanted = registers.get(usize::from(register)).copied().unwrap_or(own);
                if wanted == own {
                    note(own, -1, -1);
                } else {
                    note(own, 0, -1);
                    note(wanted, -1, 0);
                }
            }
            Meets::Hint(wanted) => {
                note(own, 0, -1);
                note(wanted, -1, 0);
            }
        }
    }
    let (asked, left) = counts.split_at(course.colours.min(counts.len()));
    let value = |&(colour, more_asked, more_left): &(u16, i16, i16)| {
        let at = usize::from(colour);
        let [asked, left] = [asked, left].map(|counts| counts.get(at).copied().unwrap_or(0));
        course
            .prospects
            .alone(asked.saturating_add_signed(more_asked), left.saturating_add_signed(more_left))
            - course.prospects.alone(asked, left)
    };
    changes[..count].iter().map(value).sum()
}

/// The part of a board's number that goes when a cell is filled: the sides that wait for it.
fn closed(course: &Course, stop: &Stop, registers: &[u16]) -> u64 {
    let waiting = |meets: &Meets| match meets {
        Meets::Register(register) => {
            let colour = registers.get(usize::from(*register)).copied().unwrap_or(0);
            open_number(course, *register, colour)
        }
        _ => 0,
    };
    stop.meets.iter().map(waiting).fold(0, |all, number| all ^ number)
}

/// The part that comes: the piece that is used, and its open sides.
#[inline]
fn opened(course: &Course, stop: &Stop, candidate: &Candidate, bit: u32) -> u64 {
    let piece = course.piece_numbers.get(bit as usize).copied().unwrap_or(0);
    let sides = stop.meets.iter().enumerate().map(|(side, meets)| match meets {
        Meets::Later(register) => open_number(course, *register, candidate.out[side]),
        _ => 0,
    });
    sides.fold(piece, |all, number| all ^ number)
}

fn open_number(course: &Course, register: u16, colour: u16) -> u64 {
    let place = usize::from(register) * course.colours + usize::from(colour);
    course.open_numbers.get(place).copied().unwrap_or(0)
}

/// The most that [`spread`] gives.
const MOST_SPREAD: f32 = 2.0 * 1.733;

/// A number around 0, as chance has it: the sum of four, about normal with deviation 1.
fn spread(bits: u64) -> f32 {
    let part = |index: u32| ((bits >> (16 * index)) & 0xffff) as f32 / 65536.0 - 0.5;
    (part(0) + part(1) + part(2) + part(3)) * 1.732
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::plan::Plan;
    use tilewright_search::stream;

    /// The plain twin of [`keep`].
    fn keep_plainly(children: &mut Vec<Child>, width: usize) {
        children.sort_by(best_first);
        children.truncate(2 * width);
        children.sort_by(|a, b| {
            a.hash.cmp(&b.hash).then(a.missed.cmp(&b.missed)).then(best_first(a, b))
        });
        children.dedup_by_key(|child| child.hash);
        children.sort_by(best_first);
        children.truncate(width);
    }

    #[test]
    fn what_is_kept_is_what_sorting_everything_keeps() {
        let mut random = stream(3, 0);
        for round in 0..400 {
            let count = random.index(200);
            // Few numbers, so that many are alike, and many as worthy as others.
            let child = |_| Child {
                parent: random.index(50) as u32,
                candidate: random.index(9) as u32,
                missed: random.index(3) as u16,
                prospect: 0.0,
                worth: random.index(40) as f32 / 4.0 - 5.0,
                hash: random.below(60) << (round % 40),
            };
            let children: Vec<_> = (0..count).map(child).collect();
            let width = random.index(120) + 1;
            let (mut fast, mut plain) = (children.clone(), children);
            keep(&mut fast, width);
            keep_plainly(&mut plain, width);
            assert_eq!(fast, plain);
        }
    }

    /// Goes down a clue puzzle with mismatches, comparing both ways to weigh on every board.
    #[test]
    fn the_fast_way_to_weigh_agrees_with_the_plain_one_and_with_counting_anew() {
        let puzzle = tilewright_formats::embedded::puzzle("clue2").unwrap();
        let order: Vec<_> = puzzle.topology().cells().collect();
        let plan = Plan::new(&puzzle, &order, false);
        let course = Course::new(&puzzle, &plan);
        let choice =
            Choice { width: 30, cost: 2.0, may_slip: true, most_missed: 4, noise: (1.0, 7) };
        let mut crowd = Crowd::start(&course);
        for stop in &course.stops {
            for board in 0..crowd.len() {
                let registers = part(&crowd.registers, course.registers, board);
                let counts = part(&crowd.counts, 2 * course.colours, board);
                for candidate in stop.candidates.iter().take(40) {
                    let fast = change(&course, stop, candidate, registers, counts);
                    let plain = lay(&course, stop, candidate, registers, &mut counts.to_vec());
                    assert!((fast - plain).abs() < 1e-3, "{fast} {plain}");
                }
                let (asked, left) = counts.split_at(course.colours);
                let anew: f32 = (0..course.colours)
                    .map(|colour| course.prospects.of(colour, asked, left))
                    .sum();
                assert!((anew - crowd.prospect[board]).abs() < 0.05);
            }
            let (next, children, weighed) = crowd.step(&course, stop, choice);
            assert!(next.len() <= 30 && next.len() == children.len());
            assert!(weighed >= children.len() as u64);
            crowd = next;
        }
    }
}
