//! `spiral`: backtracking outwards from the known piece in the middle; stuck, it goes on with what fits.
//!
//! ES of Muñoz, Gutierrez and Sanchis 2009, section III-A. The board is filled in a spiral; where the
//! search is as deep as it ever was and nothing fits, the rest of the board is browsed, pieces that
//! match all around are laid and the other cells stay empty. An evaluation is a dead end.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_puzzle::{Board, Cell, Shape};
use tilewright_search::{Kind, ParamError, Parameter, Params, SolverInfo, Stream, Unit};

use super::start::first_fitting;
use super::{restore_square, square};
use crate::construct::lists::{Lists, LookUp, Run};
use crate::layout::{Ground, Layout};
use crate::team::{Method, Notes};

/// `spiral`, as registered.
pub static SPIRAL: SolverInfo = SolverInfo {
    name: "spiral",
    summary: "backtracking in a spiral from the middle; at its deepest dead ends the rest is filled \
              with what fits, and holes stay",
    source: "J. Muñoz, G. Gutierrez and A. Sanchis, Evolutionary techniques in a constraint \
             satisfaction problem: Puzzle Eternity II (2009), ES; its own: slack=0",
    takes_start: false,
    unit: Unit::Evaluations,
    parameters: &[Parameter {
        name: "slack",
        meaning: "the rest is filled at dead ends that are at most so many cells less deep than the \
                  deepest",
        kind: Kind::Integer { min: 0, max: 65_536 },
        default: Some("2"),
    }],
    build: |task| square::<Spiral>(&task),
    restore: |task, saved| restore_square::<Spiral>(&task, saved),
};

/// Dead ends between two boundaries of the run.
const BATCH: u32 = 512;

struct Settings {
    slack: usize,
}

struct Spiral {
    settings: Arc<Settings>,
    order: Vec<Cell>,
    /// The lists as they are made, and as they are shuffled for this search.
    sorted: Lists,
    lists: Lists,
    look_ups: Vec<LookUp>,
    /// What the lists were shuffled with.
    shuffled_with: Stream,
    layout: Layout,
    /// For each depth what is left to be tried, and how much of it was.
    runs: Vec<Run>,
    tried: Vec<u32>,
    random: Stream,
    deepest: usize,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    shuffled_with: Stream,
    tried: Vec<u32>,
    random: Stream,
    deepest: u32,
}

impl Spiral {
    fn new(ground: &Arc<Ground>, settings: &Arc<Settings>, mut random: Stream) -> Self {
        let layout = Layout::new(ground);
        let order = outwards(&layout);
        let (sorted, look_ups) = Lists::new(&layout, &order);
        let mut lists = sorted.clone();
        let shuffled_with = random.clone();
        lists.shuffle(&mut random);
        let settings = Arc::clone(settings);
        let (runs, tried) = (Vec::new(), Vec::new());
        let mut spiral = Self {
            settings,
            order,
            sorted,
            lists,
            look_ups,
            shuffled_with,
            layout,
            runs,
            tried,
            random,
            deepest: 0,
        };
        spiral.open();
        spiral
    }

    /// Lists the candidates for the next cell.
    fn open(&mut self) {
        let depth = self.runs.len();
        if let (Some(look_up), Some(&cell)) = (self.look_ups.get(depth), self.order.get(depth)) {
            self.runs.push(self.lists.matching(look_up, &self.layout, cell));
            self.tried.push(0);
        }
    }

    /// Lays the next candidate that matches on the last opened cell.
    fn lay_next(&mut self) -> bool {
        let Some(depth) = self.tried.len().checked_sub(1) else { return false };
        let (cell, joins) = (self.order[depth], self.look_ups[depth].joins);
        let placement = loop {
            let Some(placement) = self.lists.next(&mut self.runs[depth]) else { return false };
            self.tried[depth] += 1;
            let is_free = self.layout.cell_of(placement.piece).is_none();
            let matches = || self.layout.matches(cell, placement.piece, placement.rotation);
            if is_free && matches() == joins {
                break placement;
            }
        };
        self.layout.lay(cell, placement);
        true
    }

    /// Goes on to the next dead end; whether the board is full.
    fn descend(&mut self) -> bool {
        loop {
            if !self.lay_next() {
                return false;
            }
            if self.tried.len() == self.order.len() {
                return true;
            }
            self.open();
        }
    }

    /// Lays what fits behind a dead end, shows the board and takes it back.
    fn fill_rest(&mut self, notes: &mut Notes) {
        let depth = self.tried.len() - 1;
        let classes = self.layout.ground().classes();
        let mut rest: Vec<Vec<_>> = classes.iter().map(|class| class.pieces.clone()).collect();
        for pieces in &mut rest {
            pieces.retain(|&piece| self.layout.cell_of(piece).is_none());
            self.random.shuffle(pieces);
        }
        let mut laid = Vec::new();
        for &cell in &self.order[depth..] {
            let class = self.layout.ground().class_of_cell(cell);
            let Some(pieces) = rest.get_mut(class) else { continue };
            if let Some((place, placement)) = first_fitting(&self.layout, cell, pieces) {
                pieces.swap_remove(place);
                self.layout.lay(cell, placement);
                laid.push(cell);
            }
        }
        notes.show(&self.layout);
        for cell in laid.into_iter().rev() {
            self.layout.lift(cell);
        }
    }

    /// Takes back the last piece; whether there was one.
    fn backtrack(&mut self) -> bool {
        self.runs.pop();
        self.tried.pop();
        match self.tried.len().checked_sub(1).and_then(|depth| self.order.get(depth)) {
            Some(&cell) => {
                self.layout.lift(cell);
                true
            }
            None => false,
        }
    }

    /// Everything was searched, or the board is full: the same in another order.
    fn begin_anew(&mut self) {
        self.layout = Layout::new(self.layout.ground());
        self.lists.clone_from(&self.sorted);
        self.shuffled_with = self.random.clone();
        self.lists.shuffle(&mut self.random);
        self.runs.clear();
        self.tried.clear();
        self.deepest = 0;
        self.open();
    }
}

impl Method for Spiral {
    type Settings = Settings;
    type Saved = Saved;
    const ROUND: u64 = 1;

    fn settings(params: &Params) -> Result<Settings, ParamError> {
        Ok(Settings { slack: params.get("slack")? })
    }

    fn begin(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _given: Option<&Board>,
        random: Stream,
    ) -> Self {
        Self::new(ground, settings, random)
    }

    fn restore(
        ground: &Arc<Ground>,
        settings: &Arc<Settings>,
        _given: Option<&Board>,
        saved: Saved,
    ) -> Option<Self> {
        let mut spiral = Self::new(ground, settings, saved.shuffled_with);
        (spiral.random, spiral.deepest) = (saved.random, saved.deepest as usize);
        spiral.runs.clear();
        spiral.tried.clear();
        let last = saved.tried.len().checked_sub(1)?;
        for (depth, tried) in saved.tried.into_iter().enumerate() {
            spiral.open();
            let run = spiral.runs.get_mut(depth)?;
            let mut laid = None;
            for _ in 0..tried {
                laid = Some(spiral.lists.next(run)?);
            }
            *spiral.tried.get_mut(depth)? = tried;
            if depth < last {
                let placement = laid?;
                if spiral.layout.cell_of(placement.piece).is_some() {
                    return None;
                }
                spiral.layout.lay(spiral.order[depth], placement);
            }
        }
        Some(spiral)
    }

    fn save(&self) -> Saved {
        Saved {
            shuffled_with: self.shuffled_with.clone(),
            tried: self.tried.clone(),
            random: self.random.clone(),
            deepest: self.deepest as u32,
        }
    }

    fn step(&mut self, notes: &mut Notes) {
        if self.order.is_empty() {
            notes.evaluations += 1;
            notes.show(&self.layout);
            return;
        }
        for _ in 0..BATCH {
            notes.evaluations += 1;
            if self.descend() {
                notes.show(&self.layout);
                self.begin_anew();
                notes.restarts += 1;
                return;
            }
            let depth = self.tried.len() - 1;
            self.deepest = self.deepest.max(depth);
            if depth + self.settings.slack >= self.deepest {
                self.fill_rest(notes);
            }
            if !self.backtrack() {
                self.begin_anew();
                notes.restarts += 1;
            }
        }
    }

    /// `deepest`: how many cells were filled without a hole.
    fn report(&self) -> Map<String, Value> {
        Map::from_iter([("deepest".to_owned(), json!(self.deepest))])
    }
}

/// The empty cells in a spiral from the mandatory hint that is nearest to the middle, or the middle.
fn outwards(layout: &Layout) -> Vec<Cell> {
    let shape = layout.ground().puzzle().shape();
    let Shape::Square { width, height } = shape else { return Vec::new() };
    let (width, height) = (i32::from(width), i32::from(height));
    let position = |cell: Cell| {
        let (row, column) = shape.position(cell);
        (i32::from(row), i32::from(column))
    };
    let from_middle = |&(row, column): &(i32, i32)| {
        (2 * row + 1 - height).pow(2) + (2 * column + 1 - width).pow(2)
    };
    let known = layout.ground().hints().iter().map(|&(cell, _)| position(cell));
    let (mut row, mut column) =
        known.min_by_key(from_middle).unwrap_or(((height - 1) / 2, (width - 1) / 2));
    let mut order = Vec::new();
    let mut take = |row: i32, column: i32| {
        let inside = (0..height).contains(&row) && (0..width).contains(&column);
        let cell = inside.then(|| shape.cell(row as u16, column as u16)).flatten();
        order.extend(cell.filter(|&cell| layout.is_empty(cell)));
    };
    take(row, column);
    let turns = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    // Every second turn the way gets longer by one; this long, it has been everywhere.
    for (leg, (down, right)) in
        turns.iter().cycle().take(4 * width.max(height) as usize).enumerate()
    {
        for _ in 0..=leg / 2 {
            (row, column) = (row + down, column + right);
            take(row, column);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::tests::puzzles;

    #[test]
    fn the_spiral_visits_every_empty_cell_once() {
        for puzzle in puzzles() {
            let ground = Arc::new(Ground::new(&puzzle).unwrap());
            let layout = Layout::new(&ground);
            let mut order = outwards(&layout);
            if ground.side_count() == 3 {
                continue;
            }
            order.sort_unstable();
            let empty = puzzle.topology().cells().filter(|&cell| layout.is_empty(cell));
            assert_eq!(order, empty.collect::<Vec<_>>(), "{}", puzzle.shape());
        }
    }
}
