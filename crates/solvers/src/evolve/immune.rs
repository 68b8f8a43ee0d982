//! `immune`: the artificial immune evolutionary algorithm: clones of the good, mutated the more the
//! worse they are.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-C, algorithm 2. A tournament winner is cloned and
//! mutated in proportion to its relative fitness, and replaces the loser of another tournament. How
//! many mutations a relative fitness means is not given: here from one, for the best of the
//! population, to `mutations`, for the worst.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::field::Field;
use super::genome::Genome;
use super::population::{Population, SavedGenomes};
use super::region::Operators;
use super::select::tournament;
use super::settings::{self, Family, Settings};
use super::{restore_square, square, start};
use crate::layout::Ground;
use crate::team::{Method, Notes};

/// `immune`, as registered.
pub static IMMUNE: SolverInfo = SolverInfo {
    name: "immune",
    summary: "an immune algorithm: good boards are cloned, mutated the more the worse they are, and \
              replace bad ones",
    source: "J. Muñoz, G. Gutierrez and A. Sanchis, Evolutionary techniques in a constraint \
             satisfaction problem: Puzzle Eternity II (2009); its own: preset=AIEA_1, AIEA_2 or AIEA_3",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        settings::IMMUNE_PRESET,
        settings::POPULATION,
        settings::TOURNAMENT,
        Parameter {
            name: "mutations",
            meaning: "mutations of a clone of the worst genome; the best gets one",
            kind: Kind::Integer { min: 1, max: 10_000 },
            default: Some("10"),
        },
        settings::INIT,
        settings::FITNESS,
        settings::RIM,
        settings::REGIONS,
        settings::LOCAL_SEARCH,
        settings::TEMPERATURE,
    ],
    build: |task| square::<Immune>(&task),
    restore: |task, saved| restore_square::<Immune>(&task, saved),
};

/// Clones between two boundaries of the run; one where local search makes each of them long.
const BATCH: u32 = 1000;

struct ImmuneSettings {
    common: Settings,
    mutations: u64,
}

struct Immune {
    settings: Arc<ImmuneSettings>,
    field: Arc<Field>,
    population: Population,
    /// How many genomes have each worth: the ends are the best and the worst.
    worths: BTreeMap<u64, u32>,
    operators: Operators,
    clone: Option<Genome>,
    given: Option<Genome>,
    random: Stream,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    genomes: SavedGenomes,
    best_score: u32,
    random: Stream,
}

impl Immune {
    fn count_worths(&mut self) {
        self.worths.clear();
        for &worth in &self.population.worths {
            *self.worths.entry(worth).or_default() += 1;
        }
    }

    /// Clones, mutates and replaces one genome.
    fn respond(&mut self, notes: &mut Notes) {
        let ImmuneSettings { common, mutations } = &*self.settings;
        let Settings { tournament: size, breeding, fitness, .. } = common;
        let Self { population: Population { genomes, worths, best_score }, field, random, .. } =
            self;
        let count = genomes.len();
        let (Some((&least, _)), Some((&most, _))) =
            (self.worths.first_key_value(), self.worths.last_key_value())
        else {
            return;
        };
        let chosen = tournament(*size, count, random, |a, b| worths[a] > worths[b]);
        let clone = self.clone.get_or_insert_with(|| genomes[chosen].clone());
        clone.copy_from(&genomes[chosen]);
        // How bad it is, from 0 to 1, as a whole number of further mutations.
        let bad = u128::from(most - worths[chosen]) * u128::from(mutations - 1);
        let further = bad / u128::from((most - least).max(1));
        for _ in 0..=further {
            self.operators.mutate(field, clone, random);
        }
        breeding.improve(field, clone, random);
        notes.evaluations += breeding.cost(1);
        let loser = tournament(*size, count, random, |a, b| worths[a] < worths[b]);
        if let Some(left) = self.worths.get_mut(&worths[loser]) {
            *left -= 1;
            if *left == 0 {
                self.worths.remove(&worths[loser]);
            }
        }
        std::mem::swap(&mut genomes[loser], clone);
        let tally = genomes[loser].tally();
        worths[loser] = fitness.worth(tally, field.most());
        *self.worths.entry(worths[loser]).or_default() += 1;
        if tally.joins > *best_score {
            *best_score = tally.joins;
            notes.show(&start::lawful(field, &genomes[loser]));
        }
    }
}

impl Method for Immune {
    type Settings = ImmuneSettings;
    type Saved = Saved;
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<ImmuneSettings, ParamError> {
        let common = Settings::read(Family::Immune, params)?;
        Ok(ImmuneSettings { common, mutations: params.get("mutations")? })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<ImmuneSettings>,
        given: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let field = Field::new(ground);
        Self {
            settings: Arc::clone(settings),
            given: given.and_then(|board| start::given(&field, board, &mut random)),
            operators: Operators::new(&field, settings.common.breeding.manner),
            field,
            population: Population::default(),
            worths: BTreeMap::new(),
            clone: None,
            random,
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<ImmuneSettings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random.clone());
        let Saved { genomes, best_score, random } = saved;
        method.population =
            Population::restore(&method.field, &settings.common, genomes, best_score)?;
        method.random = random;
        method.count_worths();
        Some(method)
    }

    fn save(&self) -> Saved {
        Saved {
            genomes: self.population.save(),
            best_score: self.population.best_score,
            random: self.random.clone(),
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.population.genomes.is_empty() {
            let (settings, given) = (&self.settings.common, self.given.as_ref());
            self.population =
                Population::begin(&self.field, settings, given, &mut self.random, notes);
            self.count_worths();
            return;
        }
        let is_long = self.settings.common.breeding.climb.evaluations > 0;
        for _ in 0..if is_long { 1 } else { BATCH } {
            self.respond(notes);
            if notes.is_enough() {
                break;
            }
        }
    }

    /// `genome_score`: the best score of a genome, which may break the rim.
    fn report(&self) -> Map<String, Value> {
        Map::from_iter([("genome_score".to_owned(), json!(self.population.best_score))])
    }
}
