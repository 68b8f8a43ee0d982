//! Options that several verbs have in common.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tilewright_archive::{Archive, RunId, place};
use tilewright_search::{CheckpointPlan, parse_duration};

use super::record::Record;
use crate::files::check_writable;

/// `--checkpoint` of a new run.
#[derive(clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Write the run to this file now and then, so that `tilewright resume` can go on with it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) every: EveryArgs,
}

/// `--checkpoint-every`.
#[derive(clap::Args)]
pub(crate) struct EveryArgs {
    /// How often a checkpoint is written
    #[arg(long, value_name = "D", default_value = "30s", value_parser = duration)]
    checkpoint_every: f64,
}

impl CheckpointArgs {
    /// Where and how often; a file that is there already is some other run's.
    pub(crate) fn plan(&self) -> Result<Option<CheckpointPlan>> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        if path.exists() {
            let name = path.display();
            bail!(
                "{name}: there is a checkpoint already; resume it with `tilewright resume {name}`, \
                 or remove it"
            );
        }
        check_writable(path)?;
        Ok(Some(self.every.plan(path)))
    }
}

impl EveryArgs {
    /// Checkpoints to a file.
    pub(crate) fn plan(&self, path: &Path) -> CheckpointPlan {
        CheckpointPlan { path: path.to_owned(), every: self.every() }
    }

    fn every(&self) -> Duration {
        Duration::try_from_secs_f64(self.checkpoint_every).unwrap_or(Duration::MAX)
    }
}

/// `--archive`.
#[derive(clap::Args, Clone)]
pub(crate) struct ArchiveArgs {
    /// The archive; unless given, that of the environment variable TILEWRIGHT_ARCHIVE, or the one in
    /// the platform's data directory
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
}

impl ArchiveArgs {
    /// The file that is meant.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let named = self.archive.clone().or_else(place::usual);
        named.context("this system has no data directory; name an archive with --archive")
    }

    /// Opens it, and finds out which of its runs are dead.
    pub(crate) fn open(&self) -> Result<Archive> {
        let mut archive = Archive::open(&self.path()?)?;
        archive.mark_interrupted()?;
        Ok(archive)
    }
}

/// `--archive` and `--no-archive` of verbs that record.
#[derive(clap::Args, Clone)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Keep no record
    #[arg(long, conflicts_with = "archive")]
    no_archive: bool,
}

impl RecordArgs {
    /// Where to record a new run.
    pub(crate) fn new_run(&self, every: &EveryArgs) -> Option<Record> {
        self.record(every, None)
    }

    /// Where to record a run that goes on.
    pub(crate) fn record(&self, every: &EveryArgs, run: Option<RunId>) -> Option<Record> {
        let path = self.archive.path();
        (!self.no_archive).then(|| Record { path, run, every: every.every() })
    }

    /// The archive, if there is to be any.
    pub(crate) fn archive(&self) -> Option<&ArchiveArgs> {
        (!self.no_archive).then_some(&self.archive)
    }
}

/// A duration in seconds.
pub(crate) fn duration(text: &str) -> Result<f64, String> {
    parse_duration(text).map_err(|error| error.to_string())
}

/// `--set`: a parameter and its value.
pub(crate) fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("a setting is KEY=VALUE, such as order=row".to_owned()),
    }
}

/// A seed that nobody chose; short enough for people and for programs that count in doubles.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 16
}
