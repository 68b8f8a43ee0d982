//! Single cells: the classical construction in linear time, and whether it is the only one.
//!
//! Row by row, the fullest first, each row takes the columns that still need most (Ryser 1957,
//! Combinatorial properties of matrices of zeros and ones). It fails only if there is no solution.
//! Two rows and two columns with tiles on one diagonal only can be switched to the other; a solution
//! is the only one exactly if there is no such switching component.

use std::cmp::Reverse;

use crate::problem::Problem;
use crate::tiling::{Place, Tiling, columns_of};

/// A solution for single cells; `None` if there is none. The columns stand in buckets by what they
/// need, so the work grows with the cells of the board and no faster.
pub(crate) fn construct(problem: &Problem) -> Option<Tiling> {
    let mut rows: Vec<(usize, u32)> = problem.rows().iter().copied().enumerate().collect();
    rows.sort_by_key(|&(_, count)| Reverse(count));
    let mut needing: Vec<Vec<usize>> = vec![Vec::new(); problem.height() + 1];
    for (column, &need) in problem.columns().iter().enumerate() {
        needing.get_mut(need as usize)?.push(column);
    }
    let mut tiling = Tiling::empty(problem.width(), problem.height());
    for (row, count) in rows {
        let mut left = count as usize;
        let mut served = Vec::new();
        for need in (1..needing.len()).rev() {
            let columns = needing.get_mut(need)?;
            let taken = columns.split_off(columns.len() - left.min(columns.len()));
            left -= taken.len();
            served.push((need - 1, taken));
        }
        if left > 0 {
            return None;
        }
        for (need, columns) in served {
            for &column in &columns {
                tiling.set(Place { row, column }, true);
            }
            needing.get_mut(need)?.extend(columns);
        }
    }
    needing.iter().skip(1).all(Vec::is_empty).then_some(tiling)
}

/// Another solution, one switch away; `None` if this is the only one.
///
/// Without a switching component every row holds the next shorter one, so it is enough to look at
/// rows that follow each other by length.
pub(crate) fn switched(tiling: &Tiling) -> Option<Tiling> {
    let mut rows: Vec<usize> = (0..tiling.height()).collect();
    rows.sort_by_key(|&row| Reverse(tiling.mask(row).count_ones()));
    rows.windows(2).find_map(|pair| {
        let &[one, other] = pair else { return None };
        let (mask, other_mask) = (tiling.mask(one), tiling.mask(other));
        let from = columns_of(mask & !other_mask).next()?;
        let to = columns_of(other_mask & !mask).next()?;
        let mut switched = tiling.clone();
        for (row, column, defining) in
            [(one, from, false), (one, to, true), (other, to, false), (other, from, true)]
        {
            switched.set(Place { row, column }, defining);
        }
        Some(switched)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::audit;
    use crate::brute;
    use crate::tile::Tile;

    #[test]
    fn every_problem_up_to_four_by_three_is_solved_and_told_unique_as_by_brute_force() {
        for (width, height) in [(1, 1), (3, 2), (3, 3), (4, 3)] {
            let all = brute::all_tilings(&Tile::single(), width, height);
            for problem in brute::all_problems(&Tile::single(), width, height) {
                let expected = all.get(&problem).map_or(0, Vec::len);
                let found = construct(&problem);
                assert_eq!(found.is_some(), expected > 0, "{problem:?}");
                let Some(found) = found else { continue };
                assert_eq!(audit(&problem, &found), []);
                let other = switched(&found);
                assert_eq!(other.is_some(), expected > 1, "{problem:?}");
                if let Some(other) = other {
                    assert_ne!(other, found);
                    assert_eq!(audit(&problem, &other), []);
                }
            }
        }
    }

    #[test]
    fn absurd_counts_are_no_trouble() {
        for count in [4, 129, u32::MAX] {
            let problem = Problem::new(Tile::single(), vec![count], vec![1, count]).unwrap();
            assert_eq!(construct(&problem), None);
        }
    }
}
