//! What the ending of a file's name says about its format.

use std::path::Path;

use anyhow::{Result, bail};
use tilewright_formats::{Format, WriteError};

/// The ending of a file's name, in small letters.
pub(crate) fn ending_of(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// The text in the format that a file's ending stands for.
pub(crate) fn text_for(
    path: &Path,
    write: impl Fn(Format) -> Result<String, WriteError>,
) -> Result<String> {
    Ok(write(format_for(path, &write)?)?)
}

/// The format that a file's ending stands for: our own for .toml, .json and no ending, else the
/// only one with that ending that can hold what is written; of several, bare letters.
pub(crate) fn format_for(
    path: &Path,
    write: impl Fn(Format) -> Result<String, WriteError>,
) -> Result<Format> {
    let ending = ending_of(path);
    let own = match ending.as_deref() {
        None | Some("toml") => Some(Format::Toml),
        Some("json") => Some(Format::Json),
        _ => None,
    };
    if let Some(format) = own {
        return Ok(format);
    }
    let ending = ending.unwrap_or_default();
    let formats = Format::ALL.iter().filter(|f| f.describe().extensions.contains(&&*ending));
    let fit: Vec<_> = formats.copied().filter(|&format| write(format).is_ok()).collect();
    match fit[..] {
        [only] => Ok(only),
        [] => bail!(
            "{}: no format that ends in .{ending} can hold this; use .toml or .json",
            path.display()
        ),
        _ if fit.contains(&Format::Letters) => Ok(Format::Letters),
        _ => {
            let names: Vec<_> = fit.iter().map(|format| format.name()).collect();
            bail!(
                "{}: .{ending} could be any of {}; use .toml or .json, then `tilewright convert`",
                path.display(),
                names.join(", ")
            )
        }
    }
}
