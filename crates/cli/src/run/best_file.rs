//! Keeps the best board of a run on disk while the run goes on, so that even a kill without warning
//! costs at most the last moment's board.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tilewright_formats::{BoardToWrite, Format, write_board};
use tilewright_puzzle::{Board, Claim, Puzzle};
use tilewright_search::{Event, Listener};

use crate::endings::format_for;
use crate::files::{check_writable, is_stream, write_file};

/// Early in a run boards get better thousands of times a second; the disk need not see all of them.
const PAUSE: Duration = Duration::from_millis(500);

/// The file of the best board.
pub(super) struct BestFile {
    path: PathBuf,
    format: Format,
    puzzle: Arc<Puzzle>,
    /// A pipe gets the last board alone: nobody could take back the others.
    only_last: bool,
    /// The best board, if it is not in the file yet.
    waiting: Option<Board>,
    written: Option<Instant>,
}

impl BestFile {
    /// Nothing is written yet, but what would make writing impossible is found out now and not
    /// after hours.
    pub(super) fn new(path: PathBuf, puzzle: Arc<Puzzle>) -> Result<Self> {
        let claim = Claim::of_board(&puzzle, &Board::with_hints(&puzzle));
        let board = BoardToWrite::new(&claim, Some(&puzzle));
        let format = format_for(&path, |format| write_board(format, &board))?;
        check_writable(&path)?;
        let only_last = is_stream(&path);
        Ok(Self { path, format, puzzle, only_last, waiting: None, written: None })
    }

    /// Writes the best board unless it is written already; it waits on if that fails.
    pub(super) fn flush(&mut self) -> Result<()> {
        let Some(board) = &self.waiting else { return Ok(()) };
        self.written = Some(Instant::now());
        let claim = Claim::of_board(&self.puzzle, board);
        let text = write_board(self.format, &BoardToWrite::new(&claim, Some(&self.puzzle)))?;
        write_file(&self.path, text.as_bytes())?;
        self.waiting = None;
        Ok(())
    }
}

impl Listener for BestFile {
    fn on(&mut self, event: &Event<'_>) {
        if let Event::Improved { board, .. } = event {
            self.waiting = Some((*board).clone());
        }
        let is_due = self.written.is_none_or(|written| written.elapsed() >= PAUSE);
        if is_due && !self.only_last {
            // A disk that is full now may have room later; the last attempt is the one that counts.
            let _ = self.flush();
        }
    }
}
