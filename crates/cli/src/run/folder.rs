//! A folder with every board that a run hands over, one numbered file each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tilewright_formats::{BoardToWrite, Format, board_letters, write_board};
use tilewright_puzzle::{Board, Claim, Puzzle};
use tilewright_search::{Event, Listener, RunInput};

use crate::files::cannot_be_written;

/// What a board is called until it is complete.
const PARTIAL: &str = ".partial";

/// Where boards go.
pub(crate) struct BoardFolder {
    path: PathBuf,
    /// What the solver reports as the number of boards it has handed over.
    counted_as: &'static str,
}

impl BoardFolder {
    /// A folder for a new run: it must be empty, or files of another run would count as this one's.
    pub(crate) fn empty(path: &Path, counted_as: &'static str) -> Result<Self> {
        let name = path.display();
        if path.exists() {
            let mut entries = path
                .read_dir()
                .with_context(|| format!("{name}: is no folder that can be read"))?;
            if entries.next().is_some() {
                bail!("{name}: there are files in this folder already; name a new or an empty one");
            }
        }
        Ok(Self::again(path.to_owned(), counted_as))
    }

    /// The folder of a run that is resumed.
    pub(crate) fn again(path: PathBuf, counted_as: &'static str) -> Self {
        Self { path, counted_as }
    }

    /// Ready to write. A resumed run tells again of the boards it found after its last checkpoint:
    /// they get the same numbers as before, so that each board is there once in the end.
    pub(super) fn open(self, input: &RunInput<'_>) -> Result<OpenFolder> {
        fs::create_dir_all(&self.path)
            .with_context(|| format!("{}: cannot be made", self.path.display()))?;
        // What a kill may have left behind.
        match fs::remove_file(self.path.join(PARTIAL)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error)?,
            _ => {}
        }
        let handed_over = input.solver.report().get(self.counted_as).and_then(Value::as_u64);
        Ok(OpenFolder {
            path: self.path,
            puzzle: Arc::clone(&input.puzzle),
            count: handed_over.unwrap_or(0),
            failure: None,
        })
    }
}

/// A folder that boards are written to.
pub(super) struct OpenFolder {
    path: PathBuf,
    puzzle: Arc<Puzzle>,
    count: u64,
    /// What went wrong; nothing is written after that.
    pub(super) failure: Option<anyhow::Error>,
}

impl OpenFolder {
    fn write(&mut self, board: &Board) -> Result<()> {
        let claim = Claim::of_board(&self.puzzle, board);
        let board = BoardToWrite::new(&claim, Some(&self.puzzle));
        let (text, ending) = match board_letters(&board) {
            Some(letters) => (letters + "\n", "txt"),
            None => (write_board(Format::Json, &board)?, "json"),
        };
        let path = self.path.join(format!("{:08}.{ending}", self.count + 1));
        // Whole or not at all if the program is killed. Waiting for the disk each time, against a
        // loss of power, would make millions of boards take hours.
        let partial = self.path.join(PARTIAL);
        fs::write(&partial, text)
            .and_then(|()| fs::rename(&partial, &path))
            .with_context(|| cannot_be_written(&path))?;
        self.count += 1;
        Ok(())
    }
}

impl Listener for OpenFolder {
    fn on(&mut self, event: &Event<'_>) {
        if let (Event::Found { board, .. }, None) = (event, &self.failure) {
            let written = self.write(board);
            self.failure = written.err().map(|error| {
                error.context("the run was stopped because a board could not be kept")
            });
        }
    }
}
