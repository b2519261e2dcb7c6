//! Reading a map's JSON (ECMA-426, sec. 10): plain maps and indexed ones. `oxc_sourcemap` decodes the mappings.
//!
//! What maps in the wild have against the standard is borne with where it is clear what is meant: names that are no strings, sources that
//! are null, lists that are too short or missing. A mapping that is none makes the whole map broken.

use oxc_sourcemap::{JSONSourceMap, SourceMap};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;

/// No source or no name.
pub const NONE: u32 = u32::MAX;

/// From a place on. Lines and columns are 0-based; columns count UTF-16 code units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapping {
    pub line: u32,
    pub column: u32,
    /// Index of the source, or [`NONE`].
    pub source: u32,
    pub source_line: u32,
    pub source_column: u32,
    /// Index of the name, or [`NONE`].
    pub name: u32,
}

/// A file that the map is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As the map has it, with the map's root before it.
    pub name: String,
    pub text: Option<String>,
    /// A tool's or a library's, in which nobody wants to look (`ignoreList`).
    pub is_ignored: bool,
}

/// A map as it was read; mappings in order. Sources that have no name are None.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parsed {
    pub mappings: Vec<Mapping>,
    pub sources: Vec<Option<Source>>,
    pub names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", expecting = "a source map")]
struct Raw<'a> {
    version: Option<Value>,
    #[serde(borrow)]
    sections: Option<Vec<Section<'a>>>,
    #[serde(borrow)]
    mappings: Option<Cow<'a, str>>,
    source_root: Option<String>,
    #[serde(default)]
    sources: Vec<Option<String>>,
    sources_content: Option<Vec<Option<String>>>,
    #[serde(default)]
    names: Vec<Value>,
    #[serde(default, alias = "x_google_ignoreList")]
    ignore_list: Option<Vec<u32>>,
}

#[derive(Deserialize)]
struct Section<'a> {
    offset: Offset,
    #[serde(borrow)]
    map: Option<Raw<'a>>,
}

#[derive(Deserialize, Clone, Copy)]
struct Offset {
    line: u32,
    column: u32,
}

/// Reads a map.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(bytes: &[u8]) -> Result<Parsed, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not valid UTF-8")?;
    let text = text.trim_start_matches('\u{feff}');
    // Servers put a line before it that no script can run.
    let text = if text.starts_with(")]}") { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text };
    let raw: Raw = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut parsed = Parsed::default();
    add(raw, Offset { line: 0, column: 0 }, &mut parsed)?;
    if !parsed.mappings.is_sorted_by_key(|m| (m.line, m.column)) {
        parsed.mappings.sort_by_key(|m| (m.line, m.column));
    }
    Ok(parsed)
}

fn add(raw: Raw, offset: Offset, parsed: &mut Parsed) -> Result<(), String> {
    if raw.version.as_ref().is_some_and(|version| version != 3 && version != "3") {
        return Err("its version is not 3".into());
    }
    if let Some(sections) = raw.sections {
        for section in sections {
            // Sections by URL were never in use, and are gone from the standard.
            let Some(map) = section.map else { continue };
            let column = if section.offset.line == 0 { offset.column } else { 0 };
            let line = offset.line.saturating_add(section.offset.line);
            add(map, Offset { line, column: column.saturating_add(section.offset.column) }, parsed)?;
        }
        return Ok(());
    }
    let Some(mappings) = raw.mappings else { return Err("it has no mappings".into()) };
    let (first_source, first_name) = (parsed.sources.len() as u32, parsed.names.len() as u32);
    // The decoder checks indices against the lists; their content is ours.
    let json = JSONSourceMap {
        version: 3,
        file: None,
        mappings: mappings.into_owned(),
        source_root: None,
        sources: vec![String::new(); raw.sources.len()],
        sources_content: None,
        names: vec![String::new(); raw.names.len()],
        debug_id: None,
        ignore_list: None,
    };
    let decoded = SourceMap::from_json(json).map_err(|error| format!("its mappings: {error}"))?;
    parsed.mappings.reserve(decoded.get_tokens().len());
    for token in decoded.get_tokens() {
        let column = token.get_dst_col();
        parsed.mappings.push(Mapping {
            line: token.get_dst_line().saturating_add(offset.line),
            column: if token.get_dst_line() == 0 { column.saturating_add(offset.column) } else { column },
            source: token.get_source_id().map_or(NONE, |source| source + first_source),
            source_line: token.get_src_line(),
            source_column: token.get_src_col(),
            name: token.get_name_id().map_or(NONE, |name| name + first_name),
        });
    }
    let root = raw.source_root.unwrap_or_default();
    let mut texts = raw.sources_content.unwrap_or_default().into_iter();
    let ignored = raw.ignore_list.unwrap_or_default();
    for (i, name) in (0..).zip(raw.sources) {
        let text = texts.next().flatten();
        let is_ignored = ignored.contains(&i);
        parsed.sources.push(name.map(|name| Source { name: with_root(&root, name), text, is_ignored }));
    }
    parsed.names.extend(raw.names.into_iter().map(|name| match name {
        Value::String(name) => name,
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }));
    Ok(())
}

/// A source's name behind the map's root.
fn with_root(root: &str, name: String) -> String {
    if root.is_empty() || name.starts_with('/') || name.contains("://") {
        name
    } else if root.ends_with('/') {
        root.to_string() + &name
    } else {
        format!("{root}/{name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_map() {
        let parsed = parse(
            br#")]}'
            {"version":3,"sourceRoot":"src","sources":["a.ts",null,"/b.ts"],"sourcesContent":["x"],"names":["f",1],
             "ignoreList":[2],"mappings":"AAAAA,CAECC;;AEFD,C"}"#,
        )
        .expect("a map");
        let names: Vec<_> = parsed.sources.iter().map(|s| s.as_ref().map(|s| s.name.as_str())).collect();
        assert_eq!(names, [Some("src/a.ts"), None, Some("/b.ts")]);
        assert_eq!(parsed.sources[0].as_ref().and_then(|s| s.text.as_deref()), Some("x"));
        assert!(parsed.sources[2].as_ref().is_some_and(|s| s.is_ignored));
        assert_eq!(parsed.names, ["f", "1"]);
        let at = |i: usize| {
            let m = parsed.mappings[i];
            (m.line, m.column, m.source, m.source_line, m.source_column, m.name)
        };
        assert_eq!((at(0), at(1)), ((0, 0, 0, 0, 0, 0), (0, 1, 0, 2, 1, 1)));
        assert_eq!((at(2), at(3)), ((2, 0, 2, 0, 0, NONE), (2, 1, NONE, 0, 0, NONE)));
    }

    #[test]
    fn sections_are_put_together() {
        let parsed = parse(
            br#"{"version":3,"sections":[
                {"offset":{"line":0,"column":4},"map":{"version":3,"sources":["a"],"names":["x"],"mappings":"AAAAA;AACA"}},
                {"offset":{"line":5,"column":2},"map":{"version":3,"sources":["b"],"names":["y"],"mappings":"EAAAA"}}]}"#,
        )
        .expect("a map");
        let places: Vec<_> = parsed.mappings.iter().map(|m| (m.line, m.column, m.source, m.name)).collect();
        assert_eq!(places, [(0, 4, 0, 0), (1, 0, 0, NONE), (5, 4, 1, 1)]);
    }

    #[test]
    fn broken_maps_say_why() {
        for text in [
            "",
            "{",
            "[]",
            "null",
            r#"{"version":3}"#,
            r#"{"version":4,"mappings":""}"#,
            r#"{"version":3,"sources":[],"mappings":"AAAA"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"AAA"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"!!"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"D"}"#,
            r#"{"version":3,"sources":["a"],"mappings":"gggggggggggggggggggggA"}"#,
            r#"{"version":3,"sources":["a"],"names":[],"mappings":"AAAAA"}"#,
            r#"{"version":3,"sources":"a","mappings":""}"#,
            r#"{"version":3,"sections":[{"map":{}}]}"#,
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        let deep = r#"{"sections":[{"offset":{"line":0,"column":0},"map":"#.repeat(5000);
        assert!(parse(deep.as_bytes()).is_err());
        assert!(parse(b"\xff").is_err());
        assert_eq!(parse(br#"{"mappings":""}"#), Ok(Parsed::default()));
    }
}
