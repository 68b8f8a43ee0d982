//! The interface, asked as browsers and programs ask it.

mod common;
mod documents;
mod openapi;
mod runs;
mod safety;
