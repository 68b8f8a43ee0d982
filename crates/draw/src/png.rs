//! Pixels from an SVG document.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

/// The most pixels a picture may have: 64 megapixels, a quarter of a gigabyte while it is drawn.
pub const PIXEL_LIMIT: u64 = 64_000_000;

/// Why a document could not become pixels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawError {
    /// Not an SVG document.
    #[error("this is no SVG picture: {0}")]
    Svg(String),
    /// A picture without pixels.
    #[error("a picture of width 0 shows nothing; ask for a width of at least 1 pixel")]
    NoWidth,
    /// More pixels than anybody can look at.
    #[error(
        "a picture of {width} x {height} pixels is too large: the limit is {} megapixels; ask for a \
         smaller width",
        PIXEL_LIMIT / 1_000_000
    )]
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height that goes with it.
        height: u64,
    },
    /// The pixels could not be written.
    #[error("the pixels could not be written as PNG: {0}")]
    Encode(String),
}

/// Draws an SVG document, such as this crate makes, as a PNG file of a width in pixels; the height
/// follows.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, DrawError> {
    if width_px == 0 {
        return Err(DrawError::NoWidth);
    }
    let options = usvg::Options::default();
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| DrawError::Svg(e.to_string()))?;
    let scale = f64::from(width_px) / f64::from(tree.size().width());
    let height = ((f64::from(tree.size().height()) * scale).round() as u64).max(1);
    let too_large = DrawError::TooLarge { width: width_px, height };
    if u64::from(width_px).saturating_mul(height) > PIXEL_LIMIT {
        return Err(too_large);
    }
    let Ok(rows) = u32::try_from(height) else { return Err(too_large) };
    let mut pixels = tiny_skia::Pixmap::new(width_px, rows).ok_or(too_large)?;
    let across = scale as f32;
    let down = (height as f64 / f64::from(tree.size().height())) as f32;
    resvg::render(&tree, tiny_skia::Transform::from_scale(across, down), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| DrawError::Encode(e.to_string()))
}
