//! Who is at work: the name of the machine, and whether the process that began a run still lives.
//!
//! A number alone does not name a process: it is given out again later, and means another process
//! in another container. So its start time and its namespace go with it where the system tells.

use std::fs;

/// The name of this machine.
pub fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned());
    name
}

/// What this process is called in the archive: `NUMBER START NAMESPACE`.
pub(crate) fn this() -> String {
    let number = std::process::id();
    let start = start_of(number).unwrap_or_default();
    format!("{number} {start} {}", namespace())
}

/// Whether a process of this machine is known to live or to be dead; `None` if nobody can tell.
pub(crate) fn is_alive(process: &str) -> Option<bool> {
    let mut words = process.split(' ');
    let number: u32 = words.next()?.parse().ok()?;
    let (start, space) = (words.next()?, words.next()?);
    if space != namespace() {
        return None;
    }
    if start.is_empty() {
        return responds(number);
    }
    Some(start_of(number).as_deref() == Some(start))
}

/// When a process started, as the kernel counts; the 22nd word of its line, after a name that may
/// hold anything but ends with the last bracket. A process that is dead but not buried has none.
fn start_of(number: u32) -> Option<String> {
    let line = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    let (_, after_name) = line.rsplit_once(')')?;
    let mut words = after_name.split_whitespace();
    let state = words.next()?;
    (state != "Z" && state != "X").then(|| words.nth(18).map(str::to_owned)).flatten()
}

fn namespace() -> String {
    let space = fs::read_link("/proc/self/ns/pid").ok();
    space.map(|path| path.to_string_lossy().replace(' ', "")).unwrap_or_default()
}

#[cfg(unix)]
fn responds(number: u32) -> Option<bool> {
    let id = rustix::process::Pid::from_raw(i32::try_from(number).ok()?)?;
    Some(rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn responds(_: u32) -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_a_dead_or_other_one_does_not() {
        assert_eq!(is_alive(&this()), Some(true));
        assert!(!host().is_empty());
        let mut child = std::process::Command::new("sleep").arg("0").spawn().unwrap();
        let number = child.id();
        child.wait().unwrap();
        let start = start_of(std::process::id()).unwrap_or_default();
        assert_eq!(is_alive(&format!("{number} {start} {}", namespace())), Some(false));
        assert_eq!(is_alive("1 2 elsewhere"), None);
        assert_eq!(is_alive("nonsense"), None);
    }
}
