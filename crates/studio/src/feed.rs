//! News for everybody who watches.
//!
//! All news go into one ring, numbered; a browser is nothing but a number in it. So a thousand
//! watchers cost no more memory than one, a slow one cannot hold anything up, and one that lost its
//! connection says the last number it saw and gets what it missed. Who is too far behind, or comes
//! for the first time, gets a picture of the whole instead.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// One piece of news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Its number.
    pub number: u64,
    /// What it is about: `sample`, `board`, `state` or `gone`.
    pub kind: &'static str,
    /// The rest, as JSON.
    pub data: String,
}

/// What there is for somebody who saw everything up to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// What came after.
    News(Vec<Arc<News>>),
    /// More than is kept: a picture of the whole is needed.
    TooLong,
}

/// The ring.
#[derive(Debug)]
pub struct Feed {
    ring: Mutex<Ring>,
    latest: watch::Sender<u64>,
    /// Tells the numbers of this server from those of one before.
    epoch: u64,
}

#[derive(Debug, Default)]
struct Ring {
    last: u64,
    news: VecDeque<Arc<News>>,
}

/// How much is kept: at twenty pieces of news a second, half a minute.
const KEPT: usize = 600;

impl Feed {
    /// An empty ring.
    pub fn new(epoch: u64) -> Self {
        Self { ring: Mutex::default(), latest: watch::Sender::new(0), epoch }
    }

    /// Adds news.
    pub fn push(&self, kind: &'static str, data: String) {
        let mut ring = self.lock();
        ring.last += 1;
        let number = ring.last;
        if ring.news.len() == KEPT {
            ring.news.pop_front();
        }
        ring.news.push_back(Arc::new(News { number, kind, data }));
        drop(ring);
        self.latest.send_replace(number);
    }

    /// The number of the latest news.
    pub fn latest(&self) -> u64 {
        self.lock().last
    }

    /// What came after a number.
    pub fn since(&self, number: u64) -> Since {
        let ring = self.lock();
        let oldest = ring.news.front().map_or(ring.last + 1, |news| news.number);
        if number > ring.last || number + 1 < oldest {
            return Since::TooLong;
        }
        Since::News(ring.news.iter().filter(|news| news.number > number).cloned().collect())
    }

    /// Whether anybody watches; without watchers nothing need be told.
    pub fn is_watched(&self) -> bool {
        self.latest.receiver_count() > 0
    }

    /// Wakes up when there is news.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.latest.subscribe()
    }

    /// A number as browsers keep it.
    pub fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.epoch)
    }

    /// The number in what a browser kept; `None` if it is from another server's time.
    pub fn number(&self, id: &str) -> Option<u64> {
        let (epoch, number) = id.trim().split_once('-')?;
        (epoch.parse() == Ok(self.epoch)).then(|| number.parse().ok()).flatten()
    }

    fn lock(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(since: &Since) -> Vec<u64> {
        match since {
            Since::News(news) => news.iter().map(|news| news.number).collect(),
            Since::TooLong => panic!("too long"),
        }
    }

    #[test]
    fn whoever_comes_back_gets_exactly_what_was_missed() {
        let feed = Feed::new(7);
        for _ in 0..5 {
            feed.push("sample", "{}".to_owned());
        }
        assert_eq!(numbers(&feed.since(3)), [4, 5]);
        assert!(numbers(&feed.since(5)).is_empty());
        assert_eq!(feed.number(&feed.id(3)), Some(3));
    }

    #[test]
    fn whoever_was_away_too_long_or_comes_from_another_time_needs_the_whole() {
        let feed = Feed::new(7);
        for _ in 0..KEPT + 10 {
            feed.push("sample", "{}".to_owned());
        }
        assert_eq!(feed.since(9), Since::TooLong);
        assert_eq!(numbers(&feed.since(10)).len(), KEPT);
        assert_eq!(feed.since(100_000), Since::TooLong);
        assert_eq!(feed.number("8-3"), None);
        assert_eq!(feed.number("nonsense"), None);
    }
}
