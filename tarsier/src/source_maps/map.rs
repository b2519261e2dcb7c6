//! A map that was read, and the files that it is about. A file may have a map itself: then a place in it is where that leads.

use super::Maps;
use super::json::{Mapping, NONE, Parsed};
use super::location::Location;
use std::cell::OnceCell;
use std::rc::{Rc, Weak};
use vm::source::{LineColumn, OriginalFile, OriginalPlace, SourceMap, SourceText};

/// The map of one text.
pub struct Map {
    mappings: Vec<Mapping>,
    files: Vec<Option<Rc<File>>>,
    names: Vec<Rc<str>>,
}

impl Map {
    /// `base` is what the names of sources are relative to; `stage` counts the maps that led here.
    pub(super) fn new(parsed: Parsed, base: &str, maps: Weak<Maps>, stage: u32) -> Map {
        let files = parsed.sources.into_iter().map(|source| {
            let source = source?;
            let location = Location::of(base, &source.name);
            Some(Rc::new(File::new(location, source.text, source.is_ignored, maps.clone(), stage + 1)))
        });
        Map {
            mappings: parsed.mappings,
            files: files.collect(),
            names: parsed.names.into_iter().map(Rc::from).collect(),
        }
    }
}

impl SourceMap for Map {
    fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
        let (line, column) = (at.line.checked_sub(1)?, at.column.checked_sub(1)?);
        let next = self.mappings.partition_point(|m| (m.line, m.column) <= (line, column));
        // A mapping is good up to the next one or the end of its line.
        let mapping = self.mappings[..next].last().filter(|m| m.line == line && m.source != NONE)?;
        let file = self.files.get(mapping.source as usize)?.as_ref()?;
        let place =
            LineColumn { line: mapping.source_line.saturating_add(1), column: mapping.source_column.saturating_add(1) };
        let name = self.names.get(mapping.name as usize).filter(|name| !name.is_empty()).cloned();
        Some(file.clone().place(place, name, mapping.column == column))
    }
}

/// A file that a map is about. Its text and its own map are read when they are first asked for.
pub struct File {
    location: Location,
    name: String,
    is_ignored: bool,
    text: OnceCell<Option<Rc<SourceText>>>,
    map: OnceCell<Option<Rc<Map>>>,
    maps: Weak<Maps>,
    stage: u32,
}

impl File {
    pub fn new(location: Location, text: Option<String>, is_ignored: bool, maps: Weak<Maps>, stage: u32) -> File {
        let name = location.shown();
        let text = text.map(|text| Some(Rc::new(SourceText::new(name.as_str(), text, 0))));
        let text = text.map_or_else(OnceCell::new, OnceCell::from);
        File { location, name, is_ignored, text, map: OnceCell::new(), maps, stage }
    }

    /// A place in this file, or the one that it comes from.
    pub fn place(self: Rc<File>, at: LineColumn, name: Option<Rc<str>>, is_exact: bool) -> OriginalPlace {
        let map = self.map.get_or_init(|| {
            let source = self.text()?;
            self.maps.upgrade()?.of_text(&self.name, &source.text, source.comments(), self.stage)
        });
        match map.as_ref().and_then(|map| map.original(at)) {
            // A later stage knows the earlier one's names.
            Some(place) => {
                OriginalPlace { is_exact: place.is_exact && is_exact, name: place.name.clone().or(name), ..place }
            }
            None => OriginalPlace { file: self, at, name, is_exact },
        }
    }
}

impl OriginalFile for File {
    fn name(&self) -> &str {
        &self.name
    }

    fn text(&self) -> Option<Rc<SourceText>> {
        let read = || Some(Rc::new(SourceText::new(self.name.as_str(), self.location.text()?, 0)));
        self.text.get_or_init(read).clone()
    }

    fn is_ignored(&self) -> bool {
        self.is_ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_maps::json;

    fn place(map: &dyn SourceMap, line: u32, column: u32) -> Option<(String, u32, u32, Option<String>, bool)> {
        let found = map.original(LineColumn { line, column })?;
        let name = found.name.map(|name| name.to_string());
        Some((found.file.name().into(), found.at.line, found.at.column, name, found.is_exact))
    }

    #[test]
    fn the_mapping_before_is_good_on_its_line() {
        let text = br#"{"version":3,"sources":["a.ts"],"names":["f"],"mappings":"IAEIA,I;;AAAA"}"#;
        let maps = Maps::new(true);
        let map = Map::new(json::parse(text).expect("a map"), "out/a.js", Rc::downgrade(&maps), 0);
        let found = |line, column, name: Option<&str>, exact| {
            Some(("out/a.ts".to_string(), line, column, name.map(String::from), exact))
        };
        assert_eq!(place(&map, 1, 4), None);
        assert_eq!(place(&map, 1, 5), found(3, 5, Some("f"), true));
        assert_eq!(place(&map, 1, 8), found(3, 5, Some("f"), false));
        // From nowhere, and on a line without mappings.
        assert_eq!((place(&map, 1, 9), place(&map, 2, 1)), (None, None));
        assert_eq!(place(&map, 3, 1), found(3, 5, None, true));
        assert_eq!((place(&map, 3, 999), place(&map, 4, 1)), (found(3, 5, None, false), None));
        assert_eq!(place(&map, 0, 0), None);
    }

    #[test]
    fn stages_are_followed_and_end() {
        let inner = r#"{"version":3,"sources":["a.ts"],"names":["total"],"mappings":"AAIEA"}"#;
        let bundle = format!("let a;\n//# sourceMappingURL=data:,{}", inner.replace('"', "%22"));
        let outer = serde_json::json!({"version": 3, "sources": ["../bundle.js"], "sourcesContent": [bundle], "mappings": "IAAA"});
        let maps = Maps::new(true);
        let parsed = json::parse(outer.to_string().as_bytes()).expect("a map");
        let map = Map::new(parsed.clone(), "out/min.js", Rc::downgrade(&maps), 0);
        assert_eq!(place(&map, 1, 5), Some(("a.ts".into(), 5, 3, Some("total".into()), true)));
        // Without comments the first stage is all there is.
        let maps = Maps::new(false);
        let map = Map::new(parsed, "out/min.js", Rc::downgrade(&maps), 0);
        assert_eq!(place(&map, 1, 5), Some(("bundle.js".into(), 1, 1, None, true)));
    }
}
