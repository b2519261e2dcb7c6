//! The live page: the report's views around a profile that grows.

use super::html::{PAGE, SCRIPTS, STYLE};
use super::page::{fill, write_json};
use crate::profile::Profile;
use std::io::{self, Write};

const LIVE_STYLE: &str = include_str!("page/live.css");
const CONTROLS: &str = include_str!("page/live.html");
const LANES: &str = "  <canvas id=\"rates\" aria-label=\"Inline-cache misses, deopts, heap\"></canvas>\n";
/// Behind the report's.
const LIVE_SCRIPTS: [&str; 2] = [include_str!("page/rates.js"), include_str!("page/live.js")];

/// Writes the page. Its scripts and styles carry `nonce`, so that a policy can keep all others out.
///
/// # Errors
/// What writing gives.
pub fn write_page(nonce: &str, out: &mut impl Write) -> io::Result<()> {
    let page = PAGE
        .replacen("<style>", &format!("<style nonce=\"{nonce}\">"), 1)
        .replacen("<script>", &format!("<script nonce=\"{nonce}\">"), 1)
        .replacen(" – profile</title>", "</title>", 1);
    fill(&page, out, |slot, out| match slot {
        "title" => out.write_all(b"Tarsier live"),
        "style" => out.write_all(STYLE.as_bytes()).and_then(|()| out.write_all(LIVE_STYLE.as_bytes())),
        "controls" => out.write_all(CONTROLS.as_bytes()),
        "lanes" => out.write_all(LANES.as_bytes()),
        "data" => write_json(out, &Profile::empty()),
        "advice" => write_json(out, &()),
        "scripts" => SCRIPTS.iter().chain(&LIVE_SCRIPTS).try_for_each(|script| out.write_all(script.as_bytes())),
        _ => Ok(()),
    })
}
