//! An order made ready to be searched and finished.

use std::sync::Arc;

use tilewright_puzzle::{Board, Cell, Placement, Puzzle, Rotation};

use super::finish::{Finish, Laid};
use super::rules::Hunting;
use super::schedule::Schedule;
use crate::exact::plan::Plan;
use crate::kernel::entry;
use crate::kernel::scan::Scan;
use crate::kernel::sight::Outlook;
use crate::kernel::table::{STACK, Table};

/// What searches by a schedule go by, in the order of its cells or in that of others.
#[derive(Clone, Debug)]
pub struct Ground<const H: usize> {
    pub plan: Plan,
    pub table: Table<H>,
    pub rules: Hunting,
    pub finish: Finish,
    /// The level from which boards are finished.
    pub goal: usize,
    /// Boards that are the same up to this level are of one family.
    pub family_level: usize,
    /// Cells in a line of the order.
    pub line: usize,
}

impl<const H: usize> Ground<H> {
    /// Prepares a schedule; `None` if it is none for the kernel.
    pub fn new(puzzle: &Arc<Puzzle>, schedule: &Schedule) -> Option<Self> {
        let plan = Plan::new(puzzle, &schedule.order, false);
        let level_of = |depth: usize| schedule.level_of(&plan, depth);
        let goal = level_of(schedule.finish);
        let outlook = Outlook { until: goal, allowed: schedule.allowed_by_level(&plan) };
        let table = Table::new(puzzle, &plan, &schedule.order, &outlook)?;
        let rules = Hunting::new(puzzle, &plan, &table, schedule);
        if rules.most_on_a_stack(&plan) > STACK {
            return None;
        }
        let scan = Scan::of(puzzle.shape(), &schedule.order)?;
        let finish = Finish::new(puzzle, &plan, goal, scan.right.0 % 2 == 0);
        let family_level = level_of(schedule.order.len() * 185 / 256).min(goal);
        Some(Self { plan, table, rules, finish, goal, family_level, line: scan.line_length })
    }

    /// The cell of a level.
    pub fn cell(&self, level: usize) -> Option<Cell> {
        self.plan.depths().get(level).map(|depth| depth.cell)
    }

    /// The board on which these entries lie, and then the last cells.
    pub fn board(&self, entries: &[u32], laid: &[Laid]) -> Board {
        let plan = &self.plan;
        let mut board = plan.board(&[]);
        let mut given = vec![0; plan.kinds().len()];
        for (depth, &entry) in plan.depths().iter().zip(entries) {
            let seat = entry & entry::SEAT;
            let kind = self.table.seats().iter().position(|s| s.bits() == seat);
            let Some((kind, looks)) = kind.and_then(|k| Some((k, plan.kinds().get(k)?))) else {
                continue;
            };
            let piece = looks.free.get(given[kind]).copied();
            given[kind] += 1;
            let placement = piece.map(|(piece, offset)| Placement {
                piece,
                rotation: Rotation((offset.0 + entry::rotation(entry)) % 4),
            });
            board.set(depth.cell, placement);
        }
        self.finish.place(plan, &mut board, laid);
        board
    }
}
