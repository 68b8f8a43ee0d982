use tilewright_search::{BuildError, Status};

use crate::{exact, finish, puzzles, task};

fn refusal(settings: &[(&str, &str)]) -> String {
    let puzzle = puzzles::square(3, 2, 4, 1);
    match (exact().build)(task(exact(), &puzzle, settings)) {
        Err(BuildError::Param(error)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("{settings:?} is accepted"),
    }
}

#[test]
fn a_custom_order_is_read_as_names_or_numbers() {
    let puzzle = puzzles::square(3, 2, 4, 1);
    for cells in ["A1 A2 A3 B3 B2 B1", "0, 1, 2, 5, 4, 3", "a1,a2\n2 B3,4,3"] {
        let settings = [("order", "custom"), ("cells", cells)];
        let mut solver = (exact().build)(task(exact(), &puzzle, &settings)).unwrap();
        assert_eq!(finish(solver.as_mut()), Status::Solved, "{cells}");
    }
}

#[test]
fn wrong_orders_are_refused_with_the_way_out() {
    let custom = |cells| refusal(&[("order", "custom"), ("cells", cells)]);
    assert_eq!(
        custom("A1 A2 C1"),
        "custom order, place 3: `C1` is no cell of a board of 3x2; cells are A1 to B3, or 0 to 5"
    );
    assert!(custom("A1 1 B1 B2 B3 6").contains("place 6: `6` is no cell"));
    assert_eq!(custom("A1 B2 0"), "custom order: cell A1 is there twice, at places 1 and 3");
    assert_eq!(custom("A1 B2 B3 B1"), "custom order: 2 of 6 cells are missing: A2, A3");
    assert!(refusal(&[("order", "custom")]).contains("cells=\"A1 A2 B1 ...\""));
    assert!(refusal(&[("cells", "A1")]).contains("order=custom only"));
    assert!(refusal(&[("order", "row"), ("teeth", "2")]).contains("order=comb only"));
}

#[test]
fn the_order_is_reported_and_rectangles_are_scanned_along_their_short_side() {
    let order = |width, height| {
        let puzzle = puzzles::square(width, height, 4, 1);
        let solver = (exact().build)(task(exact(), &puzzle, &[])).unwrap();
        solver.report()["order"].as_str().unwrap().to_owned()
    };
    assert_eq!(order(3, 8), "row");
    assert_eq!(order(8, 3), "column");
}
