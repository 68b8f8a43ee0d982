//! The size and the rim of a board where a format says neither: they follow from the pieces.
//!
//! The number of pieces with 0, 1, 2, ... grey sides tells the outline of a set of pieces; the
//! longer side is taken as the width; without a rim only a square can be told. A board must show
//! its rim on all four edges, or it could be the start of a larger one that was cut off.

use tilewright_puzzle::{Cell, Claim, Colour, Shape, Side, Sides, Topology};

use crate::embedded;
use crate::error::ReadError;

/// What to do where the size cannot be told.
pub(crate) const TELL_SIZE: &str = "give the size with --size WxH";

/// The shape again if it is one that boards can have. To be asked before anything is allocated.
pub(crate) fn check(shape: Shape) -> Result<Shape, ReadError> {
    let fits = |length: u16| (1..=Shape::LONGEST).contains(&length);
    let fine = match shape {
        Shape::Square { width, height } => fits(width) && fits(height),
        Shape::Triangle { side } => fits(side),
    };
    if fine {
        return Ok(shape);
    }
    let message = format!("a board of {shape}; sides go from 1 to {}", Shape::LONGEST);
    Err(ReadError::new(message, "correct the size"))
}

/// A square shape from numbers of any size.
pub(crate) fn square(width: u64, height: u64) -> Result<Shape, ReadError> {
    match (u16::try_from(width), u16::try_from(height)) {
        (Ok(width), Ok(height)) => check(Shape::square(width, height)),
        _ => {
            let message = format!("a board of {width}x{height}; sides go from 1 to 128");
            Err(ReadError::new(message, "correct the size"))
        }
    }
}

/// Every rectangle with so many cells, as width and height, the squarest first, wide before tall.
pub(crate) fn rectangles(cells: usize) -> impl Iterator<Item = Shape> {
    let longest = usize::from(Shape::LONGEST);
    let smaller_sides = (1..=cells.isqrt().min(longest)).rev();
    smaller_sides.filter(move |h| cells.is_multiple_of(*h) && cells / h <= longest).flat_map(
        move |h| {
            let (w, h) = ((cells / h) as u16, h as u16);
            let tall = (w != h).then_some(Shape::square(h, w));
            std::iter::once(Shape::square(w, h)).chain(tall)
        },
    )
}

/// How many sides of a cell lie on the rim.
pub(crate) fn rim_sides(shape: Shape, cell: Cell) -> usize {
    let (row, column) = shape.position(cell);
    let on_rim = match shape {
        Shape::Square { width, height } => {
            [row == 0, row + 1 == height, column == 0, column + 1 == width]
        }
        Shape::Triangle { side } => {
            let upright = !shape.is_inverted(cell);
            [column == 0, column == 2 * row, upright && row + 1 == side, false]
        }
    };
    on_rim.iter().filter(|&&on_rim| on_rim).count()
}

/// How many cells have 0, 1, 2, 3, 4 sides on the rim.
fn cells_by_rim_sides(shape: Shape) -> [usize; 5] {
    let mut counts = [0; 5];
    for cell in (0..shape.cells()).map(Cell::at) {
        if let Some(place) = counts.get_mut(rim_sides(shape, cell)) {
            *place += 1;
        }
    }
    counts
}

/// How many pieces have 0, 1, 2, 3, 4 grey sides.
fn pieces_by_grey_sides(pieces: &[Sides]) -> [usize; 5] {
    let mut counts = [0; 5];
    for piece in pieces {
        let grey = piece.colours().iter().filter(|&&colour| colour == Colour::GREY).count();
        if let Some(place) = counts.get_mut(grey) {
            *place += 1;
        }
    }
    counts
}

/// Grey if these pieces make up the rim of this board exactly, else none.
pub(crate) fn rim_of(shape: Shape, pieces: &[Sides]) -> Option<Colour> {
    (cells_by_rim_sides(shape) == pieces_by_grey_sides(pieces)).then_some(Colour::GREY)
}

/// Says what was concluded about the rim.
pub(crate) fn rim_note(rim: Option<Colour>, pieces: &[Sides]) -> String {
    let [inner, ..] = pieces_by_grey_sides(pieces);
    match rim {
        Some(_) => "the rim is colour 0".to_owned(),
        None if inner == pieces.len() => "no rim: colour 0 is on no piece".to_owned(),
        None => "no rim: the sides of colour 0 do not make up the rim of this board, so 0 is \
                 taken for a colour like any other"
            .to_owned(),
    }
}

/// The outline for a set of square pieces: the one that was told, else what the grey sides say,
/// else the only square.
pub(crate) fn of_pieces(told: Option<Shape>, pieces: &[Sides]) -> Result<Shape, ReadError> {
    let count = pieces.len();
    if let Some(shape) = told {
        if shape.cells() == count && shape.sides() == 4 {
            return check(shape);
        }
        let message = format!("{count} square pieces do not make a board of {shape}");
        return Err(ReadError::new(message, "correct --size or the list of pieces"));
    }
    let by_grey = pieces_by_grey_sides(pieces);
    let with_rim = rectangles(count).find(|&shape| cells_by_rim_sides(shape) == by_grey);
    with_rim.or_else(|| square_of(count)).ok_or_else(|| {
        let message = format!("{count} pieces make no square, and their grey sides no rectangle");
        ReadError::new(message, TELL_SIZE)
    })
}

/// Says that pieces which make a rectangle make it upright as well as lying.
pub(crate) fn other_way_note(shape: Shape) -> Option<String> {
    match shape {
        Shape::Square { width, height } if width != height => Some(format!(
            "taken as {width}x{height}; the pieces fit {height}x{width} as well: say --size \
             {height}x{width} if that is meant"
        )),
        _ => None,
    }
}

fn square_of(cells: usize) -> Option<Shape> {
    rectangles(cells)
        .find(|shape| matches!(shape, Shape::Square { width, height } if width == height))
}

/// The outline of a board of so many cells: the one that was told or the puzzle's, else the one that
/// the grey sides show, else that of the embedded puzzle whose pieces these are. What could be the
/// start of a larger board is refused.
pub(crate) fn of_board(
    told: Option<Shape>,
    cells: &[Option<Sides>],
) -> Result<(Shape, &'static str), ReadError> {
    let count = cells.len();
    if let Some(shape) = told {
        if shape.cells() == count {
            return Ok((check(shape)?, "as told"));
        }
        let message = format!("{count} cells; a board of {shape} has {}", shape.cells());
        return Err(ReadError::new(message, "correct the size, or restore what is missing"));
    }
    let square = square_of(count);
    if let (true, Some(shape)) = (cells.iter().all(Option::is_none), square) {
        return Ok((shape, "the square"));
    }
    let rim = |shape: Shape| RimSeen::on(shape, cells);
    if let Some(shape) = square.filter(|&shape| rim(shape).is_right_all_round()) {
        return Ok((shape, "the square"));
    }
    let mut fitting = rectangles(count).filter(|&shape| rim(shape).is_right_all_round());
    if let (Some(shape), None) = (fitting.next(), fitting.next()) {
        return Ok((shape, "from its grey sides"));
    }
    if let Some(known) = embedded::owner_of(cells) {
        let shape = known.shape();
        if shape.cells() == count {
            return Ok((shape, "as the puzzle that has these pieces"));
        }
        let (name, all) = (known.name(), shape.cells());
        let message = if count < all {
            format!("cut off: {count} of the {all} cells of {name}")
        } else {
            format!("{count} cells, and {name}, which has these pieces, has {all}")
        };
        let remedy = "copy the board again, or give the size with --size WxH";
        return Err(ReadError::new(message, remedy));
    }
    if let Some(shape) = square.filter(|&shape| rim(shape).is_mostly_right()) {
        return Ok((shape, "the square"));
    }
    if let Some(shape) = by_first_row(cells).filter(|&shape| rim(shape).is_mostly_right()) {
        return Ok((shape, "from its first row"));
    }
    let message =
        format!("{count} cells that show no rim all round and no pieces of a known puzzle");
    Err(ReadError::new(message, "if the board is not cut off, give the size with --size WxH"))
}

/// The square of a board that is complete and shows no grey at all, as boards without a rim do.
/// Letters are not trusted so far: any word would be such a board.
pub(crate) fn without_rim(cells: &[Option<Sides>]) -> Option<Shape> {
    let no_grey = |sides: &Sides| !sides.colours().contains(&Colour::GREY);
    let is_rimless = cells.iter().all(|cell| cell.as_ref().is_some_and(no_grey));
    square_of(cells.len()).filter(|_| is_rimless)
}

/// The rectangle whose first row is the run of cells with grey on top that a board starts with: for
/// boards whose rim is not right everywhere.
fn by_first_row(cells: &[Option<Sides>]) -> Option<Shape> {
    let grey_top = |cell: &&Option<Sides>| {
        cell.as_ref().is_some_and(|sides| sides.get(Side(0)) == Colour::GREY)
    };
    let width = cells.iter().take_while(grey_top).count();
    rectangles(cells.len())
        .find(|shape| matches!(shape, Shape::Square { width: w, .. } if usize::from(*w) == width))
}

/// Where the filled cells of a board show grey.
struct RimSeen {
    /// On each edge, how many sides that face out are grey, and how many are not.
    out: [(usize, usize); 4],
    /// Grey sides that face in.
    inside: usize,
}

impl RimSeen {
    fn on(shape: Shape, cells: &[Option<Sides>]) -> Self {
        let mut seen = Self { out: [(0, 0); 4], inside: 0 };
        let Shape::Square { width, height } = shape else { return seen };
        for (index, sides) in cells.iter().enumerate() {
            let Some(sides) = sides else { continue };
            let (row, column) = shape.position(Cell::at(index));
            let faces_out = [row == 0, column + 1 == width, row + 1 == height, column == 0];
            let around = sides.colours().iter().zip(faces_out).zip(&mut seen.out);
            for ((&colour, faces_out), (grey, others)) in around {
                match (faces_out, colour == Colour::GREY) {
                    (true, true) => *grey += 1,
                    (true, false) => *others += 1,
                    (false, true) => seen.inside += 1,
                    (false, false) => {}
                }
            }
        }
        seen
    }

    /// Whether no side is wrong, and every edge of the board is there to be seen.
    fn is_right_all_round(&self) -> bool {
        self.inside == 0 && self.out.iter().all(|&(grey, others)| grey > 0 && others == 0)
    }

    /// Whether every edge shows more grey than anything else, and the inside shows less.
    fn is_mostly_right(&self) -> bool {
        let grey: usize = self.out.iter().map(|(grey, _)| grey).sum();
        self.inside < grey && self.out.iter().all(|(grey, others)| grey > others)
    }
}

/// Whether grey faces out and only out on every filled cell.
pub(crate) fn has_right_rim(shape: Shape, cells: &[Option<Sides>]) -> bool {
    let seen = RimSeen::on(shape, cells);
    seen.inside == 0 && seen.out.iter().all(|&(_, others)| others == 0)
}

/// The rim of a board whose format does not say: grey unless most sides that face out are not.
pub(crate) fn likely_rim(claim: &Claim) -> Option<Colour> {
    let Ok(topology) = Topology::new(claim.shape) else { return None };
    let (mut grey, mut others) = (0, 0);
    for (cell, claimed) in topology.cells().zip(&claim.cells) {
        let Some(sides) = claimed.and_then(|piece| piece.sides(None)) else { continue };
        for side in (0..topology.side_count()).map(Side) {
            if topology.neighbour(cell, side).is_none() {
                let count = if sides.get(side) == Colour::GREY { &mut grey } else { &mut others };
                *count += 1;
            }
        }
    }
    (grey >= others).then_some(Colour::GREY)
}
