//! Reading what the user names: a puzzle or a board, embedded, in a file, on standard input, or
//! given on the spot as a link or letters.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tilewright_formats::{
    BoardFile, Document, Format, PuzzleFile, ReadOptions, embedded, read, read_board, read_puzzle,
};
use tilewright_puzzle::audit::audit;
use tilewright_puzzle::{Claim, Puzzle, PuzzleParts, Shape};

/// The largest file worth reading; puzzles and boards are a thousand times smaller.
const LARGEST_FILE: u64 = 8 << 20;

/// How to understand files that leave something open.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct ReadingArgs {
    /// The format of the file, if it is not to be found out (see `tilewright formats`)
    #[arg(long, value_name = "FORMAT", value_parser = format_name, help_heading = "Reading")]
    from: Option<Format>,
    /// Columns x rows, for files that hold no size
    #[arg(long, value_name = "WxH", value_parser = board_size, help_heading = "Reading")]
    size: Option<Shape>,
    /// Hints that belong to the puzzle: a .hnt file or Logan's clue file
    #[arg(long, value_name = "FILE", help_heading = "Reading")]
    hints: Option<PathBuf>,
    /// Read x and y of a .hnt file the other way round
    #[arg(long, help_heading = "Reading")]
    swap_xy: bool,
}

/// `--from` and `--to`: the name of a format.
pub(crate) fn format_name(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("no such format; there are {}", names.join(", "))
    })
}

/// `--size`: columns x rows.
pub(crate) fn board_size(text: &str) -> Result<Shape, String> {
    let numbers = text.split_once(['x', 'X']).and_then(|(width, height)| {
        Some(Shape::square(width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    numbers.ok_or_else(|| "a size is columns x rows, such as 16x16 or 12x6".to_owned())
}

/// A board with the puzzle that it belongs to.
pub(crate) struct LoadedBoard {
    pub(crate) file: BoardFile,
    pub(crate) puzzle: Puzzle,
    /// Whether the puzzle was named or recognised; else it is made of the board's own pieces.
    pub(crate) is_known: bool,
    pub(crate) notes: Vec<String>,
}

/// Whatever a verb that takes both was given.
pub(crate) enum Loaded {
    Puzzle(PuzzleFile),
    Board(BoardFile),
}

/// Reads a puzzle by name, from a file or from standard input (`-`).
pub(crate) fn puzzle(name: &str, reading: &ReadingArgs) -> Result<PuzzleFile> {
    if let Some(file) = embedded_puzzle(name) {
        return Ok(file);
    }
    let source = Source::open(name, Kind::Puzzle)?;
    Ok(read_puzzle(&source.text, &source.options(reading)?)?)
}

/// Reads a puzzle or a board, whichever it is.
pub(crate) fn either(name: &str, puzzle: Option<&Puzzle>, reading: &ReadingArgs) -> Result<Loaded> {
    if let Some(file) = embedded_puzzle(name) {
        return Ok(Loaded::Puzzle(file));
    }
    if let Some(file) = known_board(name) {
        return Ok(Loaded::Board(file));
    }
    let source = Source::open(name, Kind::Either)?;
    Ok(match read(&source.text, &source.options(reading)?, puzzle)? {
        Document::Puzzle(file) => Loaded::Puzzle(file),
        Document::Board(file) => Loaded::Board(file),
    })
}

/// Reads a board and finds its puzzle: the one named, or the embedded one whose pieces lie there,
/// or for a complete board its own pieces.
pub(crate) fn board(
    name: &str,
    puzzle_name: Option<&str>,
    reading: &ReadingArgs,
) -> Result<LoadedBoard> {
    let named = puzzle_name.map(|name| puzzle(name, reading)).transpose()?;
    let named = named.map(|file| file.puzzle);
    let file = board_file(name, named.as_ref(), reading)?;
    with_puzzle(file, named)
}

/// Reads a board as it is; the puzzle, if it is known, settles what the format leaves open.
pub(crate) fn board_file(
    name: &str,
    puzzle: Option<&Puzzle>,
    reading: &ReadingArgs,
) -> Result<BoardFile> {
    if let Some(file) = known_board(name) {
        return Ok(file);
    }
    let source = Source::open(name, Kind::Board)?;
    Ok(read_board(&source.text, &source.options(reading)?, puzzle)?)
}

/// The text of a file that is neither puzzle nor board.
pub(crate) fn text_file(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("{name}: cannot be read"))?;
    read_text(file, &name)
}

/// Finds the puzzle of a board that has been read.
pub(crate) fn with_puzzle(file: BoardFile, named: Option<Puzzle>) -> Result<LoadedBoard> {
    let mut notes = file.notes.clone();
    if let Some(puzzle) = named {
        return Ok(LoadedBoard { file, puzzle, is_known: true, notes });
    }
    if let Some(puzzle) = by_name(&file).or_else(|| recognised(&file.claim)) {
        notes.push(format!("puzzle: {}, known by its pieces", puzzle.name()));
        return Ok(LoadedBoard { file, puzzle, is_known: true, notes });
    }
    if file.format == Format::Letters && file.rim.is_none() {
        bail!(
            "these letters show no rim and no piece of a known puzzle; if they are a board, name \
             its puzzle with --puzzle"
        );
    }
    let puzzle = of_own_pieces(&file)?;
    notes.push("no known puzzle has these pieces: the board is judged by itself".to_owned());
    Ok(LoadedBoard { file, puzzle, is_known: false, notes })
}

/// Our own board files name their puzzle; the names in links are the board's.
fn by_name(file: &BoardFile) -> Option<Puzzle> {
    if !matches!(file.format, Format::Toml | Format::Json) {
        return None;
    }
    let puzzle = embedded::puzzle(file.puzzle_name.as_deref()?)?;
    (puzzle.shape() == file.claim.shape).then_some(puzzle)
}

/// The embedded puzzle whose pieces lie on a board. Eternity II is taken in its strict form where
/// all five clues are kept, else in its open one.
fn recognised(claim: &Claim) -> Option<Puzzle> {
    let puzzle = embedded::recognise(claim)?;
    if puzzle.name() == "eternity2" {
        let strict = embedded::puzzle("eternity2-strict")?;
        if audit(&strict, claim).is_ok_and(|audit| audit.hints_matched == audit.hints) {
            return Some(strict);
        }
    }
    Some(puzzle)
}

fn of_own_pieces(file: &BoardFile) -> Result<Puzzle> {
    let pieces = file.claim.cells.iter().map(|cell| cell.as_ref()?.sides(None)).collect();
    let Some(pieces) = pieces else {
        bail!(
            "the pieces of this board are those of no embedded puzzle, and it has holes or only \
             piece numbers; name its puzzle with --puzzle"
        );
    };
    let name = file.name.clone().unwrap_or_else(|| "unknown".to_owned());
    let mut parts = PuzzleParts::new(name, file.claim.shape, pieces);
    parts.rim = file.rim;
    parts.mates = file.mates.clone();
    Ok(Puzzle::new(parts)?)
}

fn embedded_puzzle(name: &str) -> Option<PuzzleFile> {
    let puzzle = embedded::puzzle(name)?;
    Some(PuzzleFile { puzzle, format: Format::Toml, notes: Vec::new() })
}

fn known_board(name: &str) -> Option<BoardFile> {
    let known = embedded::known_boards().into_iter().find(|board| board.name == name)?;
    Some(BoardFile {
        name: Some(known.name),
        puzzle_name: None,
        claim: known.claim,
        rim: Some(tilewright_puzzle::Colour::GREY),
        mates: Vec::new(),
        format: Format::Letters,
        notes: Vec::new(),
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Puzzle,
    Board,
    Either,
}

/// Text with the name to use in messages.
struct Source {
    text: String,
    name: String,
    path: Option<PathBuf>,
}

impl Source {
    fn open(name: &str, kind: Kind) -> Result<Self> {
        if name == "-" {
            let text = read_text(std::io::stdin().lock(), "standard input")?;
            return Ok(Self { text, name: "standard input".to_owned(), path: None });
        }
        let path = Path::new(name);
        if path.is_dir() {
            bail!("{name}: is a folder; name a file in it");
        }
        // A long link is no file name; asking the system about it may even be an error.
        if path.try_exists().unwrap_or(false) {
            let file =
                std::fs::File::open(path).with_context(|| format!("{name}: cannot be read"))?;
            let text = read_text(file, name)?;
            return Ok(Self { text, name: name.to_owned(), path: Some(path.to_owned()) });
        }
        if is_given_on_the_spot(name) && !matches!(kind, Kind::Puzzle) {
            return Ok(Self { text: name.to_owned(), name: "argument".to_owned(), path: None });
        }
        let names = embedded::names().join(", ");
        let what = match kind {
            Kind::Board if embedded::puzzle(name).is_some() => {
                "is a puzzle, not a board; `tilewright draw --pieces` draws its pieces".to_owned()
            }
            Kind::Puzzle => format!("there is no such file and no such embedded puzzle ({names})"),
            Kind::Board => "there is no such file, and it is no link or letter string".to_owned(),
            Kind::Either => {
                format!("there is no such file, embedded puzzle ({names}), link or letter string")
            }
        };
        Err(anyhow!("{}: {what}", shortened(name)))
    }

    fn options(&self, reading: &ReadingArgs) -> Result<ReadOptions> {
        let beside = self.path.as_ref().and_then(|path| hints_beside(path));
        let hints = reading.hints.clone().or(beside);
        Ok(ReadOptions {
            format: reading.from,
            shape: reading.size,
            hints: hints.map(|path| text_file(&path)).transpose()?,
            swap_xy: reading.swap_xy,
            file_name: Some(self.name.clone()),
        })
    }
}

/// A `.puz` file has its hints in a `.hnt` file of the same name.
fn hints_beside(path: &Path) -> Option<PathBuf> {
    let beside = path.with_extension("hnt");
    (path.extension()? == "puz" && beside.is_file()).then_some(beside)
}

fn is_given_on_the_spot(text: &str) -> bool {
    let text = text.trim();
    let letters = text.len() >= 4 && text.bytes().all(|b| b.is_ascii_lowercase());
    letters || text.contains("board_edges=") || text.starts_with('{')
}

fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() { format!("{start}...") } else { start }
}

fn read_text(reader: impl Read, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name}: cannot be read"))?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{name}: larger than {} MiB, which no puzzle or board is", LARGEST_FILE >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        anyhow!("{name}: not text (byte {place} is not UTF-8); give a text file or a link")
    })
}
