//! The patterns that are shipped: `profiler/patterns/`, one a file. Where two find the same time at the same cost, the one that comes first has it.

use super::runner::PatternFile;

macro_rules! patterns {
    ($($name:literal),* $(,)?) => {
        const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../patterns/", $name)))),*];
    };
}

patterns![
    "dictionary-object.js",
    "inconsistent-layouts.js",
    "deopt-loop.js",
    "operation-on-undefined.js",
    "field-changes-type.js",
    "polymorphic-operation.js",
    "non-contiguous-array.js",
    "non-numeric-store.js",
    "holey-array.js",
    "read-past-end.js",
    "megamorphic-for-in.js",
    "megamorphic-property.js",
    "escaping-arguments.js",
    "megamorphic-call.js",
    "builtin-slow-path.js",
    "regexp-backtracking.js",
    "not-inlined-call.js",
    "lower-tier.js",
];

pub fn shipped() -> Vec<PatternFile> {
    SHIPPED.iter().map(|(name, text)| PatternFile { name: (*name).into(), text: (*text).into() }).collect()
}

/// Whether a shipped pattern has this name: they are called as their files are.
pub fn is_shipped(name: &str) -> bool {
    SHIPPED.iter().any(|(file, _)| file.strip_suffix(".js") == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_forty_lines_at_most() {
        for file in shipped() {
            let lines = file.text.lines().count();
            assert!(lines <= 40, "{}: {lines}", file.name);
        }
    }

    #[test]
    fn every_file_is_shipped() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/patterns");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        let mut known: Vec<String> = shipped().into_iter().map(|file| file.name).collect();
        there.sort();
        known.sort();
        assert_eq!(there, known);
    }
}
