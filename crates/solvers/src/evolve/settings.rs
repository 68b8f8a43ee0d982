//! What can be set on the algorithms of Muñoz, Gutierrez and Sanchis 2009, and their table I.
//!
//! A preset is a row of the table, or `memetic`: ours, with everything the authors asked for as further
//! work. What is set besides it wins over the preset.

use tilewright_search::{Kind, ParamError, Parameter, Params};

use super::breed::Breeding;
use super::climb::Climb;
use super::fitness::Fitness;
use super::region::Manner;
use super::start::Init;

/// A row of table I, or our own.
struct Preset {
    name: &'static str,
    population: usize,
    crossed: usize,
    elite: usize,
    tournament: usize,
    /// Whether it is our own: lawful boards, regions that matter, local search.
    is_own: bool,
}

const fn published(
    name: &'static str,
    population: usize,
    crossed: usize,
    elite: usize,
    tournament: usize,
) -> Preset {
    Preset { name, population, crossed, elite, tournament, is_own: false }
}

const fn own(population: usize, crossed: usize, elite: usize) -> Preset {
    Preset { name: "memetic", population, crossed, elite, tournament: 2, is_own: true }
}

const GENETIC: &[Preset] = &[
    published("GA_1", 10_000, 9_000, 1, 3),
    published("GA_2", 10_000, 5_000, 1, 3),
    published("GA_3", 10_000, 7_500, 0, 3),
    own(4, 2, 2),
];
const IMMUNE: &[Preset] = &[
    published("AIEA_1", 10_000, 0, 0, 3),
    published("AIEA_2", 10_000, 0, 0, 20),
    published("AIEA_3", 1_000, 0, 0, 3),
    own(4, 0, 0),
];
const MULTI_OBJECTIVE: &[Preset] = &[
    published("MOEA_1", 10_000, 9_000, 10, 3),
    published("MOEA_2", 10_000, 5_000, 10, 3),
    own(4, 2, 2),
];

/// The parameters, read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub population: usize,
    /// Children by crossover, and parents that go on as they are; the others come by mutation.
    pub crossed: usize,
    pub elite: usize,
    pub tournament: usize,
    pub init: Init,
    pub fitness: Fitness,
    pub breeding: Breeding,
}

/// Which table of presets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Genetic,
    Immune,
    MultiObjective,
}

impl Settings {
    pub fn read(family: Family, params: &Params) -> Result<Self, ParamError> {
        let presets = match family {
            Family::Genetic => GENETIC,
            Family::Immune => IMMUNE,
            Family::MultiObjective => MULTI_OBJECTIVE,
        };
        let name: String = params.get("preset")?;
        let misread = || ParamError::Misread { name: "preset".to_owned(), wanted: "a preset" };
        let preset = presets.iter().find(|preset| preset.name == name).ok_or_else(misread)?;
        let population = params.get::<Option<_>>("population")?.unwrap_or(preset.population);
        let (mut crossed, mut elite) = (0, 0);
        if family != Family::Immune {
            let scaled = |count: usize| {
                let exact = count as f64 * population as f64 / preset.population as f64;
                (exact.round() as usize).max(count.min(1))
            };
            let wanted = params.get::<Option<_>>("elitism")?;
            let own_elite = if preset.is_own { scaled(preset.elite) } else { preset.elite };
            elite = wanted.unwrap_or(own_elite.min(population / 2));
            let wanted = params.get::<Option<_>>("crossover")?;
            crossed = wanted
                .unwrap_or_else(|| scaled(preset.crossed).min(population.saturating_sub(elite)));
        }
        if crossed + elite > population {
            return Err(ParamError::Combination(format!(
                "`crossover` ({crossed}) and `elitism` ({elite}) are more than the population \
                 ({population}): make them smaller"
            )));
        }
        let word = |name: &str| params.get::<Option<String>>(name);
        let is = |name: &str, wanted: &str, otherwise: bool| {
            Ok::<_, ParamError>(word(name)?.map_or(otherwise, |word| word == wanted))
        };
        let lawful = is("rim", "kept", preset.is_own)?;
        let evaluations = params.get::<Option<_>>("local_search")?;
        let evaluations =
            evaluations.unwrap_or(if preset.is_own && lawful { 2_000_000 } else { 0 });
        if evaluations > 0 && !lawful {
            return Err(ParamError::Combination(
                "`local_search` moves pieces within their classes: set rim=kept with it".to_owned(),
            ));
        }
        let is_random = is("init", "rand", false)?;
        let is_combined = family != Family::MultiObjective && is("fitness", "comb", false)?;
        Ok(Self {
            population,
            crossed,
            elite,
            tournament: params.get::<Option<_>>("tournament")?.unwrap_or(preset.tournament),
            init: if is_random { Init::Random } else { Init::Knowledge },
            fitness: if is_combined { Fitness::Combined } else { Fitness::Normal },
            breeding: Breeding {
                manner: Manner { lawful, aware: is("regions", "aware", preset.is_own)? },
                climb: Climb { evaluations, temperature: params.get("temperature")? },
            },
        })
    }
}

const fn count(name: &'static str, meaning: &'static str, min: i64) -> Parameter {
    Parameter { name, meaning, kind: Kind::Integer { min, max: 1_000_000 }, default: None }
}

const fn preset(words: &'static [&'static str]) -> Parameter {
    Parameter {
        name: "preset",
        meaning: "a row of table I, or memetic: small, lawful, with local search and regions that \
                  matter; what is set besides wins",
        kind: Kind::Choice(words),
        default: Some("memetic"),
    }
}

pub(super) const GENETIC_PRESET: Parameter = preset(&["GA_1", "GA_2", "GA_3", "memetic"]);
pub(super) const IMMUNE_PRESET: Parameter = preset(&["AIEA_1", "AIEA_2", "AIEA_3", "memetic"]);
pub(super) const MULTI_OBJECTIVE_PRESET: Parameter = preset(&["MOEA_1", "MOEA_2", "memetic"]);
pub(super) const GENOME: Parameter = Parameter {
    name: "genome",
    meaning: "a matrix of pieces with rotations, or an order of the pieces that a bounded search \
              tries them in (order), with operators of its own: regions, rim and local search have \
              no part in it",
    kind: Kind::Choice(&["matrix", "order"]),
    default: Some("matrix"),
};
pub(super) const DECODE_NODES: Parameter = Parameter {
    name: "decode_nodes",
    meaning: "pieces that the search lays at most to make a board of an order",
    kind: Kind::Integer { min: 1, max: 1_000_000_000 },
    default: Some("2000"),
};
pub(super) const POPULATION: Parameter = count("population", "genomes in the population", 2);
pub(super) const CROSSOVER: Parameter =
    count("crossover", "children by crossover in a generation; the rest come by mutation", 0);
pub(super) const ELITISM: Parameter =
    count("elitism", "the best so many parents go on as they are", 0);
pub(super) const TOURNAMENT: Parameter =
    count("tournament", "genomes that are drawn for each choice of a parent", 1);
pub(super) const INIT: Parameter = Parameter {
    name: "init",
    meaning: "the first population: at random (rand), or with knowledge (iwk): the first piece that \
              matches everything around, cell by cell; iwk unless set",
    kind: Kind::Choice(&["rand", "iwk"]),
    default: None,
};
pub(super) const FITNESS: Parameter = Parameter {
    name: "fitness",
    meaning: "the score (norm), or the mean of matched joins, perfect 2x2 blocks and fully matched \
              pieces, each as a share of the most (comb); norm unless set",
    kind: Kind::Choice(&["norm", "comb"]),
    default: None,
};
pub(super) const RIM: Parameter = Parameter {
    name: "rim",
    meaning: "pieces lie anywhere in any rotation (free, the document), or on cells of their class \
              with the rim turned out (kept); kept for memetic, else free",
    kind: Kind::Choice(&["free", "kept"]),
    default: None,
};
pub(super) const REGIONS: Parameter = Parameter {
    name: "regions",
    meaning: "regions at random (any, the document), or chosen by how well they match, displaced \
              pieces laid where they match most (aware); aware for memetic, else any",
    kind: Kind::Choice(&["any", "aware"]),
    default: None,
};
pub(super) const LOCAL_SEARCH: Parameter = Parameter {
    name: "local_search",
    meaning: "swaps judged on each child before it is scored, each an evaluation; needs rim=kept; \
              2000000 for memetic, else 0",
    kind: Kind::Integer { min: 0, max: 1_000_000_000 },
    default: None,
};
pub(super) const TEMPERATURE: Parameter = Parameter {
    name: "temperature",
    meaning: "how warm the local search begins, in joins; 0: it never takes a worse board",
    kind: Kind::Real { min: 0.0, max: 10.0 },
    default: Some("0.24"),
};
