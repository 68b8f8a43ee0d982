//! Genomes that live together: the part that all populations have in common.

use tilewright_search::Stream;

use super::field::{Field, Gene};
use super::fitness::Fitness;
use super::genome::Genome;
use super::settings::Settings;
use super::start;
use crate::team::Notes;

/// A population as it is saved.
pub(super) type SavedGenomes = Vec<Vec<Gene>>;

/// A population with what each genome is worth.
#[derive(Clone, Debug, Default)]
pub(super) struct Population {
    pub genomes: Vec<Genome>,
    pub worths: Vec<u64>,
    /// The best score of any genome so far; pieces may break the rim in it.
    pub best_score: u32,
}

impl Population {
    /// The first generation, with a given board in it if there is one; counts its evaluations.
    pub fn begin(
        field: &Field,
        settings: &Settings,
        given: Option<&Genome>,
        random: &mut Stream,
        notes: &mut Notes,
    ) -> Self {
        let Settings { population, init, breeding, .. } = settings;
        let mut genomes = breeding.begin(field, *init, *population, random.bits());
        if let (Some(first), Some(given)) = (genomes.first_mut(), given) {
            first.copy_from(given);
        }
        notes.evaluations += breeding.cost(*population);
        let mut population = Self { genomes, ..Self::default() };
        population.judge(field, settings.fitness, notes);
        population
    }

    /// Gives every genome its worth and shows the best one if it is the best ever.
    pub fn judge(&mut self, field: &Field, fitness: Fitness, notes: &mut Notes) {
        let most = field.most();
        self.worths.clear();
        self.worths.extend(self.genomes.iter().map(|g| fitness.worth(g.tally(), most)));
        let best = self.genomes.iter().max_by_key(|genome| genome.tally().joins);
        if let Some(best) = best.filter(|best| best.tally().joins > self.best_score) {
            self.best_score = best.tally().joins;
            notes.show(&start::lawful(field, best));
        }
    }

    pub fn save(&self) -> SavedGenomes {
        self.genomes.iter().map(|genome| genome.genes().to_vec()).collect()
    }

    /// What was saved; `None` if it is not of this puzzle or these settings.
    pub fn restore(
        field: &Field,
        settings: &Settings,
        saved: SavedGenomes,
        best_score: u32,
    ) -> Option<Self> {
        if !saved.is_empty() && saved.len() != settings.population {
            return None;
        }
        let most = field.most();
        let mut population = Self { best_score, ..Self::default() };
        for genes in saved {
            let genome = Genome::new(field, genes)?;
            if settings.breeding.manner.lawful && !genome.is_lawful(field) {
                return None;
            }
            population.worths.push(settings.fitness.worth(genome.tally(), most));
            population.genomes.push(genome);
        }
        Some(population)
    }
}
