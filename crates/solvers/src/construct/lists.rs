//! Which pieces show which colours where: what a search looks candidates up in.

use std::collections::BTreeMap;

use tilewright_puzzle::{Cell, Colour, PieceId, Placement};
use tilewright_search::Stream;

use crate::layout::{Ground, Layout};

/// Pairs of colours are looked up at once if there are no more colours than this.
const MOST_COLOURS_IN_PAIRS: usize = 128;

/// Placements by the colours they show on one or two sides of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    colours: usize,
    tables: Vec<Table>,
}

/// Lists one behind the other.
#[derive(Clone, Debug, Default)]
struct Table {
    offsets: Vec<u32>,
    items: Vec<Placement>,
}

/// Where the candidates for one cell of an order are looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookUp {
    /// How many neighbours are there when the cell is filled.
    pub joins: u32,
    /// Up to two sides on which they are, with the tables by the colour on each.
    first: Option<(u8, u16)>,
    second: Option<(u8, u16)>,
    /// The table of all placements, and that of both colours if there is one.
    all: u16,
    pair: Option<u16>,
}

/// A run of candidates in a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    table: u16,
    next: u32,
    end: u32,
}

impl Lists {
    /// Tables for filling the empty cells of a layout in this order, and for each cell how to use
    /// them.
    pub fn new(layout: &Layout, order: &[Cell]) -> (Self, Vec<LookUp>) {
        let ground = layout.ground();
        let colours = ground.puzzle().colour_limit();
        let mut lists = Self { colours, tables: Vec::new() };
        let mut known: BTreeMap<(u8, Option<u8>, Option<u8>), u16> = BTreeMap::new();
        let mut is_there: Vec<_> =
            (0..ground.cell_count()).map(|index| !layout.is_empty(Cell::at(index))).collect();
        let mut look_ups = Vec::with_capacity(order.len());
        for &cell in order {
            let around = ground.puzzle().topology().around(cell);
            let sides: Vec<u8> = around
                .filter(|(_, contact)| contact.is_some_and(|(other, _)| is_there[other.index()]))
                .map(|(side, _)| side.0)
                .collect();
            is_there[cell.index()] = true;
            let has_rim = ground.puzzle().rim().is_some();
            let mask = if has_rim { ground.puzzle().topology().rim_mask(cell) } else { 0 };
            let (first, second) = (sides.first().copied(), sides.get(1).copied());
            let mut table = |one: Option<u8>, two: Option<u8>| {
                *known.entry((mask, one, two)).or_insert_with(|| {
                    lists.tables.push(Table::new(ground, cell, colours, one, two));
                    (lists.tables.len() - 1) as u16
                })
            };
            let has_pairs = second.is_some() && colours <= MOST_COLOURS_IN_PAIRS;
            look_ups.push(LookUp {
                joins: sides.len() as u32,
                all: table(None, None),
                first: first.map(|side| (side, table(Some(side), None))),
                second: second.map(|side| (side, table(Some(side), None))),
                pair: has_pairs.then(|| table(first, second)),
            });
        }
        (lists, look_ups)
    }

    /// Puts every list into random order.
    pub fn shuffle(&mut self, random: &mut Stream) {
        for Table { offsets, items } in &mut self.tables {
            for ends in offsets.windows(2) {
                if let Some(list) = items.get_mut(ends[0] as usize..ends[1] as usize) {
                    random.shuffle(list);
                }
            }
        }
    }

    /// Candidates that may match all neighbours of an empty cell: all that do are among them.
    #[inline]
    pub fn matching(&self, look_up: &LookUp, layout: &Layout, cell: Cell) -> Run {
        let wanted = |side: u8| usize::from(layout.wanted_colour(cell, side));
        match (look_up.first, look_up.second, look_up.pair) {
            (Some((one, _)), Some((two, _)), Some(pair)) => {
                let (one, two) = (wanted(one), wanted(two));
                if one >= self.colours || two >= self.colours {
                    return Run::default();
                }
                self.run(pair, one * self.colours + two)
            }
            (Some((side, table)), _, _) => self.run(table, wanted(side)),
            _ => self.run(look_up.all, 0),
        }
    }

    /// Candidates for a mismatch: those that match the first or the second neighbour, in two runs.
    #[inline]
    pub fn nearly(&self, look_up: &LookUp, layout: &Layout, cell: Cell) -> [Run; 2] {
        let run = |(side, table)| self.run(table, usize::from(layout.wanted_colour(cell, side)));
        match (look_up.first, look_up.second) {
            (Some(first), Some(second)) => [run(first), run(second)],
            (Some(_), None) => [self.run(look_up.all, 0), Run::default()],
            _ => [Run::default(); 2],
        }
    }

    /// Everything that can lie on a cell.
    pub fn all(&self, look_up: &LookUp) -> Run {
        self.run(look_up.all, 0)
    }

    fn run(&self, table: u16, list: usize) -> Run {
        let offsets = &self.tables[usize::from(table)].offsets;
        match (offsets.get(list), offsets.get(list + 1)) {
            (Some(&next), Some(&end)) => Run { table, next, end },
            _ => Run::default(),
        }
    }

    /// The next candidate of a run.
    #[inline]
    pub fn next(&self, run: &mut Run) -> Option<Placement> {
        if run.next >= run.end {
            return None;
        }
        run.next += 1;
        Some(self.tables[usize::from(run.table)].items[run.next as usize - 1])
    }
}

impl Table {
    /// What can lie on a cell, by the colours on up to two of its sides. Pieces of hints are left
    /// out.
    fn new(ground: &Ground, cell: Cell, colours: usize, one: Option<u8>, two: Option<u8>) -> Self {
        let class = &ground.classes()[ground.class_of_cell(cell)];
        let place = |piece: PieceId, pose: u8| {
            let rotation = ground.rotation(cell, piece, pose);
            let placement = Placement { piece, rotation };
            let sides = ground.puzzle().piece(piece)?.rotated(rotation);
            let colour = |side: u8| -> Colour { sides.get(tilewright_puzzle::Side(side)) };
            let key = match (one, two) {
                (None, _) => 0,
                (Some(one), None) => colour(one).index(),
                (Some(one), Some(two)) => colour(one).index() * colours + colour(two).index(),
            };
            Some((key, placement))
        };
        let poses = 0..class.poses;
        let mut placements: Vec<_> = class
            .pieces
            .iter()
            .flat_map(|&piece| poses.clone().filter_map(move |pose| place(piece, pose)))
            .collect();
        placements.sort();
        let keys = match (one, two) {
            (None, _) => 1,
            (Some(_), None) => colours,
            (Some(_), Some(_)) => colours * colours,
        };
        let mut offsets = vec![0; keys + 1];
        placements.iter().for_each(|(key, _)| offsets[key + 1] += 1);
        for key in 0..keys {
            offsets[key + 1] += offsets[key];
        }
        Self { offsets, items: placements.into_iter().map(|(_, placement)| placement).collect() }
    }
}
