//! How many colours make a board hardest, and how many different pieces colours can make.
//!
//! With few colours a puzzle has many solutions, with many each piece tells where it belongs; it is
//! hardest in between, where about one solution is expected (Söderlind 2010, 3.1.4, after Owen).

use super::classes::RimClass;
use super::pairing::LnFactorials;
use crate::theory::{Magnitude, combinations_of};
use crate::topology::{Shape, Topology};

/// In how many ways `n` sides of one colour can be joined in pairs (Söderlind 2010, 3.1.1).
pub fn matches_unsigned(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// In how many ways `n` sides of one colour can be joined with `m` sides of its mate.
pub fn matches_signed(n: u64, m: u64) -> u64 {
    n * m
}

/// How many pieces with 3 or 4 sides differ by more than a rotation, without a rim.
pub fn unique_pieces(sides: u8, colours: u32) -> u128 {
    RimClass::new(0, sides).unique_pieces(|_| colours)
}

/// How many different pieces there are for a board with a rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniquePieces {
    /// With two neighbouring sides on the rim.
    pub corners: u128,
    /// With one side on the rim.
    pub edges: u128,
    /// With none.
    pub inner: u128,
}

impl UniquePieces {
    /// For pieces with 3 or 4 sides; rim colours are those of joins between pieces on the rim.
    /// Triangles have no such joins, so all their colours are inner.
    pub fn with_rim(sides: u8, rim_colours: u32, inner_colours: u32) -> Self {
        let (rim, inner) = (u128::from(rim_colours), u128::from(inner_colours));
        let (corners, edges) = match sides {
            3 => (inner, inner.pow(2)),
            _ => (rim.pow(2), rim.pow(2) * inner),
        };
        Self { corners, edges, inner: unique_pieces(sides, inner_colours) }
    }
}

/// The numbers of colours with which about one solution is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HardestColours {
    /// The exact number for inner joins; `None` if the board has no joins.
    pub inner: Option<f64>,
    /// The exact number for joins between rim pieces; `None` if these have no colours of their own.
    pub rim: Option<f64>,
    /// Inner colours to use: rounded up, and no more than there are joins.
    pub inner_colours: u32,
    /// Rim colours to use, likewise.
    pub rim_colours: u32,
}

/// The hardest numbers of colours for a board, with so many hints on inner cells (on any cells if
/// there is no rim).
///
/// Square boards with a rim and inner cells get inner and rim colours by the published formulas;
/// all others one number for all joins, by the same reasoning: as many as make the combinations
/// times the chance that every join matches equal to one.
pub fn hardest_colours(shape: Shape, has_rim: bool, inner_hints: u32) -> HardestColours {
    let joins = Topology::new(shape).map_or(0, |topology| topology.joins().len() as u32);
    if joins == 0 {
        return HardestColours { inner: None, rim: None, inner_colours: 0, rim_colours: 0 };
    }
    let hints = inner_hints as usize;
    let ln = LnFactorials::up_to(shape.cells());
    let inner_ways = |cells: usize, hints: usize| {
        let free = cells.saturating_sub(hints);
        ln.of(free) + free as f64 * f64::from(shape.sides()).ln()
    };
    if let Shape::Square { width: width @ 3.., height: height @ 3.. } = shape
        && has_rim
    {
        let edges = 2 * (usize::from(width) - 2) + 2 * (usize::from(height) - 2);
        let inner_cells = (usize::from(width) - 2) * (usize::from(height) - 2);
        let inner = (inner_ways(inner_cells, hints) / (2 * inner_cells) as f64).exp();
        let ln_ways = ln.of(edges) + ln.of(4) - inner.ceil().ln() * edges as f64 / 2.0;
        let rim = (ln_ways / (edges + 4) as f64).exp();
        let rim_joins = edges as u32 + 4;
        return HardestColours {
            inner: Some(inner),
            rim: Some(rim),
            inner_colours: (inner.ceil() as u32).min(joins - rim_joins),
            rim_colours: (rim.ceil() as u32).min(rim_joins),
        };
    }
    let free_cells = inner_cells(shape, has_rim);
    let ln_all =
        Magnitude::from(&combinations_of(shape, has_rim)).log10() * std::f64::consts::LN_10;
    let ln_ways = ln_all - inner_ways(free_cells, 0) + inner_ways(free_cells, hints);
    let inner = (ln_ways / f64::from(joins)).exp();
    let inner_colours = (inner.ceil() as u32).clamp(1, joins);
    HardestColours { inner: Some(inner), rim: None, inner_colours, rim_colours: 0 }
}

/// Cells that pieces without a rim side lie on.
fn inner_cells(shape: Shape, has_rim: bool) -> usize {
    Topology::new(shape).map_or(0, |topology| {
        topology.cells().filter(|&cell| !has_rim || topology.rim_mask(cell) == 0).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 0.005)
    }

    #[test]
    fn hardest_square_boards_have_the_published_colours() {
        for (size, inner, rim) in [(4, 3, 3), (6, 6, 3), (10, 10, 4), (16, 18, 5)] {
            let hardest = hardest_colours(Shape::square(size, size), true, 0);
            assert_eq!((hardest.inner_colours, hardest.rim_colours), (inner, rim), "{size}");
        }
    }

    #[test]
    fn eternity_two_has_the_published_hardness() {
        let board = Shape::square(16, 16);
        let with_hint = hardest_colours(board, true, 1);
        assert!(close(with_hint.inner, 16.85) && close(with_hint.rim, 4.97), "{with_hint:?}");
        assert_eq!((with_hint.inner_colours, with_hint.rim_colours), (17, 5));
        assert!(close(hardest_colours(board, true, 0).inner, 17.14));
    }

    #[test]
    fn other_boards_get_one_number_for_all_joins() {
        let no_rim = hardest_colours(Shape::square(2, 2), false, 0);
        assert!(close(no_rim.inner, f64::from(24 * 256).powf(0.25)), "{no_rim:?}");
        assert_eq!((no_rim.rim, no_rim.inner_colours), (None, 4));
        let triangle = hardest_colours(Shape::triangle(2), true, 0);
        assert!(close(triangle.inner, 18f64.powf(1.0 / 3.0)), "{triangle:?}");
        let hinted = hardest_colours(Shape::triangle(2), true, 1);
        assert!(close(hinted.inner, 6f64.powf(1.0 / 3.0)), "{hinted:?}");
        assert_eq!(hardest_colours(Shape::square(2, 2), true, 0).inner_colours, 3);
    }

    #[test]
    fn no_shape_gives_nonsense() {
        let squares = (0..=5).flat_map(|w| (0..=5).map(move |h| Shape::square(w, h)));
        for shape in squares.chain((0..=5).map(Shape::triangle)) {
            for has_rim in [false, true] {
                for hints in [0, 1, 100] {
                    let hardest = hardest_colours(shape, has_rim, hints);
                    let sane = |m: Option<f64>| m.is_none_or(|m| m.is_finite() && m >= 0.999);
                    assert!(sane(hardest.inner), "{shape} {hardest:?}");
                    assert!(hardest.rim.is_none_or(|b| b.is_finite() && b > 0.0));
                    let joins = Topology::new(shape).map_or(0, |t| t.joins().len());
                    assert!(hardest.inner_colours as usize <= joins, "{shape} {hardest:?}");
                }
            }
        }
    }

    #[test]
    fn unique_pieces_follow_the_published_formulas() {
        for c in 0..=60u128 {
            let colours = c as u32;
            assert_eq!(unique_pieces(4, colours), (c.pow(4) + c.pow(2) + 2 * c) / 4);
            assert_eq!(unique_pieces(3, colours), (c.pow(3) + 2 * c) / 3);
        }
        let pieces = UniquePieces::with_rim(4, 5, 17);
        assert_eq!((pieces.corners, pieces.edges), (25, 425));
        assert_eq!(UniquePieces::with_rim(3, 0, 5).edges, 25);
    }

    #[test]
    fn signed_sides_match_in_fewer_ways() {
        let unsigned = [(2, 1), (4, 6), (10, 45), (11, 55)];
        assert!(unsigned.into_iter().all(|(n, ways)| matches_unsigned(n) == ways));
        // The published table prints 18 for six sides; its own formula gives 15.
        assert_eq!(matches_unsigned(6), 15);
        let signed = [(1, 1, 1), (2, 2, 4), (1, 3, 3), (2, 4, 8), (8, 2, 16), (3, 8, 24)];
        assert!(signed.into_iter().all(|(n, m, ways)| matches_signed(n, m) == ways));
    }
}
