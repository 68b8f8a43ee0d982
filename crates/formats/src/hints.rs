//! Hint files that go beside a piece file: McGavin's .hnt (the number of hints, then `piece x y
//! rotation` a line, column x and row y counted from 1) and Logan's clues (`cell piece rotation` a
//! line, cells counted from 0: `135 139 2` is piece 139 on I8).
//!
//! Some builds of McGavin's programs swap x and y. Nobody can tell from the file, but the pieces
//! can: a corner piece belongs into a corner.

use tilewright_puzzle::{Cell, Colour, Hint, PieceId, Puzzle, PuzzleParts, Rotation, Shape};

use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::plain;
use crate::size::rim_sides;
use crate::text::{Line, lines};

/// Reads hints of either kind for the pieces of a puzzle; adds what was understood to the notes.
pub(crate) fn read(
    text: &str,
    swap_xy: bool,
    parts: &PuzzleParts,
    notes: &mut Vec<String>,
) -> Result<Vec<Hint>, ReadError> {
    let Shape::Square { .. } = parts.shape else {
        return Err(ReadError::new("hint files are for square boards", "give hints in toml"));
    };
    match lines(text).next().map(|line| line.fields().count()) {
        None => Ok(Vec::new()),
        Some(1) => read_hnt(text, swap_xy, parts, notes),
        Some(_) => read_clues(text, parts.shape),
    }
}

/// A hint as it stands in a .hnt file.
struct Given<'t> {
    line: Line<'t>,
    piece: PieceId,
    x: u16,
    y: u16,
    rotation: Rotation,
}

impl Given<'_> {
    fn cell(&self, swap_xy: bool, shape: Shape) -> Option<Cell> {
        let (column, row) = if swap_xy { (self.y, self.x) } else { (self.x, self.y) };
        shape.cell(row.checked_sub(1)?, column.checked_sub(1)?)
    }

    /// Whether the piece has as many grey sides as the cell has on the rim.
    fn fits(&self, swap_xy: bool, parts: &PuzzleParts) -> bool {
        let Some(cell) = self.cell(swap_xy, parts.shape) else { return false };
        let Some(piece) = parts.pieces.get(self.piece.index()) else { return false };
        let grey = |colour: &&Colour| Some(**colour) == parts.rim;
        parts.rim.is_none()
            || piece.colours().iter().filter(grey).count() == rim_sides(parts.shape, cell)
    }
}

fn read_hnt(
    text: &str,
    swap_xy: bool,
    parts: &PuzzleParts,
    notes: &mut Vec<String>,
) -> Result<Vec<Hint>, ReadError> {
    let mut rows = lines(text);
    let Some(first) = rows.next() else { return Ok(Vec::new()) };
    let [count] = first.numbers::<1>("number of hints")?;
    let mut given = Vec::new();
    for line in rows {
        let [piece, x, y, rotation] = line.numbers("piece x y rotation")?;
        let (piece, rotation) = (piece_id(line, piece)?, turn(line, rotation)?);
        plain::push(&mut given, Given { line, piece, x, y, rotation }, line)?;
    }
    if given.len() != usize::from(count) {
        let message = format!("{count} hints announced, {} given", given.len());
        return Err(first.error(message, "correct the number in the first line"));
    }
    let fits = |swap_xy: bool| given.iter().all(|hint| hint.fits(swap_xy, parts));
    let reading = |swap_xy: bool| if swap_xy { "x as the row" } else { "x as the column" };
    if !given.is_empty() {
        notes.push(match (fits(swap_xy), fits(!swap_xy)) {
            (true, true) => format!("hints: read with {}; both readings fit", reading(swap_xy)),
            (true, false) => format!(
                "hints: read with {}, which alone puts every hint on a cell of its class",
                reading(swap_xy)
            ),
            (false, true) => format!(
                "hints: read with {}, but {} would put every hint on a cell of its class \
                 (--swap-xy)",
                reading(swap_xy),
                reading(!swap_xy)
            ),
            (false, false) => {
                "hints: neither reading puts every hint on a cell of its class".into()
            }
        });
    }
    let hints = given.iter().map(|hint| {
        let cell = hint.cell(swap_xy, parts.shape).ok_or_else(|| {
            let message = format!("x {}, y {} is not on the board", hint.x, hint.y);
            let other = hint.cell(!swap_xy, parts.shape).is_some();
            let remedy = if other { "try --swap-xy" } else { "count columns and rows from 1" };
            hint.line.error(message, remedy)
        })?;
        Ok(Hint { cell, piece: hint.piece, rotation: hint.rotation, mandatory: true })
    });
    hints.collect()
}

fn read_clues(text: &str, shape: Shape) -> Result<Vec<Hint>, ReadError> {
    let mut hints = Vec::new();
    for line in lines(text) {
        let [cell, piece, rotation] = line.numbers("cell piece rotation")?;
        if usize::from(cell) >= shape.cells() {
            let message = format!("cell {cell} is not on a board of {shape}");
            return Err(line.error(message, "count cells from 0, row by row"));
        }
        let (piece, rotation) = (piece_id(line, piece)?, turn(line, rotation)?);
        let hint = Hint { cell: Cell(cell), piece, rotation, mandatory: true };
        plain::push(&mut hints, hint, line)?;
    }
    Ok(hints)
}

fn piece_id(line: Line<'_>, number: u16) -> Result<PieceId, ReadError> {
    let id = PieceId::from_number(number.into());
    id.ok_or_else(|| line.error("piece 0", "count pieces from 1"))
}

fn turn(line: Line<'_>, rotation: u16) -> Result<Rotation, ReadError> {
    match u8::try_from(rotation) {
        Ok(turn) if turn < 4 => Ok(Rotation(turn)),
        _ => Err(line.error(format!("rotation {rotation}"), "give 0, 1, 2 or 3")),
    }
}

/// Writes the hints of a puzzle as .hnt or as Logan's clues.
pub(crate) fn write(format: Format, puzzle: &Puzzle) -> Result<String, WriteError> {
    if puzzle.shape().sides() != 4 {
        return Err(WriteError::own_instead(format, "hint files are for square boards"));
    }
    let hints = puzzle.hints().iter();
    if format == Format::LoganClues {
        let line = |hint: &Hint| format!("{} {} {}\n", hint.cell.0, hint.piece, hint.rotation);
        return Ok(hints.map(line).collect());
    }
    let line = |hint: &Hint| {
        let (row, column) = puzzle.shape().position(hint.cell);
        format!("{} {} {} {}\n", hint.piece, column + 1, row + 1, hint.rotation)
    };
    Ok(format!("{}\n", hints.len()) + &hints.map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzle::Sides;

    /// Two columns, three rows; piece 1 is an upper left corner, piece 3 a left edge.
    fn parts() -> PuzzleParts {
        let pieces =
            [[0, 1, 1, 0], [0, 0, 1, 1], [1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 0], [1, 0, 0, 1]];
        PuzzleParts::new("p", Shape::square(2, 3), pieces.map(Sides::square).to_vec())
    }

    fn read_swapped(text: &str, swap: bool) -> Result<(Vec<Hint>, String), ReadError> {
        let mut notes = Vec::new();
        read(text, swap, &parts(), &mut notes).map(|hints| (hints, notes.join(" ")))
    }

    #[test]
    fn logan_clues_are_position_piece_rotation() {
        let (hints, _) = read_swapped("2 3 0\n", false).unwrap();
        let expected =
            Hint { cell: Cell(2), piece: PieceId(2), rotation: Rotation(0), mandatory: true };
        assert_eq!(hints, [expected]);
    }

    #[test]
    fn the_pieces_tell_which_reading_of_x_and_y_is_right() {
        // Piece 3 belongs on column 1, row 2.
        let (hints, note) = read_swapped("1\n3 1 2 0\n", false).unwrap();
        assert_eq!(hints[0].cell, Cell(2));
        assert!(note.contains("alone puts every hint"), "{note}");
        let (hints, note) = read_swapped("1\n3 2 1 0\n", true).unwrap();
        assert_eq!(hints[0].cell, Cell(2));
        assert!(note.contains("x as the row, which alone"), "{note}");
        let (_, note) = read_swapped("1\n3 2 1 0\n", false).unwrap();
        assert!(note.contains("--swap-xy"), "{note}");
    }

    #[test]
    fn wrong_hints_are_named_with_their_line() {
        let error = read_swapped("1\n3 3 1 0\n", false).unwrap_err();
        assert_eq!((error.line, error.remedy.as_str()), (Some(2), "try --swap-xy"));
        assert_eq!(read_swapped("2\n3 1 1 0\n", false).unwrap_err().line, Some(1));
        assert_eq!(read_swapped("1\n3 1 1 4\n", false).unwrap_err().line, Some(2));
        assert!(read_swapped("6 1 0\n", false).unwrap_err().message.contains("cell 6"));
    }
}
