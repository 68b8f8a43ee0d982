//! Hint files beside a fixed list of pieces, read with and without columns and rows swapped.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_formats::{Format, ReadOptions};

const PIECES: &str = "3 2 2\n0 1 1 0\n0 1 1 1\n0 0 1 1\n1 1 0 0\n1 2 0 1\n1 0 0 2\n";

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        for swap_xy in [false, true] {
            let options = ReadOptions {
                format: Some(Format::Puz),
                hints: Some(text.to_owned()),
                swap_xy,
                ..ReadOptions::default()
            };
            tilewright_fuzz::check(PIECES, &options);
        }
    }
});
