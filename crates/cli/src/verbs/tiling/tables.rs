//! `tilewright tiling tables`: the two tables of Laros 2003, measured anew.

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use tilewright_tiling::statistics::Summary;
use tilewright_tiling::tables::{Entry, PUBLISHED, Verdict};

use super::budget::Running;
use crate::Outcome;
use crate::output::{note, say, say_json, time_in_words};
use crate::run::flags::duration;

/// Measure the tables of Laros 2003 anew
///
/// Mean generations of its (1,N) strategy, quirks and all, beside the published means. Takes seconds
/// for 4x4 and minutes for 6x6.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling tables
  tilewright tiling tables --board 4x4 --runs 4000
  tilewright tiling tables --board 6x6 --runs 100 --json")]
pub(super) struct Args {
    /// Which table
    #[arg(long, value_name = "BOARD", default_value = "both")]
    board: Board,
    /// Runs for each entry; as many as in the document if not given (400 for 4x4, 10 for 6x6)
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads share the runs; one for each core if not given
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Stop after this time
    #[arg(long = "for", value_name = "D", value_parser = duration)]
    duration: Option<f64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Board {
    #[value(name = "4x4")]
    Four,
    #[value(name = "6x6")]
    Six,
    Both,
}

impl Board {
    fn includes(self, side: usize) -> bool {
        match self {
            Self::Four => side == 4,
            Self::Six => side == 6,
            Self::Both => true,
        }
    }
}

/// An entry with what was measured.
struct Row {
    entry: Entry,
    ours: Summary,
    verdict: Verdict,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    if args.runs.is_some_and(|runs| runs < 2) {
        bail!("an interval needs at least 2 runs; give --runs 2 or more");
    }
    let running = Running::start(args.duration, u64::MAX)?;
    let mut rows = Vec::new();
    let mut is_complete = true;
    for table in PUBLISHED.iter().filter(|table| args.board.includes(table.side)) {
        for entry in table.entries() {
            let runs = args.runs.unwrap_or(table.runs);
            let measured = entry.measure(runs, args.seed, args.threads, &|| running.goes_on());
            let Some(ours) = measured else {
                is_complete = false;
                break;
            };
            let verdict = entry.verdict(&ours);
            let row = Row { entry, ours, verdict };
            note(&format!("{} ({})", row.words(), time_in_words(running.seconds())));
            rows.push(row);
        }
    }
    if args.json {
        let rows: Vec<_> = rows.iter().map(Row::json).collect();
        let seconds = running.seconds();
        let seed = args.seed;
        say_json(&json!({
            "rows": rows, "complete": is_complete, "seed": seed, "seconds": seconds,
        }))?;
    } else {
        say(&to_words(&rows))?;
    }
    if !is_complete && !running.is_interrupted() {
        note("the time was up before all entries were measured; give more with --for");
    }
    Ok(if running.is_interrupted() { Outcome::Interrupted } else { Outcome::Done })
}

impl Row {
    fn json(&self) -> Value {
        let Self { entry, ours, verdict } = self;
        let percent = match verdict {
            Verdict::Agrees => None,
            Verdict::Differs { percent } => Some(percent),
        };
        json!({
            "name": format!("{0}x{0} {1} {2}", entry.problem.width(), entry.problem.tile(), entry.population),
            "board": format!("{0}x{0}", entry.problem.width()),
            "tile": entry.problem.tile().to_string(),
            "population": entry.population,
            "runs": ours.count,
            "mean": ours.mean,
            "low": self.interval().0,
            "high": self.interval().1,
            "deviation": ours.deviation,
            "published": entry.published,
            "published_runs": entry.published_runs,
            "agrees": *verdict == Verdict::Agrees,
            "published_is_higher_by_percent": percent,
            "sentence": self.sentence(),
        })
    }

    fn words(&self) -> String {
        let Self { entry, ours, .. } = self;
        let size = entry.problem.width();
        format!("{size}x{size} {} {}: {:.1}", entry.problem.tile(), entry.population, ours.mean)
    }

    /// Where our mean lies, at 95 %. No run takes less than one generation.
    fn interval(&self) -> (f64, f64) {
        let Summary { mean, .. } = self.ours;
        ((mean - self.ours.margin()).max(1.0), mean + self.ours.margin())
    }

    /// What there is to say where the two differ.
    fn sentence(&self) -> String {
        match self.verdict {
            Verdict::Agrees => "agrees within chance".to_owned(),
            Verdict::Differs { percent } => {
                let how = if percent > 0.0 { "higher" } else { "lower" };
                let percent = percent.abs();
                format!("differs: the published mean is {percent:.0} % {how}")
            }
        }
    }
}

fn to_words(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for table in &PUBLISHED {
        let here: Vec<_> =
            rows.iter().filter(|row| row.entry.problem.width() == table.side).collect();
        if here.is_empty() {
            continue;
        }
        let (side, published_runs) = (table.side, table.runs);
        let counts = "1 0 ".repeat(side / 2);
        lines.push(format!(
            "{side}x{side}, projections {}: mean generations to a solution (published: mean of \
             {published_runs} runs)",
            counts.trim_end()
        ));
        if side == 6 {
            lines
                .push("(the document does not print the projections of its 6x6 boards)".to_owned());
        }
        lines.push(format!(
            "{:>10}  {:4}  {:>5}  {:>10}  {:>23}  {:>9}  ",
            "population", "tile", "runs", "ours", "95 % interval", "published"
        ));
        for row in here {
            let Row { entry, ours, .. } = row;
            let (low, high) = row.interval();
            let interval = format!("{low:.1} .. {high:.1}");
            lines.push(format!(
                "{:>10}  {:4}  {:>5}  {:>10.1}  {interval:>23}  {:>9}  {}",
                entry.population,
                entry.problem.tile().to_string(),
                ours.count,
                ours.mean,
                entry.published,
                row.sentence()
            ));
        }
        lines.push(String::new());
    }
    let differing = rows.iter().filter(|row| row.verdict != Verdict::Agrees).count();
    let all = rows.len();
    lines.push(format!(
        "{differing} of {all} published means differ from ours by more than chance allows at 95 %, \
         which lets about one in twenty do so even if all are right."
    ));
    lines.join("\n")
}
