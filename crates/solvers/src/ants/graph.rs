//! The two graphs that ants walk on.
//!
//! In the first, an edge leads from a cell to a piece in a rotation: pheromone says where a piece is
//! good. In the second, an edge leads from a side of a piece to a side of another: pheromone says
//! which pieces are good neighbours, wherever they lie (Söderlind 2010, section 4.2).

use tilewright_puzzle::{Cell, Placement};

use crate::layout::{Ground, Layout};

/// A graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Graph {
    /// Cell x piece x rotation: the document's version 1.
    Cells,
    /// Side of a piece x side of a piece: the document's version 2.
    Sides,
}

/// Where an ant stands: what the edges to the candidates for a cell have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    graph: Graph,
    sides: u64,
    edges_from: u64,
    /// The first edge of each row of edges, and which side of the cell it is for.
    rows: [(u64, u64); 4],
    count: usize,
}

impl Graph {
    /// How many edges there are.
    pub fn edges(self, ground: &Ground) -> u64 {
        let (pieces, sides) = (ground.cell_count() as u64, u64::from(ground.side_count()));
        match self {
            Self::Cells => pieces * pieces * sides,
            Self::Sides => pieces * sides * pieces * sides,
        }
    }

    /// Where an ant stands that is about to fill a cell.
    #[inline]
    pub fn stand(self, layout: &Layout, cell: Cell) -> Stand {
        let ground = layout.ground();
        let (pieces, sides) = (ground.cell_count() as u64, u64::from(ground.side_count()));
        let edges_from = pieces * sides;
        let mut stand = Stand { graph: self, sides, edges_from, rows: [(0, 0); 4], count: 0 };
        match self {
            Self::Cells => {
                stand.rows[0] = (u64::from(cell.0) * edges_from, 0);
                stand.count = 1;
            }
            Self::Sides => {
                for (side, other, back) in ground.contacts(cell) {
                    let Some(placement) = layout.placement(other) else { continue };
                    let vertex = vertex(placement, u64::from(back), sides);
                    stand.rows[stand.count] = (vertex * edges_from, u64::from(side));
                    stand.count += 1;
                }
            }
        }
        stand
    }
}

/// The number of the side of a piece that lies on a side of its cell.
#[inline]
fn vertex(placement: Placement, side: u64, sides: u64) -> u64 {
    let own = side + sides - u64::from(placement.rotation.0);
    u64::from(placement.piece.0) * sides + if own >= sides { own - sides } else { own }
}

impl Stand {
    /// The edges to a candidate: one to its place, or one to each neighbour that lies there.
    #[inline]
    pub fn edges(&self, placement: Placement) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.rows[..self.count].iter().map(move |&(row, side)| match self.graph {
            Graph::Cells => {
                row + u64::from(placement.piece.0) * self.sides + u64::from(placement.rotation.0)
            }
            Graph::Sides => row + vertex(placement, side, self.sides),
        })
    }

    /// The same edge seen from its other end, if the graph has it there too.
    #[inline]
    pub fn mirrored(&self, edge: u64) -> Option<u64> {
        match self.graph {
            Graph::Cells => None,
            Graph::Sides => Some(edge % self.edges_from * self.edges_from + edge / self.edges_from),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use tilewright_search::stream;

    use super::*;
    use crate::layout::tests::{puzzles, random_layout};

    #[test]
    fn a_board_has_one_edge_for_each_cell_or_each_join_whichever_end_is_asked() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let layout = random_layout(&ground, &mut stream(1, 0));
            for graph in [Graph::Cells, Graph::Sides] {
                let mut seen = BTreeSet::new();
                for cell in puzzle.topology().cells() {
                    let stand = graph.stand(&layout, cell);
                    for edge in stand.edges(layout.placement(cell).unwrap()) {
                        assert!(edge < graph.edges(&ground));
                        let other = stand.mirrored(edge).unwrap_or(edge);
                        assert_eq!(stand.mirrored(other).unwrap_or(other), edge);
                        seen.insert(edge.min(other));
                    }
                }
                let expected = match graph {
                    Graph::Cells => puzzle.topology().cell_count(),
                    Graph::Sides => puzzle.topology().joins().len(),
                };
                assert_eq!(seen.len(), expected, "{graph:?} {}", puzzle.shape());
            }
        }
    }
}
