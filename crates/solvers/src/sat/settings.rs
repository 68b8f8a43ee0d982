//! What can be set on the solver.

use tilewright_search::{Kind, ParamError, Parameter, Params};

use super::counting::AtMostOne;
use super::encode::Encoding;
use super::engine::{BatSat, Engine};
use super::formula::{Formula, Literal};

/// The table of parameters.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "encoding",
        meaning: "what the variables stand for: kinds of pieces on cells in each rotation \
                  (placements), the same with rotations apart (turns), or kinds on cells alone \
                  (pieces)",
        kind: Kind::Choice(&["placements", "turns", "pieces"]),
        default: Some("pieces"),
    },
    Parameter {
        name: "at_most_one",
        meaning: "how the formula says that a piece lies on one cell only: pair by pair, or by rows \
                  and columns (product), which is shorter for large boards",
        kind: Kind::Choice(&["pairwise", "product"]),
        default: Some("product"),
    },
    #[cfg(feature = "cadical")]
    Parameter {
        name: "engine",
        meaning: "the SAT solver below",
        kind: Kind::Choice(&["batsat", "cadical"]),
        default: Some("batsat"),
    },
];

/// The parameters, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What the variables stand for.
    pub encoding: Encoding,
    /// How 'at most one' is said.
    pub at_most_one: AtMostOne,
    /// The SAT solver.
    pub engine: EngineName,
}

/// The SAT solvers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// Written in Rust, always there.
    BatSat,
    /// Stronger, but not for every machine.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl EngineName {
    /// What people type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BatSat => "batsat",
            #[cfg(feature = "cadical")]
            Self::Cadical => "cadical",
        }
    }

    /// Gives it a formula, and literals to try as they are wherever it has a choice.
    pub fn start(self, formula: &Formula, leaning: &[Literal]) -> Result<Box<dyn Engine>, String> {
        match self {
            Self::BatSat => Ok(Box::new(BatSat::leaning(formula, leaning))),
            #[cfg(feature = "cadical")]
            Self::Cadical => Ok(Box::new(super::cadical::Cadical::leaning(formula, leaning)?)),
        }
    }
}

impl Encoding {
    const ALL: [Self; 3] = [Self::Placements, Self::Turns, Self::Pieces];

    /// What people type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placements => "placements",
            Self::Turns => "turns",
            Self::Pieces => "pieces",
        }
    }
}

impl AtMostOne {
    const ALL: [Self; 2] = [Self::Pairwise, Self::Product];

    /// What people type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pairwise => "pairwise",
            Self::Product => "product",
        }
    }
}

impl Settings {
    /// Reads the parameters.
    pub fn read(params: &Params) -> Result<Self, ParamError> {
        Ok(Self {
            encoding: choice(params, "encoding", &Encoding::ALL, Encoding::name)?,
            at_most_one: choice(params, "at_most_one", &AtMostOne::ALL, AtMostOne::name)?,
            #[cfg(feature = "cadical")]
            engine: choice(
                params,
                "engine",
                &[EngineName::BatSat, EngineName::Cadical],
                EngineName::name,
            )?,
            #[cfg(not(feature = "cadical"))]
            engine: EngineName::BatSat,
        })
    }
}

fn choice<T: Copy>(
    params: &Params,
    parameter: &'static str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, ParamError> {
    let word: String = params.get(parameter)?;
    let chosen = all.iter().copied().find(|&one| name(one) == word);
    chosen.ok_or_else(|| ParamError::Misread { name: parameter.to_owned(), wanted: "a choice" })
}
