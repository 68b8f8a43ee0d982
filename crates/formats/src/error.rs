//! What goes wrong when text is read or written, said so that it can be put right: where, what was
//! found, what was expected, what to do.

use std::fmt;

use thiserror::Error;

use crate::format::Format;

/// Why text could not be read. Prints as one line, `file:line:column: message; remedy`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ReadError {
    /// The file's name, if it was told.
    pub file: Option<String>,
    /// The format it was read as, if that was told or recognised.
    pub format: Option<Format>,
    /// The line, counted from 1, where a line is to blame.
    pub line: Option<usize>,
    /// The character in the line, counted from 1.
    pub column: Option<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl ReadError {
    /// An error of the whole text.
    pub(crate) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            file: None,
            format: None,
            line: None,
            column: None,
            message: one_line(&message.into()),
            remedy: remedy.into(),
        }
    }

    /// The same error, at a place in the text.
    pub(crate) fn at(mut self, line: usize, column: usize) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// The same error, at a byte of the text.
    pub(crate) fn at_byte(self, text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        self.at(before.matches('\n').count() + 1, column)
    }
}

/// Text that is quoted may hold line breaks and worse: they are shown, not obeyed.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", one_line(self.file.as_deref().unwrap_or("input")))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}; {}", self.message, self.remedy)
    }
}

/// Why a puzzle or board cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} cannot hold this: {message}; {remedy}", format.name())]
pub struct WriteError {
    /// The format asked for.
    pub format: Format,
    /// What the format cannot hold.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl WriteError {
    pub(crate) fn new(
        format: Format,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { format, message: message.into(), remedy: remedy.into() }
    }

    /// The remedy that always works: our own format holds everything.
    pub(crate) fn own_instead(format: Format, message: impl Into<String>) -> Self {
        Self::new(format, message, "write toml or json instead")
    }
}
