//! Sets of cells as bits, to be shifted over each other.

/// One bit for each cell.
pub(super) type Bits = Vec<u64>;

/// Words for so many cells.
pub(super) const fn words(cells: usize) -> usize {
    cells.div_ceil(64)
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

/// Exchanges two rows of at most 64 bits that lie apart.
#[inline]
pub(super) fn exchange(bits: &mut [u64], one: usize, other: usize, length: usize) {
    let (here, there) = (some(bits, one, length), some(bits, other, length));
    put(bits, one, length, there);
    put(bits, other, length, here);
}

/// At most 64 bits in a row.
#[inline]
fn some(bits: &[u64], first: usize, length: usize) -> u64 {
    let (word, start) = (first / 64, first % 64);
    let low = bits[word] >> start;
    let has_more = start + length > 64;
    let all = if has_more { low | bits[word + 1] << (64 - start) } else { low };
    all & mask(length)
}

#[inline]
fn put(bits: &mut [u64], first: usize, length: usize, value: u64) {
    let (word, start, mask) = (first / 64, first % 64, mask(length));
    bits[word] = bits[word] & !(mask << start) | value << start;
    if start + length > 64 {
        let rest = 64 - start;
        bits[word + 1] = bits[word + 1] & !(mask >> rest) | value >> rest;
    }
}

/// So many ones, from none to 64.
#[inline]
const fn mask(length: usize) -> u64 {
    if length == 0 { 0 } else { u64::MAX >> (64 - length) }
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
        let mut bits = vec![0; words(192)];
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
            let mut to = vec![0; words(192)];
            copy(&mut to, &bits, first, length);
            for cell in 0..192 {
                let inside = (first..first + length).contains(&cell);
                assert_eq!(is_in(&to, cell), inside && cells.contains(&cell));
            }
        }
        for (one, other, length) in
            [(0, 150, 11), (60, 100, 10), (64, 0, 64), (3, 61, 20), (5, 9, 0)]
        {
            let mut mixed = bits.clone();
            exchange(&mut mixed, one, other, length);
            for cell in 0..192 {
                let from = match cell {
                    _ if (one..one + length).contains(&cell) => cell - one + other,
                    _ if (other..other + length).contains(&cell) => cell - other + one,
                    _ => cell,
                };
                assert_eq!(is_in(&mixed, cell), is_in(&bits, from));
            }
        }
    }
}
