//! What is heard of a run between two writes, and how it is written.
//!
//! Boards get better thousands of times in the first second of a run, and a long run is sampled
//! hundreds of thousands of times: of the boards only the last counts, and points of the curve are
//! left out that nobody could tell apart in a picture.

use rusqlite::Connection;
use tilewright_puzzle::{Board, Puzzle};
use tilewright_search::{RunResult, Sample, StopReason};

use crate::boards::{BoardId, Finding, keep};
use crate::curve::{self, Point};
use crate::error::Problem;
use crate::runs::{RunId, RunState};
use crate::{calendar, puzzles};

/// Boards at or above the floor that may wait; more than this in half a second is a floor that is
/// far too low, or a disk that has been full for long.
pub(crate) const MOST_FOUND: usize = 100_000;

/// What waits to be written.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) best: Option<(Board, f64)>,
    pub(crate) found: Vec<(Board, f64)>,
    /// Boards that found no room to wait.
    pub(crate) left_out: u64,
    pub(crate) points: Vec<Point>,
    pub(crate) sample: Option<Sample>,
    pub(crate) ending: Option<Ending>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) enum Ending {
    Result(Box<RunResult>),
    Failure(String),
}

impl Batch {
    pub(crate) fn add_found(&mut self, board: Board, seconds: f64) {
        if self.found.len() < MOST_FOUND {
            self.found.push((board, seconds));
        } else {
            self.left_out += 1;
        }
    }

    /// Puts what could not be written before what has come since.
    pub(crate) fn put_before(self, later: &mut Self) {
        let mut all = self;
        for (board, seconds) in std::mem::take(&mut later.found) {
            all.add_found(board, seconds);
        }
        all.points.append(&mut later.points);
        all.left_out += later.left_out;
        all.best = later.best.take().or(all.best);
        all.sample = later.sample.take().or(all.sample);
        all.ending = later.ending.take().or(all.ending);
        *later = all;
    }

    /// Writes all of it.
    pub(crate) fn write(
        &self,
        connection: &Connection,
        run: RunId,
        puzzle: &Puzzle,
    ) -> Result<(), Problem> {
        let puzzle_id = puzzles::number(connection, puzzle)?;
        let finding = |board, seconds, floor| Finding { board, run: Some(run), seconds, floor };
        for (board, seconds) in &self.found {
            keep(connection, puzzle, puzzle_id, &finding(board, *seconds, true))?;
        }
        if let Some((board, seconds)) = &self.best {
            let best = keep(connection, puzzle, puzzle_id, &finding(board, *seconds, false))?;
            set_best(connection, run, best)?;
        }
        curve::add(connection, run, &self.points)?;
        if let Some(sample) = &self.sample {
            write_sample(connection, run, sample)?;
        }
        match &self.ending {
            Some(Ending::Result(result)) => write_result(connection, run, result),
            Some(Ending::Failure(reason)) => {
                let sql = "UPDATE runs SET state = ?, failure = ?, updated = ? WHERE id = ?";
                let state = RunState::Failed.name();
                connection.execute(sql, (state, reason, calendar::now(), run.0))?;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// The board that was the best of the run until now goes, unless it is worth keeping by itself or
/// is another run's as well.
pub(crate) fn set_best(connection: &Connection, run: RunId, best: BoardId) -> Result<(), Problem> {
    let sql = "SELECT best_board FROM runs WHERE id = ?";
    let before: Option<i64> =
        connection.prepare_cached(sql)?.query_row([run.0], |row| row.get(0))?;
    let sql = "UPDATE runs SET best_board = ?1, (score, placed, solved) = \
               (SELECT score, placed, solved FROM boards WHERE id = ?1) WHERE id = ?2";
    connection.prepare_cached(sql)?.execute((best.0, run.0))?;
    if let Some(before) = before.filter(|before| *before != best.0) {
        let sql = "DELETE FROM boards WHERE id = ?1 AND run = ?2 AND floor = 0 \
                   AND NOT EXISTS (SELECT 1 FROM runs WHERE best_board = ?1)";
        connection.prepare_cached(sql)?.execute((before, run.0))?;
    }
    Ok(())
}

fn write_sample(connection: &Connection, run: RunId, sample: &Sample) -> Result<(), Problem> {
    let sql = "UPDATE runs SET seconds = ?, cpu_seconds = ?, nodes = ?, evaluations = ?, \
               restarts = ?, depth = ?, progress = ?, updated = ? WHERE id = ?";
    let counters = &sample.counters;
    connection.prepare_cached(sql)?.execute((
        sample.seconds,
        sample.cpu_seconds,
        counters.nodes as i64,
        counters.evaluations as i64,
        counters.restarts as i64,
        counters.depth,
        counters.progress,
        calendar::now(),
        run.0,
    ))?;
    Ok(())
}

pub(crate) fn write_result(
    connection: &Connection,
    run: RunId,
    result: &RunResult,
) -> Result<(), Problem> {
    let sample = Sample {
        seconds: result.seconds,
        cpu_seconds: result.cpu_seconds,
        score: result.verdict.score,
        placed: result.verdict.placed,
        counters: result.counters,
    };
    write_sample(connection, run, &sample)?;
    let state = match result.stop_reason {
        StopReason::Interrupted => RunState::Interrupted,
        _ => RunState::Finished,
    };
    let report = serde_json::to_string(&result.report)?;
    let sql = "UPDATE runs SET state = ?, stop_reason = ?, report = ? WHERE id = ?";
    connection.execute(sql, (state.name(), result.stop_reason.name(), report, run.0))?;
    Ok(())
}
