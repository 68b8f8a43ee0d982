//! Partially mapped crossover of two orders of the same pieces (Goldberg and Lingle 1985).

use tilewright_search::Stream;

use super::field::Gene;

/// A child with a segment of one parent, and the other's order where that repeats nothing.
pub(super) fn pmx(one: &[Gene], other: &[Gene], child: &mut [Gene], random: &mut Stream) {
    let (a, b) = (random.index(one.len() + 1), random.index(one.len() + 1));
    let segment = a.min(b)..a.max(b);
    let place_in_segment = |gene: Gene| {
        let mut places = segment.clone();
        places.find(|&place| one[place].piece() == gene.piece())
    };
    for (place, item) in child.iter_mut().enumerate() {
        if segment.contains(&place) {
            *item = one[place];
            continue;
        }
        let mut gene = other[place];
        while let Some(taken) = place_in_segment(gene) {
            gene = other[taken];
        }
        *item = gene;
    }
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::{PieceId, Rotation};
    use tilewright_search::stream;

    use super::*;

    #[test]
    fn crossover_keeps_a_segment_of_one_and_everything_once() {
        let items =
            |numbers: [u16; 8]| numbers.map(|n| Gene::new(PieceId(n), Rotation(0))).to_vec();
        let (one, other) = (items([0, 1, 2, 3, 4, 5, 6, 7]), items([3, 7, 5, 1, 6, 0, 2, 4]));
        for seed in 0..50 {
            let mut child = one.clone();
            pmx(&one, &other, &mut child, &mut stream(seed, 0));
            let mut pieces: Vec<_> = child.iter().map(|gene| gene.piece().0).collect();
            pieces.sort_unstable();
            assert_eq!(pieces, [0, 1, 2, 3, 4, 5, 6, 7]);
            for ((a, b), c) in one.iter().zip(&other).zip(&child) {
                let is_of_a_parent = c == a || c == b;
                let was_mapped = one.iter().any(|gene| gene == c);
                assert!(is_of_a_parent || was_mapped);
            }
        }
    }
}
