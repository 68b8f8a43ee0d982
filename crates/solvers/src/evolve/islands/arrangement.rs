//! An arrangement: for each class the order of its pieces over its cells, and how each is turned.
//!
//! Nichols 2018, who breeds with PMX (Goldberg and Lingle 1985) on side pieces and on inner pieces
//! separately, since they are disjoint; corners are inherited from one parent.

use std::ops::Range;
use std::sync::Arc;

use tilewright_puzzle::{Cell, Rotation};
use tilewright_search::Stream;

use crate::evolve::field::{Field, Gene};
use crate::evolve::genome::Genome;
use crate::evolve::pmx::pmx;
use crate::layout::Layout;

/// The cells of a board, class by class.
pub(super) struct Plan {
    pub field: Arc<Field>,
    cells: Vec<Cell>,
    classes: Vec<Class>,
    /// The hints, to be put between the others.
    bare: Vec<Gene>,
    pub most: u32,
}

struct Class {
    range: Range<usize>,
    kind: Kind,
    poses: u8,
}

/// The document's three kinds of pieces, by the number of their rim sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Corner,
    Side,
    Inner,
}

/// Chances in percent that a piece is mutated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    pub corner_swap: u64,
    pub side_swap: u64,
    pub inner_swap: u64,
    pub turn: u64,
}

/// Which piece lies on each cell of the plan, in which pose; and the joins that match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    /// Rotations stand for poses here.
    items: Vec<Gene>,
    pub joins: u32,
}

impl Plan {
    pub fn new(field: &Arc<Field>) -> Self {
        let ground = &field.ground;
        let mut plan = Self {
            field: Arc::clone(field),
            cells: Vec::new(),
            classes: Vec::new(),
            bare: vec![Gene::new(Default::default(), Rotation(0)); field.cell_count()],
            most: ground.puzzle().max_score(),
        };
        for &(cell, placement) in ground.hints() {
            plan.bare[cell.index()] = Gene::of(placement);
        }
        for class in ground.classes() {
            let first = plan.cells.len();
            plan.cells.extend(&class.cells);
            let kind = match class.name {
                "inner" => Kind::Inner,
                "edge" => Kind::Side,
                _ => Kind::Corner,
            };
            let range = first..plan.cells.len();
            plan.classes.push(Class { range, kind, poses: class.poses });
        }
        plan
    }

    /// Pieces at random within their classes.
    pub fn random(&self, random: &mut Stream) -> Arrangement {
        let mut items = Vec::with_capacity(self.cells.len());
        for (class, ground) in self.classes.iter().zip(self.field.ground.classes()) {
            let mut pieces = ground.pieces.clone();
            random.shuffle(&mut pieces);
            let pose = |random: &mut Stream| Rotation(random.below(class.poses.into()) as u8);
            items.extend(pieces.into_iter().map(|piece| Gene::new(piece, pose(random))));
        }
        self.judged(items)
    }

    fn judged(&self, items: Vec<Gene>) -> Arrangement {
        let mut arrangement = Arrangement { items, joins: 0 };
        self.judge(&mut arrangement, &mut self.bare.clone());
        arrangement
    }

    /// Counts the matched joins, in some memory.
    pub fn judge(&self, arrangement: &mut Arrangement, memory: &mut Vec<Gene>) {
        memory.clone_from(&self.bare);
        for (&cell, item) in self.cells.iter().zip(&arrangement.items) {
            memory[cell.index()] = self.field.posed(cell, item.piece(), item.rotation().0);
        }
        arrangement.joins = self.field.joins(memory);
    }

    pub fn genes(&self, arrangement: &Arrangement) -> Vec<Gene> {
        let mut genes = self.bare.clone();
        for (&cell, item) in self.cells.iter().zip(&arrangement.items) {
            genes[cell.index()] = self.field.posed(cell, item.piece(), item.rotation().0);
        }
        genes
    }

    /// From a board that keeps the rules; `None` if it does not.
    pub fn of_genes(&self, genes: &[Gene]) -> Option<Arrangement> {
        let genome = Genome::new(&self.field, genes.to_vec())?;
        let ground = &self.field.ground;
        let posed = |&cell: &Cell| {
            let gene = genome.gene(cell.index());
            Gene::new(gene.piece(), Rotation(ground.pose(cell, gene.piece(), gene.rotation())))
        };
        let items = self.cells.iter().map(posed).collect();
        genome.is_lawful(&self.field).then(|| self.judged(items))
    }

    pub fn layout(&self, arrangement: &Arrangement) -> Layout {
        let mut layout = Layout::new(&self.field.ground);
        for (&cell, item) in self.cells.iter().zip(&arrangement.items) {
            layout.lay(cell, self.field.posed(cell, item.piece(), item.rotation().0).placement());
        }
        layout
    }

    pub fn of_layout(&self, layout: &Layout) -> Option<Arrangement> {
        let cells = (0..self.field.cell_count()).map(Cell::at);
        let genes = cells.map(|cell| layout.placement(cell).map(Gene::of));
        self.of_genes(&genes.collect::<Option<Vec<_>>>()?)
    }

    /// A child with a segment of sides and one of inner pieces from one parent and, as far as can be,
    /// the order of the other around them; corners are those of the first.
    pub fn cross(
        &self,
        one: &Arrangement,
        other: &Arrangement,
        random: &mut Stream,
    ) -> Arrangement {
        let mut child = one.clone();
        for class in self.classes.iter().filter(|class| class.kind != Kind::Corner) {
            let (one, other) = (&one.items[class.range.clone()], &other.items[class.range.clone()]);
            pmx(one, other, &mut child.items[class.range.clone()], random);
        }
        child
    }

    /// Every piece may change places with another of its class, inner ones may turn.
    pub fn mutate(&self, arrangement: &mut Arrangement, rates: Rates, random: &mut Stream) {
        let hits = |random: &mut Stream, percent: u64| random.below(100) < percent;
        for class in &self.classes {
            let swap = match class.kind {
                Kind::Corner => rates.corner_swap,
                Kind::Side => rates.side_swap,
                Kind::Inner => rates.inner_swap,
            };
            let items = &mut arrangement.items[class.range.clone()];
            for place in 0..items.len() {
                if hits(random, swap) {
                    items.swap(place, random.index(items.len()));
                }
                if class.poses > 1 && hits(random, rates.turn) {
                    let pose = Rotation(random.below(class.poses.into()) as u8);
                    items[place] = Gene::new(items[place].piece(), pose);
                }
            }
        }
    }
}

impl Arrangement {
    /// The share of places on which two arrangements differ.
    pub fn distance(&self, other: &Self) -> f64 {
        let differing = self.items.iter().zip(&other.items).filter(|(a, b)| a != b).count();
        differing as f64 / self.items.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use tilewright_search::stream;

    use super::*;
    use crate::layout::Ground;
    use crate::layout::tests::puzzles;

    #[test]
    fn children_and_mutants_are_boards_that_keep_the_rules() {
        for (index, puzzle) in puzzles().iter().enumerate() {
            let field = Field::new(&Arc::new(Ground::new(puzzle).unwrap()));
            let plan = Plan::new(&field);
            let mut random = stream(index as u64, 0);
            let rates = Rates { corner_swap: 30, side_swap: 30, inner_swap: 30, turn: 30 };
            let mut parents = [plan.random(&mut random), plan.random(&mut random)];
            let mut memory = Vec::new();
            for step in 0..40 {
                let mut child = plan.cross(&parents[0], &parents[1], &mut random);
                plan.mutate(&mut child, rates, &mut random);
                plan.judge(&mut child, &mut memory);
                let genes = plan.genes(&child);
                assert_eq!(plan.of_genes(&genes), Some(child.clone()));
                assert_eq!(plan.layout(&child).score(), child.joins);
                assert_eq!(plan.of_layout(&plan.layout(&child)), Some(child.clone()));
                parents[step % 2] = child;
            }
        }
    }
}
