//! The parameters of a link: `name=value` joined by `&`, after `?` or `#`, percent-encoded.
//!
//! Links are read as people paste them: percent-encoded as a whole, with `&amp;` from a page's
//! source, and between the brackets or quotes of a mail or a forum post.

use std::borrow::Cow;
use std::str::FromStr;

use crate::error::ReadError;

/// One parameter.
pub(crate) struct Parameter {
    pub name: String,
    pub value: String,
    /// Where the value starts, in bytes of the whole text.
    at: usize,
}

/// More parameters than this are no link of any viewer.
const MOST_PARAMETERS: usize = 64;
/// What a link may stand between.
const WRAPPINGS: [(char, char); 6] =
    [('<', '>'), ('"', '"'), ('\'', '\''), ('(', ')'), ('[', ']'), ('`', '`')];
const BLANK_LINES: [&str; 2] = ["\n\n", "\n\r\n"];

impl Parameter {
    /// An error at the value.
    pub fn error(
        &self,
        text: &str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> ReadError {
        self.place(text, ReadError::new(message, remedy))
    }

    /// An error, placed at the value.
    pub fn place(&self, text: &str, error: ReadError) -> ReadError {
        error.at_byte(text, self.at)
    }

    /// The value as a number.
    pub fn number<T: FromStr>(&self, text: &str) -> Result<T, ReadError> {
        self.value.trim().parse().map_err(|_| {
            let message = format!("{} is '{}', which is no number", self.name, self.short());
            self.error(text, message, "correct the number")
        })
    }

    /// The value, cut if it is long, to quote it.
    pub fn short(&self) -> String {
        crate::text::short(&self.value)
    }
}

/// Whether a text holds a link to a board, be it percent-encoded as a whole.
pub fn is_link(text: &str) -> bool {
    text.contains("board_edges=") || is_encoded(text)
}

fn is_encoded(text: &str) -> bool {
    !text.contains("board_edges=")
        && (text.contains("board_edges%3D") || text.contains("board_edges%3d"))
}

/// A text with its link as it was before it was percent-encoded as a whole.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if is_encoded(text) { Cow::Owned(unescape(text)) } else { Cow::Borrowed(text) }
}

/// Where the last line of a text starts, after what a link may be wrapped in.
fn start_of_line(text: &str) -> usize {
    let line = text.rfind('\n').map_or(text, |newline| text.get(newline + 1..).unwrap_or_default());
    let is_opening = |c: char| WRAPPINGS.iter().any(|(opening, _)| *opening == c);
    text.len() - line.trim_start_matches(|c: char| c.is_whitespace() || is_opening(c)).len()
}

/// Where the wrapping of a link ends, if it has one: after the key, in bytes from there.
fn end_of_wrapping(before: &str, after: &str) -> Option<usize> {
    let outside = match before.rfind("http") {
        Some(start) => before.get(..start)?.chars().next_back(),
        None => before.trim_start().chars().next(),
    };
    let (_, closing) = WRAPPINGS.iter().find(|(opening, _)| Some(*opening) == outside)?;
    after.find(*closing)
}

/// The parameters of the first link in a text. Other lines, such as a grid above the link, and an
/// earlier `?` or `#` are passed over.
pub(crate) fn parameters(text: &str) -> Result<Vec<Parameter>, ReadError> {
    let key = text.find("board_edges").ok_or_else(|| {
        ReadError::new("no board_edges in the text", "copy the whole link from the viewer")
    })?;
    let (before, after) = text.split_at(key);
    // A link may be broken over lines by a mail program, but not by an empty line.
    let start = BLANK_LINES.iter().filter_map(|b| Some(before.rfind(b)? + b.len())).max();
    let start = start.unwrap_or(0);
    let start = before
        .get(start..)
        .and_then(|b| b.find(['?', '#']))
        .map_or_else(|| start_of_line(before), |sign| start + sign + 1);
    let ends = BLANK_LINES.iter().filter_map(|b| after.find(b));
    let end = ends.chain(end_of_wrapping(before, after)).min().map(|end| key + end);
    let end = end.unwrap_or(text.len());
    let link = text.get(start..end).unwrap_or_default();
    let mut found = Vec::new();
    let mut at = start;
    for part in link.split(['&', '?', '#']) {
        if let Some((raw, value)) = part.split_once('=') {
            let name = raw.strip_prefix("amp;").unwrap_or(raw);
            if found.len() == MOST_PARAMETERS {
                let message = format!("more than {MOST_PARAMETERS} parameters");
                return Err(ReadError::new(message, "copy the link again").at_byte(text, at));
            }
            let value_at = at + raw.len() + 1;
            found.push(Parameter { name: decode(name), value: decode(value), at: value_at });
        }
        at += part.len() + 1;
    }
    Ok(found)
}

/// A name or value as it was meant: white space, which no link has, is dropped.
fn decode(text: &str) -> String {
    unescape(&text.replace(|c: char| c.is_ascii_whitespace(), ""))
}

/// Undoes percent-encoding; anything odd stays as it is.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let hex = |digit: Option<u8>| digit.and_then(|d| char::from(d).to_digit(16));
        match (byte, hex(ahead.next()), hex(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Percent-encodes everything that is not plain in every part of an address.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            escaped.push_str(&format!("%{byte:02X}"));
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        parameters(text).unwrap().into_iter().map(|p| (p.name, p.value)).collect()
    }

    #[test]
    fn parameters_are_found_after_host_question_mark_or_nothing() {
        for link in [
            "https://e2.bucas.name/#puzzle=a%20b&board_edges=xy",
            "https://e2.bucas.name/?puzzle=a%20b&board_edges=xy",
            "?puzzle=a%20b&board_edges=xy\n",
            "puzzle=a%20b&board_edges=xy",
            "  1/2 ---/-\n\nhttps://e2.bucas.name/#puzzle=a%20b&board_edges=x\ny\n",
        ] {
            let expected = [("puzzle", "a b"), ("board_edges", "xy")];
            assert_eq!(pairs(link), expected.map(|(n, v)| (n.to_owned(), v.to_owned())), "{link}");
        }
    }

    #[test]
    fn links_are_found_as_people_paste_them() {
        let plain = "https://e2.bucas.name/#puzzle=a(1)&board_edges=xy&board_w=2";
        let encoded = escape(plain);
        for link in [
            plain.to_owned(),
            plain.replace('&', "&amp;"),
            format!("<{plain}>"),
            format!("\"{plain}\" is what I found"),
            format!("'{plain}'"),
            format!("'{}'", plain.split_once('#').unwrap().1),
            format!("see [my board]({}), please", plain.replace("(1)", "%281%29")),
            format!("<a href=\"{}\">here</a>", plain.replace('&', "&amp;")),
            encoded.replace("%3A", "%3a"),
            format!("<{encoded}>"),
        ] {
            assert!(is_link(&link));
            let expected = [("puzzle", "a(1)"), ("board_edges", "xy"), ("board_w", "2")];
            let expected = expected.map(|(n, v)| (n.to_owned(), v.to_owned()));
            assert_eq!(pairs(&decoded(&link)), expected, "{link}");
        }
    }

    #[test]
    fn escaped_names_come_back() {
        for name in ["JBlackwood+PMcGavin_469", "a&b=c#d?e%", "grün 16×16", "100%25"] {
            let link = format!("#puzzle={}&board_edges=", escape(name));
            assert_eq!(pairs(&link)[0].1, name);
        }
    }
}
