//! What an edge-matching puzzle is.
//!
//! A [`Puzzle`] is a [`Topology`] (which cells touch), pieces ([`Sides`]) and rules: the rim, the
//! mates of colours, the hints. A [`Board`] says what lies on each cell; its [score](score::score)
//! is the number of matched joins; the [auditor](audit::audit) counts again, on its own.
//!
//! ```
//! use tilewright_puzzle::generate::{Recipe, generate};
//! use tilewright_puzzle::{Claim, Shape, audit::audit, score::score};
//!
//! let made = generate(&Recipe::hardest(Shape::square(6, 6), true, false, 1))?;
//! assert_eq!(score(&made.puzzle, &made.solution), made.puzzle.max_score());
//!
//! let audit = audit(&made.puzzle, &Claim::of_board(&made.puzzle, &made.solution))?;
//! assert!(audit.is_solution());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here reads files, prints or looks at a clock.

pub mod audit;
pub mod board;
pub mod claim;
pub mod ids;
pub mod puzzle;
pub mod score;
pub mod sides;
pub mod topology;

pub mod generate;
pub mod theory;

pub use board::{Board, Placement};
pub use claim::{Claim, ClaimError, ClaimedPiece};
pub use ids::{Cell, Colour, PieceId, Rotation, Side};
pub use puzzle::{Hint, Motif, Provenance, Puzzle, PuzzleError, PuzzleParts};
pub use score::{ScoredBoard, score};
pub use sides::Sides;
pub use topology::{Join, Shape, Symmetry, Topology};
