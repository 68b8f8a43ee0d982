//! Counts as people write them: `1,0,2` on the command line, or a small file.
//!
//! ```text
//! # the example of Laros 2003
//! tile = "L"
//! rows = [1, 1, 0, 1, 0]
//! columns = [0, 2, 0, 1, 0]
//! ```
//!
//! A line each, in any order; `:` does for `=`, blanks for commas, and quotes and brackets may be
//! left out. The tile may be missing, and may be a picture on one line (`tile = .XX/XX.`). A file
//! that begins with `{` is JSON with the same three fields; others are passed over there, so that
//! whatever this program prints about a problem can be read again.

use serde::Deserialize;
use thiserror::Error;

use crate::problem::Problem;
use crate::tile::Tile;
use crate::tile_picture::read_tile;

/// The contents of a file with counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountsFile {
    /// The tile, if it is there.
    pub tile: Option<Tile>,
    /// The counts of the rows.
    pub rows: Vec<u32>,
    /// The counts of the columns.
    pub columns: Vec<u32>,
}

/// Why text holds no counts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct CountsError {
    /// The line, counted from 1, where a line is to blame.
    pub line: Option<usize>,
    /// The character in the line, counted from 1.
    pub column: Option<usize>,
    /// What was found and what to do about it.
    pub message: String,
}

impl CountsError {
    fn of_all(message: impl Into<String>) -> Self {
        Self { line: None, column: None, message: message.into() }
    }

    fn at(line: usize, column: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), column: Some(column), message: message.into() }
    }
}

/// Reads a list of counts such as `1,0,2` or `1 0 2`.
pub fn read_counts(text: &str) -> Result<Vec<u32>, CountsError> {
    let inner = without_brackets(text);
    let offset = text.find(inner).unwrap_or(0);
    list(inner, text.get(..offset).map_or(0, |before| before.chars().count()), 1)
}

/// Reads a file with counts.
pub fn read_counts_file(text: &str) -> Result<CountsFile, CountsError> {
    if text.trim_start().starts_with('{') { read_json(text) } else { read_lines(text) }
}

/// Writes a problem as a file that is read again.
pub fn write_counts_file(problem: &Problem) -> String {
    let numbers =
        |counts: &[u32]| counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    format!(
        "tile = \"{}\"\nrows = [{}]\ncolumns = [{}]\n",
        problem.tile(),
        numbers(problem.rows()),
        numbers(problem.columns())
    )
}

fn read_lines(text: &str) -> Result<CountsFile, CountsError> {
    let (mut tile, mut rows, mut columns) = (None, None, None);
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let Some((key, value)) = line.split_once(['=', ':']) else {
            let message = "a line is `rows = 1 0 2`, `columns = 0 2 1` or `tile = L`; comments \
                           begin with #";
            return Err(CountsError::at(number, 1, message));
        };
        let start = key.chars().count() + 1;
        let is_new = match key.trim().to_ascii_lowercase().as_str() {
            "tile" => tile.replace(tile_in(value, number, start)?).is_none(),
            "rows" => rows.replace(counts_in(value, number, start)?).is_none(),
            "columns" => columns.replace(counts_in(value, number, start)?).is_none(),
            other => {
                let message = format!(
                    "`{}` is not known here; there are rows, columns and tile",
                    shortened(other)
                );
                return Err(CountsError::at(number, 1, message));
            }
        };
        if !is_new {
            let message = format!("a second line with {}; leave one of them away", key.trim());
            return Err(CountsError::at(number, 1, message));
        }
    }
    let missing = |what: &str| CountsError::of_all(format!("no {what}; add a line `{what} = ...`"));
    Ok(CountsFile {
        tile,
        rows: rows.ok_or_else(|| missing("rows"))?,
        columns: columns.ok_or_else(|| missing("columns"))?,
    })
}

fn counts_in(value: &str, line: usize, start: usize) -> Result<Vec<u32>, CountsError> {
    let inner = without_brackets(value);
    let before = value.find(inner).and_then(|at| value.get(..at)).unwrap_or_default();
    list(inner, start + before.chars().count(), line)
}

/// The counts in a text that begins after so many characters of a line.
fn list(text: &str, start: usize, line: usize) -> Result<Vec<u32>, CountsError> {
    let mut counts = Vec::new();
    let mut column = start + 1;
    let mut is_open = true;
    for part in text.split_inclusive([',', ' ', '\t']) {
        let entry = part.trim_end_matches([',', ' ', '\t']);
        if !entry.is_empty() {
            let count = entry.parse().map_err(|_| {
                let entry = shortened(entry);
                let message = format!("`{entry}` is no count; write numbers such as 1,0,2");
                CountsError::at(line, column, message)
            })?;
            counts.push(count);
            is_open = false;
        }
        if part.ends_with(',') && std::mem::replace(&mut is_open, true) && entry.is_empty() {
            let message = "a count is missing before this comma; write 0 for none";
            return Err(CountsError::at(line, column, message));
        }
        column += part.chars().count();
    }
    if counts.is_empty() {
        return Err(CountsError::at(line, start + 1, "no counts; write numbers such as 1,0,2"));
    }
    Ok(counts)
}

fn without_brackets(text: &str) -> &str {
    let trimmed = text.trim();
    trimmed.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(trimmed).trim()
}

fn tile_in(value: &str, line: usize, start: usize) -> Result<Tile, CountsError> {
    let trimmed = value.trim();
    let inner = trimmed.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let error = |error: crate::tile_picture::TileTextError| {
        CountsError::at(line, start + 1, format!("the tile: {error}"))
    };
    read_tile(inner.unwrap_or(trimmed)).map_err(error)
}

/// The fields as they stand in JSON.
#[derive(Deserialize)]
struct Model {
    tile: Option<String>,
    rows: Vec<u32>,
    columns: Vec<u32>,
}

fn read_json(text: &str) -> Result<CountsFile, CountsError> {
    let model: Model = serde_json::from_str(text).map_err(|error| {
        let full = error.to_string();
        let what = full.rsplit_once(" at line ").map_or(full.as_str(), |(start, _)| start);
        let message = format!("{}; correct the JSON", shortened(what));
        match error.line() {
            0 => CountsError::of_all(message),
            line => CountsError::at(line, error.column().max(1), message),
        }
    })?;
    let tile = model.tile.as_deref().map(read_tile).transpose();
    let tile = tile.map_err(|error| CountsError::of_all(format!("the tile: {error}")))?;
    Ok(CountsFile { tile, rows: model.rows, columns: model.columns })
}

/// The beginning of a text, on one line.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let start: String = text.chars().take(LONGEST).map(plain).collect();
    if text.chars().count() > LONGEST { start + "..." } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_people_write_them() {
        for text in ["1,0,2", "1 0 2", " 1, 0,  2 ", "[1, 0, 2]", "1,0,2,", "\t1\t0 2"] {
            assert_eq!(read_counts(text), Ok(vec![1, 0, 2]), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_count_is_named_with_its_place() {
        for (text, column, words) in [
            ("1,x,2", 3, "`x` is no count"),
            ("1,-1", 3, "`-1` is no count"),
            ("1,,2", 3, "a count is missing before this comma"),
            (",1", 1, "a count is missing"),
            ("", 1, "no counts"),
            ("[ ]", 1, "no counts"),
            ("1 99999999999", 3, "is no count"),
            ("é1", 1, "`é1` is no count"),
        ] {
            let error = read_counts(text).unwrap_err();
            assert!(error.message.contains(words), "{text:?}: {error}");
            assert_eq!(error.column, Some(column), "{text:?}");
        }
    }

    #[test]
    fn files_are_read_in_every_notation() {
        let expected = CountsFile {
            tile: Some(Tile::ell()),
            rows: vec![1, 1, 0, 1, 0],
            columns: vec![0, 2, 0, 1, 0],
        };
        for text in [
            "# comment\ntile = \"L\"\nrows = [1, 1, 0, 1, 0]\ncolumns = [0, 2, 0, 1, 0]\n",
            "Columns: 0 2 0 1 0\r\n\r\nRows: 1 1 0 1 0\r\ntile: X./XX\r\n",
            "{\"tile\": \"L\", \"rows\": [1,1,0,1,0], \"columns\": [0,2,0,1,0], \"status\": 1}",
        ] {
            assert_eq!(read_counts_file(text), Ok(expected.clone()), "{text}");
        }
        let problem = Problem::new(
            read_tile(".XX/XO.").unwrap(),
            expected.rows.clone(),
            expected.columns.clone(),
        );
        let problem = problem.unwrap();
        let again = read_counts_file(&write_counts_file(&problem)).unwrap();
        assert_eq!(again.tile.as_ref(), Some(problem.tile()));
        assert_eq!((again.rows, again.columns), (expected.rows, expected.columns));
    }

    #[test]
    fn errors_name_the_line_and_the_remedy() {
        for (text, place, words) in [
            ("rows = 1\n", (None, None), "no columns; add a line `columns = ...`"),
            ("", (None, None), "no rows"),
            ("rows 1 0\n", (Some(1), Some(1)), "a line is `rows = 1 0 2`"),
            ("\nrows = [1, a]\n", (Some(2), Some(12)), "`a` is no count"),
            ("row = 1\n", (Some(1), Some(1)), "`row` is not known here"),
            ("rows = 1\nrows = 1\n", (Some(2), Some(1)), "a second line with rows"),
            ("tile = XQ\n", (Some(1), Some(7)), "the tile: line 1, column 2: `Q`"),
            ("{\"rows\": [1],\n \"columns\": [-1]}", (Some(2), Some(15)), "correct the JSON"),
            ("{", (Some(1), Some(1)), "correct the JSON"),
            (
                "{\"rows\": [], \"columns\": [], \"tile\": \"\"}",
                (None, None),
                "the tile: a tile needs",
            ),
        ] {
            let error = read_counts_file(text).unwrap_err();
            assert!(error.message.contains(words), "{text:?}: {error}");
            assert_eq!((error.line, error.column), place, "{text:?}");
        }
    }
}
