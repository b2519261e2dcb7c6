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

    /// The text's map, if it has one.
    fn map(&self) -> Option<&dyn SourceMap> {
        let maps = self.maps.get()?;
        self.map.get_or_init(|| maps.find(self)).as_deref()
    }

    /// The place that a place in this text comes from, if there is a map that knows.
    pub fn original(&self, at: LineColumn) -> Option<OriginalPlace> {
        let map = self.map()?;
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
        self.map()?;
        let (prefix, bare) = ["get ", "set ", "#"]
            .iter()
            .find_map(|prefix| Some((*prefix, name.strip_prefix(prefix)?)))
            .unwrap_or(("", name));
        if bare.is_empty() {
            return None;
        }
        // Functions without a name are called after the one that they are in.
        if let Some((outer, rest)) = bare.split_once('/') {
            let outer = self.original_path(position, outer, true)?;
            return Some(format!("{prefix}{outer}/{rest}"));
        }
        Some(format!("{prefix}{}", self.original_path(position, bare, false)?))
    }

    /// What a function's path (`a.b.c`) was; None if it is that now. Its last name is the function's own or, where `is_outer`, of one that it is in; those
    /// before it are of what has the function.
    fn original_path(&self, position: u32, path: &str, is_outer: bool) -> Option<String> {
        let (owners, own) = path.rsplit_once('.').map_or((None, path), |(owners, own)| (Some(owners), own));
        let (mark, bare) = own.strip_prefix('#').map_or(("", own), |bare| ("#", bare));
        let at = if is_outer { None } else { name_of_function(&self.text, position as usize, bare) };
        let renamed = match at {
            Some(at) => self.original_identifier(at, bare),
            None if is_outer => self.original_outer_name(position, bare),
            None => None,
        };
        let mut is_other = renamed.is_some();
        let own = format!("{mark}{}", renamed.as_deref().unwrap_or(bare));
        let Some(owners) = owners else { return is_other.then_some(own) };
        let mut original = String::new();
        for owner in owners.split('.') {
            let was = self.original_owner_name(position, at, owner);
            is_other |= was.is_some();
            original += was.as_deref().unwrap_or(owner);
            original.push('.');
        }
        is_other.then_some(original + &own)
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

    /// The same of what has the function at `position`: the object that the function is assigned to a property of (whose name is at `at`), or the nearest
    /// class, function or object literal of that name.
    fn original_owner_name(&self, position: u32, at: Option<usize>, name: &str) -> Option<String> {
        const FURTHEST: usize = 1 << 18;
        if name.is_empty() || !name.chars().all(is_part) {
            return None;
        }
        let member = at.and_then(|at| self.text[..at].strip_suffix('.'));
        if let Some(object) = member.map(|object| object.strip_suffix(".prototype").unwrap_or(object))
            && let Some(before) = object.strip_suffix(name).filter(|before| !before.ends_with(is_part))
        {
            return self.original_identifier(before.len(), name);
        }
        let before = self.text.get(..position as usize)?;
        let first = before.len().saturating_sub(FURTHEST);
        let first = (first..).find(|at| before.is_char_boundary(*at))?;
        // (The nearest alone: one that is farther away is in another scope.)
        let mut places = before[first..].rmatch_indices(name).map(|(at, _)| first + at);
        let at = places.find(|&at| {
            let (before, rest) = (&before[..at], &self.text[at + name.len()..]);
            let is_declared =
                ["class ", "function "].iter().any(|word| before.ends_with(word)) && !rest.starts_with(is_part);
            let value = rest.trim_start().strip_prefix(['=', ':']).map(str::trim_start);
            let is_assigned = !before.ends_with(is_part)
                && value.is_some_and(|value| ["class", "function", "{"].iter().any(|word| value.starts_with(word)));
            is_declared || is_assigned
        })?;
        self.original_identifier(at, name)
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
            ("class a{b(){}}", 8, "a.b", "\n   class C{b(){}}", Some("C.b")),
            ("a=class{b(){}}", 8, "a.b", "\n   C=class{m(){}}", Some("C.m")),
            ("a=class{d(){let a=0}get b(){}}", 20, "get a.b", "\n   C=class{d(){let a=0}get b(){}}", Some("get C.b")),
            ("a={b:function(){}}", 5, "a.b", "\n   O={b:function(){}}", Some("O.b")),
            ("a.prototype.b=function(){}", 14, "a.b", "\n   C.prototype.b=function(){}", Some("C.b")),
            ("class a{b(){()=>1}}", 12, "a.b/<", "\n   class C{b(){()=>1}}", Some("C.b/<")),
            ("class a{#b(){}}", 8, "a.#b", "\n   class C{#b(){}}", Some("C.#b")),
            ("class a{}class a{b(){}}", 17, "a.b", "\n   class C{}class a{b(){}}", None),
            ("class a{b(){}}", 8, "this.b", "\n   class C{b(){}}", None),
            ("var a=(b)=>b", 6, "a", "\n   new function(b){}", None),
        ] {
            assert_eq!(mapped(text, original).original_name(position, name).as_deref(), wanted, "{text}");
        }
    }
}
