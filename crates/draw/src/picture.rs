//! What there is to draw: a claimed board, read with whatever is known of its puzzle.

use std::collections::HashMap;

use tilewright_puzzle::{
    Cell, Claim, ClaimedPiece, Colour, Join, PieceId, Puzzle, Shape, Side, Sides, Topology,
};

use crate::paint::Rules;

/// Whether the piece that a hint asks for lies where it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintState {
    Kept,
    Open,
}

/// What a picture shows of one cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellView {
    /// The colours as they lie; `None` for empty cells and pieces nobody knows.
    pub sides: Option<Sides>,
    /// What the piece is called, if that is known.
    pub label: Option<String>,
    /// Whether anything is claimed to lie here.
    pub filled: bool,
    pub hint: Option<HintState>,
}

/// A board as it lies, ready to be drawn: the colours of every cell, what the pieces are called,
/// and what is wrong.
///
/// A board of unusual making is drawn as far as it makes sense: cells beyond the outline are left
/// out, pieces the puzzle does not have are shown as unknown.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    shape: Shape,
    topology: Option<Topology>,
    rules: Rules<'a>,
    cells: Vec<CellView>,
}

impl<'a> Picture<'a> {
    /// The picture of a claimed board. With its puzzle it knows labels, hints, motifs, mates and
    /// the rim; without, equal colours match and grey, where it faces out, is the rim.
    pub fn new(claim: &Claim, puzzle: Option<&'a Puzzle>) -> Self {
        let topology = Topology::new(claim.shape).ok();
        let count = topology.as_ref().map_or(0, Topology::cell_count);
        let claimed = |index: usize| claim.cells.get(index).copied().flatten();
        let mut cells: Vec<_> = (0..count)
            .map(|index| {
                let Some(piece) = claimed(index) else { return CellView::default() };
                let sides = piece.sides(puzzle);
                let sides = sides.filter(|sides| sides.count() == claim.shape.sides());
                let label = piece.number().map(|number| label(puzzle, number));
                CellView { sides, label, filled: true, hint: None }
            })
            .collect();
        if let Some(puzzle) = puzzle {
            name_unnumbered(&mut cells, claim, puzzle);
            if puzzle.shape() == claim.shape {
                mark_hints(&mut cells, claim, puzzle);
            }
        }
        let rim = match (puzzle, &topology) {
            (Some(puzzle), _) => puzzle.rim(),
            (None, Some(topology)) => rim_as_it_lies(topology, &cells),
            (None, None) => None,
        };
        Self { shape: claim.shape, topology, rules: Rules { puzzle, rim }, cells }
    }

    /// The joins between two known pieces that do not match.
    pub fn mismatches(&self) -> Vec<Join> {
        let joins = self.topology.iter().flat_map(|topology| topology.joins());
        let mismatched = |join: &&Join| {
            let one = self.colour(join.cell, join.side);
            let other = self.colour(join.other, join.other_side);
            one.zip(other).is_some_and(|(one, other)| !self.rules.matches(one, other))
        };
        joins.filter(mismatched).copied().collect()
    }

    /// The sides that break the rim and belong to no mismatch: a colour that faces out without
    /// being the rim's, or the rim's colour towards an empty cell.
    pub fn broken_rim(&self) -> Vec<(Cell, Side)> {
        let (Some(rim), Some(topology)) = (self.rules.rim, &self.topology) else {
            return Vec::new();
        };
        let mut broken = Vec::new();
        for cell in topology.cells() {
            for (side, contact) in topology.around(cell) {
                let is_rim = self.colour(cell, side).map(|colour| colour == rim);
                let breaks = match contact {
                    None => is_rim == Some(false),
                    Some((other, back)) => {
                        is_rim == Some(true) && self.colour(other, back).is_none()
                    }
                };
                if breaks {
                    broken.push((cell, side));
                }
            }
        }
        broken
    }

    /// The outline of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn rules(&self) -> &Rules<'a> {
        &self.rules
    }

    /// Every cell with what it shows, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Cell, &CellView)> {
        self.cells.iter().enumerate().map(|(index, view)| (Cell::at(index), view))
    }

    pub(crate) fn colour(&self, cell: Cell, side: Side) -> Option<Colour> {
        let sides = self.cells.get(cell.index())?.sides?;
        Some(sides.get(side))
    }

    /// All colours that are to be seen, in order.
    pub(crate) fn colours(&self) -> Vec<Colour> {
        colours_of(self.cells.iter().filter_map(|view| view.sides.as_ref()))
    }
}

/// All colours of some pieces, each once, in order.
pub(crate) fn colours_of<'s>(pieces: impl Iterator<Item = &'s Sides>) -> Vec<Colour> {
    let mut colours: Vec<_> = pieces.flat_map(|sides| sides.colours().to_vec()).collect();
    colours.sort_unstable();
    colours.dedup();
    colours
}

fn label(puzzle: Option<&Puzzle>, number: u32) -> String {
    let known = puzzle.and_then(|puzzle| {
        let id = PieceId::from_number(number)?;
        puzzle.piece(id).map(|_| puzzle.label(id))
    });
    known.unwrap_or_else(|| number.to_string())
}

/// Gives pieces without numbers their labels: as the whole board is understood, or, if it is not
/// a proper board of the puzzle, after the first piece with these sides.
fn name_unnumbered(cells: &mut [CellView], claim: &Claim, puzzle: &Puzzle) {
    let unnamed = |view: &CellView| view.filled && view.label.is_none();
    if !cells.iter().any(unnamed) {
        return;
    }
    let complete = claim.cells.len() == claim.shape.cells();
    let board = complete.then(|| claim.to_board(puzzle).ok()).flatten();
    let mut kinds: HashMap<Sides, PieceId> = HashMap::new();
    for (id, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
        kinds.entry(sides.canonical()).or_insert(id);
    }
    for (index, view) in cells.iter_mut().enumerate().filter(|(_, view)| unnamed(view)) {
        let on_board = board.as_ref().and_then(|board| board.get(Cell::at(index)));
        let piece = match on_board {
            Some(placement) => Some(placement.piece),
            None => view.sides.and_then(|sides| kinds.get(&sides.canonical()).copied()),
        };
        view.label = piece.map(|id| puzzle.label(id));
    }
}

fn mark_hints(cells: &mut [CellView], claim: &Claim, puzzle: &Puzzle) {
    for hint in puzzle.hints() {
        let Some(view) = cells.get_mut(hint.cell.index()) else { continue };
        let wanted = puzzle.piece(hint.piece).map(|piece| piece.rotated(hint.rotation));
        let number = claim
            .cells
            .get(hint.cell.index())
            .copied()
            .flatten()
            .and_then(|p: ClaimedPiece| p.number());
        let right_piece = number.is_none_or(|number| number == hint.piece.number());
        let kept = view.sides.is_some() && view.sides == wanted && right_piece;
        view.hint = Some(if kept { HintState::Kept } else { HintState::Open });
        if !view.filled {
            view.label = Some(puzzle.label(hint.piece));
        }
    }
}

/// Grey if it faces out anywhere: boards on which it never does have no rim.
fn rim_as_it_lies(topology: &Topology, cells: &[CellView]) -> Option<Colour> {
    let faces_out = topology.cells().zip(cells).any(|(cell, view)| {
        let mut around = topology.around(cell);
        around.any(|(side, contact)| {
            contact.is_none() && view.sides.is_some_and(|s| s.get(side) == Colour::GREY)
        })
    });
    faces_out.then_some(Colour::GREY)
}
