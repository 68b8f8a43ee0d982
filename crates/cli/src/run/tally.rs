//! What a count of all solutions has to say in the end.

use anyhow::Result;
use serde_json::{Map, Value, json};
use tilewright_search::StopReason;

use super::Finished;
use crate::Outcome;
use crate::output::{note, say, say_json, time_in_words};

/// What the counter reports, in the order in which it is told.
pub(super) const COUNTS: [&str; 3] = ["labelled", "distinct", "unique"];

/// Prints what came of a count.
pub(crate) fn tell(finished: Finished, as_json: bool) -> Result<Outcome> {
    if as_json {
        say_json(&to_json(&finished))?;
    } else {
        say(&to_words(&finished))?;
    }
    if let Some(reason) = &finished.result.checkpoint_failure {
        note(&format!("the last checkpoint could not be written: {reason}"));
    }
    let has_none = finished.result.report.get("distinct").and_then(Value::as_u64) == Some(0);
    let outcome = match finished.result.stop_reason {
        StopReason::Interrupted => Outcome::Interrupted,
        StopReason::Exhausted if has_none => Outcome::No,
        _ => Outcome::Done,
    };
    finished.failure.map_or(Ok(outcome), Err)
}

fn to_json(finished: &Finished) -> Value {
    let Finished { spec, puzzle, result, .. } = finished;
    let mut fields: Map<String, Value> = result.report.clone();
    let promised = json!({
        "puzzle": puzzle.name(),
        "threads": spec.threads,
        "stop_reason": result.stop_reason,
        "exhausted": result.stop_reason == StopReason::Exhausted,
        "nodes": result.counters.nodes,
        "progress": result.counters.progress,
        "seconds": result.seconds,
        "cpu_seconds": result.cpu_seconds,
        "checkpoint": finished.checkpoint,
    });
    if let Value::Object(promised) = promised {
        fields.extend(promised);
    }
    Value::Object(fields)
}

fn to_words(finished: &Finished) -> String {
    let Finished { puzzle, result, checkpoint, .. } = finished;
    let exhausted = result.stop_reason == StopReason::Exhausted;
    let mut lines = vec![format!(
        "{}: {}",
        puzzle.name(),
        if exhausted { "all solutions" } else { "solutions so far; not all was searched" }
    )];
    lines.extend(COUNTS.iter().filter_map(|name| {
        let value = result.report.get(*name).filter(|value| !value.is_null())?;
        Some(format!("{name:9} {value}").replace('"', ""))
    }));
    lines.push(format!("nodes     {}", result.counters.nodes));
    if let Some(progress) = result.counters.progress.filter(|_| !exhausted) {
        lines.push(format!("searched  {:.4}%", progress * 100.0));
    }
    let time = time_in_words(result.seconds);
    lines.push(format!("stopped   {} after {time}", result.stop_reason));
    lines.extend(checkpoint.as_ref().map(|path| format!("run kept  {}", path.display())));
    lines.join("\n")
}
