//! `random`: boards at random, the best is kept. What every method has to beat.
//!
//! RAND of Muñoz, Gutierrez and Sanchis 2009: 46.3 of 480 on average after 5*10^7 boards.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit, stream};

use super::field::Field;
use super::genome::Genome;
use super::start::Init;
use super::{build, restore, start};
use crate::layout::Ground;
use crate::settings::choice;
use crate::team::{Method, Notes};

/// `random`, as registered.
pub static RANDOM: SolverInfo = SolverInfo {
    name: "random",
    summary: "boards at random, the best is kept: what every method has to beat",
    source: "J. Muñoz, G. Gutierrez and A. Sanchis, Evolutionary techniques in a constraint \
             satisfaction problem: Puzzle Eternity II (2009), RAND; its own: rim=free",
    takes_start: false,
    unit: Unit::Evaluations,
    parameters: &[
        Parameter {
            name: "rim",
            meaning: "pieces lie on cells of their class with the rim turned out (kept), or anywhere \
                      in any rotation (free, the document), which counts for genome_score alone",
            kind: Kind::Choice(&["kept", "free"]),
            default: Some("kept"),
        },
        Parameter {
            name: "init",
            meaning: "at random (rand), or with the knowledge that populations begin with (iwk)",
            kind: Kind::Choice(&["rand", "iwk"]),
            default: Some("rand"),
        },
    ],
    build: |task| build::<Random>(&task),
    restore: |task, saved| restore::<Random>(&task, saved),
};

/// Boards of a batch, and batches between two boundaries of the run.
const BATCH: u64 = 64;
const BATCHES: u64 = 16;

struct Settings {
    lawful: bool,
    init: Init,
}

struct Random {
    settings: Arc<Settings>,
    field: Arc<Field>,
    random: Stream,
    record: Record,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Record {
    best_score: u32,
    boards: u64,
    sum: u64,
}

impl Method for Random {
    type Settings = Settings;
    type Saved = (Stream, Record);
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Ok(Settings {
            lawful: choice(params, "rim", &[("kept", true), ("free", false)])?,
            init: choice(params, "init", &[("rand", Init::Random), ("iwk", Init::Knowledge)])?,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _given: Option<&Board>,
        random: Stream,
    ) -> Self {
        let settings = Arc::clone(settings);
        Self { settings, field: Field::new(ground), random, record: Record::default() }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        (random, record): (Stream, Record),
    ) -> Option<Self> {
        Some(Self { record, ..Self::begin(ground, settings, given, random) })
    }

    fn save(&self) -> (Stream, Record) {
        (self.random.clone(), self.record)
    }

    fn step(&mut self, notes: &mut Notes) {
        let (key, field, settings) = (self.random.bits(), &*self.field, &*self.settings);
        let batch = |index: u64| {
            let mut random = stream(key, index);
            let mut best: Option<Genome> = None;
            let mut sum = 0;
            for _ in 0..BATCH {
                let made = start::begin(field, settings.init, settings.lawful, &mut random);
                let joins = |genome: &Genome| genome.tally().joins;
                sum += made.as_ref().map_or(0, |genome| u64::from(joins(genome)));
                if best.as_ref().map(joins) < made.as_ref().map(joins) {
                    best = made;
                }
            }
            (best, sum)
        };
        let batches: Vec<_> = (0..BATCHES).into_par_iter().map(batch).collect();
        for (best, sum) in batches {
            self.record.sum += sum;
            let is_first = self.record.boards == 0;
            self.record.boards += BATCH;
            let Some(genome) = best else { continue };
            if genome.tally().joins > self.record.best_score || is_first {
                self.record.best_score = genome.tally().joins;
                // Laid anew, pieces that break the rim would make a greedy board of it.
                notes.show(&genome.to_layout(field));
            }
        }
        notes.evaluations += BATCH * BATCHES;
    }

    /// `genome_score`, the best score of a board, which may break the rim, and `mean_score`.
    fn report(&self) -> Map<String, Value> {
        let Record { best_score, boards, sum } = self.record;
        Map::from_iter([
            ("genome_score".to_owned(), json!(best_score)),
            ("mean_score".to_owned(), json!(sum as f64 / boards.max(1) as f64)),
        ])
    }
}
