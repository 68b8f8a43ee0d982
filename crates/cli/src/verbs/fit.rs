//! `tilewright fit`: what the hunter chooses for a puzzle, and why.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::json;
use tilewright_formats::PuzzleFile;
use tilewright_solvers::hunt::fit::{Fit, Wishes};

use crate::Outcome;
use crate::input::{self, ReadingArgs};
use crate::output::{note, say, say_json, time_in_words};

/// Show what the hunter chooses for a puzzle, and why
///
/// Colours to use up first, how tight the quota is, the order, the slips and the length of a search:
/// theory first, then probes that are counted in nodes, so that the same puzzle gives the same fit.
/// A hunt goes on to compare the plans that are left, for as long as it runs.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright fit eternity2
  tilewright fit eternity2 --afresh --json
  tilewright solve hard.toml --solver hunt --set colours=3,6,8 --set tightness=0.97")]
pub(crate) struct Args {
    /// An embedded name, a file, or `-`
    puzzle: String,
    /// Fit anew, even if the fit of this puzzle is known
    #[arg(long)]
    afresh: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let PuzzleFile { puzzle, notes, .. } = input::puzzle(&args.puzzle, &args.reading)?;
    notes.iter().for_each(|line| note(line));
    let puzzle = std::sync::Arc::new(puzzle);
    let began = Instant::now();
    let wishes = Wishes { afresh: args.afresh, ..Wishes::default() };
    let Some(fit) = Fit::new(&puzzle, &wishes) else {
        bail!(
            "{}: the hunter takes square boards of at most 509 cells to fill and 31 colours; solve \
             this one with another solver (see `tilewright solvers`)",
            args.puzzle
        );
    };
    let seconds = began.elapsed().as_secs_f64();
    let first = fit.plans.first().context("the fit has no plan")?;
    if args.json {
        let others = fit.plans.iter().skip(1).map(|plan| {
            json!({
                "colours": plan.colours,
                "tightness": plan.tightness,
                "rarity": plan.rarity,
                "slips": plan.schedule.slips,
            })
        });
        let lines = fit.comb.lines(puzzle.shape());
        say_json(&json!({
            "puzzle": puzzle.name(),
            "colours": first.colours,
            "tightness": first.tightness,
            "rarity": first.rarity,
            "quota": first.schedule.quota,
            "rows": fit.comb.rows,
            "left": fit.comb.left,
            "teeth": lines.saturating_sub(fit.comb.rows),
            "turns": fit.comb.turns,
            "slips": first.schedule.slips,
            "finish": first.schedule.order.len() - first.schedule.finish,
            "opening": first.schedule.opening,
            "restart_nodes": first.schedule.restart_nodes,
            "wings": first.schedule.waist > 0,
            "plans": others.collect::<Vec<_>>(),
            "reasons": fit.reasons,
            "nodes": fit.nodes,
            "seconds": seconds,
            "notes": notes,
        }))?;
    } else {
        let slips: Vec<_> = first.schedule.slips.iter().map(ToString::to_string).collect();
        let mut lines = vec![
            format!("{}, fitted in {}", puzzle.name(), time_in_words(seconds)),
            format!("plan      {}", first.in_words()),
        ];
        let others = fit.plans.iter().skip(1);
        lines.extend(others.map(|plan| format!("or        {}", plan.in_words())));
        lines.push(format!(
            "order     {} rows, then a comb; {} of its columns first; turned {} times",
            fit.comb.rows, fit.comb.left, fit.comb.turns
        ));
        lines.push(format!("slips     one more from depth {}", slips.join(" ")));
        lines.push(match first.schedule.opening {
            0 => "openings  one line by chance".to_owned(),
            cells => format!("openings  {cells} cells laid by a beam"),
        });
        if first.schedule.waist > 0 {
            lines
                .push("wings     the comb is filled from both ends above the same rows".to_owned());
        }
        lines.push(format!("searches  begin anew after {} nodes", first.schedule.restart_nodes));
        lines.extend(fit.reasons.iter().map(|reason| format!("because   {reason}")));
        say(&lines.join("\n"))?;
    }
    Ok(Outcome::Done)
}
