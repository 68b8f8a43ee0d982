//! Random puzzles and boards for the tests, from a small generator of their own so that a failure
//! can be repeated from its seed.

#![allow(dead_code, reason = "every test uses its own part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may fail loudly, too")]

use tilewright_puzzle::{
    Board, Cell, Colour, Hint, Motif, PieceId, Placement, Provenance, Puzzle, PuzzleParts,
    Rotation, Shape, Side, Sides, Topology,
};

/// SplitMix64: tiny, and good enough to vary tests.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.roll() % limit.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What kind of puzzle to make.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub shape: Shape,
    /// Colours besides the rim, from 1.
    pub colours: u16,
    pub rim: bool,
    pub signed: bool,
    pub extras: bool,
    pub hints: usize,
}

/// A solvable puzzle, shuffled, and its solution.
pub fn puzzle(dice: &mut Dice, kind: Kind) -> (Puzzle, Board) {
    let topology = Topology::new(kind.shape).unwrap();
    let count = usize::from(topology.side_count());
    let mate = |c: u16| if kind.signed { ((c - 1) ^ 1) + 1 } else { c };
    let colours = if kind.signed { kind.colours.next_multiple_of(2) } else { kind.colours };
    let mut on_cells = vec![[0u16; 4]; topology.cell_count()];
    for cell in topology.cells() {
        for side in (0..count).map(|s| Side(s as u8)) {
            let colour = 1 + dice.below(usize::from(colours)) as u16;
            match topology.neighbour(cell, side) {
                Some((other, back)) if other > cell => {
                    on_cells[cell.index()][side.index()] = colour;
                    on_cells[other.index()][back.index()] = mate(colour);
                }
                Some(_) => {}
                None => on_cells[cell.index()][side.index()] = if kind.rim { 0 } else { colour },
            }
        }
    }
    let mut order: Vec<_> = topology.cells().collect();
    dice.shuffle(&mut order);
    let mut pieces = Vec::new();
    let mut board = vec![None; order.len()];
    for (index, cell) in order.iter().enumerate() {
        let sides: Vec<_> =
            on_cells[cell.index()].iter().take(count).copied().map(Colour).collect();
        let turn = dice.below(count);
        pieces.push(Sides::new(&sides).unwrap().rotated(Rotation(turn as u8)));
        let rotation = Rotation(((count - turn) % count) as u8);
        board[cell.index()] = Some(Placement { piece: PieceId::at(index), rotation });
    }
    let board = Board::from_cells(board);
    let mut parts = PuzzleParts::new("random", kind.shape, pieces);
    parts.rim = kind.rim.then_some(Colour::GREY);
    if kind.signed {
        parts.mates = (1..=colours).step_by(2).map(|c| (Colour(c), Colour(c + 1))).collect();
    }
    dice.shuffle(&mut order);
    for &cell in order.iter().take(kind.hints) {
        let Placement { piece, rotation } = board.get(cell).unwrap();
        parts.hints.push(Hint {
            cell,
            piece,
            rotation,
            mandatory: !kind.extras || dice.chance(50),
        });
    }
    if kind.extras {
        parts.name = "a \"quoted\" näme,\n with \\ and \u{7f} and \u{1}".to_owned();
        parts.labels = (0..parts.pieces.len()).map(|i| format!("p{i}")).collect();
        let motif = |c: u16| Motif {
            background: format!("ground {}", c % 3),
            shape: format!("shape {c}"),
            shape_colour: "red".into(),
        };
        parts.motifs = (0..=colours).map(|c| (Colour(c), motif(c))).collect();
        parts.provenance = Provenance {
            source: Some("tests".into()),
            seed: Some(dice.roll()),
            note: dice.chance(50).then(|| "x = [1]".into()),
        };
    }
    (Puzzle::new(parts).unwrap(), board)
}

/// The board with some pieces exchanged, turned and taken away.
pub fn disturb(dice: &mut Dice, puzzle: &Puzzle, board: &Board) -> Board {
    let count = puzzle.topology().side_count();
    let mut cells = board.cells().to_vec();
    for _ in 0..dice.below(6) {
        let (a, b) = (dice.below(cells.len()), dice.below(cells.len()));
        cells.swap(a, b);
        if let Some(placement) = &mut cells[a] {
            placement.rotation = Rotation(dice.below(count.into()) as u8);
        }
    }
    let emptiness = [0, 0, 20, 90][dice.below(4)];
    for cell in &mut cells {
        if dice.chance(emptiness) {
            *cell = None;
        }
    }
    Board::from_cells(cells)
}

/// What lies on each cell, as it lies.
pub fn sides(puzzle: &Puzzle, board: &Board) -> Vec<Option<Sides>> {
    (0..board.cells().len()).map(|index| board.sides(puzzle, Cell::at(index))).collect()
}
