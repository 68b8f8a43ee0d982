//! Lines and fields of plain text that remember where they stand, so that every error can say it.

use std::str::FromStr;

use tilewright_puzzle::{Colour, Sides};

use crate::error::{ReadError, one_line};

/// The largest text that is read; the largest board there can be needs far less.
pub const MOST_BYTES: usize = 8 << 20;

/// A line that is not blank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Counted from 1.
    pub number: usize,
    /// Without the line break.
    pub text: &'t str,
}

/// A word or number in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'t> {
    pub text: &'t str,
    line: Line<'t>,
    byte: usize,
}

/// The lines that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    text.lines()
        .enumerate()
        .map(|(index, text)| Line { number: index + 1, text })
        .filter(|line| !line.text.trim().is_empty())
}

impl<'t> Line<'t> {
    /// What stands between white space, commas and semicolons.
    pub fn fields(self) -> impl Iterator<Item = Field<'t>> + Clone {
        let start = self.text.as_ptr() as usize;
        self.text
            .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
            .filter(|part| !part.is_empty())
            .map(move |text| Field { text, line: self, byte: text.as_ptr() as usize - start })
    }

    /// What stands between commas, without white space around it.
    pub fn between_commas(self) -> impl Iterator<Item = Field<'t>> + Clone {
        let start = self.text.as_ptr() as usize;
        self.text.split(',').map(str::trim).map(move |text| Field {
            text,
            line: self,
            byte: text.as_ptr() as usize - start,
        })
    }

    /// Exactly so many fields, or an error that says how many there are.
    pub fn exactly<const N: usize>(self, expected: &str) -> Result<[Field<'t>; N], ReadError> {
        let mut fields = [Field { text: "", line: self, byte: 0 }; N];
        let mut found = 0;
        for field in self.fields() {
            if let Some(place) = fields.get_mut(found) {
                *place = field;
            }
            found += 1;
        }
        if found == N {
            return Ok(fields);
        }
        let message = format!("{found} fields where {N} are expected ({expected})");
        Err(ReadError::new(message, "correct the line").at(self.number, 1))
    }

    /// Exactly so many numbers.
    pub fn numbers<const N: usize>(self, expected: &str) -> Result<[u16; N], ReadError> {
        let fields = self.exactly::<N>(expected)?;
        let mut numbers = [0; N];
        for (number, field) in numbers.iter_mut().zip(fields) {
            *number = field.number(expected)?;
        }
        Ok(numbers)
    }

    /// An error at the start of this line.
    pub fn error(self, message: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        ReadError::new(message, remedy).at(self.number, 1)
    }
}

impl Field<'_> {
    /// The field as a number.
    pub fn number<T: FromStr>(self, expected: &str) -> Result<T, ReadError> {
        self.text.parse().map_err(|_| {
            let message = format!("'{}' is not a number that fits here ({expected})", self.short());
            self.error(message, "correct the number")
        })
    }

    /// An error at this field.
    pub fn error(self, message: impl Into<String>, remedy: impl Into<String>) -> ReadError {
        let before = self.line.text.get(..self.byte).unwrap_or_default();
        ReadError::new(message, remedy).at(self.line.number, before.chars().count() + 1)
    }

    /// The text, cut if it is very long, to quote it.
    pub fn short(self) -> String {
        short(self.text)
    }
}

/// Text cut to a length that can be quoted, on one line.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut rest = text.chars();
    let start: String = rest.by_ref().take(LONGEST).collect();
    one_line(&start) + if rest.next().is_some() { "..." } else { "" }
}

/// A number of things in words: `1 hint`, `2 hints`.
pub fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Whether a line is a header of words, as spreadsheets write it.
pub(crate) fn is_header(line: Line<'_>) -> bool {
    line.fields().all(|field| field.text.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether sides are grey all round, which letters and listings use for 'empty'.
pub(crate) fn is_all_grey(sides: &Sides) -> bool {
    sides.colours().iter().all(|&colour| colour == Colour::GREY)
}
