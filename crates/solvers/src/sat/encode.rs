//! Puzzles as formulas, in three encodings.
//!
//! All have a variable for every colour that a join can have, exactly one of which holds, and say
//! for every colour of a join which pieces beside it could show it (these support clauses alone cut
//! conflicts to a fifth or less on some puzzles). They differ in what stands for the pieces: see
//! [`Encoding`].
//!
//! None says that a cell takes at most one piece. Every cell takes at least one and the pieces are
//! counted, so that it follows; saying it costs more than it helps.

use std::collections::BTreeMap;

use tilewright_puzzle::{Cell, Colour, Puzzle, Side, Sides};

use super::counting::{AtMostOne, exactly};
use super::domains::{Candidate, Domains};
use super::formula::{Formula, Literal};

/// What stands for the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// One variable for each kind of piece, cell and rotation.
    Placements,
    /// One for each kind and cell, and further ones for its rotations where it has several.
    Turns,
    /// One for each kind and cell; rotations follow from the colours of the joins, going around the
    /// cell from each of its sides.
    Pieces,
}

/// A puzzle as a formula, with what is needed to read a solution.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The formula.
    pub formula: Formula,
    /// For each cell the candidates, each with the literals that all hold if it lies there.
    pub signs: Vec<Vec<(Candidate, Vec<Literal>)>>,
}

/// Encodes what may lie where.
pub fn encode(
    puzzle: &Puzzle,
    domains: &Domains,
    encoding: Encoding,
    at_most_one: AtMostOne,
) -> Encoded {
    let mut encoder = Encoder::new(puzzle, domains);
    for group in encoder.colours.clone() {
        exactly(&mut encoder.formula, &group, 1, at_most_one);
    }
    let mut places_of_kind = vec![Vec::new(); domains.kinds.len()];
    let mut signs = Vec::with_capacity(domains.cells.len());
    for (cell, candidates) in domains.cells.iter().enumerate() {
        let mut content = Content::default();
        for turns in candidates.chunk_by(|one, other| one.kind == other.kind) {
            match encoding {
                Encoding::Placements => encoder.placements(cell, turns, &mut content),
                Encoding::Turns => encoder.turns(cell, turns, &mut content),
                Encoding::Pieces => encoder.pieces(cell, turns, &mut content),
            }
        }
        encoder.formula.require(content.pieces.iter().map(|&(_, piece)| piece));
        for (colour, shown_by) in content.shown_by {
            encoder.formula.imply(colour, shown_by);
        }
        if domains.hinted.get(Cell::at(cell)).is_none() {
            for (kind, piece) in content.pieces {
                places_of_kind[kind].push(piece);
            }
        }
        signs.push(content.signs);
    }
    for (kind, places) in domains.kinds.iter().zip(&places_of_kind) {
        exactly(&mut encoder.formula, places, kind.free.len(), at_most_one);
    }
    Encoded { formula: encoder.formula, signs }
}

/// What has been said about one cell.
#[derive(Default)]
struct Content {
    /// Literals for 'this kind lies here', to be counted.
    pieces: Vec<(usize, Literal)>,
    /// For each colour of a join around the cell the literals that would explain it.
    shown_by: BTreeMap<Literal, Vec<Literal>>,
    signs: Vec<(Candidate, Vec<Literal>)>,
}

struct Encoder<'a> {
    puzzle: &'a Puzzle,
    domains: &'a Domains,
    formula: Formula,
    /// For each join the literals of its colours.
    colours: Vec<Vec<Literal>>,
    /// For each cell and side its join, and whether the cell is the first of the join.
    joins: Vec<[Option<(usize, bool)>; Sides::MOST]>,
}

impl<'a> Encoder<'a> {
    fn new(puzzle: &'a Puzzle, domains: &'a Domains) -> Self {
        let mut formula = Formula::default();
        let variables =
            |colours: &Vec<Colour>| colours.iter().map(|_| formula.variable()).collect();
        let colours = domains.colours.iter().map(variables).collect();
        let mut joins = vec![[None; Sides::MOST]; domains.cells.len()];
        for (index, join) in domains.joins.iter().enumerate() {
            joins[join.cell.index()][join.side.index()] = Some((index, true));
            joins[join.other.index()][join.other_side.index()] = Some((index, false));
        }
        Self { puzzle, domains, formula, colours, joins }
    }

    /// The literals for the colours around a cell on which these sides lie.
    fn around(&self, cell: usize, sides: &Sides) -> Vec<Literal> {
        let colour_of = |(side, place): (usize, &Option<(usize, bool)>)| {
            let (join, is_first) = (*place)?;
            let shown = sides.get(Side(side as u8));
            let colour = if is_first { shown } else { self.puzzle.mate(shown)? };
            let index = self.domains.colours[join].binary_search(&colour).ok()?;
            self.colours[join].get(index).copied()
        };
        self.joins[cell].iter().enumerate().filter_map(colour_of).collect()
    }

    /// Says that a candidate lies on a cell if this literal holds.
    fn lay(&mut self, cell: usize, candidate: Candidate, sign: Literal, content: &mut Content) {
        for colour in self.around(cell, &candidate.sides) {
            self.formula.imply(sign, [colour]);
            content.shown_by.entry(colour).or_default().push(sign);
        }
        content.signs.push((candidate, vec![sign]));
    }

    fn placements(&mut self, cell: usize, turns: &[Candidate], content: &mut Content) {
        for &candidate in turns {
            let placement = self.formula.variable();
            content.pieces.push((candidate.kind, placement));
            self.lay(cell, candidate, placement, content);
        }
    }

    fn turns(&mut self, cell: usize, turns: &[Candidate], content: &mut Content) {
        let [first, others @ ..] = turns else { return };
        let piece = self.formula.variable();
        content.pieces.push((first.kind, piece));
        if others.is_empty() {
            self.lay(cell, *first, piece, content);
            return;
        }
        let signs: Vec<_> = turns.iter().map(|_| self.formula.variable()).collect();
        self.formula.imply(piece, signs.iter().copied());
        for (&candidate, &sign) in turns.iter().zip(&signs) {
            self.formula.imply(sign, [piece]);
            self.lay(cell, candidate, sign, content);
        }
    }

    fn pieces(&mut self, cell: usize, turns: &[Candidate], content: &mut Content) {
        let [first, ..] = turns else { return };
        let piece = self.formula.variable();
        content.pieces.push((first.kind, piece));
        let poses: Vec<_> = turns.iter().map(|turn| self.around(cell, &turn.sides)).collect();
        for colour in sorted(poses.iter().flatten().copied()) {
            content.shown_by.entry(colour).or_default().push(piece);
        }
        for start in 0..poses.first().map_or(0, Vec::len) {
            let from_start: Vec<Vec<_>> = poses
                .iter()
                .map(|pose| {
                    let mut turned = pose.clone();
                    turned.rotate_left(start);
                    turned
                })
                .collect();
            self.go_around(piece, &from_start);
        }
        for (&candidate, mut sign) in turns.iter().zip(poses) {
            sign.push(piece);
            content.signs.push((candidate, sign));
        }
    }

    /// Says, after each run of colours that a piece can show from its first side on, which colours
    /// can come next.
    fn go_around(&mut self, piece: Literal, poses: &[Vec<Literal>]) {
        for length in 0..poses.first().map_or(0, Vec::len) {
            for run in sorted(poses.iter().map(|pose| &pose[..length])) {
                let going_on = poses.iter().filter(|pose| pose.starts_with(run));
                let next = sorted(going_on.map(|pose| pose[length]));
                let run = run.iter().map(|&colour| !colour);
                self.formula.require([!piece].into_iter().chain(run).chain(next));
            }
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<_> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
