//! Pixels have the colours and the size that were asked for.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod common;

use common::{claim, solution, solved, with_motifs};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use tilewright_draw::{DrawError, PIXEL_LIMIT, Style, Theme, board_svg, pieces_overview_svg, png};
use tilewright_puzzle::{Cell, Shape};

/// A board of 100-pixel cells in a frame of 24 pixels, with nothing on the pieces.
fn bare() -> Style {
    Style { numbers: false, hints: false, coordinates: false, cell_size: 100.0, ..Style::default() }
}

fn rgb(pixels: &Pixmap, x: u32, y: u32) -> (u8, u8, u8) {
    let colour: PremultipliedColorU8 = pixels.pixel(x, y).unwrap();
    (colour.red(), colour.green(), colour.blue())
}

#[test]
fn motifs_show_their_ground_in_the_side_and_their_figure_across_the_join() {
    let puzzle = with_motifs();
    let svg = board_svg(&claim(&puzzle, &solution(&puzzle)), Some(&puzzle), &bare());
    let pixels = Pixmap::decode_png(&png(&svg, 248).unwrap()).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (248, 248));
    let (grey, orange, purple) = ((0x8d, 0x91, 0x96), (0xf2, 0x8c, 0x1b), (0x75, 0x32, 0x9c));
    // Colour 1 lies on the join between A1 and A2, whose middle is at (124, 74).
    assert_eq!(rgb(&pixels, 124 - 3, 74 - 2), purple);
    assert_eq!(rgb(&pixels, 124 + 3, 74 + 2), purple);
    assert_eq!(rgb(&pixels, 124 - 15, 74 - 20), orange);
    assert_eq!(rgb(&pixels, 124 + 15, 74 + 20), orange);
    // The rim faces up and left.
    assert_eq!(rgb(&pixels, 74, 30), grey);
    assert_eq!(rgb(&pixels, 30, 74), grey);
}

#[test]
fn a_mismatch_is_red_in_the_middle_of_the_join() {
    let puzzle = with_motifs();
    let mut board = solution(&puzzle);
    let moved = board.get(Cell(3));
    board.set(Cell(1), moved);
    board.set(Cell(3), None);
    for theme in [Theme::Motifs, Theme::Plain, Theme::ColourBlind] {
        let svg = board_svg(&claim(&puzzle, &board), Some(&puzzle), &Style { theme, ..bare() });
        let pixels = Pixmap::decode_png(&png(&svg, 248).unwrap()).unwrap();
        assert_eq!(rgb(&pixels, 124, 74), (0xe4, 0x00, 0x2b));
    }
}

#[test]
fn triangles_and_overviews_become_pixels_of_the_width_asked_for() {
    let puzzle = solved(Shape::triangle(4), 5);
    let board = board_svg(&claim(&puzzle, &solution(&puzzle)), Some(&puzzle), &Style::default());
    for (svg, width) in [(board, 333), (pieces_overview_svg(&puzzle, &Style::default()), 200)] {
        let pixels = Pixmap::decode_png(&png(&svg, width).unwrap()).unwrap();
        assert_eq!(pixels.width(), width);
        let mut seen: Vec<_> =
            pixels.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 20);
    }
}

#[test]
fn absurd_sizes_and_texts_that_are_no_pictures_are_refused() {
    let puzzle = solved(Shape::square(2, 2), 4);
    let svg = board_svg(&claim(&puzzle, &solution(&puzzle)), Some(&puzzle), &Style::default());
    assert_eq!(png(&svg, 0), Err(DrawError::NoWidth));
    assert!(matches!(png("no picture", 10), Err(DrawError::Svg(_))));
    for width in [8_001, u32::MAX] {
        assert!(u64::from(width) * u64::from(width) > PIXEL_LIMIT);
        let error = png(&svg, width).unwrap_err();
        assert!(matches!(error, DrawError::TooLarge { .. }));
        assert!(error.to_string().contains("64 megapixels"), "{error}");
    }
}
