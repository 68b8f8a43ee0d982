//! `tilewright verify`: the independent audit of a board.

use anyhow::Result;
use serde_json::json;
use tilewright_puzzle::audit::{Audit, Problem, audit};

use crate::Outcome;
use crate::board::{self, LoadedBoard};
use crate::input::ReadingArgs;
use crate::output::{say, say_json};

/// Audit a board: score, mismatches, pieces, rim and hints
///
/// Exit code 1 if a piece lies twice or is foreign, the rim is wrong or a hint is not kept; holes
/// and mismatches alone are no fault.
#[derive(clap::Args)]
#[command(after_help = "Example:
  tilewright verify 'https://e2.bucas.name/#puzzle=x&board_w=16&board_h=16&board_edges=acda...'
  tilewright verify board.json --puzzle hard.toml --json")]
pub(crate) struct Args {
    /// A file, a link, a letter string, a known board, or `-`
    board: String,
    /// The puzzle; found out from the pieces if it is not given
    #[arg(long, value_name = "PUZZLE")]
    puzzle: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let loaded = board::load(&args.board, args.puzzle.as_deref(), &args.reading)?;
    let audit = audit(&loaded.puzzle, &loaded.file.claim)?;
    if args.json {
        say_json(&as_json(&loaded, &audit))?;
    } else {
        say(&as_words(&loaded, &audit))?;
    }
    Ok(if audit.is_valid() { Outcome::Done } else { Outcome::No })
}

fn as_json(loaded: &LoadedBoard, audit: &Audit) -> serde_json::Value {
    let shape = loaded.puzzle.shape();
    let mismatches = audit.mismatches.iter().map(|m| {
        json!({
            "cell": shape.cell_name(m.cell),
            "side": shape.side_name(m.cell, m.side),
            "other": shape.cell_name(m.other),
        })
    });
    json!({
        "puzzle": loaded.is_known.then(|| loaded.puzzle.name()),
        "format": loaded.file.format.name(),
        "size": shape.to_string(),
        "score": audit.score,
        "max_score": audit.max_score,
        "placed": audit.placed,
        "hints_matched": audit.hints_matched,
        "hints": audit.hints,
        "pieces_ok": audit.pieces_ok,
        "rim_ok": audit.rim_ok,
        "complete": audit.complete,
        "solved": audit.is_solution(),
        "mismatches": mismatches.collect::<Vec<_>>(),
        "missing": audit.missing.iter().map(|&p| loaded.puzzle.label(p)).collect::<Vec<_>>(),
        "problems": audit.problems.iter().map(Problem::to_string).collect::<Vec<_>>(),
        "notes": loaded.notes,
    })
}

fn as_words(loaded: &LoadedBoard, audit: &Audit) -> String {
    let puzzle = &loaded.puzzle;
    let shape = puzzle.shape();
    let mut lines = Vec::new();
    lines.push(format!("{} board of {}", shape, puzzle.name()));
    lines.extend(loaded.notes.iter().map(|note| format!("  ({note})")));
    lines.push(format!("score    {} of {}", audit.score, audit.max_score));
    lines.push(format!("placed   {} of {}", audit.placed, shape.cells()));
    lines.push(format!("hints    {} of {}", audit.hints_matched, audit.hints));
    let checked = if loaded.is_known { "" } else { " (the puzzle is not known)" };
    lines.push(format!("pieces   {}{checked}", if audit.pieces_ok { "right" } else { "wrong" }));
    let rim = if audit.rim_ok { "right" } else { "wrong" };
    lines.push(format!("rim      {}", if puzzle.rim().is_some() { rim } else { "none" }));
    if !audit.mismatches.is_empty() {
        let named = audit.mismatches.iter();
        let named =
            named.map(|m| format!("{}-{}", shape.cell_name(m.cell), shape.cell_name(m.other)));
        lines.push(format!("mismatches  {}", named.collect::<Vec<_>>().join(" ")));
    }
    lines.extend(audit.problems.iter().map(|problem| format!("problem: {problem}")));
    lines.push(verdict(audit).to_owned());
    lines.join("\n")
}

fn verdict(audit: &Audit) -> &'static str {
    match (audit.is_valid(), audit.is_solution(), audit.complete) {
        (false, _, _) => "The board breaks the rules.",
        (_, true, _) => "The board solves the puzzle.",
        (_, _, true) => "The board keeps the rules but for its mismatches.",
        (_, _, false) => "The board keeps the rules so far; it is not complete.",
    }
}
