//! What may lie where, before any search: for each cell the pieces and rotations that fit it, for
//! each join the colours that can meet there.
//!
//! Rim, hints and mates are worked in here, so that the encodings need not know of them. Candidates
//! that show a colour nobody can answer are dropped until nothing changes; that alone keeps the
//! colours between rim pieces apart from the inner ones, in puzzles where they are.

use std::collections::{HashMap, HashSet};

use tilewright_puzzle::{Board, Cell, Colour, Join, PieceId, Placement, Puzzle, Side, Sides};

/// Pieces that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How the kind looks.
    pub sides: Sides,
    /// Those that no mandatory hint has laid.
    pub free: Vec<PieceId>,
}

/// A kind of piece, turned, that may lie on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which kind.
    pub kind: usize,
    /// How it looks on the cell.
    pub sides: Sides,
}

/// Everything that may lie on the board.
#[derive(Clone, Debug)]
pub struct Domains {
    /// All kinds of pieces.
    pub kinds: Vec<Kind>,
    /// For each cell what may lie there, candidates of one kind side by side.
    pub cells: Vec<Vec<Candidate>>,
    /// The joins of the board.
    pub joins: Vec<Join>,
    /// For each join the colours that its first cell may show, in order.
    pub colours: Vec<Vec<Colour>>,
    /// What the hints lay.
    pub hinted: Board,
}

impl Domains {
    /// The domains of a puzzle, none of them holding what a neighbour rules out.
    pub fn new(puzzle: &Puzzle) -> Self {
        let hinted = Board::with_hints(puzzle);
        let kinds = kinds(puzzle, &hinted);
        let topology = puzzle.topology();
        let mut by_rim: HashMap<u8, Vec<Candidate>> = HashMap::new();
        let cells = topology.cells().map(|cell| match hinted.get(cell) {
            Some(placement) => laid_by_hint(puzzle, &kinds, cell, placement),
            None => {
                let fitting = || free_candidates(puzzle, &kinds, cell);
                by_rim.entry(topology.rim_mask(cell)).or_insert_with(fitting).clone()
            }
        });
        let cells = cells.collect();
        let joins = topology.joins().to_vec();
        let mut domains = Self { kinds, cells, colours: Vec::new(), joins, hinted };
        domains.drop_unanswered(puzzle);
        domains
    }

    fn drop_unanswered(&mut self, puzzle: &Puzzle) {
        let shown = |cells: &[Vec<Candidate>], cell: Cell, side: Side| {
            let mut colours: Vec<_> =
                cells[cell.index()].iter().map(|candidate| candidate.sides.get(side)).collect();
            colours.sort_unstable();
            colours.dedup();
            colours
        };
        loop {
            self.colours = self
                .joins
                .iter()
                .map(|join| {
                    let mut colours = shown(&self.cells, join.cell, join.side);
                    let answers = shown(&self.cells, join.other, join.other_side);
                    colours.retain(|&colour| {
                        puzzle.mate(colour).is_some_and(|mate| answers.binary_search(&mate).is_ok())
                    });
                    colours
                })
                .collect();
            let mut dropped = false;
            for (join, colours) in self.joins.iter().zip(&self.colours) {
                let mut keep = |cell: Cell, fits: &dyn Fn(&Sides) -> bool| {
                    let candidates = &mut self.cells[cell.index()];
                    let before = candidates.len();
                    candidates.retain(|candidate| fits(&candidate.sides));
                    dropped |= candidates.len() < before;
                };
                let is_there = |colour: Colour| colours.binary_search(&colour).is_ok();
                keep(join.cell, &|sides| is_there(sides.get(join.side)));
                keep(join.other, &|sides| {
                    puzzle.mate(sides.get(join.other_side)).is_some_and(is_there)
                });
            }
            if !dropped {
                return;
            }
        }
    }

    /// The board on which each cell shows these sides, pieces that look alike given out in order;
    /// `None` if there are not enough of a kind.
    pub fn board(&self, puzzle: &Puzzle, chosen: &[Candidate]) -> Option<Board> {
        let mut board = self.hinted.clone();
        let mut free: Vec<_> = self.kinds.iter().map(|kind| kind.free.iter()).collect();
        for (index, candidate) in chosen.iter().enumerate() {
            let cell = Cell::at(index);
            if board.get(cell).is_none() {
                let &piece = free.get_mut(candidate.kind)?.next()?;
                let rotation = puzzle.piece(piece)?.rotation_to(&candidate.sides)?;
                board.set(cell, Some(Placement { piece, rotation }));
            }
        }
        Some(board)
    }
}

/// The kinds of pieces of a puzzle, those that hints lay not counted as free.
pub fn kinds(puzzle: &Puzzle, hinted: &Board) -> Vec<Kind> {
    let laid: HashSet<PieceId> = hinted.cells().iter().flatten().map(|p| p.piece).collect();
    let mut kinds: Vec<Kind> = Vec::new();
    let mut kind_of: HashMap<Sides, usize> = HashMap::new();
    for (piece, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
        let index = *kind_of.entry(sides.canonical()).or_insert_with(|| {
            kinds.push(Kind { sides: *sides, free: Vec::new() });
            kinds.len() - 1
        });
        if let Some(kind) = kinds.get_mut(index).filter(|_| !laid.contains(&piece)) {
            kind.free.push(piece);
        }
    }
    kinds
}

/// What fits the rim on a cell.
pub fn free_candidates(puzzle: &Puzzle, kinds: &[Kind], cell: Cell) -> Vec<Candidate> {
    let with_free = kinds.iter().enumerate().filter(|(_, kind)| !kind.free.is_empty());
    let candidates = with_free.flat_map(|(index, kind)| {
        kind.sides.distinct_rotations().map(move |(_, sides)| Candidate { kind: index, sides })
    });
    candidates.filter(|candidate| puzzle.fits_rim(cell, &candidate.sides)).collect()
}

/// What a hint lays on its cell; nothing if it breaks the rim.
fn laid_by_hint(puzzle: &Puzzle, kinds: &[Kind], cell: Cell, laid: Placement) -> Vec<Candidate> {
    let Some(piece) = puzzle.piece(laid.piece) else { return Vec::new() };
    let canonical = piece.canonical();
    let sides = piece.rotated(laid.rotation);
    let kind = kinds.iter().position(|kind| kind.sides.canonical() == canonical);
    let candidate = kind.map(|kind| Candidate { kind, sides });
    candidate.into_iter().filter(|_| puzzle.fits_rim(cell, &sides)).collect()
}
