//! What a benchmark measures of a hunt: the search itself, on subtrees that are always the same.
//!
//! They lie below the first openings of a beam, with the quota and the slips of a fit, and are searched to their
//! end; what comes to the last cells is counted, not finished. Looking along the lines a search visits a part
//! of the nodes that it visits without, and comes to the same boards.
//!
//! One opening of a thousand brings nearly all nodes. So the subtrees are those of some rows more, where they are
//! many and of all sizes: below a few large ones searches would have nobody to take turns with. Those that end
//! soon are left out, since they would measure how searches begin.

use std::sync::Arc;

use tilewright_puzzle::Puzzle;
use tilewright_search::stream as random_stream;

use super::fit::{Fit, Wishes};
use super::openings::Openings;
use super::rules::Hunting;
use super::work::{Descend, Hunt};
use crate::exact::plan::Plan;
use crate::kernel::sight::Outlook;
use crate::kernel::simd::{Form, Simd, Work};
use crate::kernel::stream::{self, SIGHTED_STREAMS, Stream};
use crate::kernel::table::Table;

/// Searches that take turns, as in a hunt.
const AT_ONCE: usize = SIGHTED_STREAMS / 2;
/// The cells that are filled where a subtree begins, and those that some board in it has to come to, of 256.
const ROOT: usize = 120;
const REACHED: usize = 200;

/// Subtrees of a hunt.
#[derive(Debug)]
pub struct Subtrees {
    table: Table<1>,
    rules: Hunting,
    goal: usize,
    is_sighted: bool,
    roots: Vec<Vec<u32>>,
}

/// What searching one of them came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Nodes that were visited.
    pub nodes: u64,
    /// Boards that came to the last cells.
    pub boards: u64,
}

impl Subtrees {
    /// Those below so many openings, with the fit of a puzzle; `None` if it has no beams, or is none for the
    /// kernel.
    pub fn new(puzzle: &Arc<Puzzle>, count: usize, is_sighted: bool) -> Option<Self> {
        let fit = Fit::new(puzzle, &Wishes::default())?;
        let schedule = &fit.plans.first()?.schedule;
        let plan = Plan::new(puzzle, &schedule.order, false);
        let level_of = |cells: usize| schedule.level_of(&plan, schedule.order.len() * cells / 256);
        let goal = schedule.level_of(&plan, schedule.finish);
        let table = |outlook| Table::new(puzzle, &plan, &schedule.order, outlook);
        let sighted = Outlook { until: goal, allowed: schedule.allowed_by_level(&plan) };
        let sighted = table(&sighted)?;
        let rules = Hunting::new(puzzle, &plan, &sighted, schedule);
        let openings =
            Openings::new(puzzle, &plan, schedule, schedule.level_of(&plan, schedule.opening))?;
        let (mut batch, _) = openings.batch(0, random_stream(0, 0));
        let openings = std::iter::from_fn(|| openings.next(&mut batch, &sighted)).take(count);
        let roots = roots(&sighted, &rules, openings, level_of(ROOT), level_of(REACHED));
        if is_sighted {
            return Some(Self { table: sighted, rules, goal, is_sighted, roots });
        }
        let table = table(&Outlook::BLIND)?;
        let rules = Hunting::new(puzzle, &plan, &table, schedule);
        Some(Self { table, rules, goal, is_sighted, roots })
    }

    /// Searches all of them to their end.
    pub fn search(&self, form: Form) -> Vec<Searched> {
        let mut searched = vec![Searched::default(); self.roots.len()];
        let mut waiting = self.roots.iter().enumerate();
        let mut begin = |stream: &mut Stream<1, Hunting>| {
            let (index, entries) = waiting.next()?;
            stream.begin_anew();
            form.run(Descend { table: &self.table, rules: &self.rules, stream, entries, lying: 0 });
            Some(index)
        };
        let mut running = Vec::new();
        while running.len() < AT_ONCE {
            let mut stream = Stream::new(&self.table.layout, self.goal);
            let Some(index) = begin(&mut stream) else { break };
            running.push((index, stream));
        }
        while !running.is_empty() {
            let halted = form.run(GoOn { subtrees: self, running: &mut running });
            let Some(place) = halted else { continue };
            let (index, stream) = &mut running[place];
            searched[*index].nodes += stream.take_nodes();
            if !stream.is_done() {
                stream.drop_topmost();
                searched[*index].boards += 1;
            } else if let Some(next) = begin(stream) {
                *index = next;
            } else {
                running.remove(place);
            }
        }
        searched
    }
}

/// The boards with so many levels filled below these openings that lead to some board of the other level.
fn roots(
    table: &Table<1>,
    rules: &Hunting,
    openings: impl Iterator<Item = Vec<u32>>,
    level: usize,
    reached: usize,
) -> Vec<Vec<u32>> {
    let (form, mut roots) = (Form::best(), Vec::new());
    let mut stream = Stream::new(&table.layout, reached);
    for entries in openings {
        stream.begin_anew();
        form.run(Descend { table, rules, stream: &mut stream, entries: &entries, lying: 0 });
        loop {
            form.run(Hunt { streams: &mut [(table, &mut *stream)], rules, rounds: u64::MAX });
            if !stream.take_board() {
                break;
            }
            let root = stream.lying(level).collect();
            stream.leave_goal();
            // Boards below one root come one after another.
            if roots.last() != Some(&root) {
                roots.push(root);
            }
        }
    }
    roots
}

/// Goes on with all searches until one of them halts.
struct GoOn<'a> {
    subtrees: &'a Subtrees,
    running: &'a mut [(usize, Box<Stream<1, Hunting>>)],
}

impl Work for GoOn<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Option<usize> {
        let Self { subtrees, running } = self;
        let Subtrees { table, rules, is_sighted, .. } = subtrees;
        let mut streams: Vec<_> =
            running.iter_mut().map(|(_, stream)| (table, &mut **stream)).collect();
        let (layout, streams) = (&*table.layout, &mut streams[..]);
        let (_, halted) = if *is_sighted {
            stream::run::<S, 1, Hunting, true>(simd, layout, rules, streams, u64::MAX)
        } else {
            stream::run::<S, 1, Hunting, false>(simd, layout, rules, streams, u64::MAX)
        };
        halted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_along_lines_comes_to_the_same_boards_by_fewer_nodes() {
        let puzzle = Arc::new(tilewright_formats::embedded::puzzle("eternity2").unwrap());
        let search = |is_sighted| {
            let subtrees = Subtrees::new(&puzzle, 120, is_sighted).unwrap();
            let searched = subtrees.search(Form::best());
            assert_eq!(searched, subtrees.search(Form::Portable));
            searched
        };
        let (sighted, blind) = (search(true), search(false));
        for (sighted, blind) in sighted.iter().zip(&blind) {
            assert!(sighted.nodes <= blind.nodes);
            assert_eq!(sighted.boards, blind.boards);
        }
        let sum =
            |all: &[Searched], number: fn(&Searched) -> u64| all.iter().map(number).sum::<u64>();
        assert!(sum(&sighted, |s| s.boards) > 1000);
        assert!(2 * sum(&sighted, |s| s.nodes) < sum(&blind, |s| s.nodes));
    }
}
