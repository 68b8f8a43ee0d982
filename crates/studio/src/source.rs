//! How the page says which puzzle it means. Never by the name of a file: a client's words do not
//! reach the file system.

use serde::Deserialize;
use tilewright_archive::{BoardId, RunId};
use tilewright_formats::{ReadOptions, embedded, read_board, read_puzzle};
use tilewright_puzzle::{Board, Puzzle, Shape};

use crate::app::App;
use crate::refusal::Refusal;

/// Which puzzle is meant: exactly one of the fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSource {
    /// One that comes with the program.
    pub name: Option<String>,
    /// A puzzle in any format, as text.
    pub text: Option<String>,
    /// The outline, for texts with no size inside.
    pub size: Option<Shape>,
    /// That of a run in the archive.
    pub run: Option<i64>,
    /// That of a board in the archive.
    pub board: Option<i64>,
}

impl PuzzleSource {
    /// Finds the puzzle.
    pub(crate) async fn find(self, app: &App) -> Result<Puzzle, Refusal> {
        match self {
            Self { name: Some(name), text: None, run: None, board: None, .. } => named(&name),
            Self { text: Some(text), name: None, run: None, board: None, size } => {
                app.compute(move || {
                    let options = ReadOptions { shape: size, ..ReadOptions::default() };
                    Ok(read_puzzle(&text, &options)?.puzzle)
                })
                .await
            }
            Self { run: Some(run), name: None, text: None, board: None, .. } => {
                if let Some(live) = app.hub.get(run) {
                    return Ok((*live.puzzle).clone());
                }
                app.archive(move |archive| archive.puzzle_of_run(RunId(run))).await
            }
            Self { board: Some(board), name: None, text: None, run: None, .. } => {
                Ok(app.archive(move |archive| archive.board(BoardId(board))).await?.1)
            }
            _ => Err(Refusal::input("say which puzzle: one of name, text, run and board")),
        }
    }
}

/// A puzzle that comes with the program.
pub(crate) fn named(name: &str) -> Result<Puzzle, Refusal> {
    embedded::puzzle(name).ok_or_else(|| {
        let names = embedded::names().join(", ");
        Refusal::missing(format!("there is no puzzle of that name; there are {names}"))
    })
}

/// The board in a text that is to be a start: a link, letters, or a file's contents.
pub(crate) fn start_board(text: &str, puzzle: &Puzzle) -> Result<Board, Refusal> {
    let options = ReadOptions { file_name: Some("start".to_owned()), ..ReadOptions::default() };
    let file = read_board(text, &options, Some(puzzle))?;
    file.claim.to_board(puzzle).map_err(|error| Refusal::input(format!("start: {error}")))
}
