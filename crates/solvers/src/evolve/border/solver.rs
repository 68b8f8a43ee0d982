//! The run of `border-ga`: phases, what is done when stuck, what is told and kept.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Shape};
use tilewright_search::{
    BuildError, Kind, ParamError, Parameter, Params, SolverInfo, Stream, Task, Unit, stream,
};

use super::measure::Measure;
use super::pairs::{Cells, Individual, Manner, Pair, Phase, Segments, Turning};
use super::statistics;
use super::weights::{Source, Weights};
use crate::evolve::field::{Field, Gene};
use crate::evolve::genome::Genome;
use crate::evolve::{build, restore, start};
use crate::layout::Ground;
use crate::settings::choice;
use crate::team::{Method, Notes};

/// `border-ga`, as registered.
pub static BORDER_GA: SolverInfo = SolverInfo {
    name: "border-ga",
    summary: "a genetic algorithm that solves the border, then the centre, by genomes that breed with \
              themselves, judged by single features of the joins",
    source: "M. Logan, Genetic Algorithm - Eternity II (2008); its own: turning=oriented, weights=table5.2, \
             desperation=10, attempts=0",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "population",
            meaning: "genomes; they meet in pairs, so an odd one has no part",
            kind: Kind::Integer { min: 2, max: 1_000_000 },
            default: Some("40"),
        },
        Parameter {
            name: "mutation",
            meaning: "chance in percent that a child is mutated (the document's draw is below it)",
            kind: Kind::Integer { min: 0, max: 101 },
            default: Some("20"),
        },
        Parameter {
            name: "weights",
            meaning: "what satisfied constraints count: as in table 5.2 or 6.1, all alike (equal), or \
                      drawn anew whenever the search is stuck (random)",
            kind: Kind::Choice(&["table5.2", "table6.1", "equal", "random"]),
            default: Some("random"),
        },
        Parameter {
            name: "segment",
            meaning: "genes of the two segments that change places; 0: a random number up to half of \
                      all",
            kind: Kind::Integer { min: 0, max: 10_000 },
            default: Some("1"),
        },
        Parameter {
            name: "turning",
            meaning: "pieces that move are turned at random in the border and stay in the centre \
                      (random), are turned in the border until their rim is out (oriented), and also \
                      in the centre to match most (fitting)",
            kind: Kind::Choice(&["random", "oriented", "fitting"]),
            default: Some("fitting"),
        },
        Parameter {
            name: "borders",
            meaning: "one solved border for all genomes (one), or one for each pair (pair)",
            kind: Kind::Choice(&["one", "pair"]),
            default: Some("one"),
        },
        Parameter {
            name: "patience",
            meaning: "generations without progress until the search counts as stuck",
            kind: Kind::Integer { min: 1, max: 1_000_000_000 },
            default: Some("1000"),
        },
        Parameter {
            name: "desperation",
            meaning: "chance in percent for every gene to be turned when the search is stuck; 0: none",
            kind: Kind::Integer { min: 0, max: 100 },
            default: Some("0"),
        },
        Parameter {
            name: "attempts",
            meaning: "times that the search may be stuck without a better board in between before it \
                      begins anew with another border; 0: never",
            kind: Kind::Integer { min: 0, max: 1_000_000 },
            default: Some("50"),
        },
    ],
    build: |task| {
        check(&task)?;
        build::<BorderGa>(&task)
    },
    restore: |task, saved| {
        check(&task)?;
        restore::<BorderGa>(&task, saved)
    },
};

/// More colours than this are not compared feature by feature.
const MOST_COLOURS: usize = 1024;

fn check(task: &Task) -> Result<(), BuildError> {
    let puzzle = &task.puzzle;
    let is_square = matches!(puzzle.shape(), Shape::Square { .. });
    let unsuitable = |what: &str| Err(BuildError::Unsuitable(what.to_owned()));
    if !is_square || puzzle.rim().is_none() {
        return unsuitable(
            "`border-ga` solves the border first: it needs a square board with a rim",
        );
    }
    if puzzle.colour_limit() > MOST_COLOURS {
        return unsuitable("`border-ga` compares features of at most 1024 colours");
    }
    Ok(())
}

/// Generations of a step; pairs of a batch.
const STEP: u64 = 50;
const BATCH: usize = 8;
/// Lines of statistics that are kept, the last ones.
const MOST_LINES: usize = 500;

pub(super) struct Settings {
    pairs: usize,
    manner: Manner,
    weights: Source,
    is_shared: bool,
    patience: u64,
    desperation: u64,
    attempts: u64,
}

struct BorderGa {
    settings: Arc<Settings>,
    measure: Measure,
    cells: Cells,
    pairs: Vec<Pair>,
    given: Option<Vec<Gene>>,
    random: Stream,
    state: State,
    statistics: Vec<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct State {
    phase: Phase,
    generations: u64,
    /// The best worth of this phase since it began or the weights changed, and the generations since.
    peak: u32,
    waited: u64,
    /// Times stuck since the best of all was found.
    stuck: u64,
    /// The best centre fitness of this beginning.
    centre_peak: f64,
    /// The best fitness of border and centre ever.
    border_fitness: f64,
    centre_fitness: f64,
}

const BEGINNING: State = State {
    phase: Phase::Border,
    generations: 0,
    peak: 0,
    waited: 0,
    stuck: 0,
    centre_peak: 0.0,
    border_fitness: 0.0,
    centre_fitness: 0.0,
};

#[derive(Serialize, Deserialize)]
struct Saved {
    weights: Weights,
    genomes: Vec<Vec<Gene>>,
    random: Stream,
    state: State,
    statistics: Vec<String>,
}

impl BorderGa {
    fn begin_population(&mut self) {
        let Self { settings, measure, cells, random, .. } = self;
        self.pairs.clear();
        for _ in 0..settings.pairs {
            let Some(best) = Individual::random(measure, cells, random) else { continue };
            self.pairs.push(Pair { other: best.clone(), best });
        }
        let State { generations, border_fitness, centre_fitness, .. } = self.state;
        self.state = State { generations, border_fitness, centre_fitness, ..BEGINNING };
        if let (Some(pair), Some(given)) = (self.pairs.first_mut(), self.given.take()) {
            pair.best = Individual::new(measure, given);
        }
    }

    /// All pairs breed for some generations; pairs whose border is solved wait for the others.
    fn breed(&mut self, notes: &mut Notes) {
        let Self { settings, measure, cells, random, state, .. } = self;
        let (key, phase, cells) = (random.bits(), state.phase, cells.of(state.phase));
        let most = match phase {
            Phase::Border => measure.most.border,
            Phase::Centre => measure.most.centre,
        };
        let batches = self.pairs.par_chunks_mut(BATCH).enumerate();
        let bred: u64 = batches
            .map(|(batch, pairs)| {
                let mut random = stream(key, batch as u64);
                let mut bred = 0;
                for pair in pairs {
                    for _ in 0..STEP {
                        if pair.best.of(phase) == most {
                            break;
                        }
                        pair.breed(measure, cells, phase, settings.manner, &mut random);
                        bred += 1;
                    }
                }
                bred
            })
            .sum();
        notes.evaluations += bred.max(1);
        self.state.generations += STEP;
    }

    fn champion(&self) -> Option<&Individual> {
        let phase = self.state.phase;
        self.pairs.iter().map(|pair| &pair.best).max_by_key(|best| best.of(phase))
    }

    /// Takes note of the best genome.
    fn look(&mut self, notes: &mut Notes) {
        let Some(best) = self.champion() else { return };
        let (worth, of_phase) = (best.worth, best.of(self.state.phase));
        let border = f64::from(worth.border) / f64::from(self.measure.most.border.max(1));
        if of_phase <= self.state.peak {
            self.state.waited += STEP;
            return;
        }
        let centre = self.measure.centre_fitness(&best.genes);
        if let Some(genome) = Genome::new(&self.measure.field, best.genes.clone()) {
            notes.show(&start::lawful(&self.measure.field, &genome));
        }
        let state = &mut self.state;
        (state.peak, state.waited) = (of_phase, 0);
        state.border_fitness = state.border_fitness.max(border);
        if state.phase == Phase::Centre {
            state.centre_fitness = state.centre_fitness.max(centre);
            if centre > state.centre_peak {
                (state.centre_peak, state.stuck) = (centre, 0);
            }
        }
    }

    /// From the border to the centre, once it is solved.
    fn change_phase(&mut self) {
        if self.state.phase == Phase::Centre {
            return;
        }
        let most = self.measure.most.border;
        let is_solved = |pair: &Pair| pair.best.worth.border == most;
        if self.settings.is_shared {
            let Some(solved) = self.pairs.iter().find(|&pair| is_solved(pair)) else { return };
            let border: Vec<_> =
                self.cells.border.iter().map(|&cell| (cell, solved.best.genes[cell])).collect();
            for pair in &mut self.pairs {
                for &(cell, gene) in &border {
                    pair.best.genes[cell] = gene;
                }
                pair.best.worth = self.measure.worth(&pair.best.genes);
            }
        } else if !self.pairs.iter().all(is_solved) {
            return;
        }
        self.state = State { phase: Phase::Centre, peak: 0, waited: 0, stuck: 0, ..self.state };
    }

    /// Stuck: other weights, much mutation, or another beginning.
    fn get_unstuck(&mut self, notes: &mut Notes) {
        let Settings { weights, desperation, attempts, patience, manner, .. } = *self.settings;
        if self.state.waited < patience {
            return;
        }
        self.state.waited = 0;
        self.state.stuck += 1;
        if let Some(best) = self.champion() {
            self.statistics.push(statistics::line(&self.measure, best));
            if self.statistics.len() > MOST_LINES {
                self.statistics.remove(0);
            }
        }
        if attempts > 0 && self.state.stuck > attempts {
            self.begin_population();
            notes.restarts += 1;
            return;
        }
        let phase = self.state.phase;
        if weights == Source::Random {
            self.measure.weigh(weights.draw(&mut self.random));
        }
        let cells = self.cells.of(phase);
        for pair in &mut self.pairs {
            pair.best.worth = self.measure.worth(&pair.best.genes);
            for _ in 0..cells.len() {
                if self.random.below(100) < desperation {
                    pair.best.mutate(&self.measure, cells, manner, &mut self.random);
                }
            }
        }
        self.state.peak = self.champion().map_or(0, |best| best.of(phase));
    }
}

impl Method for BorderGa {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        let population: usize = params.get("population")?;
        let segment: usize = params.get("segment")?;
        let sources = [
            ("table5.2", Source::Table52),
            ("table6.1", Source::Table61),
            ("equal", Source::Equal),
            ("random", Source::Random),
        ];
        let turnings = [
            ("random", Turning::Random),
            ("oriented", Turning::Oriented),
            ("fitting", Turning::Fitting),
        ];
        Ok(Settings {
            pairs: population / 2,
            manner: Manner {
                segments: if segment == 0 { Segments::Random } else { Segments::Fixed(segment) },
                turning: choice(params, "turning", &turnings)?,
                mutation: params.get("mutation")?,
            },
            weights: choice(params, "weights", &sources)?,
            is_shared: choice(params, "borders", &[("one", true), ("pair", false)])?,
            patience: params.get("patience")?,
            desperation: params.get("desperation")?,
            attempts: params.get("attempts")?,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let field = Field::new(ground);
        let given = given.and_then(|board| start::given(&field, board, &mut random));
        let measure = Measure::new(&field, settings.weights.draw(&mut random));
        Self {
            settings: Arc::clone(settings),
            cells: Cells::new(&measure),
            measure,
            pairs: Vec::new(),
            given: given.map(|genome| genome.genes().to_vec()),
            random,
            state: BEGINNING,
            statistics: Vec::new(),
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random.clone());
        method.measure.weigh(saved.weights);
        let is_whole = saved.genomes.is_empty() || saved.genomes.len() == settings.pairs;
        if !is_whole {
            return None;
        }
        if !saved.genomes.is_empty() {
            method.given = None;
        }
        for genes in saved.genomes {
            Genome::new(&method.measure.field, genes.clone())?;
            let is_sorted = |cell: usize| {
                let ground = &method.measure.field.ground;
                let border = ground.puzzle().rim_mask(ground.puzzle().piece(genes[cell].piece())?);
                Some((border != 0) == method.measure.is_border(cell))
            };
            if !(0..genes.len()).all(|cell| is_sorted(cell) == Some(true)) {
                return None;
            }
            let best = Individual::new(&method.measure, genes);
            method.pairs.push(Pair { other: best.clone(), best });
        }
        (method.random, method.state) = (saved.random, saved.state);
        method.statistics = saved.statistics;
        Some(method)
    }

    /// The winners alone: the losers are about to be overwritten.
    fn save(&self) -> Saved {
        Saved {
            weights: self.measure.weights(),
            genomes: self.pairs.iter().map(|pair| pair.best.genes.clone()).collect(),
            random: self.random.clone(),
            state: self.state,
            statistics: self.statistics.clone(),
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.pairs.is_empty() {
            self.begin_population();
            notes.evaluations += self.pairs.len().max(1) as u64;
        } else {
            self.breed(notes);
        }
        self.look(notes);
        self.change_phase();
        self.get_unstuck(notes);
    }

    /// `border_fitness` and `centre_fitness` as shares of the most, the latter with every feature
    /// counted as one; `generations`; `stuck`: statistics of stuck genomes, lines of CSV.
    fn report(&self) -> Map<String, Value> {
        let State { border_fitness, centre_fitness, generations, .. } = self.state;
        let lines = [statistics::HEADER.to_owned()].into_iter().chain(self.statistics.clone());
        Map::from_iter([
            ("border_fitness".to_owned(), json!(border_fitness)),
            ("centre_fitness".to_owned(), json!(centre_fitness)),
            ("generations".to_owned(), json!(generations)),
            ("stuck".to_owned(), json!(lines.collect::<Vec<_>>())),
        ])
    }
}
