//! Experiments in the archive: what was asked for, on which machine, and what each trial gave.
//!
//! A trial is finished or not there: an experiment that was killed goes on with the trials that are
//! missing.

use rusqlite::{OptionalExtension, Row};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_search::RunResult;

use crate::batch::write_result;
use crate::boards::{Finding, keep};
use crate::curve::{self, Point};
use crate::error::{ArchiveError, At, Problem};
use crate::runs::{self, NewRun, RunId};
use crate::schema::Archive;
use crate::{calendar, process, puzzles};

/// The number of an experiment in an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExperimentId(pub i64);

/// An experiment to begin or to go on with.
#[derive(Clone, Copy, Debug)]
pub struct NewExperiment<'a> {
    /// Its name.
    pub name: &'a str,
    /// All that decides what its trials give: two experiments with the same plan are the same.
    pub plan: &'a Value,
    /// The machine: its description, and how fast it is.
    pub machine: &'a Value,
}

/// An experiment with all that is known of it but its trials.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExperimentRecord {
    /// Its number.
    pub id: ExperimentId,
    /// Its name.
    pub name: String,
    /// What decides what its trials give.
    pub plan: Value,
    /// The machine that began it.
    pub host: String,
    /// The version of the program.
    pub version: String,
    /// The machine, described.
    pub machine: Value,
    /// When it began, in seconds since 1970.
    pub created: f64,
    /// When its last trial ended.
    pub updated: f64,
}

/// A finished trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// What was done, in the words of the experiment.
    pub task: String,
    /// What it gave.
    pub outcome: Value,
    /// Its run, if it was one.
    pub run: Option<RunId>,
}

/// A run that ended, to be kept with its trial.
#[derive(Clone, Copy, Debug)]
pub struct EndedRun<'a> {
    /// What was asked for.
    pub new: NewRun<'a>,
    /// What came of it.
    pub result: &'a RunResult,
    /// How it went.
    pub curve: &'a [Point],
}

impl Archive {
    /// The experiment with this name, plan, machine name and version of the program, begun now if
    /// it is not there.
    pub fn experiment(&mut self, new: &NewExperiment<'_>) -> Result<ExperimentId, ArchiveError> {
        self.transact(|inside| {
            let (host, version) = (process::host(), runs::version());
            let (plan, machine) =
                (serde_json::to_string(new.plan)?, serde_json::to_string(new.machine)?);
            let identity = serde_json::to_vec(&(new.name, &plan, &host, version))?;
            let key = *blake3::hash(&identity).as_bytes();
            let find = "SELECT id FROM experiments WHERE key = ?";
            let known: Option<i64> = inside.query_row(find, [key], |row| row.get(0)).optional()?;
            if let Some(id) = known {
                return Ok(ExperimentId(id));
            }
            let now = calendar::now();
            inside.execute(
                "INSERT INTO experiments (key, name, plan, host, version, machine, created, \
                 updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (key, new.name, plan, host, version, machine, now, now),
            )?;
            Ok(ExperimentId(inside.last_insert_rowid()))
        })
    }

    /// All experiments, or those of a name; the latest first.
    pub fn experiments(&self, name: Option<&str>) -> Result<Vec<ExperimentRecord>, ArchiveError> {
        let sql = "SELECT id, name, plan, host, version, machine, created, updated \
                   FROM experiments WHERE ?1 IS NULL OR name = ?1 ORDER BY updated DESC, id DESC";
        let read = |row: &Row<'_>| {
            Ok(ExperimentRecord {
                id: ExperimentId(row.get(0)?),
                name: row.get(1)?,
                plan: serde_json::from_str(&row.get::<_, String>(2)?)?,
                host: row.get(3)?,
                version: row.get(4)?,
                machine: serde_json::from_str(&row.get::<_, String>(5)?)?,
                created: row.get(6)?,
                updated: row.get(7)?,
            })
        };
        self.rows(sql, [name], read).at(self.path())
    }

    /// The finished trials of an experiment, in the order in which they ended.
    pub fn trials(&self, experiment: ExperimentId) -> Result<Vec<Trial>, ArchiveError> {
        let sql = "SELECT task, outcome, run FROM trials WHERE experiment = ? ORDER BY rowid";
        let read = |row: &Row<'_>| {
            Ok(Trial {
                task: row.get(0)?,
                outcome: serde_json::from_str(&row.get::<_, String>(1)?)?,
                run: row.get::<_, Option<i64>>(2)?.map(RunId),
            })
        };
        self.rows(sql, [experiment.0], read).at(self.path())
    }

    /// Keeps a finished trial, with its run if it was one, in one step. A trial that is there
    /// already stays as it is: then this gives `false`.
    pub fn keep_trial(
        &mut self,
        experiment: ExperimentId,
        task: &str,
        outcome: &Value,
        ended: Option<&EndedRun<'_>>,
    ) -> Result<bool, ArchiveError> {
        self.transact(|inside| {
            let (now, text) = (calendar::now(), serde_json::to_string(outcome)?);
            let added = inside.execute(
                "INSERT OR IGNORE INTO trials (experiment, task, outcome, finished) \
                 VALUES (?, ?, ?, ?)",
                (experiment.0, task, text, now),
            )?;
            if added == 0 {
                return Ok(false);
            }
            if let Some(ended) = ended {
                let run = write_ended(inside, ended)?;
                let sql = "UPDATE trials SET run = ? WHERE experiment = ? AND task = ?";
                inside.execute(sql, (run.0, experiment.0, task))?;
            }
            let sql = "UPDATE experiments SET updated = ? WHERE id = ?";
            inside.execute(sql, (now, experiment.0))?;
            Ok(true)
        })
    }
}

fn write_ended(connection: &rusqlite::Connection, ended: &EndedRun<'_>) -> Result<RunId, Problem> {
    let EndedRun { new, result, curve } = ended;
    let puzzle_id = puzzles::number(connection, new.puzzle)?;
    let run = runs::insert(connection, puzzle_id, new)?;
    curve::add(connection, run, curve)?;
    if let Some(board) = &result.best {
        let finding = Finding { board, run: Some(run), seconds: result.seconds, floor: false };
        let best = keep(connection, new.puzzle, puzzle_id, &finding)?;
        crate::batch::set_best(connection, run, best)?;
    }
    write_result(connection, run, result)?;
    Ok(run)
}
