//! `vlns`: very large neighbourhoods, each searched for its best board by an exact method.
//!
//! Three of them take turns, the more successful more often: cells that do not touch, re-assigned
//! (Schaus and Deville 2008); rectangular windows, refilled by branch and bound; and the surroundings
//! of some mismatches, taken out and refilled. Boards that are as good as the one before are taken
//! too, so that the search wanders over the plateau; when it has found nothing for long it goes back
//! to the best board and takes a step down, or begins anew.

mod adapt;
pub mod assignment;
mod mender;
mod neighbourhoods;
mod origin;
mod solver;

pub(crate) use mender::Mender;
pub use solver::VLNS;
