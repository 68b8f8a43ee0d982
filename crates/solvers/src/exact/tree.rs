//! The whole tree of a search, shared out to lanes and never left before every node was visited.
//!
//! A walk along the frontier, at a depth where there are plenty of partial boards, gives out their
//! subtrees one after the other. So the tree is visited from one end to the other, and how much of
//! it is done can be estimated at any time. When the frontier has come to its end, lanes that run
//! dry take over from those that still have work: the lane whose subtree has the highest root gives
//! its untried siblings away, and nobody waits for the last. Neither adds nor loses a node.

use std::sync::Arc;

use tilewright_puzzle::theory::nodes_by_depth;
use tilewright_puzzle::{Board, Cell, Puzzle};

use super::engine::{Engine, Walker};
use super::lane::Lane;
use super::walk::{Pause, Trail};

/// Subtrees that should be expected before the tree is cut: enough that none weighs much, few
/// enough that beginning them costs nothing.
const PLENTY_LOG10: f64 = 4.0;
/// The most nodes that the frontier walks between two rounds.
const FRONTIER_SHARE: u64 = 1 << 15;

/// The depth at which a tree in this order is cut into subtrees; 0 if it is not worth it.
pub(super) fn cut(puzzle: &Puzzle, order: &[Cell]) -> usize {
    let hinted = Board::with_hints(puzzle);
    let free: Vec<_> = order.iter().copied().filter(|&c| hinted.get(c).is_none()).collect();
    let expected = nodes_by_depth(puzzle, &free);
    let upper_half = expected.iter().take(expected.len() / 2);
    upper_half.into_iter().position(|nodes| nodes.log10() >= PLENTY_LOG10).unwrap_or(0)
}

/// The trails of the frontier and of the lanes.
pub(super) type SavedTree = (Option<Trail>, Vec<Trail>);

/// What is left of a tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    engine: Arc<Engine>,
    /// What has not been given out yet.
    frontier: Option<Walker>,
    cut: usize,
    pub lanes: Vec<Lane>,
    most_lanes: usize,
}

impl Tree {
    /// The tree of an engine, cut at a depth, to be shared out to so many lanes.
    pub fn new(engine: Arc<Engine>, cut: usize, most_lanes: usize) -> Self {
        let mut tree = Self { engine, frontier: None, cut, lanes: Vec::new(), most_lanes };
        if cut > 0 {
            tree.frontier = Some(tree.engine.walk(&[], cut));
        } else {
            tree.begin(&[]);
        }
        tree
    }

    /// A tree as it was; `None` if these trails are not in it, or if there are none although the
    /// search has not ended: that would pass for a proof.
    pub fn restore(mut self, saved: SavedTree, has_ended: bool) -> Option<Self> {
        let (frontier, trails) = saved;
        if frontier.is_none() && trails.is_empty() && !has_ended {
            return None;
        }
        self.frontier = match frontier {
            Some(trail) => Some(self.engine.resume(&trail, self.cut)?),
            None => None,
        };
        let resumed = |trail| {
            let walker = self.engine.resume(&trail, self.engine.depths())?;
            Some(Lane::new(Arc::clone(&self.engine), walker))
        };
        self.lanes = trails.into_iter().map(resumed).collect::<Option<_>>()?;
        Some(self)
    }

    /// What has to be saved.
    pub fn save(&self) -> SavedTree {
        let lanes = self.lanes.iter().map(|lane| lane.walker.trail(&self.engine)).collect();
        (self.frontier.as_ref().map(|frontier| frontier.trail(&self.engine)), lanes)
    }

    /// Shares the work out, before a round, and says how many nodes the frontier took.
    pub fn share_out(&mut self) -> u64 {
        let mut left = FRONTIER_SHARE;
        while self.lanes.len() < self.most_lanes {
            let Some(frontier) = &mut self.frontier else { break };
            match frontier.advance(&self.engine, &mut left) {
                Pause::Reached => {
                    let laid = frontier.laid(&self.engine);
                    self.begin(&laid);
                }
                Pause::Exhausted => self.frontier = None,
                Pause::Spent => break,
            }
        }
        if self.frontier.is_none() {
            self.split_the_highest();
        }
        FRONTIER_SHARE - left
    }

    fn begin(&mut self, laid: &[u32]) {
        let walker = self.engine.walk(laid, self.engine.depths());
        self.lanes.push(Lane::new(Arc::clone(&self.engine), walker));
    }

    fn split_the_highest(&mut self) {
        while self.lanes.len() < self.most_lanes {
            let roots = self.lanes.iter().enumerate().filter_map(|(index, lane)| {
                let trail = lane.walker.trail(&self.engine);
                (trail.root < trail.laid.len()).then_some((trail.root, index))
            });
            let Some((_, index)) = roots.min() else { break };
            if !self.split(index) {
                break;
            }
        }
    }

    fn split(&mut self, index: usize) -> bool {
        let Some(lane) = self.lanes.get_mut(index) else { return false };
        let mut kept = lane.walker.trail(&self.engine);
        let given = kept.split();
        let goal = self.engine.depths();
        let resume = |trail: Trail| -> Option<Walker> { self.engine.resume(&trail, goal) };
        match (resume(kept), given.and_then(resume)) {
            (Some(kept), Some(given)) => {
                lane.walker = kept;
                self.lanes.insert(index + 1, Lane::new(Arc::clone(&self.engine), given));
                true
            }
            _ => false,
        }
    }

    /// Drops the lanes that have come to their end, after a round.
    pub fn clear_away(&mut self) {
        self.lanes.retain(|lane| !lane.is_done);
    }

    /// Leaves the tree: there is nothing more to find out.
    pub fn leave(&mut self) {
        self.frontier = None;
        self.lanes.clear();
    }

    /// Whether every node has been visited.
    pub fn is_exhausted(&self) -> bool {
        self.frontier.is_none() && self.lanes.is_empty()
    }

    /// How much of the tree has been visited, from 0 to 1: an estimate.
    pub fn progress(&self) -> f64 {
        let walkers = self.lanes.iter().map(|lane| &lane.walker).chain(&self.frontier);
        let remaining: f64 = walkers.map(|walker| walker.remaining(&self.engine)).sum();
        (1.0 - remaining).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane::{Job, Next, run_in_order};
    use super::*;
    use tilewright_puzzle::Shape;
    use tilewright_puzzle::generate::{Recipe, generate};

    struct Whole<'a> {
        lane: &'a mut Lane,
        share: u64,
    }

    impl Job for Whole<'_> {
        fn begin(&mut self) -> (&mut Lane, u64) {
            (self.lane, self.share)
        }

        fn ends_the_round(&self) -> bool {
            false
        }
    }

    /// Nodes and boards of a whole tree, and the estimates of progress on the way.
    fn visited(puzzle: &Puzzle, cut: usize, lanes: usize, share: u64) -> (u64, u64, Vec<f64>) {
        let order: Vec<_> = puzzle.topology().cells().collect();
        let engine = Arc::new(Engine::new(puzzle, &order, true));
        let mut tree = Tree::new(engine, cut, lanes);
        let (mut nodes, mut boards, mut progress) = (0, 0, vec![tree.progress()]);
        while !tree.is_exhausted() {
            nodes += tree.share_out();
            let mut jobs: Vec<_> =
                tree.lanes.iter_mut().map(|lane| Whole { lane, share }).collect();
            run_in_order(&mut jobs, |_, _, tally| {
                tally.reached += 1;
                Next::GoOn
            });
            for lane in &mut tree.lanes {
                nodes += lane.nodes;
                boards += lane.tally.reached;
            }
            tree.clear_away();
            progress.push(tree.progress());
        }
        (nodes, boards, progress)
    }

    #[test]
    fn however_a_tree_is_shared_out_every_node_is_visited_once() {
        let puzzle = generate(&Recipe::new(Shape::square(5, 5), 4, 1)).unwrap().puzzle;
        let (nodes, boards, _) = visited(&puzzle, 0, 1, u64::MAX);
        assert!(nodes >= 1000 && boards > 0, "{nodes} nodes, {boards} boards");
        for (cut, lanes, share) in [(0, 2, 7), (0, 50, 1), (1, 3, 10), (5, 20, 30), (9, 128, 3)] {
            let found = visited(&puzzle, cut, lanes, share);
            assert_eq!((found.0, found.1), (nodes, boards), "{cut} {lanes} {share}");
            assert_eq!((found.2.first(), found.2.last()), (Some(&0.0), Some(&1.0)));
            assert!(found.2.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6));
        }
    }
}
