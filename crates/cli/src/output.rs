//! Words and JSON: what the program says.

use std::io::{self, ErrorKind, IsTerminal, Write};

use anyhow::Result;
use serde::Serialize;

/// Prints to standard output. A reader that went away has heard enough: the verdict stands, and with
/// it the exit code.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let ending = if text.ends_with('\n') { "" } else { "\n" };
    let mut write = || -> io::Result<()> {
        out.write_all(text.as_bytes())?;
        out.write_all(ending.as_bytes())?;
        out.flush()
    };
    match write() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
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
