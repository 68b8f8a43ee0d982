//! `tilewright boards`: the boards in the archive.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde_json::{Value, json};
use tilewright_archive::{Archive, BoardFilter, BoardId, BoardRecord, RunId, calendar};
use tilewright_formats::{BoardToWrite, counted, write_board};
use tilewright_puzzle::{Claim, Puzzle};

use crate::Outcome;
use crate::endings::text_for;
use crate::files::write_file;
use crate::output::{say, say_json};
use crate::run::answer::{Written, as_argument};
use crate::run::flags::ArchiveArgs;

/// List and export the boards in the archive
///
/// Boards are audited before they are kept, and each is kept once, however turned it is found.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  tilewright boards
  tilewright boards best --json
  tilewright boards list --puzzle eternity2 --regime open --min-score 460
  tilewright boards export 7 --out board.json
  tilewright boards export --min-score 460 --out boards/")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    list: ListArgs,
}

#[derive(Subcommand)]
enum Action {
    /// List boards, best first
    List(ListArgs),
    /// The best board of each puzzle and regime
    Best(ListArgs),
    /// Write one board to a file, or all that the filters let through to a folder
    Export(ExportArgs),
}

#[derive(clap::Args)]
struct FilterArgs {
    /// Boards of this puzzle alone
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// Boards under these hints alone: free (none), open (one), strict (more)
    #[arg(long, value_name = "REGIME", value_parser = ["free", "open", "strict"])]
    regime: Option<String>,
    /// Boards with at least this score
    #[arg(long, value_name = "SCORE")]
    min_score: Option<u32>,
    /// Boards that this run found first
    #[arg(long, value_name = "ID")]
    run: Option<i64>,
}

#[derive(clap::Args)]
struct ListArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// No more than so many
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    #[command(flatten)]
    archive: ArchiveArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ExportArgs {
    /// The board's number
    id: Option<i64>,
    #[command(flatten)]
    filter: FilterArgs,
    /// The file, whose ending tells the format; without a number the folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    archive: ArchiveArgs,
}

impl FilterArgs {
    fn filter(&self, limit: Option<usize>) -> BoardFilter {
        BoardFilter {
            puzzle: self.puzzle.clone(),
            regime: self.regime.clone(),
            min_score: self.min_score,
            run: self.run.map(RunId),
            limit,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    match &args.action {
        None => list(&args.list),
        Some(Action::List(args)) => list(args),
        Some(Action::Best(args)) => {
            let archive = args.archive.open()?;
            let boards = archive.best_boards(&args.filter.filter(Some(args.limit)))?;
            tell(&archive, &boards, args.json)
        }
        Some(Action::Export(args)) => export(args),
    }
}

fn list(args: &ListArgs) -> Result<Outcome> {
    let archive = args.archive.open()?;
    let boards = archive.boards(&args.filter.filter(Some(args.limit)))?;
    tell(&archive, &boards, args.json)
}

fn tell(archive: &Archive, boards: &[BoardRecord], as_json: bool) -> Result<Outcome> {
    if as_json {
        let documents = boards.iter().map(|board| document(archive, board));
        say_json(&documents.collect::<Result<Vec<_>>>()?)?;
    } else if boards.is_empty() {
        say("no boards")?;
    } else {
        let mut lines = vec![format!(
            "{:>5}  {:>9}  {:7}  {:20}  {:>6}  {:>5}  {:19}",
            "board", "score", "regime", "puzzle", "placed", "run", "found (UTC)"
        )];
        lines.extend(boards.iter().map(row));
        say(&lines.join("\n"))?;
    }
    Ok(Outcome::Done)
}

fn row(board: &BoardRecord) -> String {
    let score = format!("{}/{}", board.verdict.score, board.verdict.max_score);
    let run = board.run.map(|run| run.0.to_string()).unwrap_or_default();
    format!(
        "{:>5}  {score:>9}  {:7}  {:20}  {:>6}  {run:>5}  {}",
        board.id.0,
        board.regime,
        board.puzzle,
        board.verdict.placed,
        calendar::in_words(board.found)
    )
}

fn document(archive: &Archive, board: &BoardRecord) -> Result<Value> {
    let (_, puzzle) = archive.board(board.id)?;
    let written = Written::new(&puzzle, &board.board)?;
    let mut document = serde_json::to_value(board)?;
    if let Value::Object(fields) = &mut document {
        fields.insert("board".to_owned(), written.board);
        fields.insert("link".to_owned(), json!(written.link));
    }
    Ok(document)
}

fn export(args: &ExportArgs) -> Result<Outcome> {
    let archive = args.archive.open()?;
    let Some(id) = args.id else { return export_all(&archive, args) };
    let (board, puzzle) = archive.board(BoardId(id))?;
    match &args.out {
        None => say(&as_argument(&Written::new(&puzzle, &board.board)?.board))?,
        Some(path) => {
            write(path, &board, &puzzle)?;
            say(&format!("board {id} in {}", path.display()))?;
        }
    }
    Ok(Outcome::Done)
}

fn export_all(archive: &Archive, args: &ExportArgs) -> Result<Outcome> {
    let Some(folder) = &args.out else {
        bail!("name a board by its number, or a folder for all of them with --out");
    };
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let boards = archive.boards(&args.filter.filter(None))?;
    for board in &boards {
        let (_, puzzle) = archive.board(board.id)?;
        let name = format!("{}-{}.json", board.verdict.score, board.id.0);
        write(&folder.join(name), board, &puzzle)?;
    }
    say(&format!("{} in {}", counted(boards.len(), "board"), folder.display()))?;
    Ok(Outcome::Done)
}

fn write(path: &Path, board: &BoardRecord, puzzle: &Puzzle) -> Result<()> {
    let claim = Claim::of_board(puzzle, &board.board);
    let board = BoardToWrite::new(&claim, Some(puzzle));
    let text = text_for(path, |format| write_board(format, &board))?;
    write_file(path, text.as_bytes())
}
