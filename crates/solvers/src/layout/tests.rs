//! The fast layout against the plain score, on every sort of puzzle.

use std::sync::Arc;

use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Board, Cell, Hint, Puzzle, Rotation, Shape, score};
use tilewright_search::{Stream, Verdict, stream};

use super::{Ground, Layout};

/// Squares and triangles, with and without rim, signed or not, with hints.
pub fn puzzles() -> Vec<Arc<Puzzle>> {
    let shapes = [
        Shape::square(5, 4),
        Shape::square(2, 6),
        Shape::square(1, 7),
        Shape::square(8, 8),
        Shape::triangle(4),
        Shape::triangle(5),
    ];
    let mut puzzles = Vec::new();
    for (seed, shape) in shapes.into_iter().enumerate() {
        for (rim, signed) in [(true, false), (false, false), (true, true)] {
            let recipe =
                Recipe { rim, signed, unique: false, ..Recipe::new(shape, 4, seed as u64) };
            let made = generate(&recipe).unwrap();
            let mut parts = made.puzzle.to_parts();
            let hint = |index: usize| {
                let cell = Cell::at(index);
                let placement = made.solution.get(cell).unwrap();
                let (piece, rotation) = (placement.piece, placement.rotation);
                Hint { cell, piece, rotation, mandatory: true }
            };
            if seed % 2 == 0 {
                parts.hints = vec![hint(1), hint(parts.pieces.len() - 2)];
            }
            puzzles.push(Arc::new(Puzzle::new(parts).unwrap()));
        }
    }
    puzzles
}

/// All pieces of each class on its cells, in random order and poses.
pub fn random_layout(ground: &Arc<Ground>, random: &mut Stream) -> Layout {
    let mut layout = Layout::new(ground);
    for class in ground.classes() {
        let mut pieces = class.pieces.clone();
        random.shuffle(&mut pieces);
        for (&cell, piece) in class.cells.iter().zip(pieces) {
            let rotation = ground.rotation(cell, piece, random.below(class.poses.into()) as u8);
            layout.lay(cell, tilewright_puzzle::Placement { piece, rotation });
        }
    }
    layout
}

fn assert_true(layout: &Layout) {
    let puzzle = layout.ground().puzzle();
    let board = layout.to_board();
    assert_eq!(layout.score(), score(puzzle, &board));
    Verdict::on(puzzle, &board).unwrap();
    for cell in puzzle.topology().cells().filter(|&cell| !layout.is_empty(cell)) {
        let mut without = board.clone();
        without.set(cell, None);
        let lost = score(puzzle, &board) - score(puzzle, &without);
        assert_eq!(layout.matches_now(cell), lost);
        assert_eq!(layout.cell_of(layout.piece(cell)), Some(cell));
    }
}

#[test]
fn whatever_is_moved_the_score_is_the_plain_one_and_the_rules_are_kept() {
    for (index, puzzle) in puzzles().iter().enumerate() {
        let mut random = stream(index as u64, 0);
        let ground = Arc::new(Ground::new(puzzle).unwrap());
        let mut layout = random_layout(&ground, &mut random);
        assert_true(&layout);
        for _ in 0..60 {
            let class = random.choose(ground.classes()).unwrap();
            if class.cells.len() < 2 {
                continue;
            }
            let one = *random.choose(&class.cells).unwrap();
            let other = *random.choose(&class.cells).unwrap();
            let pose = |random: &mut Stream| random.below(class.poses.into()) as u8;
            match random.below(4) {
                0 if one != other => {
                    let swap = layout.best_swap(one, other, random.bits() as u8);
                    layout.swap(&swap);
                }
                1 if one != other => {
                    let turned_one = ground.rotation(one, layout.piece(other), pose(&mut random));
                    let turned_other = ground.rotation(other, layout.piece(one), pose(&mut random));
                    let swap = layout.swap_in((one, turned_one), (other, turned_other));
                    layout.swap(&swap);
                }
                2 => {
                    let rotation = ground.rotation(one, layout.piece(one), pose(&mut random));
                    layout.turn(one, rotation);
                }
                _ => {
                    let lifted = layout.lift(one);
                    assert_true(&layout);
                    layout.lay(one, lifted);
                }
            }
            assert_true(&layout);
        }
    }
}

#[test]
fn the_best_swap_is_the_best_of_all_rotations() {
    for (index, puzzle) in puzzles().iter().enumerate() {
        let mut random = stream(index as u64, 1);
        let ground = Arc::new(Ground::new(puzzle).unwrap());
        let layout = random_layout(&ground, &mut random);
        for class in ground.classes() {
            for &one in &class.cells {
                for &other in class.cells.iter().filter(|&&other| other > one) {
                    let best = layout.best_swap(one, other, random.bits() as u8);
                    let plain = best_of_all(&layout, one, other);
                    assert_eq!(best.gain, plain, "{}", puzzle.shape());
                }
            }
        }
    }
}

/// Tries all rotations on the board itself.
fn best_of_all(layout: &Layout, one: Cell, other: Cell) -> i32 {
    let puzzle = layout.ground().puzzle();
    let board = layout.to_board();
    let sides = puzzle.topology().side_count();
    let (from_one, from_other) = (board.get(one).unwrap(), board.get(other).unwrap());
    let mut best = i32::MIN;
    for (a, b) in (0..sides).flat_map(|a| (0..sides).map(move |b| (Rotation(a), Rotation(b)))) {
        let mut changed: Board = board.clone();
        changed.set(one, Some(tilewright_puzzle::Placement { rotation: a, ..from_other }));
        changed.set(other, Some(tilewright_puzzle::Placement { rotation: b, ..from_one }));
        if Verdict::on(puzzle, &changed).is_ok() {
            best = best.max(score(puzzle, &changed) as i32 - layout.score() as i32);
        }
    }
    best
}

#[test]
fn boards_go_in_and_out_and_wrong_ones_do_not() {
    for (index, puzzle) in puzzles().iter().enumerate() {
        let ground = Arc::new(Ground::new(puzzle).unwrap());
        let layout = random_layout(&ground, &mut stream(index as u64, 2));
        let board = layout.to_board();
        assert_eq!(Layout::from_board(&ground, &board).unwrap().to_board(), board);
        let mut twice = board.clone();
        twice.set(Cell(0), board.get(Cell(1)));
        assert!(Layout::from_board(&ground, &twice).is_none());
        assert!(Layout::from_board(&ground, &Board::from_cells(vec![None; 3])).is_none());
    }
}
