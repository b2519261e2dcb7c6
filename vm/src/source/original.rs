//! Where a text that runs was made from: places in the files that people wrote, which is what they are shown.
//!
//! The engine knows no source maps. An embedding that does gives its VM a [`SourceMaps`], which is asked for the map of a text when a place
//! in it is first shown: in an error's stack, a profile, a trace. What the engine keeps and counts by stays a place in the text that runs.

use super::{LineColumn, SourceText};
use std::rc::Rc;

/// What an embedding knows of where its texts come from.
pub trait SourceMaps {
    /// The map of a text; None if the text is what somebody wrote, or nobody knows. Asked at most once for each text.
    fn find(&self, source: &SourceText) -> Option<Rc<dyn SourceMap>>;
}

/// From the places of one text to those that they come from.
pub trait SourceMap {
    /// The place that `at` comes from; None if it comes from nowhere.
    fn original(&self, at: LineColumn) -> Option<OriginalPlace>;
}

/// A file that a text was made from.
pub trait OriginalFile {
    /// A path or a URL.
    fn name(&self) -> &str;
    /// Its text, if it can be had: the same one each time, since it keeps a table of its lines.
    fn text(&self) -> Option<Rc<SourceText>>;
    /// A tool's or a library's, which the map says nobody wants to look at.
    fn is_ignored(&self) -> bool {
        false
    }
}

/// A place in an [`OriginalFile`].
#[derive(Clone)]
pub struct OriginalPlace {
    pub file: Rc<dyn OriginalFile>,
    /// 1-based; the column counts UTF-16 code units.
    pub at: LineColumn,
    /// What the map says that the symbol here was called.
    pub name: Option<Rc<str>>,
    /// The map has this very place, and not one before it on the line.
    pub is_exact: bool,
}

/// A place as people are shown it.
#[derive(Clone)]
pub struct ShownPlace {
    /// 1-based; the column counts UTF-16 code units.
    pub line: u32,
    pub column: u32,
    /// The file that it is in; None: the text that runs.
    pub file: Option<Rc<dyn OriginalFile>>,
}

impl ShownPlace {
    /// The file's name. `source` is the text that the place was shown for.
    pub fn file_name<'a>(&'a self, source: &'a SourceText) -> &'a str {
        self.file.as_ref().map_or_else(|| source.shown_name(), |file| file.name())
    }
}

impl SourceText {
    /// From here on the text may have a map, which `maps` finds.
    pub fn set_maps(&self, maps: Rc<dyn SourceMaps>) {
        // Whoever came first stays.
        let _ = self.maps.set(maps);
    }

    /// The place that a place in this text comes from, if there is a map that knows.
    pub fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
        let maps = self.maps.get()?;
        let map = self.map.get_or_init(|| maps.find(self)).as_ref()?;
        // The map is of what its author wrote.
        let line = at.line.checked_sub(self.head_lines.get()).filter(|line| *line > 0)?;
        map.original(LineColumn { line, ..at })
    }

    /// A byte offset as people are shown it.
    pub fn shown(&self, offset: u32) -> ShownPlace {
        let at = self.line_column(offset);
        match self.original(at) {
            Some(OriginalPlace { file, at, .. }) => ShownPlace { line: at.line, column: at.column, file: Some(file) },
            None => ShownPlace { line: at.line, column: at.column, file: None },
        }
    }

    /// What a function was called in the text that it was made from; None if that is what it is called now. `position` is the byte offset
    /// of the function.
    pub fn original_name(&self, position: u32, name: &str) -> Option<String> {
        self.maps.get()?;
        let (prefix, bare) = ["get ", "set ", "#"]
            .iter()
            .find_map(|prefix| Some((*prefix, name.strip_prefix(prefix)?)))
            .unwrap_or(("", name));
        if bare.is_empty() {
            return None;
        }
        // Functions without a name are called after the one that they are in.
        if let Some((outer, rest)) = bare.split_once('/') {
            let outer = self.original_outer_name(position, outer)?;
            return Some(format!("{prefix}{outer}/{rest}"));
        }
        let at = name_of_function(&self.text, position as usize, bare)?;
        Some(format!("{prefix}{}", self.original_identifier(at, bare)?))
    }

    /// What the identifier at a byte offset was called; None if that is what it is called now.
    fn original_identifier(&self, at: usize, name: &str) -> Option<String> {
        let place = self.original(self.line_column(at as u32)).filter(|place| place.is_exact)?;
        let original = match &place.name {
            Some(name) => name.to_string(),
            None => identifier_at(&*place.file.text()?, place.at)?,
        };
        let original = original.strip_prefix('#').unwrap_or(&original);
        (original != name && !original.is_empty()).then(|| original.to_string())
    }

    /// The same of a function that another one, at `position`, is in: the nearest place before it where it gets its name.
    fn original_outer_name(&self, position: u32, name: &str) -> Option<String> {
        const MOST_PLACES: usize = 32;
        if name.is_empty() || !name.chars().all(is_part) {
            return None;
        }
        let before = self.text.get(..position as usize)?;
        before.rmatch_indices(name).take(MOST_PLACES).find_map(|(at, _)| {
            let rest = &before[at + name.len()..];
            let is_named = rest.trim_start().starts_with(['(', '=', ':', '{']) && !before[..at].ends_with(is_part);
            if is_named { self.original_identifier(at, name) } else { None }
        })
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The offset of the identifier that gives a function its name: behind the words that begin it, or what it is assigned to.
fn name_of_function(text: &str, position: usize, name: &str) -> Option<usize> {
    let named = |at: usize| {
        let rest = text.get(at..)?.strip_prefix(name)?;
        (!rest.starts_with(is_part)).then_some(at)
    };
    let mut rest = text.get(position..)?;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '#'));
        let at = text.len() - rest.len();
        if let Some(at) = named(at) {
            return Some(at);
        }
        let words = ["async", "function", "class", "static", "get", "set"];
        let Some(next) =
            words.iter().find_map(|word| rest.strip_prefix(word)).filter(|next| !next.starts_with(is_part))
        else {
            break;
        };
        rest = next;
    }
    let before = text.get(..position)?.trim_end_matches(|c: char| c.is_whitespace() || c == '(');
    let target =
        before.strip_suffix(['=', ':'])?.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
    let at = target.strip_suffix(name)?.len();
    (!target[..at].ends_with(is_part)).then_some(at)
}

/// The identifier that stands at a place.
fn identifier_at(source: &SourceText, at: LineColumn) -> Option<String> {
    let text = source.line_text(at.line);
    let mut units = 1;
    let mut rest = text.char_indices();
    let offset = loop {
        let (offset, c) = rest.next()?;
        if units >= at.column {
            break offset;
        }
        units += c.len_utf16() as u32;
    };
    let word = text[offset..].trim_start_matches('#');
    let word = &word[..word.find(|c| !is_part(c)).unwrap_or(word.len())];
    (!word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) && !is_keyword(word)).then(|| word.to_string())
}

/// Words that maps point at where a function without a name of its own begins.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "async"
            | "await"
            | "case"
            | "class"
            | "const"
            | "default"
            | "export"
            | "extends"
            | "function"
            | "get"
            | "import"
            | "let"
            | "new"
            | "private"
            | "protected"
            | "public"
            | "readonly"
            | "return"
            | "set"
            | "static"
            | "super"
            | "this"
            | "throw"
            | "typeof"
            | "var"
            | "void"
            | "yield"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    struct File(&'static str);

    impl OriginalFile for File {
        fn name(&self) -> &str {
            "a.ts"
        }

        fn text(&self) -> Option<Rc<SourceText>> {
            Some(Rc::new(SourceText::new("a.ts", self.0, 0)))
        }
    }

    /// Everything comes from the second line, three columns on; nothing has a name.
    struct Shifted(Rc<File>);

    impl SourceMaps for Shifted {
        fn find(&self, _: &SourceText) -> Option<Rc<dyn SourceMap>> {
            Some(Rc::new(Shifted(self.0.clone())))
        }
    }

    impl SourceMap for Shifted {
        fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
            let at = LineColumn { line: 2, column: at.column + 3 };
            (at.column < 100).then(|| OriginalPlace { file: self.0.clone(), at, name: None, is_exact: true })
        }
    }

    fn mapped(text: &str, original: &'static str) -> SourceText {
        let source = SourceText::new("a.js", text, 1);
        source.set_maps(Rc::new(Shifted(Rc::new(File(original)))));
        source
    }

    #[test]
    fn places_are_shown_where_they_come_from() {
        let source = mapped("throw 1", "\n   throw 1");
        let place = source.shown(0);
        assert_eq!((place.file_name(&source), place.line, place.column), ("a.ts", 2, 4));
        assert_eq!(source.line_column(0), LineColumn { line: 1, column: 1 });
        // Lines at its head that nobody wrote come from nowhere.
        source.head_lines.set(1);
        let place = source.shown(0);
        assert_eq!((place.file_name(&source), place.line, place.column), ("a.js", 1, 1));
    }

    #[test]
    fn names_are_read_where_the_map_points() {
        for (text, position, name, original, wanted) in [
            ("function a(b){}", 0, "a", "\n   function total(b){}", Some("total")),
            ("async function*a(b){}", 0, "a", "\n   async function*total(b){}", Some("total")),
            ("var a=(b)=>b", 6, "a", "\n   var total=(b)=>b", Some("total")),
            ("x={a:function(){}}", 5, "a", "\n   x={add:function(){}}", Some("add")),
            ("class a{}", 0, "a", "\n   class Ab{}", Some("Ab")),
            ("get a(){}", 0, "get a", "\n   get all(){}", Some("get all")),
            ("#a(){}", 0, "#a", "\n   #all(){}", Some("#all")),
            ("function a(b){(c)=>b}", 14, "a/<", "\n   function sum(b){(c)=>b}", Some("sum/<")),
            ("function a(b){(c)=>b}", 14, "b/<", "\n   function sum(b){(c)=>b}", None),
            ("function a(b){}", 0, "a", "\n   function a(b){}", None),
            ("function a(b){}", 0, "b", "\n   function total(b){}", None),
            ("var a=(b)=>b", 6, "a", "\n   new function(b){}", None),
        ] {
            assert_eq!(mapped(text, original).original_name(position, name).as_deref(), wanted, "{text}");
        }
    }
}
