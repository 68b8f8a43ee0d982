//! Prints our own format so that people can read it: one field, one piece, one hint a line. TOML
//! and JSON agree on numbers, strings and lists, and differ only in how fields are set down.

use super::Notation;

/// A value to print.
pub(crate) enum Value {
    Number(u64),
    Flag(bool),
    Text(String),
    /// On one line.
    List(Vec<Value>),
    /// One entry a line.
    Lines(Vec<Value>),
    /// On one line.
    Table(Vec<(&'static str, Value)>),
}

impl Value {
    /// A list of numbers on one line.
    pub fn numbers(numbers: impl IntoIterator<Item = u64>) -> Self {
        Self::List(numbers.into_iter().map(Self::Number).collect())
    }

    fn print(&self, notation: Notation, out: &mut String) {
        match self {
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Text(text) => print_text(text, out),
            Self::List(values) => {
                out.push('[');
                print_separated(values.iter(), ", ", out, |value, out| value.print(notation, out));
                out.push(']');
            }
            Self::Lines(values) => {
                out.push_str("[\n");
                print_separated(values.iter(), ",\n", out, |value, out| {
                    out.push_str("  ");
                    value.print(notation, out);
                });
                out.push_str("\n]");
            }
            Self::Table(fields) => {
                out.push_str("{ ");
                print_separated(fields.iter(), ", ", out, |(key, value), out| {
                    print_field(notation, key, value, out);
                });
                out.push_str(" }");
            }
        }
    }
}

/// Prints the fields of a file.
pub(crate) fn print(notation: Notation, fields: &[(&'static str, Value)]) -> String {
    let mut out = String::new();
    match notation {
        Notation::Toml => {
            for (key, value) in fields {
                print_field(notation, key, value, &mut out);
                out.push('\n');
            }
        }
        Notation::Json => {
            out.push_str("{\n");
            print_separated(fields.iter(), ",\n", &mut out, |(key, value), out| {
                print_field(notation, key, value, out);
            });
            out.push_str("\n}\n");
        }
    }
    out
}

fn print_field(notation: Notation, key: &str, value: &Value, out: &mut String) {
    match notation {
        Notation::Toml => {
            out.push_str(key);
            out.push_str(" = ");
        }
        Notation::Json => {
            print_text(key, out);
            out.push_str(": ");
        }
    }
    value.print(notation, out);
}

fn print_separated<T>(
    values: impl Iterator<Item = T>,
    separator: &str,
    out: &mut String,
    mut print: impl FnMut(T, &mut String),
) {
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        print(value, out);
    }
}

/// A string that both TOML and JSON read as it was.
fn print_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && u32::from(c) <= 0xffff => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
