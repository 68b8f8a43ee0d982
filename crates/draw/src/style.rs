//! What a picture should look like, in the words of whoever orders it.

/// How sides are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The maker's motifs; colours without a motif are plain. So this suits every puzzle.
    #[default]
    Motifs,
    /// One plain colour each.
    Plain,
    /// Colours safe for the common deficiencies, with figures and hatches that tell sides apart
    /// without any colour.
    ColourBlind,
}

/// What a picture shows, and how large.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// How sides are told apart.
    pub theme: Theme,
    /// Whether pieces show their numbers or labels.
    pub numbers: bool,
    /// Whether joins that do not match, and sides that break the rim, are marked.
    pub mismatches: bool,
    /// Whether the places and pieces of hints are marked.
    pub hints: bool,
    /// Whether rows and columns are named around the board.
    pub coordinates: bool,
    /// Length of a piece's edge in pixels; kept within 2 and 2000.
    pub cell_size: f64,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            numbers: true,
            mismatches: true,
            hints: true,
            coordinates: true,
            cell_size: 64.0,
        }
    }
}

impl Style {
    pub(crate) fn edge_px(&self) -> f64 {
        if self.cell_size.is_finite() { self.cell_size.clamp(2.0, 2000.0) } else { 64.0 }
    }
}

/// A sheet of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    #[default]
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    pub const fn size_mm(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// How pieces are laid out for printing and cutting.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetStyle {
    /// The paper.
    pub paper: Paper,
    /// Length of a piece's edge in millimetres; kept within 5 and what fits on the paper.
    pub piece_mm: f64,
    /// Whether the lines to cut along go on into the margin.
    pub cut_marks: bool,
    /// Whether each page says whose pieces it shows and which page it is.
    pub page_index: bool,
}

impl Default for SheetStyle {
    fn default() -> Self {
        Self { paper: Paper::A4, piece_mm: 30.0, cut_marks: true, page_index: true }
    }
}
