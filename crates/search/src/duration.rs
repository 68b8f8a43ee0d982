//! Durations as people write them: `90s`, `5m`, `2h`, `1h30m`, `500ms`.

use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// A text that is no duration.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a duration: write it as `90s`, `5m`, `2h`, `1h30m` or `500ms`")]
pub struct DurationError(pub String);

/// The units with their seconds, the longest first.
const UNITS: [(&str, f64); 5] =
    [("d", 86_400.0), ("h", 3_600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)];

/// The longest duration that is understood: a thousand years.
const LONGEST: f64 = 1000.0 * 366.0 * 86_400.0;

/// The seconds that a text means. Units go from long to short, each at most once.
pub fn parse_duration(text: &str) -> Result<f64, DurationError> {
    let error = || DurationError(text.to_owned());
    let mut rest = text.trim();
    let mut seconds = 0.0;
    let mut units = UNITS.iter();
    if rest.is_empty() {
        return Err(error());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(error)?;
        let (number, tail) = rest.split_at(digits);
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let (_, length) = units.find(|(name, _)| *name == unit).ok_or_else(error)?;
        seconds += number.parse::<f64>().map_err(|_| error())? * length;
        rest = tail;
    }
    (seconds <= LONGEST).then_some(seconds).ok_or_else(error)
}

/// A duration in the same words, to the millisecond.
pub fn format_duration(seconds: f64) -> String {
    let mut milliseconds = (seconds.clamp(0.0, LONGEST) * 1000.0).round() as u64;
    let mut text = String::new();
    for (name, length) in UNITS {
        let length = (length * 1000.0) as u64;
        if milliseconds >= length {
            text += &format!("{}{name}", milliseconds / length);
            milliseconds %= length;
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

/// Reads seconds from a number or a text, for files that people write.
pub(crate) fn seconds_or_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Seconds(f64),
        Text(String),
    }
    match Option::deserialize(from)? {
        None => Ok(None),
        Some(Written::Seconds(seconds)) => Ok(Some(seconds)),
        Some(Written::Text(text)) => {
            parse_duration(&text).map(Some).map_err(serde::de::Error::custom)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        for (text, seconds) in [
            ("90s", 90.0),
            ("5m", 300.0),
            ("2h", 7200.0),
            ("1h30m", 5400.0),
            ("500ms", 0.5),
            ("1.5h", 5400.0),
            ("2d", 172_800.0),
            ("0s", 0.0),
            ("1m500ms", 60.5),
        ] {
            assert_eq!(parse_duration(text), Ok(seconds), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_examples() {
        for text in
            ["", " ", "90", "s", "5 m", "-5s", "5m5m", "5s5m", "1e3s", "1..2s", "9999999999h", "5x"]
        {
            let error = parse_duration(text).unwrap_err().to_string();
            assert!(error.contains("`1h30m`"), "{text}");
        }
    }

    #[test]
    fn printed_durations_are_read_back() {
        for seconds in [0.0, 0.25, 1.0, 59.999, 60.0, 5400.0, 86_400.0, 100_000.001] {
            assert_eq!(parse_duration(&format_duration(seconds)), Ok(seconds));
        }
        assert_eq!(format_duration(5400.0), "1h30m");
        assert_eq!(format_duration(f64::NAN), "0s");
    }
}
