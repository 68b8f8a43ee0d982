//! Exact search and exact counting, row by row from the top.
//!
//! After some rows, all that matters for the rest is what the columns still need and which cells of
//! the next rows are excluded. Two beginnings that agree in this have the same continuations, so
//! each such state is searched once: it is known to be dead, or in how many ways it goes on. The
//! number of states grows with the width, not with the number of tilings; on wide boards it
//! explodes, and the formula (`formula.rs`) is the better way.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::field::Field;
use crate::problem::Problem;
use crate::tiling::{Tiling, columns_of};
use crate::watch::{Spent, Watch};

/// What can be told of the rows before they are searched.
struct Board {
    field: Field,
    rows: Vec<u32>,
    /// For each row, how many tiles one column can have from there on.
    room: Vec<u32>,
    /// For each row, the counts from there on, the fullest first.
    fullest: Vec<Vec<u32>>,
}

/// A place in the search: everything above `row` is settled.
#[derive(Clone)]
struct State {
    row: usize,
    /// The cells that are excluded in this row and the next ones.
    excluded: Vec<u128>,
    /// What each column still needs.
    needs: Vec<u32>,
}

/// What a state is known by: small enough to be kept a million times.
type Key = Box<[u8]>;

/// The most states that are remembered; beyond that they are searched anew.
const MOST_STATES: usize = 1_000_000;

impl Board {
    /// The board and the state before its first row; `None` if a column needs more than it has room
    /// for, or more than there is in all.
    fn new(problem: &Problem) -> Option<(Self, State)> {
        let field = Field::of(problem);
        let rows = problem.rows().to_vec();
        let mut room = vec![0; rows.len() + 1];
        let mut fullest = vec![Vec::new(); rows.len() + 1];
        for row in (0..rows.len()).rev() {
            // Greedy from below is best: tiles of one column keep a distance, whatever lies between.
            let next = (row + field.spacing()).min(rows.len());
            let has_tiles = rows.get(row).is_some_and(|&count| count > 0) && field.fits(row) != 0;
            let with_this = room.get(next)? + u32::from(has_tiles);
            *room.get_mut(row)? = with_this.max(*room.get(row + 1)?);
            let mut counts = rows.get(row..)?.to_vec();
            counts.sort_unstable_by(|one, other| other.cmp(one));
            *fullest.get_mut(row)? = counts;
        }
        let state = State {
            row: 0,
            excluded: vec![0; field.depth() - 1],
            needs: problem.columns().to_vec(),
        };
        let board = Self { field, rows, room, fullest };
        board.may_go_on(&state).then_some((board, state))
    }

    /// Whether bounds allow the columns to get what they need from the rows that are left.
    fn may_go_on(&self, state: &State) -> bool {
        let room = self.room.get(state.row).copied().unwrap_or(0);
        if state.needs.iter().any(|&need| need > room) {
            return false;
        }
        let Some(fullest) = self.fullest.get(state.row) else { return true };
        let sum = |counts: &[u32]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        if sum(fullest) != sum(&state.needs) {
            return false;
        }
        // The condition of Gale and Ryser, for what is left.
        let mut wanted = 0;
        fullest.iter().zip(1..).all(|(&count, lines)| {
            wanted += u64::from(count);
            count == 0 || wanted <= state.needs.iter().map(|&need| u64::from(need.min(lines))).sum()
        })
    }

    /// All ways to lay the tiles of a state's row.
    fn patterns(&self, state: &State) -> Patterns<'_> {
        let excluded = state.excluded.first().copied().unwrap_or(0);
        let needing = |least: u32| {
            let columns = state.needs.iter().enumerate().filter(|(_, need)| **need >= least);
            columns.fold(0, |mask, (column, _)| mask | 1 << column)
        };
        let room_below = self.room.get(state.row + 1).copied().unwrap_or(0);
        let must = needing(room_below + 1);
        let open = self.field.fits(state.row) & !excluded & needing(1);
        let count = self.rows.get(state.row).copied().unwrap_or(0);
        let start = if must & !open == 0 { vec![(open, 0)] } else { Vec::new() };
        Patterns { field: &self.field, count, must, stack: start }
    }

    /// The state after a row is laid; `None` if bounds show that it is dead.
    fn next(&self, state: &State, pattern: u128) -> Option<State> {
        let mut next = state.clone();
        next.row += 1;
        for column in columns_of(pattern) {
            *next.needs.get_mut(column)? -= 1;
        }
        let needing = next.needs.iter().enumerate().filter(|(_, need)| **need > 0);
        let open = needing.fold(0, |mask, (column, _)| mask | 1 << column);
        if !next.excluded.is_empty() {
            next.excluded.rotate_left(1);
            *next.excluded.last_mut()? = 0;
        }
        for (index, excluded) in next.excluded.iter_mut().enumerate() {
            *excluded |= self.field.excluded(pattern, index + 1);
            // What cannot be used anyway does not tell states apart.
            *excluded &= open & self.field.fits(next.row + index);
        }
        self.may_go_on(&next).then_some(next)
    }

    fn is_end(&self, state: &State) -> bool {
        state.row == self.rows.len()
    }

    fn key(&self, state: &State) -> Key {
        let bytes = self.field.width.div_ceil(8);
        let mut key = Vec::with_capacity(1 + bytes * state.excluded.len() + state.needs.len());
        // Rows and needs are at most 128, and masks have no more columns than the board.
        key.push(state.row as u8);
        for mask in &state.excluded {
            key.extend(mask.to_le_bytes().iter().take(bytes));
        }
        key.extend(state.needs.iter().map(|&need| need as u8));
        key.into_boxed_slice()
    }
}

/// The ways to choose so many open cells of a row without overlap, one after the other.
struct Patterns<'b> {
    field: &'b Field,
    count: u32,
    /// Columns that must be among them.
    must: u128,
    /// The cells that may still be chosen, all right of those that were.
    stack: Vec<(u128, u128)>,
}

impl Patterns<'_> {
    /// The next pattern, as long as the budget lasts: a wide row has more than anybody can list.
    fn next_within(&mut self, watch: &mut Watch<'_>) -> Result<Option<u128>, Spent> {
        while let Some((open, chosen)) = self.stack.pop() {
            watch.spend(1)?;
            let left = self.count - chosen.count_ones();
            if left == 0 {
                if self.must & !chosen == 0 {
                    return Ok(Some(chosen));
                }
                continue;
            }
            if open.count_ones() < left || self.must & !chosen & !open != 0 {
                continue;
            }
            let bit = open & open.wrapping_neg();
            self.stack.push((open & !bit, chosen));
            let excluded = self.field.excluded(bit, 0);
            self.stack.push((open & !bit & !excluded, chosen | bit));
        }
        Ok(None)
    }
}

/// In how many ways a problem can be solved.
pub(crate) fn count(problem: &Problem, watch: &mut Watch<'_>) -> Result<BigUint, Spent> {
    let turned = narrowed(problem);
    let Some((board, start)) = Board::new(turned.as_ref().unwrap_or(problem)) else {
        return Ok(BigUint::ZERO);
    };
    Counter { board: &board, known: HashMap::new(), watch }.count(&start)
}

/// How a walk over all solutions ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    /// There are no more.
    All,
    /// Somebody has seen enough.
    Enough,
    /// No further solution was found for as many steps as there was patience.
    Stuck,
}

/// Shows all solutions, each once, until somebody has seen enough or patience ends.
pub(crate) fn each(
    problem: &Problem,
    watch: &mut Watch<'_>,
    patience: u64,
    show: &mut dyn FnMut(Tiling) -> ControlFlow<()>,
) -> Result<Walked, Spent> {
    let turned = narrowed(problem);
    let Some((board, start)) = Board::new(turned.as_ref().unwrap_or(problem)) else {
        return Ok(Walked::All);
    };
    let is_turned = turned.is_some();
    let mut walker = Walker {
        board: &board,
        dead: HashSet::new(),
        laid: Vec::new(),
        patience,
        stuck_at: watch.done().saturating_add(patience),
        watch,
        show: &mut |tiling| show(if is_turned { tiling.transposed() } else { tiling }),
    };
    match walker.walk(&start) {
        Ok(_) => Ok(Walked::All),
        Err(End::Enough) => Ok(Walked::Enough),
        Err(End::Stuck) => Ok(Walked::Stuck),
        Err(End::Spent) => Err(Spent),
    }
}

/// The same problem lying on its side, if that makes it narrower: states are fewer then.
fn narrowed(problem: &Problem) -> Option<Problem> {
    (problem.width() > problem.height()).then(|| problem.transposed())
}

struct Counter<'b, 'w, 'a> {
    board: &'b Board,
    known: HashMap<Key, BigUint>,
    watch: &'w mut Watch<'a>,
}

impl Counter<'_, '_, '_> {
    fn count(&mut self, state: &State) -> Result<BigUint, Spent> {
        if self.board.is_end(state) {
            return Ok(BigUint::from(1u8));
        }
        let key = self.board.key(state);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let mut sum = BigUint::ZERO;
        let mut patterns = self.board.patterns(state);
        while let Some(pattern) = patterns.next_within(self.watch)? {
            if let Some(next) = self.board.next(state, pattern) {
                sum += self.count(&next)?;
            }
        }
        if self.known.len() < MOST_STATES {
            self.known.insert(key, sum.clone());
        }
        Ok(sum)
    }
}

/// Why a walk ends before everything is searched.
enum End {
    Spent,
    Enough,
    Stuck,
}

impl From<Spent> for End {
    fn from(_: Spent) -> Self {
        Self::Spent
    }
}

struct Walker<'b, 'w, 'a, 's> {
    board: &'b Board,
    /// States from which no solution is reached.
    dead: HashSet<Key>,
    laid: Vec<u128>,
    patience: u64,
    /// The step at which patience ends.
    stuck_at: u64,
    watch: &'w mut Watch<'a>,
    show: &'s mut dyn FnMut(Tiling) -> ControlFlow<()>,
}

impl Walker<'_, '_, '_, '_> {
    /// Whether any solution was found from here.
    fn walk(&mut self, state: &State) -> Result<bool, End> {
        if self.board.is_end(state) {
            self.stuck_at = self.watch.done().saturating_add(self.patience);
            let tiling = Tiling::from_masks(self.board.field.width, self.laid.clone());
            return match (self.show)(tiling) {
                ControlFlow::Continue(()) => Ok(true),
                ControlFlow::Break(()) => Err(End::Enough),
            };
        }
        let key = self.board.key(state);
        if self.dead.contains(&key) {
            return Ok(false);
        }
        let mut found = false;
        let mut patterns = self.board.patterns(state);
        while let Some(pattern) = patterns.next_within(self.watch)? {
            if self.watch.done() > self.stuck_at {
                return Err(End::Stuck);
            }
            if let Some(next) = self.board.next(state, pattern) {
                self.laid.push(pattern);
                found |= self.walk(&next)?;
                self.laid.pop();
            }
        }
        if !found && self.dead.len() < MOST_STATES {
            self.dead.insert(key);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;
    use crate::tile::Tile;
    use crate::tile_picture::read_tile;

    fn collected(problem: &Problem) -> Vec<Tiling> {
        let mut found = Vec::new();
        let mut show = |tiling| {
            found.push(tiling);
            ControlFlow::Continue(())
        };
        let walked = each(problem, &mut Watch::steps(u64::MAX), u64::MAX, &mut show);
        assert_eq!(walked, Ok(Walked::All));
        found.sort();
        found
    }

    #[test]
    fn all_solutions_and_their_number_are_those_of_brute_force() {
        for (name, width, height) in [
            ("1x1", 3, 3),
            ("1x1", 2, 5),
            ("2x2", 5, 4),
            ("L", 4, 4),
            ("L", 5, 3),
            (".XX/XX.", 5, 4),
            ("XO/X.", 4, 4),
            ("XXX/X.X", 7, 3),
            ("1x3", 4, 5),
        ] {
            let tile = read_tile(name).unwrap();
            let mut total = 0;
            for (problem, mut expected) in brute::all_tilings(&tile, width, height) {
                expected.sort();
                assert_eq!(collected(&problem), expected, "{name}: {problem:?}");
                let count = count(&problem, &mut Watch::steps(u64::MAX)).unwrap();
                assert_eq!(count, BigUint::from(expected.len()));
                total += expected.len();
            }
            assert!(total > 20, "{name}: {total}");
        }
    }

    #[test]
    fn problems_without_a_solution_have_none() {
        let tile = read_tile("L").unwrap();
        let solvable = brute::all_tilings(&tile, 4, 4);
        let mut impossible = 0;
        for problem in brute::all_problems(&tile, 4, 4) {
            if !solvable.contains_key(&problem) {
                impossible += 1;
                assert_eq!(count(&problem, &mut Watch::steps(u64::MAX)), Ok(BigUint::ZERO));
                assert_eq!(collected(&problem), []);
            }
        }
        assert!(impossible > 1000, "{impossible}");
    }

    #[test]
    fn a_spent_budget_is_not_taken_for_an_end() {
        let problem =
            Problem::new(Tile::square(), vec![2, 0, 2, 0, 2, 0], vec![2, 1, 1, 1, 1, 0]).unwrap();
        assert_eq!(count(&problem, &mut Watch::steps(3)), Err(Spent));
        let mut show = |_| ControlFlow::Continue(());
        assert_eq!(each(&problem, &mut Watch::steps(3), u64::MAX, &mut show), Err(Spent));
        let walked = each(&problem, &mut Watch::steps(u64::MAX), 3, &mut show);
        assert_eq!(walked, Ok(Walked::Stuck));
    }
}
