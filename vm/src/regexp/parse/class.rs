//! Character classes: `[...]`, with v also nested, with operators and strings (ECMA-262 sec. 22.2.1, ClassContents).

use super::super::case::{Folding, canonicalize, close};
use super::super::set::CodePointSet;
use super::super::tree::{Node, NodeId};
use super::escape::Escape;
use super::{Parsed, Parser, error};
use std::collections::BTreeSet;

/// What a class matches. Where v and i are both set, it is kept closed under case, and strings folded.
#[derive(Clone, Default)]
pub(super) struct ClassSet {
    pub points: CodePointSet,
    /// Strings that are not one character.
    pub strings: BTreeSet<Vec<u32>>,
    /// MayContainStrings
    pub may_contain_strings: bool,
}

impl ClassSet {
    pub(super) fn of(points: CodePointSet) -> ClassSet {
        ClassSet { points, ..ClassSet::default() }
    }

    pub(super) fn add_string(&mut self, string: Vec<u32>, folding: Option<Folding>) {
        if let [c] = string[..] {
            self.points.add(c, c);
            return;
        }
        let folded = match folding {
            Some(folding) => string.iter().map(|&c| canonicalize(folding, c)).collect(),
            None => string,
        };
        self.strings.insert(folded);
    }

    pub(super) fn finish(&mut self, folding: Option<Folding>) {
        self.points.normalize();
        if let Some(folding) = folding {
            close(&mut self.points, folding);
        }
    }

    fn add(&mut self, other: &ClassSet) {
        self.points.add_set(&other.points);
        self.strings.extend(other.strings.iter().cloned());
        self.may_contain_strings |= other.may_contain_strings;
    }
}

const UNTERMINATED: &str = "Unterminated character class";
const OUT_OF_ORDER: &str = "Range out of order in character class";
const INVALID_CLASS: &str = "Invalid character class";
const INVALID_OPERATION: &str = "Invalid set operation in character class";

impl Parser<'_> {
    /// A class behind its `[`.
    pub(super) fn class(&mut self) -> Parsed<NodeId> {
        if self.sets {
            let set = self.class_sets()?;
            return Ok(self.class_node(set, false));
        }
        let negative = self.eat("^");
        let set = self.class_ranges()?;
        Ok(self.class_node(ClassSet::of(set), negative))
    }

    /// The node of a class. Strings are alternatives, the longest first.
    pub(super) fn class_node(&mut self, class: ClassSet, negative: bool) -> NodeId {
        let mut points = class.points;
        points.normalize();
        if let Some(folding) = self.folding() {
            close(&mut points, folding);
        }
        if negative {
            points = points.complement();
        }
        if class.strings.is_empty() {
            return self.set(points);
        }
        let mut strings: Vec<Vec<u32>> = class.strings.into_iter().collect();
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        let has_empty = strings.last().is_some_and(|string| string.is_empty());
        let mut alternatives = Vec::with_capacity(strings.len() + 1);
        for string in strings.iter().filter(|string| !string.is_empty()) {
            let characters: Vec<NodeId> = string.iter().map(|&c| self.character(c)).collect();
            let list = self.list(&characters);
            alternatives.push(self.add(Node::Sequence(list)));
        }
        if !points.is_empty() {
            alternatives.push(self.set(points));
        }
        if has_empty {
            alternatives.push(self.add(Node::Empty));
        }
        let list = self.list(&alternatives);
        self.add(Node::Choice(list))
    }

    /// NonemptyClassRanges and the `]`, without v.
    fn class_ranges(&mut self) -> Parsed<CodePointSet> {
        let mut set = CodePointSet::new();
        loop {
            if self.eat("]") {
                set.normalize();
                return Ok(set);
            }
            let first = self.class_atom()?;
            if !self.is(0, '-') || self.is(1, ']') {
                match first {
                    Escape::Char(c) => set.add(c, c),
                    Escape::Set(class) => set.add_set(&class.points),
                }
                continue;
            }
            self.at += 1;
            let last = self.class_atom()?;
            match (first, last) {
                (Escape::Char(first), Escape::Char(last)) => {
                    if first > last {
                        return error(OUT_OF_ORDER);
                    }
                    set.add(first, last);
                }
                _ if self.unicode => return error(INVALID_CLASS),
                // Annex B: the hyphen stands for itself.
                (first, last) => {
                    set.add('-' as u32, '-' as u32);
                    for atom in [first, last] {
                        match atom {
                            Escape::Char(c) => set.add(c, c),
                            Escape::Set(class) => set.add_set(&class.points),
                        }
                    }
                }
            }
        }
    }

    fn class_atom(&mut self) -> Parsed<Escape> {
        let Some(c) = self.peek() else { return error(UNTERMINATED) };
        self.at += 1;
        if c == '\\' as u32 {
            return self.character_escape(true);
        }
        Ok(Escape::Char(c))
    }

    /// ClassContents with v, and the `]`; behind the `[`.
    fn class_sets(&mut self) -> Parsed<ClassSet> {
        self.depth += 1;
        if self.depth > super::MAX_DEPTH {
            return error("Regular expression too large");
        }
        let negative = self.eat("^");
        let folding = self.folding();
        let mut set = self.class_contents()?;
        set.finish(folding);
        self.depth -= 1;
        if negative {
            if set.may_contain_strings {
                return error("Negated character class may contain strings");
            }
            set.points = set.points.complement();
        }
        Ok(set)
    }

    fn class_contents(&mut self) -> Parsed<ClassSet> {
        let mut set = ClassSet::default();
        let mut first = true;
        loop {
            if self.eat("]") {
                return Ok(set);
            }
            if self.starts_with("--") || self.starts_with("&&") {
                return error(if first { INVALID_CLASS } else { INVALID_OPERATION });
            }
            let operand = self.operand()?;
            if self.is(0, '-') && !self.is(1, '-') {
                let Escape::Char(low) = operand else { return error(INVALID_CLASS) };
                self.at += 1;
                match self.operand()? {
                    Escape::Char(high) if low <= high => set.points.add(low, high),
                    Escape::Char(_) => return error(OUT_OF_ORDER),
                    Escape::Set(_) => return error(INVALID_CLASS),
                }
                first = false;
                continue;
            }
            if first && (self.starts_with("--") || self.starts_with("&&")) {
                let operand = self.closed(operand);
                return self.operations(operand);
            }
            match operand {
                Escape::Char(c) => set.points.add(c, c),
                Escape::Set(operand) => set.add(&operand),
            }
            first = false;
        }
    }

    fn closed(&self, operand: Escape) -> ClassSet {
        let mut set = match operand {
            Escape::Char(c) => ClassSet::of(CodePointSet::from_ranges(&[(c, c)])),
            Escape::Set(set) => set,
        };
        set.finish(self.folding());
        set
    }

    /// ClassIntersection or ClassSubtraction behind the first operand, and the `]`.
    fn operations(&mut self, first: ClassSet) -> Parsed<ClassSet> {
        let subtraction = self.is(0, '-');
        let operator = if subtraction { "--" } else { "&&" };
        let mut set = first;
        while !self.eat("]") {
            if self.at >= self.text.len() {
                return error(UNTERMINATED);
            }
            if !self.eat(operator) {
                return error(INVALID_OPERATION);
            }
            if !subtraction && self.is(0, '&') {
                return error("Invalid character in character class");
            }
            let operand = self.operand()?;
            let operand = self.closed(operand);
            if subtraction {
                set.points = set.points.difference(&operand.points);
                set.strings.retain(|string| !operand.strings.contains(string));
            } else {
                set.points = set.points.intersection(&operand.points);
                set.strings.retain(|string| operand.strings.contains(string));
                set.may_contain_strings &= operand.may_contain_strings;
            }
        }
        Ok(set)
    }

    /// ClassSetOperand or ClassSetCharacter.
    fn operand(&mut self) -> Parsed<Escape> {
        let Some(value) = self.peek() else { return error(UNTERMINATED) };
        let c = char::from_u32(value).unwrap_or('\u{fffd}');
        match c {
            '[' => {
                self.at += 1;
                let set = stacker::maybe_grow(64 << 10, 1 << 20, || self.class_sets())?;
                return Ok(Escape::Set(set));
            }
            '\\' => {
                self.at += 1;
                return match self.peek_char() {
                    Some('q') if self.is(1, '{') => self.strings().map(Escape::Set),
                    Some(c) if "&-!#%,:;<=>@`~".contains(c) => {
                        self.at += 1;
                        Ok(Escape::Char(c as u32))
                    }
                    _ => self.character_escape(true),
                };
            }
            '(' | ')' | '{' | '}' | '/' | '-' | '|' => return error("Invalid character in character class"),
            _ => {}
        }
        if self.is(1, c) && "&!#$%*+,.:;<=>?@^`~".contains(c) {
            return error(INVALID_OPERATION);
        }
        self.at += 1;
        Ok(Escape::Char(value))
    }

    /// ClassStringDisjunction behind its backslash.
    fn strings(&mut self) -> Parsed<ClassSet> {
        self.at += 2;
        let folding = self.folding();
        let mut set = ClassSet::default();
        let mut string = Vec::new();
        loop {
            let Some(c) = self.peek_char() else { return error("Invalid escape") };
            if matches!(c, '|' | '}') {
                self.at += 1;
                set.may_contain_strings |= string.len() != 1;
                set.add_string(std::mem::take(&mut string), folding);
                if c == '}' {
                    set.finish(folding);
                    return Ok(set);
                }
                continue;
            }
            if c == '[' {
                return error("Invalid character in character class");
            }
            match self.operand()? {
                Escape::Char(c) => string.push(c),
                Escape::Set(_) => return error("Invalid escape"),
            }
        }
    }
}
