//! Pictures of puzzles and boards.
