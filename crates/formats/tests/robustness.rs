//! No text makes a reader panic or hold more memory than it is worth.
//!
//! More than a million short texts, each a different roll of the dice, go through one reader each,
//! more than 50,000 through every reader: the fifteen formats that can be read on their own, both
//! kinds of hint file, and the three ways to read without naming a format. One text in three is
//! random, the others are mutated from valid files, mostly of the reader's own format. Readers take
//! text: bytes that are not UTF-8 become the sign for that. Then every valid sample and some seventy
//! texts of the largest size that is read, each made to be as expensive as possible, go through all
//! readers. An allocator that counts is the witness. `TILEWRIGHT_TEXTS=1000000` sends a million texts
//! through every single reader.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail loudly, too")]
#![allow(unsafe_code, reason = "an allocator that counts cannot be written without")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{Dice, Kind};
use tilewright_formats::{
    BoardToWrite, Format, PuzzleFile, ReadOptions, embedded, read, read_board, read_puzzle,
    replace_hints, write_board, write_puzzle,
};
use tilewright_puzzle::{Claim, Puzzle, Shape};

/// Counts what is held now and the most that was held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged; only numbers are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that `dealloc` asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MOST: usize = 64 << 20;

/// Runs something and gives the most memory it held beyond what was held before.
fn peak_of(work: impl FnOnce()) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    work();
    PEAK.load(Ordering::Relaxed).saturating_sub(before)
}

/// A way into the crate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reader {
    /// A format that is named.
    Of(Format),
    /// Hints, of the kind that this format is, for a puzzle.
    Hints(Format),
    AnyPuzzle,
    AnyBoard,
    Anything,
}

impl Reader {
    fn all() -> Vec<Self> {
        let formats = Format::ALL.iter().map(|&format| {
            if format.describe().reads { Self::Of(format) } else { Self::Hints(format) }
        });
        formats.chain([Self::AnyPuzzle, Self::AnyBoard, Self::Anything]).collect()
    }

    /// Reads a text; gives the most memory that was held.
    fn read(self, text: &str, puzzle: Option<&Puzzle>, for_hints: &PuzzleFile) -> usize {
        let format = if let Self::Of(format) = self { Some(format) } else { None };
        let options = ReadOptions { format, ..ReadOptions::default() };
        let info = format.map(Format::describe);
        let (holds_puzzle, holds_board) =
            info.map_or((false, false), |info| (info.holds_puzzle, info.holds_board));
        let for_hints = matches!(self, Self::Hints(_)).then(|| for_hints.clone());
        peak_of(|| match (self, holds_puzzle, holds_board) {
            (Self::Hints(_), ..) => {
                let swap_xy = text.len().is_multiple_of(2);
                drop(for_hints.map(|file| replace_hints(file, text, swap_xy)));
            }
            (Self::AnyPuzzle, ..) | (Self::Of(_), true, false) => {
                drop(read_puzzle(text, &options));
            }
            (Self::AnyBoard, ..) | (Self::Of(_), false, _) => {
                drop(read_board(text, &options, puzzle));
            }
            (Self::Anything, ..) | (Self::Of(_), true, true) => {
                drop(read(text, &options, puzzle));
            }
        })
    }
}

/// Small valid texts of every format.
fn samples(dice: &mut Dice) -> Vec<(Format, String)> {
    let mut texts = Vec::new();
    for shape in [Shape::square(3, 2), Shape::square(2, 2), Shape::triangle(2)] {
        for rim in [true, false] {
            let kind = Kind { shape, colours: 5, rim, signed: false, extras: rim, hints: 1 };
            let (puzzle, board) = common::puzzle(dice, kind);
            let claim = Claim::of_board(&puzzle, &board);
            let to_write = BoardToWrite::new(&claim, Some(&puzzle));
            for &format in Format::ALL {
                texts.extend(write_puzzle(format, &puzzle).map(|text| (format, text)));
                texts.extend(write_board(format, &to_write).map(|text| (format, text)));
            }
        }
    }
    texts
}

const SIGNS: &[u8] = b"0123456789-/ ,;\n\r\t=&#?%[]{}\":.'abcxyz\\\0";

/// Changes, cuts, doubles or moves a few bytes.
fn mutate(dice: &mut Dice, text: &str, other: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(6) {
            0 => bytes.insert(at, SIGNS[dice.below(SIGNS.len())]),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(20)).min(other.len());
                bytes.splice(at..end, other.as_bytes()[from..to].iter().copied());
            }
            _ => {
                let number = [0, 1, 127, 128, 65535, 65536, u64::MAX][dice.below(7)];
                bytes.splice(at..end, number.to_string().into_bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn random(dice: &mut Dice) -> String {
    let length = dice.below(40);
    let bytes: Vec<u8> = match dice.below(3) {
        0 => (0..length).map(|_| dice.roll() as u8).collect(),
        1 => (0..length).map(|_| SIGNS[dice.below(SIGNS.len())]).collect(),
        _ => (0..length).map(|_| b"01 \n,"[dice.below(5)]).collect(),
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Texts of the largest size that is read, made to be expensive.
fn giants() -> Vec<String> {
    const BYTES: usize = 8 << 20;
    let fill = |start: &str, part: &str| {
        start.to_owned() + &part.repeat((BYTES - start.len()) / part.len())
    };
    let head = "format = \"tilewright-puzzle\"\nversion = 1\nname = \"x\"\nshape = \"square\"\n";
    let json = "{\"format\": \"tilewright-board\", \"version\": 1, \"shape\": \"square\", ";
    vec![
        fill("", "a"),
        fill("", "abca"),
        fill("", "0 0 0 0\n"),
        fill("", "1\n"),
        fill("", "1 "),
        fill("", "1,"),
        fill("", "1 1 1 1 1\n"),
        fill("", "1 1 1\n"),
        fill("", "a,1,1,1\n"),
        fill("", "1 1 1 1 1 1 1 1 1 1 1 1 1 2\n"),
        fill("128\n", "1,1,1,1,0,0,0\n"),
        fill("128 128 1\n", "1 1 1 1\n"),
        fill("", "1/1 "),
        fill("", "1/1\n"),
        fill("", "["),
        fill("x=", "["),
        fill("", "[[x]]\n"),
        fill("", "a.b.c.d=1\n"),
        fill("x=[", "1,"),
        fill("x=[", "[],"),
        fill("x=[", "{},"),
        fill("x=", "\"\\n"),
        fill("", "#\n"),
        fill("", "x\n"),
        fill(&format!("{head}pieces = ["), "[1,1,1],"),
        fill(&format!("{head}labels = ["), "'',"),
        fill(&format!("{head}mates = ["), "[1,1],"),
        fill(head, "x=1\n"),
        fill("{\"pieces\":", "["),
        fill("{\"pieces\":[", "[1,1,1,1],"),
        fill("{\"board\":[", "1,"),
        fill("{\"board_edges\":\"", "a"),
        fill("{\"x\":[", "[],"),
        fill("{\"x\":", "{\"x\":"),
        fill("{\"board_hash\":[", "{},"),
        fill(&format!("{json}\"sides\": ["), "[],"),
        fill(&format!("{json}\"placements\": ["), "[],"),
        fill(&format!("{json}\"mates\": ["), "[1,2],"),
        fill("#board_w=128&board_h=128&board_edges=", "abca"),
        fill("#board_w=128&board_h=128&board_edges=", "%"),
        fill("#board_w=128&board_h=128&board_edges=", "%ff"),
        fill("#board_edges=a", "&x=1"),
        fill("#board_edges=a", "&"),
        fill("#board_w=2&board_h=1&board_edges=abbaabba&board_pieces=", "001"),
        fill("#puzzle_size=2&board_edges=abbaabbaabbaabba&hints=", "1.0-"),
        fill("", "\u{feff}"),
        fill("", "é"),
    ]
}

/// Texts with as many words and signs as are read of TOML, or a little more.
fn crowds() -> Vec<String> {
    let head = "format = \"tilewright-puzzle\"\nversion = 1\nname = \"x\"\nshape = \"square\"\n";
    let fill =
        |start: &str, part: &str, tokens: usize| start.to_owned() + &part.repeat(445_000 / tokens);
    vec![
        fill("", "1 ", 2),
        fill("", "=", 1),
        fill("x=", "[", 1),
        fill("x=[", "1,", 2),
        fill("x=[", "[],", 3),
        fill("x=[", "{},", 17),
        fill("x=[", "{a=1},", 20),
        fill("x=[", "\"\",", 3),
        fill("", "\"", 1),
        fill("", "[[x]]\n", 20),
        fill("", "[[x]]\na=1\n", 24),
        fill("", "[x.y.z]\n", 50),
        fill("", "a.b.c.d=1\n", 52),
        fill("", "\n", 1),
        fill("", "#\n", 2),
        fill(&format!("{head}pieces = ["), "[1,1,1],", 8),
        fill(&format!("{head}labels = ["), "'',", 3),
        fill(&format!("{head}mates = ["), "[1,1],", 6),
        fill(&format!("{head}hints = ["), "{},", 17),
    ]
}

/// Distinct names, so that the tables have to be held.
fn many_names() -> [String; 3] {
    [
        (0..111_000).map(|n| format!("a{n}=1\n")).collect(),
        (0..22_000).map(|n| format!("a{n}.b=1\n")).collect(),
        (0..23_000).map(|n| format!(" [{n}]\n")).collect(),
    ]
}

/// Texts for each reader: enough for a million in all, or as many as the variable says.
fn texts_for_each() -> usize {
    let told = std::env::var("TILEWRIGHT_TEXTS").ok().and_then(|text| text.parse().ok());
    told.unwrap_or(50_500)
}

// One test, so that no other one allocates while this one counts.
#[test]
fn no_text_makes_a_reader_panic_or_hold_too_much() {
    let mut dice = Dice(2007);
    let puzzle = embedded::puzzle("clue1").unwrap();
    let for_hints = PuzzleFile { puzzle: puzzle.clone(), format: Format::Toml, notes: Vec::new() };
    let samples = samples(&mut dice);
    let readers = Reader::all();
    let each = texts_for_each();
    let (mut texts, mut most) = (0, 0);
    for &reader in &readers {
        for (_, sample) in &samples {
            most = most.max(reader.read(sample, None, &for_hints));
        }
        let is_own = |format: Format| match reader {
            Reader::Of(own) | Reader::Hints(own) => own == format,
            _ => true,
        };
        let own: Vec<_> = samples.iter().filter(|(format, _)| is_own(*format)).collect();
        assert!(!own.is_empty(), "{reader:?}");
        for round in 0..each {
            let (_, other) = &samples[dice.below(samples.len())];
            let text = if round % 3 == 0 {
                random(&mut dice)
            } else {
                let (_, start) = own[dice.below(own.len())];
                let start = if dice.chance(10) { other } else { start };
                mutate(&mut dice, start, other)
            };
            let known = dice.chance(20).then_some(&puzzle);
            let peak = reader.read(&text, known, &for_hints);
            texts += 1;
            most = most.max(peak);
            assert!(peak < MOST, "{reader:?}: {peak} bytes for {text:?}");
        }
    }
    assert!(readers.len() >= 20 && each >= 50_000 && texts >= 1_000_000, "{texts}");
    // Short texts need little: far less than a large board.
    assert!(most < 4 << 20, "{most}");
    for text in giants().into_iter().chain(crowds()).chain(many_names()) {
        for &reader in &readers {
            let peak = reader.read(&text, None, &for_hints);
            let start: String = text.chars().take(60).collect();
            assert!(peak < MOST, "{reader:?}: {peak} bytes for {start:?}...");
        }
    }
}
