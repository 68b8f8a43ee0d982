//! The studio: a page on this machine to watch, compare, make and play.
//!
//! A small [server](Server) holds runs at work in threads of their own ([`hub`]), tells browsers
//! what happens as it happens ([`feed`]), and answers questions under `/api` ([`api`]), which the
//! file `openapi.json` describes. Everything that runs is kept in the archive, so that a server that
//! is killed loses nothing but the last moments. Nothing that comes from a browser names a file.

pub mod api;
pub mod feed;
pub mod hub;
pub mod refusal;

mod app;
mod assets;
mod guard;
mod live;
mod server;
mod source;
mod wire;

pub use app::{App, Config};
pub use guard::new_token;
pub use server::{ServeError, Server};
