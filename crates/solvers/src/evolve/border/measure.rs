//! What a genome of the border-first algorithm is worth: border and centre, feature by feature.
//!
//! M. Logan 2008, sections 5.3 and 5.7. Background, shape and shape colour of a join count separately
//! and for each of its two pieces. The border looks at joins between border pieces only, and, as the
//! document asks for, at joins with hints one row in; the centre at all sides of the centre pieces. A
//! piece that is moved changes the sums by what its own joins change.

use std::sync::Arc;

use tilewright_puzzle::{Cell, Colour};

use super::weights::{CENTRE, CORNER, EDGE, Weights};
use crate::evolve::field::{Field, Gene, colour_at};

/// For each join of a cell whether its own half and the other one count, for border and for centre.
const OWN_BORDER: u8 = 1;
const OWN_CENTRE: u8 = 2;
const OTHER_BORDER: u8 = 4;
const OTHER_CENTRE: u8 = 8;

/// Border and centre, of anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub border: u32,
    pub centre: u32,
}

/// The rules by which genomes are judged.
pub(super) struct Measure {
    pub field: Arc<Field>,
    /// For each pair of colours which features match, one bit each.
    alike: Vec<u8>,
    colours: usize,
    /// For each cell and side which halves count.
    counted: Vec<[u8; 4]>,
    /// The kind of each piece, and of the piece that each cell is for.
    kind_of_piece: Vec<u8>,
    kind_of_cell: Vec<u8>,
    weights: Weights,
    /// For each kind of piece and each set of features what it scores.
    scores: [[u32; 8]; 3],
    /// The most there can be.
    pub most: Worth,
}

impl Measure {
    pub fn new(field: &Arc<Field>, weights: Weights) -> Self {
        let puzzle = field.ground.puzzle();
        let kind = |rim_sides: u32| match rim_sides {
            0 => CENTRE as u8,
            1 => EDGE as u8,
            _ => CORNER as u8,
        };
        let kind_of_cell: Vec<_> = puzzle
            .topology()
            .cells()
            .map(|cell| kind(puzzle.topology().rim_mask(cell).count_ones()))
            .collect();
        let kind_of_piece =
            puzzle.pieces().iter().map(|sides| kind(puzzle.rim_mask(sides).count_ones())).collect();
        let mut counted = vec![[0; 4]; field.cell_count()];
        let is_border = |cell: usize| usize::from(kind_of_cell[cell]) != CENTRE;
        let is_fixed = |cell: usize| field.ground.is_fixed(Cell::at(cell));
        // A half counts for the border if both are border cells or the other one has a hint.
        let half = |cell: usize, other: usize| match (is_border(cell), is_border(other)) {
            (true, true) => OWN_BORDER,
            (true, false) if is_fixed(other) => OWN_BORDER,
            (true, false) => 0,
            (false, _) => OWN_CENTRE,
        };
        for (cell, counted) in counted.iter_mut().enumerate() {
            for (counted, &contact) in counted.iter_mut().zip(field.contacts(cell)) {
                if !field.is_rim(contact) {
                    let other = usize::from(contact.cell);
                    *counted = half(cell, other) | half(other, cell) << 2;
                }
            }
        }
        let colours = puzzle.colour_limit();
        let mut measure = Self {
            field: Arc::clone(field),
            alike: Vec::new(),
            colours,
            counted,
            kind_of_piece,
            kind_of_cell,
            weights,
            scores: [[0; 8]; 3],
            most: Worth::default(),
        };
        measure.compare_features();
        measure.weigh(weights);
        measure
    }

    /// Features are the motifs' words; a puzzle without motifs has its colour three times.
    fn compare_features(&mut self) {
        let puzzle = self.field.ground.puzzle();
        let motif = |colour: Colour| puzzle.motif(colour);
        let has_motifs = puzzle.colours().into_iter().all(|colour| motif(colour).is_some());
        for (one, other) in
            (0..self.colours).flat_map(|one| (0..self.colours).map(move |other| (one, other)))
        {
            let (one, other) = (Colour(one as u16), Colour(other as u16));
            // What is compared is the colour that would match.
            let alike = match (puzzle.mate(one), puzzle.mate(other)) {
                (Some(_), Some(wanted)) if wanted == one => 0b111,
                (Some(_), Some(wanted)) if has_motifs => match (motif(one), motif(wanted)) {
                    (Some(a), Some(b)) => {
                        u8::from(a.background == b.background)
                            | u8::from(a.shape == b.shape) << 1
                            | u8::from(a.shape_colour == b.shape_colour) << 2
                    }
                    _ => 0,
                },
                _ => 0,
            };
            self.alike.push(alike);
        }
    }

    /// Takes other weights.
    pub fn weigh(&mut self, weights: Weights) {
        self.weights = weights;
        for (scores, features) in self.scores.iter_mut().zip(weights.features) {
            *scores = std::array::from_fn(|set| {
                (0..3).filter(|bit| set >> bit & 1 == 1).map(|bit| features[bit]).sum()
            });
        }
        let mut most = Worth::default();
        for (cell, counted) in self.counted.iter().enumerate() {
            let kind = usize::from(self.kind_of_cell[cell]);
            let halves = |flag: u8| counted.iter().filter(|c| *c & flag != 0).count() as u32;
            most.border += halves(OWN_BORDER) * self.scores[kind][7];
            most.centre += halves(OWN_CENTRE) * self.scores[kind][7];
            if kind != CENTRE {
                most.border += weights.in_place[kind] + weights.outward[kind];
            }
        }
        self.most = most;
    }

    pub fn weights(&self) -> Weights {
        self.weights
    }

    #[inline]
    pub fn is_border(&self, cell: usize) -> bool {
        usize::from(self.kind_of_cell[cell]) != CENTRE
    }

    #[inline]
    pub fn kind_of_cell(&self, cell: usize) -> usize {
        self.kind_of_cell[cell].into()
    }

    #[inline]
    pub fn kind_of_piece(&self, gene: Gene) -> usize {
        self.kind_of_piece[gene.piece().index()].into()
    }

    /// The features that match on a side of a cell, one bit each: background, shape, shape colour.
    #[inline]
    pub fn alike(&self, genes: &[Gene], cell: usize, gene: Gene, side: u8) -> u8 {
        let contact = self.field.contacts(cell)[usize::from(side)];
        let Some(&other) = genes.get(usize::from(contact.cell)) else { return 0 };
        let here = colour_at(self.field.face(gene), side);
        let there = colour_at(self.field.face(other), contact.side);
        self.alike[usize::from(here) * self.colours + usize::from(there)]
    }

    /// What a piece on a cell scores there, and what its neighbours score with it.
    #[inline]
    pub fn worth_at(&self, genes: &[Gene], cell: usize, gene: Gene) -> Worth {
        let mut worth = Worth::default();
        let kind = self.kind_of_piece(gene);
        for (side, &counted) in (0..4).zip(&self.counted[cell]) {
            if counted == 0 {
                continue;
            }
            let alike = usize::from(self.alike(genes, cell, gene, side));
            let own = self.scores[kind][alike];
            if counted & OWN_BORDER != 0 {
                worth.border += own;
            } else if counted & OWN_CENTRE != 0 {
                worth.centre += own;
            }
            let contact = self.field.contacts(cell)[usize::from(side)];
            let other = self.scores[self.kind_of_piece(genes[usize::from(contact.cell)])][alike];
            if counted & OTHER_BORDER != 0 {
                worth.border += other;
            } else if counted & OTHER_CENTRE != 0 {
                worth.centre += other;
            }
        }
        worth.border += self.place_worth(cell, gene);
        worth
    }

    /// Border and centre of a whole genome.
    pub fn worth(&self, genes: &[Gene]) -> Worth {
        let mut worth = Worth::default();
        for (cell, &gene) in genes.iter().enumerate() {
            for (side, &counted) in (0..4).zip(&self.counted[cell]) {
                let alike = usize::from(self.alike(genes, cell, gene, side));
                let own = self.scores[self.kind_of_piece(gene)][alike];
                if counted & OWN_BORDER != 0 {
                    worth.border += own;
                } else if counted & OWN_CENTRE != 0 {
                    worth.centre += own;
                }
            }
            worth.border += self.place_worth(cell, gene);
        }
        worth
    }

    /// What a border piece scores for its place, whatever lies around it.
    #[inline]
    fn place_worth(&self, cell: usize, gene: Gene) -> u32 {
        let (kind, place) = (self.kind_of_piece(gene), self.kind_of_cell(cell));
        if place == CENTRE || kind != place {
            return 0;
        }
        let fits = self.field.ground.fits(Cell::at(cell), gene.placement());
        self.weights.in_place[kind] + if fits { self.weights.outward[kind] } else { 0 }
    }

    /// The same with every constraint counted as one: how the document reports the centre.
    pub fn centre_fitness(&self, genes: &[Gene]) -> f64 {
        let (mut matching, mut most) = (0, 0);
        for (cell, &gene) in genes.iter().enumerate() {
            for (side, &counted) in (0..4).zip(&self.counted[cell]) {
                if counted & OWN_CENTRE != 0 {
                    matching += self.alike(genes, cell, gene, side).count_ones();
                    most += 3;
                }
            }
        }
        if most == 0 { 1.0 } else { f64::from(matching) / f64::from(most) }
    }
}
