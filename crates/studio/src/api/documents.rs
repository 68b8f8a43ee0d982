//! Texts in and out: anything pasted is read and audited; boards and puzzles are converted, drawn
//! and laid out for printing.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_draw::{
    Paper, SheetStyle, Style, Theme, board_svg, pieces_overview_svg, pieces_svg, png,
};
use tilewright_formats::{
    BoardFile, BoardToWrite, Document, Format, ReadOptions, is_link, puzzle_of_board, write_board,
    write_puzzle,
};
use tilewright_puzzle::{Claim, Puzzle, Shape};

use super::extract::Body;
use crate::app::App;
use crate::refusal::Refusal;
use crate::source::PuzzleSource;
use crate::wire;

/// A text that may be anything.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    text: String,
    /// The file's name, for puzzles with no name inside and for messages.
    file_name: Option<String>,
    format: Option<String>,
    size: Option<Shape>,
    /// The puzzle of a board; found out from the pieces if it is not given.
    puzzle: Option<PuzzleSource>,
}

pub(super) async fn read(
    State(app): State<Arc<App>>,
    Body(asked): Body<Read>,
) -> Result<Json<Value>, Refusal> {
    let named = match asked.puzzle {
        Some(source) => Some(source.find(&app).await?),
        None => None,
    };
    let format = asked.format.as_deref().map(format_named).transpose()?;
    app.compute(move || {
        let file_name = asked.file_name.or_else(|| Some("text".to_owned()));
        let options =
            ReadOptions { format, shape: asked.size, file_name, ..ReadOptions::default() };
        match tilewright_formats::read(&asked.text, &options, named.as_ref())? {
            Document::Puzzle(file) => Ok(Json(json!({
                "kind": "puzzle",
                "format": file.format.name(),
                "notes": file.notes,
                "puzzle": wire::puzzle(&file.puzzle)?,
            }))),
            Document::Board(file) => board_read(file, named, &asked.text).map(Json),
        }
    })
    .await
}

fn board_read(mut file: BoardFile, named: Option<Puzzle>, text: &str) -> Result<Value, Refusal> {
    let mut notes = file.notes.clone();
    let (puzzle, is_known) = match named {
        Some(puzzle) => (puzzle, true),
        None => {
            let found = puzzle_of_board(&mut file)?;
            notes.extend(found.notes);
            (found.puzzle, found.is_known)
        }
    };
    Ok(json!({
        "kind": "board",
        "format": file.format.name(),
        "link": is_link(text),
        "name": file.name,
        "notes": notes,
        "known": is_known,
        "puzzle": wire::puzzle(&puzzle)?,
        "board": wire::claimed(&puzzle, &file.claim),
        "audit": wire::audited(&puzzle, &file.claim)?,
    }))
}

/// A board of a puzzle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardAsked {
    puzzle: PuzzleSource,
    cells: Vec<i32>,
}

pub(super) async fn audit(
    State(app): State<Arc<App>>,
    Body(BoardAsked { puzzle, cells }): Body<BoardAsked>,
) -> Result<Json<Value>, Refusal> {
    let puzzle = puzzle.find(&app).await?;
    app.compute(move || {
        let board = wire::board(&puzzle, &cells)?;
        wire::audited(&puzzle, &Claim::of_board(&puzzle, &board)).map(Json)
    })
    .await
}

/// A board or, without cells, a puzzle, and what to make of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Convert {
    puzzle: PuzzleSource,
    cells: Option<Vec<i32>>,
    /// A format; without it, all that can hold the board.
    to: Option<String>,
}

pub(super) async fn convert(
    State(app): State<Arc<App>>,
    Body(Convert { puzzle, cells, to }): Body<Convert>,
) -> Result<Json<Value>, Refusal> {
    let puzzle = puzzle.find(&app).await?;
    let to = to.as_deref().map(format_named).transpose()?;
    app.compute(move || {
        let board = cells.map(|cells| wire::board(&puzzle, &cells)).transpose()?;
        Ok(Json(match (board, to) {
            (Some(board), None) => wire::all_formats(&puzzle, &board),
            (Some(board), Some(format)) => {
                let claim = Claim::of_board(&puzzle, &board);
                let text = write_board(format, &BoardToWrite::new(&claim, Some(&puzzle)))?;
                json!({ "text": text, "notes": [] })
            }
            (None, Some(format)) => {
                let text = write_puzzle(format, &puzzle)?;
                json!({ "text": text, "notes": wire::losses(format, &puzzle) })
            }
            (None, None) => puzzle_formats(&puzzle),
        }))
    })
    .await
}

fn puzzle_formats(puzzle: &Puzzle) -> Value {
    let formats = Format::ALL.iter().filter(|format| format.describe().holds_puzzle);
    let written = formats.filter_map(|&format| {
        let text = write_puzzle(format, puzzle).ok()?;
        let notes = wire::losses(format, puzzle);
        let info = format.describe();
        let ending = info.extensions.first();
        Some(json!({
            "format": format.name(), "title": info.title, "text": text, "notes": notes,
            "extension": ending,
        }))
    });
    json!({ "formats": written.collect::<Vec<_>>() })
}

/// A picture: of a board or, without cells, of the pieces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draw {
    puzzle: PuzzleSource,
    cells: Option<Vec<i32>>,
    #[serde(rename = "as")]
    kind: String,
    pixels: Option<u32>,
    theme: Option<String>,
    numbers: Option<bool>,
}

/// The widest PNG.
const MOST_PIXELS: u32 = 4000;

pub(super) async fn draw(
    State(app): State<Arc<App>>,
    Body(asked): Body<Draw>,
) -> Result<Response, Refusal> {
    let puzzle = asked.puzzle.find(&app).await?;
    let style = style(asked.theme.as_deref(), asked.numbers)?;
    app.compute(move || {
        let svg = match asked.cells {
            Some(cells) => {
                let board = wire::board(&puzzle, &cells)?;
                board_svg(&Claim::of_board(&puzzle, &board), Some(&puzzle), &style)
            }
            None => pieces_overview_svg(&puzzle, &style),
        };
        match asked.kind.as_str() {
            "svg" => Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response()),
            "png" => {
                let pixels = asked.pixels.unwrap_or(1600).min(MOST_PIXELS);
                let bytes = png(&svg, pixels).map_err(Refusal::input)?;
                Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response())
            }
            _ => Err(Refusal::input("pictures are svg or png")),
        }
    })
    .await
}

/// Pages to print and cut.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    puzzle: PuzzleSource,
    paper: Option<String>,
    millimetres: Option<f64>,
    theme: Option<String>,
    numbers: Option<bool>,
}

pub(super) async fn sheet(
    State(app): State<Arc<App>>,
    Body(asked): Body<Sheet>,
) -> Result<Json<Value>, Refusal> {
    let puzzle = asked.puzzle.find(&app).await?;
    let style = style(asked.theme.as_deref(), asked.numbers)?;
    let paper = match asked.paper.as_deref() {
        None | Some("a4") => Paper::A4,
        Some("letter") => Paper::Letter,
        Some(_) => return Err(Refusal::input("paper is a4 or letter")),
    };
    let piece_mm = asked.millimetres.unwrap_or(30.0);
    if !(5.0..=200.0).contains(&piece_mm) {
        return Err(Refusal::input("sides of pieces go from 5 to 200 mm"));
    }
    let sheet = SheetStyle { paper, piece_mm, ..SheetStyle::default() };
    app.compute(move || Ok(Json(json!({ "pages": pieces_svg(&puzzle, &style, &sheet) })))).await
}

fn style(theme: Option<&str>, numbers: Option<bool>) -> Result<Style, Refusal> {
    let theme = match theme {
        None | Some("motifs") => Theme::Motifs,
        Some("plain") => Theme::Plain,
        Some("colour-blind") => Theme::ColourBlind,
        Some(_) => return Err(Refusal::input("themes are motifs, plain and colour-blind")),
    };
    Ok(Style { theme, numbers: numbers.unwrap_or(true), ..Style::default() })
}

fn format_named(name: &str) -> Result<Format, Refusal> {
    Format::from_name(name).ok_or_else(|| Refusal::input("no such format; /api/formats lists them"))
}
