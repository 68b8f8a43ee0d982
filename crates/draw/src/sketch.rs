//! Pieces on paper: what boards, overviews and print sheets have in common.
//!
//! A side is defined once for each colour and used wherever it is seen, so pictures stay small. Its
//! figure is drawn whole around the middle of the edge and clipped to the side's triangle: two
//! matching neighbours complete it.

use tilewright_puzzle::{Colour, Side, Sides};

use crate::figure::short;
use crate::glyph::{Glyphs, Text};
use crate::grid::{EDGE, Tile};
use crate::paint::{Hatch, Paint, Palette, Rules, Sign};
use crate::picture::HintState;
use crate::rgb::Rgb;
use crate::style::Theme;

const GOLD: Rgb = Rgb(0xff, 0xc4, 0x1f);

/// A picture in the making.
pub(crate) struct Sketch {
    pub tile: Tile,
    pub body: String,
    glyphs: Glyphs,
}

impl Sketch {
    pub fn new(tile: Tile) -> Self {
        Self { tile, body: String::new(), glyphs: Glyphs::default() }
    }

    /// Draws the sides of a piece around a centre.
    pub fn piece(&mut self, centre: (f64, f64), inverted: bool, sides: &Sides) {
        let (x, y) = (short(centre.0), short(centre.1));
        self.body += &format!("<g transform=\"translate({x} {y})\">");
        for (side, colour) in (0..self.tile.sides()).map(Side).zip(sides.colours()) {
            let turn = rotation(self.tile.side_angle(inverted, side));
            self.body += &format!("<use href=\"#s{colour}\"{turn}/>");
        }
        self.body += &format!("<use href=\"#lines\"{}/></g>\n", self.upright(inverted));
    }

    /// Draws something from the definitions that has the outline of a cell.
    pub fn cell_mark(&mut self, name: &str, centre: (f64, f64), inverted: bool) {
        let turn = if inverted || self.tile == Tile::Square { 0.0 } else { 180.0 };
        self.place(name, centre, turn);
    }

    /// Draws something from the definitions at a place, turned.
    pub fn place(&mut self, name: &str, at: (f64, f64), turn: f64) {
        let (x, y) = (short(at.0), short(at.1));
        let turn = if turn == 0.0 { String::new() } else { format!(" rotate({})", short(turn)) };
        self.body += &format!("<use href=\"#{name}\" transform=\"translate({x} {y}){turn}\"/>\n");
    }

    /// Draws a piece's name on a disc in its middle.
    pub fn label(&mut self, label: &str, centre: (f64, f64), size: f64, hint: Option<HintState>) {
        let text = Text::shortened(label, 8);
        if text.width() == 0.0 {
            return;
        }
        let radius = self.disc_radius() * size;
        let height = (0.84 * radius).min(1.56 * radius / text.width() * 10.0);
        let fill = if hint == Some(HintState::Kept) { GOLD } else { Rgb::PAPER };
        let (x, y) = (short(centre.0), short(centre.1));
        self.body += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            short(radius),
            Rgb::INK,
            short(radius * 0.09),
        );
        self.text_centred(&text, centre, height, Rgb::INK);
    }

    /// Writes text around a point.
    pub fn text_centred(&mut self, text: &Text, at: (f64, f64), height: f64, ink: Rgb) {
        self.glyphs.add(text);
        let drawn = text.centred(at.0, at.1, height);
        self.body += &format!("<g stroke=\"{ink}\">{drawn}</g>\n");
    }

    /// Writes text that starts at a point.
    pub fn text_from_left(&mut self, text: &Text, at: (f64, f64), height: f64, ink: Rgb) {
        self.glyphs.add(text);
        let drawn = text.starting_at(at.0, at.1, height);
        self.body += &format!("<g stroke=\"{ink}\">{drawn}</g>\n");
    }

    /// Radius of the disc under a label of ordinary size.
    pub fn disc_radius(&self) -> f64 {
        0.25 * self.tile.apothem()
    }

    fn upright(&self, inverted: bool) -> String {
        let turn = if inverted || self.tile == Tile::Square { 0.0 } else { 180.0 };
        rotation(turn)
    }

    /// The definitions everything above refers to: a side for each colour, the marks, the glyphs.
    pub fn defs(&self, colours: &[Colour], rules: &Rules<'_>, theme: Theme) -> String {
        let tile = self.tile;
        let mut defs =
            format!("<clipPath id=\"side\"><path d=\"{}\"/></clipPath>\n", side_outline(tile));
        let palette = Palette::new(*rules, theme, colours);
        for &colour in colours {
            defs += &side_symbol(tile, colour, &palette.paint(colour), theme);
        }
        defs += &marks(tile);
        defs + &self.glyphs.defs()
    }
}

fn rotation(degrees: f64) -> String {
    if degrees == 0.0 {
        String::new()
    } else {
        format!(" transform=\"rotate({})\"", short(degrees))
    }
}

/// The triangle between an edge that faces up and the centre, which is the origin.
fn side_outline(tile: Tile) -> String {
    let apothem = short(tile.apothem());
    format!("M-50-{apothem}H50L0 0Z")
}

/// The outline of a cell with its first side up, drawn in by a margin.
fn cell_outline(tile: Tile, inset: f64) -> String {
    let shrink = 1.0 - inset / tile.apothem();
    let (half, top) = (short(EDGE / 2.0 * shrink), short(-tile.apothem() * shrink));
    match tile {
        Tile::Square => format!("M-{half} {top}H{half}V{half}H-{half}Z"),
        Tile::Triangle => {
            format!("M-{half} {top}H{half}L0 {}Z", short(2.0 * tile.apothem() * shrink))
        }
    }
}

fn side_symbol(tile: Tile, colour: Colour, paint: &Paint, theme: Theme) -> String {
    let Paint { ground, figure, hatch, sign } = *paint;
    // The stroke closes the hairline that two touching fills would leave.
    let mut symbol = format!(
        "<g id=\"s{colour}\"><path d=\"{}\" fill=\"{ground}\" stroke=\"{ground}\" \
         stroke-width=\".8\"/>",
        side_outline(tile)
    );
    if hatch.is_some() || figure.is_some() {
        // Signed sides need room for their sign below the figure.
        let smaller = if sign.is_some() { 0.6 } else { 1.0 };
        let (top, scale) = (short(-tile.apothem()), short(tile.figure_scale() * smaller));
        symbol += "<g clip-path=\"url(#side)\">";
        symbol += &format!("<g transform=\"translate(0 {top}) scale({scale})\">");
        if let Some(hatch) = hatch {
            symbol += &hatch_path(hatch, ground.ink());
        }
        if let Some((figure, fill)) = figure {
            let (outline, width) =
                if theme == Theme::ColourBlind { (ground, 7.0) } else { (Rgb::INK, 2.8) };
            symbol += &format!(
                "<path d=\"{}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\" paint-order=\"stroke\"/>",
                figure.path()
            );
        }
        symbol += "</g></g>";
    }
    if let Some(sign) = sign {
        symbol += &sign_path(tile, sign, ground);
    }
    symbol + "</g>\n"
}

fn sign_path(tile: Tile, sign: Sign, ground: Rgb) -> String {
    let scale = short(tile.apothem() / 50.0);
    let middle = short(-0.41 * tile.apothem());
    let path = match sign {
        Sign::Plus => "M-6-1.6H-1.6V-6H1.6V-1.6H6V1.6H1.6V6H-1.6V1.6H-6Z",
        Sign::Minus => "M-6-1.6H6V1.6H-6Z",
    };
    format!(
        "<path transform=\"translate(0 {middle}) scale({scale})\" d=\"{path}\" fill=\"{}\" \
         stroke=\"{ground}\" stroke-width=\"4\" paint-order=\"stroke\"/>",
        ground.ink()
    )
}

fn hatch_path(hatch: Hatch, ink: Rgb) -> String {
    let (path, width) = hatch_lines(hatch);
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" stroke-opacity=\".5\"/>"
    )
}

/// Lines around the middle of an edge that look the same after half a turn, and their width.
pub(crate) fn hatch_lines(hatch: Hatch) -> (String, f64) {
    // Enough of them to cover the largest side even where figures are drawn smallest.
    let across_steps = || (-14..14).map(|n| f64::from(n) * 9.0 + 4.5);
    let down_steps = || (0..10).map(|n| f64::from(n) * 9.0 + 4.5);
    let along = || down_steps().map(|y| format!("M-126 {}H126", short(y))).collect::<String>();
    let across = || across_steps().map(|x| format!("M{} 0V90", short(x))).collect::<String>();
    let slanted = |sign: f64| {
        let line = |n: i32| {
            let x = f64::from(n) * 12.0 + 6.0;
            format!("M{} 0l{} 90", short(x), short(-90.0 * sign))
        };
        (-18..18).map(line).collect::<String>()
    };
    match hatch {
        Hatch::Along => (along(), 2.2),
        Hatch::Across => (across(), 2.2),
        Hatch::Rising => (slanted(1.0), 2.2),
        Hatch::Crossed => (slanted(1.0) + &slanted(-1.0), 1.6),
        Hatch::Fence => (along() + &across(), 1.6),
        Hatch::Dots => {
            let dot = |x: f64, y: f64| format!("M{} {}h.01", short(x), short(y));
            let dots = across_steps().flat_map(|x| down_steps().map(move |y| dot(x, y)));
            (dots.collect(), 4.0)
        }
    }
}

/// Lines of a piece, empty cells, unknown pieces, frames of hints, marks of what is wrong.
fn marks(tile: Tile) -> String {
    let spokes = match tile {
        Tile::Square => "M-50-50L50 50M50-50L-50 50".to_owned(),
        Tile::Triangle => {
            let (top, tip) = (short(-tile.apothem()), short(2.0 * tile.apothem()));
            format!("M-50 {top}L0 0L50 {top}M0 0V{tip}")
        }
    };
    let (ink, paper, alarm) = (Rgb::INK, Rgb::PAPER, Rgb::ALARM);
    let outline = cell_outline(tile, 0.0);
    let inner = cell_outline(tile, 3.0);
    let frame = cell_outline(tile, 4.8);
    let scale = short(0.75 + 0.25 * tile.figure_scale());
    format!(
        "<g id=\"lines\" fill=\"none\" stroke=\"{ink}\" stroke-linejoin=\"round\">\
         <path d=\"{spokes}\" stroke-width=\"1\" stroke-opacity=\".55\"/>\
         <path d=\"{outline}\" stroke-width=\"1.1\" stroke-opacity=\".7\"/></g>\n\
         <path id=\"empty\" d=\"{inner}\" fill=\"#343942\" stroke=\"#aab2c0\" stroke-width=\"2.6\" \
         stroke-linecap=\"round\" stroke-dasharray=\"0 6.5\"/>\n\
         <path id=\"unknown\" d=\"{inner}\" fill=\"#5a616d\" stroke=\"{paper}\" stroke-width=\"1.6\"/>\n\
         <g id=\"hint\" fill=\"none\" stroke-linejoin=\"round\">\
         <path d=\"{frame}\" stroke=\"{ink}\" stroke-width=\"7.6\"/>\
         <path d=\"{frame}\" stroke=\"{GOLD}\" stroke-width=\"5\"/></g>\n\
         <g id=\"open-hint\" fill=\"none\" stroke-linejoin=\"round\">\
         <path d=\"{frame}\" stroke=\"{ink}\" stroke-width=\"7.6\"/>\
         <path d=\"{frame}\" stroke=\"{GOLD}\" stroke-width=\"5\" stroke-dasharray=\"9 7\"/></g>\n\
         <g id=\"mismatch\" stroke-linejoin=\"round\" transform=\"scale({scale})\">\
         <path d=\"M-25 0L0-12.5L25 0L0 12.5Z\" fill=\"#fff\" stroke=\"{ink}\" stroke-width=\"2\"/>\
         <path d=\"M-18 0L0-9L18 0L0 9Z\" fill=\"{alarm}\"/></g>\n\
         <g id=\"broken-rim\" stroke-linejoin=\"round\" transform=\"scale({scale})\">\
         <path d=\"M-25 0L0 12.5L25 0Z\" fill=\"#fff\" stroke=\"{ink}\" stroke-width=\"2\"/>\
         <path d=\"M-17 1.5L0 9L17 1.5Z\" fill=\"{alarm}\"/></g>\n"
    )
}
