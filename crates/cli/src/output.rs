//! Words, JSON and files: everything the program puts out.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Prints to standard output; a reader that went away is an error of its own kind.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// Prints one JSON document to standard output.
pub(crate) fn say_json(value: &impl Serialize) -> Result<()> {
    say(&serde_json::to_string_pretty(value)?)
}

/// Tells what was understood or chosen, on standard error.
pub(crate) fn note(text: &str) {
    // Nobody to tell is no reason to fail.
    let _ = writeln!(io::stderr(), "note: {text}");
}

/// Tells an error in one line on standard error.
pub(crate) fn complain(error: &anyhow::Error) {
    let _ = writeln!(io::stderr(), "error: {}", format!("{error:#}").replace('\n', " "));
}

/// Whether an error only says that the reader of standard output went away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// How long something took, as exactly as people care.
pub(crate) fn time_in_words(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.3}s"),
        ..60.0 => format!("{seconds:.1}s"),
        _ => tilewright_search::format_duration(seconds.round()),
    }
}

/// Whether a stream is a terminal that wants colour.
pub(crate) fn colour_wanted(stream: &impl IsTerminal) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !refused && !dumb
}

/// Writes a file whole or not at all: beside the goal first, then in one step into its place.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> io::Result<()> {
        let file = beside(path, bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map(drop).map_err(|error| error.error)
    };
    write().with_context(|| cannot_be_written(path))
}

/// Whether a file can be written at this place, tried without touching it.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    if path.is_dir() {
        anyhow::bail!("{}: is a folder; name a file in it", path.display());
    }
    beside(path, &[]).map(drop).with_context(|| cannot_be_written(path))
}

/// What to say of a file that cannot be written.
pub(crate) fn cannot_be_written(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

fn beside(path: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tilewright-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    Ok(file)
}
