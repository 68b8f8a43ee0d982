//! Any text, in whatever format it is taken for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_formats::ReadOptions;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        tilewright_fuzz::check(text, &ReadOptions::default());
    }
});
