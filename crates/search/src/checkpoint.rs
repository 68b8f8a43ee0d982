//! Checkpoints: a run on disk, complete, so that it goes on as if it had never stopped.
//!
//! A checkpoint is written beside the old one and put in its place in one step, after it has safely
//! reached the disk; the old one stays as `FILE.previous`. Killed at any moment, a run leaves a good
//! file behind. It holds the puzzle itself, so the file that the run was started from may go away.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tilewright_puzzle::{Board, Puzzle, PuzzleParts};

use crate::container::{self, Damage};
use crate::progress::Progress;
use crate::spec::RunSpec;

/// A run as it was at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the run is for: `solve`, `count`, ...
    pub verb: String,
    /// What is asked for.
    pub spec: RunSpec,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The board it started from, if any.
    pub start: Option<Board>,
    /// How far it has come.
    pub progress: Progress,
    /// The state of the solver.
    pub state: Vec<u8>,
}

/// All but the state. JSON, because it describes itself: fields may be added later without making
/// older checkpoints unreadable.
#[derive(Serialize, Deserialize)]
struct Head {
    verb: String,
    spec: RunSpec,
    puzzle: PuzzleParts,
    start: Option<Board>,
    progress: Progress,
}

/// A checkpoint file that cannot be written or read.
#[derive(Debug, Error)]
#[error("checkpoint {}: {damage}{}", .path.display(), advice(.good_previous))]
pub struct CheckpointError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub damage: Damage,
    /// The one before, if that one can be read.
    pub good_previous: Option<PathBuf>,
}

fn advice(good_previous: &Option<PathBuf>) -> String {
    good_previous.as_ref().map_or_else(String::new, |path| {
        format!("; the previous one is good, resume from it: {}", path.display())
    })
}

impl Checkpoint {
    /// The checkpoint as bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Damage> {
        let head = Head {
            verb: self.verb.clone(),
            spec: self.spec.clone(),
            puzzle: self.puzzle.to_parts(),
            start: self.start.clone(),
            progress: self.progress.clone(),
        };
        let head = serde_json::to_vec(&head).map_err(|e| Damage::Content(e.to_string()))?;
        let length = (head.len() as u64).to_le_bytes();
        container::seal(env!("CARGO_PKG_VERSION"), &[&length, &head, &self.state])
    }

    /// The checkpoint in these bytes, or what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let payload = container::open(bytes)?;
        let no_head = || Damage::Content("no head".to_owned());
        let (length, rest) = payload.split_first_chunk().ok_or_else(no_head)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| no_head())?;
        let (head, state) = rest.split_at_checked(length).ok_or_else(no_head)?;
        let head: Head =
            serde_json::from_slice(head).map_err(|e| Damage::Content(e.to_string()))?;
        let puzzle = Puzzle::new(head.puzzle).map_err(|e| Damage::Content(e.to_string()))?;
        Ok(Self {
            verb: head.verb,
            spec: head.spec,
            puzzle: Arc::new(puzzle),
            start: head.start,
            progress: head.progress,
            state: state.to_vec(),
        })
    }

    /// Writes the checkpoint in one step; what was there becomes [the previous one](previous).
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let written = self.to_bytes().and_then(|bytes| Ok(replace(path, &bytes)?));
        written.map_err(|damage| CheckpointError {
            path: path.to_owned(),
            damage,
            good_previous: None,
        })
    }

    /// Reads a checkpoint. If it is not good, the error says whether the previous one is.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        read_file(path).map_err(|damage| {
            let previous = previous(path);
            let good_previous = read_file(&previous).is_ok().then_some(previous);
            CheckpointError { path: path.to_owned(), damage, good_previous }
        })
    }
}

/// Where the checkpoint before this one is kept: `FILE.previous`.
pub fn previous(path: &Path) -> PathBuf {
    with_ending(path, ".previous")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn read_file(path: &Path) -> Result<Checkpoint, Damage> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() > container::MOST_BYTES {
        return Err(Damage::TooLarge);
    }
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(container::START as u64).read_to_end(&mut bytes)?;
    container::check_start(&bytes)?;
    file.take(container::MOST_BYTES).read_to_end(&mut bytes)?;
    Checkpoint::from_bytes(&bytes)
}

/// There is a good file under this name at every moment: the new one is complete and on the disk
/// before it takes the name, and the old one gets its second name before it loses the first.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let partial = with_ending(path, ".partial");
    remove_if_there(&partial)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    if path.exists() {
        keep_as_previous(path)?;
    }
    fs::rename(&partial, path)?;
    sync_folder(path)
}

fn keep_as_previous(path: &Path) -> io::Result<()> {
    let (previous, link) = (previous(path), with_ending(path, ".link"));
    remove_if_there(&link)?;
    // Some file systems have no links; a moment without the first name is the price there.
    let source = if fs::hard_link(path, &link).is_ok() { &link } else { path };
    fs::rename(source, previous)
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A rename is only safe once its folder has reached the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
