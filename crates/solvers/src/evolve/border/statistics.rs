//! What stuck genomes look like: the columns of table 6.2.

use super::measure::Measure;
use super::pairs::Individual;
use super::weights::{CENTRE, CORNER, EDGE};

/// The first line of the statistics.
pub(super) const HEADER: &str =
    "fitness,corners,edges,centre,background_colours,shape_colours,shapes";

/// A line of the statistics: the fitness of border and centre together as a share of the most, pieces
/// in place by kind, and features that match, each join counted for both its pieces.
pub(super) fn line(measure: &Measure, individual: &Individual) -> String {
    let worth = individual.worth;
    let most = (measure.most.border + measure.most.centre).max(1);
    let fitness = f64::from(worth.border + worth.centre) / f64::from(most);
    let (mut in_place, mut features) = ([0; 3], [0; 3]);
    for (cell, &gene) in individual.genes.iter().enumerate() {
        let kind = measure.kind_of_piece(gene);
        in_place[kind] += u32::from(kind == measure.kind_of_cell(cell));
        for side in 0..4 {
            let alike = measure.alike(&individual.genes, cell, gene, side);
            for (bit, count) in features.iter_mut().enumerate() {
                *count += u32::from(alike >> bit & 1);
            }
        }
    }
    let [background, shape, shape_colour] = features;
    format!(
        "{fitness:.6},{},{},{},{background},{shape_colour},{shape}",
        in_place[CORNER], in_place[EDGE], in_place[CENTRE]
    )
}
