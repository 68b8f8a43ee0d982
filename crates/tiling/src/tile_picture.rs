//! Tiles as people name or draw them: `1x1`, `2x2`, `L`, `3x2`, or a small picture.
//!
//! In a picture `X` or `#` is a cell of the tile, `O` or `@` its defining cell (else the first cell
//! in reading order defines), `.`, `_`, `-` and blanks are no cells. Lines end at line ends or `/`.

use thiserror::Error;

use crate::tile::{Tile, TileError};

/// Why a text names no tile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TileTextError {
    /// A character that means nothing here.
    #[error(
        "line {line}, column {column}: `{character}` means nothing in the picture of a tile; draw \
         cells with `X`, the defining cell with `O` and gaps with `.`, or name the tile 1x1, 2x2 \
         or L"
    )]
    Character {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        character: String,
    },
    /// A second defining cell.
    #[error("line {line}, column {column}: a second defining cell; draw all others with `X`")]
    SecondDefining {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// A picture larger than any tile.
    #[error("the picture of a tile has at most {} characters; this one has more", MOST_CHARACTERS)]
    TooLong,
    /// The picture can be read, but shows no tile.
    #[error(transparent)]
    Tile(#[from] TileError),
}

/// A tile of the largest size with blanks around it.
const MOST_CHARACTERS: usize = 4096;

/// The tile that a text names or draws.
pub fn read_tile(text: &str) -> Result<Tile, TileTextError> {
    let name = text.trim();
    if name.eq_ignore_ascii_case("L") {
        return Ok(Tile::ell());
    }
    if let Some((width, height)) = rectangle_name(name) {
        return Ok(Tile::rectangle(width, height)?);
    }
    read_picture(text)
}

/// `3x2`: columns x rows.
fn rectangle_name(name: &str) -> Option<(usize, usize)> {
    let (width, height) = name.split_once(['x', 'X'])?;
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // More digits than fit are too large, whatever they are.
        is_number.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    Some((number(width)?, number(height)?))
}

fn read_picture(text: &str) -> Result<Tile, TileTextError> {
    if text.len() > MOST_CHARACTERS {
        return Err(TileTextError::TooLong);
    }
    let (mut cells, mut defining) = (Vec::new(), None);
    for (row, line) in text.split(['\n', '/']).enumerate() {
        for (column, character) in line.trim_end_matches('\r').chars().enumerate() {
            // Both fit: the picture is short.
            let cell = (row as i32, column as i32);
            match character {
                'X' | 'x' | '#' => cells.push(cell),
                'O' | 'o' | '@' => {
                    if defining.replace(cell).is_some() {
                        let (line, column) = (row + 1, column + 1);
                        return Err(TileTextError::SecondDefining { line, column });
                    }
                    cells.push(cell);
                }
                '.' | '_' | '-' | ' ' => {}
                other => {
                    return Err(TileTextError::Character {
                        line: row + 1,
                        column: column + 1,
                        character: other.escape_default().to_string(),
                    });
                }
            }
        }
    }
    Ok(Tile::from_cells(&cells, defining)?)
}

/// The lines of a tile's picture; the defining cell is marked only where it must be.
pub(crate) fn draw(tile: &Tile) -> Vec<String> {
    let [up, _, _, left] = tile.reach();
    let mut lines = vec![vec!['.'; tile.width()]; tile.height()];
    let is_first = tile.cells().first().is_some_and(|step| (step.down, step.right) == (0, 0));
    for step in tile.cells() {
        let mark = if (step.down, step.right) == (0, 0) && !is_first { 'O' } else { 'X' };
        let row = step.down.saturating_add_unsigned(up as u32) as usize;
        let column = step.right.saturating_add_unsigned(left as u32) as usize;
        if let Some(place) = lines.get_mut(row).and_then(|line| line.get_mut(column)) {
            *place = mark;
        }
    }
    lines.into_iter().map(String::from_iter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_pictures_are_read() {
        for (text, name) in [
            ("1x1", "1x1"),
            (" l ", "L"),
            ("2X2", "2x2"),
            ("3x2", "3x2"),
            ("X./XX", "L"),
            ("\n  .XX\r\n  XX.\n", ".XX/XX."),
            ("#", "1x1"),
            ("X", "1x1"),
            ("x#/o_", "XX/O."),
            ("OX/X-", "XX/X."),
        ] {
            let tile = read_tile(text).unwrap();
            assert_eq!(tile.to_string(), name, "{text:?}");
            assert_eq!(read_tile(&tile.to_string()), Ok(tile), "{name} is read back");
        }
    }

    #[test]
    fn errors_name_the_place_and_the_remedy() {
        for (text, words) in [
            ("", "at least one cell"),
            ("XX/X?", "line 2, column 2: `?`"),
            ("OXO", "line 1, column 3: a second defining cell"),
            ("X.X", "hang together"),
            ("17x2", "too large"),
            ("0x2", "at least one cell"),
            ("99999999999999999999999x1", "too large"),
            ("XXXXXXXXXXXXXXXXX", "too large"),
            ("T", "name the tile 1x1, 2x2 or L"),
        ] {
            let error = read_tile(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
        assert_eq!(read_tile(&"X".repeat(5000)), Err(TileTextError::TooLong));
    }
}
