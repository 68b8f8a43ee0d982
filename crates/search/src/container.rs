//! The bytes of a checkpoint file: a frame around a payload, such that no damage goes unnoticed.
//!
//! ```text
//! 8 bytes  magic                  "TWRIGHT" and a byte that is no text
//! 4        format version         little-endian, like all numbers here
//! 8        length of the file
//! 1 + n    version of the program that wrote it
//! 8        length of the payload
//! ...      the payload, compressed by zstd
//! 32       BLAKE3 of all before
//! ```
//! Every later format keeps all of this but the two lines of the payload, so that an older program
//! can tell a newer file from a damaged one. No length is believed before it has been checked: memory
//! is taken only for bytes that are really there.

use std::io::{self, Read, Write};

use thiserror::Error;

const MAGIC: [u8; 8] = *b"TWRIGHT\x9d";
const FORMAT: u32 = 1;
const HASH: usize = 32;
/// Of magic, format and file length.
pub(crate) const START: usize = 20;
/// Checkpoints beyond this size are neither written nor read.
pub(crate) const MOST_BYTES: u64 = 4 << 30;
/// zstd's own middle: states shrink well, and a slice of work costs more than this.
const LEVEL: i32 = 3;

/// What is wrong with the bytes of a checkpoint.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Damage {
    /// Something else altogether.
    #[error("this is not a checkpoint of tilewright")]
    Foreign,
    /// The end is missing.
    #[error("the file is truncated: {found} bytes are there{}", expected_bytes(.expected))]
    Truncated {
        /// Bytes that are there.
        found: u64,
        /// Bytes that should be, if the file still says so.
        expected: Option<u64>,
    },
    /// Bytes have changed.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// Written by a newer program.
    #[error(
        "it was written by tilewright {program} in format {format}, and this program reads \
         format {FORMAT}: use that version or a newer one"
    )]
    Newer {
        /// The program's version.
        program: String,
        /// The format's.
        format: u32,
    },
    /// Beyond the limit.
    #[error("it is larger than the limit of {} GiB", MOST_BYTES >> 30)]
    TooLarge,
    /// Whole, but not made of what a checkpoint is made of.
    #[error("its contents make no sense: {0}")]
    Content(String),
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
}

fn expected_bytes(expected: &Option<u64>) -> String {
    expected.map(|expected| format!(" of {expected}")).unwrap_or_default()
}

/// Puts a frame around a payload given in parts.
pub(crate) fn seal(program: &str, parts: &[&[u8]]) -> Result<Vec<u8>, Damage> {
    let length: u64 = parts.iter().map(|part| part.len() as u64).sum();
    if length > MOST_BYTES {
        return Err(Damage::TooLarge);
    }
    let version = &program.as_bytes()[..program.len().min(usize::from(u8::MAX))];
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend([0; 8]);
    bytes.push(version.len() as u8);
    bytes.extend(version);
    bytes.extend(length.to_le_bytes());
    let mut encoder = zstd::stream::write::Encoder::new(bytes, LEVEL)?;
    for part in parts {
        encoder.write_all(part)?;
    }
    let mut bytes = encoder.finish()?;
    let total = (bytes.len() + HASH) as u64;
    bytes[12..START].copy_from_slice(&total.to_le_bytes());
    let hash = blake3::hash(&bytes);
    bytes.extend(hash.as_bytes());
    Ok(bytes)
}

/// Looks at the first bytes of a file alone, to refuse foreign files without reading them.
pub(crate) fn check_start(start: &[u8]) -> Result<(), Damage> {
    let known = start.len().min(MAGIC.len());
    if start.is_empty() || start[..known] == MAGIC[..known] { Ok(()) } else { Err(Damage::Foreign) }
}

/// The payload inside the frame.
pub(crate) fn open(bytes: &[u8]) -> Result<Vec<u8>, Damage> {
    check_start(bytes)?;
    let found = bytes.len() as u64;
    let mut rest = bytes.get(MAGIC.len()..).unwrap_or_default();
    let truncated = Damage::Truncated { found, expected: None };
    let (Some(format), Some(expected)) = (take(&mut rest), take(&mut rest)) else {
        return Err(truncated);
    };
    let (format, expected) = (u32::from_le_bytes(format), u64::from_le_bytes(expected));
    if found < expected {
        return Err(Damage::Truncated { found, expected: Some(expected) });
    }
    let Some((body, hash)) = bytes.split_last_chunk::<HASH>() else { return Err(truncated) };
    if found != expected || blake3::hash(body) != *hash {
        return Err(Damage::Checksum);
    }
    let mut rest = body.get(START..).unwrap_or_default();
    let program = take_program(&mut rest).ok_or_else(|| content("no version"))?;
    if format > FORMAT {
        return Err(Damage::Newer { program, format });
    }
    let length = take(&mut rest).map(u64::from_le_bytes).ok_or_else(|| content("no payload"))?;
    decompress(rest, length)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

fn take_program(rest: &mut &[u8]) -> Option<String> {
    let (&length, left) = rest.split_first()?;
    let (program, left) = left.split_at_checked(usize::from(length))?;
    *rest = left;
    Some(String::from_utf8_lossy(program).into_owned())
}

fn decompress(compressed: &[u8], length: u64) -> Result<Vec<u8>, Damage> {
    if length > MOST_BYTES {
        return Err(Damage::TooLarge);
    }
    let mut payload = Vec::new();
    let decoder = zstd::stream::read::Decoder::with_buffer(compressed)?;
    decoder.take(length + 1).read_to_end(&mut payload)?;
    if payload.len() as u64 == length { Ok(payload) } else { Err(content("wrong length")) }
}

fn content(what: &str) -> Damage {
    Damage::Content(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Vec<u8> {
        seal("1.2.3", &[b"head", &[7; 500], b"tail"]).unwrap()
    }

    #[test]
    fn a_payload_comes_back_whole() {
        let payload = open(&sealed()).unwrap();
        assert_eq!(payload.len(), 508);
        assert!(payload.starts_with(b"head") && payload.ends_with(b"tail"));
        assert_eq!(open(&seal("", &[]).unwrap()).unwrap(), b"");
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let good = sealed();
        for index in 0..good.len() {
            for bit in 0..8 {
                let mut bad = good.clone();
                bad[index] ^= 1 << bit;
                assert!(open(&bad).is_err(), "byte {index}, bit {bit}");
            }
        }
    }

    #[test]
    fn every_missing_or_added_byte_is_noticed() {
        let good = sealed();
        for length in 0..good.len() {
            let error = open(&good[..length]).unwrap_err();
            assert!(matches!(error, Damage::Truncated { .. }), "{length}: {error}");
        }
        let longer = [&good[..], &[0]].concat();
        assert!(matches!(open(&longer), Err(Damage::Checksum)));
    }

    #[test]
    fn other_files_are_told_apart_from_damaged_ones() {
        for other in [&b"PK\x03\x04"[..], b"{}", b"TWRIGHT\n and more", &[0; 100]] {
            assert!(matches!(open(other), Err(Damage::Foreign)), "{other:?}");
        }
    }

    #[test]
    fn newer_files_are_refused_with_the_version_that_wrote_them() {
        let mut newer = sealed();
        newer[8] = 9;
        let end = newer.len() - HASH;
        let hash = blake3::hash(&newer[..end]);
        newer[end..].copy_from_slice(hash.as_bytes());
        let error = open(&newer).unwrap_err().to_string();
        assert!(error.contains("tilewright 1.2.3 in format 9"), "{error}");
    }

    #[test]
    fn a_payload_that_unpacks_to_more_than_it_says_is_refused() {
        let mut bytes = seal("", &[&[0; 1_000_000]]).unwrap();
        bytes.truncate(bytes.len() - HASH);
        for (length, word) in [(10, "wrong length"), (u64::MAX, "limit"), (2_000_000, "wrong")] {
            bytes[21..29].copy_from_slice(&u64::to_le_bytes(length));
            let hash = blake3::hash(&bytes);
            let error = open(&[&bytes[..], hash.as_bytes()].concat()).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
