//! A genome: a matrix of pieces with their rotations, and its three objectives at every moment.
//!
//! After J. Muñoz, G. Gutierrez and A. Sanchis, *Evolutionary techniques in a constraint satisfaction
//! problem: Puzzle Eternity II* (2009), section III-B. A child differs from its parent on some cells,
//! so only the joins of those are looked at again. Which joins match is kept in bits, one for the join
//! to the right of each cell and one for that below: a board of 256 cells is four words of each, and
//! blocks and pieces are counted by shifting them over each other. The paper browsed the board three
//! times; here memory is the limit, so a genome keeps nothing that it can do without.

use tilewright_puzzle::{Cell, PieceId};
use tilewright_search::Stream;

use super::bits::{self, Bits};
use super::field::{Field, Gene};
use crate::layout::Layout;

/// The objectives of a genome, all to be maximised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Matched joins: the score.
    pub joins: u32,
    /// Blocks of two by two whose four joins match.
    pub blocks: u32,
    /// Pieces that match all around, the rim included.
    pub pieces: u32,
}

/// What lies where; see above. Pieces may lie anywhere, the mandatory hints lie where they must.
#[derive(Clone, Debug)]
pub(super) struct Genome {
    genes: Vec<Gene>,
    /// For each cell of a square board whether the join to its right matches, that below it, and
    /// whether its sides on the rim, if any, show the rim.
    right: Bits,
    below: Bits,
    rim: Bits,
    tally: Tally,
}

const UP: u8 = 1;
const RIGHT: u8 = 1 << 1;
const DOWN: u8 = 1 << 2;
const LEFT: u8 = 1 << 3;

impl Genome {
    /// A genome with these genes; `None` if a piece is missing or a mandatory hint is not kept.
    pub fn new(field: &Field, genes: Vec<Gene>) -> Option<Self> {
        let count = field.cell_count();
        let mut is_there = vec![false; count];
        for gene in &genes {
            let is_there = is_there.get_mut(gene.piece().index())?;
            if *is_there || gene.rotation().0 >= field.sides {
                return None;
            }
            *is_there = true;
        }
        let keeps = |&(cell, placement): &(Cell, _)| {
            genes.get(cell.index()).map(|gene| gene.placement()) == Some(placement)
        };
        if genes.len() != count || !field.ground.hints().iter().all(keeps) {
            return None;
        }
        let empty = || bits::empty(count);
        let (right, below, mut rim) = (empty(), empty(), empty());
        (0..count).for_each(|cell| bits::set(&mut rim, cell, true));
        let mut genome = Self { genes, right, below, rim, tally: Tally::default() };
        if field.width > 0 {
            (0..count).for_each(|cell| genome.look_at(field, cell));
            genome.count(field);
        } else {
            genome.tally.joins = field.joins(&genome.genes);
        }
        Some(genome)
    }

    /// Every piece on any cell in any rotation.
    pub fn random(field: &Field, random: &mut Stream) -> Option<Self> {
        let mut pieces = field.pieces.clone();
        random.shuffle(&mut pieces);
        Self::laid(field, pieces, |_, piece| {
            Gene::new(piece, tilewright_puzzle::Rotation(random.below(field.sides.into()) as u8))
        })
    }

    /// Every piece on any cell of its class in any rotation that keeps the rim.
    pub fn random_lawful(field: &Field, random: &mut Stream) -> Option<Self> {
        let mut rest: Vec<_> =
            field.ground.classes().iter().map(|class| class.pieces.clone()).collect();
        rest.iter_mut().for_each(|pieces| random.shuffle(pieces));
        let pieces = field
            .cells
            .iter()
            .filter_map(|&cell| rest.get_mut(field.ground.class_of_cell(cell)).and_then(Vec::pop));
        let pieces = pieces.collect();
        Self::laid(field, pieces, |cell, piece| {
            field.posed(cell, piece, random.below(field.ground.poses(cell).into()) as u8)
        })
    }

    fn laid(
        field: &Field,
        pieces: Vec<PieceId>,
        mut turned: impl FnMut(Cell, PieceId) -> Gene,
    ) -> Option<Self> {
        let mut genes = vec![Gene::new(PieceId(0), Default::default()); field.cell_count()];
        for &(cell, placement) in field.ground.hints() {
            genes[cell.index()] = Gene::of(placement);
        }
        for (&cell, piece) in field.cells.iter().zip(pieces) {
            genes[cell.index()] = turned(cell, piece);
        }
        Self::new(field, genes)
    }

    /// A board without holes.
    pub fn of_layout(field: &Field, layout: &Layout) -> Option<Self> {
        let cells = (0..field.cell_count()).map(Cell::at);
        let genes = cells.map(|cell| layout.placement(cell).map(Gene::of));
        Self::new(field, genes.collect::<Option<_>>()?)
    }

    /// The same as a layout, but for the pieces that break the rim, which are left out.
    pub fn to_layout(&self, field: &Field) -> Layout {
        let mut layout = Layout::new(&field.ground);
        for &cell in &field.cells {
            let placement = self.genes[cell.index()].placement();
            if field.ground.fits(cell, placement) {
                layout.lay(cell, placement);
            }
        }
        layout
    }

    /// Whether no piece breaks the rim.
    pub fn is_lawful(&self, field: &Field) -> bool {
        let fits = |&cell: &Cell| field.ground.fits(cell, self.genes[cell.index()].placement());
        field.cells.iter().all(fits)
    }

    #[inline]
    pub fn genes(&self) -> &[Gene] {
        &self.genes
    }

    #[inline]
    pub fn gene(&self, cell: usize) -> Gene {
        self.genes[cell]
    }

    #[inline]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Copies another genome of the same puzzle over this one.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        self.genes.copy_from_slice(&other.genes);
        self.right.copy_from_slice(&other.right);
        self.below.copy_from_slice(&other.below);
        self.rim.copy_from_slice(&other.rim);
        self.tally = other.tally;
    }

    /// Has the genome brought into the cache: reads one gene of each line of it.
    #[inline]
    pub fn fetch(&self) {
        const GENES_OF_A_LINE: usize = 32;
        let genes = self.genes.iter().step_by(GENES_OF_A_LINE);
        let sum: usize = genes.map(|gene| gene.index()).sum();
        std::hint::black_box((sum, self.right.first(), self.below.first()));
    }

    /// Lays a piece on a cell. It is for the caller that no piece lies twice in the end, and that
    /// [`Self::look_at`] is told of every cell that has changed and [`Self::count`] called then.
    #[inline]
    pub fn put(&mut self, cell: usize, gene: Gene) {
        self.genes[cell] = gene;
    }

    /// Looks again at the joins of a cell on which something else lies than before.
    #[inline]
    pub fn look_at(&mut self, field: &Field, cell: usize) {
        let matched = field.matched(&self.genes, cell, self.genes[cell]);
        let rim = field.rim_sides(cell);
        bits::set(&mut self.right, cell, matched & RIGHT & !rim != 0);
        bits::set(&mut self.below, cell, matched & DOWN & !rim != 0);
        if rim != 0 {
            bits::set(&mut self.rim, cell, matched & rim == rim);
        }
        if rim & LEFT == 0 {
            bits::set(&mut self.right, cell - 1, matched & LEFT != 0);
        }
        if rim & UP == 0 {
            bits::set(&mut self.below, cell - field.width, matched & UP != 0);
        }
    }

    /// The joins inside a row of cells, and those below them, are as in another genome: the same
    /// pieces lie there.
    #[inline]
    pub fn copy_joins(&mut self, other: &Self, first: usize, length: usize, has_below: bool) {
        bits::copy(&mut self.right, &other.right, first, length - 1);
        if has_below {
            bits::copy(&mut self.below, &other.below, first, length);
        }
    }

    /// Counts the objectives.
    #[inline]
    pub fn count(&mut self, field: &Field) {
        let (right, below, width) = (&*self.right, &*self.below, field.width);
        let mut tally = Tally::default();
        for word in 0..right.len() {
            let (r, b) = (right[word], below[word]);
            tally.joins += r.count_ones() + b.count_ones();
            let perfect = r & bits::earlier(right, word, width) & b & bits::earlier(below, word, 1);
            tally.blocks += perfect.count_ones();
            let [up, on_right, down, left] = field.rim_bits(word);
            let full = (r | on_right)
                & (b | down)
                & (bits::later(right, word, 1) | left)
                & (bits::later(below, word, width) | up)
                & self.rim[word];
            tally.pieces += full.count_ones();
        }
        self.tally = tally;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use tilewright_puzzle::{Board, score};

    use super::*;

    /// The objectives counted plainly.
    pub fn plain_tally(field: &Field, genome: &Genome) -> Tally {
        let puzzle = field.ground.puzzle();
        let board: Vec<_> = genome.genes.iter().map(|gene| Some(gene.placement())).collect();
        let joins = score(puzzle, &Board::from_cells(board));
        let matched = |cell: usize| field.matched(&genome.genes, cell, genome.genes[cell]);
        let cells = 0..field.cell_count();
        let all_sides = (1 << field.sides) - 1;
        let pieces = cells.filter(|&cell| matched(cell) == all_sides).count() as u32;
        let mut blocks = 0;
        for (row, column) in (1..field.height).flat_map(|r| (1..field.width).map(move |c| (r, c))) {
            let last = row * field.width + column;
            let first = last - field.width - 1;
            let perfect = matched(first) & RIGHT != 0
                && matched(first) & DOWN != 0
                && matched(first + 1) & DOWN != 0
                && matched(last - 1) & RIGHT != 0;
            blocks += u32::from(perfect);
        }
        Tally { joins, blocks, pieces }
    }

    /// Fails unless everything a genome keeps is what can be counted.
    pub fn assert_true(field: &Field, genome: &Genome) {
        let again = Genome::new(field, genome.genes.clone()).unwrap();
        assert_eq!(again.right, genome.right);
        assert_eq!(again.below, genome.below);
        assert_eq!(again.rim, genome.rim);
        assert_eq!(again.tally, genome.tally);
        assert_eq!(plain_tally(field, genome), genome.tally);
    }

    #[test]
    fn solutions_have_all_of_every_objective() {
        use tilewright_puzzle::generate::{Recipe, generate};
        for (width, height) in [(5, 4), (1, 6), (6, 1), (2, 2)] {
            let shape = tilewright_puzzle::Shape::square(width, height);
            for rim in [true, false] {
                let recipe = Recipe { rim, unique: false, ..Recipe::new(shape, 4, 1) };
                let made = generate(&recipe).unwrap();
                let ground = crate::layout::Ground::new(&std::sync::Arc::new(made.puzzle)).unwrap();
                let field = Field::new(&std::sync::Arc::new(ground));
                let layout = Layout::from_board(&field.ground, &made.solution).unwrap();
                let genome = Genome::of_layout(&field, &layout).unwrap();
                let Tally { joins, blocks, pieces } = genome.tally();
                assert_eq!([joins, blocks, pieces], field.most());
                assert_true(&field, &genome);
            }
        }
    }
}
