//! Who is better where there are several objectives.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-D, count for each genome how many dominate it, and
//! measure distances inside the Pareto front alone: on how many objectives two genomes differ. Beside
//! it stands the standard they started from: Deb, Pratap, Agarwal and Meyarivan 2002, NSGA-II, with
//! fronts and crowding.
//!
//! Comparing all pairs of 10,000 genomes would cost a hundred times what breeding them does. The
//! objectives are small whole numbers, so genomes are taken in order of the first and looked up in a
//! tree over the other two (Fenwick 1994), which counts dominators or tells the deepest front.

use std::cmp::Reverse;

use super::genome::Tally;

/// Sums, or maxima, over all places at or behind a pair of coordinates.
struct Tree {
    width: usize,
    height: usize,
    values: Vec<u32>,
}

impl Tree {
    fn new([_, width, height]: [u32; 3]) -> Self {
        let (width, height) = (width as usize + 2, height as usize + 2);
        Self { width, height, values: vec![0; width * height] }
    }

    /// Where the path of a pair begins: large coordinates come first.
    fn start(&self, tally: Tally) -> (usize, usize) {
        let from = |length: usize, value: u32| (length - 1).saturating_sub(value as usize).max(1);
        (from(self.width, tally.blocks), from(self.height, tally.pieces))
    }

    fn update(&mut self, tally: Tally, combine: impl Fn(u32) -> u32) {
        let (first, second) = self.start(tally);
        let mut x = first;
        while x < self.width {
            let mut y = second;
            while y < self.height {
                let value = &mut self.values[x * self.height + y];
                *value = combine(*value);
                y += y & y.wrapping_neg();
            }
            x += x & x.wrapping_neg();
        }
    }

    fn query(&self, tally: Tally, combine: impl Fn(u32, u32) -> u32) -> u32 {
        let (first, second) = self.start(tally);
        let (mut x, mut found) = (first, 0);
        while x > 0 {
            let mut y = second;
            while y > 0 {
                found = combine(found, self.values[x * self.height + y]);
                y -= y & y.wrapping_neg();
            }
            x -= x & x.wrapping_neg();
        }
        found
    }
}

/// The genomes in order, those that may dominate others first.
fn in_order(tallies: &[Tally]) -> Vec<usize> {
    let mut order: Vec<_> = (0..tallies.len()).collect();
    order.sort_unstable_by_key(|&index| {
        let Tally { joins, blocks, pieces } = tallies[index];
        (Reverse((joins, blocks, pieces)), index)
    });
    order
}

/// For each genome how many dominate it: are at least as good in everything and not the same.
pub(super) fn dominators(tallies: &[Tally], most: [u32; 3]) -> Vec<u32> {
    let mut tree = Tree::new(most);
    let order = in_order(tallies);
    let mut counts = vec![0; tallies.len()];
    for equal_joins in order.chunk_by(|&a, &b| tallies[a].joins == tallies[b].joins) {
        equal_joins.iter().for_each(|&index| tree.update(tallies[index], |count| count + 1));
        for same in equal_joins.chunk_by(|&a, &b| tallies[a] == tallies[b]) {
            let at_least = tree.query(tallies[same[0]], |sum, count| sum + count);
            same.iter().for_each(|&index| counts[index] = at_least - same.len() as u32);
        }
    }
    counts
}

/// For the genomes that nobody dominates the sum of their distances to each other; 0 for the others.
pub(super) fn distances(tallies: &[Tally], dominators: &[u32], most: [u32; 3]) -> Vec<u32> {
    let mut same = most.map(|most| vec![0u32; most as usize + 1]);
    let values = |tally: &Tally| [tally.joins, tally.blocks, tally.pieces];
    let mut front = 0;
    for (tally, _) in tallies.iter().zip(dominators).filter(|(_, count)| **count == 0) {
        front += 1;
        for (counts, value) in same.iter_mut().zip(values(tally)) {
            counts[value as usize] += 1;
        }
    }
    let distance = |tally: &Tally| {
        same.iter().zip(values(tally)).map(|(counts, value)| front - counts[value as usize]).sum()
    };
    let pairs = tallies.iter().zip(dominators);
    pairs.map(|(tally, &count)| if count == 0 { distance(tally) } else { 0 }).collect()
}

/// For each genome its front, the Pareto front being 0: one more than the deepest front of those that
/// dominate it.
pub(super) fn fronts(tallies: &[Tally], most: [u32; 3]) -> Vec<u32> {
    let mut tree = Tree::new(most);
    let order = in_order(tallies);
    let mut fronts = vec![0; tallies.len()];
    for same in order.chunk_by(|&a, &b| tallies[a] == tallies[b]) {
        let tally = tallies[same[0]];
        let depth = tree.query(tally, u32::max);
        same.iter().for_each(|&index| fronts[index] = depth);
        tree.update(tally, |deepest| deepest.max(depth + 1));
    }
    fronts
}

/// For each genome how much room it has in its front: the sum over the objectives of the distance
/// between its neighbours, as a share of the front's extent; the outermost have all the room.
pub(super) fn crowding(tallies: &[Tally], fronts: &[u32]) -> Vec<f64> {
    let mut room = vec![0.0; tallies.len()];
    let mut order: Vec<_> = (0..tallies.len()).collect();
    let objectives: [fn(&Tally) -> u32; 3] = [|t| t.joins, |t| t.blocks, |t| t.pieces];
    for value in objectives {
        order.sort_unstable_by_key(|&index| (fronts[index], value(&tallies[index]), index));
        for front in order.chunk_by(|&a, &b| fronts[a] == fronts[b]) {
            let at = |place: usize| f64::from(value(&tallies[front[place]]));
            let last = front.len() - 1;
            let extent = (at(last) - at(0)).max(1.0);
            for (place, &index) in front.iter().enumerate() {
                room[index] += if place == 0 || place == last {
                    f64::INFINITY
                } else {
                    (at(place + 1) - at(place - 1)) / extent
                };
            }
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use tilewright_search::stream;

    use super::*;

    const MOST: [u32; 3] = [9, 7, 5];

    fn some(seed: u64) -> Vec<Tally> {
        let mut random = stream(seed, 0);
        let mut draw = |most: u32| random.below(u64::from(most) + 1) as u32;
        let tally = |_| Tally { joins: draw(9), blocks: draw(7), pieces: draw(5) };
        (0..80).map(tally).collect()
    }

    fn dominates(one: &Tally, other: &Tally) -> bool {
        one != other
            && one.joins >= other.joins
            && one.blocks >= other.blocks
            && one.pieces >= other.pieces
    }

    #[test]
    fn dominators_are_those_that_comparing_all_pairs_finds() {
        for seed in 0..20 {
            let tallies = some(seed);
            let plain: Vec<_> = tallies
                .iter()
                .map(|t| tallies.iter().filter(|other| dominates(other, t)).count() as u32)
                .collect();
            assert_eq!(dominators(&tallies, MOST), plain);
        }
    }

    #[test]
    fn distances_count_differing_objectives_inside_the_pareto_front() {
        let tallies = some(3);
        let counts = dominators(&tallies, MOST);
        let differing = |a: &Tally, b: &Tally| {
            u32::from(a.joins != b.joins)
                + u32::from(a.blocks != b.blocks)
                + u32::from(a.pieces != b.pieces)
        };
        for (index, distance) in distances(&tallies, &counts, MOST).into_iter().enumerate() {
            let front = tallies.iter().zip(&counts).filter(|(_, count)| **count == 0);
            let plain = front.map(|(other, _)| differing(&tallies[index], other)).sum();
            assert_eq!(distance, if counts[index] == 0 { plain } else { 0 });
        }
    }

    #[test]
    fn fronts_are_those_that_peeling_finds() {
        for seed in 0..20 {
            let tallies = some(seed);
            let found = fronts(&tallies, MOST);
            let mut left: Vec<_> = (0..tallies.len()).collect();
            for front in 0.. {
                let is_free = |index: &usize| {
                    !left.iter().any(|&other| dominates(&tallies[other], &tallies[*index]))
                };
                let peeled: Vec<_> = left.iter().copied().filter(is_free).collect();
                peeled.iter().for_each(|&index| assert_eq!(found[index], front));
                left.retain(|index| !peeled.contains(index));
                if left.is_empty() {
                    break;
                }
            }
        }
    }

    #[test]
    fn the_outermost_of_a_front_have_all_the_room() {
        let tally = |joins, blocks| Tally { joins, blocks, pieces: 0 };
        let tallies = [tally(9, 0), tally(5, 3), tally(4, 4), tally(0, 7)];
        let room = crowding(&tallies, &fronts(&tallies, MOST));
        assert!(room[0].is_infinite() && room[3].is_infinite());
        assert!(room[1].is_finite() || room[2].is_finite());
    }
}
