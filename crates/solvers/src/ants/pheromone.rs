//! What the ants leave behind: a number for every edge of their graph.
//!
//! A graph of a 16x16 board has 262,144 edges between cells and turned pieces, or about a million
//! between sides of pieces: 1 MiB and 4 MiB here. Larger boards would need gigabytes, of which ants
//! touch next to nothing, so there only the edges in use are kept (the document does so always).
//! Evaporation of all edges is one multiplication: what is stored is what an edge would have without
//! it, and bounds are applied when an edge is read. That gives the same numbers as touching every
//! edge, because what has sunk to the lower bound stays there until something is laid on it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// The most edges that are kept in a plain table: 128 MiB.
const MOST_DENSE: u64 = 1 << 25;
/// Below this scale all numbers are brought back to their true size, before they lose digits.
const SMALLEST_SCALE: f64 = 1e-12;

/// The pheromone on all edges.
#[derive(Clone, Debug)]
pub(super) struct Pheromone {
    store: Store,
    /// What a stored number has to be multiplied with.
    scale: f64,
    initial: f64,
    bounds: (f64, f64),
}

#[derive(Clone, Debug)]
enum Store {
    Dense(Vec<f32>),
    /// The edges in use, and what all others hold.
    Sparse(HashMap<u64, f32>, f32),
}

/// All that has to be kept of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedPheromone {
    edges: u64,
    /// The edges that differ from all others, and what those hold.
    touched: Vec<(u64, f32)>,
    others: f32,
    scale: f64,
}

impl Pheromone {
    /// So many edges, all alike.
    pub fn new(edges: u64, initial: f64, bounds: (f64, f64)) -> Self {
        let store = if edges <= MOST_DENSE {
            Store::Dense(vec![initial as f32; edges as usize])
        } else {
            Store::Sparse(HashMap::new(), initial as f32)
        };
        Self { store, scale: 1.0, initial, bounds }
    }

    /// What lies on an edge.
    #[inline]
    pub fn get(&self, edge: u64) -> f64 {
        let stored = match &self.store {
            Store::Dense(all) => all.get(edge as usize).copied().unwrap_or(0.0),
            Store::Sparse(touched, others) => touched.get(&edge).copied().unwrap_or(*others),
        };
        (f64::from(stored) * self.scale).clamp(self.bounds.0, self.bounds.1)
    }

    #[inline]
    fn set(&mut self, edge: u64, value: f64) {
        let stored = (value.clamp(self.bounds.0, self.bounds.1) / self.scale) as f32;
        match &mut self.store {
            Store::Dense(all) => {
                if let Some(place) = all.get_mut(edge as usize) {
                    *place = stored;
                }
            }
            Store::Sparse(touched, _) => {
                touched.insert(edge, stored);
            }
        }
    }

    /// Adds to an edge.
    pub fn add(&mut self, edge: u64, amount: f64) {
        self.set(edge, self.get(edge) + amount);
    }

    /// Moves an edge towards a value by a share of the difference.
    #[inline]
    pub fn approach(&mut self, edge: u64, value: f64, share: f64) {
        self.set(edge, (1.0 - share) * self.get(edge) + share * value);
    }

    /// Takes a share from all edges.
    pub fn evaporate(&mut self, share: f64) {
        self.scale *= 1.0 - share;
        if self.scale < SMALLEST_SCALE {
            self.map(|value| value);
        }
    }

    /// Moves all edges towards their initial value by a share of the difference: Stützle and Hoos,
    /// MAX-MIN Ant System (2000), section 5.2.
    pub fn smooth(&mut self, share: f64) {
        let initial = self.initial;
        self.map(|value| (1.0 - share) * value + share * initial);
    }

    /// Begins anew.
    pub fn reset(&mut self) {
        let initial = self.initial;
        self.map(|_| initial);
        if let Store::Sparse(touched, _) = &mut self.store {
            touched.clear();
        }
    }

    /// Changes every edge and brings the scale back to 1.
    fn map(&mut self, change: impl Fn(f64) -> f64) {
        let (scale, (least, most)) = (self.scale, self.bounds);
        let new = |stored: f32| change((f64::from(stored) * scale).clamp(least, most)) as f32;
        match &mut self.store {
            Store::Dense(all) => all.iter_mut().for_each(|stored| *stored = new(*stored)),
            Store::Sparse(touched, others) => {
                touched.values_mut().for_each(|stored| *stored = new(*stored));
                *others = new(*others);
            }
        }
        self.scale = 1.0;
    }

    /// The memory it takes.
    pub fn bytes(&self) -> usize {
        match &self.store {
            Store::Dense(all) => all.len() * size_of::<f32>(),
            Store::Sparse(touched, _) => touched.capacity() * size_of::<(u64, f32)>(),
        }
    }

    /// What has to be kept.
    pub fn save(&self) -> SavedPheromone {
        let (mut touched, others) = match &self.store {
            Store::Dense(all) => {
                let others = commonest(all);
                let touched = (0..).zip(all).filter(|(_, stored)| **stored != others);
                (touched.map(|(edge, stored)| (edge, *stored)).collect::<Vec<_>>(), others)
            }
            Store::Sparse(touched, others) => {
                (touched.iter().map(|(edge, stored)| (*edge, *stored)).collect(), *others)
            }
        };
        touched.sort_unstable_by_key(|(edge, _)| *edge);
        let edges = match &self.store {
            Store::Dense(all) => all.len() as u64,
            Store::Sparse(..) => u64::MAX,
        };
        SavedPheromone { edges, touched, others, scale: self.scale }
    }

    /// Takes up what was kept; `None` if it is of another graph.
    pub fn restore(mut self, saved: SavedPheromone) -> Option<Self> {
        match &mut self.store {
            Store::Dense(all) => {
                if saved.edges != all.len() as u64 {
                    return None;
                }
                all.fill(saved.others);
                for (edge, stored) in saved.touched {
                    *all.get_mut(edge as usize)? = stored;
                }
            }
            Store::Sparse(touched, others) => {
                if saved.edges != u64::MAX {
                    return None;
                }
                *touched = saved.touched.into_iter().collect();
                *others = saved.others;
            }
        }
        self.scale = saved.scale;
        Some(self)
    }
}

/// A number that occurs often, so that little has to be saved: that of an edge in the middle of the
/// three first, middle and last.
fn commonest(all: &[f32]) -> f32 {
    let at = |index: usize| all.get(index).copied().unwrap_or(0.0);
    let mut three = [at(0), at(all.len() / 2), at(all.len().saturating_sub(1))];
    three.sort_by(f32::total_cmp);
    three[1]
}

#[cfg(test)]
mod tests {
    use tilewright_search::stream;

    use super::*;

    /// The plain twin: every edge is touched every time.
    struct Plain(Vec<f64>, (f64, f64));

    impl Plain {
        fn all(&mut self, change: impl Fn(f64) -> f64) {
            let (least, most) = self.1;
            self.0.iter_mut().for_each(|value| *value = change(*value).clamp(least, most));
        }
    }

    #[test]
    fn evaporation_by_scale_gives_the_numbers_of_touching_every_edge() {
        for bounds in [(0.0, f64::MAX), (0.05, 0.9)] {
            let mut random = stream(1, 0);
            let dense = Pheromone::new(50, 0.5, bounds);
            let sparse = Pheromone { store: Store::Sparse(HashMap::new(), 0.5), ..dense.clone() };
            for mut pheromone in [dense, sparse] {
                let mut plain = Plain(vec![0.5; 50], bounds);
                for _ in 0..2000 {
                    let edge = random.index(50);
                    let value = random.unit();
                    match random.below(12) {
                        0 => {
                            pheromone.evaporate(0.1);
                            plain.all(|v| v * 0.9);
                        }
                        1 if random.chance(0.1) => {
                            pheromone.smooth(0.5);
                            plain.all(|v| 0.5 * v + 0.25);
                        }
                        2 if random.chance(0.05) => {
                            pheromone.reset();
                            plain.all(|_| 0.5);
                        }
                        3..6 => {
                            pheromone.add(edge as u64, value);
                            plain.0[edge] = (plain.0[edge] + value).clamp(bounds.0, bounds.1);
                        }
                        _ => {
                            pheromone.approach(edge as u64, value, 0.3);
                            plain.0[edge] = 0.7 * plain.0[edge] + 0.3 * value;
                            plain.0[edge] = plain.0[edge].clamp(bounds.0, bounds.1);
                        }
                    }
                    for (edge, expected) in plain.0.iter().enumerate() {
                        let found = pheromone.get(edge as u64);
                        assert!((found - expected).abs() <= 1e-4 * expected.max(1e-3));
                    }
                }
                let saved = pheromone.save();
                let fresh = Pheromone { store: pheromone.store.clone(), ..pheromone.clone() };
                let restored = fresh.restore(saved.clone()).unwrap();
                assert_eq!(restored.save(), saved);
            }
        }
    }

    #[test]
    fn large_graphs_keep_only_what_is_used() {
        let mut pheromone = Pheromone::new(1 << 30, 0.5, (0.0, 1.0));
        pheromone.add(1 << 29, 0.25);
        assert_eq!((pheromone.get(1 << 29), pheromone.get(7)), (0.75, 0.5));
        assert!(pheromone.bytes() < 10_000);
    }
}
