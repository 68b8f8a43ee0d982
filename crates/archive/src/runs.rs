//! Runs in the archive: begun, gone on with, ended, listed, removed.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tilewright_puzzle::Puzzle;
use tilewright_search::{Counters, RunSpec, checkpoint};

use crate::boards::BoardId;
use crate::error::{ArchiveError, At, Problem};
use crate::listing::{Conditions, limit};
use crate::schema::Archive;
use crate::{calendar, process, puzzles};

/// The number of a run in an archive; never given out twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(pub i64);

/// How it stands with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// It goes on.
    Running,
    /// It came to its end, or to that of its budget.
    Finished,
    /// It was stopped, or its process died; it can be gone on with if it has a checkpoint.
    Interrupted,
    /// It ended with an error.
    Failed,
}

impl RunState {
    /// All states.
    pub const ALL: [Self; 4] = [Self::Running, Self::Finished, Self::Interrupted, Self::Failed];

    /// The state's name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }

    /// The state of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A run that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// What it is for, as on the command line.
    pub verb: &'a str,
    /// What is asked for.
    pub spec: &'a RunSpec,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
}

/// A run with all that is known of it but its curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunRecord {
    /// Its number.
    pub id: RunId,
    /// The name of its puzzle.
    pub puzzle: String,
    /// `free`, `open` or `strict`: no hints, one, or more.
    pub regime: String,
    /// What it was for, as on the command line.
    pub verb: String,
    /// What was asked for.
    pub spec: RunSpec,
    /// The machine it ran on.
    pub host: String,
    /// The version of the program.
    pub version: String,
    /// How it stands.
    pub state: RunState,
    /// Why it ended, in the word of JSON.
    pub stop_reason: Option<String>,
    /// What went wrong.
    pub failure: Option<String>,
    /// When it began, in seconds since 1970.
    pub created: f64,
    /// When it was last heard of.
    pub updated: f64,
    /// Wall time over all sessions.
    pub seconds: f64,
    /// Processor time over all sessions.
    pub cpu_seconds: f64,
    /// The work done.
    pub counters: Counters,
    /// The best score.
    pub score: u32,
    /// The most it could be.
    pub max_score: u32,
    /// Pieces on the best board.
    pub placed: usize,
    /// Whether the best board solves the puzzle.
    pub solved: bool,
    /// The best board.
    pub best_board: Option<BoardId>,
    /// Where its checkpoint is, if it has one.
    pub checkpoint: Option<PathBuf>,
    /// What its solver added.
    pub report: Map<String, Value>,
}

/// Which runs to list; the latest first.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct RunFilter {
    /// Of this puzzle alone.
    pub puzzle: Option<String>,
    /// Of this regime alone.
    pub regime: Option<String>,
    /// Of this solver alone.
    pub solver: Option<String>,
    /// In this state alone.
    pub state: Option<RunState>,
    /// With at least this score.
    pub min_score: Option<u32>,
    /// Older than this one: the next page begins after the last one of this.
    pub before: Option<RunId>,
    /// No more than these.
    pub limit: Option<usize>,
}

/// A process that cannot be asked counts as dead when it has been silent for so long.
const SILENCE: f64 = 60.0;

const COLUMNS: &str = "runs.id, puzzles.name, puzzles.regime, verb, spec, host, version, state, \
    stop_reason, failure, created, updated, seconds, cpu_seconds, nodes, evaluations, restarts, \
    depth, progress, score, puzzles.max_score, placed, solved, best_board, checkpoint, report";

impl Archive {
    /// Notes a run that begins now in this process.
    pub fn begin_run(&mut self, new: &NewRun<'_>) -> Result<RunId, ArchiveError> {
        self.transact(|inside| {
            let puzzle = puzzles::number(inside, new.puzzle)?;
            insert(inside, puzzle, new)
        })
    }

    /// Takes over a run, to go on with it in this process after so many seconds of it; what was
    /// heard of it beyond them will come again. An error if it still goes on elsewhere.
    pub fn claim_run(&mut self, id: RunId, seconds: f64) -> Result<(), ArchiveError> {
        self.mark_interrupted()?;
        self.transact(|inside| {
            let state: Option<String> = query_state(inside, id)?;
            match state.as_deref().and_then(RunState::of_name) {
                None => return Err(Problem::Missing { what: "run", id: id.0 }),
                Some(RunState::Running) => return Err(Problem::StillRunning(id.0)),
                Some(_) => {}
            }
            inside.execute("DELETE FROM curve WHERE run = ? AND seconds > ?", (id.0, seconds))?;
            inside.execute(
                "UPDATE runs SET state = 'running', stop_reason = NULL, failure = NULL, \
                 host = ?, version = ?, process = ?, updated = ? WHERE id = ?",
                (process::host(), version(), process::this(), calendar::now(), id.0),
            )?;
            Ok(())
        })
    }

    /// Says where the checkpoint of a run is.
    pub fn set_checkpoint(&mut self, id: RunId, path: Option<&Path>) -> Result<(), ArchiveError> {
        let path = path.map(|path| path.to_string_lossy().into_owned());
        self.transact(|inside| {
            inside.execute("UPDATE runs SET checkpoint = ? WHERE id = ?", (path, id.0))?;
            Ok(())
        })
    }

    /// Where the archive itself keeps the checkpoint of a run: in a folder beside its file.
    pub fn own_checkpoint(&self, id: RunId) -> PathBuf {
        let mut folder = self.path().as_os_str().to_owned();
        folder.push("-checkpoints");
        PathBuf::from(folder).join(format!("{}.run", id.0))
    }

    /// The run whose checkpoint is this file.
    pub fn run_of_checkpoint(&self, path: &Path) -> Result<Option<RunId>, ArchiveError> {
        let sql = "SELECT id FROM runs WHERE checkpoint = ? ORDER BY id DESC LIMIT 1";
        let path = path.to_string_lossy();
        let found = self.rows(sql, [path], |row| Ok(RunId(row.get(0)?)));
        Ok(found.at(self.path())?.pop())
    }

    /// Marks all runs whose process died without a word; gives their numbers. Processes of other
    /// machines, which cannot be asked, count as dead when they have been silent for a minute.
    pub fn mark_interrupted(&mut self) -> Result<Vec<RunId>, ArchiveError> {
        let sql = "SELECT id, host, process, updated FROM runs WHERE state = 'running'";
        let running = self.rows(sql, [], |row| {
            let at: (i64, String, String, f64) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(at)
        });
        let (host, now) = (process::host(), calendar::now());
        let is_dead = |its_host: &str, its_process: &str, updated: f64| {
            let here = if its_host == host { process::is_alive(its_process) } else { None };
            !here.unwrap_or(now - updated < SILENCE)
        };
        let mut dead = running.at(self.path())?;
        dead.retain(|(_, host, process, updated)| is_dead(host, process, *updated));
        if dead.is_empty() {
            return Ok(Vec::new());
        }
        self.transact(|inside| {
            for (id, _, process, _) in &dead {
                // Unless somebody else has taken it over meanwhile.
                inside.execute(
                    "UPDATE runs SET state = 'interrupted', stop_reason = 'interrupted' \
                     WHERE id = ? AND state = 'running' AND process = ?",
                    (id, process),
                )?;
            }
            Ok(dead.iter().map(|(id, ..)| RunId(*id)).collect())
        })
    }

    /// The runs that a filter lets through, the latest first.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<RunRecord>, ArchiveError> {
        let mut conditions = Conditions::default();
        conditions.when("puzzles.name =", filter.puzzle.clone());
        conditions.when("puzzles.regime =", filter.regime.clone());
        conditions.when("runs.solver =", filter.solver.clone());
        conditions.when("runs.state =", filter.state.map(|state| state.name().to_owned()));
        conditions.when("runs.score >=", filter.min_score.map(i64::from));
        conditions.when("runs.id <", filter.before.map(|run| run.0));
        let sql = format!(
            "SELECT {COLUMNS} FROM runs JOIN puzzles ON puzzles.id = runs.puzzle{} \
             ORDER BY runs.id DESC{}",
            conditions.clause(),
            limit(filter.limit)
        );
        let values = rusqlite::params_from_iter(conditions.values);
        self.rows(&sql, values, read).at(self.path())
    }

    /// One run.
    pub fn run(&self, id: RunId) -> Result<RunRecord, ArchiveError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM runs JOIN puzzles ON puzzles.id = runs.puzzle WHERE runs.id = ?"
        );
        let found = self.rows(&sql, [id.0], read).at(self.path())?.pop();
        found.ok_or(Problem::Missing { what: "run", id: id.0 }).at(self.path())
    }

    /// Removes a run with its curve and the checkpoint that the archive kept for it; its boards
    /// stay. An error if it still goes on.
    pub fn remove_run(&mut self, id: RunId) -> Result<(), ArchiveError> {
        self.mark_interrupted()?;
        if self.run(id)?.state == RunState::Running {
            return Err(Problem::StillRunning(id.0)).at(self.path());
        }
        self.transact(|inside| {
            inside.execute("DELETE FROM runs WHERE id = ?", [id.0])?;
            Ok(())
        })?;
        self.drop_own_checkpoint(id)
    }

    /// Takes away the checkpoint that the archive keeps of a run; one that the user named stays.
    pub(crate) fn drop_own_checkpoint(&mut self, id: RunId) -> Result<(), ArchiveError> {
        let path = self.own_checkpoint(id);
        // Files that stay behind cost room and nothing else.
        let _ = fs::remove_file(checkpoint::previous(&path));
        let _ = fs::remove_file(&path);
        let own = path.to_string_lossy().into_owned();
        self.transact(|inside| {
            let sql = "UPDATE runs SET checkpoint = NULL WHERE id = ? AND checkpoint = ?";
            inside.execute(sql, (id.0, own))?;
            Ok(())
        })
    }
}

fn query_state(connection: &Connection, id: RunId) -> Result<Option<String>, Problem> {
    use rusqlite::OptionalExtension;
    let sql = "SELECT state FROM runs WHERE id = ?";
    Ok(connection.query_row(sql, [id.0], |row| row.get(0)).optional()?)
}

pub(crate) fn insert(
    connection: &Connection,
    puzzle: i64,
    new: &NewRun<'_>,
) -> Result<RunId, Problem> {
    let now = calendar::now();
    connection.execute(
        "INSERT INTO runs (puzzle, verb, spec, solver, seed, threads, host, version, process, \
         state, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, ?)",
        (
            puzzle,
            new.verb,
            serde_json::to_string(new.spec)?,
            &new.spec.solver,
            new.spec.seed as i64,
            new.spec.threads,
            process::host(),
            version(),
            process::this(),
            now,
            now,
        ),
    )?;
    Ok(RunId(connection.last_insert_rowid()))
}

fn read(row: &Row<'_>) -> Result<RunRecord, Problem> {
    let count = |index| Ok::<_, Problem>(row.get::<_, i64>(index)? as u64);
    let state: String = row.get(7)?;
    let unknown = || Problem::Content(format!("`{state}` is no state of a run"));
    Ok(RunRecord {
        id: RunId(row.get(0)?),
        puzzle: row.get(1)?,
        regime: row.get(2)?,
        verb: row.get(3)?,
        spec: serde_json::from_str(&row.get::<_, String>(4)?)?,
        host: row.get(5)?,
        version: row.get(6)?,
        state: RunState::of_name(&state).ok_or_else(unknown)?,
        stop_reason: row.get(8)?,
        failure: row.get(9)?,
        created: row.get(10)?,
        updated: row.get(11)?,
        seconds: row.get(12)?,
        cpu_seconds: row.get(13)?,
        counters: Counters {
            nodes: count(14)?,
            evaluations: count(15)?,
            restarts: count(16)?,
            depth: row.get(17)?,
            progress: row.get(18)?,
        },
        score: row.get(19)?,
        max_score: row.get(20)?,
        placed: row.get(21)?,
        solved: row.get(22)?,
        best_board: row.get::<_, Option<i64>>(23)?.map(BoardId),
        checkpoint: row.get::<_, Option<String>>(24)?.map(PathBuf::from),
        report: serde_json::from_str(&row.get::<_, String>(25)?)?,
    })
}

/// The version of the program: all crates of it have the same.
pub(crate) const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
