//! Lists of pieces.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_formats::Format;

fuzz_target!(|bytes: &[u8]| tilewright_fuzz::read_as(
    bytes,
    &[
        Format::PuzzleCsv,
        Format::E2Pieces,
        Format::Shorter,
        Format::Puz,
        Format::LoganPieces,
        Format::Nichols
    ]
));
