//! What all requests share: the archive, the runs, and a gate for work that takes long.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use tilewright_archive::{Archive, ArchiveError};
use tilewright_search::Interrupt;
use tokio::sync::Semaphore;

use crate::hub::Hub;
use crate::refusal::Refusal;

/// How a studio is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The archive.
    pub archive: PathBuf,
    /// What every request must carry, if anything.
    pub token: Option<String>,
    /// Serve the page from this folder instead of the one in the program.
    pub ui: Option<PathBuf>,
    /// How many runs may go on at once.
    pub most_runs: usize,
    /// Stops the server and, in good order, its runs.
    pub interrupt: Interrupt,
}

/// A studio at work.
pub struct App {
    pub(crate) config: Config,
    /// The runs.
    pub hub: Arc<Hub>,
    archive: Arc<Mutex<Archive>>,
    gate: Arc<Semaphore>,
}

/// Requests that compute at the same time, how long one waits for its turn, and how long it may take.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(30);

impl App {
    /// Opens the archive and marks the runs that a killed program left behind.
    pub fn new(config: Config) -> Result<Arc<Self>, ArchiveError> {
        let mut archive = Archive::open(&config.archive)?;
        archive.mark_interrupted()?;
        let hub = Hub::new(config.archive.clone(), config.most_runs, config.interrupt.clone());
        Ok(Arc::new(Self {
            hub: Arc::new(hub),
            archive: Arc::new(Mutex::new(archive)),
            gate: Arc::new(Semaphore::new(AT_ONCE)),
            config,
        }))
    }

    /// Asks the archive, off the threads that serve requests.
    pub(crate) async fn archive<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let archive = Arc::clone(&self.archive);
        let asked = tokio::task::spawn_blocking(move || {
            ask(&mut archive.lock().unwrap_or_else(PoisonError::into_inner))
        });
        Ok(asked.await.map_err(|_| broken())??)
    }

    /// Computes something off the threads that serve requests. Whatever a hostile file makes of it,
    /// only a few computations go on at once, and a panic costs no more than its own request.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = || {
            let words = "too much is being computed at the moment; try again later";
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, words)
        };
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.gate).acquire_owned());
        let permit = turn.await.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        match tokio::time::timeout(LONGEST, done).await {
            Ok(done) => done.map_err(|_| broken())?,
            Err(_) => Err(Refusal::new(
                StatusCode::GATEWAY_TIMEOUT,
                format!("this takes more than {} s; ask for less", LONGEST.as_secs()),
            )),
        }
    }
}

fn broken() -> Refusal {
    let words = "a mistake in the program broke this request off; the others go on";
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, words)
}
