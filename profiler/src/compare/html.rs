//! A comparison as one self-contained HTML file: the verdict, tables that can be sorted, and the differential flame graph.

use super::comparison::Comparison;
use super::flame;
use super::matching::Matching;
use super::side::Side;
use crate::formats::boxes::escape;
use crate::report::page::{fill, write_json};
use serde::Serialize;
use std::io::{self, Write};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/page.js");

/// What the page's script finds.
#[derive(Serialize)]
struct Data<'c> {
    headline: String,
    power: String,
    #[serde(flatten)]
    comparison: &'c Comparison,
}

impl Comparison {
    /// Writes the page. The sides are those that were compared.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_html(&self, a: &Side, b: &Side, mut out: impl Write) -> io::Result<()> {
        fill(PAGE, &mut out, |slot, out| match slot {
            "title" => out.write_all(escape(&format!("{} and {}", self.a.name, self.b.name)).as_bytes()),
            "style" => out.write_all(STYLE.as_bytes()),
            "data" => write_json(out, &Data { headline: self.headline(), power: self.power(), comparison: self }),
            "flame" if self.functions.is_some() => flame::write_svg(a, b, &Matching::new(a, b), out),
            "script" => out.write_all(SCRIPT.as_bytes()),
            _ => Ok(()),
        })
    }

    /// Writes the differential flame graph alone.
    ///
    /// # Errors
    /// What writing gives.
    pub fn write_svg(&self, a: &Side, b: &Side, out: impl Write) -> io::Result<()> {
        flame::write_svg(a, b, &Matching::new(a, b), out)
    }
}

#[cfg(test)]
mod tests {
    use crate::compare::comparison::{Comparison, Conditions};
    use crate::compare::sample_sides::{Planted, planted};

    #[test]
    fn the_page_is_whole_and_its_data_stays_data() {
        let (a, mut b) = planted(&Planted { functions: 10, processes: 10, planted_ms: 12.0, seed: 1 });
        b.functions[7].name = "</script><b>".into();
        let comparison = Comparison::new(&a, &b, &Conditions::default());
        let mut out = Vec::new();
        comparison.write_html(&a, &b, &mut out).expect("written");
        let text = String::from_utf8(out).expect("UTF-8");
        let data = text.split("id=\"data\">").nth(1).and_then(|t| t.split("</script>").next()).expect("data");
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        assert_eq!(data["functions"]["rows"][0]["b"]["name"], "</script><b>");
        assert!(data["headline"].as_str().is_some_and(|h| h.contains("slower")), "{}", data["headline"]);
        assert!(text.contains("<svg") && !text.contains("<b>") && text.trim_end().ends_with("</html>"));
    }
}
