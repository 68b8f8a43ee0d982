//! Ant colony optimisation: boards built by chance, guided by what earlier good boards had.
//!
//! Three algorithms on two graphs, after C. M. D. Söderlind, *Design and Analysis of ACO-algorithms
//! for edge-matching problems* (2010), who took them from Dorigo and Stützle, *Ant colony
//! optimization* (2004). Their common part is a colony; what differs is who lays pheromone, and
//! how an ant decides. As published they stay far behind greedy boards, because an ant chooses in
//! proportion among hundreds of pieces that do not match; restricted to the pieces that match most,
//! and with a short local search on the best board of each iteration, they overtake them.
//!
//! The document leaves open how much pheromone a board lays: here its score as a share of all joins,
//! so that a perfect board lays 1.

mod colony;
mod graph;
mod pheromone;
mod settings;
mod tour;

use tilewright_search::{SolverInfo, Unit};

use crate::team;
use colony::{Colony, Follows};
use settings::Rule;

struct AntSystem;
struct AntColonySystem;
struct MaxMin;

impl Follows for AntSystem {
    const RULE: Rule = Rule::AntSystem;
}

impl Follows for AntColonySystem {
    const RULE: Rule = Rule::AntColonySystem;
}

impl Follows for MaxMin {
    const RULE: Rule = Rule::MaxMin;
}

/// `ant-system`, as registered.
pub static ANT_SYSTEM: SolverInfo = SolverInfo {
    name: "ant-system",
    summary: "ants build boards by pheromone and matches; every ant lays pheromone by its score",
    source: "C. M. D. Söderlind (2010), section 3.2.1, after Dorigo 1991 (its own: candidates=all, \
             polish=0, patience=0)",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: settings::ANT_SYSTEM,
    build: |task| team::build::<Colony<AntSystem>>(&task),
    restore: |task, saved| team::restore::<Colony<AntSystem>>(&task, saved),
};

/// `ant-colony-system`, as registered.
pub static ANT_COLONY_SYSTEM: SolverInfo = SolverInfo {
    name: "ant-colony-system",
    summary: "ants that mostly take the best edge and wear it off; the best board lays pheromone",
    source: "C. M. D. Söderlind (2010), section 3.2.2, after Dorigo and Gambardella 1997 (its own: \
             candidates=all, polish=0, patience=0)",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: settings::ANT_COLONY_SYSTEM,
    build: |task| team::build::<Colony<AntColonySystem>>(&task),
    restore: |task, saved| team::restore::<Colony<AntColonySystem>>(&task, saved),
};

/// `max-min-ant-system`, as registered.
pub static MAX_MIN_ANT_SYSTEM: SolverInfo = SolverInfo {
    name: "max-min-ant-system",
    summary: "ants that choose in proportion; the best board lays pheromone, within bounds",
    source: "C. M. D. Söderlind (2010), section 3.2.3, after Stützle and Hoos 2000 (its own: \
             candidates=all, polish=0, patience=0)",
    takes_start: true,
    unit: Unit::Evaluations,
    parameters: settings::MAX_MIN,
    build: |task| team::build::<Colony<MaxMin>>(&task),
    restore: |task, saved| team::restore::<Colony<MaxMin>>(&task, saved),
};
