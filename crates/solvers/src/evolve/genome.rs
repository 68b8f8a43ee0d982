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
use super::field::{DOWN, Field, Gene, LEFT, RIGHT, UP};
use super::region::Region;
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
    /// whether its sides on the rim, if any, show the rim: three sets in one piece of memory.
    matches: Bits,
    tally: Tally,
}

/// Which of the three sets.
const TO_THE_RIGHT: usize = 0;
const BELOW: usize = 1;
const ON_THE_RIM: usize = 2;

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
        let matches = vec![0; 3 * bits::words(count)];
        let mut genome = Self { genes, matches, tally: Tally::default() };
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
        self.matches.copy_from_slice(&other.matches);
        self.tally = other.tally;
    }

    /// Has the genome brought into the cache: reads one gene of each line of it.
    #[inline]
    pub fn fetch(&self) {
        const GENES_OF_A_LINE: usize = 32;
        let genes = self.genes.iter().step_by(GENES_OF_A_LINE);
        let sum: usize = genes.map(|gene| gene.index()).sum();
        std::hint::black_box((sum, self.matches.first()));
    }

    /// One of the three sets.
    #[inline]
    fn set(&self, which: usize) -> &[u64] {
        let words = self.matches.len() / 3;
        &self.matches[which * words..][..words]
    }

    #[inline]
    fn set_mut(&mut self, which: usize) -> &mut [u64] {
        let words = self.matches.len() / 3;
        &mut self.matches[which * words..][..words]
    }

    /// Lays a piece on a cell. It is for the caller that no piece lies twice in the end, that every
    /// cell that has changed is looked at again and that [`Self::count`] is called then.
    #[inline]
    pub fn put(&mut self, cell: usize, gene: Gene) {
        self.genes[cell] = gene;
    }

    /// Looks again at all joins of a cell on which something else lies than before.
    #[inline]
    pub fn look_at(&mut self, field: &Field, cell: usize) {
        self.look_right(field, cell);
        self.look_below(field, cell);
        self.look_at_rim(field, cell);
        if field.rim_sides(cell) & LEFT == 0 {
            self.look_right(field, cell - 1);
        }
        if field.rim_sides(cell) & UP == 0 {
            self.look_below(field, cell - field.width);
        }
    }

    /// Looks again at all joins of the cells of a region.
    pub fn look_at_region(&mut self, field: &Field, region: Region) {
        let Region { row, column, height, width } = region;
        for line in row.saturating_sub(1)..row + height {
            let cells = line * field.width + column;
            (cells..cells + width).for_each(|cell| self.look_below(field, cell));
        }
        for line in row..row + height {
            let first = line * field.width;
            for column in column.saturating_sub(1)..column + width {
                self.look_right(field, first + column);
            }
        }
        self.look_at_rim_of(field, region);
    }

    /// Looks again at the joins across the outline of a region.
    pub fn look_at_outline(&mut self, field: &Field, region: Region) {
        let Region { row, column, height, width } = region;
        let (first, last_row) = (row * field.width + column, row + height - 1);
        let last = last_row * field.width + column;
        (last..last + width).for_each(|cell| self.look_below(field, cell));
        if row > 0 {
            let above = first - field.width;
            (above..above + width).for_each(|cell| self.look_below(field, cell));
        }
        for start in (first..=last).step_by(field.width) {
            self.look_right(field, start + width - 1);
            if column > 0 {
                self.look_right(field, start - 1);
            }
        }
        self.look_at_rim_of(field, region);
    }

    #[inline]
    fn look_right(&mut self, field: &Field, cell: usize) {
        if field.rim_sides(cell) & RIGHT == 0 {
            let matches = field.match_across(self.genes[cell], 1, self.genes[cell + 1]);
            bits::set(self.set_mut(TO_THE_RIGHT), cell, matches);
        }
    }

    #[inline]
    fn look_below(&mut self, field: &Field, cell: usize) {
        if field.rim_sides(cell) & DOWN == 0 {
            let matches = field.match_across(self.genes[cell], 2, self.genes[cell + field.width]);
            bits::set(self.set_mut(BELOW), cell, matches);
        }
    }

    #[inline]
    fn look_at_rim(&mut self, field: &Field, cell: usize) {
        let keeps = field.keeps_rim(cell, self.genes[cell]);
        bits::set(self.set_mut(ON_THE_RIM), cell, keeps);
    }

    /// Looks again at the cells of a region that lie on the rim.
    fn look_at_rim_of(&mut self, field: &Field, region: Region) {
        let Region { row, column, height, width } = region;
        let (last_row, last_column) = (row + height - 1, column + width - 1);
        for (line, is_rim) in [(row, row == 0), (last_row, last_row + 1 == field.height)] {
            if is_rim {
                let first = line * field.width + column;
                (first..first + width).for_each(|cell| self.look_at_rim(field, cell));
            }
        }
        for (column, is_rim) in
            [(column, column == 0), (last_column, last_column + 1 == field.width)]
        {
            if is_rim {
                let cells = (row..=last_row).map(|row| row * field.width + column);
                cells.for_each(|cell| self.look_at_rim(field, cell));
            }
        }
    }

    /// The joins inside a region are as in another genome: the same pieces lie there.
    #[inline]
    pub fn copy_joins(&mut self, field: &Field, other: &Self, region: Region) {
        for (first, is_last) in region.lines(field.width) {
            let width = region.width;
            bits::copy(self.set_mut(TO_THE_RIGHT), other.set(TO_THE_RIGHT), first, width - 1);
            if !is_last {
                bits::copy(self.set_mut(BELOW), other.set(BELOW), first, width);
            }
        }
    }

    /// Two equal regions that lie apart change places, with the joins inside them.
    pub fn exchange(&mut self, field: &Field, one: Region, other: Region) {
        let width = one.width;
        for ((here, is_last), (there, _)) in one.lines(field.width).zip(other.lines(field.width)) {
            for step in 0..width {
                self.genes.swap(here + step, there + step);
            }
            bits::exchange(self.set_mut(TO_THE_RIGHT), here, there, width - 1);
            if !is_last {
                bits::exchange(self.set_mut(BELOW), here, there, width);
            }
        }
        self.look_at_outline(field, one);
        self.look_at_outline(field, other);
    }

    /// Counts the objectives.
    #[inline]
    pub fn count(&mut self, field: &Field) {
        let (right, below, width) = (self.set(TO_THE_RIGHT), self.set(BELOW), field.width);
        let rim = self.set(ON_THE_RIM);
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
                & rim[word];
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
        assert_eq!(again.matches, genome.matches);
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
