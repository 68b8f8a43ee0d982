//! The solver against an obvious twin, the clue puzzles and the run contract.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_formats::embedded;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{
    Board, Cell, Colour, Hint, PieceId, Placement, Puzzle, PuzzleParts, Rotation, Shape, Sides,
    score,
};
use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{
    BuildError, Params, Registry, RunInput, RunSpec, Status, StopReason, Stream, Task, run, stream,
};

use super::counting::AtMostOne;
use super::domains::Domains;
use super::encode::{Encoding, encode};
use super::size::{MOST_LITERALS, estimate};
use super::{INFO, settings::Settings};

const ENCODINGS: [&str; 3] = ["placements", "turns", "pieces"];
const FORMS: [&str; 2] = ["pairwise", "product"];

fn task(puzzle: &Puzzle, encoding: &str, at_most_one: &str, seed: u64) -> Task {
    let settings = BTreeMap::from([
        ("encoding".to_owned(), encoding.to_owned()),
        ("at_most_one".to_owned(), at_most_one.to_owned()),
    ]);
    let params = Params::from_settings(INFO.parameters, &settings).unwrap();
    let puzzle = Arc::new(puzzle.clone());
    Task { puzzle, params, seed, threads: 1, start: None, target: None, floor: None }
}

fn default_task(puzzle: &Puzzle, seed: u64) -> Task {
    let params = Params::defaults(INFO.parameters).unwrap();
    Task { params, ..task(puzzle, "turns", "product", seed) }
}

/// The obvious twin: lays every free piece in every rotation on every cell in turn.
fn has_solution(puzzle: &Puzzle) -> bool {
    fn fill(puzzle: &Puzzle, board: &mut Board, used: &mut [bool], index: usize) -> bool {
        let cells = puzzle.topology().cell_count();
        if index == cells {
            return score(puzzle, board) == puzzle.max_score();
        }
        let cell = Cell::at(index);
        if board.get(cell).is_some() {
            return fill(puzzle, board, used, index + 1);
        }
        for piece in puzzle.piece_ids().filter(|piece| !used[piece.index()]).collect::<Vec<_>>() {
            for (rotation, sides) in puzzle.pieces()[piece.index()].rotations() {
                if !puzzle.fits_rim(cell, &sides) {
                    continue;
                }
                board.set(cell, Some(Placement { piece, rotation }));
                used[piece.index()] = true;
                let fits = score::mismatches(puzzle, board).is_empty();
                let found = fits && fill(puzzle, board, used, index + 1);
                used[piece.index()] = false;
                board.set(cell, None);
                if found {
                    return true;
                }
            }
        }
        false
    }
    let mut board = Board::with_hints(puzzle);
    let breaks_rim = |cell| board.sides(puzzle, cell).is_some_and(|s| !puzzle.fits_rim(cell, &s));
    if puzzle.topology().cells().any(breaks_rim) {
        return false;
    }
    let mut used = vec![false; puzzle.pieces().len()];
    for placement in board.cells().iter().flatten() {
        used[placement.piece.index()] = true;
    }
    fill(puzzle, &mut board, &mut used, 0)
}

/// A tiny puzzle of any sort: a generated one, often with hints, often with one piece spoilt.
fn tiny(random: &mut Stream) -> Puzzle {
    let shapes = [
        Shape::square(1, 1),
        Shape::square(2, 2),
        Shape::square(3, 2),
        Shape::square(2, 3),
        Shape::square(3, 3),
        Shape::square(1, 4),
        Shape::triangle(2),
        Shape::triangle(3),
    ];
    let shape = shapes[random.index(shapes.len())];
    let (rim, signed) = (random.chance(0.6), random.chance(0.3));
    let colours = if signed { 2 * (1 + random.below(2)) } else { 1 + random.below(4) };
    let recipe =
        Recipe { rim, signed, unique: false, ..Recipe::new(shape, colours as u32, random.bits()) };
    // Some boards have too few joins for so many colours.
    let Ok(generated) = generate(&recipe) else { return tiny(random) };
    let mut parts = generated.puzzle.to_parts();
    let turns = u64::from(shape.sides());
    for (index, place) in generated.solution.cells().iter().enumerate() {
        if let Some(placement) = place.filter(|_| random.chance(0.15)) {
            let turn =
                if random.chance(0.2) { random.below(turns) as u8 } else { placement.rotation.0 };
            let (cell, mandatory) = (Cell::at(index), random.chance(0.8));
            let piece = placement.piece;
            parts.hints.push(Hint { cell, piece, rotation: Rotation(turn), mandatory });
        }
    }
    let spoilt = random.below(6);
    for _ in 0..spoilt {
        let index = random.index(parts.pieces.len());
        let mut sides = parts.pieces[index].colours().to_vec();
        let side = random.index(sides.len());
        if Some(sides[side]) != parts.rim {
            sides[side] = Colour(1 + random.below(colours) as u16);
        }
        parts.pieces[index] = Sides::new(&sides).unwrap();
    }
    Puzzle::new(parts).unwrap()
}

#[test]
fn every_encoding_agrees_with_the_obvious_search_on_tiny_puzzles() {
    let mut random = stream(7, 0);
    let (mut solvable, mut unsolvable) = (0, 0);
    for number in 0..400 {
        let puzzle = tiny(&mut random);
        let expected = has_solution(&puzzle);
        *(if expected { &mut solvable } else { &mut unsolvable }) += 1;
        for encoding in ENCODINGS {
            let form = FORMS[number % FORMS.len()];
            let mut solver = (INFO.build)(task(&puzzle, encoding, form, number as u64)).unwrap();
            let status = solver.advance(u64::MAX);
            let wanted = if expected { Status::Solved } else { Status::Exhausted };
            assert_eq!(status, wanted, "{number} {encoding} {form}: {puzzle:?}");
            assert_eq!(solver.best().is_some(), expected);
            if let Some(best) = solver.best() {
                let verdict = tilewright_search::Verdict::on(&puzzle, best.board).unwrap();
                assert!(verdict.solved && verdict.score == best.score, "{puzzle:?}");
            }
        }
    }
    assert!(solvable > 100 && unsolvable > 100, "{solvable} and {unsolvable}");
}

#[test]
fn the_clue_puzzles_are_solved_with_every_encoding() {
    for name in ["clue1", "clue2", "clue3", "clue4"] {
        let puzzle = embedded::puzzle(name).unwrap();
        for encoding in ENCODINGS {
            let mut solver = (INFO.build)(task(&puzzle, encoding, "product", 1)).unwrap();
            assert_eq!(solver.advance(u64::MAX), Status::Solved, "{name} {encoding}");
            assert_eq!(solver.best().unwrap().score, puzzle.max_score());
        }
    }
}

#[test]
fn a_run_ends_solved_or_with_the_proof_that_nothing_solves_it() {
    let registry = Registry::new(vec![&INFO]);
    let run_on = |puzzle: Puzzle| {
        let spec = RunSpec { floor: Some(1), ..RunSpec::new("x", "sat") };
        run(RunInput::new(&registry, "solve", spec, Arc::new(puzzle), None).unwrap()).unwrap()
    };
    let solved = run_on(embedded::puzzle("clue3").unwrap());
    assert_eq!(solved.stop_reason, StopReason::Solved);
    assert!(solved.verdict.solved && solved.report.contains_key("decisions"));
    let proved = run_on(unsolvable());
    assert_eq!(proved.stop_reason, StopReason::Exhausted);
    assert_eq!(proved.best, None);
}

/// The first of the hardest 4x4 puzzles that has no solution any more after an inner piece has been
/// mirrored.
fn unsolvable() -> Puzzle {
    let mirrored = |seed| {
        let recipe = Recipe::hardest(Shape::square(4, 4), true, false, seed);
        let mut parts = generate(&recipe).unwrap().puzzle.to_parts();
        let is_inner = |piece: &&mut Sides| !piece.colours().contains(&Colour::GREY);
        let piece = parts.pieces.iter_mut().find(is_inner).unwrap();
        let sides: Vec<_> = piece.colours().iter().rev().copied().collect();
        *piece = Sides::new(&sides).unwrap();
        Puzzle::new(parts).unwrap()
    };
    (0..).map(mirrored).find(|puzzle| !has_solution(puzzle)).unwrap()
}

#[test]
fn saving_restoring_and_slicing_change_nothing() {
    let hard = generate(&Recipe::hardest(Shape::square(6, 6), true, false, 2)).unwrap().puzzle;
    for seed in 0..3 {
        assert_resumes_identically(&INFO, &default_task(&hard, seed), &[1, 150, 500, 1300]);
    }
    let with_floor = |puzzle| Task { floor: Some(1), ..default_task(puzzle, 0) };
    let clue = embedded::puzzle("clue4").unwrap();
    assert_resumes_identically(&INFO, &with_floor(&clue), &[50, 100, 200, 100_000]);
    assert_resumes_identically(&INFO, &with_floor(&unsolvable()), &[1, 5, 100_000]);
}

#[test]
fn another_state_is_refused() {
    let clue = embedded::puzzle("clue4").unwrap();
    let mut solver = (INFO.build)(default_task(&clue, 0)).unwrap();
    solver.advance(1);
    let state = solver.save().unwrap();
    let hard = generate(&Recipe::hardest(Shape::square(6, 6), true, false, 2)).unwrap().puzzle;
    let refused = (INFO.restore)(default_task(&hard, 1), &state).err();
    assert!(matches!(refused, Some(BuildError::State(_))), "{refused:?}");
    solver.advance(u64::MAX);
    let state = solver.save().unwrap();
    let refused = (INFO.restore)(default_task(&hard, 1), &state).err();
    assert!(matches!(refused, Some(BuildError::State(_))), "{refused:?}");
}

#[test]
fn the_entry_is_well_described() {
    assert_well_described(&INFO);
}

#[test]
fn a_board_to_start_from_leads_to_its_own_solution_in_every_encoding() {
    let made = generate(&Recipe::hardest(Shape::square(7, 7), true, false, 1)).unwrap();
    let mut start = made.solution.clone();
    [24, 40, 45].into_iter().for_each(|cell| start.set(Cell::at(cell), None));
    for (encoding, form) in ENCODINGS.into_iter().flat_map(|e| FORMS.map(|form| (e, form))) {
        let task = task(&made.puzzle, encoding, form, 1);
        let mut solver = (INFO.build)(Task { start: Some(start.clone()), ..task }).unwrap();
        assert_eq!(solver.best().unwrap().board, &start);
        assert_eq!(solver.advance(100), Status::Solved, "{encoding}, {form}");
        assert_eq!(solver.best().unwrap().board, &made.solution, "{encoding}, {form}");
    }
}

#[test]
fn formulas_are_never_larger_than_the_estimate() {
    let mut random = stream(8, 0);
    let tiny = (0..100).map(|_| tiny(&mut random));
    let clues = ["clue1", "clue2", "triangle4"].map(|name| embedded::puzzle(name).unwrap());
    for puzzle in tiny.chain(clues) {
        let domains = Domains::new(&puzzle);
        for encoding in [Encoding::Placements, Encoding::Turns, Encoding::Pieces] {
            for form in [AtMostOne::Pairwise, AtMostOne::Product] {
                let literals = encode(&puzzle, &domains, encoding, form).formula.literals() as u64;
                let estimated = estimate(&puzzle, encoding, form);
                assert!(literals <= estimated, "{encoding:?} {form:?}: {literals} > {estimated}");
            }
        }
    }
}

#[test]
fn eternity_two_fits_in_every_encoding_and_much_larger_boards_are_refused() {
    let puzzle = embedded::puzzle("eternity2").unwrap();
    for encoding in [Encoding::Placements, Encoding::Turns, Encoding::Pieces] {
        assert!(estimate(&puzzle, encoding, AtMostOne::Product) < MOST_LITERALS);
    }
    let Settings { encoding, at_most_one, .. } =
        Settings::read(&default_task(&puzzle, 0).params).unwrap();
    let domains = Domains::new(&puzzle);
    let literals = encode(&puzzle, &domains, encoding, at_most_one).formula.literals() as u64;
    assert!(literals <= estimate(&puzzle, encoding, at_most_one));
    assert!((INFO.build)(default_task(&puzzle, 0)).is_ok());

    let shape = Shape::square(100, 100);
    let piece = |n: u16| Sides::square([1 + n % 99, 1 + n / 99, 5, 7]);
    let pieces = (0..10_000).map(piece).collect();
    let parts = PuzzleParts { rim: None, ..PuzzleParts::new("large", shape, pieces) };
    let refused = (INFO.build)(default_task(&Puzzle::new(parts).unwrap(), 0)).err().unwrap();
    assert!(refused.to_string().contains("use `exact` or `hunt`"), "{refused}");
}

#[test]
fn twins_are_given_out_in_order() {
    let pieces = vec![Sides::square([1, 1, 2, 2]); 4];
    let parts = PuzzleParts { rim: None, ..PuzzleParts::new("x", Shape::square(2, 2), pieces) };
    let puzzle = Puzzle::new(parts).unwrap();
    let mut solver = (INFO.build)(default_task(&puzzle, 0)).unwrap();
    assert_eq!(solver.advance(u64::MAX), Status::Solved);
    let board = solver.best().unwrap().board.clone();
    let pieces: Vec<_> = board.cells().iter().flatten().map(|p| p.piece).collect();
    assert_eq!(pieces, [0, 1, 2, 3].map(PieceId));
}

#[cfg(feature = "cadical")]
#[test]
fn cadical_agrees_and_resumes_identically_too() {
    let settings = BTreeMap::from([("engine".to_owned(), "cadical".to_owned())]);
    let params = Params::from_settings(INFO.parameters, &settings).unwrap();
    let with_cadical = |puzzle: &Puzzle| Task { params: params.clone(), ..default_task(puzzle, 1) };
    let mut random = stream(9, 0);
    for _ in 0..50 {
        let puzzle = tiny(&mut random);
        let mut solver = (INFO.build)(with_cadical(&puzzle)).unwrap();
        let solved = solver.advance(u64::MAX) == Status::Solved;
        assert_eq!(solved, has_solution(&puzzle), "{puzzle:?}");
        assert_eq!(solver.best().is_some(), solved);
    }
    let hard = generate(&Recipe::hardest(Shape::square(6, 6), true, false, 2)).unwrap().puzzle;
    assert_resumes_identically(&INFO, &with_cadical(&hard), &[1, 150, 500, 1300]);
    let clue = embedded::puzzle("clue4").unwrap();
    assert_resumes_identically(&INFO, &with_cadical(&clue), &[50, 200, 100_000]);
}
