//! Which function of one version is which of the other, and which line which.
//!
//! In this order, each function once: those of one name and text in the same file; of one name in the same file; of one text anywhere (renamed or
//! moved, or both); at one place of the same file; of texts that are alike, the likeliest first. Two versions of the program itself are the same
//! file, whatever they are called. Lines are matched within matched functions by the shortest edit script (Myers), changed lines in their order.

use super::side::{Code, Side};
use super::text::{Text, Texts};
use crate::profile::FunctionKind;
use rustc_hash::FxHashMap;
use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Texts less alike are taken for different functions.
const ALIKE: f64 = 0.6;

/// What became of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    Same,
    /// It is where it was, with another text.
    Changed,
    Moved,
    Renamed,
    /// It is there in one version alone.
    Added,
    Removed,
}

/// A function of both versions, or of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    pub a: Option<u32>,
    pub b: Option<u32>,
    pub fate: Fate,
    /// Stable from one comparison to the next: the kind, the name, and the text where there is one.
    pub id: String,
}

/// A line of both versions, or of one. Line 0 stands for all of a function that has no lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LinePair {
    /// Index into the pairs of functions; None for what no script asked for.
    pub pair: Option<u32>,
    pub a: Option<u32>,
    pub b: Option<u32>,
}

pub struct Matching {
    pub pairs: Vec<Pair>,
    /// The pair of each function of a side.
    pub of_a: Vec<u32>,
    pub of_b: Vec<u32>,
    /// By pair, lines of A that are other lines in B.
    line_maps: FxHashMap<u32, Vec<(Option<u32>, Option<u32>)>>,
}

/// A function that is yet to be matched.
struct Open<'s> {
    index: u32,
    code: &'s Code,
    text: Text,
    /// The file's name in both versions.
    file: Option<&'s str>,
}

impl Matching {
    pub fn new(a: &Side, b: &Side) -> Matching {
        let (texts_a, texts_b) = (Texts::new(a), Texts::new(b));
        let mut open_a = open(a, &texts_a);
        let mut open_b = open(b, &texts_b);
        let mut matched: Vec<(Open, Open)> = Vec::new();
        let text_key = |f: &Open| f.text.is_known().then(|| f.text.identity());
        let name = |f: &Open| (f.code.kind, f.file.map(str::to_owned), f.code.name.clone());
        take(&mut open_a, &mut open_b, &mut matched, |f| Some((name(f), text_key(f)?)));
        take(&mut open_a, &mut open_b, &mut matched, |f| Some(name(f)).filter(|_| f.code.name != ANONYMOUS));
        take(&mut open_a, &mut open_b, &mut matched, text_key);
        take(&mut open_a, &mut open_b, &mut matched, |f| Some((f.file?.to_owned(), f.code.line, f.code.column)));
        alike(&mut open_a, &mut open_b, &mut matched);
        let mut pairs = Vec::new();
        let mut identities: FxHashMap<String, u32> = FxHashMap::default();
        let mut push = |a: Option<&Open>, b: Option<&Open>, fate: Fate, texts: &Texts| {
            // As the first version has it, so that a baseline's names stay.
            let Some(known) = a.or(b) else { return };
            let id = identity(known, texts);
            let times = identities.entry(id.clone()).or_insert(0);
            *times += 1;
            let id = if *times > 1 { format!("{id}~{times}") } else { id };
            pairs.push(Pair { a: a.map(|f| f.index), b: b.map(|f| f.index), fate, id });
        };
        matched.sort_by_key(|(a, _)| a.index);
        for (a, b) in &matched {
            push(Some(a), Some(b), fate(a, b), &texts_a);
        }
        open_a.iter().for_each(|f| push(Some(f), None, Fate::Removed, &texts_a));
        open_b.iter().for_each(|f| push(None, Some(f), Fate::Added, &texts_b));
        let index = |count: usize, of: fn(&Pair) -> Option<u32>| {
            let mut index = vec![0; count];
            for (pair, function) in (0..).zip(&pairs).filter_map(|(i, pair)| Some((i, of(pair)?))) {
                index[function as usize] = pair;
            }
            index
        };
        let (of_a, of_b) = (index(a.functions.len(), |p| p.a), index(b.functions.len(), |p| p.b));
        let line_maps = (0..).zip(&pairs).filter_map(|(i, pair)| {
            let (f, g) = (&a.functions[pair.a? as usize], &b.functions[pair.b? as usize]);
            Some((i, line_map(f, &texts_a.lines(f), g, &texts_b.lines(g))))
        });
        let line_maps = line_maps.collect();
        Matching { pairs, of_a, of_b, line_maps }
    }

    /// The pair of a line of A.
    pub fn line_of_a(&self, function: Option<u32>, line: u32) -> LinePair {
        let Some(function) = function else { return LinePair { pair: None, a: Some(line), b: Some(line) } };
        let pair = self.of_a[function as usize];
        let b = match self.line_maps.get(&pair) {
            Some(map) => map.iter().find(|(a, _)| *a == Some(line)).map_or(same(line), |(_, b)| *b),
            None => None,
        };
        LinePair { pair: Some(pair), a: Some(line), b }
    }

    /// The pair of a line of B.
    pub fn line_of_b(&self, function: Option<u32>, line: u32) -> LinePair {
        let Some(function) = function else { return LinePair { pair: None, a: Some(line), b: Some(line) } };
        let pair = self.of_b[function as usize];
        let a = match self.line_maps.get(&pair) {
            Some(map) => map.iter().find(|(_, b)| *b == Some(line)).map_or(same(line), |(a, _)| *a),
            None => None,
        };
        LinePair { pair: Some(pair), a, b: Some(line) }
    }
}

/// A line that is not among a function's own is nobody's but for 0, which stands for no line.
fn same(line: u32) -> Option<u32> {
    (line == 0).then_some(0)
}

const ANONYMOUS: &str = "(anonymous)";

fn open<'s>(side: &'s Side, texts: &Texts) -> Vec<Open<'s>> {
    let of = |(index, code): (u32, &'s Code)| {
        let file = code.file.map(|file| side.files[file as usize].name.as_str());
        // The program itself is the same file in both versions.
        let file = file.map(|file| if file == side.main { "" } else { file });
        Open { index, code, text: texts.of(code), file }
    };
    (0..).zip(&side.functions).map(of).collect()
}

/// Matches functions of one key, in the order of their places.
fn take<'s, K: std::hash::Hash + Eq>(
    a: &mut Vec<Open<'s>>,
    b: &mut Vec<Open<'s>>,
    matched: &mut Vec<(Open<'s>, Open<'s>)>,
    key: impl Fn(&Open) -> Option<K>,
) {
    let place = |f: &Open| (f.code.line, f.code.column, f.index);
    b.sort_by_key(|f| std::cmp::Reverse(place(f)));
    a.sort_by_key(place);
    let mut waiting: FxHashMap<K, Vec<Open<'s>>> = FxHashMap::default();
    let mut rest = Vec::new();
    for f in b.drain(..) {
        match key(&f) {
            Some(key) => waiting.entry(key).or_default().push(f),
            None => rest.push(f),
        }
    }
    for f in std::mem::take(a) {
        match key(&f).and_then(|key| waiting.get_mut(&key)?.pop()) {
            Some(found) => matched.push((f, found)),
            None => a.push(f),
        }
    }
    rest.extend(waiting.into_values().flatten());
    *b = rest;
}

/// Matches functions whose texts are alike, the likeliest first.
fn alike<'s>(a: &mut Vec<Open<'s>>, b: &mut Vec<Open<'s>>, matched: &mut Vec<(Open<'s>, Open<'s>)>) {
    let mut candidates = Vec::new();
    for f in a.iter().filter(|f| f.text.is_known()) {
        for g in b.iter().filter(|g| g.code.kind == f.code.kind && f.text.likeness_at_most(&g.text) >= ALIKE) {
            let likeness = f.text.likeness(&g.text);
            if likeness >= ALIKE {
                candidates.push((likeness, f.index, g.index));
            }
        }
    }
    candidates.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    for (_, f, g) in candidates {
        let at = |list: &[Open], index: u32| list.iter().position(|open| open.index == index);
        if let (Some(f), Some(g)) = (at(a, f), at(b, g)) {
            matched.push((a.remove(f), b.remove(g)));
        }
    }
}

fn fate(a: &Open, b: &Open) -> Fate {
    if a.code.name != b.code.name {
        return Fate::Renamed;
    }
    if a.file != b.file {
        return Fate::Moved;
    }
    if a.text != b.text { Fate::Changed } else { Fate::Same }
}

fn identity(f: &Open, texts: &Texts) -> String {
    let kind = match f.code.kind {
        FunctionKind::Script => "script",
        FunctionKind::Builtin => "builtin",
        FunctionKind::Vm => "vm",
        FunctionKind::Host => "host",
    };
    let name = &f.code.name;
    if f.text.is_known() {
        return format!("{kind}:{name}:{}", f.text.identity());
    }
    let line = texts.line(f.code, f.code.line);
    if line.is_empty() { format!("{kind}:{name}") } else { format!("{kind}:{name}:{}", f.code.line) }
}

fn line_map(f: &Code, a: &[&str], g: &Code, b: &[&str]) -> Vec<(Option<u32>, Option<u32>)> {
    let (line_a, line_b) = (|i: usize| Some(f.line + i as u32), |i: usize| Some(g.line + i as u32));
    let mut map = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, a, b) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                map.extend((0..len).map(|i| (line_a(old_index + i), line_b(new_index + i))));
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                map.extend((0..old_len).map(|i| (line_a(old_index + i), None)));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                map.extend((0..new_len).map(|i| (None, line_b(new_index + i))));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                map.extend((0..old_len.max(new_len)).map(|i| {
                    let of_a = if i < old_len { line_a(old_index + i) } else { None };
                    let of_b = if i < new_len { line_b(new_index + i) } else { None };
                    (of_a, of_b)
                }));
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::side::File;

    /// A side whose functions are the lines of `text`, or of several lines up to one that is `}`.
    fn side(main: &str, text: &str) -> Side {
        let mut side = Side::new(main, main);
        side.files.push(File { name: main.into(), text: String::from(text).into() });
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let end = if lines[at].ends_with('}') {
                at
            } else {
                (at..lines.len()).find(|&i| lines[i] == "}").expect("an end")
            };
            let name = lines[at].split([' ', '(']).nth(1).filter(|name| !name.is_empty()).unwrap_or(ANONYMOUS);
            side.functions.push(Code {
                name: name.into(),
                kind: FunctionKind::Script,
                file: Some(0),
                line: at as u32 + 1,
                column: 1,
                end_line: end as u32 + 1,
                end_column: lines[end].chars().count() as u32 + 1,
            });
            at = end + 1;
        }
        side
    }

    fn names(a: &Side, b: &Side, matching: &Matching) -> Vec<(String, String, Fate)> {
        let name = |side: &Side, f: Option<u32>| f.map_or("-".into(), |f| side.functions[f as usize].name.clone());
        let of = |pair: &Pair| (name(a, pair.a), name(b, pair.b), pair.fate);
        matching.pairs.iter().map(of).collect()
    }

    #[test]
    fn renamed_moved_changed_added_and_removed() {
        let a = side(
            "before.js",
            "function same(x) { return x + 1; }\n\
             function old(n) { let s = 0; while (n--) s += n; return s; }\n\
             function edited(x) { return x * 2; }\n\
             function both(a, b) { if (a > b) { return a - b; } return b - a; }\n\
             function gone(q) { throw q; }\n",
        );
        let b = side(
            "after.js",
            "function fresh() { for (;;) { print('hello', 'world', 1, 2, 3); } }\n\
             function young(n) { let s = 0; while (n--) s += n; return s; }\n\
             function edited(x) { return x << 1; }\n\
             function other(a, b) { if (a > b) { return a - b + 1; } return b - a; }\n\
             function same(x) { return x + 1; }\n",
        );
        let matching = Matching::new(&a, &b);
        let expected = [
            ("same", "same", Fate::Same),
            ("old", "young", Fate::Renamed),
            ("edited", "edited", Fate::Changed),
            ("both", "other", Fate::Renamed),
            ("gone", "-", Fate::Removed),
            ("-", "fresh", Fate::Added),
        ];
        let expected = expected.map(|(a, b, fate)| (a.to_owned(), b.to_owned(), fate));
        assert_eq!(names(&a, &b, &matching), expected);
        assert_eq!(matching.pairs[matching.of_b[4] as usize].a, Some(0));
        let ids: Vec<&str> = matching.pairs.iter().map(|pair| pair.id.as_str()).collect();
        assert!(
            ids[0].starts_with("script:same:") && ids.iter().all(|id| ids.iter().filter(|i| *i == id).count() == 1)
        );
        // The same functions have the same identities in another comparison.
        let again = Matching::new(&a, &a);
        assert_eq!(again.pairs[0].id, ids[0]);
    }

    #[test]
    fn functions_without_names_are_found_by_their_texts() {
        let a = side("a.js", "function (x) { return x + 1; }\nfunction (x) { return x * 3 - 1; }\n");
        let b = side("a.js", "function (x) { return x * 3 - 1; }\nfunction (x) { return x + 1; }\n");
        let matching = Matching::new(&a, &b);
        assert_eq!(matching.of_a, [0, 1]);
        assert_eq!(matching.of_b, [1, 0]);
    }

    #[test]
    fn lines_follow_their_text() {
        let a = side("a.js", "function f() {\n  one();\n  two();\n  three();\n}\n");
        let b = side("a.js", "function f() {\n  zero();\n  one();\n  2;\n  three();\n}\n");
        let matching = Matching::new(&a, &b);
        let line = |line| matching.line_of_a(Some(0), line).b;
        assert_eq!([1, 2, 3, 4, 5, 0].map(line), [Some(1), Some(3), Some(4), Some(5), Some(6), Some(0)]);
        let back = |line| matching.line_of_b(Some(0), line).a;
        assert_eq!([2, 3, 4, 5].map(back), [None, Some(2), Some(3), Some(4)]);
        assert_eq!(matching.line_of_a(Some(0), 3), matching.line_of_b(Some(0), 4));
    }
}
