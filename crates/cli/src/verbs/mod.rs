//! The verbs, one module each.

pub(crate) mod convert;
pub(crate) mod draw;
pub(crate) mod estimate;
pub(crate) mod generate;
pub(crate) mod lists;
pub(crate) mod packaging;
pub(crate) mod verify;
