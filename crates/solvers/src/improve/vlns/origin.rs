//! Where the large neighbourhoods start from.
//!
//! Schaus and Deville begin with a relaxed problem: some cells of one chessboard colour are left
//! out, constraint programming places the rest without a mismatch, and the holes are filled by an
//! assignment. Their joins then mismatch by the dozen; a depth-first search that spends mismatches
//! sparingly, late and one by one leaves far fewer, so that is what is done unless told otherwise.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::Cell;
use tilewright_search::Stream;

use super::neighbourhoods::Neighbourhoods;
use crate::construct::fill::Filler;
use crate::construct::path::Path;
use crate::construct::scan::{Allowance, Scan};
use crate::layout::{Ground, Layout};

/// How the first board is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Depth-first search with a few mismatches.
    Scan,
    /// Depth-first search without mismatches around holes of one chessboard colour.
    Relaxed,
    /// Column by column.
    Greedy,
}

/// The making of first boards.
pub(super) struct Maker {
    origin: Origin,
    nodes: u64,
    scan: Scan,
    progress: Progress,
}

/// What has been learnt about how much to allow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    allowance: Allowance,
    /// Cells left out by the relaxed search.
    relaxed: u32,
}

impl Maker {
    pub fn new(ground: &Arc<Ground>, origin: Origin, nodes: u64, saved: Option<Progress>) -> Self {
        let progress = saved.unwrap_or_else(|| Progress {
            allowance: Allowance::unknown(),
            relaxed: (ground.cell_count() / 16) as u32,
        });
        let layout = Layout::new(ground);
        let scan = match origin {
            Origin::Relaxed => Scan::relaxed(layout, &holes(ground, progress.relaxed)),
            Origin::Scan | Origin::Greedy => Scan::new(layout),
        };
        Self { origin, nodes, scan, progress }
    }

    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The next board, complete, and what it took.
    pub fn make(
        &mut self,
        neighbourhoods: &mut Neighbourhoods,
        ground: &Arc<Ground>,
        random: &mut Stream,
    ) -> (Layout, u64) {
        match self.origin {
            Origin::Greedy => {
                let mut layout = Layout::new(ground);
                Filler::default().fill(&mut layout, Path::Columns, random);
                (layout, ground.cell_count() as u64)
            }
            Origin::Scan => {
                let attempt = self.scan.attempt(&self.progress.allowance, self.nodes, random);
                self.progress.allowance.learn(&attempt, &self.scan);
                (attempt.layout, attempt.nodes)
            }
            Origin::Relaxed => {
                let attempt = self.scan.attempt(&Allowance::unknown(), self.nodes, random);
                let holes = holes(ground, self.progress.relaxed);
                let mut layout = attempt.layout;
                Filler::default().fill(&mut layout, Path::Rows, random);
                let mut work = attempt.nodes;
                for part in holes.chunks(Neighbourhoods::MOST_ASSIGNED) {
                    work += neighbourhoods.assign(&mut layout, part, random).work;
                }
                if !attempt.is_within {
                    self.progress.relaxed += 1 + self.progress.relaxed / 8;
                    let holes = self::holes(ground, self.progress.relaxed);
                    self.scan = Scan::relaxed(Layout::new(ground), &holes);
                }
                (layout, work)
            }
        }
    }
}

/// The last cells of one chessboard colour.
fn holes(ground: &Ground, count: u32) -> Vec<Cell> {
    let colours = chessboard(ground);
    let cells = (0..ground.cell_count()).rev().map(Cell::at);
    let dark = cells.filter(|&cell| colours[cell.index()] && !ground.is_fixed(cell));
    dark.take(count as usize).collect()
}

/// For each cell whether it is dark: neighbours never are both.
pub(super) fn chessboard(ground: &Ground) -> Vec<bool> {
    let shape = ground.puzzle().shape();
    let cells = ground.puzzle().topology().cells();
    let is_dark = |cell: Cell| match shape {
        tilewright_puzzle::Shape::Square { .. } => {
            let (row, column) = shape.position(cell);
            (row + column) % 2 == 1
        }
        tilewright_puzzle::Shape::Triangle { .. } => shape.is_inverted(cell),
    };
    cells.map(is_dark).collect()
}

#[cfg(test)]
mod tests {
    use tilewright_search::stream;

    use super::*;
    use crate::layout::tests::puzzles;

    #[test]
    fn neighbours_never_have_the_same_chessboard_colour() {
        for puzzle in puzzles() {
            let ground = Ground::new(&puzzle).unwrap();
            let colours = chessboard(&ground);
            for join in puzzle.topology().joins() {
                assert_ne!(colours[join.cell.index()], colours[join.other.index()]);
            }
        }
    }

    #[test]
    fn every_origin_makes_complete_boards() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let mut neighbourhoods = Neighbourhoods::new(&ground);
            for origin in [Origin::Scan, Origin::Relaxed, Origin::Greedy] {
                let mut random = stream(2, 0);
                let mut maker = Maker::new(&ground, origin, 2000, None);
                for _ in 0..5 {
                    let (layout, work) = maker.make(&mut neighbourhoods, &ground, &mut random);
                    assert!(work > 0);
                    assert_eq!(layout.to_board().placed(), puzzle.pieces().len());
                    let board = layout.to_board();
                    assert_eq!(layout.score(), tilewright_puzzle::score(&puzzle, &board));
                }
            }
        }
    }
}
