//! Proofs that a solver keeps the contract, for the tests of any crate that has solvers.

use crate::registry::{SolverInfo, Unit};
use crate::solver::{Counters, Solver, Status, Task};
use tilewright_puzzle::Board;

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
/// the last stop, must end in that state too.
///
/// # Panics
/// If the solver breaks the contract, or cannot be built for the task.
#[expect(clippy::expect_used, reason = "this is a test: failing is its purpose")]
pub fn assert_resumes_identically(info: &SolverInfo, task: &Task, stops: &[u64]) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(task.threads)
        .build()
        .expect("threads for the test");
    let build = || (info.build)(task.clone()).expect("the solver takes the task");
    let advance = |solver: &mut Box<dyn Solver>, stop: u64| {
        pool.install(|| view_at(info, solver.as_mut(), stop))
    };
    let mut unbroken = build();
    let mut broken = build();
    let mut found = Vec::new();
    let mut last = None;
    for &stop in stops {
        let expected = advance(&mut unbroken, stop);
        let resumed = advance(&mut broken, stop);
        assert_eq!(expected, resumed, "{}: a restored solver differs at {stop}", info.name);
        broken = (info.restore)(task.clone(), &resumed.state).expect("the saved state is good");
        let again = broken.save().expect("the state can be saved");
        assert_eq!(resumed.state, again, "{}: restoring changes the state at {stop}", info.name);
        found.extend(expected.found.iter().cloned());
        last = Some(View { found: found.clone(), ..expected });
    }
    if let (Some(expected), Some(&stop)) = (last, stops.last()) {
        let straight = advance(&mut build(), stop);
        assert_eq!(expected, straight, "{}: slices change what it does", info.name);
    }
}

#[expect(clippy::expect_used, reason = "this is a test: failing is its purpose")]
fn view_at(info: &SolverInfo, solver: &mut dyn Solver, stop: u64) -> View {
    let done = |counters: Counters| match info.unit {
        Unit::Nodes => counters.nodes,
        Unit::Evaluations => counters.evaluations,
    };
    let mut status = Status::Working;
    let left = stop.saturating_sub(done(solver.counters()));
    if left > 0 {
        status = solver.advance(left);
    }
    View {
        status,
        counters: solver.counters(),
        best: solver.best().map(|best| (best.board.clone(), best.score)),
        found: solver.take_found(),
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
    let defaults = crate::params::Params::defaults(info.parameters);
    assert!(defaults.is_ok(), "{}: {defaults:?}", info.name);
}
