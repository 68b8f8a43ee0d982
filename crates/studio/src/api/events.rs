//! News as they happen: server-sent events with numbers, replayed to whoever lost the connection.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;

use super::extract::Asked;
use crate::app::App;
use crate::feed::Since;
use crate::refusal::Refusal;

/// Where to go on from, for those who cannot send the header.
#[derive(Deserialize)]
pub(super) struct After {
    after: Option<String>,
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Asked(After { after }): Asked<After>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).map(str::to_owned);
    let seen = last.or(after).and_then(|id| app.hub.feed.number(&id));
    let waker = app.hub.feed.subscribe();
    let watcher = Watcher { app, waker, seen, waiting: Vec::new() };
    let events = stream::unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// A browser: the number of the last news it has seen.
struct Watcher {
    app: Arc<App>,
    waker: watch::Receiver<u64>,
    seen: Option<u64>,
    /// In reverse.
    waiting: Vec<Event>,
}

impl Watcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop() {
                return Some(event);
            }
            self.waker.mark_unchanged();
            let feed = &self.app.hub.feed;
            match self.seen.map_or(Since::TooLong, |seen| feed.since(seen)) {
                Since::TooLong => {
                    // The number first: what comes between is told twice, never not at all.
                    let number = feed.latest();
                    self.seen = Some(number);
                    let whole = self.app.hub.snapshot().to_string();
                    return Some(Event::default().id(feed.id(number)).event("whole").data(whole));
                }
                Since::News(news) if !news.is_empty() => {
                    self.seen = news.last().map(|news| news.number);
                    let event = |news: &Arc<crate::feed::News>| {
                        Event::default().id(feed.id(news.number)).event(news.kind).data(&news.data)
                    };
                    self.waiting = news.iter().rev().map(event).collect();
                }
                Since::News(_) => self.waker.changed().await.ok()?,
            }
        }
    }
}

pub(super) async fn live(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.hub.snapshot())
}

pub(super) async fn forget(
    State(app): State<Arc<App>>,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    app.hub.forget(id);
    Ok(StatusCode::NO_CONTENT)
}
