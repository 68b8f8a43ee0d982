//! Many runs of an evolution strategy, spread over threads, for a mean that means something.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::evolve::Evolution;
use crate::statistics::Summary;

/// What a number of runs took to the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Generations of each run.
    pub generations: Vec<u64>,
    /// Individuals looked at in each run.
    pub evaluations: Vec<u64>,
}

/// How many generations go by between two looks at whoever may call the runs off.
const BETWEEN_LOOKS: u64 = 64;

impl Runs {
    /// Runs strategies to their solutions, each with a number from 0 to make its seed of. The results
    /// are the same for every number of threads. `None` if the runs were called off.
    pub fn to_solution(
        runs: u64,
        threads: usize,
        make: &(dyn Fn(u64) -> Box<dyn Evolution> + Sync),
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let one = |run: u64| {
            let mut strategy = make(run);
            while strategy.solution().is_none() {
                if strategy.generations().is_multiple_of(BETWEEN_LOOKS) && !go_on() {
                    return None;
                }
                strategy.generation();
            }
            Some((strategy.generations(), strategy.evaluations()))
        };
        let results: Option<Vec<_>> = match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| (0..runs).into_par_iter().map(one).collect()),
            // Without threads it only takes longer.
            Err(_) => (0..runs).map(one).collect(),
        };
        let (generations, evaluations) = results?.into_iter().unzip();
        Some(Self { generations, evaluations })
    }

    /// The generations in brief; `None` if there were no runs.
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&self.generations.iter().map(|&number| number as f64).collect::<Vec<_>>())
    }

    /// The evaluations in brief; `None` if there were no runs.
    pub fn evaluation_summary(&self) -> Option<Summary> {
        Summary::of(&self.evaluations.iter().map(|&number| number as f64).collect::<Vec<_>>())
    }
}
