//! The executor keeps its promises: budgets, targets, interrupts, events, and no lie gets through.

#![allow(clippy::unwrap_used)]

mod toys;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tilewright_search::{
    Best, Budget, Counters, Event, Interrupt, Listener, RunInput, RunResult, RunSpec, Sample,
    SaveError, Solver, Status, StopReason, Verdict, run,
};
use toys::{puzzle, registry, spec};

fn input(spec: RunSpec) -> RunInput<'static> {
    RunInput::new(&registry(), "solve", spec, puzzle(), None).unwrap()
}

fn with(solver: &str, settings: &[(&str, &str)], budget: Budget) -> RunSpec {
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    RunSpec { settings, budget, ..spec(solver) }
}

fn evaluations(n: u64) -> Budget {
    Budget { evaluations: Some(n), ..Budget::default() }
}

fn done(spec: RunSpec) -> RunResult {
    run(input(spec)).unwrap()
}

#[test]
fn a_work_budget_ends_exactly_at_the_first_boundary_behind_it() {
    for (quantum, budget, expected) in [("1", 12_345, 12_345), ("100", 12_345, 12_400), ("7", 1, 7)]
    {
        let result = done(with("random", &[("quantum", quantum)], evaluations(budget)));
        assert_eq!(result.stop_reason, StopReason::BudgetSpent);
        assert_eq!(result.counters.evaluations, expected);
    }
}

#[test]
fn the_same_specification_gives_the_same_board_twice() {
    let once = || done(with("random", &[], evaluations(20_000)));
    let (one, other) = (once(), once());
    assert_eq!(one.best, other.best);
    assert_eq!(one.verdict.score, other.verdict.score);
    assert!(one.verdict.score > 6, "20,000 random boards should do better: {:?}", one.verdict);
}

#[test]
fn a_budget_of_nothing_does_nothing() {
    let no_time = Budget { seconds: Some(0.0), ..Budget::default() };
    for budget in [evaluations(0), no_time] {
        let result = done(with("random", &[], budget));
        assert_eq!(result.stop_reason, StopReason::BudgetSpent);
        assert_eq!((result.counters.evaluations, result.best), (0, None));
        assert_eq!((result.verdict.score, result.verdict.max_score), (0, 12));
    }
}

#[test]
fn a_time_budget_ends_a_run_that_has_no_end() {
    let budget = Budget { seconds: Some(0.05), ..Budget::default() };
    let result = done(with("random", &[], budget));
    assert_eq!(result.stop_reason, StopReason::BudgetSpent);
    assert!(result.seconds >= 0.05 && result.cpu_seconds >= 0.0);
}

#[test]
fn a_budget_that_would_never_end_the_solver_is_refused() {
    let wrong = with("countdown", &[], evaluations(5));
    let error = RunInput::new(&registry(), "solve", wrong, puzzle(), None).err().unwrap();
    assert!(error.to_string().contains("`countdown` counts nodes"), "{error}");
}

#[test]
fn everything_searched_is_exhausted_even_when_the_budget_ends_there_too() {
    for nodes in [None, Some(1000), Some(5000)] {
        let budget = Budget { nodes, ..Budget::default() };
        let result = done(with("countdown", &[], budget));
        assert_eq!(result.stop_reason, StopReason::Exhausted);
        assert_eq!(result.counters.nodes, 1000);
        assert_eq!(result.counters.progress, Some(1.0));
    }
    let result = done(with("countdown", &[], Budget { nodes: Some(999), ..Budget::default() }));
    assert_eq!(result.stop_reason, StopReason::BudgetSpent);
}

#[test]
fn a_run_stops_at_its_target_and_the_solver_does_no_more_than_needed() {
    let budget = Budget { target: Some(7), ..evaluations(1_000_000) };
    let result = done(with("random", &[], budget));
    assert_eq!(result.stop_reason, StopReason::TargetReached);
    assert!(result.verdict.score >= 7);
    let short = evaluations(result.counters.evaluations - 1);
    assert!(done(with("random", &[], short)).verdict.score < 7);
}

#[test]
fn a_target_that_the_start_board_has_already_needs_no_work() {
    let first = done(with("random", &[], evaluations(100)));
    let target = Some(first.verdict.score);
    let spec = with("random", &[], Budget { target, ..Budget::default() });
    let input = RunInput::new(&registry(), "solve", spec, puzzle(), first.best.clone()).unwrap();
    let result = run(input).unwrap();
    assert_eq!(result.stop_reason, StopReason::TargetReached);
    assert_eq!((result.best, result.counters.evaluations), (first.best, 0));
}

#[test]
fn a_solution_ends_the_run_as_solved_and_the_auditor_agrees() {
    let mut parts = puzzle().to_parts();
    parts.pieces.fill(tilewright_puzzle::Sides::square([1, 1, 1, 1]));
    let easy = Arc::new(tilewright_puzzle::Puzzle::new(parts).unwrap());
    for target in [None, Some(12)] {
        let spec = with("random", &[], Budget { target, ..Budget::default() });
        let input = RunInput::new(&registry(), "solve", spec, easy.clone(), None).unwrap();
        let result = run(input).unwrap();
        assert_eq!(result.stop_reason, StopReason::Solved);
        assert!(result.verdict.solved && result.counters.evaluations == 1);
    }
}

#[test]
fn an_interrupt_stops_the_run_and_keeps_its_board() {
    let interrupt = Interrupt::manual();
    let raise = interrupt.clone();
    let mut input =
        input(with("random", &[], Budget::default())).with_listener(move |event: &Event<'_>| {
            if let Event::Improved { verdict: Verdict { score: 5.., .. }, .. } = event {
                raise.raise();
            }
        });
    input.interrupt = interrupt;
    let result = run(input).unwrap();
    assert_eq!(result.stop_reason, StopReason::Interrupted);
    assert!(result.verdict.score >= 5 && result.best.is_some());
}

#[test]
fn no_lie_of_a_solver_gets_through() {
    let expected = [
        ("score", "claims a score of 12, the auditor counts 0"),
        ("twice", "piece 1 is used too often"),
        ("foreign", "number 501, but pieces go from 1 to 9"),
        ("cells", "it has 10 cells, the puzzle 9"),
        ("solved", "says the puzzle is solved, but its best board has 0 of 12 joins"),
        ("found", "piece 1 is used too often"),
    ];
    for (lie, words) in expected {
        let shown = Rc::new(RefCell::new(0));
        let count = Rc::clone(&shown);
        let input = input(with("liar", &[("lie", lie)], Budget::default()));
        let error = run(input.with_listener(move |event: &Event<'_>| {
            if matches!(event, Event::Improved { .. } | Event::Found { .. }) {
                *count.borrow_mut() += 1;
            }
        }))
        .unwrap_err()
        .to_string();
        assert!(
            error.contains("solver `liar` is wrong") && error.contains(words),
            "{lie}: {error}"
        );
        // Only the honest empty board of the false solution may be seen.
        assert_eq!(*shown.borrow(), i32::from(lie == "solved"), "{lie}");
    }
}

#[test]
fn events_come_in_order_and_tell_the_whole_story() {
    let events = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&events);
    let mut spec = with("random", &[], evaluations(5_000));
    spec.floor = Some(6);
    let result = run(input(spec).with_listener(move |event: &Event<'_>| {
        let (name, score) = match event {
            Event::Started { seconds, .. } => ("started", *seconds as u32),
            Event::Progress(Sample { score, .. }) => ("progress", *score),
            Event::Improved { verdict, .. } => ("improved", verdict.score),
            Event::Found { verdict, .. } => ("found", verdict.score),
            Event::Checkpointed { .. } | Event::CheckpointFailed { .. } => ("checkpoint", 0),
            Event::Finished(result) => ("finished", result.verdict.score),
        };
        heard.borrow_mut().push((name, score));
    }))
    .unwrap();
    let events = events.take();
    assert_eq!(events.first(), Some(&("started", 0)));
    assert_eq!(events.last(), Some(&("finished", result.verdict.score)));
    let ends = events.iter().filter(|(name, _)| ["started", "finished"].contains(name)).count();
    assert_eq!(ends, 2);
    let scores = |wanted| events.iter().filter(move |(n, _)| *n == wanted).map(|(_, score)| *score);
    assert!(scores("improved").is_sorted_by(|a, b| a < b));
    assert_eq!(scores("improved").next_back(), Some(result.verdict.score));
    let curve: Vec<_> = result.curve.points().iter().map(|&(_, score)| score).collect();
    assert_eq!(scores("improved").collect::<Vec<_>>(), curve);
    assert!(scores("found").count() > 1 && scores("found").all(|score| score >= 6));
    assert_eq!(result.report.get("toy"), Some(&serde_json::Value::Bool(true)));
}

/// Takes its time, and notes how often it is asked how far it is.
struct Sleeper {
    slices_left: u32,
    asked: Arc<AtomicU32>,
}

impl Solver for Sleeper {
    fn advance(&mut self, _: u64) -> Status {
        assert_eq!(rayon::current_num_threads(), 2, "solvers work in the threads of the run");
        std::thread::sleep(Duration::from_millis(90));
        self.slices_left -= 1;
        if self.slices_left == 0 { Status::Exhausted } else { Status::Working }
    }

    fn best(&self) -> Option<Best<'_>> {
        None
    }

    fn counters(&self) -> Counters {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Counters::default()
    }

    fn save(&self) -> Result<Vec<u8>, SaveError> {
        Err(SaveError("without a checkpoint nothing needs saving".to_owned()))
    }
}

#[test]
fn samples_are_made_for_listeners_only() {
    let questions = |listener: Option<Box<dyn Listener>>| {
        let asked = Arc::new(AtomicU32::new(0));
        let mut input = input(RunSpec { threads: 2, ..spec("countdown") });
        input.solver = Box::new(Sleeper { slices_left: 4, asked: Arc::clone(&asked) });
        input.listeners.extend(listener);
        assert_eq!(run(input).unwrap().stop_reason, StopReason::Exhausted);
        asked.load(Ordering::Relaxed)
    };
    let samples = Rc::new(Cell::new(0));
    let heard = Rc::clone(&samples);
    let count = move |event: &Event<'_>| {
        heard.set(heard.get() + u32::from(matches!(event, Event::Progress(_))));
    };
    let with_listener = questions(Some(Box::new(count)));
    assert!(samples.get() > 0);
    assert_eq!(questions(None), with_listener - samples.get());
}

#[test]
fn a_result_survives_json() {
    let result = done(with("random", &[], evaluations(500)));
    let json = serde_json::to_string(&result).unwrap();
    assert_eq!(serde_json::from_str::<RunResult>(&json).unwrap(), result);
    assert!(json.contains(r#""stop_reason":"budget_spent""#));
}

#[test]
fn wrong_names_settings_and_boards_are_refused_before_anything_runs() {
    let refused = |spec: RunSpec, start| {
        RunInput::new(&registry(), "solve", spec, puzzle(), start).err().unwrap().to_string()
    };
    let error = refused(spec("randon"), None);
    assert!(error.contains("did you mean `random`?"), "{error}");
    assert!(error.contains("there are: random, countdown, liar"), "{error}");
    let error = refused(with("random", &[("quanta", "5")], Budget::default()), None);
    assert!(error.contains("there is no parameter `quanta`"), "{error}");
    let error = refused(RunSpec { threads: 0, ..spec("random") }, None);
    assert!(error.contains("0 threads"), "{error}");
    let small = tilewright_puzzle::Board::from_cells(vec![None; 4]);
    let error = refused(spec("random"), Some(small));
    assert!(error.contains("it has 4 cells, the puzzle 9"), "{error}");
    let empty = tilewright_puzzle::Board::empty(&puzzle());
    let error = refused(spec("countdown"), Some(empty));
    assert!(error.contains("countdown cannot start from a board"), "{error}");
    assert!(error.ends_with("choose one of random"), "{error}");
}
