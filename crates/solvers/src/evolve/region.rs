//! Operators on regions: what is inside a rectangle stays together, and so does what is outside.
//!
//! After Muñoz, Gutierrez and Sanchis 2009, section III-B: crossover copies a rectangle from the other
//! parent and lays the pieces it displaced at random (algorithm 1); mutation exchanges two equal
//! rectangles or rotates a square. Mandatory hints stay where they are. Two things are ours, as the
//! authors' further work: pieces may be kept to cells of their class, so that no child breaks the rim;
//! and regions may be chosen, and displaced pieces laid, by how well they match.

use tilewright_puzzle::Cell;
use tilewright_search::Stream;

use super::field::{Field, Gene};
use super::genome::Genome;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub row: usize,
    pub column: usize,
    pub height: usize,
    pub width: usize,
}

impl Region {
    /// A rectangle with sides between two bounds, anywhere.
    fn draw(field: &Field, (least, most): (usize, usize), random: &mut Stream) -> Self {
        let side = |length: usize, random: &mut Stream| {
            let (least, most) = (least.min(length), most.min(length));
            least + random.index(most - least + 1)
        };
        let (height, width) = (side(field.height, random), side(field.width, random));
        Self::draw_sized(field, height, width, random)
    }

    fn draw_sized(field: &Field, height: usize, width: usize, random: &mut Stream) -> Self {
        let row = random.index(field.height - height + 1);
        let column = random.index(field.width - width + 1);
        Self { row, column, height, width }
    }

    #[inline]
    fn contains(&self, field: &Field, cell: u16) -> bool {
        let (row, column) = field.position(cell);
        row.wrapping_sub(self.row) < self.height && column.wrapping_sub(self.column) < self.width
    }

    fn overlaps(&self, other: &Self) -> bool {
        let apart = |one: usize, length: usize, other: usize| one.abs_diff(other) >= length;
        !(apart(self.row, self.height, other.row) || apart(self.column, self.width, other.column))
    }

    /// Matched joins across the outline, in thousandths of its length.
    fn cut(&self, field: &Field, genome: &Genome) -> usize {
        let (last_row, last_column) = (self.row + self.height - 1, self.column + self.width - 1);
        let side = |row: usize, column: usize, side: u8| {
            let cell = row * field.width + column;
            usize::from(field.matched(genome.genes(), cell, genome.gene(cell)) >> side & 1)
        };
        let rows = (self.row..=last_row)
            .map(|row| side(row, self.column, 3) + side(row, last_column, 1))
            .sum::<usize>();
        let columns = (self.column..=last_column)
            .map(|column| side(self.row, column, 0) + side(last_row, column, 2))
            .sum::<usize>();
        (rows + columns) * 1000 / (2 * (self.height + self.width))
    }

    /// The first cell of each row, and whether it is the last row.
    #[inline]
    pub fn lines(self, board_width: usize) -> impl Iterator<Item = (usize, bool)> {
        let first = self.row * board_width + self.column;
        (0..self.height).map(move |line| (first + line * board_width, line + 1 == self.height))
    }

    /// The cells, row by row.
    #[inline]
    fn cells(self, board_width: usize) -> impl Iterator<Item = usize> {
        self.lines(board_width).flat_map(move |(start, _)| start..start + self.width)
    }
}

/// Bounds of the sides of regions, as published.
const CROSSOVER_SIDES: (usize, usize) = (2, 8);
const MUTATION_SIDES: (usize, usize) = (1, 10);
/// How often two regions are drawn before it is given up that they lie apart.
const MOST_DRAWS: usize = 64;

/// How operators treat pieces and regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// Pieces stay on cells of their class and turn their rim out.
    pub lawful: bool,
    /// Regions are chosen and displaced pieces laid by how well they match.
    pub aware: bool,
}

/// The operators, with the memory they work in.
#[derive(Clone, Debug)]
pub(super) struct Operators {
    pub manner: Manner,
    changed: Vec<u16>,
    holes: Vec<u16>,
    displaced: Vec<Gene>,
    turned: Vec<(u16, Gene)>,
    /// Where each piece lies in a parent; genomes do not keep that, for they have to be small.
    cells: Vec<u16>,
    /// For each piece the last crossover in which it came out of the other parent's region.
    came: Vec<u32>,
    crossovers: u32,
}

impl Operators {
    pub fn new(field: &Field, manner: Manner) -> Self {
        let pieces = field.cell_count();
        Self {
            manner,
            changed: Vec::new(),
            holes: Vec::new(),
            displaced: Vec::new(),
            turned: Vec::new(),
            cells: vec![0; pieces],
            came: vec![0; pieces],
            crossovers: 0,
        }
    }

    /// Copies a region of a parent into a child that is a copy of the other parent, and lays the
    /// pieces that this displaces anew.
    pub fn cross(
        &mut self,
        field: &Field,
        inside: &Genome,
        child: &mut Genome,
        random: &mut Stream,
    ) {
        let region = if self.manner.aware {
            better_region(field, child, inside, random)
        } else {
            Region::draw(field, CROSSOVER_SIDES, random)
        };
        self.holes.clear();
        self.displaced.clear();
        self.crossovers += 1;
        let cells = self.cells.as_mut_slice();
        for (cell, gene) in (0..).zip(child.genes()) {
            cells[gene.piece().index()] = cell;
        }
        for cell in region.cells(field.width) {
            let (gene, old) = (inside.gene(cell), child.gene(cell));
            self.came[gene.piece().index()] = self.crossovers;
            if gene != old {
                let from = self.cells[gene.piece().index()];
                if !region.contains(field, from) {
                    self.holes.push(from);
                }
                self.displaced.push(old);
                child.put(cell, gene);
            }
        }
        child.copy_joins(field, inside, region);
        child.look_at_outline(field, region);
        let Self { displaced, came, crossovers, .. } = self;
        displaced.retain(|gene| came[gene.piece().index()] != *crossovers);
        if self.manner.aware {
            self.look(field, child);
            self.fill_well(field, child);
        } else {
            self.fill_at_random(field, child, random);
        }
        self.look(field, child);
    }

    /// Displaced pieces into the holes, at random.
    fn fill_at_random(&mut self, field: &Field, child: &mut Genome, random: &mut Stream) {
        random.shuffle(&mut self.displaced);
        while let Some(hole) = self.holes.pop() {
            let cell = Cell(hole);
            let gene = if self.manner.lawful {
                let class = field.ground.class_of_cell(cell);
                let fits = |gene: &Gene| field.ground.class_of_piece(gene.piece()) == class;
                let Some(place) = self.displaced.iter().rposition(fits) else { continue };
                let piece = self.displaced.swap_remove(place).piece();
                let pose = random.below(field.ground.poses(cell).into()) as u8;
                field.posed(cell, piece, pose)
            } else {
                let Some(gene) = self.displaced.pop() else { continue };
                gene
            };
            self.put(child, cell.index(), gene);
        }
    }

    /// Each hole in turn gets the displaced piece that matches most there.
    fn fill_well(&mut self, field: &Field, child: &mut Genome) {
        while let Some(hole) = self.holes.pop() {
            let cell = Cell(hole);
            let class = field.ground.class_of_cell(cell);
            let mut best: Option<(usize, Gene, u32)> = None;
            for (place, gene) in self.displaced.iter().enumerate() {
                let piece = gene.piece();
                if self.manner.lawful && field.ground.class_of_piece(piece) != class {
                    continue;
                }
                let poses = if self.manner.lawful { field.ground.poses(cell) } else { field.sides };
                for pose in 0..poses {
                    let gene = if self.manner.lawful {
                        field.posed(cell, piece, pose)
                    } else {
                        Gene::new(piece, tilewright_puzzle::Rotation(pose))
                    };
                    let matches = field.matched(child.genes(), cell.index(), gene).count_ones();
                    if best.is_none_or(|(_, _, most)| matches > most) {
                        best = Some((place, gene, matches));
                    }
                }
            }
            if let Some((place, gene, _)) = best {
                self.displaced.swap_remove(place);
                self.put(child, cell.index(), gene);
            }
        }
    }

    /// Exchanges two regions or rotates one, either with probability one half.
    pub fn mutate(&mut self, field: &Field, child: &mut Genome, random: &mut Stream) {
        if random.bits() & 1 == 0 {
            self.exchange(field, child, random);
        } else {
            self.rotate(field, child, random);
        }
        child.count(field);
    }

    /// Two equal regions that lie apart change places.
    fn exchange(&mut self, field: &Field, child: &mut Genome, random: &mut Stream) {
        for _ in 0..MOST_DRAWS {
            let one = self
                .choose(field, child, random, |random| Region::draw(field, MUTATION_SIDES, random));
            let other = self.choose(field, child, random, |random| {
                Region::draw_sized(field, one.height, one.width, random)
            });
            if one.overlaps(&other) {
                continue;
            }
            let is_free = !self.manner.lawful && field.ground.hints().is_empty();
            if is_free {
                child.exchange(field, one, other);
                return;
            }
            for (here, there) in one.cells(field.width).zip(other.cells(field.width)) {
                let (a, b) = (Cell::at(here), Cell::at(there));
                let is_fixed = field.ground.is_fixed(a) || field.ground.is_fixed(b);
                if is_fixed || self.manner.lawful && !field.are_alike(a, b) {
                    continue;
                }
                let (mut to_a, mut to_b) = (child.gene(there), child.gene(here));
                if self.manner.lawful {
                    (to_a, to_b) = (field.fitted(a, to_a), field.fitted(b, to_b));
                }
                child.put(here, to_a);
                child.put(there, to_b);
            }
            child.look_at_region(field, one);
            child.look_at_region(field, other);
            return;
        }
    }

    /// A square region turns by one to three quarters.
    fn rotate(&mut self, field: &Field, child: &mut Genome, random: &mut Stream) {
        let most = MUTATION_SIDES.1.min(field.width).min(field.height);
        let side = MUTATION_SIDES.0 + random.index(most);
        let region = self
            .choose(field, child, random, |random| Region::draw_sized(field, side, side, random));
        let turns = 1 + random.below(3) as usize;
        let at = |(row, column): (usize, usize)| {
            (region.row + row) * field.width + region.column + column
        };
        let next = |(row, column): (usize, usize)| (column, side - 1 - row);
        self.turned.clear();
        for place in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let orbit = [place, next(place), next(next(place)), next(next(next(place)))];
            let cells = orbit.map(|place| Cell::at(at(place)));
            let stays = cells.iter().any(|&cell| {
                field.ground.is_fixed(cell)
                    || self.manner.lawful && !field.are_alike(cell, cells[0])
            });
            if stays {
                continue;
            }
            let gene = child.gene(cells[0].index());
            let rotation = (gene.rotation().0 + turns as u8) & 3;
            let mut gene = Gene::new(gene.piece(), tilewright_puzzle::Rotation(rotation));
            let to = cells[turns];
            if self.manner.lawful {
                gene = field.fitted(to, gene);
            }
            self.turned.push((to.0, gene));
        }
        while let Some((cell, gene)) = self.turned.pop() {
            child.put(usize::from(cell), gene);
        }
        child.look_at_region(field, region);
    }

    /// A region; of several, if regions matter, the one whose outline cuts the fewest matched joins.
    fn choose(
        &self,
        field: &Field,
        genome: &Genome,
        random: &mut Stream,
        draw: impl Fn(&mut Stream) -> Region,
    ) -> Region {
        let mut best = draw(random);
        if self.manner.aware {
            let mut least = best.cut(field, genome);
            for _ in 1..AWARE_DRAWS {
                let region = draw(random);
                let cut = region.cut(field, genome);
                if cut < least {
                    (best, least) = (region, cut);
                }
            }
        }
        best
    }

    #[inline]
    fn put(&mut self, child: &mut Genome, cell: usize, gene: Gene) {
        child.put(cell, gene);
        self.changed.push(cell as u16);
    }

    #[inline]
    fn look(&mut self, field: &Field, child: &mut Genome) {
        for &cell in &self.changed {
            child.look_at(field, usize::from(cell));
        }
        self.changed.clear();
        child.count(field);
    }
}

/// How many regions are drawn to find one that is worth copying.
const AWARE_DRAWS: usize = 6;

/// Of some random regions the one in which one parent matches most beyond the other.
fn better_region(field: &Field, outside: &Genome, inside: &Genome, random: &mut Stream) -> Region {
    let mut best = Region::draw(field, CROSSOVER_SIDES, random);
    let gain = |region: Region| {
        region.cells(field.width).fold(0, |sum, cell| {
            let matches =
                |of: &Genome| field.matched(of.genes(), cell, of.gene(cell)).count_ones() as i32;
            sum + matches(inside) - matches(outside)
        })
    };
    let mut most = gain(best);
    for _ in 1..AWARE_DRAWS {
        let region = Region::draw(field, CROSSOVER_SIDES, random);
        let gained = gain(region);
        if gained > most {
            (best, most) = (region, gained);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::Shape;
    use tilewright_search::stream;

    use super::*;
    use crate::evolve::genome::tests::assert_true;
    use crate::layout::Ground;
    use crate::layout::tests::puzzles;

    #[test]
    fn children_have_every_piece_once_keep_the_hints_and_are_scored_as_if_from_scratch() {
        let is_square =
            |p: &&Arc<tilewright_puzzle::Puzzle>| matches!(p.shape(), Shape::Square { .. });
        for (index, puzzle) in puzzles().iter().filter(is_square).enumerate() {
            let field = Field::new(&Arc::new(Ground::new(puzzle).unwrap()));
            for (lawful, aware) in [(false, false), (false, true), (true, false), (true, true)] {
                let mut random = stream(index as u64, 0);
                let mut operators = Operators::new(&field, Manner { lawful, aware });
                let make = if lawful { Genome::random_lawful } else { Genome::random };
                let mut parents: Vec<_> =
                    (0..4).map(|_| make(&field, &mut random).unwrap()).collect();
                for step in 0..60 {
                    let mut child = parents[step % 4].clone();
                    if step % 2 == 0 {
                        let other = &parents[(step + 1) % 4];
                        operators.cross(&field, other, &mut child, &mut random);
                    } else {
                        operators.mutate(&field, &mut child, &mut random);
                    }
                    assert_true(&field, &child);
                    assert!(!lawful || child.is_lawful(&field));
                    parents[step % 4] = child;
                }
            }
        }
    }
}
