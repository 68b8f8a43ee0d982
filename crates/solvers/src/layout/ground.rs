//! A puzzle prepared for methods that move pieces about on whole boards.
//!
//! Such methods ask one question millions of times a second: how many joins would this piece match
//! on that cell? Here the colours of a piece in each rotation stand side by side in one word, so
//! that four sides are compared at once. Cells and pieces fall into classes by how they face the rim
//! (corner, edge, inner, and others on narrow boards); a piece goes only onto cells of its class and
//! lies there only in rotations that turn its rim out, so no method can break the rim.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_puzzle::{Cell, PieceId, Placement, Puzzle, Rotation, Side};
use tilewright_search::BuildError;

/// Colours around a piece or a cell, 16 bits for each of up to four sides, side 0 lowest.
pub type Around = u64;

/// What an empty neighbour or the rim wants: nothing that a piece could show.
pub(super) const NOTHING: Around = Around::MAX;

const LANE: u32 = 16;
const LOW_BITS: Around = 0x7fff_7fff_7fff_7fff;
const HIGH_BITS: Around = !LOW_BITS;
const ONES: Around = 0x0001_0001_0001_0001;

/// The bits of one side.
#[inline]
pub(super) const fn lane(side: usize) -> Around {
    0xffff << (LANE * side as u32)
}

/// The colour on one side.
#[inline]
pub(super) const fn colour_at(around: Around, side: usize) -> u16 {
    (around >> (LANE * side as u32)) as u16
}

/// On how many sides two words agree.
#[inline]
pub const fn agreements(one: Around, other: Around) -> u32 {
    let differing = one ^ other;
    let marks = (((differing & LOW_BITS) + LOW_BITS) | differing) & HIGH_BITS;
    // A product adds up the four marks where not every machine can count bits.
    4 - ((marks >> 15).wrapping_mul(ONES) >> 48) as u32
}

/// What a side of a cell touches: a cell, and where its side stands in a word. The rim is a cell
/// behind the last one, so that nothing has to be asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub cell: u16,
    pub side: u8,
}

/// Cells and pieces that belong together by how they face the rim.
#[derive(Clone, Debug)]
pub struct Class {
    /// What it is called: corner, edge, inner, ...
    pub name: &'static str,
    /// Its cells that have no mandatory hint, in reading order.
    pub cells: Vec<Cell>,
    /// The pieces that go onto them, as many.
    pub pieces: Vec<PieceId>,
    /// In how many rotations a piece can lie on a cell.
    pub poses: u8,
}

/// A puzzle prepared: see above.
#[derive(Debug)]
pub struct Ground {
    puzzle: Arc<Puzzle>,
    sides: u8,
    /// For each piece and rotation the colours as they lie.
    pub(super) turned: Vec<[Around; 4]>,
    /// For each piece and rotation the colours that match it.
    pub(super) mates: Vec<[Around; 4]>,
    pub(super) contacts: Vec<[Contact; 4]>,
    /// The neighbours of each cell, side by side; the cell behind the last is the rim.
    pub(super) neighbours: Vec<Around>,
    classes: Vec<Class>,
    class_of_cell: Vec<u8>,
    class_of_piece: Vec<u8>,
    /// For each cell how many cells it touches.
    degrees: Vec<u8>,
    /// For each cell in how many rotations a piece can lie there.
    poses: Vec<u8>,
    /// How far the rim sides of cells and pieces are turned from those of their class.
    turn_of_cell: Vec<u8>,
    turn_of_piece: Vec<u8>,
    /// For each class how far one pose is turned from the next.
    pose_step: Vec<u8>,
    /// Cells with mandatory hints, with what lies there.
    hints: Vec<(Cell, Placement)>,
    is_fixed: Vec<bool>,
}

impl Ground {
    /// Prepares a puzzle; an error if its pieces cannot fill its board.
    pub fn new(puzzle: &Arc<Puzzle>) -> Result<Self, BuildError> {
        let topology = puzzle.topology();
        let (sides, cells) = (topology.side_count(), topology.cell_count());
        let pack = |colour: &dyn Fn(Side, Rotation) -> u16| {
            std::array::from_fn(|rotation| {
                let rotation = Rotation(rotation as u8 % sides);
                (0..sides).fold(0, |word, side| {
                    word | Around::from(colour(Side(side), rotation)) << (LANE * u32::from(side))
                })
            })
        };
        let (mut turned, mut mates) = (Vec::new(), Vec::new());
        for piece in puzzle.pieces() {
            turned.push(pack(&|side, rotation| piece.rotated(rotation).get(side).0));
            mates.push(pack(&|side, rotation| {
                puzzle.mate(piece.rotated(rotation).get(side)).map_or(u16::MAX, |mate| mate.0)
            }));
        }
        let mut contacts = vec![[Contact { cell: cells as u16, side: 0 }; 4]; cells];
        let mut neighbours = vec![Around::from(cells as u16) * ONES; cells];
        for cell in topology.cells() {
            for (side, contact) in topology.around(cell) {
                let Some((other, back)) = contact else { continue };
                contacts[cell.index()][side.index()] = Contact { cell: other.0, side: back.0 };
                let word = &mut neighbours[cell.index()];
                *word &= !lane(side.index());
                *word |= Around::from(other.0) << (LANE * u32::from(side.0));
            }
        }
        let mut ground = Self {
            puzzle: Arc::clone(puzzle),
            sides,
            turned,
            mates,
            contacts,
            neighbours,
            classes: Vec::new(),
            class_of_cell: vec![0; cells],
            class_of_piece: vec![0; cells],
            degrees: vec![0; cells],
            poses: vec![1; cells],
            turn_of_cell: vec![0; cells],
            turn_of_piece: vec![0; cells],
            pose_step: Vec::new(),
            hints: Vec::new(),
            is_fixed: vec![false; cells],
        };
        for join in topology.joins() {
            ground.degrees[join.cell.index()] += 1;
            ground.degrees[join.other.index()] += 1;
        }
        ground.place_hints()?;
        ground.sort_into_classes()?;
        Ok(ground)
    }

    fn place_hints(&mut self) -> Result<(), BuildError> {
        let puzzle = Arc::clone(&self.puzzle);
        for hint in puzzle.hints().iter().filter(|hint| hint.mandatory) {
            let Some(piece) = puzzle.piece(hint.piece) else { continue };
            if !puzzle.fits_rim(hint.cell, &piece.rotated(hint.rotation)) {
                return Err(BuildError::Unsuitable(format!(
                    "no board of {} can be filled: the hint on {} breaks the rim",
                    puzzle.name(),
                    puzzle.shape().cell_name(hint.cell)
                )));
            }
            let placement = Placement { piece: hint.piece, rotation: hint.rotation };
            self.hints.push((hint.cell, placement));
            self.is_fixed[hint.cell.index()] = true;
        }
        Ok(())
    }

    fn sort_into_classes(&mut self) -> Result<(), BuildError> {
        let puzzle = Arc::clone(&self.puzzle);
        let has_rim = puzzle.rim().is_some();
        let mut cells_of: BTreeMap<u8, Vec<Cell>> = BTreeMap::new();
        let mut pieces_of: BTreeMap<u8, Vec<PieceId>> = BTreeMap::new();
        for cell in puzzle.topology().cells() {
            let mask = if has_rim { puzzle.topology().rim_mask(cell) } else { 0 };
            let (least, turn) = least_rotation(mask, self.sides);
            cells_of.entry(least).or_default().push(cell);
            self.turn_of_cell[cell.index()] = turn;
        }
        for (id, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
            let (least, turn) = least_rotation(puzzle.rim_mask(sides), self.sides);
            pieces_of.entry(least).or_default().push(id);
            // The way back, from the piece to the class.
            self.turn_of_piece[id.index()] = (self.sides - turn) % self.sides;
        }
        let hinted: Vec<_> = self.hints.iter().map(|(_, placement)| placement.piece).collect();
        let masks = cells_of.keys().chain(pieces_of.keys()).copied().collect::<BTreeSet<_>>();
        for (index, mask) in masks.into_iter().enumerate() {
            let mut cells = cells_of.remove(&mask).unwrap_or_default();
            let mut pieces = pieces_of.remove(&mask).unwrap_or_default();
            let name = class_name(mask, self.sides);
            if cells.len() != pieces.len() {
                return Err(BuildError::Unsuitable(format!(
                    "no board of {} can be filled: there are {} {name} pieces for {} {name} cells",
                    puzzle.name(),
                    pieces.len(),
                    cells.len()
                )));
            }
            let step = period(mask, self.sides);
            for cell in &cells {
                self.class_of_cell[cell.index()] = index as u8;
                self.poses[cell.index()] = self.sides / step;
            }
            pieces.iter().for_each(|piece| self.class_of_piece[piece.index()] = index as u8);
            cells.retain(|cell| !self.is_fixed[cell.index()]);
            pieces.retain(|piece| !hinted.contains(piece));
            self.pose_step.push(step);
            self.classes.push(Class { name, cells, pieces, poses: self.sides / step });
        }
        Ok(())
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Number of cells, and of pieces.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.contacts.len()
    }

    /// Number of sides of a cell.
    #[inline]
    pub fn side_count(&self) -> u8 {
        self.sides
    }

    /// The classes, those with fewer rim sides first.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The index of a cell's class.
    #[inline]
    pub fn class_of_cell(&self, cell: Cell) -> usize {
        usize::from(self.class_of_cell[cell.index()])
    }

    /// The index of a piece's class.
    #[inline]
    pub fn class_of_piece(&self, piece: PieceId) -> usize {
        usize::from(self.class_of_piece[piece.index()])
    }

    /// In how many rotations a piece can lie on a cell of its class.
    #[inline]
    pub fn poses(&self, cell: Cell) -> u8 {
        self.poses[cell.index()]
    }

    /// The rotation of a piece on a cell of its class in its pose number `pose`.
    #[inline]
    pub fn rotation(&self, cell: Cell, piece: PieceId, pose: u8) -> Rotation {
        let turns = self.turn_of_cell[cell.index()]
            + self.turn_of_piece[piece.index()]
            + pose * self.pose_step[self.class_of_cell(cell)];
        Rotation(if self.sides == 4 { turns & 3 } else { turns % 3 })
    }

    /// The pose of a piece that lies on a cell of its class in this rotation.
    #[inline]
    pub fn pose(&self, cell: Cell, piece: PieceId, rotation: Rotation) -> u8 {
        let poses = self.poses(cell);
        (0..poses).find(|&pose| self.rotation(cell, piece, pose) == rotation).unwrap_or(0)
    }

    /// Whether a piece may lie on a cell like this.
    pub fn fits(&self, cell: Cell, placement: Placement) -> bool {
        let Placement { piece, rotation } = placement;
        self.class_of_cell(cell) == self.class_of_piece(piece)
            && (0..self.poses(cell)).any(|pose| self.rotation(cell, piece, pose) == rotation)
    }

    /// The mandatory hints.
    pub fn hints(&self) -> &[(Cell, Placement)] {
        &self.hints
    }

    /// Whether a mandatory hint lies on a cell.
    #[inline]
    pub fn is_fixed(&self, cell: Cell) -> bool {
        self.is_fixed[cell.index()]
    }

    /// How many cells a cell touches.
    #[inline]
    pub fn degree(&self, cell: Cell) -> u32 {
        u32::from(self.degrees[cell.index()])
    }

    /// The cells around a cell.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let rim = self.cell_count() as u16;
        self.contacts[cell.index()].iter().map(|c| c.cell).filter(move |&c| c != rim).map(Cell)
    }

    /// The sides of a cell that touch another: the side, the other cell and its side.
    #[inline]
    pub fn contacts(&self, cell: Cell) -> impl Iterator<Item = (u8, Cell, u8)> + '_ {
        let rim = self.cell_count() as u16;
        let contacts = (0..).zip(&self.contacts[cell.index()]);
        contacts.filter(move |(_, c)| c.cell != rim).map(|(side, c)| (side, Cell(c.cell), c.side))
    }

    /// The side on which one cell touches another.
    #[inline]
    pub(super) fn side_towards(&self, cell: Cell, other: Cell) -> Option<usize> {
        let word = self.neighbours[cell.index()];
        if agreements(word, Around::from(other.0) * ONES) == 0 {
            return None;
        }
        (0..4).find(|&side| colour_at(word, side) == other.0)
    }

    /// Whether two cells touch.
    #[inline]
    pub fn are_adjacent(&self, one: Cell, other: Cell) -> bool {
        agreements(self.neighbours[one.index()], Around::from(other.0) * ONES) > 0
    }

    /// The colours around a piece in a rotation.
    #[inline]
    pub fn sides_of(&self, piece: PieceId, rotation: Rotation) -> Around {
        self.turned[piece.index()][rotation.index() & 3]
    }
}

/// The least mask among the rotations of a mask, and how far it is turned from there.
fn least_rotation(mask: u8, sides: u8) -> (u8, u8) {
    let back = |turn: u8| turned(mask, (sides - turn) % sides, sides);
    (0..sides).map(|turn| (back(turn), turn)).min().unwrap_or((mask, 0))
}

/// The smallest turn that leaves a mask as it is.
fn period(mask: u8, sides: u8) -> u8 {
    (1..sides).find(|&turn| turned(mask, turn, sides) == mask).unwrap_or(sides)
}

/// A mask after a clockwise rotation: bit `s` moves to bit `s + turn`.
fn turned(mask: u8, turn: u8, sides: u8) -> u8 {
    let wide = u16::from(mask) << turn;
    ((wide | wide >> sides) & ((1 << sides) - 1)) as u8
}

fn class_name(mask: u8, sides: u8) -> &'static str {
    match (mask.count_ones(), period(mask, sides)) {
        (0, _) => "inner",
        (1, _) => "edge",
        (2, 2) => "strip",
        (2, _) => "corner",
        (3, 4) => "end",
        _ => "lone",
    }
}

#[cfg(test)]
mod tests {
    use tilewright_puzzle::generate::{Recipe, generate};
    use tilewright_puzzle::{Shape, Sides};

    use super::*;

    #[test]
    fn words_agree_on_as_many_sides_as_their_colours_do() {
        let pack = |c: [u16; 4]| c.iter().rev().fold(0, |w, &c| w << 16 | Around::from(c));
        let values = [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff];
        for n in 0..values.len().pow(4) {
            let pick = |k: u32| values[n / values.len().pow(k) % values.len()];
            let one = [pick(0), pick(1), pick(2), pick(3)];
            let other = [pick(1), pick(1), pick(0), 0x8000];
            let expected = one.iter().zip(&other).filter(|(a, b)| a == b).count() as u32;
            assert_eq!(agreements(pack(one), pack(other)), expected, "{one:?} {other:?}");
        }
    }

    #[test]
    fn every_pose_fits_the_rim_and_every_fitting_rotation_is_a_pose() {
        let shapes = [(1, 1), (1, 2), (1, 5), (2, 2), (2, 5), (4, 3)];
        let squares = shapes.map(|(w, h)| Shape::square(w, h));
        for shape in squares.into_iter().chain([1, 2, 3, 4].map(Shape::triangle)) {
            for (rim, colours) in [(true, 3), (false, 3), (true, 0)] {
                let recipe = Recipe { rim, unique: false, ..Recipe::new(shape, colours, 1) };
                let Ok(made) = generate(&recipe) else { continue };
                let puzzle = Arc::new(made.puzzle);
                let ground = Ground::new(&puzzle).unwrap();
                for cell in puzzle.topology().cells() {
                    for (piece, sides) in puzzle.piece_ids().zip(puzzle.pieces()) {
                        for (rotation, turned) in sides.rotations() {
                            let fits = ground.fits(cell, Placement { piece, rotation });
                            assert_eq!(fits, puzzle.fits_rim(cell, &turned), "{shape}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn puzzles_that_cannot_be_filled_are_refused_in_words() {
        let made = generate(&Recipe::new(Shape::square(4, 4), 5, 1)).unwrap();
        let mut parts = made.puzzle.to_parts();
        let inner = parts.pieces.iter().position(|p| made.puzzle.rim_mask(p) == 0).unwrap();
        parts.pieces[inner] = Sides::square([0, 1, 1, 0]);
        let refused = Ground::new(&Arc::new(Puzzle::new(parts).unwrap())).unwrap_err();
        assert!(refused.to_string().contains("there are 3 inner pieces for 4 inner cells"));
    }
}
