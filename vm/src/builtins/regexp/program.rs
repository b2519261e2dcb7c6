//! Compiled patterns, the cache of them, and matching.
//!
//! A pattern without syntax is a search for its text. All others are regress programs, run over the bytes of an ASCII subject or
//! the units of any other. Nothing here knows objects: [`Program::find`] takes a place and gives spans.

use super::pattern::{self, Flags};
use crate::string::{JsString, StrView};
use crate::vm::Vm;
use crate::{JsResult, Value};
use abi::context::VmState;
use gc::RootedVec;
use regress::Regex;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// A stretch of the subject in code units; or the absence of one, for a group that did not take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub const ABSENT: Span = Span { start: u32::MAX, end: u32::MAX };
    pub const EMPTY: Span = Span { start: 0, end: 0 };

    #[inline(always)]
    pub fn new(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }

    #[inline(always)]
    pub fn range(self) -> Option<Range<usize>> {
        if self == Span::ABSENT { None } else { Some(self.start as usize..self.end as usize) }
    }
}

impl From<Option<Range<usize>>> for Span {
    fn from(range: Option<Range<usize>>) -> Span {
        range.map_or(Span::ABSENT, Span::new)
    }
}

/// A match.
#[derive(Clone, Debug)]
pub struct Found {
    /// The whole match, then the groups.
    pub spans: SmallVec<[Span; 6]>,
    /// The named groups in the order of their first occurrence, each name once.
    pub named: Vec<(Box<str>, Span)>,
}

impl Found {
    fn literal(range: Range<usize>) -> Found {
        Found { spans: smallvec::smallvec![Span::new(range)], named: Vec::new() }
    }

    /// Without the last `dropped` groups.
    fn new(found: &regress::Match, dropped: usize) -> Found {
        let mut spans = SmallVec::with_capacity(found.captures.len() + 1);
        spans.push(Span::new(found.range()));
        let groups = &found.captures[..found.captures.len() - dropped];
        spans.extend(groups.iter().map(|group| Span::from(group.clone())));
        let named = found.named_groups().map(|(name, range)| (Box::from(name), Span::from(range))).collect();
        Found { spans, named }
    }

    #[inline(always)]
    pub fn start(&self) -> usize {
        self.spans[0].start as usize
    }

    #[inline(always)]
    pub fn end(&self) -> usize {
        self.spans[0].end as usize
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.start() == self.end()
    }
}

/// A text of the cache's or a program's own.
#[derive(Debug, PartialEq, Eq)]
enum Text {
    Latin1(Box<[u8]>),
    Utf16(Box<[u16]>),
}

impl Text {
    fn new(view: StrView<'_>) -> Text {
        match view {
            StrView::Latin1(bytes) => Text::Latin1(bytes.into()),
            StrView::Utf16(units) => Text::Utf16(units.into()),
        }
    }

    fn view(&self) -> StrView<'_> {
        match self {
            Text::Latin1(bytes) => StrView::Latin1(bytes),
            Text::Utf16(units) => StrView::Utf16(units),
        }
    }
}

enum Matcher {
    Literal,
    Compiled {
        regex: Box<Regex>,
        /// `(?:pattern)|()` for sticky matching: it matches wherever it is tried, and the last group tells that the pattern did not.
        /// So a failure costs one attempt instead of a search. None where another group would change the pattern's meaning.
        sticky: OnceLock<Option<Box<Regex>>>,
        characters: Box<[u32]>,
        /// Whether it may run over bytes.
        takes_ascii: bool,
    },
}

/// A compiled pattern with its flags.
pub struct Program {
    pub flags: Flags,
    source: Text,
    matcher: Matcher,
}

/// What a program runs over.
#[derive(Clone, Copy)]
enum Subject<'a> {
    /// For literals, which look at the string itself.
    Any,
    Ascii(&'a str),
    Units(&'a [u16]),
}

/// A subject held in the form that a program wants.
pub struct Held {
    string: JsString,
    form: Form,
}

enum Form {
    /// As it is.
    Any,
    Ascii,
    /// A Latin-1 string that is not ASCII, widened.
    Widened(Rc<[u16]>),
}

impl Held {
    pub fn string(&self) -> JsString {
        self.string
    }

    fn subject(&self) -> Subject<'_> {
        let view = self.string.flat_view().unwrap_or(StrView::EMPTY);
        match (&self.form, view) {
            (Form::Widened(units), _) => Subject::Units(units),
            (Form::Ascii, StrView::Latin1(bytes)) => {
                // SAFETY: found to be ASCII when the form was chosen; strings do not change.
                Subject::Ascii(unsafe { std::str::from_utf8_unchecked(bytes) })
            }
            (Form::Any, StrView::Utf16(units)) => Subject::Units(units),
            _ => Subject::Any,
        }
    }
}

/// Stack that one alternative may take while a pattern is compiled (regress recurses over them, and where groups nest), and the stack for
/// the rest.
const STACK_OF_ALTERNATIVE: usize = 2 << 10;
const STACK_OF_PATTERN: usize = 2 << 20;
/// Alternatives beyond which a pattern is refused.
const MAX_ALTERNATIVES: usize = 1 << 18;

fn compile(characters: &[u32], flags: Flags) -> Result<Regex, Box<str>> {
    let alternatives = characters.iter().filter(|&&c| c == '|' as u32).count();
    if alternatives > MAX_ALTERNATIVES {
        return Err("Regular expression is too deeply nested".into());
    }
    let stack = STACK_OF_PATTERN + alternatives * STACK_OF_ALTERNATIVE;
    stacker::maybe_grow(stack, stack + STACK_OF_PATTERN, || {
        Regex::from_unicode(characters.iter().copied(), flags.for_regress()).map_err(|error| error.text.into())
    })
}

impl Program {
    /// Compiles a pattern; the error is regress' text.
    fn new(source: StrView<'_>, flags: Flags) -> Result<Program, Box<str>> {
        let matcher = if pattern::is_literal(source, flags) {
            Matcher::Literal
        } else {
            let characters = pattern::characters(source, flags);
            if pattern::has_quantified_boundary(&characters) {
                return Err("Invalid atom character".into());
            }
            let regex = Box::new(compile(&characters, flags)?);
            let takes_ascii = !pattern::has_wide_character(&characters);
            Matcher::Compiled { regex, sticky: OnceLock::new(), characters: characters.into(), takes_ascii }
        };
        Ok(Program { flags, source: Text::new(source), matcher })
    }

    /// About how much memory the program takes.
    pub fn bytes(&self) -> usize {
        const FIXED: usize = 512;
        const CHARACTER: usize = 48;
        match &self.matcher {
            Matcher::Literal => size_of::<Program>() + self.source.view().len(),
            Matcher::Compiled { characters, .. } => FIXED + (characters.len() * CHARACTER).min(1 << 30),
        }
    }

    /// Where matching at `start` really begins: with u or v not between the halves of a pair.
    fn aligned(&self, subject: Subject<'_>, start: usize) -> usize {
        match subject {
            Subject::Units(units)
                if self.flags.is_unicode()
                    && start > 0
                    && start < units.len()
                    && units[start] & 0xfc00 == 0xdc00
                    && units[start - 1] & 0xfc00 == 0xd800 =>
            {
                start - 1
            }
            _ => start,
        }
    }

    /// The first match at or after `start`.
    pub fn find(&self, held: &Held, start: usize) -> Option<Found> {
        let subject = held.subject();
        match &self.matcher {
            Matcher::Literal => self.find_literal(held, start).map(Found::literal),
            Matcher::Compiled { regex, .. } => {
                let start = self.aligned(subject, start);
                self.run(regex, subject, start).map(|found| Found::new(&found, 0))
            }
        }
    }

    /// The match at `start`, if there is one.
    pub fn find_sticky(&self, held: &Held, start: usize) -> Option<Found> {
        let subject = held.subject();
        match &self.matcher {
            Matcher::Literal => {
                let view = held.string.flat_view()?;
                let end = start.checked_add(self.source.view().len()).filter(|&end| end <= view.len())?;
                (view.slice(start..end) == self.source.view()).then(|| Found::literal(start..end))
            }
            Matcher::Compiled { regex, sticky, characters, .. } => {
                let start = self.aligned(subject, start);
                let Some(sticky) = sticky.get_or_init(|| self.compile_sticky(characters)) else {
                    let found = self.run(regex, subject, start)?;
                    return (found.start() == start).then(|| Found::new(&found, 0));
                };
                let found = self.run(sticky, subject, start)?;
                let failed = found.captures.last().is_none_or(|group| group.is_some());
                (!failed && found.start() == start).then(|| Found::new(&found, 1))
            }
        }
    }

    #[cold]
    fn compile_sticky(&self, characters: &[u32]) -> Option<Box<Regex>> {
        if !self.flags.is_unicode() && pattern::has_decimal_escape(characters) {
            return None;
        }
        let text = |text: &'static str| text.chars().map(u32::from);
        let all: Vec<u32> = text("(?:").chain(characters.iter().copied()).chain(text(")|()")).collect();
        compile(&all, self.flags).ok().map(Box::new)
    }

    fn find_literal(&self, held: &Held, start: usize) -> Option<Range<usize>> {
        let text = self.source.view();
        let at = held.string.flat_view()?.index_of(text, start)?;
        Some(at..at + text.len())
    }

    fn run(&self, regex: &Regex, subject: Subject<'_>, start: usize) -> Option<regress::Match> {
        match subject {
            Subject::Ascii(text) => regex.find_from_ascii(text, start).next(),
            Subject::Units(units) if self.flags.is_unicode() => regex.find_from_utf16(units, start).next(),
            Subject::Units(units) => regex.find_from_ucs2(units, start).next(),
            Subject::Any => None,
        }
    }

    /// The matches from `start` on as a global regular expression finds them: each begins where the last one ended, or one character
    /// further if that was empty.
    pub fn matches<'a>(&'a self, held: &'a Held, start: usize) -> Box<dyn Iterator<Item = Found> + 'a> {
        let subject = held.subject();
        match &self.matcher {
            Matcher::Literal => {
                let mut from = start;
                Box::new(std::iter::from_fn(move || {
                    let range = self.find_literal(held, from)?;
                    from = range.end;
                    Some(Found::literal(range))
                }))
            }
            Matcher::Compiled { regex, .. } => {
                let start = self.aligned(subject, start);
                let found = |found: regress::Match| Found::new(&found, 0);
                match subject {
                    Subject::Ascii(text) => Box::new(regex.find_from_ascii(text, start).map(found)),
                    Subject::Units(units) if self.flags.is_unicode() => {
                        Box::new(regex.find_from_utf16(units, start).map(found))
                    }
                    Subject::Units(units) => Box::new(regex.find_from_ucs2(units, start).map(found)),
                    Subject::Any => Box::new(std::iter::empty()),
                }
            }
        }
    }
}

/// Patterns kept at most; the cache starts anew when it is full.
const MAX_PROGRAMS: usize = 1024;
/// Subjects up to this length are looked through at every match rather than remembered.
const SHORT_SUBJECT: usize = 64;

/// Compiled patterns by source and flags, and the last subject in the form that matching wants.
#[derive(Default)]
pub(super) struct Cache {
    programs: FxHashMap<(u32, u8), Vec<Arc<Program>>>,
    count: usize,
    /// The last subject of bytes.
    subject: Option<RootedVec>,
    is_ascii: bool,
    /// Widened, if that was called for.
    widened: Option<Rc<[u16]>>,
}

impl Vm {
    /// The program of a pattern, compiled at its first use. A SyntaxError if it is malformed.
    pub(super) fn regexp_program(&mut self, source: JsString, flags: Flags) -> JsResult<Arc<Program>> {
        let key = (source.hash(self)?, flags.bits());
        let view = source.view(self)?;
        if let Some(programs) = self.builtins.regexp.cache.programs.get(&key)
            && let Some(program) = programs.iter().find(|program| program.source.view() == view)
        {
            return Ok(program.clone());
        }
        let before = self.enter_state(VmState::RegExpCompile);
        let compiled = Program::new(view, flags);
        self.leave_state(before);
        let program = match compiled {
            Ok(program) => Arc::new(program),
            Err(error) => {
                let why = pattern::error_text(view, flags, &error);
                let (source, flags) = (view.to_rust_string_lossy(), flags.to_text());
                return Err(self.throw_syntax_error(format!("Invalid regular expression: /{source}/{flags}: {why}")));
            }
        };
        let cache = &mut self.builtins.regexp.cache;
        if cache.count >= MAX_PROGRAMS {
            cache.programs.clear();
            cache.count = 0;
        }
        cache.count += 1;
        cache.programs.entry(key).or_default().push(program.clone());
        Ok(program)
    }

    /// A subject in the form that the program wants.
    pub(super) fn hold_subject(&mut self, program: &Program, string: JsString) -> JsResult<Held> {
        let view = string.view(self)?;
        let form = match (view, &program.matcher) {
            (StrView::Latin1(bytes), &Matcher::Compiled { takes_ascii, .. }) => {
                if bytes.len() > SHORT_SUBJECT {
                    self.remembered_form(string, bytes, takes_ascii)
                } else if takes_ascii && bytes.is_ascii() {
                    Form::Ascii
                } else {
                    Form::Widened(widen(bytes))
                }
            }
            _ => Form::Any,
        };
        Ok(Held { string, form })
    }

    fn remembered_form(&mut self, string: JsString, bytes: &[u8], takes_ascii: bool) -> Form {
        let value: Value = string.value();
        let cache = &mut self.builtins.regexp.cache;
        if cache.subject.as_ref().is_none_or(|last| last.first() != Some(&value)) {
            cache.is_ascii = bytes.is_ascii();
            cache.widened = None;
            let heap = &mut self.heap;
            let last = cache.subject.get_or_insert_with(|| heap.rooted_vec());
            last.clear();
            last.push(value);
        }
        if takes_ascii && cache.is_ascii {
            return Form::Ascii;
        }
        Form::Widened(cache.widened.get_or_insert_with(|| widen(bytes)).clone())
    }
}

fn widen(bytes: &[u8]) -> Rc<[u16]> {
    bytes.iter().map(|&byte| byte as u16).collect()
}
