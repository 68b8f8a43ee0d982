//! The board that an improver starts from.

use std::sync::Arc;

use tilewright_puzzle::Board;
use tilewright_search::Stream;

use crate::construct::fill::Filler;
use crate::construct::path::Path;
use crate::layout::{Ground, Layout};

/// A given board with its holes filled greedily, or a greedy board.
pub(crate) fn begin(ground: &Arc<Ground>, start: Option<&Board>, random: &mut Stream) -> Layout {
    let given = start.and_then(|board| Layout::from_board(ground, board));
    let mut layout = given.unwrap_or_else(|| Layout::new(ground));
    Filler::default().fill(&mut layout, Path::Columns, random);
    layout
}

/// A greedy board over another one.
pub(crate) fn anew(layout: &mut Layout, random: &mut Stream) {
    let mut fresh = Layout::new(layout.ground());
    Filler::default().fill(&mut fresh, Path::Columns, random);
    layout.copy_from(&fresh);
}
