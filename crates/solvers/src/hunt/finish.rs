//! The best way to fill the last cells, exactly.
//!
//! When a partial board has come far enough within the bound, the few cells that are left are filled
//! by branch and bound: every mismatch is allowed and counted, also between rim pieces, but the rim
//! always faces out. Most calls end at once, because of three bounds: a mismatch changes the parity
//! of two colours among the open sides, and all parities have to come out even; a side that asks for
//! a colour that no piece left can show there is missed for certain; and no more may be lost than
//! the best board so far allows.

mod fill;

use tilewright_puzzle::{Board, Cell, Placement, Puzzle, Rotation};

use self::fill::Call;
use crate::exact::plan::Plan;
use crate::kernel::simd::Form;

/// Cells that are filled exactly, at most: four bits for each of the pieces fill a word.
pub const MOST_CELLS: usize = 16;
/// Groups of asks that are told apart before anything is laid.
const GROUPS: usize = 8;

/// A piece laid on one of the last cells: its kind and rotation.
pub type Laid = (u16, u8);

/// Where the colour comes from that a side asks for from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A neighbour that lies already: its colour along or across the lines.
    Frontier { is_across: bool },
    /// A hint.
    Fixed(u16),
}

/// A side of one of the last cells that asks for a colour from the beginning.
#[derive(Clone, Copy, Debug)]
struct Ask {
    index: usize,
    side: usize,
    source: Source,
    /// Asks of a group are for the same side of cells with the same rim.
    group: usize,
}

/// A side whose neighbour is one of the last cells too, filled before.
#[derive(Clone, Copy, Debug)]
struct Link {
    side: usize,
    index: usize,
    /// The side of the neighbour that touches.
    back: usize,
}

/// A side that a cell turns to one that is filled after it: what it shows there is asked for.
#[derive(Clone, Copy, Debug)]
struct Promise {
    /// The cell, and its side.
    index: usize,
    back: usize,
    /// The rim of the neighbour, and the side of it that touches.
    rim: u8,
    side: usize,
}

/// One of the last cells.
#[derive(Clone, Debug)]
struct LastCell {
    cell: Cell,
    rim: u8,
    /// The sides with neighbours that are known when its turn comes.
    known: Vec<usize>,
    links: Vec<Link>,
    /// Where the asks of the cells after it begin.
    later_asks: usize,
    /// The sides that this cell and those before it turn to cells after it, in the order of the cells.
    promises: Vec<Promise>,
}

/// A kind of piece with its sides in every rotation.
#[derive(Clone, Debug)]
struct Turned {
    /// How it looks in each rotation.
    rotations: [Look; 4],
    /// The parities of its colours, the rim left out; none where parities tell nothing.
    parity: u32,
    /// The colours that it can show to the asks of each group.
    shows: [u32; GROUPS],
}

/// A piece in one rotation.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The colours of its sides.
    own: [u8; 4],
    /// What its neighbours have to show.
    out: [u8; 4],
    /// Its sides on the rim.
    rim: u8,
    /// Whether it fits the rim of any of the cells.
    is_of_use: bool,
}

/// The last cells of an order, ready to be filled.
#[derive(Clone, Debug)]
pub struct Finish {
    cells: Vec<LastCell>,
    asks: Vec<Ask>,
    /// The sides of any cell with neighbours that are known.
    known: Vec<usize>,
    kinds: Vec<Turned>,
    /// Whether parities tell something: colours match themselves, and the rim faces out.
    has_parity: bool,
}

impl Finish {
    /// Prepares the cells that a plan fills from a depth on.
    pub fn new(puzzle: &Puzzle, plan: &Plan, from: usize, lines_are_columns: bool) -> Self {
        let topology = puzzle.topology();
        let hinted = plan.board(&[]);
        let last = plan.depths().get(from..).unwrap_or_default();
        // What faces out has to be known as well.
        let has_parity =
            puzzle.rim().is_some() && puzzle.colours().iter().all(|&c| puzzle.mate(c) == Some(c));
        let mut finish = Self {
            cells: Vec::new(),
            asks: Vec::new(),
            known: Vec::new(),
            kinds: Vec::new(),
            has_parity,
        };
        let mut groups = Vec::new();
        for (index, depth) in last.iter().enumerate() {
            let rim = if puzzle.rim().is_some() { topology.rim_mask(depth.cell) } else { 0 };
            let (mut known, mut links) = (Vec::new(), Vec::new());
            for (side, contact) in topology.around(depth.cell) {
                let Some((other, back)) = contact else { continue };
                let is_across = (side.0 % 2 == 0) != lines_are_columns;
                let side = side.index();
                let source = if let Some(colour) = hinted.colour(puzzle, other, back) {
                    Source::Fixed(plan.mate_number(colour))
                } else if let Some(other) = last.iter().position(|d| d.cell == other) {
                    if other < index {
                        known.push(side);
                        links.push(Link { side, index: other, back: back.index() });
                    }
                    continue;
                } else {
                    Source::Frontier { is_across }
                };
                known.push(side);
                if !groups.contains(&(rim, side)) {
                    groups.push((rim, side));
                }
                let group = groups.iter().position(|&group| group == (rim, side)).unwrap_or(0);
                // The last group is for all that remain.
                finish.asks.push(Ask { index, side, source, group: group.min(GROUPS - 1) });
            }
            finish.known.extend(&known);
            let later_asks = finish.asks.len();
            let promises = Vec::new();
            finish.cells.push(LastCell {
                cell: depth.cell,
                rim,
                known,
                links,
                later_asks,
                promises,
            });
        }
        finish.note_promises();
        finish.known.sort_unstable();
        finish.known.dedup();
        finish.kinds = plan
            .kinds()
            .iter()
            .map(|kind| {
                let rotations = std::array::from_fn(|turn| {
                    let sides = kind.sides.rotated(Rotation(turn as u8));
                    let colours = sides.colours();
                    let on_rim = |s: usize| u8::from(Some(colours[s]) == puzzle.rim()) << s;
                    let rim = (0..4).map(on_rim).sum();
                    Look {
                        own: std::array::from_fn(|s| plan.colour_number(colours[s]) as u8),
                        out: std::array::from_fn(|s| plan.mate_number(colours[s]) as u8),
                        rim,
                        is_of_use: finish.cells.iter().any(|cell| cell.rim == rim),
                    }
                });
                let counts = |colour| has_parity && Some(colour) != puzzle.rim();
                let colours = kind.sides.colours().iter().filter(|&&colour| counts(colour));
                let parity = colours.fold(0, |sum, &c| sum ^ bit(plan.colour_number(c) as u8));
                let mut shows = [0; GROUPS];
                for look in &rotations {
                    for (group, &(rim, side)) in groups.iter().enumerate() {
                        if look.rim == rim {
                            shows[group.min(GROUPS - 1)] |= bit(look.own[side % 4]);
                        }
                    }
                }
                Turned { rotations, parity, shows }
            })
            .collect();
        finish
    }

    /// Tells each cell what those after it are asked for by then.
    fn note_promises(&mut self) {
        for later in 1..self.cells.len() {
            let LastCell { rim, links, .. } = self.cells[later].clone();
            for Link { side, index, back } in links {
                for cell in &mut self.cells[index..later] {
                    cell.promises.push(Promise { index, back, rim, side });
                }
            }
        }
        for cell in &mut self.cells {
            cell.promises.sort_by_key(|promise| promise.index);
        }
    }

    /// How many cells are filled.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The best way to fill the cells with the kinds of pieces that are left (with their numbers),
    /// given the colours at the frontier, if it costs no more than `limit` mismatches: how many it
    /// costs, and what lies where. `parity` is what [`Finish::parity`] says. Also says how many
    /// nodes were visited.
    pub fn best(
        &self,
        frontier: &[[u16; 2]],
        left: &[(u16, u16)],
        parity: u32,
        limit: u32,
    ) -> (Option<(u32, Vec<Laid>)>, u32) {
        self.best_in(Form::best(), frontier, left, parity, limit)
    }

    fn best_in(
        &self,
        form: Form,
        frontier: &[[u16; 2]],
        left: &[(u16, u16)],
        parity: u32,
        limit: u32,
    ) -> (Option<(u32, Vec<Laid>)>, u32) {
        let cells = self.cells.len();
        if cells == 0 {
            return (Some((0, Vec::new())), 0);
        }
        if cells > MOST_CELLS || left.len() > MOST_CELLS || frontier.len() < cells {
            return (None, 0);
        }
        let (best, nodes) = form.run(Call { finish: self, frontier, left, parity, limit });
        (best.map(|(cost, laid)| (cost, laid[..cells].to_vec())), nodes)
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
        for ask in &self.asks {
            parity ^= bit(ask.colour(frontier));
        }
        parity
    }

    /// A colour, if parities tell something.
    #[inline(always)]
    fn counted(&self, colour: u32) -> u32 {
        if self.has_parity { colour } else { 0 }
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

impl Ask {
    #[inline(always)]
    fn colour(&self, frontier: &[[u16; 2]]) -> u8 {
        match self.source {
            Source::Frontier { is_across } => {
                frontier.get(self.index).map_or(0, |colours| colours[usize::from(is_across)]) as u8
            }
            Source::Fixed(colour) => colour as u8,
        }
    }
}

/// A colour in a set; nothing for the one that no piece has.
#[inline(always)]
fn bit(colour: u8) -> u32 {
    1u32.checked_shl(u32::from(colour)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Hint, PieceId, Shape, Side, score};
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
        let left: Vec<_> = (0..)
            .zip(plan.kinds())
            .map(|(kind, looks)| {
                (kind, looks.free.iter().filter(|(piece, _)| is_left(*piece)).count() as u16)
            })
            .filter(|&(_, copies)| copies > 0)
            .collect();
        let parity = finish.parity(&frontier, &left);
        let (best, _) = finish.best(&frontier, &left, parity, limit);
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

    /// The least that the cells from one on can cost, by trying everything within the limit.
    fn least(
        finish: &Finish,
        frontier: &[[u16; 2]],
        left: &mut [(u16, u16)],
        laid: &mut Vec<Look>,
        limit: u32,
    ) -> Option<u32> {
        let index = laid.len();
        let Some(cell) = finish.cells.get(index) else { return Some(0) };
        let asked = finish.asks.iter().filter(|ask| ask.index == index);
        let mut asked: Vec<_> = asked.map(|ask| (ask.side, ask.colour(frontier))).collect();
        asked.extend(cell.links.iter().map(|link| (link.side, laid[link.index].out[link.back])));
        let mut least = None;
        for place in 0..left.len() {
            let (kind, copies) = left[place];
            for look in finish.kinds[usize::from(kind)].rotations {
                let missed = asked.iter().filter(|&&(side, colour)| look.own[side] != colour);
                let missed = missed.count() as u32;
                let most = least.map_or(Some(limit), |least: u32| least.checked_sub(1));
                let most = most.and_then(|most| most.checked_sub(missed));
                let Some(most) = most.filter(|_| copies > 0 && look.rim == cell.rim) else {
                    continue;
                };
                left[place].1 -= 1;
                laid.push(look);
                if let Some(rest) = self::least(finish, frontier, left, laid, most) {
                    least = Some(missed + rest);
                }
                laid.pop();
                left[place].1 += 1;
            }
        }
        least
    }

    #[test]
    fn the_bounds_cut_off_nothing_that_counts() {
        let (mut filled, mut given_up, mut twins, mut fixed) = (0, 0, 0, 0);
        for seed in 0..400 {
            let mut random = stream(8, seed);
            let mut recipe = Recipe::new(Shape::square(5, 4), 4 + 2 * random.index(6) as u32, seed);
            recipe.rim = random.index(4) != 0;
            recipe.signed = random.index(4) == 0;
            // With two colours there are twins.
            if random.index(3) == 0 {
                (recipe.colours, recipe.unique) = (2, false);
            }
            let generated = generate(&recipe).unwrap();
            let mut parts = generated.puzzle.to_parts();
            // One of the last pieces may be given.
            if random.index(3) == 0 {
                let cell = Cell(12 + random.index(8) as u16);
                let Placement { piece, rotation } = generated.solution.get(cell).unwrap();
                parts.hints.push(Hint { cell, piece, rotation, mandatory: true });
            }
            let puzzle = Puzzle::new(parts).unwrap();
            let order: Vec<_> = puzzle.topology().cells().collect();
            let plan = Plan::new(&puzzle, &order, false);
            let from = 12 + random.index(3);
            let finish = Finish::new(&puzzle, &plan, from, false);
            fixed += finish.asks.iter().filter(|a| matches!(a.source, Source::Fixed(_))).count();
            // What lies before is the solution's or anything else, and so are the pieces left.
            let numbers = puzzle.colours().len();
            let noise = random.index(8);
            let mut left: Vec<(u16, u16)> = Vec::new();
            let mut frontier = Vec::new();
            for last in &finish.cells {
                let colours = [3, 0].map(|side| {
                    let side = Side(side);
                    let neighbour = puzzle.topology().neighbour(last.cell, side);
                    let colour = neighbour
                        .and_then(|(other, back)| generated.solution.colour(&puzzle, other, back));
                    match colour {
                        Some(colour) if random.index(8) >= noise => plan.mate_number(colour),
                        _ => random.index(numbers) as u16,
                    }
                });
                frontier.push(colours);
                let piece = generated.solution.get(last.cell).unwrap().piece;
                let has = |kind: &&crate::exact::plan::Kind| {
                    kind.free.iter().any(|&(free, _)| free == piece)
                };
                let kind = plan.kinds().iter().position(|kind| has(&kind)).unwrap() as u16;
                match left.iter_mut().find(|(other, _)| *other == kind) {
                    Some((_, copies)) => *copies += 1,
                    None => left.push((kind, 1)),
                }
            }
            twins += left.iter().filter(|&&(_, copies)| copies > 1).count();
            let parity = finish.parity(&frontier, &left);
            let limit = random.index(7) as u32;
            let least = least(&finish, &frontier, &mut left, &mut Vec::new(), limit);
            let mut found = Vec::new();
            for &form in Form::all() {
                found.push(finish.best_in(form, &frontier, &left, parity, limit));
            }
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}");
            let (best, nodes) = found.pop().unwrap();
            let cost = best.map(|(cost, _)| cost);
            if nodes == fill::MOST_NODES {
                // What was found before giving up is at best as good.
                assert!(cost.is_none_or(|cost| least.is_some_and(|least| least <= cost)));
                given_up += 1;
                continue;
            }
            assert_eq!(cost, least, "seed {seed}");
            filled += usize::from(least.is_some());
        }
        assert!((100..350).contains(&filled) && given_up < 10, "{filled} {given_up}");
        assert!(twins > 20 && fixed > 20, "{twins} {fixed}");
    }
}
