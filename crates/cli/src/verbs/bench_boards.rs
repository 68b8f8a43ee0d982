//! The part of `tilewright bench` for methods that count evaluations: each does a fixed amount of
//! work on Eternity II, on one thread with one seed, and the board it ends with is its signature.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use tilewright_puzzle::Puzzle;
use tilewright_search::{Clock, Params, Task, state};

/// A fixed piece of work.
pub(super) struct Instance {
    pub name: &'static str,
    solver: &'static str,
    settings: &'static [(&'static str, &'static str)],
    evaluations: u64,
}

/// What it came to.
pub(super) struct Measured {
    pub evaluations: u64,
    pub score: u32,
    pub hash: u64,
    pub cpu_seconds: f64,
}

const fn instance(
    name: &'static str,
    solver: &'static str,
    settings: &'static [(&'static str, &'static str)],
    evaluations: u64,
) -> Instance {
    Instance { name, solver, settings, evaluations }
}

/// Evaluations are boards for greedy, growth, ants and populations, swaps for local search, tabu and
/// annealing, pieces judged on cells for vlns, dead ends for the spiral.
pub(super) const INSTANCES: [Instance; 21] = [
    instance("greedy", "greedy", &[], 10_000),
    instance("growth", "growth", &[], 2_000),
    instance("local-search", "local-search", &[], 4_000_000),
    instance("tabu", "tabu", &[], 10_000_000),
    instance("anneal", "anneal", &[("cycle", "10000000")], 10_000_000),
    instance("anneal-any-two", "anneal", &[("cycle", "10000000"), ("focus", "0")], 10_000_000),
    instance("vlns-origin", "vlns", &[], 6_000_000),
    instance("vlns-improve", "vlns", &[("origin", "greedy"), ("origin_work", "1")], 6_000_000),
    instance("ant-system", "ant-system", &[("polish", "0")], 1_000),
    instance("ant-colony-system", "ant-colony-system", &[("polish", "0")], 1_000),
    instance("max-min-ant-system", "max-min-ant-system", &[("polish", "0")], 1_000),
    instance("ants-on-sides", "ant-colony-system", &[("polish", "0"), ("graph", "sides")], 1_000),
    instance("border-ga", "border-ga", &[], 2_000_000),
    instance("region-ga", "region-ga", &[("preset", "GA_1"), ("init", "rand")], 4_000_000),
    instance("region-ga-cached", "region-ga", &GA_1_OF_1000, 2_000_000),
    instance("region-ga-memetic", "region-ga", &[], 20_000_000),
    instance("immune", "immune", &[("preset", "AIEA_3"), ("init", "rand")], 1_000_000),
    instance("moea", "moea", &[("preset", "MOEA_1"), ("init", "rand")], 1_000_000),
    instance("spiral", "spiral", &[], 500_000),
    instance("random", "random", &[], 200_000),
    instance("islands", "islands", &[("local_search", "0")], 500_000),
];

/// A population that fits into the cache.
const GA_1_OF_1000: [(&str, &str); 3] =
    [("preset", "GA_1"), ("init", "rand"), ("population", "1000")];

/// Does the work.
pub(super) fn measure(instance: &Instance, puzzle: &Arc<Puzzle>) -> Result<Measured> {
    let registry = tilewright_solvers::registry();
    let info = registry.get(instance.solver)?;
    let settings = instance.settings.iter();
    let settings: BTreeMap<_, _> =
        settings.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let task = Task {
        puzzle: Arc::clone(puzzle),
        params: Params::from_settings(info.parameters, &settings)?,
        seed: 1,
        threads: 1,
        start: None,
        target: None,
        floor: None,
    };
    let mut solver = (info.build)(task)?;
    let clock = Clock::start(0.0, 0.0);
    solver.advance(instance.evaluations);
    let cpu_seconds = clock.cpu_seconds();
    let best = solver.best().map(|best| (best.board.clone(), best.score));
    let score = best.as_ref().map_or(0, |(_, score)| *score);
    let evaluations = solver.counters().evaluations;
    let bytes = state::save(&(evaluations, best.map(|(board, _)| board)))?;
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Ok(Measured { evaluations, score, hash, cpu_seconds })
}
