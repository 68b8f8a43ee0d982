//! Solvable problems from a seed: tiles are laid at random until enough of the board is covered,
//! then counted.
//!
//! Tiles laid one after the other jam long before the board is full. Then the tiles are shaken:
//! one that has room moves to a place of its choice, until a gap opens.

use thiserror::Error;
use tilewright_search::stream;

use crate::field::Field;
use crate::problem::{MOST_SIDE, Problem};
use crate::tile::Tile;
use crate::tiling::{Place, Tiling};

/// What to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The tile.
    pub tile: Tile,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// Which part of the board's cells is covered, from 0 to 1.
    pub density: f64,
    /// Where all randomness comes from.
    pub seed: u64,
}

/// A problem with one of its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The problem.
    pub problem: Problem,
    /// A solution.
    pub solution: Tiling,
}

/// Why a recipe cannot be followed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RecipeError {
    /// No such board.
    #[error("a board of {width}x{height} is not possible: sides go from 1 to {MOST_SIDE}")]
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// No such part of a board.
    #[error("a density of {0} is not possible: it is the covered part of the board, from 0 to 1")]
    Density(f64),
    /// More tiles than could be laid.
    #[error(
        "a density of {wanted} needs {tiles} tiles, but only {laid} found room (density {reached:.3}); \
         ask for less, or try another seed"
    )]
    Full {
        /// The density asked for.
        wanted: f64,
        /// The tiles that it takes.
        tiles: usize,
        /// The tiles that found room.
        laid: usize,
        /// The density of those.
        reached: f64,
    },
}

/// How often tiles are moved for each cell of the board before it is called full.
const SHAKES_PER_CELL: usize = 2000;

/// Makes a problem that has a solution. The same recipe gives the same problem everywhere.
pub fn generate(recipe: &Recipe) -> Result<Generated, RecipeError> {
    let &Recipe { ref tile, width, height, density, seed } = recipe;
    let sides = 1..=MOST_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(RecipeError::Size { width, height });
    }
    if !(0.0..=1.0).contains(&density) {
        return Err(RecipeError::Density(density));
    }
    let cells = (width * height) as f64;
    let wanted = (density * cells / tile.cells().len() as f64).round() as usize;
    let mut layout = Layout::new(tile, width, height);
    let mut random = stream(seed, 0);
    let mut order: Vec<Place> = layout.free_places();
    random.shuffle(&mut order);
    for place in order {
        if layout.laid.len() < wanted && layout.is_free(place) {
            layout.lay(place);
        }
    }
    let mut shakes = SHAKES_PER_CELL * width * height;
    while layout.laid.len() < wanted && shakes > 0 && !layout.laid.is_empty() {
        shakes -= 1;
        let moving = layout.take(random.index(layout.laid.len()));
        let free = layout.free_near(moving);
        layout.lay(random.choose(&free).copied().unwrap_or(moving));
        for place in layout.free_near(moving) {
            if layout.laid.len() < wanted && layout.is_free(place) {
                layout.lay(place);
            }
        }
    }
    let laid = layout.laid.len();
    if laid < wanted {
        let reached = (laid * tile.cells().len()) as f64 / cells;
        return Err(RecipeError::Full { wanted: density, tiles: wanted, laid, reached });
    }
    let solution = Tiling::with(width, height, layout.laid);
    Ok(Generated { problem: Problem::of_tiling(tile.clone(), &solution), solution })
}

/// Tiles without overlap, and how many of them exclude each cell.
struct Layout {
    field: Field,
    /// The steps to all cells that a tile excludes.
    conflicts: Vec<(isize, isize)>,
    reach: (isize, isize),
    laid: Vec<Place>,
    taken: Tiling,
}

impl Layout {
    fn new(tile: &Tile, width: usize, height: usize) -> Self {
        let steps = tile.conflicts();
        let conflicts = steps.iter().map(|s| (s.down as isize, s.right as isize)).collect();
        Self {
            field: Field::new(tile, width, height),
            conflicts,
            reach: (tile.height() as isize, tile.width() as isize),
            laid: Vec::new(),
            taken: Tiling::empty(width, height),
        }
    }

    fn free_places(&self) -> Vec<Place> {
        let (width, height) = (self.field.width, self.field.height);
        let cells = (0..height).flat_map(|row| (0..width).map(move |c| Place::new(row, c)));
        cells.filter(|&place| self.is_free(place)).collect()
    }

    /// The free places so near that they may have been in the way of each other.
    fn free_near(&self, place: Place) -> Vec<Place> {
        let mut near = Vec::new();
        for down in -self.reach.0..=self.reach.0 {
            for right in -self.reach.1..=self.reach.1 {
                near.extend(step(place, (down, right)).filter(|&near| self.is_free(near)));
            }
        }
        near
    }

    fn is_free(&self, place: Place) -> bool {
        place.column < self.field.width
            && self.field.fits(place.row) >> place.column & 1 == 1
            && !self.taken.has(place)
            && self.conflicts.iter().all(|&by| step(place, by).is_none_or(|p| !self.taken.has(p)))
    }

    fn lay(&mut self, place: Place) {
        self.taken.set(place, true);
        self.laid.push(place);
    }

    fn take(&mut self, index: usize) -> Place {
        let place = self.laid.swap_remove(index);
        self.taken.set(place, false);
        place
    }
}

fn step(place: Place, (down, right): (isize, isize)) -> Option<Place> {
    let row = place.row.checked_add_signed(down)?;
    Some(Place { row, column: place.column.checked_add_signed(right)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::audit;
    use crate::tile_picture::read_tile;

    fn recipe(tile: &str, density: f64, seed: u64) -> Recipe {
        Recipe { tile: read_tile(tile).unwrap(), width: 20, height: 14, density, seed }
    }

    #[test]
    fn what_is_made_is_solved_by_its_solution_and_as_dense_as_asked() {
        for (tile, density) in [
            ("1x1", 0.0),
            ("1x1", 0.5),
            ("1x1", 1.0),
            ("2x2", 0.3),
            ("2x2", 0.85),
            ("L", 0.4),
            ("L", 0.8),
            (".XX/XX.", 0.6),
            ("XO/X.", 0.6),
        ] {
            for seed in 0..5 {
                let made = generate(&recipe(tile, density, seed)).unwrap();
                assert_eq!(audit(&made.problem, &made.solution), []);
                let covered = made.solution.covers(made.problem.tile());
                let part = covered.iter().flatten().count() as f64 / covered.len() as f64;
                assert!((part - density).abs() < 0.01, "{tile}: {part}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_problem_for_ever_and_another_gives_another() {
        let made = generate(&recipe("L", 0.4, 7)).unwrap();
        assert_eq!(generate(&recipe("L", 0.4, 7)).unwrap(), made);
        assert_ne!(generate(&recipe("L", 0.4, 8)).unwrap(), made);
    }

    #[test]
    fn wishes_that_cannot_be_met_are_refused_with_a_number() {
        let error = generate(&recipe("2x2", 0.999, 1)).map_err(|error| error.to_string());
        assert!(error.is_ok(), "twenty by fourteen cells take 70 squares: {error:?}");
        let wide = Recipe { width: 19, ..recipe("2x2", 1.0, 1) };
        let error = generate(&wide).unwrap_err().to_string();
        assert!(error.contains("needs 67 tiles, but only 63"), "{error}");
        assert!(generate(&recipe("L", f64::NAN, 1)).is_err());
        assert!(generate(&recipe("L", 1.5, 1)).unwrap_err().to_string().contains("0 to 1"));
        assert!(generate(&Recipe { width: 0, ..recipe("L", 0.5, 1) }).is_err());
    }
}
