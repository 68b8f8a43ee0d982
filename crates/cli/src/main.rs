//! The `tilewright` program: arguments in, words and exit codes out.
//!
//! Each verb is a module under [`verbs`] with its arguments and a `run` that returns an
//! [`Outcome`]; what they share about reading arguments is in [`input`] and
//! [`board`], about writing in
//! [`output`], [`files`] and [`screen`], about runs in [`run`].

mod board;
mod endings;
mod files;
mod input;
mod output;
mod run;
mod screen;
mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use tilewright_search::stop::INTERRUPTED_EXIT_CODE;

use crate::verbs::{
    bench, boards, convert, count, draw, estimate, fit, generate, lab, lists, packaging, resume,
    run as run_spec, runs, solve, solvers, studio, tiling, verify,
};

/// Make, read, draw, solve and hunt edge-matching puzzles.
#[derive(Parser)]
#[command(name = "tilewright", version, propagate_version = true)]
#[command(after_help = "Examples:
  tilewright puzzles
  tilewright solve clue1
  tilewright verify 'https://e2.bucas.name/#puzzle=...&board_edges=...'
  tilewright draw blackwood-470 --out board.png
  tilewright generate --size 8x8 --hardest --seed 1 --out hard.toml

Exit codes: 0 done as asked; 1 the answer is no; 2 bad input or usage; 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Solve(solve::Args),
    Run(run_spec::Args),
    Resume(resume::Args),
    Count(count::Args),
    Solvers(solvers::Args),
    Verify(verify::Args),
    Convert(convert::Args),
    Draw(draw::Args),
    Generate(generate::Args),
    Estimate(estimate::Args),
    Fit(fit::Args),
    Tiling(tiling::Args),
    Runs(runs::Args),
    Boards(boards::Args),
    Lab(lab::Args),
    Studio(studio::Args),
    Puzzles(lists::PuzzlesArgs),
    Formats(lists::FormatsArgs),
    Bench(bench::Args),
    Completions(packaging::CompletionsArgs),
    Man(packaging::ManArgs),
}

/// How a verb ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Done as asked.
    Done,
    /// Done, and the answer is no.
    No,
    /// Stopped from outside; what was found is kept.
    Interrupted,
}

fn main() -> ExitCode {
    let result = match &Cli::parse().verb {
        Verb::Solve(args) => solve::run(args),
        Verb::Run(args) => run_spec::run(args),
        Verb::Resume(args) => resume::run(args),
        Verb::Count(args) => count::run(args),
        Verb::Solvers(args) => solvers::run(args),
        Verb::Verify(args) => verify::run(args),
        Verb::Convert(args) => convert::run(args),
        Verb::Draw(args) => draw::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Estimate(args) => estimate::run(args),
        Verb::Fit(args) => fit::run(args),
        Verb::Tiling(args) => tiling::run(args),
        Verb::Runs(args) => runs::run(args),
        Verb::Boards(args) => boards::run(args),
        Verb::Lab(args) => lab::run(args),
        Verb::Studio(args) => studio::run(args),
        Verb::Puzzles(args) => lists::puzzles(args),
        Verb::Formats(args) => lists::formats(args),
        Verb::Bench(args) => bench::run(args),
        Verb::Completions(args) => packaging::completions(args),
        Verb::Man(args) => packaging::man(args),
    };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Interrupted) => ExitCode::from(INTERRUPTED_EXIT_CODE as u8),
        Err(error) => {
            output::complain(&error);
            ExitCode::from(2)
        }
    }
}
