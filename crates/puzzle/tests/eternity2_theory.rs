//! The theory against what is published about Eternity II.

use num_bigint::BigUint;
use tilewright_formats::embedded;
use tilewright_puzzle::theory::{
    FillOrder, Magnitude, combinations, expected_solutions, nodes_by_depth,
};

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// 4! corners, 56! edges, and the inner pieces that have no hint, in four rotations each.
fn published_combinations(inner: u32) -> BigUint {
    factorial(4) * factorial(56) * factorial(inner) * BigUint::from(4u32).pow(inner)
}

#[test]
fn combinations_are_the_published_products() {
    assert_eq!(
        combinations(&embedded::puzzle("eternity2-free").unwrap()),
        published_combinations(196)
    );
    assert_eq!(combinations(&embedded::puzzle("eternity2").unwrap()), published_combinations(195));
    assert_eq!(
        combinations(&embedded::puzzle("eternity2-strict").unwrap()),
        published_combinations(191)
    );
}

#[test]
fn expected_solutions_are_within_one_per_cent_of_the_published_numbers() {
    let published =
        [("eternity2-free", 11_526_580.0), ("eternity2", 14_702.0), ("eternity2-strict", 4.1e-8)];
    for (name, expected) in published {
        let found = expected_solutions(&embedded::puzzle(name).unwrap()).value();
        assert!((found / expected - 1.0).abs() < 0.01, "{name}: {found}, published {expected}");
    }
    let ratio = expected_solutions(&embedded::puzzle("eternity2-free").unwrap()).value()
        / expected_solutions(&embedded::puzzle("eternity2").unwrap()).value();
    assert!((ratio - 784.0).abs() < 1e-3);
}

#[test]
fn owens_formula_for_the_full_board_is_a_special_case() {
    let puzzle = embedded::puzzle("eternity2-free").unwrap();
    let limit = puzzle.colour_limit();
    let (mut along, mut inside) = (vec![0u32; limit], vec![0u32; limit]);
    for sides in puzzle.pieces() {
        let colours = sides.colours();
        for (side, colour) in colours.iter().enumerate().filter(|(_, c)| c.0 != 0) {
            let clockwise_is_rim = colours[(side + 1) % 4].0 == 0;
            let other_is_rim = colours[(side + 3) % 4].0 == 0;
            match (clockwise_is_rim, other_is_rim) {
                (true, _) => along[colour.index()] += 1,
                (false, true) => {}
                (false, false) => inside[colour.index()] += 1,
            }
        }
    }
    // A colour's left ends on the rim meet as many right ends; inside, sides meet in any pairs.
    let odd_factorial = |n: u32| (1..=n).step_by(2).map(BigUint::from).product::<BigUint>();
    let rim: BigUint = along.iter().map(|&n| factorial(n)).product();
    let inner: BigUint = inside.iter().map(|&n| odd_factorial(n.saturating_sub(1))).product();
    let matching = combinations(&puzzle) * rim * inner;
    let dealt = factorial(60) * odd_factorial(839);
    let owen = Magnitude::from(&matching).log10() - Magnitude::from(&dealt).log10();
    assert!((owen - expected_solutions(&puzzle).log10()).abs() < 1e-9);
}

#[test]
fn a_row_by_row_search_is_widest_at_ten_rows() {
    let puzzle = embedded::puzzle("eternity2").unwrap();
    let nodes = nodes_by_depth(&puzzle, &FillOrder::Row.cells(puzzle.topology()));
    assert_eq!(nodes.len(), 257);
    let widest = (0..nodes.len()).max_by(|&a, &b| nodes[a].log10().total_cmp(&nodes[b].log10()));
    assert!(widest.is_some_and(|depth| (158..=164).contains(&depth)), "{widest:?}");
    let whole: Magnitude = nodes.iter().copied().sum();
    assert!(widest.is_some_and(|depth| whole.log10() - nodes[depth].log10() < 2.0));
    assert_eq!(nodes.last().copied(), Some(expected_solutions(&puzzle)));
}
