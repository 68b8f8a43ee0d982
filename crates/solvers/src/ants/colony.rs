//! The colony: ants build boards, the pheromone is renewed, and so on.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Cell};
use tilewright_search::{ParamError, Params, Stream};

use super::pheromone::{Pheromone, SavedPheromone};
use super::settings::{Rule, Settings};
use super::tour::Ant;
use crate::improve::polish::polish;
use crate::improve::start;
use crate::layout::{Ground, Layout};
use crate::team::{Method, Notes};

/// Which algorithm a type of colony follows.
pub(super) trait Follows: Send + Sync + 'static {
    const RULE: Rule;
}

/// Ants and what they have laid down.
pub(super) struct Colony<F> {
    settings: Arc<Settings>,
    pheromone: Pheromone,
    ant: Ant,
    /// The board with its hints and nothing else.
    bare: Layout,
    layout: Layout,
    /// The boards of all ants, where all of them lay pheromone.
    boards: Vec<Layout>,
    /// The best board of this iteration.
    leader: Layout,
    /// The best board since the last beginning; with holes if there is none yet.
    best: Layout,
    random: Stream,
    state: State,
    follows: PhantomData<F>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct State {
    iterations: u64,
    /// Iterations since the best board was found.
    waited: u64,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    pheromone: SavedPheromone,
    best: Board,
    random: Stream,
    state: State,
}

impl<F> Colony<F> {
    fn new(ground: &Arc<Ground>, settings: &Arc<Settings>, best: Layout, random: Stream) -> Self {
        let edges = settings.graph.edges(ground);
        let bare = Layout::new(ground);
        Self {
            settings: Arc::clone(settings),
            pheromone: Pheromone::new(edges, settings.tau0, settings.bounds),
            ant: Ant::new(settings, &bare),
            layout: bare.clone(),
            boards: Vec::new(),
            leader: bare.clone(),
            bare,
            best,
            random,
            state: State::default(),
            follows: PhantomData,
        }
    }

    /// Lays pheromone along a board: all of it, or in place of a share of what is there.
    fn lay_down(&mut self, board: &Layout) {
        let ground = board.ground();
        let amount = f64::from(board.score()) / f64::from(ground.puzzle().max_score().max(1));
        let (rho, graph) = (self.settings.rho, self.settings.graph);
        for cell in (0..ground.cell_count()).map(Cell::at) {
            let Some(placement) = board.placement(cell) else { continue };
            // On the graph of sides every join is met from both its ends.
            for edge in graph.stand(board, cell).edges(placement) {
                match self.settings.rule {
                    Rule::AntSystem => self.pheromone.add(edge, amount),
                    Rule::AntColonySystem => self.pheromone.approach(edge, amount, rho),
                    Rule::MaxMin => self.pheromone.add(edge, rho * amount),
                }
            }
        }
    }

    /// Every ant builds a board; the best of them may be polished.
    fn send_out(&mut self, notes: &mut Notes) {
        for ant in 0..self.settings.ants as usize {
            self.layout.copy_from(&self.bare);
            let (pheromone, random) = (&mut self.pheromone, &mut self.random);
            self.ant.build(&mut self.layout, pheromone, &self.settings, random);
            notes.evaluations += 1;
            if ant == 0 || self.layout.score() > self.leader.score() {
                self.leader.copy_from(&self.layout);
            }
            if self.settings.rule == Rule::AntSystem {
                match self.boards.get_mut(ant) {
                    Some(board) => board.copy_from(&self.layout),
                    None => self.boards.push(self.layout.clone()),
                }
            }
        }
        if self.settings.polish > 0 {
            polish(&mut self.leader, self.settings.polish, &mut self.random);
            notes.evaluations += self.settings.polish;
        }
        notes.show(&self.leader);
        let has_best =
            !(0..self.bare.ground().cell_count()).any(|index| self.best.is_empty(Cell::at(index)));
        if !has_best || self.leader.score() > self.best.score() {
            self.best.copy_from(&self.leader);
            self.state.waited = 0;
        } else {
            self.state.waited += 1;
        }
    }

    fn renew_pheromone(&mut self) {
        let rule = self.settings.rule;
        if rule != Rule::AntColonySystem {
            self.pheromone.evaporate(self.settings.rho);
        }
        if rule == Rule::AntSystem {
            let boards = std::mem::take(&mut self.boards);
            boards.iter().for_each(|board| self.lay_down(board));
            self.boards = boards;
        } else {
            let layer = if self.settings.global_best { &self.best } else { &self.leader };
            self.layout.copy_from(layer);
            let layer = std::mem::replace(&mut self.layout, self.bare.clone());
            self.lay_down(&layer);
            self.layout = layer;
        }
    }

    /// When nothing better comes: first the differences between edges are made smaller, then
    /// everything is forgotten.
    fn get_unstuck(&mut self, notes: &mut Notes) {
        let Settings { patience, smoothing, .. } = *self.settings;
        if patience == 0 || self.state.waited == 0 {
            return;
        }
        if self.state.waited >= patience {
            self.pheromone.reset();
            self.best.copy_from(&self.bare);
            self.state.waited = 0;
            notes.restarts += 1;
        } else if smoothing > 0.0 && self.state.waited == patience.div_ceil(2) {
            self.pheromone.smooth(smoothing);
        }
    }
}

impl<F: Follows> Method for Colony<F> {
    type Settings = Settings;
    type Saved = Saved;
    /// One iteration, whatever it takes.
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Settings::read(F::RULE, params)
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        start: Option<&Board>,
        mut random: Stream,
    ) -> Self {
        let given = start.map(|board| start::begin(ground, Some(board), &mut random));
        let best = given.unwrap_or_else(|| Layout::new(ground));
        Self::new(ground, settings, best, random)
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _start: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let best = Layout::from_board(ground, &saved.best)?;
        let mut colony = Self::new(ground, settings, best, saved.random);
        colony.pheromone = colony.pheromone.restore(saved.pheromone)?;
        colony.state = saved.state;
        Some(colony)
    }

    fn save(&self) -> Saved {
        Saved {
            pheromone: self.pheromone.save(),
            best: self.best.to_board(),
            random: self.random.clone(),
            state: self.state,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.state.iterations == 0 {
            notes.show(&self.best);
        }
        self.state.iterations += 1;
        self.send_out(notes);
        self.renew_pheromone();
        self.get_unstuck(notes);
    }

    /// `iterations` and `pheromone_bytes`.
    fn report(&self) -> Map<String, Value> {
        Map::from_iter([
            ("iterations".to_owned(), json!(self.state.iterations)),
            ("pheromone_bytes".to_owned(), json!(self.pheromone.bytes())),
        ])
    }
}
