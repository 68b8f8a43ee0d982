//! SVG documents are well-formed, complete and small, whatever is drawn.

#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod common;

use common::{claim, solution, solved, spoiled, with_motifs};
use resvg::usvg::{self, roxmltree};
use tilewright_draw::{
    Paper, Picture, SheetStyle, Style, Theme, board_svg, pieces_overview_svg, pieces_svg,
};
use tilewright_puzzle::{
    Board, Cell, Claim, ClaimedPiece, Colour, Placement, Puzzle, Rotation, Shape, Sides, score,
};

const THEMES: [Theme; 3] = [Theme::Motifs, Theme::Plain, Theme::ColourBlind];

fn themed(theme: Theme) -> Style {
    Style { theme, ..Style::default() }
}

/// Parses the document, checks that every reference has a target, and counts uses of one.
fn uses(svg: &str, name: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let references: Vec<_> =
        document.descendants().filter_map(|node| node.attribute("href")).collect();
    for reference in &references {
        assert!(ids.contains(&&reference[1..]), "{reference} is not defined");
    }
    usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    references.iter().filter(|reference| reference[1..] == *name).count()
}

#[test]
fn every_side_of_every_piece_is_drawn_once() {
    for shape in [Shape::square(1, 1), Shape::square(5, 3), Shape::triangle(1), Shape::triangle(4)]
    {
        let puzzle = solved(shape, 6);
        for theme in THEMES {
            let svg = board_svg(&claim(&puzzle, &solution(&puzzle)), Some(&puzzle), &themed(theme));
            let sides: usize = (0..=6).map(|colour| uses(&svg, &format!("s{colour}"))).sum();
            assert_eq!(sides, shape.cells() * usize::from(shape.sides()), "{shape}");
            assert_eq!(uses(&svg, "lines"), shape.cells());
            assert_eq!(uses(&svg, "mismatch") + uses(&svg, "broken-rim"), 0);
        }
    }
}

#[test]
fn as_many_mismatches_are_marked_as_the_scorer_counts() {
    for shape in [Shape::square(6, 5), Shape::square(16, 16), Shape::triangle(6)] {
        let puzzle = solved(shape, 5);
        let board = spoiled(&puzzle);
        let expected = score::mismatches(&puzzle, &board);
        assert!(!expected.is_empty());
        let claim = claim(&puzzle, &board);
        let picture = Picture::new(&claim, Some(&puzzle));
        assert_eq!(picture.mismatches(), expected);
        let svg = picture.svg(&Style::default());
        assert_eq!(uses(&svg, "mismatch"), expected.len());
        assert_eq!(uses(&svg, "broken-rim"), picture.broken_rim().len());
        assert_eq!(uses(&svg, "empty"), 1);
        // Grey is the rim and equal colours match, with or without the puzzle.
        assert_eq!(Picture::new(&claim, None).mismatches(), expected);
        let calm = board_svg(&claim, None, &Style { mismatches: false, ..Style::default() });
        assert_eq!(uses(&calm, "mismatch"), 0);
    }
}

#[test]
fn a_piece_turned_away_from_the_rim_breaks_it_on_two_sides() {
    let puzzle = solved(Shape::square(3, 3), 9);
    let mut board = Board::empty(&puzzle);
    let turned = solution(&puzzle).get(Cell(0));
    board.set(Cell(0), turned.map(|p| Placement { rotation: Rotation(2), ..p }));
    let claim = claim(&puzzle, &board);
    // Two colours face out, and two rim sides face empty cells.
    assert_eq!(Picture::new(&claim, Some(&puzzle)).broken_rim().len(), 4);
}

#[test]
fn a_board_of_256_pieces_stays_below_400_kilobytes() {
    let puzzle = solved(Shape::square(16, 16), 22);
    for theme in THEMES {
        let svg = board_svg(&claim(&puzzle, &spoiled(&puzzle)), Some(&puzzle), &themed(theme));
        assert!(svg.len() < 400_000, "{}", svg.len());
    }
}

#[test]
fn large_boards_and_many_colours_are_drawn() {
    let puzzle = solved(Shape::square(32, 32), 60);
    for theme in THEMES {
        let svg = board_svg(&claim(&puzzle, &solution(&puzzle)), Some(&puzzle), &themed(theme));
        assert!(uses(&svg, "s60") > 0);
    }
}

#[test]
fn hints_are_framed_whether_kept_or_open() {
    let puzzle = with_motifs();
    let mut board = solution(&puzzle);
    let svg = |board: &Board| board_svg(&claim(&puzzle, board), Some(&puzzle), &Style::default());
    assert_eq!((uses(&svg(&board), "hint"), uses(&svg(&board), "open-hint")), (1, 0));
    board.set(Cell(0), None);
    assert_eq!((uses(&svg(&board), "hint"), uses(&svg(&board), "open-hint")), (0, 1));
    let without = Style { hints: false, ..Style::default() };
    let unmarked = board_svg(&claim(&puzzle, &board), Some(&puzzle), &without);
    assert_eq!(uses(&unmarked, "open-hint"), 0);
}

#[test]
fn hostile_names_and_labels_do_no_harm() {
    let mut parts = with_motifs().to_parts();
    parts.name = "<script>&\"'\u{0}]]>\u{ffff}".into();
    parts.labels = vec!["<&\">".into(), "\u{1f600}".into(), String::new(), "9".repeat(9999)];
    let puzzle = Puzzle::new(parts).unwrap();
    let claim = claim(&puzzle, &solution(&puzzle));
    for style in THEMES.map(themed) {
        let svg = board_svg(&claim, Some(&puzzle), &style);
        assert!(!svg.contains("<script"));
        uses(&svg, "lines");
        uses(&pieces_overview_svg(&puzzle, &style), "lines");
        for page in pieces_svg(&puzzle, &style, &SheetStyle::default()) {
            uses(&page, "lines");
        }
    }
}

#[test]
fn impossible_claims_are_drawn_as_far_as_they_make_sense() {
    let known = ClaimedPiece::Sides { sides: Sides::square([0, 65534, 1, 0]), number: Some(7) };
    let unknown = ClaimedPiece::Placed { number: 4_000_000, rotation: Rotation(9) };
    let triangle = ClaimedPiece::Sides { sides: Sides::triangle([1, 2, 3]), number: None };
    let cells = vec![Some(known), Some(unknown), Some(triangle)];
    let puzzle = with_motifs();
    for shape in [
        Shape::square(2, 2),
        Shape::square(1, 1),
        Shape::square(0, 5),
        Shape::square(u16::MAX, u16::MAX),
        Shape::triangle(2),
        Shape::triangle(0),
    ] {
        let claim = Claim { shape, cells: cells.clone() };
        for puzzle in [None, Some(&puzzle)] {
            for cell_size in [f64::NAN, f64::INFINITY, -3.0, 0.0, 1e300] {
                let style = Style { cell_size, ..Style::default() };
                uses(&board_svg(&claim, puzzle, &style), "unknown");
            }
        }
    }
    let claim = Claim { shape: Shape::square(2, 2), cells };
    assert_eq!(uses(&board_svg(&claim, None, &Style::default()), "unknown"), 2);
}

#[test]
fn boards_without_a_rim_have_none_to_break() {
    let sides = Sides::square([1, 1, 1, 1]);
    let cells = vec![Some(ClaimedPiece::Sides { sides, number: None }); 4];
    let claim = Claim { shape: Shape::square(2, 2), cells };
    let picture = Picture::new(&claim, None);
    assert!(picture.mismatches().is_empty() && picture.broken_rim().is_empty());
}

#[test]
fn mates_share_a_sign_and_match_each_other_only() {
    let mut parts = solved(Shape::square(2, 1), 1).to_parts();
    parts.pieces = vec![Sides::square([0, 1, 0, 0]), Sides::square([0, 0, 0, 2])];
    parts.mates = vec![(Colour(1), Colour(2))];
    let puzzle = Puzzle::new(parts).unwrap();
    let claim = claim(&puzzle, &solution(&puzzle));
    assert!(Picture::new(&claim, Some(&puzzle)).mismatches().is_empty());
    assert_eq!(Picture::new(&claim, None).mismatches().len(), 1);
    let svg = board_svg(&claim, Some(&puzzle), &themed(Theme::Plain));
    assert!(svg.contains("M-6-1.6H-1.6V-6") && svg.contains("M-6-1.6H6V1.6"));
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    let puzzle = with_motifs();
    let draw = || board_svg(&claim(&puzzle, &spoiled(&puzzle)), Some(&puzzle), &Style::default());
    assert_eq!(draw(), draw());
}

#[test]
fn print_sheets_hold_every_piece_once_in_millimetres() {
    for shape in [Shape::square(16, 16), Shape::square(1, 1), Shape::triangle(9)] {
        let puzzle = solved(shape, 9);
        for paper in [Paper::A4, Paper::Letter] {
            for piece_mm in [0.0, 20.0, 30.0, 5000.0, f64::NAN] {
                let sheet = SheetStyle { paper, piece_mm, ..SheetStyle::default() };
                let pages = pieces_svg(&puzzle, &Style::default(), &sheet);
                let drawn: usize = pages.iter().map(|page| page.matches("#lines").count()).sum();
                assert_eq!(drawn, shape.cells());
                uses(&pages[0], "lines");
            }
        }
        let page = &pieces_svg(&puzzle, &Style::default(), &SheetStyle::default())[0];
        assert!(page.contains("width=\"210mm\" height=\"297mm\""));
    }
}

#[test]
fn the_overview_shows_every_piece() {
    for shape in [Shape::square(7, 3), Shape::square(1, 1), Shape::triangle(5)] {
        let puzzle = solved(shape, 5);
        let svg = pieces_overview_svg(&puzzle, &Style::default());
        assert_eq!(uses(&svg, "lines"), shape.cells());
    }
}
