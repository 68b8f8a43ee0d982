//! Small puzzles made by hand for the tests of pictures.

#![allow(dead_code, reason = "each test file uses some of these")]

use tilewright_puzzle::{
    Board, Cell, Claim, Colour, Hint, Motif, PieceId, Placement, Puzzle, PuzzleParts, Rotation,
    Shape, Sides, Topology,
};

/// A puzzle whose pieces, in order and unturned, are its solution; colours from 1 to `colours`.
pub fn solved(shape: Shape, colours: u16) -> Puzzle {
    let topology = Topology::new(shape).unwrap();
    let mut sides = vec![vec![Colour::GREY; usize::from(shape.sides())]; shape.cells()];
    for (index, join) in topology.joins().iter().enumerate() {
        let colour = Colour((index * 7 % usize::from(colours)) as u16 + 1);
        sides[join.cell.index()][join.side.index()] = colour;
        sides[join.other.index()][join.other_side.index()] = colour;
    }
    let pieces = sides.iter().map(|sides| Sides::new(sides).unwrap()).collect();
    Puzzle::new(PuzzleParts::new("by hand", shape, pieces)).unwrap()
}

/// The board with every piece in its place.
pub fn solution(puzzle: &Puzzle) -> Board {
    let placed = |piece| Some(Placement { piece, rotation: Rotation(0) });
    Board::from_cells(puzzle.piece_ids().map(placed).collect())
}

/// The board with the pieces of some cells turned or exchanged.
pub fn spoiled(puzzle: &Puzzle) -> Board {
    let mut board = solution(puzzle);
    let last = puzzle.pieces().len() - 1;
    let swap = (Cell(0), Cell::at(last));
    let (one, other) = (board.get(swap.0), board.get(swap.1));
    board.set(swap.0, other);
    board.set(swap.1, one);
    for index in (0..last).step_by(5) {
        let turned = board.get(Cell::at(index)).map(|p| Placement { rotation: Rotation(1), ..p });
        board.set(Cell::at(index), turned);
    }
    board.set(Cell::at(last / 2), None);
    board
}

pub fn claim(puzzle: &Puzzle, board: &Board) -> Claim {
    Claim::of_board(puzzle, board)
}

/// The 2x2 puzzle with motifs on all its four joins, and a hint at A1.
pub fn with_motifs() -> Puzzle {
    let mut parts = solved(Shape::square(2, 2), 4).to_parts();
    let motif = |background: &str, shape: &str, shape_colour: &str| Motif {
        background: background.into(),
        shape: shape.into(),
        shape_colour: shape_colour.into(),
    };
    parts.motifs = vec![
        (Colour(1), motif("orange", "sharp star", "purple")),
        (Colour(2), motif("dark blue", "diamond ring", "light blue")),
        (Colour(3), motif("pink", "stepped diamond", "yellow")),
        (Colour(4), motif("colour <of> the sea", "\"wave\"", "foam & salt")),
    ];
    parts.hints =
        vec![Hint { cell: Cell(0), piece: PieceId(0), rotation: Rotation(0), mandatory: true }];
    Puzzle::new(parts).unwrap()
}
