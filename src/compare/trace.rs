//! What the optimizing compiler decided in a process that was traced (`--trace-opt --trace-json`, `vm/TRACE.md`).

use profiler::compare::side::Decision;
use std::collections::BTreeMap;

/// The last decision about each call; lines that are none are passed over.
pub fn decisions(trace: &str) -> Vec<Decision> {
    let lines: Vec<String> = trace.lines().map(str::to_owned).collect();
    let mut last = BTreeMap::new();
    for decision in profiler::decisions(&lines) {
        let inlined = match decision.decision.as_str() {
            "inlined" => true,
            "not-inlined" => false,
            _ => continue,
        };
        let profiler::sites::Decision { function, file, line, callee, why, .. } = decision;
        let key = (function.clone(), file.clone(), line, callee.clone());
        last.insert(key, Decision { function, file, line, callee, inlined, why });
    }
    last.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_counts() {
        let event = |decision: &str, why: &str| {
            format!(
                "{{\"event\":\"opt\",\"at_ns\":1,\"decision\":\"{decision}\",\"why\":\"{why}\",\"function\":\"f\",\"file\":\"a.js\",\"line\":3,\"units\":4}}\n"
            )
        };
        let trace = [
            "not JSON\n".to_owned(),
            event("not-inlined", "g (a.js:1:2): it has not run: yet"),
            event("inlined", "g (a.js:1:2)"),
            event("not-inlined", "h (a.js:5:2): too large: 900 units"),
            event("optimized", "it is hot"),
        ];
        let found = decisions(&trace.concat());
        let of = |callee: &str, inlined, why: &str| Decision {
            function: "f".into(),
            file: "a.js".into(),
            line: 3,
            callee: callee.into(),
            inlined,
            why: why.into(),
        };
        assert_eq!(found, [of("g", true, ""), of("h", false, "too large: 900 units")]);
    }
}
