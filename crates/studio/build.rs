//! Puts the page into the program. Where npm is there, the page is built from `ui/` whenever its
//! sources changed; where it is not, or building fails, a page is embedded that says how to get
//! the real one. The program builds either way, and without a network.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is made of; a change in any of them makes it stale.
const SOURCES: [&str; 7] = [
    "ui/src",
    "ui/index.html",
    "ui/package.json",
    "ui/package-lock.json",
    "ui/svelte.config.js",
    "ui/tsconfig.json",
    "ui/vite.config.ts",
];

/// Set to anything, it leaves the page as it is said below: for builds that must not run npm.
const LEAVE_OUT: &str = "TILEWRIGHT_NO_UI";

fn main() -> Result<(), Box<dyn Error>> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rerun-if-env-changed={LEAVE_OUT}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let built = out.join("ui");
    if built.exists() {
        fs::remove_dir_all(&built)?;
    }
    if let Err(reason) = build(&built) {
        println!("cargo::warning=the studio's page is left out: {reason}");
        fs::create_dir_all(&built)?;
        fs::write(built.join("index.html"), instead(&reason))?;
    }
    let mut files = Vec::new();
    collect(&built, &built, &mut files)?;
    files.sort();
    let entries: String = files
        .iter()
        .map(|name| format!("    ({name:?}, include_bytes!({:?})),\n", built.join(name)))
        .collect();
    let text = format!("pub(crate) static PAGES: &[(&str, &[u8])] = &[\n{entries}];\n");
    fs::write(out.join("pages.rs"), text)?;
    Ok(())
}

/// Builds the page into a folder.
fn build(into: &Path) -> Result<(), String> {
    if std::env::var_os(LEAVE_OUT).is_some() {
        return Err(format!("{LEAVE_OUT} is set"));
    }
    if !is_installed() {
        let quick = ["--fetch-retries=0", "--fetch-timeout=30000"];
        // Not `npm ci`: it refuses a lock file that has only the native modules of this platform.
        let install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefer-offline"];
        npm(&[&install[..], &quick].concat())?;
    }
    let folder = into.to_str().ok_or("the name of the build folder is no text")?;
    npm(&["run", "build", "--silent", "--", "--outDir", folder, "--emptyOutDir"])
}

/// Whether what the page is built with is there, and is what the lock file asks for.
fn is_installed() -> bool {
    let changed = |path: &str| fs::metadata(path).and_then(|about| about.modified()).ok();
    let installed = changed("ui/node_modules/.package-lock.json");
    installed.is_some() && installed >= changed("ui/package-lock.json")
}

fn npm(arguments: &[&str]) -> Result<(), String> {
    let done = Command::new("npm").args(arguments).current_dir("ui").output();
    let done = done.map_err(|error| format!("npm cannot be started ({error})"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("nothing said");
    Err(format!("`npm {}` failed: {last}", arguments.join(" ")))
}

/// All files under a folder, by their names from there.
fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Some(name) = path.strip_prefix(root)?.to_str() {
            files.push(name.replace('\\', "/"));
        }
    }
    Ok(())
}

fn instead(reason: &str) -> String {
    let reason = reason.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Tilewright studio</title>\n\
         <h1>The page is not in this build</h1>\n\
         <p>It was left out when the program was built: {reason}.</p>\n\
         <p>Install Node.js 20 or newer with npm and build again, or build the page alone with \
         <code>npm install &amp;&amp; npm run build</code> in <code>crates/studio/ui</code> and start \
         <code>tilewright studio --ui crates/studio/ui/dist</code>.</p>\n\
         <p>Everything else works: the interface under <code>/api</code> is described in \
         <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></html>\n"
    )
}
