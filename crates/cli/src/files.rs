//! Files, written whole or not at all: beside the goal first, then in one step into its place.
//!
//! Links are followed and the permissions of what was there are kept. What is no regular file, such
//! as a pipe, cannot be replaced: it is written to directly.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tempfile::NamedTempFile;

/// Writes a file whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_files(&[(path.to_owned(), bytes.to_owned())])
}

/// Writes several files: nothing is put into place before all are ready.
pub(crate) fn write_files(files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let mut ready: Vec<(&Path, Prepared<'_>)> = Vec::new();
    for (path, bytes) in files {
        let prepared = Goal::of(path)?.prepare(path, bytes)?;
        if let Some((other, _)) = ready.iter().find(|(_, other)| other.is_same(&prepared)) {
            bail!("{} and {} are the same file; name two", other.display(), path.display());
        }
        ready.push((path, prepared));
    }
    for (path, prepared) in ready {
        prepared.finish().map_err(|error| cannot(path, &error))?;
    }
    Ok(())
}

/// Whether a file can be written at this place, tried without touching it.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    Goal::of(path)?.prepare(path, &[]).map(drop)
}

/// Whether a path leads to a pipe or a device, which keeps all that is ever written to it.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Goal::of(path), Ok(Goal::Stream(_)))
}

/// What to say of a file that cannot be written.
pub(crate) fn cannot_be_written(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// The reason in plain words: the system's own would name a file that nobody asked for.
fn cannot(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {}", cannot_be_written(path), error.kind())
}

/// What a path leads to.
enum Goal {
    /// A regular file or none yet, with all links followed.
    File { path: PathBuf, permissions: Option<Permissions> },
    /// A pipe or a device.
    Stream(PathBuf),
}

impl Goal {
    fn of(path: &Path) -> Result<Self> {
        let stream = || Ok(Self::Stream(path.to_owned()));
        match path.metadata() {
            Ok(found) if found.is_dir() => {
                bail!("{}: is a folder; name a file in it", path.display())
            }
            Ok(found) if found.is_file() => {
                // Renaming would get round a file's protection.
                let opened = OpenOptions::new().write(true).open(path);
                opened.map_err(|error| cannot(path, &error))?;
                let permissions = Some(found.permissions());
                // An open file whose name is gone can still be written to.
                path.canonicalize()
                    .map_or_else(|_| stream(), |path| Ok(Self::File { path, permissions }))
            }
            Ok(_) => stream(),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok(Self::File { path: end_of_links(path), permissions: None })
            }
            Err(error) => Err(cannot(path, &error)),
        }
    }

    fn prepare<'b>(self, named: &Path, bytes: &'b [u8]) -> Result<Prepared<'b>> {
        let (path, permissions) = match self {
            Self::Stream(path) => return Ok(Prepared::Stream { path, bytes }),
            Self::File { path, permissions } => (path, permissions),
        };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let folder = folder.display();
            bail!("{}: there is no folder {folder}", cannot_be_written(named));
        }
        let name = path.file_name().with_context(|| cannot_be_written(named))?;
        let goal = folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(name);
        let file = beside(&goal, bytes, permissions).map_err(|error| cannot(named, &error))?;
        Ok(Prepared::File { file, goal })
    }
}

/// Where links lead whose end is not there yet.
fn end_of_links(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = end.read_link() else { break };
        end = end.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    end
}

/// Bytes on their way into a file.
enum Prepared<'b> {
    File { file: NamedTempFile, goal: PathBuf },
    Stream { path: PathBuf, bytes: &'b [u8] },
}

impl Prepared<'_> {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File { goal: one, .. }, Self::File { goal: other, .. }) => one == other,
            _ => false,
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::File { file, goal } => {
                file.as_file().sync_all()?;
                file.persist(goal).map(drop).map_err(|error| error.error)
            }
            Self::Stream { path, bytes } => {
                let mut stream: File = OpenOptions::new().write(true).open(path)?;
                stream.write_all(bytes)?;
                stream.flush()
            }
        }
    }
}

/// A file with another name in the folder of the goal.
fn beside(
    goal: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<NamedTempFile> {
    let folder = goal.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tilewright-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    #[test]
    fn links_stay_links_and_permissions_stay_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("real"), "old").unwrap();
        fs::set_permissions(at("real"), Permissions::from_mode(0o640)).unwrap();
        symlink("real", at("link")).unwrap();
        symlink("link", at("far")).unwrap();
        symlink("new", at("dangling")).unwrap();
        write_file(&at("far"), b"text").unwrap();
        write_file(&at("dangling"), b"more").unwrap();
        assert!(at("far").is_symlink() && at("link").is_symlink() && at("dangling").is_symlink());
        assert_eq!(fs::read(at("real")).unwrap(), b"text");
        assert_eq!(fs::read(at("new")).unwrap(), b"more");
        assert_eq!(at("real").metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(folder.path().read_dir().unwrap().count(), 5);
    }

    #[test]
    fn a_pipe_is_written_to_and_stays_a_pipe() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        check_writable(&pipe).unwrap();
        assert!(is_stream(&pipe) && !is_stream(folder.path()));
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write_file(&pipe, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), b"text");
        assert!(pipe.metadata().unwrap().file_type().is_fifo());
    }

    #[test]
    fn all_files_are_written_or_none_and_the_reason_is_plain() {
        let folder = tempfile::tempdir().unwrap();
        let (good, bad) = (folder.path().join("a"), folder.path().join("nowhere/b"));
        let file = |path: &Path| (path.to_owned(), b"text".to_vec());
        let error = write_files(&[file(&good), file(&bad)]).unwrap_err().to_string();
        assert!(error.contains("there is no folder") && !error.contains(".tilewright-"), "{error}");
        let again = folder.path().join("./a");
        let error = write_files(&[file(&good), file(&again)]).unwrap_err().to_string();
        assert!(error.contains("the same file"), "{error}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        write_files(&[file(&good), file(&folder.path().join("b"))]).unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
    }
}
