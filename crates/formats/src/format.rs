//! The list of formats: what each is called, looks like and can hold.

/// A file or link format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Link of the viewer at e2.bucas.name.
    Link,
    /// Link of the viewer at eternity2.dev.
    DevLink,
    /// Puzzle as JSON, as on eternity2.dev.
    DevPuzzle,
    /// Board as JSON, as on eternity2.dev.
    DevBoard,
    /// Puzzle as CSV with binary colours (McGavin, Blackwood).
    PuzzleCsv,
    /// Four integers a line: the pieces (e2pieces.txt).
    E2Pieces,
    /// A number and four integers a line (SHORTER).
    Shorter,
    /// Size, then four integers a line (McGavin's .puz).
    Puz,
    /// The hints that go with a .puz file.
    Hnt,
    /// Rows of `number/rotation` (Blackwood).
    Grid,
    /// Fourteen integers a line: the features of every side (Logan 2008).
    LoganPieces,
    /// The clues that go with a Logan piece file.
    LoganClues,
    /// Triangles as CSV (Nichols 2018).
    Nichols,
    /// Tilewright's own format, as TOML.
    Toml,
    /// Tilewright's own format, as JSON.
    Json,
    /// Four letters a cell, nothing else.
    Letters,
    /// Four integers a line: the cells of a board as they lie.
    Listing,
}

/// What there is to know about a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// What people call it.
    pub title: &'static str,
    /// What it looks like, in a line.
    pub layout: &'static str,
    /// Whether it holds puzzles.
    pub holds_puzzle: bool,
    /// Whether it holds boards.
    pub holds_board: bool,
    /// Whether it can be read on its own; hint files need the pieces as well.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// Usual endings of file names.
    pub extensions: &'static [&'static str],
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Link,
        Self::DevLink,
        Self::DevPuzzle,
        Self::DevBoard,
        Self::PuzzleCsv,
        Self::E2Pieces,
        Self::Shorter,
        Self::Puz,
        Self::Hnt,
        Self::Grid,
        Self::LoganPieces,
        Self::LoganClues,
        Self::Nichols,
        Self::Toml,
        Self::Json,
        Self::Letters,
        Self::Listing,
    ];

    /// The name to ask for it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::DevLink => "dev-link",
            Self::DevPuzzle => "dev-puzzle",
            Self::DevBoard => "dev-board",
            Self::PuzzleCsv => "puzzle-csv",
            Self::E2Pieces => "e2pieces",
            Self::Shorter => "shorter",
            Self::Puz => "puz",
            Self::Hnt => "hnt",
            Self::Grid => "grid",
            Self::LoganPieces => "logan",
            Self::LoganClues => "logan-clues",
            Self::Nichols => "nichols",
            Self::Toml => "toml",
            Self::Json => "json",
            Self::Letters => "letters",
            Self::Listing => "listing",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// What there is to know about it.
    pub fn describe(self) -> FormatInfo {
        match self {
            Self::Link => board(
                "viewer link (e2.bucas.name)",
                "#puzzle=NAME&board_w=W&board_h=H&board_edges=4 letters a cell&board_pieces=3 \
                 digits a cell&motifs_order=none|jef|marie|jblackwood",
                &["txt", "url"],
            ),
            Self::DevLink => board(
                "viewer link (eternity2.dev)",
                "/viewer?puzzle=NAME&puzzle_size=N&board_edges=4 letters a cell&hints=pos.rot-...; \
                 square boards",
                &["txt", "url"],
            ),
            Self::DevPuzzle => puzzle(
                "puzzle JSON (eternity2.dev)",
                "{name, width, height, numColors, pieces: [[up, right, down, left]], hints: [{pos, \
                 piece, rot}]}, pieces from 0",
                &["json"],
            ),
            Self::DevBoard => board(
                "board JSON (eternity2.dev)",
                "{name, size, score, breaks, board: [piece*4+rot or -1], board_hash, board_edges, \
                 board_pieces, url}; square boards",
                &["json"],
            ),
            Self::PuzzleCsv => puzzle(
                "puzzle CSV (McGavin, Blackwood)",
                "the size, then top,right,bottom,left,x,y,rotation a piece; colours as 16 binary \
                 digits, the rim all ones",
                &["csv"],
            ),
            Self::E2Pieces => puzzle(
                "e2pieces.txt",
                "four integers a piece: up right down left; the official pieces half a turn round",
                &["txt"],
            ),
            Self::Shorter => puzzle(
                "SHORTER",
                "five integers a piece: number up right down left",
                &["txt", "csv"],
            ),
            Self::Puz => puzzle(
                ".puz (McGavin)",
                "width height highest-colour, then four integers a piece: north east south west; \
                 hints in a .hnt file",
                &["puz"],
            ),
            Self::Hnt => hints(
                ".hnt (McGavin)",
                "the number of hints, then piece x y rotation a hint: column and row from 1; goes \
                 with a piece file",
                &["hnt"],
            ),
            Self::Grid => board(
                "Blackwood grid",
                "a line a row, number/rotation a cell, ---/- for an empty one",
                &["txt"],
            ),
            Self::LoganPieces => puzzle(
                "Logan pieces",
                "14 integers a piece: number, then background, shape and shape colour of bottom, \
                 left, top, right, then type (0 corner, 1 edge, 2 centre); we write backgrounds, \
                 shapes and shape colours numbered from 1 as they first occur in the puzzle's list \
                 of motifs, the rim as 0 0 0, and puzzles without motifs as colour colour colour",
                &["txt", "dat"],
            ),
            Self::LoganClues => hints(
                "Logan clues",
                "three integers a hint: cell from 0, piece, rotation; goes with a piece file",
                &["txt", "dat"],
            ),
            Self::Nichols => puzzle(
                "Nichols triangles",
                "name,left,right,bottom a piece, 0 the rim; an empty line ends the list",
                &["csv"],
            ),
            Self::Toml => own("tilewright TOML", &["toml"]),
            Self::Json => own("tilewright JSON", &["json"]),
            Self::Letters => board(
                "bare letters",
                "4 letters a cell, letter = 'a' + colour, up right down left as it lies, aaaa for \
                 an empty cell",
                &["txt"],
            ),
            Self::Listing => board(
                "board listing",
                "four integers a cell as it lies: up right down left, 0 0 0 0 for an empty one",
                &["txt"],
            ),
        }
    }
}

const fn puzzle(
    title: &'static str,
    layout: &'static str,
    extensions: &'static [&'static str],
) -> FormatInfo {
    FormatInfo {
        title,
        layout,
        holds_puzzle: true,
        holds_board: false,
        reads: true,
        writes: true,
        extensions,
    }
}

const fn board(
    title: &'static str,
    layout: &'static str,
    extensions: &'static [&'static str],
) -> FormatInfo {
    FormatInfo { holds_puzzle: false, holds_board: true, ..puzzle(title, layout, extensions) }
}

const fn hints(
    title: &'static str,
    layout: &'static str,
    extensions: &'static [&'static str],
) -> FormatInfo {
    FormatInfo { holds_puzzle: false, reads: false, ..puzzle(title, layout, extensions) }
}

const fn own(title: &'static str, extensions: &'static [&'static str]) -> FormatInfo {
    FormatInfo {
        holds_board: true,
        ..puzzle(
            title,
            "format = \"tilewright-puzzle\" or \"tilewright-board\", version = 1, shape, rim, \
             mates, pieces, hints, motifs or placements, sides; holds everything",
            extensions,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for &format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            assert!(!format.describe().layout.is_empty());
        }
        assert_eq!(Format::from_name("pdf"), None);
    }
}
