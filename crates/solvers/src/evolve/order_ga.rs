//! `region-ga` with `genome=order`: the genome is an order of the pieces, and a search makes boards.
//!
//! Asked for as further work by Muñoz, Gutierrez and Sanchis 2009: the order is that in which a
//! backtracking search tries the pieces, the search is bounded, and its result is the fitness. It
//! goes row by row; where it had to stop, the rest is filled with what matches most.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Cell, Placement, Rotation};
use tilewright_search::{ParamError, Params, Stream, stream};

use super::field::{Field, Gene};
use super::pmx::pmx;
use super::select::{best_of, tournament};
use super::settings::{Family, Settings};
use crate::construct::fill::Filler;
use crate::construct::lists::{Lists, LookUp};
use crate::construct::path::Path;
use crate::layout::{Ground, Layout};
use crate::team::{Method, Notes};

pub(super) struct OrderSettings {
    common: Settings,
    nodes: u64,
}

/// What makes a board of an order.
struct Decoder {
    bare: Layout,
    cells: Vec<Cell>,
    lists: Lists,
    look_ups: Vec<LookUp>,
    nodes: u64,
}

impl Decoder {
    fn new(ground: &Arc<Ground>, nodes: u64) -> Self {
        let bare = Layout::new(ground);
        let mut cells = Vec::new();
        Path::Rows.order(&bare, &mut stream(0, 0), &mut cells);
        let (lists, look_ups) = Lists::new(&bare, &cells);
        Self { bare, cells, lists, look_ups, nodes }
    }

    fn decode(&self, order: &[Gene]) -> Layout {
        let mut ranks = vec![0u32; self.bare.ground().cell_count()];
        for (rank, gene) in (0..).zip(order) {
            ranks[gene.piece().index()] = rank;
        }
        let mut layout = self.bare.clone();
        let mut deepest = layout.clone();
        let mut reached = 0;
        // For each depth the candidates that are left, the first in the order last.
        let mut open: Vec<Vec<Placement>> = vec![self.candidates(&layout, 0, &ranks)];
        let mut nodes = 0;
        while nodes < self.nodes {
            let depth = open.len() - 1;
            match open.last_mut().and_then(Vec::pop) {
                Some(placement) => {
                    nodes += 1;
                    layout.lay(self.cells[depth], placement);
                    if depth + 1 > reached {
                        reached = depth + 1;
                        deepest.copy_from(&layout);
                    }
                    if depth + 1 == self.cells.len() {
                        break;
                    }
                    open.push(self.candidates(&layout, depth + 1, &ranks));
                }
                None if depth == 0 => break,
                None => {
                    open.pop();
                    layout.lift(self.cells[depth - 1]);
                }
            }
        }
        Filler::default().fill(&mut deepest, Path::Rows, &mut stream(0, 0));
        deepest
    }

    /// What matches on a cell of the path, all cells before it being filled.
    fn candidates(&self, layout: &Layout, depth: usize, ranks: &[u32]) -> Vec<Placement> {
        let (Some(&cell), Some(look_up)) = (self.cells.get(depth), self.look_ups.get(depth)) else {
            return Vec::new();
        };
        let mut run = self.lists.matching(look_up, layout, cell);
        let mut found = Vec::new();
        while let Some(placement) = self.lists.next(&mut run) {
            let Placement { piece, rotation } = placement;
            let is_free = layout.cell_of(piece).is_none();
            if is_free && layout.matches(cell, piece, rotation) == look_up.joins {
                found.push(placement);
            }
        }
        found.sort_by_key(|p| (std::cmp::Reverse(ranks[p.piece.index()]), p.rotation));
        found
    }
}

pub(super) struct OrderGa {
    settings: Arc<OrderSettings>,
    field: Arc<Field>,
    decoder: Decoder,
    /// Orders with the score of their boards; rotations have no meaning.
    people: Vec<(Vec<Gene>, u32)>,
    random: Stream,
    generations: u64,
    best: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    people: Vec<(Vec<Gene>, u32)>,
    random: Stream,
    generations: u64,
    best: u32,
}

impl OrderGa {
    /// Makes orders and their boards on all threads, and shows the best board.
    fn make(
        &mut self,
        count: usize,
        notes: &mut Notes,
        order: impl Fn(usize, &mut Stream) -> Vec<Gene> + Sync,
    ) -> Vec<(Vec<Gene>, u32)> {
        let (key, decoder) = (self.random.bits(), &self.decoder);
        let one = |index: usize| {
            let order = order(index, &mut stream(key, index as u64));
            let layout = decoder.decode(&order);
            (order, layout)
        };
        let made: Vec<_> = (0..count).into_par_iter().map(one).collect();
        notes.evaluations += count as u64;
        let mut people = Vec::with_capacity(count);
        for (order, layout) in made {
            if layout.score() > self.best || people.is_empty() && self.generations == 0 {
                self.best = self.best.max(layout.score());
                notes.show(&layout);
            }
            people.push((order, layout.score()));
        }
        people
    }

    fn generation(&mut self, notes: &mut Notes) {
        let Settings { crossed, elite, tournament: size, .. } = self.settings.common;
        let parents = std::mem::take(&mut self.people);
        let count = parents.len();
        let bred = |index: usize, random: &mut Stream| {
            let pick = |random: &mut Stream| {
                &parents[tournament(size, count, random, |a, b| parents[a].1 > parents[b].1)].0
            };
            let mut order = pick(random).clone();
            if index < crossed {
                let (one, other) = (order.clone(), pick(random));
                pmx(&one, other, &mut order, random);
            } else {
                let (a, b) = (random.index(order.len()), random.index(order.len()));
                order.swap(a, b);
            }
            order
        };
        self.people = self.make(count - elite, notes, bred);
        let best = best_of(count, elite, |a, b| parents[a].1.cmp(&parents[b].1));
        self.people.extend(best.into_iter().map(|index| parents[index].clone()));
        self.generations += 1;
    }
}

impl Method for OrderGa {
    type Settings = OrderSettings;
    type Saved = Saved;
    /// One generation, whatever it takes.
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<OrderSettings, ParamError> {
        let common = Settings::read(Family::Genetic, params)?;
        Ok(OrderSettings { common, nodes: params.get("decode_nodes")? })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<OrderSettings>,
        _given: Option<&Board>,
        random: Stream,
    ) -> Self {
        Self {
            settings: Arc::clone(settings),
            field: Field::new(ground),
            decoder: Decoder::new(ground, settings.nodes),
            people: Vec::new(),
            random,
            generations: 0,
            best: 0,
        }
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<OrderSettings>,
        given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut method = Self::begin(ground, settings, given, saved.random);
        let count = settings.common.population;
        let is_order = |(order, _): &(Vec<Gene>, u32)| {
            let mut pieces: Vec<_> = order.iter().map(|gene| gene.piece()).collect();
            pieces.sort_unstable();
            pieces == method.field.pieces
        };
        let is_whole = saved.people.is_empty() || saved.people.len() == count;
        if !is_whole || !saved.people.iter().all(is_order) {
            return None;
        }
        method.people = saved.people;
        (method.generations, method.best) = (saved.generations, saved.best);
        Some(method)
    }

    fn save(&self) -> Saved {
        Saved {
            people: self.people.clone(),
            random: self.random.clone(),
            generations: self.generations,
            best: self.best,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if !self.people.is_empty() {
            self.generation(notes);
            return;
        }
        let field = Arc::clone(&self.field);
        self.people = self.make(self.settings.common.population, notes, |_, random| {
            let mut pieces = field.pieces.clone();
            random.shuffle(&mut pieces);
            pieces.into_iter().map(|piece| Gene::new(piece, Rotation(0))).collect()
        });
    }

    /// `generations`.
    fn report(&self) -> Map<String, Value> {
        Map::from_iter([("generations".to_owned(), json!(self.generations))])
    }
}
