//! Proofs that a solver keeps the contract, for the tests of any crate that has solvers.

use tilewright_puzzle::Board;

use crate::params::Params;
use crate::registry::SolverInfo;
use crate::solver::{Counters, Solver, Status, Task};

/// Everything that can be seen of a solver, its state included.
#[derive(Debug, PartialEq)]
struct View {
    status: Status,
    counters: Counters,
    best: Option<(Board, u32)>,
    found: Vec<Board>,
    state: Vec<u8>,
}

/// Proves that saving and restoring, and how the work is sliced, change nothing.
///
/// The solver is run in slices up to each of the `stops` (work done since the beginning, rising),
/// once without a break and once saved, thrown away and restored at every stop: after each slice
/// both must show the same status, counters, boards and saved bytes. A third one, sent straight to
/// the last stop, must end in that state too, and stay there if it is at its end. States that are
/// cut off must be refused.
///
/// # Panics
/// If the solver breaks the contract, or cannot be built for the task.
#[expect(clippy::expect_used, reason = "this is a test: failing is its purpose")]
pub fn assert_resumes_identically(info: &SolverInfo, task: &Task, stops: &[u64]) {
    let name = info.name;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(task.threads);
    let pool = threads.build().expect("threads for the test");
    let build = || (info.build)(task.clone()).expect("the solver takes the task");
    let restore = |state: &[u8]| (info.restore)(task.clone(), state);
    let advance = |solver: &mut Box<dyn Solver>, work: u64, before: Status| {
        pool.install(|| advance_and_view(solver.as_mut(), work, before))
    };
    let left =
        |solver: &dyn Solver, stop: u64| stop.saturating_sub(info.unit.of(&solver.counters()));

    let (mut unbroken, mut broken) = (build(), build());
    let (mut status, mut found) = (Status::Working, Vec::new());
    for (index, &stop) in stops.iter().enumerate() {
        let (work, same_work) = (left(&*unbroken, stop), left(&*broken, stop));
        let mut expected = advance(&mut unbroken, work, status);
        let resumed = advance(&mut broken, same_work, status);
        assert_eq!(expected, resumed, "{name}: a restored solver differs at {stop}");

        let state = &resumed.state;
        for length in [0, state.len() / 2, state.len().saturating_sub(1)] {
            let whole = length == state.len();
            assert!(whole || restore(&state[..length]).is_err(), "{name}: takes a cut-off state");
        }
        broken = restore(state).expect("the saved state is good");
        let again = broken.save().expect("the state can be saved");
        assert_eq!(*state, again, "{name}: restoring changes the state at {stop}");

        status = expected.status;
        found.append(&mut expected.found);
        if index + 1 == stops.len() {
            expected.found = std::mem::take(&mut found);
            let mut straight = build();
            let work = left(&*straight, stop);
            let view = advance(&mut straight, work, Status::Working);
            assert_eq!(expected, view, "{name}: slices change what it does");
            if status != Status::Working {
                expected.found.clear();
                let after = advance(&mut straight, 1000, status);
                assert_eq!(expected, after, "{name}: goes on after its end");
            }
        }
    }
}

#[expect(clippy::expect_used, reason = "this is a test: failing is its purpose")]
fn advance_and_view(solver: &mut dyn Solver, work: u64, before: Status) -> View {
    View {
        status: if work > 0 { solver.advance(work) } else { before },
        found: solver.take_found(),
        counters: solver.counters(),
        best: solver.best().map(|best| (best.board.clone(), best.score)),
        state: solver.save().expect("the state can be saved"),
    }
}

/// Proves that an entry of the registry is fit to be shown: names that can be typed, texts that are
/// there, defaults that are allowed.
///
/// # Panics
/// If it is not.
pub fn assert_well_described(info: &SolverInfo) {
    let typeable = |name: &str| {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        !name.is_empty() && name.chars().all(letter)
    };
    assert!(typeable(info.name), "`{}` is hard to type", info.name);
    assert!(!info.summary.is_empty() && !info.source.is_empty(), "{} lacks a text", info.name);
    for (index, parameter) in info.parameters.iter().enumerate() {
        let name = parameter.name;
        assert!(typeable(name), "{}: `{name}` is hard to type", info.name);
        assert!(!parameter.meaning.is_empty(), "{}: `{name}` has no meaning", info.name);
        let earlier = &info.parameters[..index];
        assert!(earlier.iter().all(|p| p.name != name), "{}: `{name}` is there twice", info.name);
    }
    let defaults = Params::defaults(info.parameters);
    assert!(defaults.is_ok(), "{}: {defaults:?}", info.name);
}
