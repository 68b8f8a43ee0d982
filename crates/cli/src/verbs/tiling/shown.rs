//! What is shown of a tiling, after the auditor has seen it: a picture in the terminal, in a file,
//! and in JSON.

use std::io::stdout;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};
use tilewright_draw::{Patchwork, Theme, png, terminal};
use tilewright_tiling::{Problem, Tiling, audit};

use crate::endings::ending_of;
use crate::files::write_file;
use crate::screen;

/// `--out` and `--pixels`.
#[derive(clap::Args)]
pub(super) struct PictureArgs {
    /// Draw the tiling to a file ending in .svg, .png or .txt
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Width of a PNG
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pixels: u32,
}

impl PictureArgs {
    /// Whether the picture can be written, found out before the search.
    pub(super) fn check(&self) -> Result<()> {
        let Some(path) = &self.out else { return Ok(()) };
        kind(path)?;
        crate::files::check_writable(path)
    }

    /// Writes the picture, if one is wanted; gives the file's name.
    pub(super) fn write(&self, problem: &Problem, tiling: &Tiling) -> Result<Option<&Path>> {
        let Some(path) = &self.out else { return Ok(None) };
        write_file(path, &picture(path, problem, tiling, self.pixels)?)?;
        Ok(Some(path))
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Png,
    Text,
}

fn kind(path: &Path) -> Result<Kind> {
    match ending_of(path).as_deref() {
        Some("svg") => Ok(Kind::Svg),
        Some("png") => Ok(Kind::Png),
        Some("txt") => Ok(Kind::Text),
        _ => bail!(
            "{}: pictures of tilings are written to files ending in .svg, .png or .txt",
            path.display()
        ),
    }
}

/// What goes into the file of a picture: its ending tells.
pub(super) fn picture(
    path: &Path,
    problem: &Problem,
    tiling: &Tiling,
    pixels: u32,
) -> Result<Vec<u8>> {
    let cells = tiling.covers(problem.tile());
    let labels = |counts: &[u32]| counts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let patchwork = Patchwork {
        title: &format!("Tiling, {}x{}, {}", problem.width(), problem.height(), problem.tile()),
        width: problem.width(),
        cells: &cells,
        row_labels: &labels(problem.rows()),
        column_labels: &labels(problem.columns()),
    };
    Ok(match kind(path)? {
        Kind::Svg => patchwork.svg().into_bytes(),
        Kind::Png => png(&patchwork.svg(), pixels)?,
        Kind::Text => terminal::patchwork(&patchwork, terminal::Depth::Ascii).into_bytes(),
    })
}

/// A tiling as the terminal at the other end can show it.
pub(super) fn in_terminal(problem: &Problem, tiling: &Tiling) -> String {
    let cells = tiling.covers(problem.tile());
    let patchwork = Patchwork { width: problem.width(), cells: &cells, ..Patchwork::default() };
    let depth = screen::style(&stdout(), Theme::Plain).depth;
    terminal::patchwork(&patchwork, depth).trim_end().to_owned()
}

/// Nothing is shown as a solution that the auditor does not find right.
pub(super) fn audited(problem: &Problem, tiling: Tiling) -> Result<Tiling> {
    match audit(problem, &tiling).first() {
        None => Ok(tiling),
        Some(fault) => bail!("the solver made a mistake, please report it: {fault}"),
    }
}

/// What every task prints about its problem.
pub(super) fn problem_json(problem: &Problem) -> Map<String, Value> {
    let fields = json!({
        "tile": problem.tile().to_string(),
        "width": problem.width(),
        "height": problem.height(),
        "rows": problem.rows(),
        "columns": problem.columns(),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The picture's lines and the defining cells, by row and column from 0.
pub(super) fn tiling_json(problem: &Problem, tiling: Option<&Tiling>) -> Map<String, Value> {
    let lines = tiling.map(|tiling| tiling.picture(problem.tile()));
    let cells = tiling
        .map(|tiling| tiling.places().map(|place| [place.row, place.column]).collect::<Vec<_>>());
    let mut fields = Map::new();
    fields.insert("board".to_owned(), json!(lines));
    fields.insert("defining_cells".to_owned(), json!(cells));
    fields
}

/// The problem in a few words.
pub(super) fn problem_words(problem: &Problem) -> String {
    let (width, height) = (problem.width(), problem.height());
    let tiles = tilewright_formats::counted(problem.tiles() as usize, "tile");
    format!("{width}x{height}, {tiles} of shape {}", problem.tile())
}
