//! Names and pictures of tiles: what is read comes back unchanged from its own name.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_tiling::read_tile;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match read_tile(text) {
        Err(error) => assert!(!error.to_string().contains('\n'), "errors are one line"),
        Ok(tile) => {
            assert_eq!(read_tile(&tile.to_string()).as_ref(), Ok(&tile));
            assert_eq!(tile.transposed().transposed(), tile);
        }
    }
});
