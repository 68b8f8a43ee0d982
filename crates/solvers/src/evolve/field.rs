//! A puzzle prepared for populations: tables that tell of any piece on any cell which joins match.
//!
//! A [`crate::layout::Layout`] never breaks the rim. The published algorithms do: to them a piece may
//! lie anywhere in any rotation, and selection alone sorts that out. So genomes have tables of their
//! own, made from the same [`Ground`].

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Cell, Colour, PieceId, Placement, Rotation, Shape, Side};

use crate::layout::{Around, Ground};

/// A piece in a rotation, in one small number: what lies on a cell of a genome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Gene(u16);

impl Gene {
    #[inline]
    pub const fn new(piece: PieceId, rotation: Rotation) -> Self {
        Self(piece.0 << 2 | rotation.0 as u16)
    }

    #[inline]
    pub const fn piece(self) -> PieceId {
        PieceId(self.0 >> 2)
    }

    #[inline]
    pub const fn rotation(self) -> Rotation {
        Rotation((self.0 & 3) as u8)
    }

    #[inline]
    pub const fn placement(self) -> Placement {
        Placement { piece: self.piece(), rotation: self.rotation() }
    }

    #[inline]
    pub const fn of(placement: Placement) -> Self {
        Self::new(placement.piece, placement.rotation)
    }

    /// The number as an index into a table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a side of a cell touches; the rim is the cell behind the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub cell: u16,
    pub side: u8,
}

/// A puzzle prepared: see above.
#[derive(Debug)]
pub(super) struct Field {
    pub ground: Arc<Ground>,
    pub sides: u8,
    /// Columns and rows of a square board; none of a triangle, which has no regions.
    pub width: usize,
    pub height: usize,
    /// For each gene the colours it shows, and those that match them.
    faces: Vec<Around>,
    mates: Vec<Around>,
    contacts: Vec<[Contact; 4]>,
    /// What the rim wants on every side, and for each gene the sides that show it, one bit each.
    rim: Around,
    rim_shown: Vec<u8>,
    /// The sides that match whatever lies there: those on the rim of a puzzle without one.
    always: Vec<u8>,
    all_sides: u8,
    /// For each cell the sides on the rim, one bit each; and for each side the cells that have it
    /// on the rim.
    rim_sides: Vec<u8>,
    rim_bits: Vec<[u64; 4]>,
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// Cells without a mandatory hint, and the pieces that go there.
    pub cells: Vec<Cell>,
    pub pieces: Vec<PieceId>,
}

impl Field {
    pub fn new(ground: &Arc<Ground>) -> Arc<Self> {
        let puzzle = ground.puzzle();
        let (topology, sides) = (puzzle.topology(), ground.side_count());
        let (width, height) = match puzzle.shape() {
            Shape::Square { width, height } => (usize::from(width), usize::from(height)),
            Shape::Triangle { .. } => (0, 0),
        };
        let spread = |colour: u16| (0..4).fold(0, |word, _| word << 16 | Around::from(colour));
        let mut field = Self {
            ground: Arc::clone(ground),
            sides,
            width,
            height,
            faces: Vec::new(),
            mates: Vec::new(),
            contacts: Vec::new(),
            rim: spread(puzzle.rim().map_or(u16::MAX, |rim| rim.0)),
            rim_shown: Vec::new(),
            always: Vec::new(),
            all_sides: (1 << sides) - 1,
            rim_sides: Vec::new(),
            rim_bits: vec![[0; 4]; topology.cell_count().div_ceil(64)],
            rows: Vec::new(),
            columns: Vec::new(),
            cells: ground.classes().iter().flat_map(|class| class.cells.clone()).collect(),
            pieces: ground.classes().iter().flat_map(|class| class.pieces.clone()).collect(),
        };
        field.cells.sort_unstable();
        field.pieces.sort_unstable();
        for piece in puzzle.piece_ids() {
            for rotation in (0..4).map(|turns| Rotation(turns % sides)) {
                let face = ground.sides_of(piece, rotation);
                let mate = |side: u8| {
                    let shown = Colour(colour_at(face, side));
                    puzzle.mate(shown).map_or(u16::MAX, |mate| mate.0)
                };
                let mates = (0..sides).map(|side| Around::from(mate(side)) << (16 * side));
                let shown =
                    (0..sides).filter(|&side| Some(Colour(colour_at(face, side))) == puzzle.rim());
                field.rim_shown.push(shown.fold(0, |bits, side| bits | 1 << side));
                field.faces.push(face);
                field.mates.push(mates.sum());
            }
        }
        let nowhere = Contact { cell: topology.cell_count() as u16, side: 0 };
        for cell in topology.cells() {
            let mut contacts = [nowhere; 4];
            for (place, side) in contacts.iter_mut().zip(0..sides) {
                if let Some((other, back)) = topology.neighbour(cell, Side(side)) {
                    *place = Contact { cell: other.0, side: back.0 };
                }
            }
            field.contacts.push(contacts);
            let rim_sides = topology.rim_mask(cell);
            field.always.push(if puzzle.rim().is_some() { 0 } else { rim_sides });
            field.rim_sides.push(rim_sides);
            for (side, bits) in field.rim_bits[cell.index() / 64].iter_mut().enumerate() {
                *bits |= u64::from(rim_sides >> side & 1) << (cell.index() % 64);
            }
            let (row, column) = puzzle.shape().position(cell);
            field.rows.push(row as u8);
            field.columns.push(column as u8);
        }
        Arc::new(field)
    }

    /// Number of cells, and of pieces.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.contacts.len()
    }

    /// Row and column of a cell.
    #[inline]
    pub fn position(&self, cell: u16) -> (usize, usize) {
        (self.rows[usize::from(cell)].into(), self.columns[usize::from(cell)].into())
    }

    /// The colours a gene shows.
    #[inline]
    pub fn face(&self, gene: Gene) -> Around {
        self.faces[gene.index()]
    }

    #[inline]
    pub fn contacts(&self, cell: usize) -> &[Contact; 4] {
        &self.contacts[cell]
    }

    /// Whether a contact is with the rim.
    #[inline]
    pub fn is_rim(&self, contact: Contact) -> bool {
        usize::from(contact.cell) == self.contacts.len()
    }

    /// Which sides of a cell match, one bit for each, if a gene lies there and the others lie where
    /// they do. A side on the rim matches if it shows the rim.
    #[inline(always)]
    pub fn matched(&self, genes: &[Gene], cell: usize, gene: Gene) -> u8 {
        let (face, contacts) = (self.faces[gene.index()], &self.contacts[cell]);
        let mut matched = self.always[cell];
        // Four sides always, so that this becomes straight code; a triangle's fourth is cut off.
        for side in 0..4 {
            let Contact { cell, side: back } = contacts[usize::from(side)];
            let wanted = match genes.get(usize::from(cell)) {
                Some(other) => colour_at(self.mates[other.index()], back),
                None => self.rim as u16,
            };
            matched |= u8::from(colour_at(face, side) == wanted) << side;
        }
        matched & self.all_sides
    }

    /// Whether the side of a gene matches the opposite side of the gene it meets on a square board.
    #[inline(always)]
    pub fn match_across(&self, gene: Gene, side: u8, other: Gene) -> bool {
        colour_at(self.faces[gene.index()], side)
            == colour_at(self.mates[other.index()], (side + 2) % 4)
    }

    /// Whether a gene shows the rim on all sides of a cell that lie there.
    #[inline]
    pub fn keeps_rim(&self, cell: usize, gene: Gene) -> bool {
        self.rim_sides[cell] & !(self.rim_shown[gene.index()] | self.always[cell]) == 0
    }

    /// The sides of a cell that lie on the rim, one bit each.
    #[inline]
    pub fn rim_sides(&self, cell: usize) -> u8 {
        self.rim_sides[cell]
    }

    /// For each side a word of the cells that have it on the rim.
    #[inline]
    pub fn rim_bits(&self, word: usize) -> [u64; 4] {
        self.rim_bits[word]
    }

    /// The matched joins of any board.
    pub fn joins(&self, genes: &[Gene]) -> u32 {
        let cells = genes.iter().enumerate();
        let halves: u32 = cells
            .map(|(cell, &gene)| {
                (self.matched(genes, cell, gene) & !self.rim_sides[cell]).count_ones()
            })
            .sum();
        halves / 2
    }

    /// The gene of a piece on a cell of its class in a pose.
    #[inline]
    pub fn posed(&self, cell: Cell, piece: PieceId, pose: u8) -> Gene {
        Gene::new(piece, self.ground.rotation(cell, piece, pose))
    }

    /// A gene turned so that the rim is kept on a cell of its class; as it is where it can be.
    #[inline]
    pub fn fitted(&self, cell: Cell, gene: Gene) -> Gene {
        let poses = self.ground.poses(cell);
        if poses == self.sides || self.ground.fits(cell, gene.placement()) {
            gene
        } else {
            self.posed(cell, gene.piece(), 0)
        }
    }

    /// Whether two cells have pieces of one class.
    #[inline]
    pub fn are_alike(&self, one: Cell, other: Cell) -> bool {
        self.ground.class_of_cell(one) == self.ground.class_of_cell(other)
    }

    /// The most that each objective can be: joins, blocks of two by two, pieces.
    pub fn most(&self) -> [u32; 3] {
        let blocks = self.width.saturating_sub(1) * self.height.saturating_sub(1);
        [self.ground.puzzle().max_score(), blocks as u32, self.cell_count() as u32]
    }
}

/// The sides of a cell of a square board, as bits.
pub(super) const UP: u8 = 1;
pub(super) const RIGHT: u8 = 1 << 1;
pub(super) const DOWN: u8 = 1 << 2;
pub(super) const LEFT: u8 = 1 << 3;

/// The colour on one side.
#[inline]
pub(super) const fn colour_at(around: Around, side: u8) -> u16 {
    (around >> (16 * side as u32)) as u16
}
