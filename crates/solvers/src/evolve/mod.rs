//! Evolution: populations of boards, out of operators that compose.
//!
//! A genome knows its objectives at every moment (`genome`); operators on regions make children
//! (`region`), selection decides who breeds (`select`), dominance who is better where there are several
//! objectives (`dominance`), and local search may improve children before they are judged (`climb`). A
//! population is one whatever the number of threads: children are bred in batches with random streams
//! of their own.
//!
//! - `border-ga`: M. Logan (2008).
//! - `region-ga`, `immune`, `moea`, `spiral`, `random`: J. Muñoz, G. Gutierrez and A. Sanchis (2009).
//! - `islands`: R. Nichols (2018).
//!
//! The documents let pieces break the rim and leave that to selection. Boards that are shown keep the
//! rules: of such a genome the pieces that break the rim are laid anew, each where it matches most.

mod bits;
mod border;
mod breed;
mod climb;
mod dominance;
mod field;
mod fitness;
mod genome;
mod immune;
mod islands;
mod moea;
mod order_ga;
mod pmx;
mod population;
mod random;
mod region;
mod region_ga;
mod select;
mod settings;
mod spiral;
mod start;

use tilewright_puzzle::Shape;
use tilewright_search::{BuildError, Built, Task};

use crate::team::{self, Method};

pub use border::BORDER_GA;
pub use immune::IMMUNE;
pub use islands::ISLANDS;
pub use moea::MOEA;
pub use random::RANDOM;
pub use region_ga::REGION_GA;
pub use spiral::SPIRAL;

/// The run around one population, whatever the number of threads: it uses them by itself.
fn alone(task: &Task) -> Task {
    Task { threads: 1, ..task.clone() }
}

fn build<M: Method>(task: &Task) -> Built {
    team::build::<M>(&alone(task))
}

fn restore<M: Method>(task: &Task, saved: &[u8]) -> Built {
    team::restore::<M>(&alone(task), saved)
}

/// Builds a method that needs rows and columns.
fn square<M: Method>(task: &Task) -> Built {
    check_square(task)?;
    build::<M>(task)
}

fn restore_square<M: Method>(task: &Task, saved: &[u8]) -> Built {
    check_square(task)?;
    restore::<M>(task, saved)
}

fn check_square(task: &Task) -> Result<(), BuildError> {
    match task.puzzle.shape() {
        Shape::Square { .. } => Ok(()),
        Shape::Triangle { .. } => Err(BuildError::Unsuitable(
            "this solver works on rectangles of cells, which a triangular board does not have; \
             take `islands` for it"
                .to_owned(),
        )),
    }
}
