//! In how many ways single cells can have given projections.
//!
//! Columns that need the same are interchangeable, so all that matters after some rows is how many
//! columns need how much. A row takes so many columns of each kind, in binomially many ways. This is
//! far less than the states of the general count (`rows.rs`), which tells columns apart.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::problem::Problem;
use crate::watch::{Spent, Watch};

/// How many columns need how much: the number at index `n` is that of the columns that need `n`.
type Needs = Vec<u8>;

/// More states than this are not kept: they would take gigabytes, and hours.
const MOST_STATES: usize = 500_000;

/// The number of solutions for single cells.
pub(crate) fn count(problem: &Problem, watch: &mut Watch<'_>) -> Result<BigUint, Spent> {
    let (width, height) = (problem.width(), problem.height());
    let mut start: Needs = vec![0; height + 1];
    for &need in problem.columns() {
        // Boards are at most 128 wide.
        let Some(columns) = start.get_mut(need as usize) else { return Ok(BigUint::ZERO) };
        *columns += 1;
    }
    let binomials = binomials(width);
    let mut ways = BTreeMap::from([(start, BigUint::from(1u8))]);
    for &count in problem.rows() {
        let mut next: BTreeMap<Needs, BigUint> = BTreeMap::new();
        for (needs, so_far) in &ways {
            let mut row = Row { needs, binomials: &binomials, next: &mut next, watch };
            row.take(&mut needs.clone(), 1, u64::from(count), so_far.clone())?;
            if next.len() > MOST_STATES {
                return Err(Spent);
            }
        }
        ways = next;
    }
    let mut done: Needs = vec![0; height + 1];
    if let Some(columns) = done.first_mut() {
        *columns = width as u8;
    }
    Ok(ways.remove(&done).unwrap_or_default())
}

struct Row<'r, 'w> {
    needs: &'r Needs,
    binomials: &'r [Vec<BigUint>],
    next: &'r mut BTreeMap<Needs, BigUint>,
    watch: &'r mut Watch<'w>,
}

impl Row<'_, '_> {
    /// Takes `left` more columns for this row, of those that need `need` or more.
    fn take(
        &mut self,
        after: &mut Needs,
        need: usize,
        left: u64,
        ways: BigUint,
    ) -> Result<(), Spent> {
        self.watch.spend(1)?;
        let available: u64 = self.needs.iter().skip(need).map(|&columns| u64::from(columns)).sum();
        if left > available {
            return Ok(());
        }
        let Some(&columns) = self.needs.get(need) else {
            *self.next.entry(after.clone()).or_default() += ways;
            return Ok(());
        };
        for taken in 0..=columns.min(u8::try_from(left).unwrap_or(u8::MAX)) {
            let row = self.binomials.get(usize::from(columns));
            let Some(choices) = row.and_then(|row| row.get(usize::from(taken))) else { continue };
            shift(after, need, taken);
            let done = self.take(after, need + 1, left - u64::from(taken), &ways * choices);
            unshift(after, need, taken);
            done?;
        }
        Ok(())
    }
}

/// So many columns need one less.
fn shift(needs: &mut Needs, need: usize, columns: u8) {
    if let Some([below, at]) = needs.get_mut(need - 1..=need) {
        *below += columns;
        *at -= columns;
    }
}

fn unshift(needs: &mut Needs, need: usize, columns: u8) {
    if let Some([below, at]) = needs.get_mut(need - 1..=need) {
        *below -= columns;
        *at += columns;
    }
}

/// Pascal's triangle.
fn binomials(most: usize) -> Vec<Vec<BigUint>> {
    let mut rows: Vec<Vec<BigUint>> = vec![vec![BigUint::from(1u8)]];
    for _ in 0..most {
        let last = rows.last().map_or(&[][..], Vec::as_slice);
        let left = std::iter::once(BigUint::ZERO).chain(last.iter().cloned());
        let right = last.iter().cloned().chain([BigUint::ZERO]);
        let next = left.zip(right).map(|(left, right)| left + right).collect();
        rows.push(next);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;
    use crate::tile::Tile;

    fn counted(rows: &[u32], columns: &[u32]) -> String {
        let problem = Problem::new(Tile::single(), rows.to_vec(), columns.to_vec()).unwrap();
        count(&problem, &mut Watch::steps(u64::MAX)).unwrap().to_string()
    }

    #[test]
    fn numbers_are_those_of_brute_force() {
        for (width, height) in [(3, 3), (4, 3), (2, 4)] {
            let all = brute::all_tilings(&Tile::single(), width, height);
            for problem in brute::all_problems(&Tile::single(), width, height) {
                let expected = all.get(&problem).map_or(0, Vec::len);
                let count = count(&problem, &mut Watch::steps(u64::MAX)).unwrap();
                assert_eq!(count, BigUint::from(expected), "{problem:?}");
            }
        }
    }

    /// OEIS A001499 (two in each line) and A000142 (one in each line).
    #[test]
    fn published_numbers_come_out() {
        assert_eq!(counted(&[1; 20], &[1; 20]), "2432902008176640000");
        assert_eq!(counted(&[2; 8], &[2; 8]), "187530840");
        assert_eq!(counted(&[2; 10], &[2; 10]), "1371785398200");
        assert_eq!(counted(&[u32::MAX], &[1]), "0");
    }

    #[test]
    fn a_spent_budget_is_told() {
        let problem = Problem::new(Tile::single(), vec![4; 8], vec![4; 8]).unwrap();
        assert_eq!(count(&problem, &mut Watch::steps(5)), Err(Spent));
    }
}
