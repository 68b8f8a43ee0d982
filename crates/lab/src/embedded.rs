//! The experiments that come with the program.

use crate::experiment::{Experiment, ExperimentError};

/// Their files.
const FILES: &[(&str, &str)] = &[
    ("logan", include_str!("../experiments/logan.toml")),
    ("munoz", include_str!("../experiments/munoz.toml")),
    ("nichols", include_str!("../experiments/nichols.toml")),
    ("soderlind", include_str!("../experiments/soderlind.toml")),
    ("laros", include_str!("../experiments/laros.toml")),
    ("schaus", include_str!("../experiments/schaus.toml")),
    ("hardness", include_str!("../experiments/hardness.toml")),
    ("hunt", include_str!("../experiments/hunt.toml")),
    ("scaling", include_str!("../experiments/scaling.toml")),
];

/// The names of the embedded experiments.
pub fn names() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

/// The text of the embedded experiment of this name.
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The embedded experiment of this name.
pub fn experiment(name: &str) -> Option<Result<Experiment, ExperimentError>> {
    text(name).map(|text| Experiment::from_toml(text, name))
}
