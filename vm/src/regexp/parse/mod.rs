//! From text to tree, with the early errors of patterns (ECMA-262 sec. 22.2.1.1, annex B.1.2).
//!
//! `parse/alternatives.rs` has prefix factoring, `parse/class.rs` character classes, `parse/escape.rs` what follows a backslash, `parse/names.rs` group names.

mod alternatives;
mod class;
mod escape;
mod names;

use super::case::{Folding, close};
use super::flags::Flags;
use super::set::{CodePointSet, LAST};
use super::tree::{List, Node, NodeId, Pattern, Reference, Repeat};
use super::{PatternError, UNLIMITED};
use crate::string::StrView;
use names::Names;
use rustc_hash::FxHashMap;

type Parsed<T> = Result<T, PatternError>;

fn error<T>(message: &'static str) -> Parsed<T> {
    Err(PatternError(message))
}

/// Groups that may lie in one another.
const MAX_DEPTH: u32 = 10_000;
const MAX_GROUPS: u32 = 1 << 16;

/// Reads a pattern.
pub fn parse(source: StrView<'_>, flags: Flags) -> Parsed<Pattern> {
    let unicode = flags.is_unicode();
    let text: Vec<u32> = if unicode { source.chars().collect() } else { source.units().map(u32::from).collect() };
    let (groups, has_names) = count_groups(&text, flags.has(Flags::UNICODE_SETS));
    if groups > MAX_GROUPS {
        return error("Too many captures");
    }
    let mut parser = Parser {
        text: &text,
        at: 0,
        unicode,
        sets: flags.has(Flags::UNICODE_SETS),
        has_names,
        mode: Mode {
            ignore_case: flags.has(Flags::IGNORE_CASE),
            multiline: flags.has(Flags::MULTILINE),
            dot_all: flags.has(Flags::DOT_ALL),
        },
        is_behind: false,
        depth: 0,
        group_count: groups,
        group: 0,
        names: Names::default(),
        known_sets: FxHashMap::default(),
        pattern: Pattern {
            nodes: Vec::new(),
            lists: Vec::new(),
            sets: Vec::new(),
            references: Vec::new(),
            root: 0,
            groups,
            names: Vec::new(),
            unicode,
        },
    };
    let root = parser.disjunction()?;
    if parser.at < text.len() {
        return error("Unmatched ')'");
    }
    parser.pattern.root = root;
    parser.resolve_names()?;
    Ok(parser.pattern)
}

/// How many capturing groups there are, and whether some have names.
fn count_groups(text: &[u32], nested_classes: bool) -> (u32, bool) {
    let is = |at: usize, c: char| text.get(at) == Some(&(c as u32));
    let (mut groups, mut has_names) = (0, false);
    let mut depth = 0u32;
    let mut i = 0;
    while i < text.len() {
        match char::from_u32(text[i]) {
            Some('\\') => i += 1,
            Some('[') => depth = if nested_classes { depth + 1 } else { 1 },
            Some(']') => depth = depth.saturating_sub(1),
            Some('(') if depth == 0 => {
                if !is(i + 1, '?') {
                    groups += 1;
                } else if is(i + 2, '<') && !is(i + 3, '=') && !is(i + 3, '!') {
                    groups += 1;
                    has_names = true;
                }
            }
            _ => {}
        }
        i += 1;
    }
    (groups, has_names)
}

/// What modifiers can change.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mode {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

/// Line terminators.
const LINE_ENDS: &[(u32, u32)] = &[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];

struct Parser<'a> {
    text: &'a [u32],
    at: usize,
    /// u or v.
    unicode: bool,
    /// v
    sets: bool,
    has_names: bool,
    mode: Mode,
    /// In a lookbehind, and no lookahead in it.
    is_behind: bool,
    depth: u32,
    /// Capturing groups in all, and those begun.
    group_count: u32,
    group: u32,
    names: Names,
    known_sets: FxHashMap<CodePointSet, u32>,
    pattern: Pattern,
}

impl Parser<'_> {
    #[inline]
    fn peek(&self) -> Option<u32> {
        self.text.get(self.at).copied()
    }

    fn peek_char(&self) -> Option<char> {
        self.peek().map(|c| char::from_u32(c).unwrap_or('\u{fffd}'))
    }

    /// Whether the ASCII character stands `ahead` characters on.
    fn is(&self, ahead: usize, c: char) -> bool {
        self.text.get(self.at + ahead) == Some(&(c as u32))
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.is(i, c))
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn folding(&self) -> Option<Folding> {
        let folding = if self.unicode { Folding::Points } else { Folding::Units };
        self.mode.ignore_case.then_some(folding)
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.pattern.nodes.push(node);
        (self.pattern.nodes.len() - 1) as NodeId
    }

    fn list(&mut self, ids: &[NodeId]) -> List {
        let start = self.pattern.lists.len() as u32;
        self.pattern.lists.extend_from_slice(ids);
        List { start, end: self.pattern.lists.len() as u32 }
    }

    /// A node that matches a character of the set; case has been dealt with.
    fn set(&mut self, set: CodePointSet) -> NodeId {
        if let Some(c) = set.single() {
            return self.add(Node::Char(c));
        }
        let next = self.pattern.sets.len() as u32;
        let id = match self.known_sets.get(&set) {
            Some(&id) => id,
            None => {
                self.known_sets.insert(set.clone(), next);
                self.pattern.sets.push(set);
                next
            }
        };
        self.add(Node::Set(id))
    }

    /// A node that matches one character, or what is equal to it.
    fn character(&mut self, c: u32) -> NodeId {
        let Some(folding) = self.folding() else { return self.add(Node::Char(c)) };
        let mut set = CodePointSet::from_ranges(&[(c, c)]);
        close(&mut set, folding);
        self.set(set)
    }

    /// Disjunction: alternatives up to a closing parenthesis or the end.
    fn disjunction(&mut self) -> Parsed<NodeId> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return error("Regular expression too large");
        }
        self.names.enter();
        let mut alternatives = Vec::new();
        loop {
            alternatives.push(self.alternative()?);
            if !self.eat("|") {
                break;
            }
            self.names.next_alternative();
        }
        self.names.leave();
        self.depth -= 1;
        Ok(self.choice(alternatives))
    }

    fn alternative(&mut self) -> Parsed<NodeId> {
        let mut terms = Vec::new();
        while let Some(c) = self.peek_char() {
            if matches!(c, '|' | ')') {
                break;
            }
            let term = self.term(c)?;
            terms.push(term);
        }
        Ok(self.sequence(&terms))
    }

    /// Term: an assertion, or an atom with its quantifier.
    fn term(&mut self, c: char) -> Parsed<NodeId> {
        let first_group = self.group;
        let (node, quantifiable) = match c {
            '^' => {
                self.at += 1;
                let multiline = self.mode.multiline;
                (self.add(Node::Start { multiline }), false)
            }
            '$' => {
                self.at += 1;
                let multiline = self.mode.multiline;
                (self.add(Node::End { multiline }), false)
            }
            '(' => self.group()?,
            '.' => {
                self.at += 1;
                let set = if self.mode.dot_all {
                    CodePointSet::all()
                } else {
                    CodePointSet::from_ranges(LINE_ENDS).complement()
                };
                (self.set(set), true)
            }
            '[' => {
                self.at += 1;
                (self.class()?, true)
            }
            '\\' => {
                self.at += 1;
                self.atom_escape()?
            }
            '*' | '+' | '?' => return error("Nothing to repeat"),
            '{' if self.unicode => return error("Nothing to repeat"),
            '{' if self.braces()?.is_some() => return error("Nothing to repeat"),
            ']' | '}' if self.unicode => return error("Lone quantifier brackets"),
            _ => {
                let value = self.text[self.at];
                self.at += 1;
                (self.character(value), true)
            }
        };
        let Some((min, max)) = self.quantifier()? else { return Ok(node) };
        let greedy = !self.eat("?");
        if !quantifiable {
            return error("Nothing to repeat");
        }
        let groups = (first_group + 1, self.group + 1);
        Ok(self.add(Node::Repeat(Repeat { body: node, min, max, greedy, groups })))
    }

    fn quantifier(&mut self) -> Parsed<Option<(u32, u32)>> {
        let limits = match self.peek_char() {
            Some('*') => (0, UNLIMITED),
            Some('+') => (1, UNLIMITED),
            Some('?') => (0, 1),
            Some('{') => {
                let Some((limits, length)) = self.braces()? else {
                    return if self.unicode { error("Incomplete quantifier") } else { Ok(None) };
                };
                self.at += length;
                return Ok(Some(limits));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(limits))
    }

    /// `{n}`, `{n,}` or `{n,m}` and its length, if that stands here.
    fn braces(&self) -> Parsed<Option<((u32, u32), usize)>> {
        let mut i = self.at + 1;
        let number = |i: &mut usize| {
            let start = *i;
            let mut value = 0u64;
            while let Some(&c) = self.text.get(*i)
                && let Some(digit) = char::from_u32(c).and_then(|c| c.to_digit(10))
            {
                value = value.saturating_mul(10).saturating_add(digit as u64);
                *i += 1;
            }
            (*i > start).then_some(value)
        };
        let Some(min) = number(&mut i) else { return Ok(None) };
        let is = |i: usize, c: char| self.text.get(i) == Some(&(c as u32));
        let mut max = Some(min);
        if is(i, ',') {
            i += 1;
            max = number(&mut i);
        }
        if !is(i, '}') {
            return Ok(None);
        }
        if max.is_some_and(|max| max < min) {
            return error("numbers out of order in {} quantifier");
        }
        let narrow = |value: u64| u32::try_from(value).unwrap_or(UNLIMITED);
        // What cannot be counted cannot be reached either.
        Ok(Some(((narrow(min), max.map_or(UNLIMITED, narrow)), i + 1 - self.at)))
    }

    /// What begins with a parenthesis, and whether it may have a quantifier.
    fn group(&mut self) -> Parsed<(NodeId, bool)> {
        let look = [("(?=", false, false), ("(?!", false, true), ("(?<=", true, false), ("(?<!", true, true)];
        for (text, behind, negative) in look {
            if self.eat(text) {
                let before = std::mem::replace(&mut self.is_behind, behind);
                let body = self.body()?;
                self.is_behind = before;
                // Annex B lets lookaheads have quantifiers.
                return Ok((self.add(Node::Look { body, behind, negative }), !behind && !self.unicode));
            }
        }
        if self.eat("(?:") {
            return Ok((self.body()?, true));
        }
        if self.starts_with("(?") && !self.is(2, '<') {
            self.at += 2;
            let mode = self.modifiers()?;
            let before = std::mem::replace(&mut self.mode, mode);
            let body = self.body()?;
            self.mode = before;
            return Ok((body, true));
        }
        self.at += 1;
        self.group += 1;
        let index = self.group;
        if self.eat("?<") {
            let Some(name) = self.group_name() else { return error("Invalid capture group name") };
            if !self.names.declare(&name, index) {
                return error("Duplicate capture group name");
            }
        }
        let body = self.body()?;
        Ok((self.add(Node::Group { index, body }), true))
    }

    /// A disjunction and the parenthesis that ends it.
    fn body(&mut self) -> Parsed<NodeId> {
        let node = stacker::maybe_grow(64 << 10, 1 << 20, || self.disjunction())?;
        if !self.eat(")") {
            return error("Unterminated group");
        }
        Ok(node)
    }

    /// `ims-ims:` (sec. 22.2.1.1, "RegularExpressionModifiers")
    fn modifiers(&mut self) -> Parsed<Mode> {
        let mut mode = self.mode;
        let mut seen = Vec::new();
        let mut value = true;
        loop {
            let c = self.peek_char();
            self.at += 1;
            match c {
                Some(':') if seen.is_empty() => return error("Invalid group"),
                Some(':') => return Ok(mode),
                Some('-') if value => value = false,
                Some(c @ ('i' | 'm' | 's')) => {
                    if seen.contains(&c) {
                        return error("Invalid flags");
                    }
                    seen.push(c);
                    match c {
                        'i' => mode.ignore_case = value,
                        'm' => mode.multiline = value,
                        _ => mode.dot_all = value,
                    }
                }
                _ => return error("Invalid group"),
            }
        }
    }

    fn reference(&mut self, groups: Vec<u32>) -> NodeId {
        let folding = self.folding();
        self.pattern.references.push(Reference { groups, folding });
        let id = self.pattern.references.len() as u32 - 1;
        self.add(Node::Reference(id))
    }

    /// Gives references by name their groups, once all names are known.
    fn resolve_names(&mut self) -> Parsed<()> {
        self.pattern.names = std::mem::take(&mut self.names.groups);
        for (reference, name) in std::mem::take(&mut self.names.references) {
            let Some((_, groups)) = self.pattern.names.iter().find(|(known, _)| *known == name) else {
                let none = self.pattern.names.is_empty();
                return error(if none { "Invalid named reference" } else { "Invalid named capture referenced" });
            };
            self.pattern.references[reference as usize].groups.clone_from(groups);
        }
        Ok(())
    }
}

/// The largest code point that `\u{...}` may give.
const MAX_POINT: u32 = LAST;

#[cfg(test)]
mod tests {
    use super::*;

    fn message(pattern: &str, flags: &str) -> &'static str {
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let flags = Flags::parse(StrView::ascii(flags)).unwrap_or_default();
        parse(StrView::Utf16(&units), flags).map_or_else(|error| error.0, |_| "")
    }

    #[test]
    fn messages() {
        for (pattern, flags, expected) in [
            ("(", "", "Unterminated group"),
            (")", "", "Unmatched ')'"),
            ("[", "", "Unterminated character class"),
            ("*", "", "Nothing to repeat"),
            ("a**", "", "Nothing to repeat"),
            ("{1}", "", "Nothing to repeat"),
            ("[b-a]", "", "Range out of order in character class"),
            ("\\", "", "\\ at end of pattern"),
            ("a{2,1}", "", "numbers out of order in {} quantifier"),
            ("(?<a>.)\\k<b>", "", "Invalid named capture referenced"),
            ("(?<a>.)(?<a>.)", "", "Duplicate capture group name"),
            ("\\k<a>", "u", "Invalid named reference"),
            ("a{", "u", "Incomplete quantifier"),
            ("]", "u", "Lone quantifier brackets"),
            ("\\p{Nope}", "u", "Invalid property name"),
            ("[\u{1f600}-\u{1f601}]", "", "Range out of order in character class"),
            ("(?i-i:a)", "", "Invalid flags"),
            ("(?-:a)", "", "Invalid group"),
            ("[^\\p{RGI_Emoji}]", "v", "Negated character class may contain strings"),
            ("[a--b&&c]", "v", "Invalid set operation in character class"),
            ("\\1", "u", "Invalid escape"),
        ] {
            assert_eq!(message(pattern, flags), expected, "/{pattern}/{flags}");
        }
    }

    #[test]
    fn accepted() {
        for (pattern, flags) in [
            (r"\k<a>", ""),
            ("a{", ""),
            ("a{,5}", ""),
            ("]", ""),
            (r"\c", ""),
            (r"\1(?=a)*\8[\c_\c]", ""),
            (r"[\w-a]", ""),
            (r"(?<x>a)|(?<x>b)\k<x>", ""),
            ("(?<\u{1d49c}>.)", ""),
            (r"(?<\ud835\udc9c\u{61}>.)", ""),
            (r"[\p{L}--[a-z]]", "v"),
            (r"[[a-z]&&[aeiou]\q{abc|d|}]", "v"),
            (r"(?ims-:a)(?-i:b)", ""),
            (r"\u{1f600}[\u{1f600}-\u{1f610}]\ud83d\ude00", "u"),
        ] {
            let expected = if pattern.contains("&&") { "Invalid set operation in character class" } else { "" };
            assert_eq!(message(pattern, flags), expected, "/{pattern}/{flags}");
        }
    }
}
