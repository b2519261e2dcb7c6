//! The report: one self-contained HTML file around the native profile.

use super::calls_page::Calls;
use super::page::{fill, write_json};
use crate::advise::Advice;
use crate::formats::boxes::escape;
use crate::profile::Profile;
use std::io::{self, Write};

pub(super) const PAGE: &str = include_str!("page/page.html");
pub(super) const STYLE: &str = include_str!("page/style.css");
/// In the order in which they run.
pub(super) const SCRIPTS: [&str; 12] = [
    include_str!("page/data.js"),
    include_str!("page/state.js"),
    include_str!("page/timeline.js"),
    include_str!("page/flame.js"),
    include_str!("page/tables.js"),
    include_str!("page/tree.js"),
    include_str!("page/source.js"),
    include_str!("page/paths.js"),
    include_str!("page/advice.js"),
    include_str!("page/calls.js"),
    include_str!("page/calls_lane.js"),
    include_str!("page/main.js"),
];

impl Profile {
    /// Writes the report.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_html(&self, out: impl Write) -> io::Result<()> {
        self.write_html_with(None, out)
    }

    /// Writes the report, with a view of the advice.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_html_with(&self, advice: Option<&Advice>, mut out: impl Write) -> io::Result<()> {
        // The whole tree may be too much for a page, and so may its events.
        let without_calls = self.calls.is_some().then(|| Profile { calls: None, ..self.clone() });
        let profile = without_calls.as_ref().unwrap_or(self);
        fill(PAGE, &mut out, |slot, out| match slot {
            "title" => out.write_all(escape(&self.program).as_bytes()),
            "style" => out.write_all(STYLE.as_bytes()),
            "data" => write_json(out, profile),
            "calls" => write_json(out, &Calls::of(self)),
            "advice" => write_json(out, &advice),
            "scripts" => SCRIPTS.iter().try_for_each(|script| out.write_all(script.as_bytes())),
            _ => Ok(()),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::sample_profile::sample_profile;

    #[test]
    fn calls_are_apart() {
        let profile = crate::calls::tests::traced_profile();
        let mut out = Vec::new();
        profile.write_html(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let slot = |id: &str| {
            let start = format!("<script type=\"application/json\" id=\"{id}\">");
            text.split(&start).nth(1).and_then(|t| t.split("</script>").next()).expect("data").to_string()
        };
        let read: crate::Profile = serde_json::from_str(&slot("data")).expect("a profile");
        assert_eq!(read, sample_profile());
        let calls: serde_json::Value = serde_json::from_str(&slot("calls-data")).expect("calls");
        assert_eq!(calls["functions"]["calls"], serde_json::json!([1, 8]));
    }

    #[test]
    fn the_page_is_whole_and_its_data_stays_data() {
        let mut profile = sample_profile();
        profile.sources[0].text = String::from("'</script><!--'").into();
        profile.program = "<b>".into();
        let mut out = Vec::new();
        profile.write_html(&mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let (start, end) = ("<script type=\"application/json\" id=\"data\">", "</script>");
        let data = text.split(start).nth(1).and_then(|t| t.split(end).next()).expect("data");
        let read: crate::Profile = serde_json::from_str(data).expect("a profile");
        assert_eq!(read, profile);
        assert!(text.contains("<title>&lt;b&gt;") && text.trim_end().ends_with("</html>"), "{}", &text[..200]);
        assert!(!text.contains("http://") || !text.contains("src=\"http"), "nothing is fetched");
    }
}
