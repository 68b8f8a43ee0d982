//! The slow twins of the exact solvers: all sets of defining cells, each looked at. For tests only.

use std::collections::HashMap;

use crate::audit::audit;
use crate::problem::Problem;
use crate::tile::Tile;
use crate::tiling::{Place, Tiling};

/// All tilings of a small board, by the problem that they solve.
pub(crate) fn all_tilings(
    tile: &Tile,
    width: usize,
    height: usize,
) -> HashMap<Problem, Vec<Tiling>> {
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    grow(tile, &mut Tiling::empty(width, height), 0, &mut |tiling| {
        let problem = Problem::of_tiling(tile.clone(), tiling);
        all.entry(problem).or_default().push(tiling.clone());
    });
    all
}

/// Lays tiles or not, cell after cell. A tiling that is wrong stays wrong when it grows.
fn grow(tile: &Tile, tiling: &mut Tiling, cell: usize, found: &mut impl FnMut(&Tiling)) {
    let (width, height) = (tiling.width(), tiling.height());
    if cell == width * height {
        return found(tiling);
    }
    grow(tile, tiling, cell + 1, found);
    let place = Place::new(cell / width, cell % width);
    tiling.set(place, true);
    if audit(&Problem::of_tiling(tile.clone(), tiling), tiling).is_empty() {
        grow(tile, tiling, cell + 1, found);
    }
    tiling.set(place, false);
}

/// All problems of a small board with counts up to one more than could ever be right, as long as
/// the sums agree; solvable or not.
pub(crate) fn all_problems(tile: &Tile, width: usize, height: usize) -> Vec<Problem> {
    let lists = |length: usize, most: u32| -> Vec<Vec<u32>> {
        (0..length).fold(vec![Vec::new()], |lists, _| {
            let longer = |list: &Vec<u32>| {
                let list = list.clone();
                (0..=most).map(move |count| [list.clone(), vec![count]].concat())
            };
            lists.iter().flat_map(longer).collect()
        })
    };
    let most = |side: usize, of_tile: usize| (side / of_tile) as u32 + 1;
    let rows = lists(height, most(width, tile.width()));
    let columns = lists(width, most(height, tile.height()));
    let mut problems = Vec::new();
    for rows in &rows {
        let sum = rows.iter().sum::<u32>();
        for columns in columns.iter().filter(|columns| columns.iter().sum::<u32>() == sum) {
            let problem = Problem::new(tile.clone(), rows.clone(), columns.clone());
            problems.extend(problem.ok());
        }
    }
    problems
}
