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
use tilewright_solvers::exact::engine::{Engine, Manner, Turn, advance};
use tilewright_solvers::exact::walk::Pause;
use tilewright_solvers::hunt::subtrees::Subtrees;
use tilewright_solvers::kernel::simd::Form;

use super::bench_boards as boards;
use crate::Outcome;
use crate::output::{say, say_json};

/// Run the fixed benchmark: node counts that pin the search, and rates
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright bench
  tilewright bench scan-sighted --json
  tilewright bench scan --form portable
  tilewright bench slips-sighted
  tilewright bench anneal

nodes: what the search visited; baseline_nodes: what the plain search visits for the same work.
Methods that improve boards count evaluations in place of nodes.")]
pub(crate) struct Args {
    /// Only this one
    name: Option<String>,
    /// The form of the kernel: portable, avx2 or avx512; the best one here unless given
    #[arg(long)]
    form: Option<String>,
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
    manner: Manner,
}

/// So many that the last ones, which go on without others to take turns with, do not count for much.
const ROWS_SUBTREES: usize = 2500;

const INSTANCES: [Instance; 7] = [
    Instance {
        name: "scan-plain",
        puzzle: || embedded_puzzle("eternity2-free"),
        subtrees: Some((121, ROWS_SUBTREES)),
        manner: Manner::Plain,
    },
    Instance {
        name: "scan",
        puzzle: || embedded_puzzle("eternity2-free"),
        subtrees: Some((121, ROWS_SUBTREES)),
        manner: Manner::Blind,
    },
    Instance {
        name: "scan-sighted",
        puzzle: || embedded_puzzle("eternity2-free"),
        subtrees: Some((121, ROWS_SUBTREES)),
        manner: Manner::Sighted,
    },
    Instance {
        name: "hints-sighted",
        puzzle: || embedded_puzzle("eternity2-strict"),
        subtrees: Some((96, 200)),
        manner: Manner::Sighted,
    },
    Instance {
        name: "all-6x6",
        puzzle: || hardest(Shape::square(6, 6)),
        subtrees: None,
        manner: Manner::Sighted,
    },
    Instance {
        name: "all-7x7",
        puzzle: || hardest(Shape::square(7, 7)),
        subtrees: None,
        manner: Manner::Sighted,
    },
    Instance {
        name: "all-triangle-4",
        puzzle: || hardest(Shape::triangle(4)),
        subtrees: None,
        manner: Manner::Sighted,
    },
];

/// The search of the hunt, with its quota and its slips, without and with looking along lines, and below how many
/// openings.
const SLIPS: [(&str, bool); 2] = [("slips", false), ("slips-sighted", true)];
const SLIPS_OPENINGS: usize = 2000;

fn embedded_puzzle(name: &str) -> Result<Puzzle> {
    embedded::puzzle(name).ok_or_else(|| anyhow!("{name} is not there"))
}

fn hardest(shape: Shape) -> Result<Puzzle> {
    Ok(generate(&Recipe::hardest(shape, true, false, 1))?.puzzle)
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let wanted = |name: &str| args.name.as_ref().is_none_or(|wanted| wanted == name);
    let instances: Vec<_> = INSTANCES.iter().filter(|i| wanted(i.name)).collect();
    let slips: Vec<_> = SLIPS.into_iter().filter(|(name, _)| wanted(name)).collect();
    let on_boards: Vec<_> = boards::INSTANCES.iter().filter(|i| wanted(i.name)).collect();
    if instances.is_empty() && slips.is_empty() && on_boards.is_empty() {
        let names = INSTANCES.iter().map(|i| i.name).chain(SLIPS.map(|(name, _)| name));
        let names = names.chain(boards::INSTANCES.iter().map(|i| i.name));
        bail!("no such benchmark; there are {}", names.collect::<Vec<_>>().join(", "));
    }
    let form = form(args.form.as_deref())?;
    let searches = instances.into_iter().map(|instance| measure(instance, form));
    let slips = slips.into_iter().map(|(name, is_sighted)| measure_slips(name, is_sighted, form));
    let mut rows = Vec::new();
    for row in searches.chain(slips) {
        let row = row?;
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

fn form(name: Option<&str>) -> Result<Form> {
    let Some(name) = name else { return Ok(Form::best()) };
    Form::all().iter().copied().find(|form| form.name() == name).ok_or_else(|| {
        let names: Vec<_> = Form::all().iter().map(|form| form.name()).collect();
        anyhow!("this processor has no form {name} of the kernel; it has {}", names.join(", "))
    })
}

/// What searching some subtrees came to.
#[derive(Default)]
struct Work {
    nodes: u64,
    boards: u64,
    /// FNV-1a over the nodes and boards of each subtree.
    hash: u64,
}

impl Work {
    /// By the nodes and boards of each subtree.
    fn of(counts: impl IntoIterator<Item = [u64; 2]>) -> Self {
        let mut work = Self { hash: 0xcbf2_9ce4_8422_2325, ..Self::default() };
        for count in counts {
            for byte in count.iter().flat_map(|number| number.to_le_bytes()) {
                work.hash = (work.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            let [nodes, boards] = count;
            work.nodes += nodes;
            work.boards += boards;
        }
        work
    }
}

struct Row {
    name: &'static str,
    form: &'static str,
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
            "form": self.form,
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

fn measure(instance: &Instance, form: Form) -> Result<Row> {
    let puzzle = (instance.puzzle)()?;
    let order: Vec<_> = puzzle.topology().cells().collect();
    let plain = Engine::in_manner(&puzzle, &order, true, Manner::Plain);
    let roots = roots(&plain, instance.subtrees);
    let engine = Engine::in_manner(&puzzle, &order, true, instance.manner);
    let clock = Clock::start(0.0, 0.0);
    let work = search(&engine, &roots, form);
    let cpu_seconds = clock.cpu_seconds();
    let baseline_nodes = match instance.manner {
        Manner::Plain | Manner::Blind => work.nodes,
        Manner::Sighted => {
            let blind = Engine::in_manner(&puzzle, &order, true, Manner::Blind);
            search(&blind, &roots, Form::best()).nodes
        }
    };
    Ok(Row { name: instance.name, form: form.name(), work, baseline_nodes, cpu_seconds })
}

fn measure_slips(name: &'static str, is_sighted: bool, form: Form) -> Result<Row> {
    let puzzle = Arc::new(embedded_puzzle("eternity2")?);
    let subtrees = |is_sighted| {
        Subtrees::new(&puzzle, SLIPS_OPENINGS, is_sighted).ok_or_else(|| anyhow!("no subtrees"))
    };
    let search = |subtrees: &Subtrees, form| {
        Work::of(
            subtrees.search(form).into_iter().map(|searched| [searched.nodes, searched.boards]),
        )
    };
    let these = subtrees(is_sighted)?;
    let clock = Clock::start(0.0, 0.0);
    let work = search(&these, form);
    let cpu_seconds = clock.cpu_seconds();
    let baseline_nodes = match is_sighted {
        true => search(&subtrees(false)?, Form::best()).nodes,
        false => work.nodes,
    };
    Ok(Row { name, form: form.name(), work, baseline_nodes, cpu_seconds })
}

/// The partial boards below which everything is searched.
fn roots(plain: &Engine, subtrees: Option<(usize, usize)>) -> Vec<Vec<u32>> {
    let Some((depth, count)) = subtrees else { return vec![Vec::new()] };
    let mut walker = plain.walk(&[], depth);
    let mut roots = Vec::new();
    while roots.len() < count && walker.advance(plain, &mut { u64::MAX }) == Pause::Reached {
        roots.push(walker.laid(plain));
    }
    roots
}

/// Searches subtrees to their end, as many at a time as the engine likes.
fn search(engine: &Engine, roots: &[Vec<u32>], form: Form) -> Work {
    let mut counts = vec![[0u64; 2]; roots.len()];
    let mut waiting = roots.iter().enumerate();
    let mut begin = || {
        let (index, root) = waiting.next()?;
        Some((index, engine.walk(root, engine.depths()), u64::MAX))
    };
    let mut running: Vec<_> = (0..engine.walks_at_once()).map_while(|_| begin()).collect();
    while !running.is_empty() {
        let turns = running.iter_mut().map(|(_, walker, left)| Turn { engine, walker, left });
        let mut turns: Vec<_> = turns.collect();
        let Some((place, pause)) = advance(&mut turns, form) else { break };
        let (index, _, left) = &running[place];
        let [nodes, boards] = &mut counts[*index];
        *nodes = u64::MAX - left;
        *boards += u64::from(pause == Pause::Reached);
        if pause == Pause::Exhausted {
            match begin() {
                Some(next) => running[place] = next,
                None => drop(running.remove(place)),
            }
        }
    }
    Work::of(counts)
}
