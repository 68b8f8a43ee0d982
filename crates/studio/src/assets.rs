//! The page: built into the program, or read from a folder while somebody works on it.

use std::borrow::Cow;
use std::path::{Component, Path};
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::app::App;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Serves a file of the page.
pub(crate) async fn page(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let name = uri.path().trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    let found = match app.config.ui.as_deref() {
        Some(folder) => from_folder(folder, name),
        None => PAGES.iter().find(|page| page.0 == name).map(|page| Cow::Borrowed(page.1)),
    };
    let Some(bytes) = found else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    // Names of built files change with their contents.
    let keep = if name.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    ([(CONTENT_TYPE, kind(name)), (CACHE_CONTROL, keep)], bytes).into_response()
}

/// A file of the folder and of no other: plain names only, no way up.
fn from_folder(folder: &Path, name: &str) -> Option<Cow<'static, [u8]>> {
    let name = Path::new(name);
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| std::fs::read(folder.join(name)).ok()).flatten().map(Cow::Owned)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_page_in_every_build() {
        assert!(PAGES.iter().any(|(name, bytes)| *name == "index.html" && !bytes.is_empty()));
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("ui");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(folder.path().join("secret"), "x").unwrap();
        std::fs::write(inner.join("index.html"), "y").unwrap();
        assert!(from_folder(&inner, "index.html").is_some());
        for name in ["../secret", "/etc/passwd", "./../secret", "a/../../secret"] {
            assert!(from_folder(&inner, name).is_none(), "{name}");
        }
    }
}
