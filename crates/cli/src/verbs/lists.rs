//! `tilewright puzzles` and `tilewright formats`: what there is.

use anyhow::Result;
use serde_json::json;
use tilewright_formats::{Format, counted, embedded};

use crate::Outcome;
use crate::output::{say, say_json};

/// List the embedded puzzles and known boards
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tilewright puzzles --json")]
pub(crate) struct PuzzlesArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// List the formats that can be read and written
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tilewright formats")]
pub(crate) struct FormatsArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn puzzles(args: &PuzzlesArgs) -> Result<Outcome> {
    let puzzles = || embedded::names().iter().filter_map(|name| embedded::puzzle(name));
    if args.json {
        let rows = puzzles().map(|puzzle| {
            json!({
                "name": puzzle.name(),
                "size": puzzle.shape().to_string(),
                "pieces": puzzle.pieces().len(),
                "colours": puzzle.colours().len(),
                "hints": puzzle.hints().len(),
                "max_score": puzzle.max_score(),
                "description": embedded::describe(puzzle.name()),
            })
        });
        say_json(&rows.collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    let mut lines = vec!["Puzzles".to_owned()];
    lines.extend(puzzles().map(|puzzle| {
        format!(
            "  {:18} {:18} {:>10}  {:7}  {}",
            puzzle.name(),
            puzzle.shape().to_string(),
            counted(puzzle.colours().len(), "colour"),
            counted(puzzle.hints().len(), "hint"),
            embedded::describe(puzzle.name()).unwrap_or_default()
        )
    }));
    lines.push("Known boards of eternity2, for verify, draw and convert".to_owned());
    lines.extend(
        embedded::known_boards()
            .iter()
            .map(|board| format!("  {:22} {:6} score {}", board.name, board.regime, board.score)),
    );
    say(&lines.join("\n"))?;
    Ok(Outcome::Done)
}

pub(crate) fn formats(args: &FormatsArgs) -> Result<Outcome> {
    list_formats(args.json)
}

/// The list of formats, for `formats` and `convert --list`.
pub(crate) fn list_formats(json: bool) -> Result<Outcome> {
    let described = || Format::ALL.iter().map(|format| (format.name(), format.describe()));
    let kind = |puzzle: bool, board: bool| match (puzzle, board) {
        (true, true) => "puzzle, board",
        (true, false) => "puzzle",
        (false, true) => "board",
        (false, false) => "hints",
    };
    if json {
        let rows = described().map(|(name, info)| {
            json!({
                "name": name,
                "title": info.title,
                "kind": kind(info.holds_puzzle, info.holds_board),
                "reads": info.reads,
                "writes": info.writes,
                "extensions": info.extensions,
                "layout": info.layout,
            })
        });
        say_json(&rows.collect::<Vec<_>>())?;
        return Ok(Outcome::Done);
    }
    let rows = described().map(|(name, info)| {
        let kind = kind(info.holds_puzzle, info.holds_board);
        format!("{name:12} {kind:14} {}\n{:27} {}", info.title, "", info.layout)
    });
    say(&rows.collect::<Vec<_>>().join("\n"))?;
    Ok(Outcome::Done)
}
