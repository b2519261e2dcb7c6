//! Pages of one file: a text with slots (`<!--name-->`), and data in it that stays data.

use serde::Serialize;
use std::io::{self, Write};

/// Writes `page`, with what `slot` writes where a slot is.
///
/// # Errors
/// What writing gives.
pub fn fill<W: Write>(page: &str, out: &mut W, mut slot: impl FnMut(&str, &mut W) -> io::Result<()>) -> io::Result<()> {
    for piece in page.split_inclusive("-->") {
        let (text, name) = piece.rsplit_once("<!--").unwrap_or((piece, ""));
        out.write_all(text.as_bytes())?;
        slot(name.trim_end_matches("-->"), out)?;
    }
    Ok(())
}

/// Writes JSON that no HTML parser takes for markup.
///
/// # Errors
/// What writing gives.
pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(Quoted(out), value).map_err(io::Error::other)
}

/// Passes JSON on in a form that no HTML parser takes for markup.
struct Quoted<W>(W);

impl<W: Write> Write for Quoted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut start = 0;
        // A "<" can only be in a string, where it may be written as an escape.
        while let Some(i) = bytes[start..].iter().position(|b| *b == b'<') {
            self.0.write_all(&bytes[start..start + i])?;
            self.0.write_all(b"\\u003c")?;
            start += i + 1;
        }
        self.0.write_all(&bytes[start..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
