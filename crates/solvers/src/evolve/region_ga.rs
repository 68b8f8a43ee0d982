//! `region-ga`: a simple genetic algorithm with elitism and tournaments on matrices of pieces.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-B.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::Board;
use tilewright_search::{ParamError, Params, SolverInfo, Stream, Unit};

use super::field::Field;
use super::genome::Genome;
use super::order_ga::OrderGa;
use super::population::{Population, SavedGenomes};
use super::select::{best_of, tournament};
use super::settings::{self, Family, Settings};
use super::{restore_square, square, start};
use crate::layout::Ground;
use crate::settings::choice;
use crate::team::{Method, Notes};

/// `region-ga`, as registered.
pub static REGION_GA: SolverInfo = SolverInfo {
    name: "region-ga",
    summary: "a genetic algorithm on whole boards: rectangles are copied from another parent, \
              exchanged or rotated",
    source: "J. Muñoz, G. Gutierrez and A. Sanchis, Evolutionary techniques in a constraint \
             satisfaction problem: Puzzle Eternity II (2009); its own: preset=GA_1, GA_2 or GA_3",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        settings::GENETIC_PRESET,
        settings::GENOME,
        settings::DECODE_NODES,
        settings::POPULATION,
        settings::CROSSOVER,
        settings::ELITISM,
        settings::TOURNAMENT,
        settings::INIT,
        settings::FITNESS,
        settings::RIM,
        settings::REGIONS,
        settings::LOCAL_SEARCH,
        settings::TEMPERATURE,
    ],
    build: |task| match is_order(&task.params)? {
        true => square::<OrderGa>(&task),
        false => square::<RegionGa>(&task),
    },
    restore: |task, saved| match is_order(&task.params)? {
        true => restore_square::<OrderGa>(&task, saved),
        false => restore_square::<RegionGa>(&task, saved),
    },
};

/// Whether genomes are orders of pieces.
fn is_order(params: &Params) -> Result<bool, ParamError> {
    choice(params, "genome", &[("matrix", false), ("order", true)])
}

struct RegionGa {
    settings: Arc<Settings>,
    field: Arc<Field>,
    population: Population,
    /// The next generation, for its memory.
    children: Vec<Genome>,
    given: Option<Genome>,
    random: Stream,
    generations: u64,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    genomes: SavedGenomes,
    best_score: u32,
    random: Stream,
    generations: u64,
}

impl RegionGa {
    fn generation(&mut self, notes: &mut Notes) {
        let Self { settings, field, population, children, random, .. } = self;
        let Settings { crossed, elite, tournament: size, breeding, .. } = **settings;
        if children.is_empty() {
            children.clone_from(&population.genomes);
        }
        let count = population.genomes.len();
        let worths = &population.worths;
        let pick =
            |random: &mut Stream| tournament(size, count, random, |a, b| worths[a] > worths[b]);
        let (kept, bred) = children.split_at_mut(elite);
        breeding.breed(field, &population.genomes, bred, crossed, random.bits(), pick);
        let best = best_of(count, elite, |a, b| worths[a].cmp(&worths[b]));
        for (child, parent) in kept.iter_mut().zip(best) {
            child.copy_from(&population.genomes[parent]);
        }
        notes.evaluations += breeding.cost(count - elite);
        std::mem::swap(&mut population.genomes, children);
        population.judge(field, settings.fitness, notes);
        self.generations += 1;
    }
}

impl Method for RegionGa {
    type Settings = Settings;
    type Saved = Saved;
    /// One generation, whatever it takes.
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Settings::read(Family::Genetic, params)
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let field = Field::new(ground);
        Self {
            settings: Arc::clone(settings),
            given: given.and_then(|board| start::given(&field, board, &mut random)),
            field,
            population: Population::default(),
            children: Vec::new(),
            random,
            generations: 0,
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random.clone());
        method.population =
            Population::restore(&method.field, settings, saved.genomes, saved.best_score)?;
        (method.random, method.generations) = (saved.random, saved.generations);
        Some(method)
    }

    fn save(&self) -> Saved {
        Saved {
            genomes: self.population.save(),
            best_score: self.population.best_score,
            random: self.random.clone(),
            generations: self.generations,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.population.genomes.is_empty() {
            let (field, given) = (&self.field, self.given.as_ref());
            self.population =
                Population::begin(field, &self.settings, given, &mut self.random, notes);
        } else {
            self.generation(notes);
        }
    }

    /// `generations`, and `genome_score`: the best score of a genome, which may break the rim.
    fn report(&self) -> Map<String, Value> {
        Map::from_iter([
            ("generations".to_owned(), json!(self.generations)),
            ("genome_score".to_owned(), json!(self.population.best_score)),
        ])
    }
}
