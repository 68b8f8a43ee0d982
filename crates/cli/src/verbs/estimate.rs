//! `tilewright estimate`: what theory says about a puzzle before anybody searches.

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use tilewright_formats::{PuzzleFile, counted};
use tilewright_puzzle::Puzzle;
use tilewright_puzzle::theory::{self, FillOrder, Magnitude};

use crate::Outcome;
use crate::input::{self, ReadingArgs};
use crate::output::{note, say, say_json};

/// Estimate how hard a puzzle is
///
/// Combinations, expected number of solutions by colour counting, expected nodes by depth of a
/// backtracking search, and the numbers of colours that would make this size hardest.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  tilewright estimate eternity2\n  tilewright estimate hard.toml --json"
)]
pub(crate) struct Args {
    /// An embedded name, a file, or `-`
    puzzle: String,
    /// The order in which cells are filled
    #[arg(long, value_name = "ORDER", value_parser = fill_order(), default_value = "row")]
    order: FillOrder,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let PuzzleFile { puzzle, notes, .. } = input::puzzle(&args.puzzle, &args.reading)?;
    notes.iter().for_each(|line| note(line));
    let estimate = Estimate::of(&puzzle, args.order);
    if args.json {
        say_json(&estimate.as_json(&puzzle, &notes))?;
    } else {
        say(&estimate.as_words(&puzzle))?;
    }
    Ok(Outcome::Done)
}

/// `--order`: the name of a fill order.
fn fill_order() -> impl TypedValueParser<Value = FillOrder> {
    PossibleValuesParser::new(FillOrder::ALL.map(FillOrder::name)).try_map(|name| {
        FillOrder::ALL.into_iter().find(|order| order.name() == name).context("no such order")
    })
}

struct Estimate {
    order: FillOrder,
    combinations: String,
    log10_combinations: f64,
    solutions: Magnitude,
    nodes: Vec<Magnitude>,
    hardest: theory::HardestColours,
}

impl Estimate {
    fn of(puzzle: &Puzzle, order: FillOrder) -> Self {
        let combinations = theory::combinations(puzzle);
        let inner_hints = puzzle
            .hints()
            .iter()
            .filter(|hint| hint.mandatory && puzzle.topology().rim_mask(hint.cell) == 0);
        let hardest = theory::hardest_colours(
            puzzle.shape(),
            puzzle.rim().is_some(),
            inner_hints.count() as u32,
        );
        Self {
            order,
            log10_combinations: Magnitude::from(&combinations).log10(),
            combinations: combinations.to_string(),
            solutions: theory::expected_solutions(puzzle),
            nodes: theory::nodes_by_depth(puzzle, &order.cells(puzzle.topology())),
            hardest,
        }
    }

    /// The depth where the search has most nodes, and all its nodes together.
    fn peak_and_total(&self) -> (usize, Magnitude) {
        let by_size = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
        let logs = self.nodes.iter().map(|nodes| nodes.log10()).enumerate();
        let (peak, _) = logs.max_by(by_size).unwrap_or((0, 0.0));
        (peak, self.nodes.iter().copied().sum())
    }

    fn as_json(&self, puzzle: &Puzzle, notes: &[String]) -> serde_json::Value {
        let (peak, total) = self.peak_and_total();
        json!({
            "puzzle": puzzle.name(),
            "size": puzzle.shape().to_string(),
            "combinations": self.combinations,
            "log10_combinations": self.log10_combinations,
            "expected_solutions": self.solutions.value(),
            "log10_expected_solutions": finite(self.solutions.log10()),
            "hardest_inner_colours": self.hardest.inner,
            "hardest_rim_colours": self.hardest.rim,
            "order": self.order.name(),
            "nodes_by_depth": self.nodes.iter().map(|nodes| nodes.value()).collect::<Vec<_>>(),
            "log10_nodes_by_depth":
                self.nodes.iter().map(|n| finite(n.log10())).collect::<Vec<_>>(),
            "peak_depth": peak,
            "log10_total_nodes": finite(total.log10()),
            "notes": notes,
        })
    }

    /// A power of ten, unless the pieces cannot fill the board at all.
    fn combinations_in_words(&self) -> String {
        if self.log10_combinations.is_finite() {
            format!("10^{:.2}", self.log10_combinations)
        } else {
            "none: the pieces do not go with the rim".to_owned()
        }
    }

    fn as_words(&self, puzzle: &Puzzle) -> String {
        let (peak, total) = self.peak_and_total();
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |v| format!("{v:.2}"));
        let colours = counted(puzzle.colours().len(), "colour");
        let mut lines = vec![
            format!("{} ({}), {colours}", puzzle.name(), puzzle.shape()),
            format!("combinations         {}", self.combinations_in_words()),
            format!("expected solutions   {}", self.solutions),
            format!(
                "hardest colours      {} inner, {} on the rim",
                number(self.hardest.inner),
                number(self.hardest.rim)
            ),
            format!(
                "search by {:10} {total} nodes, most of them at depth {peak}",
                self.order.name()
            ),
            "nodes by depth (powers of ten)".to_owned(),
        ];
        lines.extend(chart(&self.nodes));
        lines.join("\n")
    }
}

/// A bar for every few depths, so that the shape of the tree is seen at a glance.
fn chart(nodes: &[Magnitude]) -> Vec<String> {
    let highest = nodes.iter().map(|nodes| nodes.log10()).fold(1.0, f64::max);
    let step = nodes.len().div_ceil(24).max(1);
    let rows = nodes.iter().enumerate().step_by(step);
    rows.map(|(depth, nodes)| {
        let log = nodes.log10();
        let length = (log.max(0.0) / highest * 50.0).round() as usize;
        let power = if log.is_finite() { format!("{log:.1}") } else { "none".to_owned() };
        format!("{depth:5} {power:>8} {}", "#".repeat(length)).trim_end().to_owned()
    })
    .collect()
}

/// JSON knows no infinities: 'no nodes at all' is null.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
