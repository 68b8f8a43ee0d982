//! Links of both viewers, and bare letters.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_formats::Format;

fuzz_target!(|bytes: &[u8]| tilewright_fuzz::read_as(
    bytes,
    &[Format::Link, Format::DevLink, Format::Letters]
));
