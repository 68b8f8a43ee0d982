//! Pictures of puzzles, boards and tilings.
//!
//! Values in, text or bytes out: [`board_svg`] and [`pieces_overview_svg`] make SVG documents,
//! [`pieces_svg`] pages to print and cut, [`Patchwork`] tilings, [`png`] pixels, and [`terminal`]
//! boards for a screen of characters; [`looks`] says what colours look like. Nothing here reads files
//! or prints, and no font is needed.

mod board;
mod figure;
mod glyph;
mod grid;
mod look;
mod paint;
mod patchwork;
mod picture;
mod pieces;
mod png;
mod rgb;
mod sketch;
mod style;
mod svg;
pub mod terminal;

pub use board::board_svg;
pub use look::{Look, LookFigure, LookHatch, looks};
pub use patchwork::Patchwork;
pub use picture::Picture;
pub use pieces::{pieces_overview_svg, pieces_svg};
pub use png::{DrawError, PIXEL_LIMIT, png};
pub use style::{Paper, SheetStyle, Style, Theme};
