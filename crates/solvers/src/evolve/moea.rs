//! `moea`: the genetic algorithm with three objectives in place of one.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-D: who is dominated by fewer is better, inside the
//! Pareto front who is further from the others; of the front a few go on, those with most distance.
//! `survival=nsga2` is the standard beside it (Deb et al. 2002): parents and children compete, front
//! by front and by crowding.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::dominance::{crowding, distances, dominators, fronts};
use super::field::Field;
use super::genome::{Genome, Tally};
use super::population::{Population, SavedGenomes};
use super::select::{best_of, tournament};
use super::settings::{self, Family, Settings};
use super::{restore_square, square, start};
use crate::layout::Ground;
use crate::settings::choice;
use crate::team::{Method, Notes};

/// `moea`, as registered.
pub static MOEA: SolverInfo = SolverInfo {
    name: "moea",
    summary: "a genetic algorithm with three objectives: matched joins, perfect 2x2 blocks, fully \
              matched pieces",
    source: "J. Muñoz, G. Gutierrez and A. Sanchis, Evolutionary techniques in a constraint \
             satisfaction problem: Puzzle Eternity II (2009); its own: preset=MOEA_1 or MOEA_2; \
             survival=nsga2 after Deb, Pratap, Agarwal and Meyarivan 2002",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        settings::MULTI_OBJECTIVE_PRESET,
        settings::POPULATION,
        settings::CROSSOVER,
        settings::ELITISM,
        settings::TOURNAMENT,
        Parameter {
            name: "survival",
            meaning: "children replace all but a few of the Pareto front (authors), or compete with \
                      their parents front by front (nsga2)",
            kind: Kind::Choice(&["authors", "nsga2"]),
            default: Some("authors"),
        },
        settings::INIT,
        settings::RIM,
        settings::REGIONS,
        settings::LOCAL_SEARCH,
        settings::TEMPERATURE,
    ],
    build: |task| square::<Moea>(&task),
    restore: |task, saved| restore_square::<Moea>(&task, saved),
};

struct MoeaSettings {
    common: Settings,
    is_standard: bool,
}

struct Moea {
    settings: Arc<MoeaSettings>,
    field: Arc<Field>,
    population: Population,
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

/// Who is better: a smaller rank, then more room.
struct Ranking {
    ranks: Vec<u32>,
    room: Vec<f64>,
}

impl Ranking {
    fn new(genomes: &[Genome], field: &Field, is_standard: bool) -> Self {
        let tallies: Vec<Tally> = genomes.iter().map(Genome::tally).collect();
        if is_standard {
            let ranks = fronts(&tallies, field.most());
            let room = crowding(&tallies, &ranks);
            Self { ranks, room }
        } else {
            let ranks = dominators(&tallies, field.most());
            let room = distances(&tallies, &ranks, field.most());
            Self { ranks, room: room.into_iter().map(f64::from).collect() }
        }
    }

    #[inline]
    fn compare(&self, one: usize, other: usize) -> Ordering {
        self.ranks[other]
            .cmp(&self.ranks[one])
            .then_with(|| self.room[one].total_cmp(&self.room[other]))
    }
}

impl Moea {
    fn generation(&mut self, notes: &mut Notes) {
        let Self { settings, field, population, children, random, .. } = self;
        let MoeaSettings { common, is_standard } = &**settings;
        let Settings { crossed, elite, tournament: size, breeding, fitness, .. } = *common;
        if children.is_empty() {
            children.clone_from(&population.genomes);
        }
        let ranking = Ranking::new(&population.genomes, field, *is_standard);
        let count = population.genomes.len();
        let pick = |random: &mut Stream| {
            tournament(size, count, random, |a, b| ranking.compare(a, b) == Ordering::Greater)
        };
        if *is_standard {
            // As many children by crossover as if the elite were bred anew too.
            let crossed = crossed * count / (count - elite).max(1);
            breeding.breed(field, &population.genomes, children, crossed, random.bits(), pick);
            notes.evaluations += breeding.cost(count);
            population.genomes.append(children);
            let ranking = Ranking::new(&population.genomes, field, true);
            let survivors = best_of(2 * count, count, |a, b| ranking.compare(a, b));
            let mut survives = vec![false; 2 * count];
            survivors.into_iter().for_each(|index| survives[index] = true);
            let both = std::mem::take(&mut population.genomes);
            for (genome, survives) in both.into_iter().zip(survives) {
                let to = if survives { &mut population.genomes } else { &mut *children };
                to.push(genome);
            }
        } else {
            let front = ranking.ranks.iter().filter(|rank| **rank == 0).count();
            let elite = elite.min(front);
            let (kept, bred) = children.split_at_mut(elite);
            breeding.breed(field, &population.genomes, bred, crossed, random.bits(), pick);
            notes.evaluations += breeding.cost(count - elite);
            let best = best_of(count, elite, |a, b| ranking.compare(a, b));
            for (child, parent) in kept.iter_mut().zip(best) {
                child.copy_from(&population.genomes[parent]);
            }
            std::mem::swap(&mut population.genomes, children);
        }
        population.judge(field, fitness, notes);
        self.generations += 1;
    }
}

impl Method for Moea {
    type Settings = MoeaSettings;
    type Saved = Saved;
    /// One generation, whatever it takes.
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<MoeaSettings, ParamError> {
        let is_standard = choice(params, "survival", &[("authors", false), ("nsga2", true)])?;
        Ok(MoeaSettings { common: Settings::read(Family::MultiObjective, params)?, is_standard })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<MoeaSettings>,
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
        settings: &Arc<MoeaSettings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random.clone());
        let Saved { genomes, best_score, random, generations } = saved;
        method.population =
            Population::restore(&method.field, &settings.common, genomes, best_score)?;
        (method.random, method.generations) = (random, generations);
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
            let (settings, given) = (&self.settings.common, self.given.as_ref());
            self.population =
                Population::begin(&self.field, settings, given, &mut self.random, notes);
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
