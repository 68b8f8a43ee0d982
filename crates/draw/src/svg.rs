//! The frame of an SVG document, and text that is safe in it.

use crate::figure::short;

/// A document: its size on the page with a unit, its size in its own units, a title, the shared
/// definitions and what is drawn.
pub(crate) struct Document<'a> {
    pub size: (f64, f64),
    pub unit: &'a str,
    pub extent: (f64, f64),
    pub title: &'a str,
    pub defs: &'a str,
    pub body: &'a str,
}

impl Document<'_> {
    pub fn text(&self) -> String {
        let (width, height) = (short(self.size.0), short(self.size.1));
        let (across, down) = (short(self.extent.0), short(self.extent.1));
        let Self { unit, defs, body, .. } = self;
        let title = escaped(self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}{unit}\" \
             height=\"{height}{unit}\" viewBox=\"0 0 {across} {down}\">\n\
             <title>{title}</title>\n<defs>\n{defs}</defs>\n{body}</svg>\n"
        )
    }
}

/// Text with everything that means something to XML spelled out, and without what XML forbids.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '&' => safe += "&amp;",
            '"' => safe += "&quot;",
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_its_element() {
        assert_eq!(escaped("<a b=\"&\">\u{0}\n"), "&lt;a b=&quot;&amp;&quot;&gt;  ");
    }
}
