//! One way of a crowd through an order, from the empty board on.

use super::course::Course;
use super::crowd::{Child, Choice, Crowd};

/// A crowd and where its boards came from.
#[derive(Clone, Debug)]
pub struct Pass {
    crowd: Crowd,
    /// For each depth for each board the one it came from, and the candidate that was laid.
    forest: Vec<Vec<(u32, u32)>>,
}

/// Depths between two fellings of the forest.
const FELLING: usize = 8;

impl Pass {
    /// The empty board alone.
    pub fn start(course: &Course) -> Self {
        Self { crowd: Crowd::start(course), forest: Vec::new() }
    }

    /// The cells that are filled.
    pub fn depth(&self) -> usize {
        self.forest.len()
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.crowd.len()
    }

    /// The best board.
    pub fn best(&self) -> Option<usize> {
        self.crowd.best()
    }

    /// Goes one depth further. Returns whether it could, and how many candidates were weighed.
    pub fn step(&mut self, course: &Course, choice: Choice) -> (bool, u64) {
        let Some(stop) = course.stops.get(self.depth()) else { return (false, 0) };
        let (next, children, weighed) = self.crowd.step(course, stop, choice);
        if next.len() == 0 {
            return (false, weighed);
        }
        let origin = |child: &Child| (child.parent, child.candidate);
        self.forest.push(children.iter().map(origin).collect());
        self.crowd = next;
        if self.forest.len().is_multiple_of(FELLING) {
            self.fell();
        }
        (true, weighed)
    }

    /// Drops what no board of the crowd comes from.
    fn fell(&mut self) {
        let mut is_needed = vec![true; self.crowd.len()];
        for depth in (0..self.forest.len()).rev() {
            let parents = if depth == 0 { 1 } else { self.forest[depth - 1].len() };
            let mut needed = vec![false; parents];
            let mut kept = Vec::new();
            for (&(parent, candidate), _) in
                self.forest[depth].iter().zip(&is_needed).filter(|(_, needed)| **needed)
            {
                needed[parent as usize] = true;
                kept.push((parent, candidate));
            }
            // The parents that stay move together, and the children with them.
            let mut moved = Vec::with_capacity(parents);
            let mut place = 0;
            for &is_needed in &needed {
                moved.push(place);
                place += u32::from(is_needed);
            }
            for (parent, _) in &mut kept {
                *parent = moved[*parent as usize];
            }
            self.forest[depth] = kept;
            is_needed = needed;
        }
    }

    /// The candidates that lie on a board, depth by depth, by their numbers among those of the stop.
    pub fn laid(&self, board: usize) -> Vec<u32> {
        let mut laid = Vec::with_capacity(self.forest.len());
        let mut at = board;
        for origins in self.forest.iter().rev() {
            let Some(&(parent, candidate)) = origins.get(at) else { break };
            laid.push(candidate);
            at = parent as usize;
        }
        laid.reverse();
        laid
    }
}
