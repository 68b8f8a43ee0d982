//! Fixed pieces of work on Eternity II: the same nodes and evaluations on every machine, as long as
//! the search stays the same. Each is prepared first, so that only the work itself is measured, and
//! gives back how much it did.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_puzzle::{Cell, Placement, Puzzle};
use tilewright_search::{Params, Solver, Task, stream};
use tilewright_solvers::exact::engine::{Engine, Manner, Turn, Walker, advance};
use tilewright_solvers::exact::walk::Pause;
use tilewright_solvers::improve::vlns::assignment::Assignment;
use tilewright_solvers::kernel::simd::Form;
use tilewright_solvers::layout::{Ground, Layout};

/// Nodes of a scan.
pub const SCAN_NODES: u64 = 600_000;
/// Evaluations of swaps.
pub const SWAPS: u64 = 20_000;
/// Assignment problems, and their size: that of the neighbourhoods of `vlns`.
pub const ASSIGNMENTS: u64 = 200;
/// Pieces to be assigned.
pub const ASSIGNMENT_SIZE: usize = 16;
/// Nodes asked of a beam and of a hunt: a pass of the beam, and a round of the hunt.
pub const BEAM_NODES: u64 = 100_000;
/// See [`BEAM_NODES`].
pub const HUNT_NODES: u64 = 1;

/// Everything runs on the thread that measures.
fn stay_on_this_thread() {
    // It may have been said before.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
}

fn puzzle(name: &str) -> Arc<Puzzle> {
    Arc::new(tilewright_formats::embedded::puzzle(name).unwrap())
}

/// The strict search row by row: several subtrees in turn, as the solvers do it.
pub struct Scan {
    engine: Engine,
    walkers: Vec<Walker>,
    form: Form,
}

impl Scan {
    /// In a manner, in a form of the kernel; the plain walk has no forms.
    pub fn new(manner: Manner, form: Form) -> Self {
        /// Deep enough that no two are alike, and high enough that none comes to its end.
        const ROOT: usize = 8;
        let puzzle = puzzle("eternity2-free");
        let order: Vec<_> = puzzle.topology().cells().collect();
        let engine = Engine::in_manner(&puzzle, &order, true, manner);
        let mut roots = engine.walk(&[], ROOT);
        let mut walkers = Vec::new();
        while walkers.len() < engine.walks_at_once() {
            assert_eq!(roots.advance(&engine, &mut { u64::MAX }), Pause::Reached);
            walkers.push(engine.walk(&roots.laid(&engine), engine.depths()));
        }
        Self { engine, walkers, form }
    }

    /// Visits the nodes.
    pub fn run(mut self) -> u64 {
        let each = SCAN_NODES / self.walkers.len() as u64;
        let mut left = vec![each; self.walkers.len()];
        let engine = &self.engine;
        let walkers = self.walkers.iter_mut().zip(&mut left);
        let mut turns: Vec<_> =
            walkers.map(|(walker, left)| Turn { engine, walker, left }).collect();
        assert_eq!(advance(&mut turns, self.form).map(|(_, pause)| pause), Some(Pause::Spent));
        SCAN_NODES - left.iter().sum::<u64>()
    }
}

/// Two pieces change places and turn as fits best: what is that worth?
pub struct Swaps {
    layout: Layout,
    pairs: Vec<(Cell, Cell)>,
}

impl Swaps {
    /// On a random board.
    pub fn new() -> Self {
        let ground = Arc::new(Ground::new(&puzzle("eternity2-free")).unwrap());
        let mut random = stream(1, 0);
        let mut layout = Layout::new(&ground);
        for class in ground.classes() {
            let mut pieces = class.pieces.clone();
            random.shuffle(&mut pieces);
            for (&cell, piece) in class.cells.iter().zip(pieces) {
                let pose = random.below(class.poses.into()) as u8;
                layout.lay(cell, Placement { piece, rotation: ground.rotation(cell, piece, pose) });
            }
        }
        let pair = || {
            let one = Cell::at(random.index(ground.cell_count()));
            let cells = &ground.classes()[ground.class_of_cell(one)].cells;
            (one, cells[random.index(cells.len())])
        };
        let pairs = std::iter::repeat_with(pair).filter(|(one, other)| one != other);
        Self { pairs: pairs.take(SWAPS as usize).collect(), layout }
    }

    /// Evaluates the swaps.
    pub fn run(self) -> i64 {
        let gain =
            |&(one, other): &(Cell, Cell)| i64::from(self.layout.best_swap(one, other, 0).gain);
        self.pairs.iter().map(gain).sum()
    }
}

/// Pieces to be laid on cells that do not touch.
pub struct Assignments {
    assignment: Assignment,
    worths: Vec<i32>,
}

impl Assignments {
    /// With as many matches as pieces of Eternity II would have.
    pub fn new() -> Self {
        let mut random = stream(1, 0);
        let count = ASSIGNMENTS as usize * ASSIGNMENT_SIZE * ASSIGNMENT_SIZE;
        let worth = || [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][random.index(10)];
        let worths = std::iter::repeat_with(worth).take(count).collect();
        Self { assignment: Assignment::with_room(ASSIGNMENT_SIZE), worths }
    }

    /// Solves them all.
    pub fn run(mut self) -> usize {
        let mut sum = 0;
        for worth in self.worths.chunks(ASSIGNMENT_SIZE * ASSIGNMENT_SIZE) {
            self.assignment
                .solve(ASSIGNMENT_SIZE, |row, column| worth[row * ASSIGNMENT_SIZE + column]);
            sum += self.assignment.row(0);
        }
        sum
    }
}

/// A solver as it is registered, and how much it is to do.
pub struct Run {
    solver: Box<dyn Solver>,
    work: u64,
}

impl Run {
    /// A beam of a hundred boards.
    pub fn beam() -> Self {
        Self::new("beam", &[("width", "100")], BEAM_NODES)
    }

    /// A hunt with the fit that is kept, which is where most of its slips are.
    pub fn hunt() -> Self {
        Self::new("hunt", &[], HUNT_NODES)
    }

    fn new(name: &str, settings: &[(&str, &str)], work: u64) -> Self {
        stay_on_this_thread();
        let info = tilewright_solvers::registry().get(name).unwrap();
        let settings: BTreeMap<_, _> = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let task = Task {
            puzzle: puzzle("eternity2"),
            params: Params::from_settings(info.parameters, &settings).unwrap(),
            seed: 1,
            threads: 1,
            start: None,
            target: None,
            floor: None,
        };
        Self { solver: (info.build)(task).unwrap(), work }
    }

    /// Does it, and says how many nodes it took.
    pub fn run(mut self) -> u64 {
        self.solver.advance(self.work);
        self.solver.counters().nodes
    }
}
