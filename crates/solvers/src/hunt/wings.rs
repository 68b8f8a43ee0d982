//! Combs from both ends.
//!
//! Half of the time of a hunt goes into the whole rows, and what can lie above them is searched from one
//! end to the other, so that the mismatches of all boards found lie at the far end. Searched from the other
//! end, the same rows lead to as many boards again, and to others. So boards of whole rows are
//! gathered, and each is gone on from twice: with the comb of the order, and with its mirror image. For
//! the kernel the mirror image is an order of its own, with rows that run the other way, so what
//! lies has to be said in the entries of that order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_puzzle::{Puzzle, Side};

use super::ground::Ground;
use super::schedule::Schedule;
use crate::kernel::entry;

/// The mirror image of an order.
#[derive(Clone, Debug)]
pub struct Mirror<const H: usize> {
    pub ground: Ground<H>,
    /// For each level below the waist the level of its cell in the order itself, and which of the words.
    levels: Vec<(usize, usize)>,
    /// For each piece, by its seat and rotation, the entry of the mirror image.
    words: Vec<Vec<u32>>,
}

impl<const H: usize> Mirror<H> {
    /// The mirror image of a schedule that is made ready; `None` if it has none, or the kernel cannot take it.
    pub fn new(puzzle: &Arc<Puzzle>, schedule: &Schedule, ground: &Ground<H>) -> Option<Self> {
        let schedule = schedule.mirrored(puzzle.shape())?;
        let waist = schedule.level_of(&ground.plan, schedule.waist);
        let mirror = Ground::new(puzzle, &schedule)?;
        let mut known: Vec<[Option<Side>; 2]> = Vec::new();
        let mut words: Vec<Vec<u32>> = Vec::new();
        let mut levels = Vec::with_capacity(waist);
        for (level, depth) in mirror.plan.depths().iter().enumerate().take(waist) {
            let from = (0..waist).find(|&level| ground.cell(level) == Some(depth.cell))?;
            let sides = mirror.table.sides_of(level);
            let which = known.iter().position(|other| *other == sides).unwrap_or_else(|| {
                known.push(sides);
                words.push(vec![entry::NONE; 4 * 1024]);
                words.len() - 1
            });
            for candidate in mirror.plan.candidates_of(depth) {
                let seat = ground.table.seats().get(usize::from(candidate.kind))?.bits();
                let place = place_of::<H>(seat | u32::from(candidate.rotation.0));
                words[which][place] = mirror.table.entry_of(level, candidate);
            }
            levels.push((from, which));
        }
        Some(Self { ground: mirror, levels, words })
    }

    /// Says in entries of the mirror image what lies.
    pub fn translate(&self, board: &[u32], translated: &mut Vec<u32>) {
        translated.clear();
        let entry = |&(from, which): &(usize, usize)| {
            let entry = board.get(from).copied().unwrap_or(entry::NONE);
            self.words[which][place_of::<H>(entry)]
        };
        translated.extend(self.levels.iter().map(entry));
    }
}

/// Where the word for a piece is that is turned so.
fn place_of<const H: usize>(entry: u32) -> usize {
    4 * (entry::seat_number::<H>(entry) % 1024) + usize::from(entry::rotation(entry) % 4)
}

/// Boards of whole rows that have been gathered.
///
/// Those of one search follow one another in depth-first order, so most have all but the last pieces in common
/// with the one before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gathered {
    sheaves: Vec<Sheaf>,
    count: usize,
}

/// Boards of one search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Sheaf {
    /// For each board how many entries it has in common with the one before it, and the others.
    words: Vec<u32>,
    last: Vec<u32>,
}

impl Gathered {
    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Adds a board of a search.
    pub fn add(&mut self, search: usize, board: impl Iterator<Item = u32>) {
        while self.sheaves.len() <= search {
            self.sheaves.push(Sheaf::default());
        }
        let Sheaf { words, last } = &mut self.sheaves[search];
        let begin = words.len();
        words.push(0);
        let mut common = 0;
        for (level, entry) in board.enumerate() {
            if common == level && last.get(level) == Some(&entry) {
                common += 1;
                continue;
            }
            words.push(entry);
            match last.get_mut(level) {
                Some(last) => *last = entry,
                None => last.push(entry),
            }
        }
        words[begin] = common as u32;
        self.count += 1;
    }

    /// All of them, those of one search after those of another.
    pub fn boards(&self) -> Boards<'_> {
        Boards { gathered: self, sheaf: 0, at: 0, board: Vec::new() }
    }

    /// Whether all boards have so many entries, each as it should be.
    pub fn is_sound(&self, entries: usize, is_known: impl Fn(u32) -> bool) -> bool {
        let is_whole = |sheaf: &Sheaf| sheaf.words.is_empty() || sheaf.last.len() == entries;
        let mut boards = self.boards();
        let mut count = 0;
        while let Some(board) = boards.next(entries) {
            if board.len() != entries || !board.iter().all(|&entry| is_known(entry)) {
                return false;
            }
            count += 1;
        }
        count == self.count && self.sheaves.iter().all(is_whole)
    }
}

/// Goes through gathered boards.
#[derive(Debug)]
pub struct Boards<'a> {
    gathered: &'a Gathered,
    sheaf: usize,
    at: usize,
    board: Vec<u32>,
}

impl Boards<'_> {
    /// The next board, of so many entries.
    pub fn next(&mut self, entries: usize) -> Option<&[u32]> {
        loop {
            let sheaf = self.gathered.sheaves.get(self.sheaf)?;
            let Some(&common) = sheaf.words.get(self.at) else {
                (self.sheaf, self.at) = (self.sheaf + 1, 0);
                self.board.clear();
                continue;
            };
            self.board.truncate(common as usize);
            let others = entries.saturating_sub(self.board.len());
            let rest = sheaf.words.get(self.at + 1..).unwrap_or_default();
            self.board.extend(rest.iter().take(others));
            self.at += 1 + others;
            return Some(&self.board);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::rules::Hunting;
    use crate::hunt::schedule::Comb;
    use crate::hunt::work::{Descend, Hunt};
    use crate::kernel::simd::Form;
    use crate::kernel::stream::Stream;
    use proptest::prelude::*;
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Hint, Shape};

    /// What is found on the way down from where a stream stands, and the nodes it takes.
    fn descents(ground: &Ground<1>, stream: &mut Stream<1, Hunting>) -> (Vec<Vec<u32>>, u64) {
        let Ground { table, rules, .. } = ground;
        let mut boards = Vec::new();
        loop {
            let mut streams = [(table, &mut *stream)];
            let hunt = Hunt { streams: &mut streams, rules, rounds: u64::MAX };
            Form::best().run(hunt);
            if !stream.take_board() {
                return (boards, stream.take_nodes());
            }
            boards.push(stream.laid());
            stream.leave_goal();
        }
    }

    fn descend(ground: &Ground<1>, stream: &mut Stream<1, Hunting>, entries: &[u32], lying: usize) {
        let Ground { table, rules, .. } = ground;
        Form::best().run(Descend { table, rules, stream, entries, lying });
    }

    #[test]
    fn the_mirror_image_has_the_same_boards_below_the_waist_and_others_above() {
        let (mut shared, mut others) = (0, 0);
        for seed in 0..8u64 {
            let shape = Shape::square(6, 6);
            let recipe = Recipe::new(shape, 5 + (seed % 2) as u32, seed);
            let generated = generate(&recipe).unwrap();
            let mut parts = generated.puzzle.to_parts();
            // A hint in the rows or above them.
            if seed % 3 > 0 {
                let cell = tilewright_puzzle::Cell(if seed % 3 == 1 { 8 } else { 26 });
                let lies = generated.solution.get(cell).unwrap();
                parts.hints.push(Hint {
                    cell,
                    piece: lies.piece,
                    rotation: lies.rotation,
                    mandatory: true,
                });
            }
            let puzzle = Arc::new(Puzzle::new(parts).unwrap());
            let order = Comb { rows: 3, left: 2, turns: (seed % 4) as u8 }.cells(shape);
            let schedule = Schedule {
                slips: vec![22, 26, 30],
                finish: 32,
                waist: 18,
                ..Schedule::blank(order)
            };
            let near = Ground::<1>::new(&puzzle, &schedule).unwrap();
            let far = Mirror::new(&puzzle, &schedule, &near).unwrap();
            let waist = schedule.level_of(&near.plan, schedule.waist);
            let mut rows = Stream::new(&near.table.layout, waist);
            descend(&near, &mut rows, &[], 0);
            let mut gathered = Gathered::default();
            for board in descents(&near, &mut rows).0.into_iter().step_by(97).take(200) {
                gathered.add(0, board.into_iter());
            }
            let mut boards = gathered.boards();
            let (mut entries, mut before) = (Vec::new(), Vec::new());
            let mut flyer = Stream::new(&far.ground.table.layout, far.ground.goal);
            while let Some(board) = boards.next(waist) {
                far.translate(board, &mut entries);
                let same = near.board(board, &[]);
                assert_eq!(far.ground.board(&entries, &[]), same, "seed {seed}");
                // What lies already need not be laid again.
                let common = entries.iter().zip(&before).take_while(|(a, b)| a == b).count();
                shared += usize::from(common > 0);
                descend(&far.ground, &mut flyer, &entries, common);
                let mut anew = Stream::new(&far.ground.table.layout, far.ground.goal);
                descend(&far.ground, &mut anew, &entries, 0);
                let (found, nodes) = descents(&far.ground, &mut flyer);
                assert_eq!(descents(&far.ground, &mut anew), (found.clone(), nodes));
                // From the other end another part of the same boards is found.
                let mut stream = Stream::new(&near.table.layout, near.goal);
                descend(&near, &mut stream, board, 0);
                others += usize::from(descents(&near, &mut stream).0.len() != found.len());
                before.clone_from(&entries);
            }
        }
        assert!(shared > 100 && others > 20, "{shared} {others}");
    }

    proptest! {
        #[test]
        fn boards_come_out_as_they_were_gathered(
            boards in prop::collection::vec((0..3usize, prop::collection::vec(0..3u32, 5)), 0..40),
        ) {
            let mut gathered = Gathered::default();
            for (search, board) in &boards {
                gathered.add(*search, board.iter().copied());
            }
            prop_assert_eq!(gathered.len(), boards.len());
            let mut expected = boards.clone();
            expected.sort_by_key(|(search, _)| *search);
            let mut reader = gathered.boards();
            for (_, board) in &expected {
                prop_assert_eq!(reader.next(5), Some(&board[..]));
            }
            prop_assert_eq!(reader.next(5), None);
            prop_assert!(gathered.is_sound(5, |entry| entry < 3));
            prop_assert!(boards.is_empty() || !gathered.is_sound(4, |entry| entry < 3));
            prop_assert!(boards.is_empty() || !gathered.is_sound(5, |_| false));
        }
    }
}
