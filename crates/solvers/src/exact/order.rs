//! The order in which a search fills the cells, as people choose it.
//!
//! The order decides over the size of the tree by powers of ten. Unless one is chosen, the theory
//! says how many nodes each would take.

use tilewright_puzzle::theory::{FillOrder, Magnitude, nodes_by_depth};
use tilewright_puzzle::{Cell, Puzzle, Topology};
use tilewright_search::{Kind, ParamError, Parameter, Params};

/// The order that is chosen by the theory.
const AUTO: &str = "auto";
const COMB: &str = "comb";
const CUSTOM: &str = "custom";

/// The parameters that choose an order.
pub(crate) const ORDER: Parameter = Parameter {
    name: "order",
    meaning: "how the cells are filled; auto takes the order with the fewest expected nodes",
    kind: Kind::Choice(&[AUTO, "row", "column", "border", "rings", "spiral", COMB, CUSTOM]),
    default: Some(AUTO),
};
/// See [`FillOrder::Comb`].
pub(crate) const ROWS: Parameter = Parameter {
    name: "rows",
    meaning: "order=comb: how many rows are filled row by row before the teeth",
    kind: Kind::Integer { min: 0, max: 128 },
    default: None,
};
/// See [`FillOrder::Comb`].
pub(crate) const TEETH: Parameter = Parameter {
    name: "teeth",
    meaning: "order=comb: how many rows at a time are then filled column by column",
    kind: Kind::Integer { min: 1, max: 128 },
    default: None,
};
/// The cells of a custom order.
pub(crate) const CELLS: Parameter = Parameter {
    name: "cells",
    meaning: "order=custom: every cell once, as names (A1) or numbers from 0, with blanks or commas",
    kind: Kind::Text,
    default: None,
};

/// An order of cells and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenOrder {
    pub name: String,
    pub cells: Vec<Cell>,
}

/// The order that the parameters ask for.
pub(crate) fn chosen(puzzle: &Puzzle, params: &Params) -> Result<ChosenOrder, ParamError> {
    let name: String = params.get(ORDER.name)?;
    let rows: Option<u16> = params.get(ROWS.name)?;
    let teeth: Option<u16> = params.get(TEETH.name)?;
    let text: Option<String> = params.get(CELLS.name)?;
    if name != COMB && (rows.is_some() || teeth.is_some()) {
        return Err(only_with("rows and teeth are", COMB));
    }
    if name != CUSTOM && text.is_some() {
        return Err(only_with("cells are", CUSTOM));
    }
    let topology = puzzle.topology();
    let cells = match name.as_str() {
        AUTO => return Ok(named(cheapest(puzzle).0, topology)),
        COMB => {
            let height = topology.shape().rows();
            let rows = rows.unwrap_or(height.saturating_sub(teeth.unwrap_or(height / 4)));
            let teeth = teeth.unwrap_or(height.saturating_sub(rows)).max(1);
            FillOrder::Comb { rows, teeth }.cells(topology)
        }
        CUSTOM => {
            let missing = || {
                let example = "give every cell once: cells=\"A1 A2 B1 ...\"";
                ParamError::Combination(format!("order=custom needs the cells: {example}"))
            };
            custom(topology, &text.ok_or_else(missing)?).map_err(ParamError::Combination)?
        }
        known => {
            let order = FillOrder::ALL.into_iter().find(|order| order.name() == known);
            order.unwrap_or(FillOrder::Row).cells(topology)
        }
    };
    Ok(ChosenOrder { name, cells })
}

fn only_with(what: &str, order: &str) -> ParamError {
    ParamError::Combination(format!("{what} for order={order} only: set that too, or leave them"))
}

/// A natural order with its name.
pub(crate) fn named(order: FillOrder, topology: &Topology) -> ChosenOrder {
    ChosenOrder { name: order.name().to_owned(), cells: order.cells(topology) }
}

/// The order with the fewest expected nodes, and how many those are.
pub(crate) fn cheapest(puzzle: &Puzzle) -> (FillOrder, Magnitude) {
    let nodes = |order: FillOrder| {
        nodes_by_depth(puzzle, &order.cells(puzzle.topology())).into_iter().sum()
    };
    let mut best = (FillOrder::Row, nodes(FillOrder::Row));
    for order in FillOrder::ALL {
        let expected: Magnitude = nodes(order);
        // Clearly fewer: orders that are turns of one another differ by rounding alone.
        if expected.log10() < best.1.log10() - 0.01 {
            best = (order, expected);
        }
    }
    best
}

/// Reads an order written as names or numbers of cells.
fn custom(topology: &Topology, text: &str) -> Result<Vec<Cell>, String> {
    let shape = topology.shape();
    let by_name: std::collections::HashMap<_, _> =
        topology.cells().map(|cell| (shape.cell_name(cell), cell)).collect();
    let count = topology.cell_count();
    let mut place_of = vec![None; count];
    let mut cells = Vec::with_capacity(count);
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    for (place, word) in words.enumerate() {
        let number = word.parse().ok().filter(|&number: &usize| number < count).map(Cell::at);
        let cell = number.or_else(|| by_name.get(&word.to_uppercase()).copied());
        let Some(cell) = cell else {
            let last = shape.cell_name(Cell::at(count.saturating_sub(1)));
            return Err(format!(
                "custom order, place {}: `{word}` is no cell of a board of {shape}; cells are \
                 A1 to {last}, or 0 to {}",
                place + 1,
                count.saturating_sub(1)
            ));
        };
        if let Some(earlier) = place_of[cell.index()].replace(place) {
            return Err(format!(
                "custom order: cell {} is there twice, at places {} and {}",
                shape.cell_name(cell),
                earlier + 1,
                place + 1
            ));
        }
        cells.push(cell);
    }
    let missing: Vec<_> =
        topology.cells().filter(|cell| place_of[cell.index()].is_none()).collect();
    if missing.is_empty() {
        return Ok(cells);
    }
    let shown: Vec<_> = missing.iter().take(5).map(|&cell| shape.cell_name(cell)).collect();
    let more = if missing.len() > shown.len() { ", ..." } else { "" };
    Err(format!(
        "custom order: {} of {count} cells are missing: {}{more}",
        missing.len(),
        shown.join(", ")
    ))
}
