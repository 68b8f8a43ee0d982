//! The ring of islands, as registered.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::Board;
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit, stream};

use super::arrangement::{Plan, Rates};
use super::island::{Customs, Island, SavedIsland};
use crate::evolve::climb::Climb;
use crate::evolve::field::Field;
use crate::evolve::{build, restore};
use crate::improve::start;
use crate::layout::{Ground, Layout};
use crate::team::{Method, Notes};

const fn percent(name: &'static str, meaning: &'static str, default: &'static str) -> Parameter {
    let kind = Kind::Integer { min: 0, max: 100 };
    Parameter { name, meaning, kind, default: Some(default) }
}

const fn count(
    name: &'static str,
    meaning: &'static str,
    (min, max): (i64, i64),
    default: &'static str,
) -> Parameter {
    Parameter { name, meaning, kind: Kind::Integer { min, max }, default: Some(default) }
}

/// `islands`, as registered.
pub static ISLANDS: SolverInfo = SolverInfo {
    name: "islands",
    summary: "populations in a ring that breed apart, with PMX on sides and inner pieces, and send \
              somebody on now and then; square and triangular boards",
    source: "R. Nichols, Eternity 2 Heuristic Solver (2018); its own: local_search=0, restart=no; PMX \
             after Goldberg and Lingle 1985",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: &[
        count("islands", "populations in the ring", (1, 100_000), "100"),
        count("population", "arrangements on each island", (2, 100_000), "12"),
        count("window", "arrangements that compete to be parents", (2, 100_000), "4"),
        count("mutants", "mutants of each of the two parents and two children", (0, 100_000), "15"),
        percent("corner_swap", "chance in percent that a corner changes places", "10"),
        percent("side_swap", "chance in percent that a side piece changes places", "20"),
        percent("inner_swap", "chance in percent that an inner piece changes places", "20"),
        percent("turn", "chance in percent that an inner piece turns", "20"),
        count("migration", "generations between migrations; 0: none", (0, 1_000_000_000), "25"),
        count("migrants", "arrangements that go on to the next island", (1, 100_000), "2"),
        Parameter {
            name: "restart",
            meaning: "an island that has lost its diversity begins anew",
            kind: Kind::Flag,
            default: Some("yes"),
        },
        count(
            "local_search",
            "swaps judged on the best of the window in each generation, each an evaluation; 0: none",
            (0, 1_000_000_000),
            "1000",
        ),
        Parameter {
            name: "temperature",
            meaning: "how warm the local search begins, in joins; 0: it never takes a worse board",
            kind: Kind::Real { min: 0.0, max: 10.0 },
            default: Some("0.5"),
        },
    ],
    build: |task| build::<Islands>(&task),
    restore: |task, saved| restore::<Islands>(&task, saved),
};

pub(super) struct Settings {
    islands: usize,
    customs: Customs,
    migration: u64,
    migrants: usize,
}

struct Islands {
    settings: Arc<Settings>,
    plan: Plan,
    islands: Vec<Island>,
    given: Option<Layout>,
    random: Stream,
    state: State,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct State {
    generations: u64,
    best: u32,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    islands: Vec<SavedIsland>,
    random: Stream,
    state: State,
}

impl Islands {
    fn settle(&mut self) {
        let (key, settings, plan) = (self.random.bits(), &*self.settings, &self.plan);
        let island = |index: usize| Island::new(plan, &settings.customs, stream(key, index as u64));
        self.islands = (0..settings.islands).into_par_iter().map(island).collect();
        let given = self.given.as_ref().and_then(|layout| plan.of_layout(layout));
        let first = self.islands.first_mut().and_then(|island| island.people.first_mut());
        if let (Some(first), Some(given)) = (first, given) {
            *first = given;
        }
    }

    /// The best of each island go on to the next, in place of its worst.
    fn migrate(&mut self) {
        let travellers: Vec<Vec<_>> = self
            .islands
            .iter()
            .map(|island| {
                let mut people: Vec<_> = island.people.iter().collect();
                people.sort_by_key(|one| std::cmp::Reverse(one.joins));
                people.into_iter().take(self.settings.migrants).cloned().collect()
            })
            .collect();
        let count = self.islands.len();
        for (from, travellers) in travellers.into_iter().enumerate() {
            let people = &mut self.islands[(from + 1) % count].people;
            people.sort_by_key(|one| one.joins);
            for (place, traveller) in people.iter_mut().zip(travellers) {
                *place = traveller;
            }
        }
    }

    fn look(&mut self, notes: &mut Notes) {
        for island in &mut self.islands {
            notes.evaluations += std::mem::take(&mut island.evaluations);
        }
        let best = self.islands.iter().filter_map(Island::best).max_by_key(|one| one.joins);
        if let Some(best) =
            best.filter(|b| b.joins > self.state.best || self.state.generations == 0)
        {
            self.state.best = best.joins;
            notes.show(&self.plan.layout(best));
        }
        notes.restarts = self.islands.iter().map(|island| island.restarts).sum();
    }
}

impl Method for Islands {
    type Settings = Settings;
    type Saved = Saved;
    /// One generation of all islands.
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        let population: usize = params.get("population")?;
        let (window, migrants) = (params.get::<usize>("window")?, params.get::<usize>("migrants")?);
        for (name, count) in [("window", window), ("migrants", migrants)] {
            if count > population {
                return Err(ParamError::Combination(format!(
                    "`{name}` ({count}) is more than the population ({population}): make it smaller"
                )));
            }
        }
        Ok(Settings {
            islands: params.get("islands")?,
            customs: Customs {
                population,
                window,
                mutants: params.get("mutants")?,
                rates: Rates {
                    corner_swap: params.get("corner_swap")?,
                    side_swap: params.get("side_swap")?,
                    inner_swap: params.get("inner_swap")?,
                    turn: params.get("turn")?,
                },
                climb: Climb {
                    evaluations: params.get("local_search")?,
                    temperature: params.get("temperature")?,
                },
                restarts: params.get("restart")?,
            },
            migration: params.get("migration")?,
            migrants,
        })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        Self {
            settings: Arc::clone(settings),
            plan: Plan::new(&Field::new(ground)),
            islands: Vec::new(),
            given: given.map(|board| start::begin(ground, Some(board), &mut random)),
            random,
            state: State::default(),
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random.clone());
        if !saved.islands.is_empty() && saved.islands.len() != settings.islands {
            return None;
        }
        let restored = |island| Island::restore(&method.plan, &settings.customs, island);
        method.islands = saved.islands.iter().map(restored).collect::<Option<_>>()?;
        (method.random, method.state) = (saved.random, saved.state);
        Some(method)
    }

    fn save(&self) -> Saved {
        Saved {
            islands: self.islands.iter().map(|island| island.save(&self.plan)).collect(),
            random: self.random.clone(),
            state: self.state,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.islands.is_empty() {
            self.settle();
            self.look(notes);
            return;
        }
        let (plan, settings) = (&self.plan, &*self.settings);
        self.islands.par_iter_mut().for_each(|island| island.live(plan, &settings.customs));
        self.state.generations += 1;
        if settings.migration > 0 && self.state.generations.is_multiple_of(settings.migration) {
            self.migrate();
        }
        self.look(notes);
    }

    /// `generations`; `islands`: for each its mean and least number of mismatches, its diversity from
    /// 0 to 1 and how often it began anew; `collapsed`: how many have lost their diversity.
    fn report(&self) -> Map<String, Value> {
        let conditions: Vec<_> =
            self.islands.iter().map(|island| island.condition(&self.plan)).collect();
        let collapsed = conditions.iter().filter(|c| c.mean == f64::from(c.minimum)).count();
        Map::from_iter([
            ("generations".to_owned(), json!(self.state.generations)),
            ("collapsed".to_owned(), json!(collapsed)),
            ("islands".to_owned(), json!(conditions)),
        ])
    }
}
