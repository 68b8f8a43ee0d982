//! What a search for one good board has to say in the end: JSON for programs, words for people.

use std::io::{IsTerminal, stdout};

use anyhow::Result;
use serde_json::{Map, Value, json};
use tilewright_formats::{BoardToWrite, Format, board_letters, counted, viewer_link, write_board};
use tilewright_puzzle::{Board, Claim, Puzzle};
use tilewright_search::StopReason;

use super::{Finished, ladder};
use crate::output::{note, say, say_json, time_in_words};
use crate::{Outcome, screen};

/// Prints what came of a run. `required` makes a run that missed its goal a no.
pub(crate) fn tell(finished: Finished, as_json: bool, required: bool) -> Result<Outcome> {
    if as_json {
        say_json(&to_json(&finished)?)?;
    } else {
        say(&to_words(&finished)?)?;
    }
    if let Some(reason) = &finished.result.checkpoint_failure {
        note(&format!("the last checkpoint could not be written: {reason}"));
    }
    let outcome = outcome(&finished, required);
    finished.failure.map_or(Ok(outcome), Err)
}

fn outcome(finished: &Finished, required: bool) -> Outcome {
    let result = &finished.result;
    let goal_reached = match finished.spec.budget.target {
        Some(target) => result.best.is_some() && result.verdict.score >= target,
        None => result.verdict.solved,
    };
    match result.stop_reason {
        StopReason::Interrupted => Outcome::Interrupted,
        StopReason::Exhausted if !result.verdict.solved => Outcome::No,
        _ if required && !goal_reached => Outcome::No,
        _ => Outcome::Done,
    }
}

fn to_json(finished: &Finished) -> Result<Value> {
    let Finished { spec, puzzle, result, .. } = finished;
    let written = result.best.as_ref().map(|board| Written::new(puzzle, board)).transpose()?;
    let (board, link) = written.map_or((Value::Null, None), |w| (w.board, w.link));
    // What the solver adds comes first: it cannot replace what is promised.
    let mut fields: Map<String, Value> = result.report.clone();
    ladder::add_hours(&mut fields, result.counters.nodes, result.seconds);
    let promised = json!({
        "puzzle": puzzle.name(),
        "solver": spec.solver,
        "seed": spec.seed,
        "threads": spec.threads,
        "stop_reason": result.stop_reason,
        "score": result.verdict.score,
        "max_score": result.verdict.max_score,
        "placed": result.verdict.placed,
        "hints_matched": result.verdict.hints_matched,
        "hints": result.verdict.hints,
        "solved": result.verdict.solved,
        "nodes": result.counters.nodes,
        "evaluations": result.counters.evaluations,
        "restarts": result.counters.restarts,
        "progress": result.counters.progress,
        "seconds": result.seconds,
        "cpu_seconds": result.cpu_seconds,
        "curve": result.curve,
        "board": board,
        "link": link,
        "checkpoint": finished.checkpoint,
        "run": finished.run,
    });
    if let Value::Object(promised) = promised {
        fields.extend(promised);
    }
    Ok(Value::Object(fields))
}

fn to_words(finished: &Finished) -> Result<String> {
    let Finished { spec, puzzle, result, out, checkpoint, run, .. } = finished;
    let verdict = &result.verdict;
    let mut lines = Vec::new();
    let board = result.best.as_ref();
    if let Some(board) = board.filter(|_| stdout().is_terminal()) {
        lines.push(screen::board(&stdout(), puzzle, board).trim_end().to_owned());
    }
    let (name, solver, seed) = (puzzle.name(), &spec.solver, spec.seed);
    lines.push(format!("{name} with {solver}, seed {seed}, {}", counted(spec.threads, "thread")));
    let why = in_words(result.stop_reason, verdict.solved);
    lines.push(format!("stopped  {why} after {}", time_in_words(result.seconds)));
    lines.push(format!("score    {} of {}", verdict.score, verdict.max_score));
    lines.push(format!("placed   {} of {}", verdict.placed, puzzle.shape().cells()));
    lines.push(format!("hints    {} of {}", verdict.hints_matched, verdict.hints));
    let counters = &result.counters;
    let work = [("nodes", counters.nodes), ("evaluations", counters.evaluations)];
    let work = work.iter().filter(|(_, done)| *done > 0);
    lines.extend(work.map(|(unit, done)| format!("{unit:8} {done}")));
    if let Some(progress) = result.counters.progress.filter(|_| !result.stop_reason.is_final()) {
        lines.push(format!("searched {:.4}%", progress * 100.0));
    }
    let added = result.report.iter().filter(|(_, value)| !value.is_array() && !value.is_object());
    lines.extend(added.map(|(name, value)| match value {
        Value::String(text) => format!("{name:8} {text}"),
        other => format!("{name:8} {other}"),
    }));
    lines.extend(ladder::in_words(&result.report, counters.nodes, result.seconds));
    lines.extend(run.map(|run| format!("run      {run} (see `tilewright runs show {run}`)")));
    lines.extend(checkpoint.as_ref().map(|path| format!("run kept {}", path.display())));
    match (out, board) {
        (Some(path), Some(_)) => lines.push(format!("board    {}", path.display())),
        (None, Some(board)) => {
            let written = Written::new(puzzle, board)?;
            lines.extend(written.link.map(|link| format!("link     {link}")));
            lines.push(format!("board    {}", as_argument(&written.board)));
        }
        (_, None) => lines.push("board    none".to_owned()),
    }
    Ok(lines.join("\n"))
}

fn in_words(reason: StopReason, solved: bool) -> &'static str {
    match reason {
        StopReason::Solved => "solved",
        StopReason::Exhausted if solved => "all searched",
        StopReason::Exhausted => "all searched, there is no solution",
        StopReason::TargetReached => "target reached",
        StopReason::BudgetSpent => "budget spent",
        StopReason::Interrupted => "interrupted",
    }
}

/// A board in the forms that other programs take.
pub(crate) struct Written {
    /// Letters where they can hold it, else our own JSON.
    pub(crate) board: Value,
    pub(crate) link: Option<String>,
}

impl Written {
    pub(crate) fn new(puzzle: &Puzzle, board: &Board) -> Result<Self> {
        let claim = Claim::of_board(puzzle, board);
        let board = BoardToWrite::new(&claim, Some(puzzle));
        let text = match board_letters(&board) {
            Some(letters) => Value::String(letters),
            None => serde_json::from_str(&write_board(Format::Json, &board)?)?,
        };
        Ok(Self { board: text, link: viewer_link(&board) })
    }
}

/// A board as it is given to `verify` or `--start`.
pub(crate) fn as_argument(board: &Value) -> String {
    board.as_str().map_or_else(|| board.to_string(), str::to_owned)
}
