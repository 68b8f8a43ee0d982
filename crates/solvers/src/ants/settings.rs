//! What can be set on the ants, and which of it each algorithm has.

use tilewright_search::{Kind, ParamError, Parameter, Params};

use super::graph::Graph;
use crate::construct::path::Path;
use crate::settings::choice;

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Every ant lays pheromone.
    AntSystem,
    /// The best ant lays pheromone; ants mostly take the best edge and wear off the ones they use.
    AntColonySystem,
    /// The best ant lays pheromone, within bounds.
    MaxMin,
}

/// The parameters, read.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub rule: Rule,
    pub graph: Graph,
    pub ants: u32,
    pub alpha: f64,
    pub beta: f64,
    pub rho: f64,
    pub phi: f64,
    pub q0: f64,
    pub tau0: f64,
    pub bounds: (f64, f64),
    pub global_best: bool,
    pub order: Path,
    pub only_matching: bool,
    pub polish: u64,
    pub smoothing: f64,
    pub patience: u64,
}

const fn real(
    name: &'static str,
    meaning: &'static str,
    (min, max): (f64, f64),
    default: &'static str,
) -> Parameter {
    Parameter { name, meaning, kind: Kind::Real { min, max }, default: Some(default) }
}

const GRAPH: Parameter = Parameter {
    name: "graph",
    meaning: "what pheromone lies on: a piece in a rotation on a cell (cells, version 1), or two \
              sides of pieces that touch (sides, version 2)",
    kind: Kind::Choice(&["cells", "sides"]),
    default: Some("cells"),
};
const ANTS: Parameter = Parameter {
    name: "ants",
    meaning: "boards that are built in each iteration",
    kind: Kind::Integer { min: 1, max: 10_000 },
    default: Some("5"),
};
const ALPHA: Parameter =
    real("alpha", "power of the pheromone in the choice of a piece", (0.0, 20.0), "1");
const BETA: Parameter = real(
    "beta",
    "power of the heuristic, one more than the joins a piece would match",
    (0.0, 20.0),
    "2",
);
const RHO: Parameter = real(
    "rho",
    "share of the pheromone that evaporates, or is replaced on the edges of the best board",
    (0.0, 1.0),
    "0.1",
);
const PHI: Parameter =
    real("phi", "share by which an edge wears off when an ant takes it", (0.0, 1.0), "0.1");
const Q0: Parameter = real(
    "q0",
    "chance that an ant takes the best edge, not one by chance in proportion",
    (0.0, 1.0),
    "0.9",
);
const TAU0: Parameter =
    real("tau0", "pheromone at the beginning; a perfect board lays 1", (1e-9, 1e9), "0.1");
const TAU_MIN: Parameter = real("tau_min", "least pheromone on an edge", (0.0, 1e9), "0.0005");
const TAU_MAX: Parameter =
    real("tau_max", "most pheromone on an edge, and that at the beginning", (1e-9, 1e9), "1");
const BEST: Parameter = Parameter {
    name: "best",
    meaning: "whose board is laid down: the best since the last beginning (global), or the best of \
              the iteration",
    kind: Kind::Choice(&["global", "iteration"]),
    default: Some("global"),
};
const ORDER: Parameter = Parameter {
    name: "order",
    meaning: "in which order cells are filled: row after row, at random, or outwards from a random \
              cell to neighbours (growth)",
    kind: Kind::Choice(&["rows", "random", "growth"]),
    default: Some("rows"),
};
const CANDIDATES: Parameter = Parameter {
    name: "candidates",
    meaning: "which pieces an ant chooses from: all that are left (the document), or of those only \
              the ones that match most",
    kind: Kind::Choice(&["all", "matching"]),
    default: Some("matching"),
};
const POLISH: Parameter = Parameter {
    name: "polish",
    meaning: "evaluations of local search on the best board of each iteration; 0: none (the document)",
    kind: Kind::Integer { min: 0, max: 1_000_000_000_000 },
    default: Some("20000"),
};
const SMOOTHING: Parameter = real(
    "smoothing",
    "share by which all pheromone goes back to its beginning after half the patience",
    (0.0, 1.0),
    "0.5",
);
const PATIENCE: Parameter = Parameter {
    name: "patience",
    meaning: "iterations without a better board before the pheromone begins anew; 0: never",
    kind: Kind::Integer { min: 0, max: 1_000_000_000_000 },
    default: Some("1000"),
};

/// The table of `ant-system`.
pub(super) const ANT_SYSTEM: &[Parameter] =
    &[GRAPH, ANTS, ALPHA, BETA, RHO, TAU0, ORDER, CANDIDATES, POLISH, SMOOTHING, PATIENCE];
/// The table of `ant-colony-system`.
pub(super) const ANT_COLONY_SYSTEM: &[Parameter] = &[
    GRAPH, ANTS, ALPHA, BETA, RHO, PHI, Q0, TAU0, BEST, ORDER, CANDIDATES, POLISH, SMOOTHING,
    PATIENCE,
];
/// The table of `max-min-ant-system`.
pub(super) const MAX_MIN: &[Parameter] = &[
    GRAPH, ANTS, ALPHA, BETA, RHO, TAU_MIN, TAU_MAX, BEST, ORDER, CANDIDATES, POLISH, SMOOTHING,
    PATIENCE,
];

impl Settings {
    pub fn read(rule: Rule, params: &Params) -> Result<Self, ParamError> {
        let is_colony = rule == Rule::AntColonySystem;
        let (tau0, bounds) = match rule {
            Rule::MaxMin => {
                let bounds: (f64, f64) = (params.get("tau_min")?, params.get("tau_max")?);
                if bounds.0 > bounds.1 {
                    return Err(ParamError::Combination(format!(
                        "`tau_min` ({}) is above `tau_max` ({}): make it smaller",
                        bounds.0, bounds.1
                    )));
                }
                (bounds.1, bounds)
            }
            _ => (params.get("tau0")?, (0.0, f64::MAX)),
        };
        let global_best = match rule {
            Rule::AntSystem => false,
            _ => choice(params, "best", &[("global", true), ("iteration", false)])?,
        };
        let orders = [("rows", Path::Rows), ("random", Path::Random), ("growth", Path::Walk)];
        Ok(Self {
            rule,
            graph: choice(params, "graph", &[("cells", Graph::Cells), ("sides", Graph::Sides)])?,
            ants: params.get("ants")?,
            alpha: params.get("alpha")?,
            beta: params.get("beta")?,
            rho: params.get("rho")?,
            phi: if is_colony { params.get("phi")? } else { 0.0 },
            q0: if is_colony { params.get("q0")? } else { 0.0 },
            tau0,
            bounds,
            global_best,
            order: choice(params, "order", &orders)?,
            only_matching: choice(params, "candidates", &[("all", false), ("matching", true)])?,
            polish: params.get("polish")?,
            smoothing: params.get("smoothing")?,
            patience: params.get("patience")?,
        })
    }
}
