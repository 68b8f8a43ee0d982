//! How populations begin, and the board that is shown of a genome.
//!
//! Muñoz, Gutierrez and Sanchis 2009, section III-F: at random, or with knowledge (algorithm 3), where
//! each cell of a path gets the first piece that matches everything around it, and the cells for which
//! there was none get the rest at random in the end.

use tilewright_puzzle::{Board, Cell, PieceId, Placement, Rotation};
use tilewright_search::{Stream, stream};

use super::field::{Field, Gene};
use super::genome::Genome;
use crate::construct::fill::Filler;
use crate::construct::path::Path;
use crate::improve::start;
use crate::layout::{Layout, agreements};

/// How a population begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Init {
    /// Pieces at random.
    Random,
    /// With knowledge.
    Knowledge,
}

/// A genome to begin with.
pub(super) fn begin(
    field: &Field,
    init: Init,
    lawful: bool,
    random: &mut Stream,
) -> Option<Genome> {
    match (init, lawful) {
        (Init::Random, false) => Genome::random(field, random),
        (Init::Random, true) => Genome::random_lawful(field, random),
        (Init::Knowledge, _) => with_knowledge(field, lawful, random),
    }
}

fn with_knowledge(field: &Field, lawful: bool, random: &mut Stream) -> Option<Genome> {
    let ground = &field.ground;
    let mut layout = Layout::new(ground);
    let mut order = Vec::new();
    Path::Rows.order(&layout, random, &mut order);
    let mut rest: Vec<Vec<PieceId>> = ground.classes().iter().map(|c| c.pieces.clone()).collect();
    rest.iter_mut().for_each(|pieces| random.shuffle(pieces));
    for &cell in &order {
        let Some(pieces) = rest.get_mut(ground.class_of_cell(cell)) else { continue };
        if let Some((place, placement)) = first_fitting(&layout, cell, pieces) {
            pieces.remove(place);
            layout.lay(cell, placement);
        }
    }
    if lawful {
        for &cell in order.iter().filter(|&&cell| layout.is_empty(cell)).collect::<Vec<_>>() {
            let piece = rest.get_mut(ground.class_of_cell(cell))?.pop()?;
            let pose = random.below(ground.poses(cell).into()) as u8;
            layout.lay(cell, field.posed(cell, piece, pose).placement());
        }
        return Genome::of_layout(field, &layout);
    }
    let mut rest = rest.concat();
    random.shuffle(&mut rest);
    let mut turn = || Rotation(random.below(field.sides.into()) as u8);
    let mut gene = |cell: usize| match layout.placement(Cell::at(cell)) {
        Some(placement) => Some(Gene::of(placement)),
        None => rest.pop().map(|piece| Gene::new(piece, turn())),
    };
    let genes = (0..field.cell_count()).map(&mut gene).collect::<Option<_>>()?;
    Genome::new(field, genes)
}

/// The first piece that matches all that lies around an empty cell.
pub(super) fn first_fitting(
    layout: &Layout,
    cell: Cell,
    pieces: &[PieceId],
) -> Option<(usize, Placement)> {
    let ground = layout.ground();
    let (wanted, most) = (layout.wanted(cell), layout.neighbours_laid(cell));
    let poses = ground.poses(cell);
    pieces.iter().enumerate().find_map(|(place, &piece)| {
        let mut fitting = (0..poses).map(|pose| ground.rotation(cell, piece, pose));
        let rotation = fitting
            .find(|&rotation| agreements(ground.sides_of(piece, rotation), wanted) == most)?;
        Some((place, Placement { piece, rotation }))
    })
}

/// A given board with its holes filled.
pub(super) fn given(field: &Field, board: &Board, random: &mut Stream) -> Option<Genome> {
    Genome::of_layout(field, &start::begin(&field.ground, Some(board), random))
}

/// A board that keeps the rules: the genome, but the pieces that break the rim are laid anew, each
/// where it matches most.
pub(super) fn lawful(field: &Field, genome: &Genome) -> Layout {
    let mut layout = genome.to_layout(field);
    Filler::default().fill(&mut layout, Path::Rows, &mut stream(0, 0));
    layout
}
