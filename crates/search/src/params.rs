//! What can be set on a solver: one table for each, with defaults, ranges and meaning.
//!
//! Settings come as text, from a command line, a file or a form. They are checked once, here, with
//! errors that say what is allowed; behind that, solvers deal in numbers.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::nearest::suggestion;

/// One thing that can be set on a solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// What people type.
    pub name: &'static str,
    /// One line of what it does.
    pub meaning: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// What it is unless set, as people would type it; `None` if the solver chooses by itself.
    pub default: Option<&'static str>,
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number, both ends allowed.
    Integer {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A finite number, both ends allowed.
    Real {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
}

impl Kind {
    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        match self {
            Self::Integer { min, max: i64::MAX } => format!("a whole number from {min}"),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Real { min, max } if max.is_infinite() => format!("a number from {min}"),
            Self::Real { min, max } => format!("a number from {min} to {max}"),
            Self::Flag => "yes or no".to_owned(),
            Self::Choice(words) => format!("one of {}", words.join(", ")),
            Self::Text => "text".to_owned(),
        }
    }

    /// The value that a text means, if it is allowed.
    fn parse(&self, text: &str) -> Option<Value> {
        let text = text.trim();
        match self {
            Self::Integer { min, max } => {
                let number: i64 = text.replace('_', "").parse().ok()?;
                (*min..=*max).contains(&number).then_some(Value::Integer(number))
            }
            Self::Real { min, max } => {
                let number: f64 = text.replace('_', "").parse().ok()?;
                let allowed = number.is_finite() && (*min..=*max).contains(&number);
                allowed.then_some(Value::Real(number))
            }
            Self::Flag => match text.to_lowercase().as_str() {
                "yes" | "true" | "on" | "1" => Some(Value::Flag(true)),
                "no" | "false" | "off" | "0" => Some(Value::Flag(false)),
                _ => None,
            },
            Self::Choice(words) => words.iter().find(|word| **word == text).map(|w| Value::text(w)),
            Self::Text => Some(Value::text(text)),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Integer(i64),
    Real(f64),
    Flag(bool),
    Text(String),
}

impl Value {
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// No parameter of that name.
    #[error("there is no parameter `{name}`{}; {}", suggestion(.name, .known.iter().copied()),
        if .known.is_empty() { "this solver has none".to_owned() }
        else { format!("there are: {}", .known.join(", ")) })]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A value that is not allowed.
    #[error("`{value}` is not possible for `{name}`: it takes {allowed}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What it was set to.
        value: String,
        /// What it takes.
        allowed: String,
    },
    /// Values that are each allowed but do not go together; for solvers to say.
    #[error("{0}")]
    Combination(String),
    /// A solver asks its parameters for something that its table does not offer.
    #[error("parameter `{name}` cannot be read as {wanted}: this is a mistake in the solver")]
    Misread {
        /// The parameter.
        name: String,
        /// What the solver wants.
        wanted: &'static str,
    },
}

/// The parameters of a solver, all checked, those not set at their defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// `None` where the solver chooses.
    values: BTreeMap<&'static str, Option<Value>>,
}

impl Params {
    /// Checks settings against a table of parameters.
    pub fn from_settings(
        parameters: &'static [Parameter],
        settings: &BTreeMap<String, String>,
    ) -> Result<Self, ParamError> {
        if let Some(name) = settings.keys().find(|name| parameters.iter().all(|p| p.name != **name))
        {
            let known = parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ParamError::Unknown { name: name.clone(), known });
        }
        let mut values = BTreeMap::new();
        for &Parameter { name, kind, default, .. } in parameters {
            let text = settings.get(name).map(String::as_str).or(default);
            let value = text.map(|text| {
                kind.parse(text).ok_or_else(|| ParamError::Value {
                    name,
                    value: text.to_owned(),
                    allowed: kind.allowed(),
                })
            });
            values.insert(name, value.transpose()?);
        }
        Ok(Self { values })
    }

    /// All parameters at their defaults.
    pub fn defaults(parameters: &'static [Parameter]) -> Result<Self, ParamError> {
        Self::from_settings(parameters, &BTreeMap::new())
    }

    /// The value of a parameter: `i64`, `u64`, `u32`, `u16`, `usize`, `f64`, `bool`, `String`, or an
    /// `Option` of these for a parameter without a default.
    pub fn get<T: FromParam>(&self, name: &str) -> Result<T, ParamError> {
        let misread = || ParamError::Misread { name: name.to_owned(), wanted: T::WANTED };
        let value = self.values.get(name).ok_or_else(misread)?;
        T::from_param(value.as_ref().map(Param)).ok_or_else(misread)
    }
}

/// A value on its way into a solver.
#[derive(Clone, Copy, Debug)]
pub struct Param<'a>(&'a Value);

/// What a parameter can be read as.
pub trait FromParam: Sized {
    /// What that is, in words.
    const WANTED: &'static str;

    /// The value, if it can be read so; `None` comes in where nothing is set.
    fn from_param(value: Option<Param<'_>>) -> Option<Self>;
}

macro_rules! read_integer {
    ($($type:ty),*) => {$(
        impl FromParam for $type {
            const WANTED: &'static str = concat!("a whole number (", stringify!($type), ")");

            fn from_param(value: Option<Param<'_>>) -> Option<Self> {
                match value?.0 {
                    Value::Integer(number) => Self::try_from(*number).ok(),
                    _ => None,
                }
            }
        }
    )*};
}

read_integer!(i64, u64, u32, u16, usize);

impl FromParam for f64 {
    const WANTED: &'static str = "a number";

    fn from_param(value: Option<Param<'_>>) -> Option<Self> {
        match value?.0 {
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromParam for bool {
    const WANTED: &'static str = "yes or no";

    fn from_param(value: Option<Param<'_>>) -> Option<Self> {
        match value?.0 {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }
}

impl FromParam for String {
    const WANTED: &'static str = "text";

    fn from_param(value: Option<Param<'_>>) -> Option<Self> {
        match value?.0 {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl<T: FromParam> FromParam for Option<T> {
    const WANTED: &'static str = T::WANTED;

    fn from_param(value: Option<Param<'_>>) -> Option<Self> {
        match value {
            None => Some(None),
            some => T::from_param(some).map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Parameter] = &[
        Parameter {
            name: "ants",
            meaning: "how many ants walk",
            kind: Kind::Integer { min: 1, max: 1000 },
            default: Some("20"),
        },
        Parameter {
            name: "decay",
            meaning: "what is left of a trail",
            kind: Kind::Real { min: 0.0, max: 1.0 },
            default: Some("0.9"),
        },
        Parameter {
            name: "elite",
            meaning: "whether the best ant walks again",
            kind: Kind::Flag,
            default: Some("no"),
        },
        Parameter {
            name: "order",
            meaning: "how cells are filled",
            kind: Kind::Choice(&["row", "spiral"]),
            default: Some("row"),
        },
        Parameter {
            name: "restart_nodes",
            meaning: "when to begin anew",
            kind: Kind::Integer { min: 0, max: i64::MAX },
            default: None,
        },
        Parameter { name: "note", meaning: "free", kind: Kind::Text, default: Some("") },
    ];

    fn with(settings: &[(&str, &str)]) -> Result<Params, ParamError> {
        let owned = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Params::from_settings(TABLE, &owned)
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let params = Params::defaults(TABLE).unwrap();
        assert_eq!(params.get::<usize>("ants"), Ok(20));
        assert_eq!(params.get::<f64>("decay"), Ok(0.9));
        assert_eq!(params.get::<bool>("elite"), Ok(false));
        assert_eq!(params.get::<String>("order").unwrap(), "row");
        assert_eq!(params.get::<Option<u64>>("restart_nodes"), Ok(None));
    }

    #[test]
    fn settings_are_read_as_people_write_them() {
        let params = with(&[("ants", "1_000"), ("elite", "Yes"), ("restart_nodes", "5")]).unwrap();
        assert_eq!(params.get::<u32>("ants"), Ok(1000));
        assert_eq!(params.get::<bool>("elite"), Ok(true));
        assert_eq!(params.get::<Option<u64>>("restart_nodes"), Ok(Some(5)));
    }

    #[test]
    fn errors_say_what_is_allowed() {
        let error = |name, value| with(&[(name, value)]).unwrap_err().to_string();
        assert_eq!(
            error("ant", "5"),
            "there is no parameter `ant` (did you mean `ants`?); \
             there are: ants, decay, elite, order, restart_nodes, note"
        );
        assert!(error("ants", "0").contains("`0` is not possible for `ants`: it takes a whole"));
        assert!(error("ants", "1001").contains("from 1 to 1000"));
        assert!(error("decay", "NaN").contains("a number from 0 to 1"));
        assert!(error("order", "column").contains("one of row, spiral"));
        assert!(error("elite", "maybe").contains("yes or no"));
    }

    #[test]
    fn a_solver_that_misreads_its_own_table_gets_an_error_and_no_panic() {
        let params = Params::defaults(TABLE).unwrap();
        assert!(params.get::<bool>("ants").is_err());
        assert!(params.get::<u64>("restart_nodes").is_err());
        assert!(params.get::<u64>("absent").is_err());
        assert!(with(&[("ants", "9")]).unwrap().get::<String>("ants").is_err());
    }
}
