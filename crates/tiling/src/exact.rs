//! Exact answers: a solution, the proof that there is none, or neither when the budget is spent.
//!
//! Which method comes when was decided by measurement (docs/tilings.md has the figures):
//! contradictions are seen at once; single cells are laid in linear time; small boards are searched
//! row by row in microseconds; what is left is given by turns to [repair](crate::evolve::Repair),
//! which finds solutions of large boards in milliseconds unless they are very dense, and to a
//! SAT solver (`formula.rs`), which copes with those and proves that there is none.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::contradiction::{Contradiction, contradiction};
use crate::evolve::{Evolution, Repair};
use crate::formula::FormulaSearch;
use crate::problem::Problem;
use crate::tile::Tile;
use crate::tiling::Tiling;
use crate::watch::{Spent, Watch};
use crate::{count_single, rows, ryser};

/// What is known of a problem in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a solution, and this is one.
    Solved {
        /// The solution.
        tiling: Tiling,
        /// What found it.
        method: Method,
    },
    /// There is no solution; that is proved.
    Impossible {
        /// A reason in words, if there is one that is seen at once.
        reason: Option<Contradiction>,
        /// What proved it.
        method: Method,
    },
    /// The budget was spent before anything was found or proved.
    Unknown,
}

/// The methods behind an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Bounds that every tiling keeps.
    Bounds,
    /// Ryser's construction.
    Ryser,
    /// The search row by row.
    Rows,
    /// The strategy that repairs.
    Repair,
    /// The SAT solver.
    Sat,
}

impl Method {
    /// The name as it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bounds => "bounds",
            Self::Ryser => "ryser",
            Self::Rows => "rows",
            Self::Repair => "repair",
            Self::Sat => "sat",
        }
    }
}

/// Whether a solution is the only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// There is no other; that is proved.
    Unique,
    /// Here is another.
    Another(Tiling),
    /// The budget was spent before that was known.
    Unknown,
}

/// How a list of all solutions ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// There are no more; that is proved.
    All,
    /// As many as were wanted.
    Enough,
    /// The budget was spent before that was known.
    Unknown,
}

/// Steps row by row before a solution is looked for in other ways: a few milliseconds.
const ROW_STEPS: u64 = 30_000;

/// Steps row by row without a further solution before a list goes on with the SAT solver.
const ROW_PATIENCE: u64 = 3_000_000;

/// Children of each generation of repair. Fewer are quicker on sparse boards, where it hardly matters;
/// more find the way on dense ones.
const REPAIR_CHILDREN: usize = 250;

/// The first turn of repair, in generations for each tile, and of the SAT solver, in conflicts: about
/// a second each on 50x50.
const REPAIR_GENERATIONS: u64 = 50;
const SAT_CONFLICTS: u64 = 1000;

/// The seed of the look for a second solution: not one that people choose for the first.
const UNIQUENESS_SEED: u64 = 0x5eed_0002;

/// Solves a problem or proves that it cannot be solved. The seed changes what is found, not whether.
pub fn solve(problem: &Problem, seed: u64, watch: &mut Watch<'_>) -> Answer {
    if let Some(reason) = contradiction(problem) {
        return Answer::Impossible { reason: Some(reason), method: Method::Bounds };
    }
    let answer = |found: Option<Tiling>, method| match found {
        Some(tiling) => Answer::Solved { tiling, method },
        None => Answer::Impossible { reason: None, method },
    };
    if *problem.tile() == Tile::single() {
        return answer(ryser::construct(problem), Method::Ryser);
    }
    match watch.within(ROW_STEPS, |watch| first_by_rows(problem, watch)) {
        Ok(Some(found)) => return answer(found, Method::Rows),
        Ok(None) => {}
        Err(Spent) => return Answer::Unknown,
    }
    in_turns(problem, seed, watch).map_or(Answer::Unknown, |(found, method)| answer(found, method))
}

/// Repair and the SAT solver by turns, each time for twice as long: nobody knows beforehand which
/// will be quicker, and this way it takes at most a few times as long as the better of the two.
fn in_turns(
    problem: &Problem,
    seed: u64,
    watch: &mut Watch<'_>,
) -> Result<(Option<Tiling>, Method), Spent> {
    let mut repair = Repair::new(problem, REPAIR_CHILDREN, seed);
    let mut search = None;
    let mut length = 1;
    loop {
        if let Some(tiling) = repaired(&mut repair, problem, length, watch)? {
            return Ok((Some(tiling), Method::Repair));
        }
        // Without a formula, because it would be too large, repair goes on alone.
        if let Some(search) = search.get_or_insert_with(|| FormulaSearch::new(problem)) {
            let conflicts = SAT_CONFLICTS.saturating_mul(length);
            if let Some(found) = watch.within(conflicts, |watch| search.next(watch))? {
                return Ok((found, Method::Sat));
            }
        }
        length = length.saturating_mul(2);
    }
}

fn first_by_rows(problem: &Problem, watch: &mut Watch<'_>) -> Result<Option<Tiling>, Spent> {
    let mut first = None;
    let mut show = |tiling| {
        first = Some(tiling);
        ControlFlow::Break(())
    };
    rows::each(problem, watch, u64::MAX, &mut show)?;
    Ok(first)
}

/// One turn of repair.
fn repaired(
    repair: &mut Repair,
    problem: &Problem,
    length: u64,
    watch: &mut Watch<'_>,
) -> Result<Option<Tiling>, Spent> {
    for _ in 0..REPAIR_GENERATIONS.saturating_mul(problem.tiles() + 1).saturating_mul(length) {
        let before = repair.evaluations();
        repair.generation();
        if let Some(tiling) = repair.solution() {
            return Ok(Some(tiling.clone()));
        }
        watch.spend(repair.evaluations() - before)?;
    }
    Ok(None)
}

/// Whether a solution is the only one.
pub fn uniqueness(problem: &Problem, solution: &Tiling, watch: &mut Watch<'_>) -> Uniqueness {
    let known = |other: Option<Tiling>| other.map_or(Uniqueness::Unique, Uniqueness::Another);
    if *problem.tile() == Tile::single() {
        return known(ryser::switched(solution));
    }
    let mut other = None;
    let mut show = |tiling| {
        if tiling == *solution {
            return ControlFlow::Continue(());
        }
        other = Some(tiling);
        ControlFlow::Break(())
    };
    match watch.within(ROW_STEPS, |watch| rows::each(problem, watch, u64::MAX, &mut show)) {
        Ok(Some(_)) => return known(other),
        Ok(None) => {}
        Err(Spent) => return Uniqueness::Unknown,
    }
    // Where there are many solutions, repair runs into another one.
    let mut repair = Repair::new(problem, REPAIR_CHILDREN, UNIQUENESS_SEED);
    match repaired(&mut repair, problem, 1, watch) {
        Ok(Some(other)) if other != *solution => return Uniqueness::Another(other),
        Ok(_) => {}
        Err(Spent) => return Uniqueness::Unknown,
    }
    let Some(mut search) = FormulaSearch::new(problem) else { return Uniqueness::Unknown };
    search.forbid(solution);
    search.next(watch).map_or(Uniqueness::Unknown, known)
}

/// Shows all solutions, each once, until somebody has seen enough.
pub fn list(
    problem: &Problem,
    watch: &mut Watch<'_>,
    show: &mut dyn FnMut(&Tiling) -> ControlFlow<()>,
) -> Listed {
    if contradiction(problem).is_some() {
        return Listed::All;
    }
    let mut shown = Vec::new();
    let mut remember = |tiling: Tiling| {
        let flow = show(&tiling);
        shown.push(tiling);
        flow
    };
    match rows::each(problem, watch, ROW_PATIENCE, &mut remember) {
        Ok(rows::Walked::Enough) => return Listed::Enough,
        Ok(rows::Walked::All) => return Listed::All,
        Ok(rows::Walked::Stuck) => {}
        Err(Spent) => return Listed::Unknown,
    }
    let Some(mut search) = FormulaSearch::new(problem) else { return Listed::Unknown };
    for tiling in &shown {
        search.forbid(tiling);
    }
    loop {
        match search.next(watch) {
            Ok(Some(tiling)) => {
                if show(&tiling).is_break() {
                    return Listed::Enough;
                }
                search.forbid(&tiling);
            }
            Ok(None) => return Listed::All,
            Err(Spent) => return Listed::Unknown,
        }
    }
}

/// How many solutions there are.
pub fn count(problem: &Problem, watch: &mut Watch<'_>) -> Result<BigUint, Spent> {
    if contradiction(problem).is_some() {
        return Ok(BigUint::ZERO);
    }
    if *problem.tile() == Tile::single() {
        return count_single::count(problem, watch);
    }
    rows::count(problem, watch)
}

#[cfg(test)]
#[path = "exact_tests.rs"]
mod tests;
