//! The interface, asked as browsers and programs ask it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod documents;
mod lab;
mod openapi;
mod runs;
mod safety;
