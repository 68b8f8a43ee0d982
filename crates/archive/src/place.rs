//! Where the archive is.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// Names another archive than the usual one, for a shell or a test.
pub const VARIABLE: &str = "TILEWRIGHT_ARCHIVE";

/// The archive that is meant if none is named: that of the environment, else the one in the
/// platform's data directory; `None` if the system has no such place.
pub fn usual() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    named.map(PathBuf::from).or_else(|| {
        let base = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(base.data_dir().join("tilewright").join("archive.sqlite"))
    })
}
