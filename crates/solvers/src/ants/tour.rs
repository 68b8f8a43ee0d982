//! One ant builds one board: cell after cell, a piece by pheromone and by how well it matches.

use tilewright_puzzle::{Cell, PieceId, Placement};
use tilewright_search::Stream;

use super::graph::Stand;
use super::pheromone::Pheromone;
use super::settings::{Rule, Settings};
use crate::construct::lines::Lines;
use crate::exponential::pow;
use crate::layout::{Layout, agreements};

/// Memory of the ants, used for board after board.
#[derive(Debug, Default)]
pub(super) struct Ant {
    /// Where the pieces that match most are looked up, if the order is always the same.
    lines: Option<Lines>,
    best: Vec<Placement>,
    order: Vec<Cell>,
    free: Vec<Vec<PieceId>>,
    candidates: Vec<Candidate>,
    /// The heuristic to its power, for each number of matched joins.
    heuristic: [f64; 5],
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    placement: Placement,
    matches: u32,
    weight: f64,
}

impl Ant {
    /// An ant for the holes of a layout.
    pub fn new(settings: &Settings, layout: &Layout) -> Self {
        let heuristic = std::array::from_fn(|matches| pow(matches as f64 + 1.0, settings.beta));
        let has_lines = settings.only_matching && settings.order.is_fixed();
        let lines = has_lines.then(|| Lines::new(layout, settings.order));
        Self { heuristic, lines, ..Self::default() }
    }

    /// Fills all holes of a layout.
    pub fn build(
        &mut self,
        layout: &mut Layout,
        pheromone: &mut Pheromone,
        settings: &Settings,
        random: &mut Stream,
    ) {
        let mut order = std::mem::take(&mut self.order);
        match &self.lines {
            Some(lines) => lines.order().clone_into(&mut order),
            None => {
                settings.order.order(layout, random, &mut order);
                self.gather(layout);
            }
        }
        for (index, &cell) in order.iter().enumerate() {
            let stand = settings.graph.stand(layout, cell);
            self.list(layout, (index, cell), settings);
            self.weigh(&stand, pheromone, settings);
            let Some(chosen) = self.choose(settings, random) else { continue };
            if self.lines.is_none() {
                let free = &mut self.free[layout.ground().class_of_cell(cell)];
                free.retain(|&piece| piece != chosen.placement.piece);
            }
            layout.lay(cell, chosen.placement);
            if settings.rule == Rule::AntColonySystem && settings.phi > 0.0 {
                wear_off(&stand, chosen.placement, pheromone, settings);
            }
        }
        self.order = order;
    }

    fn gather(&mut self, layout: &Layout) {
        let classes = layout.ground().classes();
        self.free.resize_with(classes.len(), Vec::new);
        for (free, class) in self.free.iter_mut().zip(classes) {
            free.clear();
            free.extend(class.pieces.iter().filter(|&&piece| layout.cell_of(piece).is_none()));
        }
    }

    /// Lists what can lie on a cell.
    fn list(&mut self, layout: &Layout, (index, cell): (usize, Cell), settings: &Settings) {
        if let Some(lines) = &self.lines {
            let matches = lines.best_at(layout, index, &mut self.best);
            let candidate = |&placement| Candidate { placement, matches, weight: 0.0 };
            self.candidates.clear();
            self.candidates.extend(self.best.iter().map(candidate));
            return;
        }
        let ground = layout.ground();
        let (wanted, poses) = (layout.wanted(cell), ground.poses(cell));
        self.candidates.clear();
        let mut most = 0;
        for &piece in &self.free[ground.class_of_cell(cell)] {
            for pose in 0..poses {
                let rotation = ground.rotation(cell, piece, pose);
                let matches = agreements(ground.sides_of(piece, rotation), wanted);
                if settings.only_matching {
                    if matches < most {
                        continue;
                    }
                    if matches > most {
                        self.candidates.clear();
                        most = matches;
                    }
                }
                let placement = Placement { piece, rotation };
                self.candidates.push(Candidate { placement, matches, weight: 0.0 });
            }
        }
    }

    /// Gives each candidate its weight: pheromone and heuristic, each to its power. On the graph of
    /// sides a candidate has an edge to each neighbour; their mean counts.
    fn weigh(&mut self, stand: &Stand, pheromone: &Pheromone, settings: &Settings) {
        for candidate in &mut self.candidates {
            let edges = stand.edges(candidate.placement);
            let count = edges.len();
            let trail = if count == 0 {
                settings.tau0
            } else {
                edges.map(|edge| pheromone.get(edge)).sum::<f64>() / count as f64
            };
            let heuristic = self.heuristic[candidate.matches.min(4) as usize];
            candidate.weight = pow(trail.max(f64::MIN_POSITIVE), settings.alpha) * heuristic;
        }
    }

    /// The pseudo-random proportional rule; with `q0` at 0 the random proportional one.
    fn choose(&self, settings: &Settings, random: &mut Stream) -> Option<Candidate> {
        if settings.q0 > 0.0 && random.chance(settings.q0) {
            return self.heaviest(random);
        }
        let sum: f64 = self.candidates.iter().map(|candidate| candidate.weight).sum();
        let mut left = random.unit() * sum;
        for candidate in &self.candidates {
            left -= candidate.weight;
            if left < 0.0 {
                return Some(*candidate);
            }
        }
        self.candidates.last().copied()
    }

    fn heaviest(&self, random: &mut Stream) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        let mut ties = 0;
        for candidate in &self.candidates {
            match &best {
                Some(best) if candidate.weight < best.weight => continue,
                Some(best) if candidate.weight == best.weight => ties += 1,
                _ => ties = 1,
            }
            if random.below(ties) == 0 {
                best = Some(*candidate);
            }
        }
        best
    }
}

/// The local update of the ant colony system: others are to try something else.
fn wear_off(stand: &Stand, placement: Placement, pheromone: &mut Pheromone, settings: &Settings) {
    for edge in stand.edges(placement) {
        pheromone.approach(edge, settings.tau0, settings.phi);
        if let Some(mirrored) = stand.mirrored(edge) {
            pheromone.approach(mirrored, settings.tau0, settings.phi);
        }
    }
}
