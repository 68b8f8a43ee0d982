//! The fields of our own format as they stand in a file, before anybody asks what they mean.
//!
//! Lists refuse to grow beyond the largest board while they are read, so that no file can make us
//! hold more than it is worth.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tilewright_puzzle::{Motif, Provenance, Shape, Sides};

use crate::error::ReadError;

/// Cells of the largest board.
const MOST_CELLS: usize = Shape::LONGEST as usize * Shape::LONGEST as usize;

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

/// At most `N` values, without a heap.
struct Few<T, const N: usize> {
    values: [T; N],
    count: usize,
}

impl<T, const N: usize> std::ops::Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.values.get(..self.count).unwrap_or(&self.values)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T, const N: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Visitor<'de> for Reader<T, N> {
            type Value = Few<T, N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {N} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut few = Few { values: [T::default(); N], count: 0 };
                while let Some(value) = list.next_element()? {
                    let place = few.values.get_mut(few.count);
                    *place.ok_or_else(|| A::Error::invalid_length(N + 1, &self))? = value;
                    few.count += 1;
                }
                Ok(few)
            }
        }

        deserializer.deserialize_seq(Reader(PhantomData))
    }
}

/// A list no longer than the largest board has cells.
fn capped<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Reader<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MOST_CELLS} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut values = Vec::new();
            while let Some(value) = list.next_element()? {
                if values.len() == MOST_CELLS {
                    return Err(A::Error::invalid_length(MOST_CELLS + 1, &self));
                }
                values.push(value);
            }
            Ok(values)
        }
    }

    deserializer.deserialize_seq(Reader(PhantomData))
}

fn capped_or_none<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    capped(deserializer).map(Some)
}

/// Reads JSON, with the place of any error.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let full = error.to_string();
        // The place is said by the line and column of our own error.
        let message = full.split(" at line ").next().unwrap_or(&full).to_owned();
        let place = (error.line(), error.column());
        let error = ReadError::new(message, "correct the JSON");
        if place.0 == 0 { error } else { error.at(place.0, place.1.max(1)) }
    })
}

/// Reads TOML, with the place of any error.
pub(crate) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    check_toml_size(text)?;
    toml::from_str(text).map_err(|error| {
        let message = error.message().replace('\n', " ");
        let span = error.span();
        let error = ReadError::new(message, "correct the TOML");
        match span {
            Some(span) => error.at_byte(text, span.start),
            None => error,
        }
    })
}

/// The parser of TOML holds the whole text as values, each many times larger than the characters
/// it is made of: so the number of values is limited before it starts.
fn check_toml_size(text: &str) -> Result<(), ReadError> {
    const MOST_SIGNS: usize = 300_000;
    let signs = text.bytes().filter(|b| b"[]{},=\n.\"'".contains(b)).count();
    if signs <= MOST_SIGNS {
        return Ok(());
    }
    let message = format!("{signs} values and brackets; at most {MOST_SIGNS} are read as TOML");
    Err(ReadError::new(message, "write the file as JSON"))
}
