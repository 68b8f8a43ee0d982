//! Boards as letters: four a cell, `a` + colour, up right down left as it lies, `aaaa` for an empty
//! cell. The common core of all viewer links, and a format of its own.

use tilewright_puzzle::{Cell, Claim, ClaimedPiece, Puzzle, Shape, Sides};

use crate::alphabet::{Alphabet, HIGHEST, Order, choose};
use crate::document::{BoardFile, BoardToWrite, ReadOptions};
use crate::error::{ReadError, WriteError};
use crate::format::Format;
use crate::size::{likely_rim, of_board};
use crate::structured::MOST_CELLS;
use crate::text::{counted, is_all_grey};
use crate::write::sides_of_cells;

/// What is wrong with a run of letters.
pub(crate) enum LettersFault {
    /// No letter from a to z at this place (counted in characters).
    Letter { index: usize, found: char },
    /// The number of letters is no multiple of four.
    Count { found: usize },
    /// More cells than any board has.
    TooLong,
}

impl LettersFault {
    /// What to say about it; `what` holds the letters.
    pub fn error(&self, what: &str) -> ReadError {
        match self {
            Self::Letter { index, found } => {
                let message =
                    format!("{what}: '{found}' at letter {} is not from a to z", index + 1);
                ReadError::new(message, "correct the letter")
            }
            Self::Count { found } => {
                let message = format!("{what}: {found} letters, which is no multiple of 4");
                ReadError::new(message, "it is cut off: copy it again, 4 letters for every cell")
            }
            Self::TooLong => {
                let message = format!("{what}: letters for more than {MOST_CELLS} cells");
                ReadError::new(message, "give one board")
            }
        }
    }
}

/// The cells that letters mean in the default alphabet; white space is skipped.
pub(crate) fn cells(text: &str) -> Result<Vec<Option<Sides>>, LettersFault> {
    let mut cells = Vec::new();
    let mut around = [0; 4];
    let mut letters = 0;
    for (index, found) in text.chars().enumerate() {
        if found.is_whitespace() {
            continue;
        }
        let colour = u8::try_from(found).ok().and_then(|l| Alphabet::Default.colour(l));
        let colour = colour.ok_or(LettersFault::Letter { index, found })?;
        if let Some(side) = around.get_mut(letters % 4) {
            *side = colour.0;
        }
        letters += 1;
        if letters % 4 == 0 {
            if cells.len() == MOST_CELLS {
                return Err(LettersFault::TooLong);
            }
            let sides = Sides::square(around);
            cells.push((!is_all_grey(&sides)).then_some(sides));
        }
    }
    if letters % 4 != 0 {
        return Err(LettersFault::Count { found: letters });
    }
    Ok(cells)
}

/// Cells in letters; `None` stands for a colour that has no letter.
pub(crate) fn print(cells: &[Option<Sides>]) -> Option<String> {
    let mut letters = String::with_capacity(cells.len() * 4);
    for cell in cells {
        match cell {
            None => letters.push_str("aaaa"),
            Some(sides) => {
                for &colour in sides.colours() {
                    letters.push(Alphabet::Default.letter(colour)?);
                }
            }
        }
    }
    Some(letters)
}

/// Reads bare letters.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    puzzle: Option<&Puzzle>,
) -> Result<BoardFile, ReadError> {
    let found = cells(text).map_err(|fault| {
        let error = fault.error("letters");
        match fault {
            LettersFault::Letter { index, .. } => {
                let byte = text.char_indices().nth(index).map_or(0, |(byte, _)| byte);
                error.at_byte(text, byte)
            }
            LettersFault::Count { .. } | LettersFault::TooLong => error,
        }
    })?;
    if found.is_empty() {
        return Err(ReadError::new("no letters", "give 4 letters for every cell"));
    }
    let told = options.shape.or(puzzle.map(Puzzle::shape));
    let (shape, how) = of_board(told, &found)?;
    let choice = choose(&Order::Unsaid, shape, &found, puzzle);
    let claim = claim(shape, &found, choice.alphabet);
    let notes =
        vec![format!("{shape} ({how}), {} filled", counted(claim.placed(), "cell")), choice.note];
    let rim = puzzle.map_or_else(|| likely_rim(&claim), Puzzle::rim);
    Ok(BoardFile {
        name: None,
        puzzle_name: None,
        claim,
        rim,
        mates: puzzle.map(Puzzle::mates).unwrap_or_default(),
        format: Format::Letters,
        notes,
    })
}

/// The claim that cells make, once their alphabet is known.
pub(crate) fn claim(shape: Shape, cells: &[Option<Sides>], alphabet: Alphabet) -> Claim {
    let claimed = cells.iter().map(|cell| {
        let sides = alphabet.translate(cell.as_ref()?);
        Some(ClaimedPiece::Sides { sides, number: None })
    });
    Claim { shape, cells: claimed.collect() }
}

/// The letters of a board, for every format that is made of them.
pub(crate) fn write(format: Format, board: &BoardToWrite<'_>) -> Result<String, WriteError> {
    if board.claim.shape.sides() != 4 {
        return Err(WriteError::own_instead(format, "letters are for square cells"));
    }
    if board.rim().is_none_or(|rim| rim.0 != 0) {
        let message = "letters need a rim of colour 0, and this puzzle has another or none";
        return Err(WriteError::own_instead(format, message));
    }
    let cells = sides_of_cells(format, board)?;
    if let Some(index) = cells.iter().position(|c| c.as_ref().is_some_and(is_all_grey)) {
        let name = board.claim.shape.cell_name(Cell::at(index));
        let message = format!("cell {name} is grey all round, which means an empty cell");
        return Err(WriteError::own_instead(format, message));
    }
    print(&cells).ok_or_else(|| {
        let message = format!("there are letters for the colours 0 to {HIGHEST} only");
        WriteError::own_instead(format, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_plain(text: &str) -> Result<BoardFile, ReadError> {
        read(text, &ReadOptions::default(), None)
    }

    #[test]
    fn white_space_is_skipped_and_aaaa_is_an_empty_cell() {
        let board = read_plain(" abba\naacb\n aaaa\tbaac ").unwrap();
        assert_eq!(board.claim.shape, Shape::square(2, 2));
        assert_eq!(board.claim.placed(), 3);
    }

    #[test]
    fn the_width_of_a_rectangle_follows_from_its_grey_sides() {
        let right = "abca acdc aaec cfaa dgaf eaag".replace(' ', "");
        assert_eq!(read_plain(&right).unwrap().claim.shape, Shape::square(3, 2));
        // One piece of the last row is turned wrong: the first row still tells.
        let wrong = "abca acdc aaec cfaa dgaf aage".replace(' ', "");
        assert_eq!(read_plain(&wrong).unwrap().claim.shape, Shape::square(3, 2));
    }

    #[test]
    fn wrong_letters_and_counts_are_named() {
        let error = read_plain("abb\nA").unwrap_err();
        assert_eq!((error.line, error.column), (Some(2), Some(1)));
        assert!(error.message.contains("'A'"));
        assert!(read_plain("abcab").unwrap_err().message.contains("5 letters"));
        assert!(read_plain("bbbbbbbb").unwrap_err().remedy.contains("--size"));
    }
}
