use tilewright_search::testing::{assert_resumes_identically, assert_well_described};
use tilewright_search::{BuildError, SolverInfo, Status, Unit};
use tilewright_solvers::{counter, registry};

use crate::{exact, puzzles, task};

#[test]
fn every_solver_is_well_described() {
    for info in registry().solvers {
        assert_well_described(info);
    }
    assert_well_described(counter());
}

#[test]
fn every_solver_resumes_as_if_it_had_never_stopped() {
    let to_the_end = [1, 2000, 9000, 30_000, 31_000, 100_000, u64::MAX];
    for puzzle in [puzzles::square(5, 5, 3, 3), puzzles::unsolvable(5, 4, 4, 4)] {
        // What counts evaluations never comes to an end by itself, nor does a hunt or a beam.
        let ends = |info: &&&SolverInfo| {
            info.unit == Unit::Nodes && !["hunt", "beam"].contains(&info.name)
        };
        for info in registry().solvers.iter().filter(ends) {
            assert_resumes_identically(info, &task(info, &puzzle, &[]), &to_the_end);
        }
        let plain = task(exact(), &puzzle, &[("restarts", "no"), ("order", "spiral")]);
        assert_resumes_identically(exact(), &plain, &to_the_end);
        for settings in [&[][..], &[("unique", "yes"), ("keep", "yes")], &[("limit", "3")]] {
            assert_resumes_identically(counter(), &task(counter(), &puzzle, settings), &to_the_end);
        }
    }
    let long = [1000, 50_000, 400_000, 2_000_000];
    let hard = puzzles::square(8, 8, 8, 1);
    // Conflicts of a SAT solver are worth far more than nodes; it proves this for itself.
    for info in registry().solvers.iter().filter(|info| ["exact", "rings"].contains(&info.name)) {
        assert_resumes_identically(info, &task(info, &hard, &[]), &long);
    }
}

#[test]
fn states_of_another_order_or_puzzle_are_refused() {
    let puzzle = puzzles::square(6, 6, 5, 2);
    let row = task(exact(), &puzzle, &[("order", "row"), ("restarts", "no")]);
    let mut solver = (exact().build)(row.clone()).unwrap();
    assert_eq!(solver.advance(1), Status::Working);
    let state = solver.save().unwrap();
    assert!((exact().restore)(row, &state).is_ok());
    for settings in
        [[("order", "column"), ("restarts", "no")], [("order", "row"), ("restarts", "yes")]]
    {
        let refused = (exact().restore)(task(exact(), &puzzle, &settings), &state).err();
        assert!(matches!(refused, Some(BuildError::State(_))), "{refused:?}");
    }
    let smaller = puzzles::square(4, 4, 5, 2);
    let other = task(exact(), &smaller, &[("order", "row"), ("restarts", "no")]);
    assert!(matches!((exact().restore)(other, &state).err(), Some(BuildError::State(_))));
}
