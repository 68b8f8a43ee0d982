//! Filling the holes of a board one by one, each with the piece that matches most there.

use tilewright_puzzle::{Cell, PieceId, Placement};
use tilewright_search::Stream;

use crate::layout::{Layout, agreements};

use super::path::Path;

/// The pieces that are not on the board, by class; kept between boards for its memory.
#[derive(Clone, Debug, Default)]
pub struct Filler {
    rest: Vec<Vec<PieceId>>,
    cells: Vec<Cell>,
}

impl Filler {
    /// Fills all holes greedily along a path; pieces come in random order, and the first that
    /// matches all that lies around a cell is taken, else the first of those that match most.
    pub fn fill(&mut self, layout: &mut Layout, path: Path, random: &mut Stream) {
        let mut cells = std::mem::take(&mut self.cells);
        path.order(layout, random, &mut cells);
        self.gather(layout, random);
        for &cell in &cells {
            self.lay_best(layout, cell);
        }
        self.cells = cells;
    }

    /// The free pieces in random order.
    fn gather(&mut self, layout: &Layout, random: &mut Stream) {
        let classes = layout.ground().classes();
        self.rest.resize_with(classes.len(), Vec::new);
        for (rest, class) in self.rest.iter_mut().zip(classes) {
            rest.clear();
            let free = class.pieces.iter().filter(|&&piece| layout.cell_of(piece).is_none());
            rest.extend(free);
            random.shuffle(rest);
        }
    }

    fn lay_best(&mut self, layout: &mut Layout, cell: Cell) {
        let ground = layout.ground();
        let wanted = layout.wanted(cell);
        let most = layout.neighbours_laid(cell);
        let poses = ground.poses(cell);
        let rest = &mut self.rest[ground.class_of_cell(cell)];
        let mut best: Option<(usize, Placement, u32)> = None;
        'search: for (index, &piece) in rest.iter().enumerate() {
            for pose in 0..poses {
                let rotation = ground.rotation(cell, piece, pose);
                let count = agreements(ground.sides_of(piece, rotation), wanted);
                if best.is_none_or(|(_, _, most)| count > most) {
                    best = Some((index, Placement { piece, rotation }, count));
                    if count == most {
                        break 'search;
                    }
                }
            }
        }
        if let Some((index, placement, _)) = best {
            rest.swap_remove(index);
            layout.lay(cell, placement);
        }
    }
}
