//! The exact answers against brute force: every problem of 4x4 and, for tiles of several cells, of
//! 5x5; thousands of single cells on 5x5; and generated problems of many sizes and tiles.

use proptest::prelude::*;
use tilewright_search::stream;

use super::*;
use crate::audit::audit;
use crate::brute;
use crate::generate::{Recipe, generate};
use crate::tile_picture::read_tile;

fn unlimited() -> Watch<'static> {
    Watch::steps(u64::MAX)
}

/// Checks everything that is said about a problem whose solutions are known.
fn check(problem: &Problem, solutions: &[Tiling]) {
    match solve(problem, 1, &mut unlimited()) {
        Answer::Solved { tiling, .. } => {
            assert_eq!(audit(problem, &tiling), []);
            assert!(solutions.contains(&tiling), "{problem:?}");
            match uniqueness(problem, &tiling, &mut unlimited()) {
                Uniqueness::Unique => assert_eq!(solutions.len(), 1, "{problem:?}"),
                Uniqueness::Another(other) => {
                    assert_eq!(audit(problem, &other), []);
                    assert_ne!(other, tiling);
                }
                Uniqueness::Unknown => panic!("{problem:?}"),
            }
        }
        Answer::Impossible { .. } => assert!(solutions.is_empty(), "{problem:?}"),
        Answer::Unknown => panic!("{problem:?}"),
    }
    let counted = count(problem, &mut unlimited()).unwrap();
    assert_eq!(counted, BigUint::from(solutions.len()), "{problem:?}");
}

fn listed(problem: &Problem) -> Vec<Tiling> {
    let mut all = Vec::new();
    let mut show = |tiling: &Tiling| {
        all.push(tiling.clone());
        ControlFlow::Continue(())
    };
    assert_eq!(list(problem, &mut unlimited(), &mut show), Listed::All);
    all.sort();
    all
}

fn check_all(name: &str, width: usize, height: usize) {
    let tile = read_tile(name).unwrap();
    let mut all = brute::all_tilings(&tile, width, height);
    let (mut solvable, mut impossible) = (0, 0);
    for problem in brute::all_problems(&tile, width, height) {
        let mut solutions = all.remove(&problem).unwrap_or_default();
        solutions.sort();
        check(&problem, &solutions);
        if solutions.is_empty() {
            impossible += 1;
        } else {
            solvable += 1;
            assert_eq!(listed(&problem), solutions, "{problem:?}");
        }
    }
    assert!(all.is_empty(), "{name}: every tiling belongs to some problem");
    assert!(solvable > 10 && impossible > 100, "{name}: {solvable}, {impossible}");
}

#[test]
fn every_problem_of_single_cells_on_4x4_is_answered_as_by_brute_force() {
    check_all("1x1", 4, 4);
}

#[test]
fn every_problem_of_2x2_on_4x4_and_5x5_is_answered_as_by_brute_force() {
    check_all("2x2", 4, 4);
    check_all("2x2", 5, 5);
}

#[test]
fn every_problem_of_l_on_4x4_and_5x5_is_answered_as_by_brute_force() {
    check_all("L", 4, 4);
    check_all("L", 5, 5);
}

#[test]
fn every_problem_of_other_tiles_on_rectangles_is_answered_as_by_brute_force() {
    check_all(".XX/XX.", 5, 4);
    check_all("XO/X.", 4, 3);
    check_all("1x2", 3, 4);
}

/// All ways to fill the rows, each looked at: slow and obvious.
fn single_cells(rows: &[u32], columns: &[u32]) -> usize {
    fn fill(rows: &[u32], width: usize, so_far: &mut Vec<u32>, columns: &[u32]) -> usize {
        let Some((&count, rest)) = rows.split_first() else {
            let sum = |column: usize| so_far.iter().map(|row| row >> column & 1).sum::<u32>();
            return usize::from((0..width).all(|column| sum(column) == columns[column]));
        };
        let mut found = 0;
        for row in (0..1u32 << width).filter(|row| row.count_ones() == count) {
            so_far.push(row);
            found += fill(rest, width, so_far, columns);
            so_far.pop();
        }
        found
    }
    fill(rows, columns.len(), &mut Vec::new(), columns)
}

#[test]
fn thousands_of_problems_of_single_cells_on_5x5_are_answered_as_by_brute_force() {
    let mut random = stream(5, 0);
    let (mut solvable, mut impossible, mut unique) = (0, 0, 0);
    while solvable + impossible < 3000 {
        let mut counts = || -> Vec<u32> { (0..5).map(|_| random.below(6) as u32).collect() };
        let (rows, columns) = (counts(), counts());
        if rows.iter().sum::<u32>() != columns.iter().sum::<u32>() {
            continue;
        }
        let expected = single_cells(&rows, &columns);
        let problem = Problem::new(Tile::single(), rows, columns).unwrap();
        assert_eq!(count(&problem, &mut unlimited()), Ok(BigUint::from(expected)), "{problem:?}");
        match solve(&problem, 0, &mut unlimited()) {
            Answer::Solved { tiling, .. } => {
                assert!(expected > 0 && audit(&problem, &tiling).is_empty(), "{problem:?}");
                let is_unique = uniqueness(&problem, &tiling, &mut unlimited());
                assert_eq!(is_unique == Uniqueness::Unique, expected == 1, "{problem:?}");
                assert_eq!(listed(&problem).len(), expected);
                unique += usize::from(expected == 1);
                solvable += 1;
            }
            Answer::Impossible { .. } => {
                assert_eq!(expected, 0, "{problem:?}");
                impossible += 1;
            }
            Answer::Unknown => panic!("{problem:?}"),
        }
    }
    assert!(solvable > 300 && impossible > 300 && unique > 10, "{solvable} {impossible} {unique}");
}

#[test]
fn the_example_of_the_document_is_solved() {
    let problem = Problem::new(Tile::ell(), vec![1, 1, 0, 1, 0], vec![0, 2, 0, 1, 0]).unwrap();
    let all = listed(&problem);
    let drawn = [".X...", ".XXX.", "...XX", ".X...", ".XX.."];
    assert!(all.iter().any(|tiling| tiling.picture(&Tile::ell()) == drawn));
    check(&problem, &all);
}

#[test]
fn large_boards_are_solved_and_told_unique_or_not_beyond_the_reach_of_rows() {
    for (density, seed) in [(0.6, 1), (0.75, 2), (0.85, 3), (0.85, 4)] {
        let recipe = Recipe { tile: Tile::ell(), width: 18, height: 18, density, seed };
        let made = generate(&recipe).unwrap();
        let Answer::Solved { tiling, method } = solve(&made.problem, 1, &mut unlimited()) else {
            panic!("there is a solution");
        };
        assert_eq!(audit(&made.problem, &tiling), []);
        assert!(matches!(method, Method::Repair | Method::Sat), "{method:?}");
        match uniqueness(&made.problem, &tiling, &mut unlimited()) {
            Uniqueness::Another(other) => {
                assert!(other != tiling && audit(&made.problem, &other).is_empty());
            }
            Uniqueness::Unique => assert_eq!(tiling, made.solution),
            Uniqueness::Unknown => panic!("the budget has no end"),
        }
    }
}

/// A tile moved from one column to another: on a dense board that often leaves no solution, and not
/// always does a bound see it.
#[test]
fn the_sat_solver_proves_what_rows_cannot() {
    let mut proved = 0;
    for (seed, tile) in (0..8).flat_map(|seed| [(seed, Tile::ell()), (seed, Tile::square())]) {
        let recipe = Recipe { tile: tile.clone(), width: 15, height: 15, density: 0.8, seed };
        let made = generate(&recipe).unwrap().problem;
        let mut columns = made.columns().to_vec();
        columns[5] -= 1;
        columns[8] += 1;
        let problem = Problem::new(tile, made.rows().to_vec(), columns).unwrap();

        match solve(&problem, 1, &mut unlimited()) {
            Answer::Solved { tiling, .. } => assert_eq!(audit(&problem, &tiling), []),
            Answer::Impossible { method, .. } => proved += usize::from(method == Method::Sat),
            Answer::Unknown => panic!("the budget has no end"),
        }
    }
    assert!(proved > 0);
}

#[test]
fn a_spent_budget_is_never_taken_for_a_proof() {
    let recipe = Recipe { tile: Tile::square(), width: 12, height: 12, density: 0.8, seed: 4 };
    let made = generate(&recipe).unwrap();
    for steps in [0, 1, 10, 100, 1000] {
        match solve(&made.problem, 1, &mut Watch::steps(steps)) {
            Answer::Solved { tiling, .. } => assert_eq!(audit(&made.problem, &tiling), []),
            Answer::Impossible { .. } => panic!("there is a solution"),
            Answer::Unknown => {}
        }
        assert_ne!(
            uniqueness(&made.problem, &made.solution, &mut Watch::steps(steps)),
            Uniqueness::Unique
        );
        assert_eq!(count(&made.problem, &mut Watch::steps(steps)), Err(Spent));
        let mut show = |_: &Tiling| ControlFlow::Continue(());
        let listed = list(&made.problem, &mut Watch::steps(steps), &mut show);
        assert_eq!(listed, Listed::Unknown);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever the tile, board and density: made problems are solved, and the count, the list and
    /// the verdict on uniqueness agree with each other.
    #[test]
    fn generated_problems_are_solved_and_the_answers_agree(
        name in prop::sample::select(vec!["1x1", "2x2", "L", ".XX/XX.", "XO/X.", "X.X/XXX", "3x1"]),
        width in 1usize..9,
        height in 1usize..9,
        density in 0.0f64..0.7,
        seed in any::<u64>(),
    ) {
        let tile = read_tile(name).unwrap();
        let Ok(made) = generate(&Recipe { tile, width, height, density, seed }) else {
            return Ok(());
        };
        let Answer::Solved { tiling, .. } = solve(&made.problem, seed, &mut unlimited()) else {
            return Err(TestCaseError::fail("there is a solution"));
        };
        prop_assert_eq!(audit(&made.problem, &tiling), vec![]);
        let counted = count(&made.problem, &mut unlimited()).unwrap();
        let is_unique = uniqueness(&made.problem, &tiling, &mut unlimited());
        prop_assert_eq!(is_unique == Uniqueness::Unique, counted == BigUint::from(1u8));
        prop_assert_eq!(count(&made.problem.transposed(), &mut unlimited()), Ok(counted.clone()));
        if counted < BigUint::from(2000u32) {
            let all = listed(&made.problem);
            prop_assert_eq!(BigUint::from(all.len()), counted);
            prop_assert!(all.contains(&made.solution));
            prop_assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
            prop_assert!(all.iter().all(|tiling| audit(&made.problem, tiling).is_empty()));
        }
    }
}
