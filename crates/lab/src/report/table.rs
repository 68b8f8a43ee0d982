//! The tables of a report. The main one holds what depends on seeds and work alone, so that it is
//! the same whenever and wherever an experiment with budgets of work is repeated; time has a table
//! of its own.

use crate::experiment::Published;
use crate::plot::short;
use crate::results::{FEWEST, Results, Row};

/// A table of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub head: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// In columns for a terminal.
    pub fn to_text(&self) -> String {
        let width = |column: usize| {
            let cells =
                self.rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count());
            let head = self.head.get(column).map_or(0, |head| head.chars().count());
            cells.max().unwrap_or(0).max(head)
        };
        let widths: Vec<_> = (0..self.head.len()).map(width).collect();
        let line = |cells: Vec<&str>| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column < 2 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let head = line(self.head.clone());
        let rows = self.rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
        [head].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }
}

/// A figure with as many decimals as it deserves: shares, such as a fitness, get more.
fn figure(number: f64) -> String {
    let decimals = if number.abs() <= 1.0 { 4 } else { 2 };
    if number.abs() >= 1e5 { short(number) } else { trimmed(format!("{number:.decimals$}")) }
}

fn trimmed(text: String) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn optional(number: Option<f64>) -> String {
    number.map_or_else(|| "-".to_owned(), figure)
}

/// Ours beside theirs.
pub fn main_table(results: &Results) -> Table {
    let has_success = results.rows.iter().any(|row| row.successes > 0);
    let has_published = results.rows.iter().any(|row| row.published.is_some());
    let measures: Vec<_> = results.rows.iter().map(|row| &row.measure).collect();
    let has_measures = measures.iter().any(|measure| *measure != "score");
    let mut head = vec!["puzzle", "solver"];
    head.extend(has_measures.then_some("figure"));
    head.extend(["runs", "best", "mean", "sd", "median", "quartiles", "mean, 95 %"]);
    if has_success {
        head.extend(["reached", "rate, 95 %", "expected work"]);
    }
    if has_published {
        head.extend(["published best", "mean", "sd", "runs", "ours is"]);
    }
    let row = |row: &Row| {
        let s = &row.summary;
        let mut cells = vec![row.puzzle.clone(), row.solver.clone()];
        cells.extend(has_measures.then(|| row.measure.clone()));
        cells.extend([
            s.count.to_string(),
            figure(row.best),
            figure(s.mean),
            optional(s.sd),
            figure(s.median),
            format!("{} .. {}", figure(s.lower_quartile), figure(s.upper_quartile)),
            row.mean_interval.map_or_else(
                || "one run".to_owned(),
                |(low, high)| format!("{} .. {}", figure(low), figure(high)),
            ),
        ]);
        if has_success {
            let (low, high) = row.success_interval;
            cells.extend([
                format!("{}/{}", row.successes, s.count),
                format!("{:.0} .. {:.0} %", low * 100.0, high * 100.0),
                row.expected_work
                    .map_or_else(|| "-".to_owned(), |work| format!("{} {}", short(work), row.unit)),
            ]);
        }
        if has_published {
            let none = Published::default();
            let theirs = row.published.as_ref().unwrap_or(&none);
            let runs = theirs.runs.map_or_else(|| "-".to_owned(), |runs| runs.to_string());
            cells.extend([optional(theirs.best), optional(theirs.mean), optional(theirs.sd), runs]);
            cells.push(verdict(row, theirs));
        }
        cells
    };
    Table { head, rows: results.rows.iter().map(row).collect() }
}

/// How far a mean may be off by chance, in standard errors, at 95 %.
const Z: f64 = 1.96;

/// What our sample says of a published figure: higher or lower than theirs by more than chance, theirs
/// being a sample too. Where they print no deviation ours stands for it, where no number of runs, one.
pub fn verdict(row: &Row, theirs: &Published) -> String {
    let words = |is_higher: bool| if is_higher { "higher" } else { "lower" };
    let Some((mean, (low, high))) = theirs.mean.zip(row.mean_interval) else {
        return match theirs.best {
            Some(best) if row.best == best => "equal (best)".to_owned(),
            Some(best) => format!("{} (best)", words(row.best > best)),
            None => "-".to_owned(),
        };
    };
    if row.summary.count < FEWEST {
        return "too few runs".to_owned();
    }
    let ours = row.summary.mean;
    let runs = f64::from(theirs.runs.unwrap_or(1));
    let their_margin = Z * theirs.sd.or(row.summary.sd).unwrap_or(0.0) / runs.sqrt();
    let our_margin = if mean > ours { high - ours } else { ours - low };
    if (mean - ours).abs() <= our_margin.hypot(their_margin) {
        return "equal within chance".to_owned();
    }
    words(ours > mean).to_owned()
}

/// What runs cost.
pub fn cost_table(results: &Results) -> Table {
    let row = |row: &Row| {
        vec![
            row.puzzle.clone(),
            row.solver.clone(),
            format!("{} {}", short(row.work), row.unit),
            format!("{:.2}", row.cpu_seconds),
            format!("{:.2}", row.seconds),
            row.expected_cpu_seconds.map_or_else(|| "-".to_owned(), |s| format!("{s:.2}")),
        ]
    };
    let head =
        vec!["puzzle", "solver", "mean work", "processor s", "wall s", "expected s to success"];
    Table { head, rows: results.rows.iter().map(row).collect() }
}

/// Who is better than whom.
pub fn comparison_table(results: &Results) -> Table {
    let pairs = results.pairs();
    let row = |pair: &crate::results::Pair| {
        let verdict = match (pair.corrected < 0.05, pair.comparison.a > 0.5) {
            (false, _) => "no difference shown",
            (true, true) => "first is better",
            (true, false) => "second is better",
        };
        vec![
            pair.puzzle.clone(),
            format!("{} / {}", pair.first, pair.second),
            format!("{:.3}", pair.comparison.a),
            probability(pair.comparison.p),
            probability(pair.corrected),
            verdict.to_owned(),
        ]
    };
    let head = vec!["puzzle", "first / second", "A", "p", "p (Holm)", "at 5 %"];
    Table { head, rows: pairs.iter().map(row).collect() }
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Mean ranks.
pub fn ranking_table(results: &Results) -> Table {
    let row = |(solver, rank): (String, f64)| vec![solver, format!("{rank:.2}")];
    Table {
        head: vec!["solver", "mean rank"],
        rows: results.ranking().into_iter().map(row).collect(),
    }
}
