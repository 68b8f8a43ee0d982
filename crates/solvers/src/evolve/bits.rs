//! Sets of cells as bits, to be shifted over each other.

/// One bit for each cell.
pub(super) type Bits = Vec<u64>;

/// No cells.
pub(super) fn empty(cells: usize) -> Bits {
    vec![0; cells.div_ceil(64)]
}

/// Puts a cell in or takes it out.
#[inline]
pub(super) fn set(bits: &mut [u64], cell: usize, is_in: bool) {
    let word = &mut bits[cell / 64];
    *word = *word & !(1 << (cell % 64)) | u64::from(is_in) << (cell % 64);
}

/// Copies some bits in a row.
#[inline]
pub(super) fn copy(to: &mut [u64], from: &[u64], first: usize, length: usize) {
    let (mut cell, end) = (first, first + length);
    while cell < end {
        let (word, start) = (cell / 64, cell % 64);
        let count = (end - cell).min(64 - start);
        let mask = (u64::MAX >> (64 - count)) << start;
        to[word] = to[word] & !mask | from[word] & mask;
        cell += count;
    }
}

/// A word of the set in which every cell is so many earlier.
#[inline]
pub(super) fn earlier(bits: &[u64], word: usize, by: usize) -> u64 {
    let at = |index: usize| bits.get(index).copied().unwrap_or(0);
    let (words, rest) = (by / 64, by % 64);
    let low = at(word + words) >> rest;
    if rest == 0 { low } else { low | at(word + words + 1) << (64 - rest) }
}

/// A word of the set in which every cell is so many later.
#[inline]
pub(super) fn later(bits: &[u64], word: usize, by: usize) -> u64 {
    let at = |index: Option<usize>| index.and_then(|index| bits.get(index)).copied().unwrap_or(0);
    let (words, rest) = (by / 64, by % 64);
    let high = at(word.checked_sub(words)) << rest;
    if rest == 0 { high } else { high | at(word.checked_sub(words + 1)) >> (64 - rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_and_copies_do_what_they_say_across_words() {
        let cells: Vec<usize> = vec![0, 3, 62, 63, 64, 100, 127, 128, 190];
        let mut bits = empty(192);
        cells.iter().for_each(|&cell| set(&mut bits, cell, true));
        let is_in = |words: &[u64], cell: usize| words[cell / 64] >> (cell % 64) & 1 == 1;
        for by in [0, 1, 16, 63, 64, 65, 128] {
            let early: Bits = (0..3).map(|word| earlier(&bits, word, by)).collect();
            let late: Bits = (0..3).map(|word| later(&bits, word, by)).collect();
            for cell in 0..192 {
                assert_eq!(is_in(&early, cell), cells.contains(&(cell + by)));
                assert_eq!(is_in(&late, cell), cell >= by && cells.contains(&(cell - by)));
            }
        }
        for (first, length) in [(0, 192), (60, 10), (63, 1), (64, 64), (5, 0)] {
            let mut to = empty(192);
            copy(&mut to, &bits, first, length);
            for cell in 0..192 {
                let inside = (first..first + length).contains(&cell);
                assert_eq!(is_in(&to, cell), inside && cells.contains(&cell));
            }
        }
    }
}
