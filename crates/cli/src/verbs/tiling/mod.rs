//! `tilewright tiling`: tilings from projections.

mod ask;
mod budget;
mod count;
mod evolve;
mod generate;
mod problem;
mod shown;
mod solve;
mod tables;

use anyhow::Result;
use clap::Subcommand;

use crate::Outcome;

/// Lay tiles so that rows and columns have given counts
///
/// A board is laid with tiles of one shape, none over another; given is how many tiles have their
/// defining cell (upper left) in each row and in each column.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright tiling solve --tile L --rows 1,1,0,1,0 --columns 0,2,0,1,0
  tilewright tiling count --tile 2x2 --rows 1,0,1,0 --columns 1,0,1,0
  tilewright tiling evolve --tile L --rows 1,0,1,0 --columns 1,0,1,0 --strategy comma --quirks
  tilewright tiling generate --size 50x50 --tile L --density 0.6 --seed 1 --out big.toml
  tilewright tiling tables --board 4x4")]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Solve(solve::Args),
    Count(count::Args),
    Evolve(evolve::Args),
    Generate(generate::Args),
    Tables(tables::Args),
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match &args.task {
        Task::Solve(args) => solve::run(args),
        Task::Count(args) => count::run(args),
        Task::Evolve(args) => evolve::run(args),
        Task::Generate(args) => generate::run(args),
        Task::Tables(args) => tables::run(args),
    }
}
