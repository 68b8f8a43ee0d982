//! What the auditor says about the boards that solvers hand over.
//!
//! No board is shown, kept or counted before the auditor has seen it; a solver that counts otherwise
//! than the auditor is wrong, and its run ends with an error instead of a board.

use serde::{Deserialize, Serialize};
use tilewright_puzzle::audit::{Audit, audit};
use tilewright_puzzle::{Board, Claim, ClaimedPiece, Puzzle};

/// The auditor's figures for a board that keeps the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Matched joins.
    pub score: u32,
    /// All joins.
    pub max_score: u32,
    /// Filled cells.
    pub placed: usize,
    /// Hints that are kept.
    pub hints_matched: usize,
    /// All hints.
    pub hints: usize,
    /// Whether the board solves the puzzle.
    pub solved: bool,
}

impl Verdict {
    /// Has a board audited; the error says which rules it breaks.
    pub fn on(puzzle: &Puzzle, board: &Board) -> Result<Self, String> {
        // Numbers and rotations as they are, so that the auditor looks the pieces up by itself.
        let claimed = |placement: tilewright_puzzle::Placement| ClaimedPiece::Placed {
            number: placement.piece.number(),
            rotation: placement.rotation,
        };
        let cells = board.cells().iter().map(|place| place.map(claimed)).collect();
        let claim = Claim { shape: puzzle.shape(), cells };
        let found: Audit = audit(puzzle, &claim).map_err(|_| {
            format!("it has {} cells, the puzzle {}", board.cells().len(), puzzle.shape().cells())
        })?;
        if !found.is_valid() {
            let shown = found.problems.iter().take(3).map(ToString::to_string);
            let more = found.problems.len().saturating_sub(3);
            let more = (more > 0).then(|| format!("and {more} more"));
            return Err(shown.chain(more).collect::<Vec<_>>().join("; "));
        }
        Ok(Self {
            score: found.score,
            max_score: found.max_score,
            placed: found.placed,
            hints_matched: found.hints_matched,
            hints: found.hints,
            solved: found.is_solution(),
        })
    }
}
