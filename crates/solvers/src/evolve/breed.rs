//! A generation is bred: children by crossover and by mutation, on all threads.
//!
//! Children are bred in batches of fixed size, each with a random stream of its own, so the population
//! does not depend on the number of threads.

use rayon::prelude::*;
use tilewright_search::{Stream, stream};

use super::climb::Climb;
use super::field::Field;
use super::genome::Genome;
use super::region::{Manner, Operators};
use super::start::{self, Init};

/// How children come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Breeding {
    pub manner: Manner,
    pub climb: Climb,
}

/// Children of a batch.
const BATCH: usize = 64;

impl Breeding {
    /// A long local search for each child is a batch of its own.
    fn batch(&self) -> usize {
        if self.climb.evaluations > 0 { 1 } else { BATCH }
    }

    /// Evaluations for so many children.
    pub fn cost(&self, children: usize) -> u64 {
        children as u64 * (1 + self.climb.evaluations)
    }

    /// A population to begin with; empty if the puzzle does not allow any.
    pub fn begin(&self, field: &Field, init: Init, count: usize, key: u64) -> Vec<Genome> {
        let make = |batch: usize| {
            let mut random = stream(key, batch as u64);
            let first = batch * self.batch();
            (first..count.min(first + self.batch())).filter_map(move |_| {
                let mut genome = start::begin(field, init, self.manner.lawful, &mut random)?;
                self.improve(field, &mut genome, &mut random);
                Some(genome)
            })
        };
        let batches = 0..count.div_ceil(self.batch());
        batches.into_par_iter().flat_map_iter(make).collect()
    }

    /// Overwrites the children: the first so many by crossover, the others by mutation. `pick` draws
    /// a parent.
    pub fn breed(
        &self,
        field: &Field,
        parents: &[Genome],
        children: &mut [Genome],
        crossed: usize,
        key: u64,
        pick: impl Fn(&mut Stream) -> usize + Sync,
    ) {
        let batches = children.par_chunks_mut(self.batch()).enumerate();
        batches.for_each(|(batch, children)| {
            let mut random = stream(key, batch as u64);
            let mut operators = Operators::new(field, self.manner);
            // Parents lie anywhere in a large population: all are fetched before any is worked on, so
            // that memory is asked for many of them at once.
            let first = batch * self.batch();
            let mut others = Vec::with_capacity(children.len());
            for (index, child) in (first..).zip(children.iter_mut()) {
                child.copy_from(&parents[pick(&mut random)]);
                others.push((index < crossed).then(|| &parents[pick(&mut random)]));
            }
            others.iter().flatten().for_each(|other| other.fetch());
            for (child, other) in children.iter_mut().zip(others) {
                match other {
                    Some(other) => operators.cross(field, other, child, &mut random),
                    None => operators.mutate(field, child, &mut random),
                }
                self.improve(field, child, &mut random);
            }
        });
    }

    /// Local search, if there is any.
    pub fn improve(&self, field: &Field, genome: &mut Genome, random: &mut Stream) {
        if self.climb.evaluations == 0 {
            return;
        }
        let mut layout = genome.to_layout(field);
        self.climb.improve(&mut layout, random);
        if let Some(better) = Genome::of_layout(field, &layout) {
            *genome = better;
        }
    }
}
