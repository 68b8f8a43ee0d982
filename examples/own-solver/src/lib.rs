//! A solver of one's own: change places of two pieces, keep what is not worse.
//!
//! `docs/own-solver.md` goes through it line by line.

use std::sync::Arc;

use tilewright_puzzle::{Board, Cell, PieceId, Placement, Puzzle, Rotation, ScoredBoard};
use tilewright_search::{
    Best, BuildError, Built, Counters, SaveError, Solver, SolverInfo, Status, Stream, Task, Unit,
    state, stream,
};

/// The entry in the registry: help, settings and checks are made from it.
pub static SWAPPER: SolverInfo = SolverInfo {
    name: "swapper",
    summary: "changes places of two pieces and keeps what is not worse",
    source: "an example",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[],
    build: |task| Swapper::begin(&task),
    restore: |task, saved| Swapper::restore(&task, saved),
};

struct Swapper {
    puzzle: Arc<Puzzle>,
    target: Option<u32>,
    /// All that changes: the board, its score, the work done, the random numbers.
    state: (Board, u32, u64, Stream),
}

impl Swapper {
    fn begin(task: &Task) -> Built {
        let mut random = stream(task.seed, 0);
        let board = task.start.clone().unwrap_or_else(|| Board::with_hints(&task.puzzle));
        let board = filled(&task.puzzle, board, &mut random).ok_or_else(|| {
            BuildError::Unsuitable("the pieces do not go with the rim of the board".to_owned())
        })?;
        let score = tilewright_puzzle::score(&task.puzzle, &board);
        Ok(Self::boxed(task, (board, score, 0, random)))
    }

    fn restore(task: &Task, saved: &[u8]) -> Built {
        Ok(Self::boxed(task, state::load(saved)?))
    }

    fn boxed(task: &Task, state: (Board, u32, u64, Stream)) -> Box<dyn Solver> {
        Box::new(Self { puzzle: Arc::clone(&task.puzzle), target: task.target, state })
    }

    fn status(&self) -> Status {
        let solved = self.state.1 == self.puzzle.max_score();
        if solved { Status::Solved } else { Status::Working }
    }
}

impl Solver for Swapper {
    fn advance(&mut self, work: u64) -> Status {
        let (board, score, evaluations, random) = &mut self.state;
        let enough = self.target.unwrap_or(u32::MAX).min(self.puzzle.max_score());
        let mut scored = ScoredBoard::from_board(&self.puzzle, board);
        let cells = self.puzzle.topology().cell_count();
        for _ in 0..work {
            if *score >= enough {
                break;
            }
            *evaluations += 1;
            let [one, other] = [(); 2].map(|()| Cell::at(random.index(cells)));
            let before = [one, other].map(|cell| (cell, scored.board().get(cell)));
            let [first, second] = before.map(|(_, place)| place.map(|p| p.piece));
            let turned = |cell, piece: Option<PieceId>, random: &mut Stream| {
                piece.and_then(|piece| lying(&self.puzzle, cell, piece, random))
            };
            // A piece that may not lie there, or that a hint holds, stays where it is.
            let (Some(here), Some(there)) =
                (turned(one, second, random), turned(other, first, random))
            else {
                continue;
            };
            scored.set(one, Some(here));
            if one != other {
                scored.set(other, Some(there));
            }
            if scored.score() < *score {
                before.into_iter().for_each(|(cell, place)| scored.set(cell, place));
            }
            *score = scored.score();
        }
        *board = scored.into_board();
        self.status()
    }

    fn best(&self) -> Option<Best<'_>> {
        Some(Best { board: &self.state.0, score: self.state.1 })
    }

    fn counters(&self) -> Counters {
        Counters { evaluations: self.state.2, ..Counters::default() }
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        state::save(&self.state)
    }
}

/// A piece on a cell, turned by chance as the rules allow; `None` if they do not.
fn lying(puzzle: &Puzzle, cell: Cell, piece: PieceId, random: &mut Stream) -> Option<Placement> {
    let hint = |h: &&tilewright_puzzle::Hint| h.mandatory && (h.cell == cell || h.piece == piece);
    if puzzle.hints().iter().any(|h| hint(&h)) {
        return None;
    }
    let (sides, count) = (puzzle.piece(piece)?, puzzle.topology().side_count());
    let fits = |turn: &Rotation| puzzle.fits_rim(cell, &sides.rotated(*turn));
    let turns: Vec<_> = (0..count).map(Rotation).filter(fits).collect();
    random.choose(&turns).map(|&rotation| Placement { piece, rotation })
}

/// The empty cells filled with whatever is left, by chance.
fn filled(puzzle: &Puzzle, mut board: Board, random: &mut Stream) -> Option<Board> {
    let lies = |piece: &PieceId| board.cells().iter().flatten().any(|p| p.piece == *piece);
    let mut left: Vec<_> = puzzle.piece_ids().filter(|piece| !lies(piece)).collect();
    random.shuffle(&mut left);
    for cell in
        puzzle.topology().cells().filter(|&cell| board.get(cell).is_none()).collect::<Vec<_>>()
    {
        let found = left.iter().position(|&piece| lying(puzzle, cell, piece, random).is_some())?;
        let piece = left.swap_remove(found);
        board.set(cell, lying(puzzle, cell, piece, random));
    }
    Some(board)
}
