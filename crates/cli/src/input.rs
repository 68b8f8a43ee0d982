//! Reading what the user names: a puzzle or a board, embedded, in a file, on standard input, or
//! given on the spot as a link or letters.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tilewright_formats::{
    BoardFile, Document, Format, MOST_BYTES, PuzzleFile, ReadOptions, embedded, is_link, read,
    read_board, read_puzzle, replace_hints,
};
use tilewright_puzzle::{Puzzle, Shape};

use crate::endings::ending_of;

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

impl ReadingArgs {
    /// Whether anything is said about hints.
    pub(crate) fn tells_hints(&self) -> bool {
        self.hints.is_some() || self.swap_xy
    }

    /// A puzzle that has been read already, with the hints that are given.
    pub(crate) fn with_hints(&self, file: PuzzleFile) -> Result<PuzzleFile> {
        match &self.hints {
            Some(path) => Ok(replace_hints(file, &text_file(path)?, self.swap_xy)?),
            None => self.refuse_swap().map(|()| file),
        }
    }

    /// What is built in has a format and a size.
    fn refuse_format_and_size(&self, name: &str, what: &str) -> Result<()> {
        let given = [("--from", self.from.is_some()), ("--size", self.size.is_some())];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option} has nothing to act on: {name} is {what}"),
            None => Ok(()),
        }
    }

    fn refuse_swap(&self) -> Result<()> {
        if self.swap_xy {
            bail!("--swap-xy has nothing to act on: there is no hint file; give it with --hints");
        }
        Ok(())
    }

    /// Files that say their size are believed; to be told another is a mistake.
    fn check_size(&self, found: Shape) -> Result<()> {
        match self.size.filter(|&told| told != found) {
            Some(told) => bail!("--size says {told}, but the file says {found}; leave --size away"),
            None => Ok(()),
        }
    }
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

/// Whatever a verb that takes both was given.
pub(crate) enum Loaded {
    Puzzle(PuzzleFile),
    Board(BoardFile),
}

/// Reads a puzzle by name, from a file or from standard input (`-`).
pub(crate) fn puzzle(name: &str, reading: &ReadingArgs) -> Result<PuzzleFile> {
    if let Some(file) = embedded_puzzle(name) {
        reading.refuse_format_and_size(name, "an embedded puzzle")?;
        return reading.with_hints(file);
    }
    let source = Source::open(name, Kind::Puzzle)?;
    let file = read_puzzle(&source.text, &source.options(reading)?)?;
    reading.check_size(file.puzzle.shape())?;
    Ok(file)
}

/// Reads the puzzle that goes with a board: the format and the size that are told are the board's.
pub(crate) fn puzzle_of_board(name: &str, reading: &ReadingArgs) -> Result<PuzzleFile> {
    puzzle(name, &ReadingArgs { from: None, size: None, ..reading.clone() })
}

/// Reads a puzzle or a board, whichever it is.
pub(crate) fn either(name: &str, puzzle: Option<&Puzzle>, reading: &ReadingArgs) -> Result<Loaded> {
    if embedded_puzzle(name).is_some() {
        return self::puzzle(name, reading).map(Loaded::Puzzle);
    }
    if known_board(name).is_some() {
        return board_file(name, puzzle, reading).map(Loaded::Board);
    }
    let source = Source::open(name, Kind::Either)?;
    let loaded = match read(&source.text, &source.options(reading)?, puzzle)? {
        Document::Puzzle(file) => Loaded::Puzzle(file),
        Document::Board(file) => Loaded::Board(file),
    };
    reading.check_size(match &loaded {
        Loaded::Puzzle(file) => file.puzzle.shape(),
        Loaded::Board(file) => file.claim.shape,
    })?;
    Ok(loaded)
}

/// Reads a board as it is; the puzzle, if it is known, settles what the format leaves open.
pub(crate) fn board_file(
    name: &str,
    puzzle: Option<&Puzzle>,
    reading: &ReadingArgs,
) -> Result<BoardFile> {
    if let Some(file) = known_board(name) {
        reading.refuse_format_and_size(name, "a known board")?;
        return Ok(file);
    }
    let source = Source::open(name, Kind::Board)?;
    let of_board = ReadingArgs { hints: None, swap_xy: false, ..reading.clone() };
    let file = read_board(&source.text, &source.options(&of_board)?, puzzle)?;
    reading.check_size(file.claim.shape)?;
    Ok(file)
}

/// The text of a file that is neither puzzle nor board.
pub(crate) fn text_file(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).with_context(|| format!("{name}: cannot be read"))?;
    read_text(file, &name)
}

/// All of standard input, as text.
pub(crate) fn standard_input() -> Result<String> {
    read_text(std::io::stdin().lock(), "standard input")
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
            let text = standard_input()?;
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
        if hints.is_none() {
            reading.refuse_swap()?;
        }
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
    let beside = ["hnt", "HNT"].map(|ending| path.with_extension(ending));
    let has_hints = ending_of(path)? == "puz";
    beside.into_iter().find(|beside| has_hints && beside.is_file())
}

fn is_given_on_the_spot(text: &str) -> bool {
    let text = text.trim();
    let letters = text.len() >= 4 && text.bytes().all(|b| b.is_ascii_lowercase());
    letters || is_link(text) || text.starts_with('{')
}

fn shortened(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() { format!("{start}...") } else { start }
}

fn read_text(reader: impl Read, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    reader
        .take(MOST_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name}: cannot be read"))?;
    if bytes.len() > MOST_BYTES {
        bail!("{name}: larger than {} MiB, which no puzzle or board is", MOST_BYTES >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        anyhow!("{name}: not text (byte {place} is not UTF-8); give a text file or a link")
    })
}
