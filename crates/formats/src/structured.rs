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
        let message =
            brief(full.rsplit_once(" at line ").map_or(full.as_str(), |(start, _)| start));
        let place = (error.line(), error.column());
        let error = ReadError::new(message, "correct the JSON");
        if place.0 == 0 { error } else { error.at(place.0, place.1.max(1)) }
    })
}

/// A parser's message on one line, cut if it quotes too much of the text.
fn brief(message: &str) -> String {
    const LONGEST: usize = 200;
    message.chars().take(LONGEST).map(|c| if c == '\n' { ' ' } else { c }).collect()
}

/// Reads TOML, with the place of any error.
pub(crate) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    check_toml_size(text)?;
    toml::from_str(text).map_err(|error| {
        let message = brief(error.message());
        let span = error.span();
        let error = ReadError::new(message, "correct the TOML");
        match span {
            Some(span) => error.at_byte(text, span.start),
            None => error,
        }
    })
}

/// The parser of TOML holds the whole text as tokens, then as values, each many times larger than
/// the characters it is made of, and tables larger still: so what it would hold is estimated, and
/// limited, before it starts. The largest board there can be weighs 400,000.
fn check_toml_size(text: &str) -> Result<(), ReadError> {
    const MOST_WEIGHT: usize = 450_000;
    const MOST_BYTES: usize = 2 << 20;
    let too_much = |found: usize, most: usize, what: &str| {
        let message = format!("{found} {what}; at most {most} are read as TOML");
        Err(ReadError::new(message, "write the file as JSON"))
    };
    if text.len() > MOST_BYTES {
        return too_much(text.len(), MOST_BYTES, "bytes");
    }
    let mut bytes = text.bytes().peekable();
    let mut before = Token::Sign;
    let mut weight = 0;
    while let Some(byte) = bytes.next() {
        let token = Token::of(byte);
        if token != before || token == Token::Sign {
            weight += 1;
        }
        before = token;
        let opens_table = match byte {
            b'{' | b'.' => true,
            // The end of a table's name, and of few lists.
            b']' => !matches!(bytes.peek(), Some(b',' | b']')),
            _ => false,
        };
        weight += if opens_table { Token::TABLE_WEIGHT } else { 0 };
    }
    if weight <= MOST_WEIGHT { Ok(()) } else { too_much(weight, MOST_WEIGHT, "words and signs") }
}

/// What the parser of TOML cuts text into, as far as it matters for its size.
#[derive(Clone, Copy, PartialEq)]
enum Token {
    Word,
    Space,
    Sign,
}

impl Token {
    /// How many tokens weigh as much as a table.
    const TABLE_WEIGHT: usize = 14;

    fn of(byte: u8) -> Self {
        match byte {
            b' ' | b'\t' => Self::Space,
            b'_' | b'-' | b'+' | 0x80.. => Self::Word,
            byte if byte.is_ascii_alphanumeric() => Self::Word,
            _ => Self::Sign,
        }
    }
}
