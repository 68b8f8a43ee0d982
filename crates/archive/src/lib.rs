//! Everything that ran, kept: runs with their curves, boards, experiments, in one SQLite file.
//!
//! An [`Archive`] is one connection to the file; several processes, and several connections of one
//! process, may work on it at once. A [`Recorder`] listens to a run and writes what it hears from a
//! thread of its own, so that the solver never waits for the disk and a disk that fails never costs
//! the run anything. Boards are [audited](tilewright_search::Verdict) before they are kept, and kept
//! once, however often and however turned they are found.
//!
//! ```
//! use tilewright_archive::{Archive, RunFilter};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("archive.sqlite");
//! let mut archive = Archive::open(&path)?;
//! archive.mark_interrupted()?;
//! let runs = archive.runs(&RunFilter { puzzle: Some("eternity2".into()), ..RunFilter::default() })?;
//! assert!(runs.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod boards;
pub mod calendar;
pub mod curve;
pub mod error;
pub mod experiments;
pub mod place;
pub mod recorder;
pub mod runs;

mod batch;
mod listing;
mod process;
mod puzzles;
mod schema;

#[cfg(test)]
mod full_tests;

pub use boards::{BoardFilter, BoardId, BoardRecord};
pub use curve::Point;
pub use error::{ArchiveError, Problem};
pub use experiments::{ExperimentId, ExperimentRecord, NewExperiment, Trial};
pub use process::host;
pub use recorder::Recorder;
pub use runs::{NewRun, RunFilter, RunId, RunRecord, RunState};
pub use schema::Archive;
