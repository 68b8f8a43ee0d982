//! The kernel visits the same nodes as the plain walk; looking along lines it finds the same boards
//! in the same order, on no more nodes; and all of its forms do the same.

#![allow(clippy::unwrap_used)]

use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Board, Cell, Hint, Puzzle, Shape};
use tilewright_search::stream;
use tilewright_solvers::exact::engine::{Engine, Manner, Turn, Walker, advance};
use tilewright_solvers::exact::walk::Pause;
use tilewright_solvers::hunt::schedule::Comb;
use tilewright_solvers::kernel::simd::Form;

/// All boards of a walk and the nodes it took.
fn walked(engine: &Engine, mut walker: Walker, form: Form) -> (Vec<Board>, u64) {
    let (mut boards, mut left) = (Vec::new(), u64::MAX);
    loop {
        let turn = Turn { engine, walker: &mut walker, left: &mut left };
        if advance(&mut [turn], form) != Some((0, Pause::Reached)) {
            return (boards, u64::MAX - left);
        }
        boards.push(walker.board(engine));
    }
}

fn whole(engine: &Engine) -> (Vec<Board>, u64) {
    walked(engine, engine.walk(&[], engine.depths()), Form::best())
}

/// The eight ways to scan a board line by line, and combs.
fn scans(shape: Shape) -> Vec<Vec<Cell>> {
    let Shape::Square { width, height } = shape else { return Vec::new() };
    let mut scans = Vec::new();
    for by_rows in [true, false] {
        for (lines_back, places_back) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let (lines, places) = if by_rows { (height, width) } else { (width, height) };
            let cells = (0..lines).flat_map(|line| (0..places).map(move |place| (line, place)));
            let turned = cells.map(|(line, place)| {
                let line = if lines_back { lines - 1 - line } else { line };
                let place = if places_back { places - 1 - place } else { place };
                let (row, column) = if by_rows { (line, place) } else { (place, line) };
                shape.cell(row, column).unwrap()
            });
            scans.push(turned.collect());
        }
    }
    for rows in 1..height {
        for turns in 0..4 {
            scans.push(Comb { rows, left: rows % 3, turns }.cells(shape));
        }
    }
    scans
}

/// Small puzzles of every kind, some with hints taken from their solution.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for seed in 0..24u64 {
        let mut draw = stream(77, seed);
        let (width, height) = (2 + draw.below(3) as u16, 2 + draw.below(3) as u16);
        let signed = draw.chance(0.3);
        let recipe = Recipe {
            shape: Shape::square(width, height),
            colours: 4 + 2 * draw.below(2) as u32,
            rim_colours: 0,
            even: draw.chance(0.5),
            rim: draw.chance(0.7),
            signed,
            unique: false,
            seed,
        };
        let Ok(made) = generate(&recipe) else { continue };
        let mut parts = made.puzzle.to_parts();
        for _ in 0..draw.below(4) {
            let cell = Cell::at(draw.index(parts.shape.cells()));
            let placement = made.solution.get(cell).unwrap();
            if parts.hints.iter().all(|hint| hint.cell != cell) {
                let (piece, rotation) = (placement.piece, placement.rotation);
                parts.hints.push(Hint { cell, piece, rotation, mandatory: true });
            }
        }
        puzzles.push(Puzzle::new(parts).unwrap());
    }
    puzzles
}

#[test]
fn kernel_and_plain_walk_find_the_same_boards_in_the_same_order() {
    let (mut plain_nodes, mut sighted_nodes, mut boards) = (0, 0, 0);
    for puzzle in puzzles() {
        for order in scans(puzzle.shape()) {
            for fold in [false, true] {
                let engine = |manner| Engine::in_manner(&puzzle, &order, fold, manner);
                let plain = whole(&engine(Manner::Plain));
                let blind = whole(&engine(Manner::Blind));
                let sighted = whole(&engine(Manner::Sighted));
                assert_eq!(plain, blind, "{} {:?}", puzzle.name(), puzzle.hints());
                assert_eq!(plain.0, sighted.0, "{} {:?}", puzzle.name(), puzzle.hints());
                assert!(sighted.1 <= plain.1);
                plain_nodes += plain.1;
                sighted_nodes += sighted.1;
                boards += plain.0.len();
            }
        }
    }
    assert!(boards > 1000, "{boards}");
    assert!(sighted_nodes * 4 < plain_nodes * 3, "{sighted_nodes} of {plain_nodes}");
}

#[test]
fn all_forms_visit_the_same_nodes() {
    for puzzle in puzzles() {
        let order: Vec<_> = puzzle.topology().cells().collect();
        for manner in [Manner::Blind, Manner::Sighted] {
            let engine = Engine::in_manner(&puzzle, &order, false, manner);
            let found = Form::all()
                .iter()
                .map(|&form| walked(&engine, engine.walk(&[], engine.depths()), form));
            let found: Vec<_> = found.collect();
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{}", puzzle.name());
        }
    }
}

/// Boards so large that the pool has two halves, and so few colours that one lot does not do.
#[test]
fn all_forms_go_the_same_way_on_large_boards() {
    const NODES: u64 = 4000;
    for (size, colours) in [(20, 12), (16, 7)] {
        let recipe = Recipe::new(Shape::square(size, size), colours, 3);
        let puzzle = generate(&recipe).unwrap().puzzle;
        let order: Vec<_> = puzzle.topology().cells().collect();
        for manner in [Manner::Blind, Manner::Sighted] {
            let engine = Engine::in_manner(&puzzle, &order, true, manner);
            let stopped = Form::all().iter().map(|&form| {
                let mut walker = engine.walk(&[], engine.depths());
                let turn = Turn { engine: &engine, walker: &mut walker, left: &mut { NODES } };
                assert_eq!(advance(&mut [turn], form), Some((0, Pause::Spent)));
                walker.trail(&engine)
            });
            let stopped: Vec<_> = stopped.collect();
            assert!(stopped.windows(2).all(|pair| pair[0] == pair[1]), "{size} {manner:?}");
        }
    }
}

#[test]
fn a_walk_goes_on_from_any_trail() {
    for puzzle in puzzles().into_iter().take(8) {
        let order: Vec<_> = puzzle.topology().cells().collect();
        for manner in [Manner::Plain, Manner::Blind, Manner::Sighted] {
            let engine = Engine::in_manner(&puzzle, &order, false, manner);
            let (boards, nodes) = whole(&engine);
            let mut walker = engine.walk(&[], engine.depths());
            let (mut found, mut done) = (Vec::new(), 0);
            for step in 1.. {
                let mut share = step % 7 + 1;
                let before = share;
                let pause = walker.advance(&engine, &mut share);
                done += before - share;
                match pause {
                    Pause::Reached => found.push(walker.board(&engine)),
                    Pause::Exhausted => break,
                    Pause::Spent => {}
                }
                walker = engine.resume(&walker.trail(&engine), engine.depths()).unwrap();
            }
            assert_eq!((found, done), (boards, nodes));
        }
    }
}

/// The first row of a large board has lists that are longer than a record, and in plain rows all levels
/// are even.
#[test]
fn long_lists_in_plain_rows_are_gone_through_as_the_plain_walk_does() {
    const BOARDS: usize = 2000;
    for (fold, goal) in [(false, 5), (false, 40), (true, 90)] {
        let recipe = Recipe { rim_colours: 5, ..Recipe::new(Shape::square(16, 16), 22, 1) };
        let puzzle = generate(&recipe).unwrap().puzzle;
        let order: Vec<_> = puzzle.topology().cells().collect();
        let first = |manner| {
            let engine = Engine::in_manner(&puzzle, &order, fold, manner);
            let (mut walker, mut left) = (engine.walk(&[], goal), u64::MAX);
            let mut boards = Vec::new();
            while boards.len() < BOARDS && walker.advance(&engine, &mut left) == Pause::Reached {
                boards.push(walker.board(&engine));
                if boards.len() % 97 == 0 {
                    walker = engine.resume(&walker.trail(&engine), goal).unwrap();
                }
            }
            (boards, u64::MAX - left)
        };
        let [plain, blind] = [Manner::Plain, Manner::Blind].map(first);
        assert_eq!(plain.0.len(), BOARDS);
        assert!(plain == blind, "goal {goal}");
    }
}

/// The boards below each of some partial boards, by walks that take turns and visit a few nodes at a time.
fn found_below(engine: &Engine, roots: &[Vec<u32>], share: u64) -> (Vec<Vec<Board>>, u64) {
    found_in_form(engine, roots, share, Form::best())
}

/// Likewise, in a form of the kernel.
fn found_in_form(
    engine: &Engine,
    roots: &[Vec<u32>],
    share: u64,
    form: Form,
) -> (Vec<Vec<Board>>, u64) {
    let mut boards = vec![Vec::new(); roots.len()];
    let mut nodes = 0;
    let mut running: Vec<_> = (0..roots.len())
        .map(|index| (index, engine.walk(&roots[index], engine.depths()), share))
        .collect();
    while !running.is_empty() {
        let turns = running.iter_mut().map(|(_, walker, left)| Turn { engine, walker, left });
        let (place, pause) = advance(&mut turns.collect::<Vec<_>>(), form).unwrap();
        let (index, walker, left) = &mut running[place];
        match pause {
            Pause::Reached => boards[*index].push(walker.board(engine)),
            Pause::Spent => {
                nodes += share;
                *left = share;
            }
            Pause::Exhausted => {
                nodes += share - *left;
                running.remove(place);
            }
        }
    }
    (boards, nodes)
}

#[test]
fn any_number_of_walks_on_long_lines_finds_what_the_plain_walk_finds() {
    let (mut found, mut nodes) = (0, 0);
    for (seed, hints) in [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3)] {
        let made = generate(&Recipe::new(Shape::square(9, 5), 7, seed)).unwrap();
        let mut parts = made.puzzle.to_parts();
        for hint in 0..hints {
            let cell = Cell::at(14 + 11 * hint);
            let placement = made.solution.get(cell).unwrap();
            let (piece, rotation) = (placement.piece, placement.rotation);
            parts.hints.push(Hint { cell, piece, rotation, mandatory: true });
        }
        let puzzle = Puzzle::new(parts).unwrap();
        let order: Vec<_> = puzzle.topology().cells().collect();
        let engine = |manner| Engine::in_manner(&puzzle, &order, false, manner);
        let (plain, blind, sighted) =
            (engine(Manner::Plain), engine(Manner::Blind), engine(Manner::Sighted));
        let mut roots = Vec::new();
        let mut walker = plain.walk(&[], 3);
        while walker.advance(&plain, &mut { u64::MAX }) == Pause::Reached {
            roots.push(walker.laid(&plain));
        }
        let mut rest = roots.as_slice();
        for count in (1..=9).cycle() {
            let (these, others) = rest.split_at(count.min(rest.len()));
            let all = found_below(&plain, these, u64::MAX);
            assert_eq!(all, found_below(&blind, these, 211));
            let seen = found_below(&sighted, these, 23);
            assert_eq!(all.0, seen.0);
            assert!(seen.1 <= all.1);
            found += all.0.iter().flatten().count();
            nodes += all.1;
            rest = others;
            if rest.is_empty() {
                break;
            }
        }
    }
    assert!(found >= 5 && nodes > 500_000, "{found} boards, {nodes} nodes");
}

/// In plain Rust walks dive, one after another, if they have a long way to go; with hints and with twins they do
/// not.
#[test]
fn walks_without_vectors_find_what_the_plain_walk_finds() {
    for (colours, unique, hints) in [(6, true, 0), (5, true, 1), (6, false, 0)] {
        let recipe = Recipe { unique, ..Recipe::new(Shape::square(8, 5), colours, 4) };
        let made = generate(&recipe).unwrap();
        let mut parts = made.puzzle.to_parts();
        for cell in (0..hints).map(|hint| Cell::at(13 + hint)) {
            let placement = made.solution.get(cell).unwrap();
            let (piece, rotation) = (placement.piece, placement.rotation);
            parts.hints.push(Hint { cell, piece, rotation, mandatory: true });
        }
        let puzzle = Puzzle::new(parts).unwrap();
        let order: Vec<_> = puzzle.topology().cells().collect();
        let engine = |manner| Engine::in_manner(&puzzle, &order, false, manner);
        let (plain, blind) = (engine(Manner::Plain), engine(Manner::Blind));
        let mut roots = Vec::new();
        let mut walker = plain.walk(&[], 2);
        while roots.len() < 12 && walker.advance(&plain, &mut { u64::MAX }) == Pause::Reached {
            roots.push(walker.laid(&plain));
        }
        let all = found_below(&plain, &roots, u64::MAX);
        assert!(all.1 > 300_000, "{} nodes, {hints} hints", all.1);
        for share in [1_000, 20_000, u64::MAX] {
            assert_eq!(all, found_in_form(&blind, &roots, share, Form::Portable));
        }
    }
}
