//! The fields of our own format as they stand in a file, before anybody asks what they mean.

use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer};
use tilewright_puzzle::{Motif, Provenance, Sides};

use crate::structured::{Few, capped, capped_or_none};

/// The two fields that say what the rest is.
#[derive(Deserialize)]
pub(crate) struct Head {
    pub format: String,
    pub version: u64,
}

/// Outline of a board.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outline {
    Square,
    Triangle,
}

/// A puzzle as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleModel {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "version")]
    _version: IgnoredAny,
    pub name: String,
    pub shape: Outline,
    pub width: Option<u16>,
    pub height: Option<u16>,
    pub side: Option<u16>,
    pub rim: Option<u16>,
    #[serde(default, deserialize_with = "capped")]
    pub mates: Vec<(u16, u16)>,
    #[serde(deserialize_with = "capped")]
    pub pieces: Vec<Sides>,
    #[serde(default, deserialize_with = "capped")]
    pub labels: Vec<String>,
    #[serde(default, deserialize_with = "capped")]
    pub hints: Vec<HintModel>,
    #[serde(default, deserialize_with = "capped")]
    pub motifs: Vec<MotifModel>,
    pub provenance: Option<ProvenanceModel>,
}

/// A hint as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintModel {
    pub piece: u32,
    pub row: u16,
    pub column: u16,
    #[serde(default)]
    pub rotation: u8,
    #[serde(default = "yes")]
    pub mandatory: bool,
}

/// The look of a colour as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotifModel {
    pub colour: u16,
    #[serde(default)]
    pub background: String,
    #[serde(default)]
    pub shape: String,
    #[serde(default)]
    pub shape_colour: String,
}

/// Where a puzzle comes from, as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProvenanceModel {
    pub source: Option<String>,
    pub seed: Option<u64>,
    pub note: Option<String>,
}

/// A board as it stands in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardModel {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(rename = "version")]
    _version: IgnoredAny,
    pub name: Option<String>,
    pub puzzle: Option<String>,
    pub shape: Outline,
    pub width: Option<u16>,
    pub height: Option<u16>,
    pub side: Option<u16>,
    pub rim: Option<u16>,
    #[serde(default, deserialize_with = "capped")]
    pub mates: Vec<(u16, u16)>,
    #[serde(default, deserialize_with = "capped_or_none")]
    pub placements: Option<Vec<PlacementModel>>,
    #[serde(default, deserialize_with = "capped_or_none")]
    pub sides: Option<Vec<SidesModel>>,
    #[serde(rename = "score")]
    _score: Option<u32>,
}

/// `[]`, `[piece]` or `[piece, rotation]`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacementModel {
    pub piece: Option<u32>,
    pub rotation: Option<u8>,
}

/// `[]` or the colours.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SidesModel(pub Option<Sides>);

fn yes() -> bool {
    true
}

impl From<MotifModel> for Motif {
    fn from(model: MotifModel) -> Self {
        Self { background: model.background, shape: model.shape, shape_colour: model.shape_colour }
    }
}

impl From<ProvenanceModel> for Provenance {
    fn from(model: ProvenanceModel) -> Self {
        Self { source: model.source, seed: model.seed, note: model.note }
    }
}

impl<'de> Deserialize<'de> for PlacementModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let numbers: Few<u32, 2> = Few::deserialize(deserializer)?;
        let rotation = match numbers.get(1) {
            Some(&rotation) => {
                Some(u8::try_from(rotation).ok().filter(|r| *r < 4).ok_or_else(|| {
                    D::Error::custom(format!("rotation {rotation} is not between 0 and 3"))
                })?)
            }
            None => None,
        };
        match numbers.first() {
            Some(0) => Err(D::Error::custom("pieces are counted from 1")),
            first => Ok(Self { piece: first.copied(), rotation }),
        }
    }
}

impl<'de> Deserialize<'de> for SidesModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let colours: Few<u16, { Sides::MOST }> = Few::deserialize(deserializer)?;
        if colours.is_empty() {
            return Ok(Self(None));
        }
        let colours: Vec<_> = colours.iter().copied().map(tilewright_puzzle::Colour).collect();
        Sides::try_from(colours).map(|sides| Self(Some(sides))).map_err(D::Error::custom)
    }
}
