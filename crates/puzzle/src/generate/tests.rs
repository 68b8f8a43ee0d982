//! Generated puzzles are what their recipes ask for, and impossible recipes are refused.

use super::*;
use crate::score::score;
use crate::topology::Shape;

fn made(recipe: &Recipe) -> Generated {
    generate(recipe).unwrap_or_else(|error| panic!("{}: {error}", recipe.command()))
}

/// How often each colour occurs on the joins (both sides) of the solution: all of them, or only
/// those that do or do not join two pieces on the rim.
fn counts_on_joins(generated: &Generated, rim_joins: Option<bool>) -> Vec<u32> {
    let Generated { puzzle, solution } = generated;
    let topology = puzzle.topology();
    let mut counts = vec![0; puzzle.colour_limit()];
    for join in topology.joins() {
        let on_rim = topology.rim_mask(join.cell) != 0 && topology.rim_mask(join.other) != 0;
        if rim_joins.is_none_or(|wanted| wanted == on_rim) {
            for (cell, side) in [(join.cell, join.side), (join.other, join.other_side)] {
                counts[solution.colour(puzzle, cell, side).unwrap().index()] += 1;
            }
        }
    }
    counts
}

fn spread(counts: &[u32]) -> u32 {
    counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0)
}

fn check(recipe: &Recipe) {
    let generated = made(recipe);
    let Generated { puzzle, solution } = &generated;
    let command = recipe.command();
    assert_eq!(score(puzzle, solution), puzzle.max_score(), "{command}");
    let mut used: Vec<_> = solution.cells().iter().map(|placed| placed.unwrap().piece).collect();
    used.sort_unstable();
    assert!(used.into_iter().eq(puzzle.piece_ids()), "{command}");
    for cell in puzzle.topology().cells() {
        assert!(puzzle.fits_rim(cell, &solution.sides(puzzle, cell).unwrap()), "{command}");
    }
    assert_eq!(puzzle.rim().is_some(), recipe.rim);
    assert!(puzzle.colours().iter().map(|c| u32::from(c.0)).eq(1..=recipe.colours), "{command}");
    assert!(!(recipe.unique && puzzle.has_twins()), "{command}");
    let mates = if recipe.signed { recipe.colours / 2 } else { 0 };
    assert_eq!(puzzle.mates().len(), mates as usize);
    let split = recipe.rim_colours as usize + 1;
    let parts = match recipe.rim_colours {
        0 => vec![counts_on_joins(&generated, None).split_off(1)],
        _ => {
            let rim = counts_on_joins(&generated, Some(true));
            let inner = counts_on_joins(&generated, Some(false));
            assert!(rim[split..].iter().all(|&n| n == 0), "{command}");
            assert!(inner[..split].iter().all(|&n| n == 0), "{command}");
            vec![rim[1..split].to_vec(), inner[split..].to_vec()]
        }
    };
    for counts in parts {
        assert!(counts.iter().all(|&n| n > 0), "{command}: {counts:?}");
        // One join more is two sides more of a colour, or one each of two mates.
        let most = if recipe.signed { 1 } else { 2 };
        assert!(!recipe.even || spread(&counts) <= most, "{command}: {counts:?}");
    }
}

#[test]
fn every_recipe_gives_a_puzzle_that_is_as_asked() {
    let squares = [(2, 2), (3, 3), (4, 4), (5, 3), (2, 6), (7, 1), (9, 6)];
    let triangles = [2, 3, 4, 6].map(Shape::triangle);
    let shapes = squares.map(|(w, h)| Shape::square(w, h)).into_iter().chain(triangles);
    for shape in shapes {
        let joins = Plan::new(&Recipe { unique: false, ..Recipe::new(shape, 1, 1) })
            .unwrap()
            .topology
            .joins()
            .len() as u32;
        for bits in 0..16u32 {
            let flag = |bit: u32| bits >> bit & 1 == 1;
            for (seed, colours) in [1, 2, 4, 6, 10, 24].into_iter().enumerate() {
                let recipe = Recipe {
                    even: flag(0),
                    rim: flag(1),
                    signed: flag(2),
                    unique: flag(3) && colours >= 6,
                    ..Recipe::new(shape, colours, seed as u64)
                };
                if (flag(2) && colours == 1) || colours > joins {
                    continue;
                }
                check(&recipe);
            }
        }
    }
}

#[test]
fn rim_colours_stay_on_the_rim() {
    for (size, colours, rim_colours) in [((4, 4), 6, 2), ((6, 5), 9, 4), ((2, 5), 6, 6)] {
        for bits in 0..4 {
            let (even, signed) = (bits & 1 == 1, bits & 2 == 2);
            let colours = if signed { colours + colours % 2 } else { colours };
            let shape = Shape::square(size.0, size.1);
            check(&Recipe { rim_colours, even, signed, ..Recipe::new(shape, colours, 5) });
        }
    }
}

#[test]
fn even_boards_without_rim_are_even_in_all_their_sides() {
    for (size, colours, signed) in [(6, 7, false), (10, 13, false), (8, 10, true)] {
        let shape = Shape::square(size, size);
        let recipe = Recipe { even: true, rim: false, signed, ..Recipe::new(shape, colours, 2) };
        let puzzle = made(&recipe).puzzle;
        let mut counts = vec![0; puzzle.colour_limit()];
        for colour in puzzle.pieces().iter().flat_map(|sides| sides.colours()) {
            counts[colour.index()] += 1;
        }
        assert!(spread(&counts[1..]) <= 1, "{counts:?}");
    }
}

#[test]
fn the_puzzles_of_the_published_table_can_be_made() {
    let table = [
        (4, 4, false, true),
        (4, 8, false, true),
        (6, 4, false, true),
        (6, 12, false, true),
        (10, 10, false, true),
        (10, 10, false, false),
        (16, 23, false, false),
        (16, 22, true, true),
        (12, 50, false, true),
    ];
    for (size, colours, even, rim) in table {
        check(&Recipe { even, rim, ..Recipe::new(Shape::square(size, size), colours, 1) });
    }
    for (size, colours) in [(4, 6), (6, 9), (10, 14), (16, 23)] {
        let recipe = Recipe::hardest(Shape::square(size, size), true, false, 1);
        assert_eq!(recipe.colours, colours);
        assert_eq!(made(&recipe).puzzle.colours().len(), colours as usize);
        check(&recipe);
    }
}

#[test]
fn hardest_recipes_work_for_all_boards_but_the_thinnest() {
    let squares = (2..=8).flat_map(|w| (3..=8).map(move |h| Shape::square(w, h)));
    for shape in squares.chain((2..=8).map(Shape::triangle)) {
        for (rim, signed) in [(true, false), (true, true), (false, false), (false, true)] {
            check(&Recipe::hardest(shape, rim, signed, 3));
        }
    }
}

#[test]
fn large_boards_are_made() {
    check(&Recipe::hardest(Shape::square(32, 32), true, false, 1));
    check(&Recipe::hardest(Shape::triangle(20), true, true, 1));
    check(&Recipe { rim: false, ..Recipe::new(Shape::square(32, 32), 9, 1) });
}

#[test]
fn a_board_of_one_cell_needs_its_rim() {
    check(&Recipe::new(Shape::square(1, 1), 0, 1));
    check(&Recipe::new(Shape::triangle(1), 0, 1));
    check(&Recipe::hardest(Shape::square(1, 1), true, false, 1));
    let open = Recipe { rim: false, ..Recipe::new(Shape::square(1, 1), 0, 1) };
    assert_eq!(error(&open), "a board of 1x1 without a rim has no joins to colour; give it a rim");
}

fn error(recipe: &Recipe) -> String {
    match generate(recipe) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{} should not be possible", recipe.command()),
    }
}

#[test]
fn impossible_recipes_say_what_is_wrong() {
    let recipe = |size: u16, colours| Recipe::new(Shape::square(size, size), colours, 1);
    let cases = [
        (
            Recipe { rim: false, ..recipe(6, 2) },
            "6x6 without a rim needs 36 different pieces; 2 colours make only 6",
        ),
        (
            Recipe { rim_colours: 1, ..recipe(6, 5) },
            "6x6 with a rim needs 16 different edge pieces; 1 rim colour and 4 inner colours \
             make only 4",
        ),
        (
            recipe(3, 13),
            "a board of 3x3 has 12 joins, enough for 12 colours at most, but 13 are asked for",
        ),
        (
            Recipe { rim_colours: 9, ..recipe(3, 11) },
            "a board of 3x3 has 8 rim joins, enough for 8 colours at most, but 9 are asked for",
        ),
        (recipe(3, 0), "a board of 3x3 has 12 joins, which need at least 1 colour"),
        (
            Recipe { rim_colours: 3, ..recipe(4, 3) },
            "a board of 4x4 has 12 inner joins, which need at least 1 colour; all colours are \
             rim colours",
        ),
        (
            Recipe { signed: true, ..recipe(6, 7) },
            "a signed puzzle has its colours in pairs: 7 colours is an odd number, take 6 or 8",
        ),
        (
            Recipe { signed: true, rim_colours: 3, ..recipe(6, 8) },
            "a signed puzzle has its colours in pairs: 3 rim colours is an odd number, take 2 or 4",
        ),
        (
            Recipe { rim_colours: 7, ..recipe(6, 5) },
            "7 rim colours are more than the 5 colours they are part of",
        ),
        (
            Recipe { rim: false, rim_colours: 2, ..recipe(6, 9) },
            "rim colours need a rim: leave them out, or make a puzzle with a rim",
        ),
        (
            Recipe { rim_colours: 1, ..Recipe::new(Shape::triangle(4), 4, 1) },
            "a triangular board has no rim colours: pieces on its rim touch only inner pieces, \
             never one another",
        ),
        (
            Recipe::new(Shape::square(2, 1), 1, 1),
            "2x1 with a rim needs 2 different end pieces; 1 colour makes only 1",
        ),
    ];
    for (recipe, message) in cases {
        assert_eq!(error(&recipe), message);
    }
    assert!(matches!(generate(&recipe(0, 1)), Err(RecipeError::Puzzle(_))));
    let monstrous = Recipe { rim_colours: u32::MAX, ..recipe(128, u32::MAX) };
    assert!(matches!(generate(&monstrous), Err(RecipeError::TooManyColours { .. })));
}

#[test]
fn the_search_for_a_board_without_twins_ends_where_there_is_none() {
    // Six different strips of three colours close a ring, but different ends need an open path;
    // the formulas do not see that.
    let hopeless = Recipe::new(Shape::square(8, 1), 3, 1);
    assert!(matches!(generate(&hopeless), Err(RecipeError::TwinsRemain { .. })));
    check(&Recipe::new(Shape::square(7, 1), 3, 1));
}

fn fingerprint(generated: &Generated) -> u64 {
    let pieces = generated.puzzle.pieces().iter().flat_map(|sides| sides.colours().to_vec());
    let placed = generated.solution.cells().iter().flatten();
    let numbers = pieces
        .map(|colour| colour.0)
        .chain(placed.flat_map(|placed| [placed.piece.0, placed.rotation.0.into()]));
    numbers.flat_map(u16::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn a_recipe_gives_the_same_puzzle_for_ever() {
    let recipe = Recipe::hardest(Shape::square(16, 16), true, false, 1);
    let generated = made(&recipe);
    assert_eq!(generated, made(&recipe));
    assert_eq!(fingerprint(&generated), 7_736_235_127_763_198_940);
    let signed =
        Recipe { rim: false, signed: true, ..Recipe::new(Shape::triangle(5), 8, u64::MAX) };
    assert_eq!(fingerprint(&made(&signed)), 16_962_066_251_383_844_438);
    assert_ne!(generated.puzzle.pieces(), made(&Recipe { seed: 2, ..recipe }).puzzle.pieces());
}

#[test]
fn puzzles_say_how_they_were_made() {
    let recipe = Recipe::hardest(Shape::square(16, 16), true, false, 1);
    let puzzle = made(&recipe).puzzle;
    assert_eq!(puzzle.name(), "generated-16x16-c23-s1");
    let command = "tilewright generate --size 16x16 --colours 23 --rim-colours 5 --even --seed 1";
    assert_eq!(puzzle.provenance().source.as_deref(), Some(command));
    assert_eq!(puzzle.provenance().seed, Some(1));
    let other =
        Recipe { rim: false, signed: true, unique: false, ..Recipe::new(Shape::triangle(4), 4, 9) };
    let command =
        "tilewright generate --side 4 --colours 4 --no-rim --signed --allow-twins --seed 9";
    assert_eq!(other.command(), command);
}
