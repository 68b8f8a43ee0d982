//! The best way to fill the last cells, exactly.
//!
//! When a partial board has come far enough within the bound, the few cells that are left are filled
//! by branch and bound: every mismatch is allowed and counted, also between rim pieces, but the rim
//! always faces out. Most calls end at once, because of two bounds: a mismatch changes the parity of
//! two colours among the open sides, and all parities have to come out even; and no more may be lost
//! than the best board so far allows.

use tilewright_puzzle::{Board, Cell, Placement, Puzzle, Rotation};

use crate::exact::plan::Plan;

/// Cells that are filled exactly, at most.
pub const MOST_CELLS: usize = 24;
/// Nodes after which a call gives up.
const MOST_NODES: u32 = 20_000;

/// Where the colour at a side of a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A neighbour that lies already: its colour along or across the lines.
    Frontier { is_across: bool },
    /// A neighbour among the last cells, filled before, with the side of it that touches.
    Last { index: usize, side: usize },
    /// A hint.
    Fixed(u16),
}

/// One of the last cells.
#[derive(Clone, Debug)]
struct LastCell {
    cell: Cell,
    rim: u8,
    /// The sides with neighbours that are known when its turn comes.
    known: Vec<(usize, Source)>,
}

/// A kind of piece with its sides in every rotation.
#[derive(Clone, Debug)]
struct Turned {
    /// How it looks in each rotation.
    rotations: [Look; 4],
    /// The parities of its colours, the rim left out.
    parity: u32,
}

/// A piece in one rotation.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The colours of its sides, a byte each.
    own: u32,
    /// What its neighbours have to show.
    out: [u8; 4],
    /// Its sides on the rim.
    rim: u8,
}

/// The last cells of an order, ready to be filled.
#[derive(Clone, Debug)]
pub struct Finish {
    cells: Vec<LastCell>,
    kinds: Vec<Turned>,
    /// Whether parities tell something: colours match themselves, and the rim faces out.
    has_parity: bool,
}

/// A piece laid on one of the last cells: its kind and rotation.
pub type Laid = (u16, u8);

/// The state of one call.
struct Attempt<'a> {
    finish: &'a Finish,
    frontier: &'a [[u16; 2]],
    left: &'a mut [(u16, u16)],
    laid: [Laid; MOST_CELLS],
    best: Option<(u32, [Laid; MOST_CELLS])>,
    limit: u32,
    nodes: u32,
}

impl Finish {
    /// Prepares the cells that a plan fills from a depth on.
    pub fn new(puzzle: &Puzzle, plan: &Plan, from: usize, lines_are_columns: bool) -> Self {
        let topology = puzzle.topology();
        let hinted = plan.board(&[]);
        let last = plan.depths().get(from..).unwrap_or_default();
        let cells = last.iter().enumerate().map(|(index, depth)| {
            let known = topology.around(depth.cell).filter_map(|(side, contact)| {
                let (other, back) = contact?;
                let source = if let Some(colour) = hinted.colour(puzzle, other, back) {
                    Source::Fixed(plan.mate_number(colour))
                } else if let Some(earlier) = last.iter().take(index).position(|d| d.cell == other)
                {
                    Source::Last { index: earlier, side: back.index() }
                } else if last.iter().any(|d| d.cell == other) {
                    return None;
                } else {
                    Source::Frontier { is_across: (side.0 % 2 == 0) != lines_are_columns }
                };
                Some((side.index(), source))
            });
            LastCell {
                cell: depth.cell,
                rim: if puzzle.rim().is_some() { topology.rim_mask(depth.cell) } else { 0 },
                known: known.collect(),
            }
        });
        let kinds = plan.kinds().iter().map(|kind| {
            let mut parity = 0;
            for &colour in kind.sides.colours() {
                if Some(colour) != puzzle.rim() {
                    parity ^= 1 << (plan.colour_number(colour) % 32);
                }
            }
            let rotations = std::array::from_fn(|turn| {
                let sides = kind.sides.rotated(Rotation(turn as u8));
                let colours = sides.colours();
                let own = std::array::from_fn(|s| plan.colour_number(colours[s]) as u8);
                let out = std::array::from_fn(|s| plan.mate_number(colours[s]) as u8);
                let on_rim = |s: usize| u8::from(Some(colours[s]) == puzzle.rim()) << s;
                Look { own: u32::from_le_bytes(own), out, rim: (0..4).map(on_rim).sum() }
            });
            Turned { rotations, parity }
        });
        // What faces out has to be known as well.
        let has_parity =
            puzzle.rim().is_some() && puzzle.colours().iter().all(|&c| puzzle.mate(c) == Some(c));
        let kinds = kinds.collect();
        Self { cells: cells.collect(), kinds, has_parity }
    }

    /// How many cells are filled.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The best way to fill the cells with the kinds of pieces that are left (with their numbers),
    /// given the colours at the frontier, if it costs no more than `limit` mismatches: how many it
    /// costs, and what lies where. `parity` is what [`Finish::parity`] says. Takes what it visits off nothing, but says how much that was.
    pub fn best(
        &self,
        frontier: &[[u16; 2]],
        left: &mut [(u16, u16)],
        parity: u32,
        limit: u32,
    ) -> (Option<(u32, Vec<Laid>)>, u32) {
        let mut attempt = Attempt {
            finish: self,
            frontier,
            left,
            laid: [(0, 0); MOST_CELLS],
            best: None,
            limit,
            nodes: 0,
        };
        attempt.fill(0, 0, parity);
        let cells = self.cells.len();
        (attempt.best.map(|(cost, laid)| (cost, laid[..cells].to_vec())), attempt.nodes)
    }

    /// The colours that occur an odd number of times among the open sides; none where colours do
    /// not match themselves. Each mismatch mends two of them at most.
    pub fn parity(&self, frontier: &[[u16; 2]], left: &[(u16, u16)]) -> u32 {
        let mut parity = 0;
        if !self.has_parity {
            return parity;
        }
        for &(kind, copies) in left {
            if copies % 2 == 1 {
                parity ^= self.kinds.get(usize::from(kind)).map_or(0, |kind| kind.parity);
            }
        }
        for (cell, colours) in self.cells.iter().zip(frontier) {
            for &(_, source) in &cell.known {
                match source {
                    Source::Frontier { is_across } => {
                        parity ^= 1 << (colours[usize::from(is_across)] % 32);
                    }
                    Source::Fixed(colour) => parity ^= 1 << (colour % 32),
                    Source::Last { .. } => {}
                }
            }
        }
        parity
    }

    /// Puts what was laid onto a board.
    pub fn place(&self, plan: &Plan, board: &mut Board, laid: &[Laid]) {
        for (cell, &(kind, turn)) in self.cells.iter().zip(laid) {
            let Some(kind) = plan.kinds().get(usize::from(kind)) else { continue };
            let is_free = |piece| !board.cells().iter().flatten().any(|p| p.piece == piece);
            let free = kind.free.iter().find(|&&(piece, _)| is_free(piece));
            let placement = free.map(|&(piece, offset)| Placement {
                piece,
                rotation: Rotation((offset.0 + turn) % 4),
            });
            board.set(cell.cell, placement);
        }
    }
}

impl Attempt<'_> {
    fn fill(&mut self, index: usize, cost: u32, parity: u32) {
        let finish = self.finish;
        let Some(cell) = finish.cells.get(index) else {
            self.best = Some((cost, self.laid));
            // Only better ones are of interest from here on.
            match cost.checked_sub(1) {
                Some(better) => self.limit = better,
                None => self.nodes = MOST_NODES,
            }
            return;
        };
        // A mismatch mends two odd colours at most.
        let at_least = parity.count_ones().div_ceil(2);
        let (mut wanted, mut counted) = (0, 0);
        for &(side, source) in &cell.known {
            let colour = match source {
                Source::Frontier { is_across } => {
                    self.frontier[index][usize::from(is_across)] as u8
                }
                Source::Last { index, side } => {
                    let (kind, turn) = self.laid[index];
                    finish.kinds[usize::from(kind)].rotations[usize::from(turn)].out[side]
                }
                Source::Fixed(colour) => colour as u8,
            };
            wanted |= u32::from(colour) << (8 * side);
            counted |= 255 << (8 * side);
        }
        // For each number of mismatches the pieces that have so many, four bits a piece.
        let mut by_missed = [0u128; 5];
        for (place, &(kind, copies)) in self.left.iter().enumerate() {
            if copies == 0 {
                continue;
            }
            for (turn, look) in finish.kinds[usize::from(kind)].rotations.iter().enumerate() {
                let missed = differing_bytes(look.own, wanted, counted);
                by_missed[missed as usize % 5] |=
                    u128::from(look.rim == cell.rim) << (4 * place + turn);
            }
        }
        for (extra, mut pieces) in (0..).zip(by_missed) {
            if cost + at_least.max(extra) > self.limit {
                return;
            }
            while pieces != 0 {
                let bit = pieces.trailing_zeros() as usize;
                pieces &= pieces - 1;
                let (place, turn) = (bit / 4, bit % 4);
                let (kind, _) = self.left[place];
                let look = &finish.kinds[usize::from(kind)].rotations[turn];
                let changed = if finish.has_parity {
                    parity ^ parity_of_differing(look.own, wanted, counted)
                } else {
                    0
                };
                if cost + extra + changed.count_ones().div_ceil(2) > self.limit {
                    continue;
                }
                if self.nodes >= MOST_NODES {
                    return;
                }
                self.nodes += 1;
                self.left[place].1 -= 1;
                self.laid[index] = (kind, turn as u8);
                self.fill(index + 1, cost + extra, changed);
                self.left[place].1 += 1;
            }
        }
    }
}

/// In how many of the bytes that count two words differ; bytes are below 128.
fn differing_bytes(one: u32, other: u32, counted: u32) -> u32 {
    let differing = (one ^ other) & counted;
    ((differing + 0x7f7f_7f7f) & 0x8080_8080).count_ones()
}

/// The colours in bytes that differ, of both words, that occur an odd number of times.
fn parity_of_differing(one: u32, other: u32, counted: u32) -> u32 {
    let mut parity = 0;
    let bytes = one.to_le_bytes().into_iter().zip(other.to_le_bytes()).zip(counted.to_le_bytes());
    for ((one, other), counted) in bytes {
        if counted != 0 {
            // Equal colours cancel out.
            parity ^= 1 << (one % 32) ^ 1 << (other % 32);
        }
    }
    parity
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{PieceId, Shape, Side, score};
    use tilewright_search::stream;

    /// Lays a piece in every rotation in which it faces out as it should.
    fn ways(puzzle: &Puzzle, cell: Cell, piece: PieceId) -> Vec<Placement> {
        let sides = &puzzle.pieces()[piece.index()];
        let faces_out = |rotation: &Rotation| {
            let turned = sides.rotated(*rotation);
            puzzle.topology().around(cell).all(|(side, contact)| {
                (Some(turned.get(side)) == puzzle.rim()) == contact.is_none()
            })
        };
        let rotations = (0..4).map(Rotation).filter(|r| puzzle.rim().is_none() || faces_out(r));
        rotations.map(|rotation| Placement { piece, rotation }).collect()
    }

    /// The best score that a board can come to, by trying everything in the cells that are empty.
    fn best_score(puzzle: &Puzzle, board: &mut Board) -> u32 {
        let Some(cell) = puzzle.topology().cells().find(|&cell| board.get(cell).is_none()) else {
            return score(puzzle, board);
        };
        let mut best = 0;
        for piece in (0..puzzle.pieces().len() as u16).map(PieceId) {
            if board.cells().iter().flatten().any(|placement| placement.piece == piece) {
                continue;
            }
            for placement in ways(puzzle, cell, piece) {
                board.set(cell, Some(placement));
                best = best.max(best_score(puzzle, board));
            }
        }
        board.set(cell, None);
        best
    }

    /// The best board by [`Finish`] that misses no more than so many joins in the last cells.
    fn finished(puzzle: &Puzzle, board: &Board, from: usize, limit: u32) -> Option<Board> {
        let order: Vec<_> = puzzle.topology().cells().collect();
        let plan = Plan::new(puzzle, &order, false);
        let finish = Finish::new(puzzle, &plan, from, false);
        let asked = |cell: Cell, side: u8| {
            let (other, back) = puzzle.topology().neighbour(cell, Side(side))?;
            board.colour(puzzle, other, back).map(|colour| plan.mate_number(colour))
        };
        let frontier: Vec<_> = order[from..]
            .iter()
            .map(|&cell| [asked(cell, 3).unwrap_or(0), asked(cell, 0).unwrap_or(0)])
            .collect();
        let is_left = |piece| !board.cells().iter().flatten().any(|p| p.piece == piece);
        let mut left: Vec<_> = (0..)
            .zip(plan.kinds())
            .map(|(kind, looks)| {
                (kind, looks.free.iter().filter(|(piece, _)| is_left(*piece)).count() as u16)
            })
            .filter(|&(_, copies)| copies > 0)
            .collect();
        let parity = finish.parity(&frontier, &left);
        let (best, _) = finish.best(&frontier, &mut left, parity, limit);
        best.map(|(_, laid)| {
            let mut whole = board.clone();
            finish.place(&plan, &mut whole, &laid);
            whole
        })
    }

    #[test]
    fn the_last_cells_are_filled_as_well_as_trying_everything_does() {
        let mut imperfect = 0;
        for seed in 0..24 {
            let mut recipe = Recipe::new(Shape::square(4, 4), 4 + 8 * (seed % 2) as u32, seed);
            recipe.rim = seed % 3 != 1;
            recipe.signed = seed % 3 == 2;
            let generated = generate(&recipe).unwrap();
            let puzzle = &generated.puzzle;
            let mut board = generated.solution.clone();
            // Some pieces change places, so that what is left does not fit any more.
            let mut random = stream(7, seed);
            for _ in 0..random.index(4) {
                let cells = [random.index(16), random.index(16)].map(|cell| Cell(cell as u16));
                let [one, other] = cells.map(|cell| board.get(cell).unwrap().piece);
                let ways = [ways(puzzle, cells[0], other), ways(puzzle, cells[1], one)];
                if ways.iter().all(|ways| !ways.is_empty()) && one != other {
                    for (cell, ways) in cells.into_iter().zip(ways) {
                        board.set(cell, Some(ways[random.index(ways.len())]));
                    }
                }
            }
            let from = 11;
            for cell in puzzle.topology().cells().skip(from) {
                board.set(cell, None);
            }
            let best = best_score(puzzle, &mut board.clone());
            // Joins between cells that are filled already may be missed, too.
            let joins = puzzle.topology().joins();
            let lies = |cell: Cell| board.get(cell).is_some();
            let lost = joins.iter().filter(|join| lies(join.cell) && lies(join.other));
            let lost = lost.count() as u32 - score(puzzle, &board);
            let missed = puzzle.max_score() - best - lost;
            let whole = finished(puzzle, &board, from, missed).unwrap();
            assert_eq!((whole.placed(), score(puzzle, &whole)), (16, best), "seed {seed}");
            if let Some(fewer) = missed.checked_sub(1) {
                assert_eq!(finished(puzzle, &board, from, fewer), None, "seed {seed}");
                imperfect += 1;
            }
        }
        assert!(imperfect > 8, "{imperfect}");
    }
}
