//! Runs the program as a user would.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a call of the program gave.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Standard output as one JSON document.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.out, self.err))
    }

    /// Asserts that it ended with exit code 2, nothing on standard output and one line of words.
    pub fn assert_refused(&self, words: &str) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        assert!(self.out.is_empty(), "{}", self.out);
        let errors: Vec<_> = self.err.lines().filter(|line| !line.starts_with("note:")).collect();
        assert_eq!(errors.len(), 1, "{}", self.err);
        assert!(self.err.contains(words), "{:?} is not in {:?}", words, self.err);
    }

    /// Asserts that it ended well.
    pub fn assert_done(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }
}

/// The program, with an archive that is nobody's.
pub fn program(archive: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.env("TILEWRIGHT_ARCHIVE", archive).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the program with these arguments, and an archive that is gone afterwards.
pub fn tilewright(arguments: &[&str]) -> Ran {
    let folder = Folder::new();
    tilewright_in(&folder.path("archive.sqlite"), arguments)
}

/// Runs the program with these arguments and this archive.
pub fn tilewright_in(archive: &Path, arguments: &[&str]) -> Ran {
    let output = program(archive).args(arguments).output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder that is removed with the value, and paths in it.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        self.text(name)
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        entries.map(|e| e.unwrap().file_name().to_str().unwrap().to_owned()).collect()
    }
}

/// The letters of a known board.
pub fn letters(name: &str) -> String {
    let ran = tilewright(&["convert", name, "--to", "letters"]).assert_done();
    ran.out.trim().to_owned()
}
