//! The server: the door, the routes behind it, and an orderly end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use thiserror::Error;
use tilewright_archive::ArchiveError;

use crate::api;
use crate::app::{App, Config};
use crate::assets::page;
use crate::guard::guard;

/// The largest request: a puzzle as large as any that is read, as JSON.
const MOST_BYTES: usize = 10 << 20;
/// How often the server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Why there is no studio.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The archive is not usable.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}; name another with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// An open door without a lock.
    #[error("{0} can be reached from other machines: give a token, or listen at 127.0.0.1")]
    NoToken(SocketAddr),
    /// The system does not let it work.
    #[error("the server cannot work: {0}")]
    System(#[from] io::Error),
}

/// A studio that is about to open.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Opens the archive and takes the address; the port 0 takes any that is free.
    pub fn bind(address: SocketAddr, config: Config) -> Result<Self, ServeError> {
        if config.token.is_none() && !address.ip().is_loopback() {
            return Err(ServeError::NoToken(address));
        }
        let app = App::new(config)?;
        let listen = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        Ok(Self { listener, app })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is interrupted; then stops all runs, which can be gone on with later.
    pub fn serve(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("studio")
            .enable_all()
            .build()?;
        let pulse = self.app.hub.pulse()?;
        let app = Arc::clone(&self.app);
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let interrupt = self.app.config.interrupt.clone();
            let stopped = async move {
                while !interrupt.is_raised() {
                    tokio::time::sleep(LOOK).await;
                }
            };
            let server = axum::serve(listener, router(self.app)).into_future();
            tokio::select! {
                served = server => served,
                () = stopped => Ok(()),
            }
        });
        app.hub.close();
        // The pulse ends with the interrupt that has just been raised.
        let _ = pulse.join();
        runtime.shutdown_timeout(LOOK);
        Ok(served?)
    }
}

/// Everything there is to ask for, behind the guard.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for route in api::routes() {
        router = router.route(route.path, route.handler);
    }
    router
        .fallback(page)
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

impl App {
    /// The studio as a service, for those who bring their own server.
    pub fn router(self: &Arc<Self>) -> Router {
        router(Arc::clone(self))
    }
}
