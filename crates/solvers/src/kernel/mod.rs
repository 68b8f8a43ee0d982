//! The fast search: several walks through the tree at once, without a branch that depends on data.
//!
//! # Why
//!
//! A backtracking search on an edge-matching puzzle does next to nothing per node: it looks up which
//! pieces fit the two colours around the next cell, and takes one that is not used. Written as a
//! loop, nine of ten candidates it reads are used already, and the processor guesses wrong about
//! once per node whether the next one is; a wrong guess costs more than all the rest. So this kernel
//! has no such guess to make:
//!
//! 1. All candidates of a pair of colours are one [record] of eight 32-bit [entries](entry).
//! 2. The free pieces are a *pool* of 256 bits. Three vector instructions turn a record and a pool
//!    into a mask of the candidates that are free; two more pack those onto the stack.
//! 3. Every level has a pool of its own, so going back is nothing at all: the next entry on the
//!    stack says which level it is for.
//! 4. Lists longer than a record end with a candidate that is no piece: it stands for the [rest](entry).
//!    So a step pushes one record in any case, and there is no loop whose end it would have to guess.
//! 5. One such [step](stream::run) is a long chain of dependent instructions, but steps of
//!    different subtrees do not depend on one another. So several streams take turns,
//!    and the processor overlaps them.
//! 6. How many steps overlap depends on how many instructions a processor can keep waiting, so each
//!    instruction of a step costs, even one that nothing waits for. Fields of entries are where they
//!    can be used as they are, records and states are found by offsets without a check, and where all
//!    levels are [even](table::Level::pair), as in plain rows, nothing is asked about them.
//!
//! All of this takes vectors. Without them a strict search in plain rows [dives](stream::dive): depth first, with a
//! cursor in a list on each level, guesses and all, and leaves its stack as if it had taken the same steps.
//!
//! Searches that may [slip] ask up to 64 candidates at a time for that.
//!
//! On a line-by-line order the kernel also looks [along the lines](sight): which colours can still
//! be passed through a line is a 32-bit set, computed for all pieces of a place at once. Along a line each
//! place waits for the one before, so whole rows are looked along a few places at a time, and other streams
//! take their turns meanwhile.
//!
//! # What it takes
//!
//! Any square board whose order leaves every cell with at most two neighbours laid before it and two
//! after it (besides hints): rows, columns and combs from any corner; up to 31 colours, 512 pieces and
//! 509 cells to fill. Twins are counts in the pool. For everything else there is the plain
//! [walk](crate::exact::walk), which is also the twin that this one is tested against: both visit the
//! same nodes in the same order, if the kernel does not look along lines, and the same boards in any
//! case. Where a stream stands is written down as the plain walk's [trail](crate::exact::walk::Trail),
//! so a search can go on in another form or on another machine.

mod check;
pub mod entry;
pub mod lot;
pub mod pool;
pub mod record;
pub mod rules;
pub mod scan;
pub mod sight;
pub mod simd;
pub mod slip;
pub mod states;
pub mod stream;
pub mod table;
pub mod trail;
