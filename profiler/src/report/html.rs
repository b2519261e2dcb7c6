//! The report: one self-contained HTML file around the native profile.

use crate::profile::Profile;
use std::io::{self, Write};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order in which they run.
const SCRIPTS: [&str; 8] = [
    include_str!("page/data.js"),
    include_str!("page/state.js"),
    include_str!("page/timeline.js"),
    include_str!("page/flame.js"),
    include_str!("page/tables.js"),
    include_str!("page/tree.js"),
    include_str!("page/source.js"),
    include_str!("page/main.js"),
];

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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

impl Profile {
    /// Writes the report.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_html(&self, mut out: impl Write) -> io::Result<()> {
        for piece in PAGE.split_inclusive("-->") {
            let (text, slot) = piece.rsplit_once("<!--").unwrap_or((piece, ""));
            out.write_all(text.as_bytes())?;
            match slot.trim_end_matches("-->") {
                "title" => out.write_all(escape(&self.program).as_bytes())?,
                "style" => out.write_all(STYLE.as_bytes())?,
                "data" => serde_json::to_writer(Quoted(&mut out), self).map_err(io::Error::other)?,
                "scripts" => SCRIPTS.iter().try_for_each(|script| out.write_all(script.as_bytes()))?,
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;

    #[test]
    fn the_page_is_whole_and_its_data_stays_data() {
        let mut profile = sample_profile();
        profile.sources[0].text = "'</script><!--'".into();
        profile.program = "<b>".into();
        let mut out = Vec::new();
        profile.write_html(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let (start, end) = ("<script type=\"application/json\" id=\"data\">", "</script>");
        let data = text.split(start).nth(1).and_then(|t| t.split(end).next()).expect("data");
        let read: crate::Profile = serde_json::from_str(data).expect("a profile");
        assert_eq!(read, profile);
        assert!(text.contains("<title>&lt;b>") && text.trim_end().ends_with("</html>"), "{}", &text[..200]);
        assert!(!text.contains("http://") || !text.contains("src=\"http"), "nothing is fetched");
    }
}
