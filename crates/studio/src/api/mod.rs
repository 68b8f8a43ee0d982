//! What can be asked, one file a subject. `openapi.json` describes all of it for programs; a test
//! keeps the two the same.

mod boards;
mod catalogue;
mod documents;
mod events;
mod extract;
mod lab;
mod make;
mod play;
mod runs;
mod tilings;

use std::sync::Arc;

use axum::routing::{MethodRouter, delete, get, post};

use crate::app::App;

/// What the interface offers, for programs that read such descriptions.
pub const OPENAPI: &str = include_str!("openapi.json");

/// A place in the interface.
pub struct Route {
    /// The methods it takes, in small letters.
    pub methods: &'static [&'static str],
    /// Its path.
    pub path: &'static str,
    pub(crate) handler: MethodRouter<Arc<App>>,
}

/// All there is.
pub fn routes() -> Vec<Route> {
    let route = |methods, path, handler| Route { methods, path, handler };
    let (asked, told): (&[&str], &[&str]) = (&["get"], &["post"]);
    vec![
        route(asked, "/api/openapi.json", get(catalogue::openapi)),
        route(asked, "/api/about", get(catalogue::about)),
        route(asked, "/api/puzzles", get(catalogue::puzzles)),
        route(asked, "/api/puzzles/{name}", get(catalogue::puzzle)),
        route(asked, "/api/solvers", get(catalogue::solvers)),
        route(asked, "/api/formats", get(catalogue::formats)),
        route(asked, "/api/events", get(events::events)),
        route(asked, "/api/live", get(events::live)),
        route(&["delete"], "/api/live/{id}", delete(events::forget)),
        route(&["get", "post"], "/api/runs", get(runs::list).post(runs::begin)),
        route(&["get", "delete"], "/api/runs/{id}", get(runs::show).delete(runs::remove)),
        route(asked, "/api/runs/{id}/curve", get(runs::curve)),
        route(asked, "/api/runs/{id}/export", get(runs::export)),
        route(told, "/api/runs/{id}/pause", post(runs::pause)),
        route(told, "/api/runs/{id}/resume", post(runs::resume)),
        route(told, "/api/runs/{id}/stop", post(runs::stop)),
        route(asked, "/api/boards", get(boards::list)),
        route(asked, "/api/boards/{id}", get(boards::show)),
        route(told, "/api/read", post(documents::read)),
        route(told, "/api/audit", post(documents::audit)),
        route(told, "/api/convert", post(documents::convert)),
        route(told, "/api/draw", post(documents::draw)),
        route(told, "/api/sheet", post(documents::sheet)),
        route(told, "/api/generate", post(make::generate)),
        route(told, "/api/estimate", post(make::estimate)),
        route(told, "/api/hint", post(play::hint)),
        route(asked, "/api/lab", get(lab::list)),
        route(asked, "/api/lab/{id}", get(lab::show)),
        route(told, "/api/tilings", post(tilings::solve)),
        route(told, "/api/tilings/generate", post(tilings::generate)),
    ]
}
