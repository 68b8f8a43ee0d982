//! How runs went: points of time, score and work.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::error::{ArchiveError, At, Problem};
use crate::runs::RunId;
use crate::schema::Archive;

/// A moment of a run. The work is only known where it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Wall time since the beginning, earlier sessions included.
    pub seconds: f64,
    /// The best score.
    pub score: u32,
    /// Nodes until then.
    pub nodes: Option<u64>,
    /// Evaluations until then.
    pub evaluations: Option<u64>,
}

impl Archive {
    /// The curve of a run, in order of time.
    pub fn curve(&self, run: RunId) -> Result<Vec<Point>, ArchiveError> {
        let sql = "SELECT seconds, score, nodes, evaluations FROM curve WHERE run = ? \
                   ORDER BY seconds, rowid";
        let points = self.rows(sql, [run.0], |row| {
            let work =
                |index| Ok::<_, Problem>(row.get::<_, Option<i64>>(index)?.map(|n| n as u64));
            Ok(Point {
                seconds: row.get(0)?,
                score: row.get(1)?,
                nodes: work(2)?,
                evaluations: work(3)?,
            })
        });
        points.at(self.path())
    }
}

pub(crate) fn add(connection: &Connection, run: RunId, points: &[Point]) -> Result<(), Problem> {
    let sql = "INSERT INTO curve (run, seconds, score, nodes, evaluations) VALUES (?, ?, ?, ?, ?)";
    let mut insert = connection.prepare_cached(sql)?;
    for point in points {
        let work = |count: Option<u64>| count.map(|count| count as i64);
        let (nodes, evaluations) = (work(point.nodes), work(point.evaluations));
        insert.execute((run.0, point.seconds, point.score, nodes, evaluations))?;
    }
    Ok(())
}
