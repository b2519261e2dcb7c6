//! What the optimizing compiler decided, from the lines that were kept of it (`vm/TRACE.md`).

use crate::sites::Decision;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Event {
    event: String,
    #[serde(default)]
    decision: String,
    #[serde(default)]
    why: String,
    #[serde(default)]
    function: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
}

/// The last decision about each call and function; lines that are none are passed over.
pub fn decisions(lines: &[String]) -> Vec<Decision> {
    let mut last = BTreeMap::new();
    for event in lines.iter().filter_map(|line| serde_json::from_str::<Event>(line).ok()) {
        if event.event != "opt" {
            continue;
        }
        let Event { decision, why, function, file, line, column, .. } = event;
        let is_call = matches!(decision.as_str(), "inlined" | "not-inlined");
        // `callee (file:line:column)`, and `: why` behind it.
        let (callee, why) = match why.rsplit_once("): ") {
            Some((place, why)) if is_call => (name_of(place), why.to_owned()),
            _ if is_call => (name_of(&why), String::new()),
            _ => (String::new(), why),
        };
        let of = if is_call { "call" } else { "function" };
        let key = (function.clone(), file.clone(), line, column, callee.clone(), of);
        last.insert(key, Decision { function, file, line, column, decision, callee, why });
    }
    last.into_values().collect()
}

fn name_of(place: &str) -> String {
    place.rsplit_once(" (").map_or(place, |(name, _)| name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts() {
        let event = |decision: &str, why: &str| {
            format!(
                "{{\"event\":\"opt\",\"at_ns\":1,\"decision\":\"{decision}\",\"why\":\"{why}\",\"function\":\"f\",\"file\":\"a.js\",\"line\":3,\"column\":5}}"
            )
        };
        let lines = [
            "not JSON".to_owned(),
            event("not-inlined", "g (a.js:1:2): it is recursive"),
            event("inlined", "g (a.js:1:2)"),
            event("not-inlined", "h (a.js:5:2): it is too large"),
            event("optimized", "it is hot"),
        ];
        let all = decisions(&lines);
        let found: Vec<_> = all.iter().map(|d| (d.decision.as_str(), d.callee.as_str(), d.why.as_str())).collect();
        assert_eq!(
            found,
            [("optimized", "", "it is hot"), ("inlined", "g", ""), ("not-inlined", "h", "it is too large")]
        );
    }
}
