//! Puzzles in the archive: what boards lie on and runs are about, each kept once by content.

use rusqlite::{Connection, OptionalExtension};
use tilewright_puzzle::{Puzzle, PuzzleParts};

use crate::error::{ArchiveError, At, Problem};
use crate::runs::RunId;
use crate::schema::Archive;

/// Under which hints boards of a puzzle are made: `free` of any, `open` with one, `strict` with
/// more. Scores of different regimes do not compare.
pub(crate) fn regime(puzzle: &Puzzle) -> &'static str {
    match puzzle.hints().iter().filter(|hint| hint.mandatory).count() {
        0 => "free",
        1 => "open",
        _ => "strict",
    }
}

/// What makes a puzzle the one it is. Its looks and where it comes from do not, but its name does:
/// people look for their boards by it.
fn key(parts: &PuzzleParts) -> Result<[u8; 32], Problem> {
    let PuzzleParts { name, shape, pieces, rim, mates, hints, .. } = parts;
    let content = serde_json::to_vec(&(name, shape, pieces, rim, mates, hints))?;
    Ok(*blake3::hash(&content).as_bytes())
}

/// The number of a puzzle, new or known.
pub(crate) fn number(connection: &Connection, puzzle: &Puzzle) -> Result<i64, Problem> {
    let parts = puzzle.to_parts();
    let key = key(&parts)?;
    let find = "SELECT id FROM puzzles WHERE key = ?";
    let known = connection.prepare_cached(find)?.query_row([key], |row| row.get(0)).optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    let parts = serde_json::to_string(&parts)?;
    let (regime, max_score) = (regime(puzzle), puzzle.max_score());
    connection.execute(
        "INSERT INTO puzzles (key, name, regime, max_score, parts) VALUES (?, ?, ?, ?, ?)",
        (key, puzzle.name(), regime, max_score, parts),
    )?;
    Ok(connection.last_insert_rowid())
}

/// The puzzle as it was kept.
pub(crate) fn read(parts: &str) -> Result<Puzzle, Problem> {
    let parts: PuzzleParts = serde_json::from_str(parts)?;
    Puzzle::new(parts).map_err(|error| Problem::Content(error.to_string()))
}

impl Archive {
    /// The puzzle of a run.
    pub fn puzzle_of_run(&self, id: RunId) -> Result<Puzzle, ArchiveError> {
        let sql = "SELECT puzzles.parts FROM runs JOIN puzzles ON puzzles.id = runs.puzzle \
                   WHERE runs.id = ?";
        let found = self.rows(sql, [id.0], |row| read(&row.get::<_, String>(0)?));
        let found = found.at(self.path())?.pop();
        found.ok_or(Problem::Missing { what: "run", id: id.0 }).at(self.path())
    }
}
