//! The file: how it is opened, and the steps by which it grew to what it is.
//!
//! Every step is one of [`STEPS`]; how many have been taken is the database's `user_version`. A
//! step, once released, is never changed: another one follows it. A file with more steps than are
//! known here is left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::{ArchiveError, At, Problem};

/// `TWRT`: tells our databases from those of others.
const APPLICATION: u32 = 0x5457_5254;

/// How long to wait for others who write; each write takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);
const BETWEEN_TRIES: Duration = Duration::from_millis(10);

pub(crate) const STEPS: [&str; 2] = [
    // Puzzles by content: what a board lies on. `cells` of a board: for each cell the piece
    // (2 bytes, little-endian) and its rotation (1 byte), 65535 for none. Times are seconds since
    // 1970, UTC. 64-bit seeds and counters are kept as the signed numbers of the same bits.
    "CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        key BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        regime TEXT NOT NULL,
        max_score INTEGER NOT NULL,
        parts TEXT NOT NULL
    ) STRICT;
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        puzzle INTEGER NOT NULL REFERENCES puzzles (id),
        verb TEXT NOT NULL,
        spec TEXT NOT NULL,
        solver TEXT NOT NULL,
        seed INTEGER NOT NULL,
        threads INTEGER NOT NULL,
        host TEXT NOT NULL,
        version TEXT NOT NULL,
        process TEXT NOT NULL,
        state TEXT NOT NULL,
        stop_reason TEXT,
        failure TEXT,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        seconds REAL NOT NULL DEFAULT 0,
        cpu_seconds REAL NOT NULL DEFAULT 0,
        nodes INTEGER NOT NULL DEFAULT 0,
        evaluations INTEGER NOT NULL DEFAULT 0,
        restarts INTEGER NOT NULL DEFAULT 0,
        depth INTEGER NOT NULL DEFAULT 0,
        progress REAL,
        score INTEGER NOT NULL DEFAULT 0,
        placed INTEGER NOT NULL DEFAULT 0,
        solved INTEGER NOT NULL DEFAULT 0,
        best_board INTEGER REFERENCES boards (id) ON DELETE SET NULL,
        checkpoint TEXT,
        report TEXT NOT NULL DEFAULT '{}'
    ) STRICT;
    CREATE INDEX runs_by_state ON runs (state);
    CREATE INDEX runs_by_board ON runs (best_board);
    CREATE TABLE curve (
        run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        seconds REAL NOT NULL,
        score INTEGER NOT NULL,
        nodes INTEGER,
        evaluations INTEGER
    ) STRICT;
    CREATE INDEX curve_by_run ON curve (run, seconds);
    CREATE TABLE boards (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        puzzle INTEGER NOT NULL REFERENCES puzzles (id),
        key BLOB NOT NULL,
        cells BLOB NOT NULL,
        score INTEGER NOT NULL,
        placed INTEGER NOT NULL,
        hints_matched INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        floor INTEGER NOT NULL,
        run INTEGER REFERENCES runs (id) ON DELETE SET NULL,
        found REAL NOT NULL,
        seconds REAL NOT NULL,
        UNIQUE (puzzle, key)
    ) STRICT;
    CREATE INDEX boards_by_score ON boards (puzzle, score DESC);
    CREATE INDEX boards_by_run ON boards (run);",
    // Experiments: what was asked for, where, and what each of their trials gave.
    "CREATE TABLE experiments (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        plan TEXT NOT NULL,
        host TEXT NOT NULL,
        version TEXT NOT NULL,
        machine TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL
    ) STRICT;
    CREATE INDEX experiments_by_name ON experiments (name);
    CREATE TABLE trials (
        experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
        task TEXT NOT NULL,
        outcome TEXT NOT NULL,
        run INTEGER REFERENCES runs (id) ON DELETE SET NULL,
        finished REAL NOT NULL,
        PRIMARY KEY (experiment, task)
    ) STRICT;
    CREATE INDEX trials_by_run ON trials (run);",
];

/// A connection to the archive. Threads and processes each open their own.
#[derive(Debug)]
pub struct Archive {
    pub(crate) connection: Connection,
    path: PathBuf,
}

impl Archive {
    /// Opens an archive; makes it, with its folder, if it is not there.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let connection = connect_patiently(path).at(path)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does several things as one: all of them, or none.
    pub(crate) fn transact<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Problem>,
    ) -> Result<T, ArchiveError> {
        let begin = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = begin.at(&self.path)?;
        let done = work(&transaction).at(&self.path)?;
        transaction.commit().at(&self.path)?;
        Ok(done)
    }
}

/// Tries again while others make or change the file: some of the first steps do not wait for them.
fn connect_patiently(path: &Path) -> Result<Connection, Problem> {
    let end = Instant::now() + PATIENCE;
    loop {
        match connect(path) {
            Err(Problem::Locked) if Instant::now() < end => thread::sleep(BETWEEN_TRIES),
            connected => return connected,
        }
    }
}

fn connect(path: &Path) -> Result<Connection, Problem> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| Problem::CannotOpen(error.to_string()))?;
    }
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // At one moment: who looks while another makes the tables would take them for a stranger's.
    let taken = step_of(&*connection.unchecked_transaction()?)?;
    if taken < STEPS.len() as u32 {
        prepare(&mut connection)?;
    }
    // A killed process loses nothing this way, and writers wait for no disk. File systems that
    // cannot do it keep the older way, which is slower and as safe.
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

/// How many steps the file has taken, if it is ours.
fn step_of(connection: &Connection) -> Result<u32, Problem> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0));
    let (application, found) = (number("application_id")?, number("user_version")?);
    let tables: u32 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (tables > 0 || found > 0) {
        return Err(Problem::Foreign);
    }
    let known = STEPS.len() as u32;
    if found > known { Err(Problem::Newer { found, known }) } else { Ok(found) }
}

/// Takes the steps that are missing; looks again how many they are once nobody else can take them.
fn prepare(connection: &mut Connection) -> Result<(), Problem> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken = step_of(&transaction)?;
    for step in STEPS.iter().skip(taken as usize) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", STEPS.len() as u32)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn tables(archive: &Archive) -> Vec<String> {
        let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
        let mut statement = archive.connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_file_of_any_earlier_step_becomes_the_same_as_a_new_one() {
        let folder = folder();
        let new = Archive::open(&folder.path().join("new")).unwrap();
        for taken in 0..STEPS.len() {
            let path = folder.path().join(format!("old-{taken}"));
            let old = Connection::open(&path).unwrap();
            STEPS[..taken].iter().for_each(|step| old.execute_batch(step).unwrap());
            old.pragma_update(None, "user_version", taken as u32).unwrap();
            let application = if taken == 0 { 0 } else { APPLICATION };
            old.pragma_update(None, "application_id", application).unwrap();
            if taken > 0 {
                old.execute("INSERT INTO puzzles VALUES (1, x'00', 'kept', 'free', 1, '')", [])
                    .unwrap();
            }
            drop(old);
            let opened = Archive::open(&path).unwrap();
            assert_eq!(tables(&opened), tables(&new), "from step {taken}");
            let kept = "SELECT count(*) FROM puzzles WHERE name = 'kept'";
            let kept: usize = opened.connection.query_row(kept, [], |row| row.get(0)).unwrap();
            assert_eq!(kept, usize::from(taken > 0));
            assert_eq!(step_of(&opened.connection).unwrap(), STEPS.len() as u32);
        }
    }

    #[test]
    fn newer_foreign_and_damaged_files_are_left_alone_with_a_word_of_advice() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        let refused = |path: &Path| {
            let before = fs::read(path).unwrap();
            let error = Archive::open(path).unwrap_err().to_string();
            assert_eq!(fs::read(path).unwrap(), before);
            assert!(error.contains(&path.display().to_string()), "{error}");
            error
        };
        let newer = Archive::open(&at("newer")).unwrap();
        newer.connection.pragma_update(None, "user_version", 99).unwrap();
        drop(newer);
        assert!(refused(&at("newer")).contains("its format is 99"));
        Connection::open(at("foreign")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(refused(&at("foreign")).contains("another program"));
        fs::write(at("text"), "this is no database at all, but text, and long enough".repeat(90))
            .unwrap();
        assert!(refused(&at("text")).contains("damaged"));
        let error = Archive::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("cannot be opened"), "{error}");
        let below = Archive::open(&at("text").join("below")).unwrap_err().to_string();
        assert!(below.contains("cannot be opened"), "{below}");
    }

    #[test]
    fn many_threads_may_make_one_archive_at_once() {
        let folder = folder();
        let path = folder.path().join("deep/in/archive.sqlite");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| Archive::open(&path).unwrap());
            }
        });
        assert!(!tables(&Archive::open(&path).unwrap()).is_empty());
    }
}
