//! Reads TOML and JSON into typed fields, with the place of every error, and without holding more
//! than a file is worth: lists refuse to grow beyond the largest board while they are read.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tilewright_puzzle::Shape;

use crate::error::ReadError;

/// Cells of the largest board.
pub(crate) const MOST_CELLS: usize = Shape::LONGEST as usize * Shape::LONGEST as usize;

/// At most `N` values, without a heap.
pub(crate) struct Few<T, const N: usize> {
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
pub(crate) fn capped<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
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

pub(crate) fn capped_or_none<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
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
