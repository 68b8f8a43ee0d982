//! `tilewright studio`: the page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use tilewright_search::Interrupt;
use tilewright_studio::{Config, Server, new_token};

use crate::Outcome;
use crate::output::{note, say};
use crate::run::flags::ArchiveArgs;

/// Open the studio: a page to watch, compare, make and play
///
/// Serves on this machine alone unless another address is named; then every request needs a token,
/// which is made and printed unless one is given. Ctrl-C stops the runs, which can be gone on with.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright studio --open
  tilewright studio --listen 0.0.0.0:8470")]
pub(crate) struct Args {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8470")]
    listen: SocketAddr,
    /// What every request must carry
    #[arg(long, value_name = "T", value_parser = token)]
    token: Option<String>,
    /// Serve the page from this folder instead of the one in the program, to work on it
    #[arg(long, value_name = "DIR")]
    ui: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// How many runs may go on at once
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    most_runs: u16,
    #[command(flatten)]
    archive: ArchiveArgs,
}

/// A token goes into addresses and headers as it is.
fn token(text: &str) -> Result<String, String> {
    let is_plain = text.len() >= 8 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let words = "a token is at least 8 letters, digits and hyphens";
    is_plain.then(|| text.to_owned()).ok_or_else(|| words.to_owned())
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let token = match &args.token {
        None if !args.listen.ip().is_loopback() => {
            Some(new_token().context("the system gives no random numbers for a token")?)
        }
        given => given.clone(),
    };
    let config = Config {
        archive: args.archive.path()?,
        token: token.clone(),
        ui: args.ui.clone(),
        most_runs: args.most_runs.into(),
        interrupt: Interrupt::on_signals().context("signals cannot be listened to")?,
    };
    let server = Server::bind(args.listen, config)?;
    let mut address = format!("http://{}/", server.address()?);
    if let Some(token) = token {
        address += &format!("?token={token}");
    }
    say(&address)?;
    if args.open
        && let Err(error) = open(&address)
    {
        note(&format!("no browser could be opened ({error}); open the address above"));
    }
    server.serve()?;
    Ok(Outcome::Done)
}

fn open(address: &str) -> std::io::Result<()> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    let mut command = Command::new(program);
    command.arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
    command.spawn().map(|_| ())
}
