//! Two genomes at opposite ends of the population: the better one breeds, the other is overwritten.
//!
//! M. Logan 2008, sections 5.4 to 5.6. The tournament walks inwards from both ends, so a genome always
//! meets the same other one, and the best always survives. Breeding is the internal shuffle: a genome
//! breeds with itself, two segments of its genes change places. Mutation turns one gene of the child.

use tilewright_puzzle::{Cell, Rotation};
use tilewright_search::Stream;

use super::measure::{Measure, Worth};
use super::weights::CENTRE;
use crate::evolve::field::{Field, Gene};
use crate::evolve::genome::Genome;

/// How long the segments are that change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segments {
    /// Always so many genes.
    Fixed(usize),
    /// Up to half of the genes.
    Random,
}

/// How pieces that move are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turning {
    /// Border pieces until a rim side faces out, centre pieces to match most.
    Fitting,
    /// Border pieces until a rim side faces out; centre pieces stay as they are.
    Oriented,
    /// Border pieces at random; centre pieces stay as they are.
    Random,
}

/// How children come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub segments: Segments,
    pub turning: Turning,
    /// Chance in percent that a child is mutated.
    pub mutation: u64,
}

/// What is being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum Phase {
    Border,
    Centre,
}

/// A genome with its worth. Border pieces lie on border cells, in any rotation.
#[derive(Clone, Debug)]
pub(super) struct Individual {
    pub genes: Vec<Gene>,
    pub worth: Worth,
}

impl Individual {
    pub fn new(measure: &Measure, genes: Vec<Gene>) -> Self {
        Self { worth: measure.worth(&genes), genes }
    }

    /// Everything at random, border pieces on border cells, hints in place.
    pub fn random(measure: &Measure, cells: &Cells, random: &mut Stream) -> Option<Self> {
        let field = &*measure.field;
        let mut genes = Genome::random(field, random)?.genes().to_vec();
        // Sorts border pieces into border cells.
        let is_border_piece = |gene: Gene| measure.kind_of_piece(gene) != CENTRE;
        let mut strangers = cells.centre.iter().filter(|&&c| is_border_piece(genes[c]));
        let strangers: Vec<_> = strangers.by_ref().copied().collect();
        let mut from = strangers.into_iter();
        for &cell in &cells.border {
            if !is_border_piece(genes[cell]) {
                genes.swap(cell, from.next()?);
            }
        }
        Some(Self::new(measure, genes))
    }

    fn copy_from(&mut self, other: &Self) {
        self.genes.copy_from_slice(&other.genes);
        self.worth = other.worth;
    }

    pub fn of(&self, phase: Phase) -> u32 {
        match phase {
            Phase::Border => self.worth.border,
            Phase::Centre => self.worth.centre,
        }
    }

    /// Lays another piece on a cell.
    #[inline]
    pub fn put(&mut self, measure: &Measure, cell: usize, gene: Gene) {
        let old = measure.worth_at(&self.genes, cell, self.genes[cell]);
        let new = measure.worth_at(&self.genes, cell, gene);
        self.genes[cell] = gene;
        self.worth.border = self.worth.border + new.border - old.border;
        self.worth.centre = self.worth.centre + new.centre - old.centre;
    }

    /// Turns the piece that has come to a cell.
    fn settle(&mut self, measure: &Measure, cell: usize, manner: Manner, random: &mut Stream) {
        let gene = self.genes[cell];
        let turned = match (measure.is_border(cell), manner.turning) {
            (true, Turning::Random) => turned_at_random(gene, random),
            (true, _) => oriented(&measure.field, cell, gene, random),
            (false, Turning::Fitting) => self.turned_to_match(measure, cell, gene, random),
            (false, _) => gene,
        };
        if turned != gene {
            self.put(measure, cell, turned);
        }
    }

    fn turned_to_match(
        &self,
        measure: &Measure,
        cell: usize,
        gene: Gene,
        random: &mut Stream,
    ) -> Gene {
        let first = random.below(4) as u8;
        let turned = |step: u8| Gene::new(gene.piece(), Rotation((first + step) & 3));
        let worth = |gene: &Gene| measure.worth_at(&self.genes, cell, *gene).centre;
        (0..4).map(turned).max_by_key(worth).unwrap_or(gene)
    }

    /// Two segments of the cells change places.
    fn shuffle(&mut self, measure: &Measure, cells: &[usize], manner: Manner, random: &mut Stream) {
        let half = cells.len() / 2;
        let length = match manner.segments {
            Segments::Fixed(length) => length.min(half),
            Segments::Random => half.min(1 + random.index(half)),
        };
        if length == 0 {
            return;
        }
        // Positions of two segments that do not overlap.
        let room = cells.len() - 2 * length + 1;
        let (one, other) = (random.index(room + 1), random.index(room));
        let (first, second) = if one <= other { (one, other + 1) } else { (other, one) };
        for step in 0..length {
            let (a, b) = (cells[first + step], cells[second + length - 1 + step]);
            let (to_a, to_b) = (self.genes[b], self.genes[a]);
            self.put(measure, a, to_a);
            self.put(measure, b, to_b);
            self.settle(measure, a, manner, random);
            self.settle(measure, b, manner, random);
        }
    }

    /// Turns a random gene: in the centre and in corners at random, on edges until the rim is out.
    pub fn mutate(
        &mut self,
        measure: &Measure,
        cells: &[usize],
        manner: Manner,
        random: &mut Stream,
    ) {
        let Some(&cell) = random.choose(cells) else { return };
        let gene = self.genes[cell];
        let is_random = manner.turning == Turning::Random || !measure.is_border(cell);
        let turned = if is_random {
            turned_at_random(gene, random)
        } else {
            oriented(&measure.field, cell, gene, random)
        };
        self.put(measure, cell, turned);
    }
}

/// By one to three quarters.
fn turned_at_random(gene: Gene, random: &mut Stream) -> Gene {
    Gene::new(gene.piece(), Rotation((gene.rotation().0 + 1 + random.below(3) as u8) & 3))
}

/// Turned until it keeps the rim, or at least until one rim side faces out.
fn oriented(field: &Field, cell: usize, gene: Gene, random: &mut Stream) -> Gene {
    let (puzzle, place) = (field.ground.puzzle(), Cell::at(cell));
    if field.ground.class_of_cell(place) == field.ground.class_of_piece(gene.piece()) {
        return field.posed(
            place,
            gene.piece(),
            random.below(field.ground.poses(place).into()) as u8,
        );
    }
    let Some(sides) = puzzle.piece(gene.piece()) else { return gene };
    let out = puzzle.topology().rim_mask(place);
    let first = random.below(4) as u8;
    let turns = (0..4).map(|step| Rotation((first + step) & 3));
    let best = turns.max_by_key(|&turn| (puzzle.rim_mask(&sides.rotated(turn)) & out).count_ones());
    best.map_or(gene, |turn| Gene::new(gene.piece(), turn))
}

/// The cells of a phase that have no hint: the border along the ring, the centre row by row.
pub(super) struct Cells {
    pub border: Vec<usize>,
    pub centre: Vec<usize>,
}

impl Cells {
    pub fn new(measure: &Measure) -> Self {
        let field = &*measure.field;
        let (width, height) = (field.width, field.height);
        let is_free = |&cell: &usize| !field.ground.is_fixed(Cell::at(cell));
        let (centre, mut border): (Vec<_>, Vec<_>) =
            (0..field.cell_count()).filter(is_free).partition(|&cell| !measure.is_border(cell));
        // Along the top, down the right side, back along the bottom and up the left side.
        border.sort_by_key(|&cell| {
            let (row, column) = (cell / width, cell % width);
            if row == 0 {
                column
            } else if column + 1 == width {
                width + row
            } else if row + 1 == height {
                2 * width + height - column
            } else {
                2 * (width + height) - row
            }
        });
        Self { border, centre }
    }

    pub fn of(&self, phase: Phase) -> &[usize] {
        match phase {
            Phase::Border => &self.border,
            Phase::Centre => &self.centre,
        }
    }
}

/// The two ends; `one` is the better so far.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub best: Individual,
    pub other: Individual,
}

impl Pair {
    /// One generation: the loser is overwritten by a child of the winner, and the winner is who is
    /// better; the child if both are alike, so that the search moves along plateaus.
    #[inline]
    pub fn breed(
        &mut self,
        measure: &Measure,
        cells: &[usize],
        phase: Phase,
        manner: Manner,
        random: &mut Stream,
    ) {
        self.other.copy_from(&self.best);
        self.other.shuffle(measure, cells, manner, random);
        if 1 + random.below(100) < manner.mutation {
            self.other.mutate(measure, cells, manner, random);
        }
        if self.other.of(phase) >= self.best.of(phase) {
            std::mem::swap(&mut self.best, &mut self.other);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Hint, Puzzle, Shape};
    use tilewright_search::stream;

    use super::*;
    use crate::evolve::border::weights::Source;
    use crate::layout::Ground;

    #[test]
    fn children_keep_pieces_and_hints_in_place_and_are_judged_as_if_from_scratch() {
        for (width, height) in [(6, 6), (12, 6), (3, 3), (2, 4)] {
            let recipe =
                Recipe { unique: false, ..Recipe::new(Shape::square(width, height), 5, 1) };
            let made = generate(&recipe).unwrap();
            let mut parts = made.puzzle.to_parts();
            let cell = Cell::at(usize::from(width) + 1);
            let placement = made.solution.get(cell).unwrap();
            let (piece, rotation) = (placement.piece, placement.rotation);
            parts.hints.push(Hint { cell, piece, rotation, mandatory: true });
            let puzzle = Arc::new(Puzzle::new(parts).unwrap());
            let field = Field::new(&Arc::new(Ground::new(&puzzle).unwrap()));
            let mut random = stream(1, 0);
            let measure = Measure::new(&field, Source::Random.draw(&mut random));
            let cells = Cells::new(&measure);
            for turning in [Turning::Fitting, Turning::Oriented, Turning::Random] {
                for segments in [Segments::Fixed(1), Segments::Fixed(3), Segments::Random] {
                    let manner = Manner { segments, turning, mutation: 50 };
                    let best = Individual::random(&measure, &cells, &mut random).unwrap();
                    let mut pair = Pair { other: best.clone(), best };
                    for step in 0..200 {
                        let phase = if step % 2 == 0 { Phase::Border } else { Phase::Centre };
                        let before = pair.best.of(phase);
                        pair.breed(&measure, cells.of(phase), phase, manner, &mut random);
                        assert!(pair.best.of(phase) >= before);
                        for one in [&pair.best, &pair.other] {
                            assert_eq!(one.worth, measure.worth(&one.genes));
                            assert!(Genome::new(&field, one.genes.clone()).is_some());
                            let agree = |(cell, gene): (usize, &Gene)| {
                                (measure.kind_of_piece(*gene) != CENTRE) == measure.is_border(cell)
                            };
                            assert!(one.genes.iter().enumerate().all(agree));
                        }
                    }
                }
            }
            let solution: Vec<_> =
                made.solution.cells().iter().map(|place| Gene::of(place.unwrap())).collect();
            assert_eq!(measure.worth(&solution), measure.most);
            assert_eq!(measure.centre_fitness(&solution), 1.0);
        }
    }
}
