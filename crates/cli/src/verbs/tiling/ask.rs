//! Asking for a problem number by number, as the program of Laros 2003 does: x counts rows, y counts
//! columns. Several answers may be given at once. The questions go to standard error, so that the
//! answer alone is on standard output.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Context, Result, anyhow, bail};
use tilewright_tiling::{MOST_SIDE, Tile, read_tile};

/// The tile, the counts of the rows, the counts of the columns.
type Parts = (Tile, Vec<u32>, Vec<u32>);

/// Asks for what is not known yet: the tile, the size, the counts of rows and columns.
pub(super) fn problem(tile: Option<Tile>) -> Result<Parts> {
    let is_terminal = io::stdin().is_terminal();
    Asker {
        input: io::stdin().lock(),
        questions: io::stderr(),
        is_terminal,
        given: VecDeque::new(),
    }
    .problem(tile)
}

struct Asker<R, W> {
    input: R,
    questions: W,
    /// Whether somebody is there who can be asked again.
    is_terminal: bool,
    /// Answers that were given ahead.
    given: VecDeque<String>,
}

impl<R: BufRead, W: Write> Asker<R, W> {
    fn problem(&mut self, tile: Option<Tile>) -> Result<Parts> {
        let tile = match tile {
            Some(tile) => tile,
            None => self.ask("the tile (1x1, 2x2, L or a picture such as .XX/XX.)", |text| {
                read_tile(text).map_err(|error| error.to_string())
            })?,
        };
        let (width, height) = self.ask("the size of the board (columns x rows)", size)?;
        let mut counts = |axis: &str, count: usize| -> Result<Vec<u32>> {
            let one = |index| self.ask(&format!("a number for {axis}-projection[{index}]"), number);
            (0..count).map(one).collect()
        };
        Ok((tile, counts("x", height)?, counts("y", width)?))
    }

    fn ask<T>(&mut self, what: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T> {
        loop {
            let answer = match self.given.pop_front() {
                Some(answer) => answer,
                None => {
                    // Nobody to ask is found out when there is no answer.
                    let _ = write!(self.questions, "Give {what}: ");
                    let _ = self.questions.flush();
                    self.listen(what)?;
                    continue;
                }
            };
            match read(&answer) {
                Ok(value) => return Ok(value),
                Err(error) if self.is_terminal => {
                    let _ = writeln!(self.questions, "{error}");
                    self.given.clear();
                }
                Err(error) => return Err(anyhow!("the answer for {what}: {error}")),
            }
        }
    }

    /// Reads a line of answers.
    fn listen(&mut self, what: &str) -> Result<()> {
        const LONGEST: u64 = 1 << 16;
        let mut line = String::new();
        let mut input = io::Read::take(&mut self.input, LONGEST);
        let read = input.read_line(&mut line).context("standard input cannot be read")?;
        if read == 0 {
            bail!(
                "standard input ended before {what} was given; answer all questions, or give \
                 --rows and --columns, or --file"
            );
        }
        self.given.extend(line.split([' ', '\t', ',', '\n', '\r']).map(str::to_owned));
        self.given.retain(|answer| !answer.is_empty());
        Ok(())
    }
}

/// `5x4`, or `5` for a square board.
fn size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MOST_SIDE).contains(side));
    side(width).zip(side(height)).ok_or_else(|| {
        format!("`{text}` is no size; write columns x rows, such as 5x4, or one number up to {MOST_SIDE}")
    })
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is no count; write a number such as 0, 1 or 2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(answers: &str, is_terminal: bool, tile: Option<Tile>) -> (Result<Parts>, String) {
        let mut questions = Vec::new();
        let asker = Asker {
            input: answers.as_bytes(),
            questions: &mut questions,
            is_terminal,
            given: VecDeque::new(),
        };
        let problem = { asker }.problem(tile);
        (problem, String::from_utf8(questions).unwrap())
    }

    #[test]
    fn every_number_is_asked_for_as_in_the_document() {
        let (problem, questions) = asked("L\n3x2\n1\n0\n0\n1\n0\n", true, None);
        assert_eq!(problem.unwrap(), (Tile::ell(), vec![1, 0], vec![0, 1, 0]));
        assert!(questions.contains("Give a number for x-projection[1]: "), "{questions}");
        assert!(questions.ends_with("Give a number for y-projection[2]: "), "{questions}");
    }

    #[test]
    fn answers_may_be_given_all_at_once() {
        let (problem, questions) = asked("2\n1 0\n1,0\n", false, Some(Tile::square()));
        assert_eq!(problem.unwrap(), (Tile::square(), vec![1, 0], vec![1, 0]));
        assert_eq!(questions.matches("Give").count(), 3);
    }

    #[test]
    fn a_slip_is_asked_for_again_if_somebody_is_there_and_refused_if_not() {
        let (problem, questions) = asked("2\n1 x 7\n0\n1 0\n", true, Some(Tile::single()));
        assert_eq!(problem.unwrap().1, [1, 0]);
        assert!(questions.contains("`x` is no count"), "{questions}");
        let (problem, _) = asked("2\n1 x 7\n0\n1 0\n", false, Some(Tile::single()));
        let error = problem.unwrap_err().to_string();
        assert!(error.contains("the answer for a number for x-projection[1]: `x`"), "{error}");
        for answers in ["", "L", "L\n5x5\n1 2"] {
            let error = asked(answers, true, None).0.unwrap_err().to_string();
            assert!(error.contains("ended before") && error.contains("--rows"), "{error}");
        }
        for size in ["0", "129", "5x", "x", "99999999999999999999"] {
            assert!(asked(size, false, Some(Tile::ell())).0.is_err(), "{size}");
        }
    }
}
