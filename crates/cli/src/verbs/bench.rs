//! `tilewright bench`: fixed work whose node counts are the signature of the search.
//!
//! A change that only tidies up keeps the signatures; a change of behaviour changes them and has
//! to say so. The rates are for comparing on one machine.

use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use serde_json::json;
use tilewright_formats::embedded;
use tilewright_puzzle::generate::{Recipe, generate};
use tilewright_puzzle::{Puzzle, Shape};
use tilewright_search::Clock;
use tilewright_solvers::exact::engine::Engine;
use tilewright_solvers::exact::walk::Pause;

use super::bench_boards as boards;
use crate::Outcome;
use crate::output::{say, say_json};

/// Run the fixed benchmark: node counts that pin the search, and rates
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright bench
  tilewright bench scan-guided --json
  tilewright bench anneal

nodes: what the search visited; baseline_nodes: what the plain search visits for the same work.
Methods that improve boards count evaluations in place of nodes.")]
pub(crate) struct Args {
    /// Only this one
    name: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A fixed piece of work: subtrees to be searched to their end, in rows.
struct Instance {
    name: &'static str,
    puzzle: fn() -> Result<Puzzle>,
    /// The first so many partial boards with so many cells filled; the whole tree if `None`.
    subtrees: Option<(usize, usize)>,
    guided: bool,
}

const INSTANCES: [Instance; 6] = [
    Instance {
        name: "scan-plain",
        puzzle: || embedded_puzzle("eternity2-free"),
        subtrees: Some((121, 200)),
        guided: false,
    },
    Instance {
        name: "scan-guided",
        puzzle: || embedded_puzzle("eternity2-free"),
        subtrees: Some((121, 200)),
        guided: true,
    },
    Instance {
        name: "hints-guided",
        puzzle: || embedded_puzzle("eternity2-strict"),
        subtrees: Some((96, 200)),
        guided: true,
    },
    Instance {
        name: "all-6x6",
        puzzle: || hardest(Shape::square(6, 6)),
        subtrees: None,
        guided: true,
    },
    Instance {
        name: "all-7x7",
        puzzle: || hardest(Shape::square(7, 7)),
        subtrees: None,
        guided: true,
    },
    Instance {
        name: "all-triangle-4",
        puzzle: || hardest(Shape::triangle(4)),
        subtrees: None,
        guided: false,
    },
];

fn embedded_puzzle(name: &str) -> Result<Puzzle> {
    embedded::puzzle(name).ok_or_else(|| anyhow!("{name} is not there"))
}

fn hardest(shape: Shape) -> Result<Puzzle> {
    Ok(generate(&Recipe::hardest(shape, true, false, 1))?.puzzle)
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let wanted = |instance: &&Instance| args.name.as_ref().is_none_or(|name| name == instance.name);
    let instances: Vec<_> = INSTANCES.iter().filter(wanted).collect();
    let wanted = |name: &str| args.name.as_ref().is_none_or(|wanted| wanted == name);
    let on_boards: Vec<_> = boards::INSTANCES.iter().filter(|i| wanted(i.name)).collect();
    if instances.is_empty() && on_boards.is_empty() {
        let names =
            INSTANCES.iter().map(|i| i.name).chain(boards::INSTANCES.iter().map(|i| i.name));
        bail!("no such benchmark; there are {}", names.collect::<Vec<_>>().join(", "));
    }
    let mut rows = Vec::new();
    for instance in instances {
        let row = measure(instance)?;
        if !args.json {
            say(&format!(
                "{:15} {:>12} nodes  {:>12} plain  {}  {:6.1} M nodes/s  {:6.1} M plain nodes/s",
                row.name,
                row.work.nodes,
                row.baseline_nodes,
                row.signature(),
                row.rate(row.work.nodes) / 1e6,
                row.rate(row.baseline_nodes) / 1e6,
            ))?;
        }
        rows.push(row);
    }
    let puzzle = Arc::new(embedded_puzzle("eternity2")?);
    let mut board_rows = Vec::new();
    for instance in on_boards {
        let measured = boards::measure(instance, &puzzle)?;
        let rate = measured.evaluations as f64 / measured.cpu_seconds.max(1e-9);
        if !args.json {
            say(&format!(
                "{:18} {:>11} evaluations  score {}  {:016x}  {:>13} evaluations/s",
                instance.name,
                measured.evaluations,
                measured.score,
                measured.hash,
                format!("{rate:.0}"),
            ))?;
        }
        board_rows.push(json!({
            "name": instance.name,
            "unit": "evaluations",
            "nodes": measured.evaluations,
            "baseline_nodes": measured.evaluations,
            "score": measured.score,
            "signature": format!("{:016x}", measured.hash),
            "cpu_seconds": measured.cpu_seconds,
            "nodes_per_second": rate,
        }));
    }
    if args.json {
        let rows: Vec<_> = rows.iter().map(Row::as_json).chain(board_rows).collect();
        say_json(&json!({ "rows": rows }))?;
    }
    Ok(Outcome::Done)
}

/// What searching some subtrees came to.
#[derive(Default)]
struct Work {
    nodes: u64,
    boards: u64,
    /// FNV-1a over the nodes and boards of each subtree.
    hash: u64,
}

struct Row {
    name: &'static str,
    work: Work,
    baseline_nodes: u64,
    cpu_seconds: f64,
}

impl Row {
    fn signature(&self) -> String {
        format!("{:016x}", self.work.hash)
    }

    fn rate(&self, nodes: u64) -> f64 {
        nodes as f64 / self.cpu_seconds.max(1e-9)
    }

    fn as_json(&self) -> serde_json::Value {
        json!({
            "name": self.name,
            "unit": "nodes",
            "nodes": self.work.nodes,
            "baseline_nodes": self.baseline_nodes,
            "boards": self.work.boards,
            "signature": self.signature(),
            "cpu_seconds": self.cpu_seconds,
            "nodes_per_second": self.rate(self.work.nodes),
            "baseline_nodes_per_second": self.rate(self.baseline_nodes),
        })
    }
}

fn measure(instance: &Instance) -> Result<Row> {
    let puzzle = (instance.puzzle)()?;
    let order: Vec<_> = puzzle.topology().cells().collect();
    let plain = Engine::blind(&puzzle, &order, true);
    let roots = roots(&plain, instance.subtrees);
    let guided = instance.guided.then(|| Engine::new(&puzzle, &order, true));
    let clock = Clock::start(0.0, 0.0);
    let work = search(guided.as_ref().unwrap_or(&plain), &roots);
    let cpu_seconds = clock.cpu_seconds();
    let baseline_nodes = match guided {
        None => work.nodes,
        Some(_) => search(&plain, &roots).nodes,
    };
    Ok(Row { name: instance.name, work, baseline_nodes, cpu_seconds })
}

/// The partial boards below which everything is searched.
fn roots(plain: &Engine, subtrees: Option<(usize, usize)>) -> Vec<Vec<u32>> {
    let Some((depth, count)) = subtrees else { return vec![Vec::new()] };
    let mut walker = plain.walk(&[], depth);
    let mut roots = Vec::new();
    while roots.len() < count && walker.advance(plain, &mut { u64::MAX }) == Pause::Reached {
        roots.push(walker.laid().to_vec());
    }
    roots
}

fn search(engine: &Engine, roots: &[Vec<u32>]) -> Work {
    let mut work = Work { hash: 0xcbf2_9ce4_8422_2325, ..Work::default() };
    for root in roots {
        let mut walker = engine.walk(root, engine.depths());
        let (mut left, mut boards) = (u64::MAX, 0);
        while walker.advance(engine, &mut left) == Pause::Reached {
            boards += 1;
        }
        let nodes = u64::MAX - left;
        for byte in [nodes, boards].iter().flat_map(|number| number.to_le_bytes()) {
            work.hash = (work.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        work.nodes += nodes;
        work.boards += boards;
    }
    work
}
