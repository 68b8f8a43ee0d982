//! A fill order made ready for a beam: what laying a piece changes, at every depth.
//!
//! A board of a beam has to be small, for there are many and each is copied. It holds which pieces
//! are used, and the colours of the sides that still wait for a neighbour. Those live in registers:
//! places that are given free when the neighbour is laid.

use tilewright_puzzle::{Board, Cell, Puzzle};
use tilewright_search::scatter;

use super::prospect::Prospects;
use crate::exact::plan::{Candidate, Plan};

/// What a side of a cell meets when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// The edge of a board with a rim, or of one without.
    Edge,
    /// A neighbour that lies: the register with the colour that would match.
    Register(u16),
    /// A hint, which shows this colour.
    Hint(u16),
    /// A neighbour that comes later: the register for the colour that will match.
    Later(u16),
}

/// One cell of the order.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The cell.
    pub cell: Cell,
    /// What each side meets.
    pub meets: Vec<Meets>,
    /// All candidates whose rim and hints fit, whatever lies beside the cell.
    pub candidates: Vec<Candidate>,
    /// Where the candidates of each pair of colours begin and end, in the registers of the first two
    /// neighbours that lie; sorted, so that those that fit are found at once.
    by_keys: Vec<(u32, u32)>,
    keys: [Option<(u16, usize)>; 2],
    width: usize,
    /// Neighbours that lie.
    lying: usize,
    /// The candidates by the colour at the second neighbour that lies, and where each colour begins.
    by_second: Vec<u32>,
    seconds: Vec<u32>,
}

/// The whole order.
#[derive(Clone, Debug)]
pub struct Course {
    /// The cells in order, hints left out.
    pub stops: Vec<Stop>,
    /// Registers that are needed at once, at most.
    pub registers: usize,
    /// Number of colours.
    pub colours: usize,
    /// For each kind of piece its first bit and its copies.
    pub bits: Vec<(u32, u32)>,
    /// Words of 64 bits for the pieces.
    pub words: usize,
    /// What colours are worth.
    pub prospects: Prospects,
    /// What it is worth to lay a piece, beside the prospects, for each kind; nothing if empty.
    bonus: Vec<f32>,
    /// Sides of each colour on free pieces.
    pub left: Vec<u16>,
    /// Sides of each colour that the hints ask for, in the colour that would match.
    pub asked: Vec<u16>,
    /// The colour of the rim.
    pub rim: Option<u16>,
    /// Whether all colours match themselves.
    pub is_plain: bool,
    /// Numbers of chance for each piece, and for each register and colour: what tells boards apart.
    pub piece_numbers: Vec<u64>,
    pub open_numbers: Vec<u64>,
}

impl Course {
    /// Prepares an order.
    pub fn new(puzzle: &Puzzle, plan: &Plan) -> Self {
        let topology = puzzle.topology();
        let hinted = plan.board(&[]);
        let depth_of = |cell| plan.depths().iter().position(|depth| depth.cell == cell);
        let colours = plan.colour_count();
        let rim = puzzle.rim().map(|rim| plan.colour_number(rim));
        let mut registers = Registers::default();
        // For each cell and side the register with the colour that it waits for.
        let mut held = vec![[u16::MAX; 4]; topology.cell_count()];
        let mut stops = Vec::with_capacity(plan.depths().len());
        for (index, depth) in plan.depths().iter().enumerate() {
            let mut meets = Vec::new();
            for (_, contact) in topology.around(depth.cell) {
                meets.push(match contact {
                    None => Meets::Edge,
                    Some((other, back)) => match hinted.colour(puzzle, other, back) {
                        Some(colour) => Meets::Hint(plan.mate_number(colour)),
                        None if depth_of(other).is_some_and(|at| at < index) => {
                            let register = held[other.index()][back.index()];
                            registers.give_back(register);
                            Meets::Register(register)
                        }
                        None => Meets::Later(0),
                    },
                });
            }
            for (side, meets) in meets.iter_mut().enumerate() {
                if let Meets::Later(register) = meets {
                    *register = registers.take();
                    held[depth.cell.index()][side] = *register;
                }
            }
            let candidates: Vec<_> = plan.candidates_of(depth).copied().collect();
            stops.push(Stop::new(depth.cell, meets, candidates, colours));
        }
        let mut bits = Vec::new();
        let mut next = 0;
        for kind in plan.kinds() {
            bits.push((next, kind.free.len() as u32));
            next += kind.free.len() as u32;
        }
        let mut mates: Vec<_> = (0..colours).collect();
        for colour in puzzle.colours() {
            let number = usize::from(plan.colour_number(colour));
            mates[number] = usize::from(plan.mate_number(colour)).min(colours - 1);
        }
        let mut left = vec![0; colours];
        for kind in plan.kinds() {
            for &colour in kind.sides.colours() {
                let number = plan.colour_number(colour);
                if Some(number) != rim {
                    left[usize::from(number)] += kind.free.len() as u16;
                }
            }
        }
        let sides = left.iter().map(|&left| usize::from(left)).max().unwrap_or(0);
        let prospects = Prospects::new(mates, sides);
        let numbers = |from: u64, count: usize| (from..from + count as u64).map(scatter).collect();
        Self {
            stops,
            registers: registers.count,
            colours,
            is_plain: prospects.is_plain(),
            piece_numbers: numbers(1, next as usize),
            open_numbers: numbers(1 << 40, registers.count * colours),
            words: (next as usize).div_ceil(64).max(1),
            bits,
            prospects,
            bonus: Vec::new(),
            left,
            asked: asked_by_hints(puzzle, plan, &hinted),
            rim,
        }
    }

    /// The same course where laying a piece is worth something by itself, for each kind.
    pub fn with_bonus(self, bonus: Vec<f32>) -> Self {
        Self { bonus, ..self }
    }

    /// What it is worth to lay a candidate, beside the prospects.
    #[inline]
    pub fn bonus(&self, candidate: &Candidate) -> f32 {
        self.bonus.get(usize::from(candidate.kind)).copied().unwrap_or(0.0)
    }
}

/// For each colour how many open sides of hints it would match.
fn asked_by_hints(puzzle: &Puzzle, plan: &Plan, hinted: &Board) -> Vec<u16> {
    let topology = puzzle.topology();
    let mut asked = vec![0; plan.colour_count()];
    for cell in topology.cells() {
        for (side, contact) in topology.around(cell) {
            let Some((other, _)) = contact else { continue };
            if hinted.get(other).is_some() {
                continue;
            }
            if let Some(colour) = hinted.colour(puzzle, cell, side)
                && let Some(count) = asked.get_mut(usize::from(plan.mate_number(colour)))
            {
                *count += 1;
            }
        }
    }
    asked
}

impl Stop {
    fn new(cell: Cell, meets: Vec<Meets>, mut candidates: Vec<Candidate>, width: usize) -> Self {
        let mut keys = [None; 2];
        let lying = meets.iter().enumerate().filter_map(|(side, meets)| match meets {
            Meets::Register(register) => Some((*register, side)),
            _ => None,
        });
        for (key, lying) in keys.iter_mut().zip(lying) {
            *key = Some(lying);
        }
        let colour = |candidate: &Candidate, key: Option<(u16, usize)>| {
            key.map_or(0, |(_, side)| usize::from(candidate.own[side]))
        };
        let place = |c: &Candidate| colour(c, keys[0]) * width + colour(c, keys[1]);
        candidates.sort_by_key(place);
        let mut by_keys = vec![(0, 0); width * width];
        for (index, candidate) in candidates.iter().enumerate() {
            if let Some((from, to)) = by_keys.get_mut(place(candidate)) {
                if *to == 0 {
                    *from = index as u32;
                }
                *to = index as u32 + 1;
            }
        }
        let lying = meets.iter().filter(|meets| matches!(meets, Meets::Register(_))).count();
        let second = |index: &u32| {
            candidates.get(*index as usize).map_or(0, |candidate| colour(candidate, keys[1]))
        };
        let mut by_second: Vec<u32> = (0..candidates.len() as u32).collect();
        by_second.sort_by_key(second);
        let below = |colour| by_second.partition_point(|index| second(index) < colour) as u32;
        let seconds = (0..=width).map(below).collect();
        Self { cell, meets, candidates, by_keys, keys, width, lying, by_second, seconds }
    }

    /// Calls for every candidate that does not match `reach` neighbours at most, as far as the first
    /// two are concerned, with its number.
    #[inline]
    pub fn for_each(&self, registers: &[u16], reach: u16, mut call: impl FnMut(usize, u16)) {
        let exact = self.lying <= 2;
        let missed = |index: usize| match self.candidates.get(index) {
            Some(candidate) => self.mismatches(candidate, registers),
            None => u16::MAX,
        };
        if reach == 0 {
            for index in self.fitting(registers) {
                let missed = if exact { 0 } else { missed(index) };
                if missed == 0 {
                    call(index, 0);
                }
            }
            return;
        }
        if reach == 1 && self.lying == 2 {
            let [one, other] = [0, 1].map(|key| self.wanted(key, registers));
            let from = self.by_keys_from(one);
            for index in from.0..from.1 {
                call(index, missed(index));
            }
            let range = |colour: usize| self.seconds.get(colour).map_or(0, |&at| at as usize);
            let seconds = self.by_second.get(range(other)..range(other + 1)).unwrap_or_default();
            for &index in seconds {
                // Those that match both were among the first.
                if missed(index as usize) == 1 {
                    call(index as usize, 1);
                }
            }
            return;
        }
        for index in 0..self.candidates.len() {
            let missed = missed(index);
            if missed <= reach {
                call(index, missed);
            }
        }
    }

    /// The colour that the neighbour of a key wants.
    fn wanted(&self, key: usize, registers: &[u16]) -> usize {
        let register = self.keys.get(key).copied().flatten();
        let colour = register.and_then(|(register, _)| registers.get(usize::from(register)));
        colour.map_or(0, |&colour| usize::from(colour))
    }

    /// Where the candidates with a colour at the first key begin and end.
    fn by_keys_from(&self, colour: usize) -> (usize, usize) {
        let side = self.keys[0].map_or(0, |(_, side)| side);
        let own = |candidate: &Candidate| usize::from(candidate.own[side]);
        let below = |colour: usize| self.candidates.partition_point(|c| own(c) < colour);
        (below(colour), below(colour + 1))
    }

    /// The candidates that fit the first two neighbours that lie, given the registers.
    fn fitting(&self, registers: &[u16]) -> std::ops::Range<usize> {
        let place = self.wanted(0, registers) * self.width + self.wanted(1, registers);
        self.by_keys.get(place).map_or(0..0, |&(from, to)| from as usize..to as usize)
    }

    /// How many of the neighbours that lie a candidate does not match.
    fn mismatches(&self, candidate: &Candidate, registers: &[u16]) -> u16 {
        let differs = |(side, meets): (usize, &Meets)| match meets {
            Meets::Register(register) => {
                let wanted = registers.get(usize::from(*register));
                u16::from(wanted != Some(&candidate.own[side]))
            }
            _ => 0,
        };
        self.meets.iter().enumerate().map(differs).sum()
    }
}

/// Registers as they are taken and given back.
#[derive(Debug, Default)]
struct Registers {
    free: Vec<u16>,
    count: usize,
}

impl Registers {
    fn take(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count as u16 - 1
        })
    }

    fn give_back(&mut self, register: u16) {
        self.free.push(register);
    }
}
