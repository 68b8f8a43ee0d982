//! How formulas count: at most one of these, exactly so many of those.
//!
//! Saying 'at most one of n' pair by pair takes n(n-1)/2 clauses and no further variables, which is
//! best for small groups and too much for large ones. The product form (Chen 2010) arranges the
//! group in a square and says 'at most one row, at most one column'. The commander form (Klieber and
//! Kwon 2007) was tried and met more conflicts than either, so it is not here. Numbers above one are
//! counted by a sequential counter (Sinz 2005).

use std::ops::Not;

use super::formula::{Formula, Literal};

/// How 'at most one' is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMostOne {
    /// Pair by pair.
    Pairwise,
    /// By rows and columns.
    Product,
}

impl AtMostOne {
    /// Groups up to this size are always said pair by pair.
    const SMALL: usize = 6;

    /// Adds clauses that let at most one of the group hold.
    pub fn add(self, formula: &mut Formula, group: &[Literal]) {
        if self == Self::Pairwise || group.len() <= Self::SMALL {
            return pairwise(formula, group);
        }
        let width = (group.len() as f64).sqrt().ceil() as usize;
        let columns: Vec<_> = (0..width).map(|_| formula.variable()).collect();
        let mut rows = Vec::new();
        for row in group.chunks(width) {
            let in_row = formula.variable();
            rows.push(in_row);
            for (&literal, &in_column) in row.iter().zip(&columns) {
                formula.imply(literal, [in_row]);
                formula.imply(literal, [in_column]);
            }
        }
        self.add(formula, &columns);
        self.add(formula, &rows);
    }
}

fn pairwise(formula: &mut Formula, group: &[Literal]) {
    for (index, &one) in group.iter().enumerate() {
        for &other in &group[..index] {
            formula.require([!one, !other]);
        }
    }
}

/// Adds clauses that let exactly `count` of the group hold.
pub fn exactly(formula: &mut Formula, group: &[Literal], count: usize, method: AtMostOne) {
    match count {
        0 => group.iter().for_each(|&literal| formula.require([!literal])),
        _ if group.len() < count => formula.require([]),
        _ if group.len() == count => group.iter().for_each(|&literal| formula.require([literal])),
        1 => {
            formula.require(group.iter().copied());
            method.add(formula, group);
        }
        _ => sequential(formula, group, count),
    }
}

/// `reached[j]` says that more than `j` of the literals so far hold, up to `count`.
fn sequential(formula: &mut Formula, group: &[Literal], count: usize) {
    let mut reached: Vec<Literal> = Vec::new();
    for (index, &literal) in group.iter().enumerate() {
        let next: Vec<_> = (0..count.min(index + 1)).map(|_| formula.variable()).collect();
        for (level, &now) in next.iter().enumerate() {
            let before = reached.get(level).copied();
            // What the level below was before; below level 0 there is nothing to ask for.
            let below = level.checked_sub(1).and_then(|below| reached.get(below).copied());
            if let Some(before) = before {
                formula.imply(before, [now]);
            }
            formula.require([!literal, now].into_iter().chain(below.map(Not::not)));
            formula.require([!now, literal].into_iter().chain(before));
            if let Some(below) = below {
                formula.imply(now, [below]);
            }
        }
        if let Some(&full) = reached.get(count - 1) {
            formula.require([!literal, !full]);
        }
        reached = next;
    }
    if let Some(&full) = reached.get(count - 1) {
        formula.require([full]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each number of true literals in the group, whether the formula can hold.
    fn possible(formula: &Formula, group: &[Literal]) -> Vec<bool> {
        let mut possible = vec![None; group.len() + 1];
        for chosen in 0u32..1 << group.len() {
            let mut values = vec![None; formula.variables() as usize];
            for (index, literal) in group.iter().enumerate() {
                values[literal.variable() as usize] = Some(chosen >> index & 1 == 1);
            }
            let can_hold = can_hold(formula, &mut values);
            let entry = &mut possible[chosen.count_ones() as usize];
            assert!(entry.is_none_or(|known| known == can_hold), "one group of a size differs");
            *entry = Some(can_hold);
        }
        possible.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn can_hold(formula: &Formula, values: &mut Vec<Option<bool>>) -> bool {
        let value = |values: &[Option<bool>], literal: &Literal| {
            values[literal.variable() as usize].map(|value| value == literal.is_positive())
        };
        let broken = |clause: &[Literal]| clause.iter().all(|l| value(values, l) == Some(false));
        if formula.clauses().any(broken) {
            return false;
        }
        let Some(open) = values.iter().position(Option::is_none) else { return true };
        for choice in [true, false] {
            values[open] = Some(choice);
            if can_hold(formula, values) {
                values[open] = None;
                return true;
            }
        }
        values[open] = None;
        false
    }

    #[test]
    fn at_most_one_means_just_that_in_every_form() {
        for method in [AtMostOne::Pairwise, AtMostOne::Product] {
            for size in 0..=9 {
                let mut formula = Formula::default();
                let group: Vec<_> = (0..size).map(|_| formula.variable()).collect();
                method.add(&mut formula, &group);
                let expected: Vec<_> = (0..=size).map(|held| held <= 1).collect();
                assert_eq!(possible(&formula, &group), expected, "{method:?} of {size}");
            }
        }
    }

    #[test]
    fn exactly_so_many_means_just_that() {
        for size in 0..=5 {
            for count in 0..=6 {
                let mut formula = Formula::default();
                let group: Vec<_> = (0..size).map(|_| formula.variable()).collect();
                exactly(&mut formula, &group, count, AtMostOne::Product);
                let expected: Vec<_> = (0..=size).map(|held| held == count).collect();
                assert_eq!(possible(&formula, &group), expected, "{count} of {size}");
            }
        }
    }
}
