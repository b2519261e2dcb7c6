//! Compiled patterns with their sources, the cache of them, and matching.
//!
//! A pattern without syntax is a search for its text. All others are compiled (`crate::regexp`) and run over the subject as it is, by the
//! machine at first, and by native code once they are hot and a compiler has made it. Nothing here knows objects: [`Vm::find_match`] takes a place and gives spans.

use super::pattern;
use crate::regexp::native::{Host, Slot};
use crate::regexp::{self, Code, Flags, PatternError, Scratch, Stop};
use crate::string::{JsString, StrView};
use crate::vm::Vm;
use crate::{JsResult, Throw};
use abi::context::VmState;
use memchr::memmem::Finder;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

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

/// A match, or none yet.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The whole match, then the groups.
    pub spans: SmallVec<[Span; 16]>,
}

impl Found {
    fn set(&mut self, registers: &[u32]) {
        let (pairs, _) = registers.as_chunks::<2>();
        let span = |&[start, end]: &[u32; 2]| {
            if start == u32::MAX || end == u32::MAX { Span::ABSENT } else { Span { start, end } }
        };
        self.spans.clear();
        self.spans.extend(pairs.iter().map(span));
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
    /// With what finds it among bytes, if it is of bytes.
    Literal(Option<Box<Finder<'static>>>),
    Compiled(Compiled),
}

struct Compiled {
    /// Shared with the thread that makes native code of it.
    code: Arc<Code>,
    /// Native code for subjects of bytes, and of 16-bit units.
    native: Rc<[Slot; 2]>,
}

/// A compiled pattern with its flags.
pub struct Program {
    pub flags: Flags,
    source: Text,
    matcher: Matcher,
}

impl Program {
    fn new(source: StrView<'_>, flags: Flags) -> Result<Program, PatternError> {
        let matcher = if pattern::is_literal(source, flags) {
            Matcher::Literal(match source {
                StrView::Latin1(bytes) => Some(Box::new(Finder::new(bytes).into_owned())),
                StrView::Utf16(_) => None,
            })
        } else {
            let code = Arc::new(regexp::parse(source, flags).and_then(regexp::compile)?);
            Matcher::Compiled(Compiled { code, native: Rc::default() })
        };
        Ok(Program { flags, source: Text::new(source), matcher })
    }

    /// About how much memory the program takes.
    pub fn bytes(&self) -> usize {
        const FIXED: usize = 512;
        match &self.matcher {
            Matcher::Literal(_) => size_of::<Program>() + self.source.view().len(),
            Matcher::Compiled(compiled) => FIXED + compiled.code.bytes(),
        }
    }

    /// The groups that have names: each name once, in the order of first occurrence, with all its groups.
    pub fn names(&self) -> &[(Box<str>, Vec<u32>)] {
        match &self.matcher {
            Matcher::Literal(_) => &[],
            Matcher::Compiled(compiled) => &compiled.code.names,
        }
    }

    /// The span of a name: that of the one of its groups that took part.
    pub fn named_span(groups: &[u32], spans: &[Span]) -> Span {
        let mut present = groups.iter().map(|&group| spans[group as usize]).filter(|&span| span != Span::ABSENT);
        present.next().unwrap_or(Span::ABSENT)
    }

    /// Where matching at `start` really begins: with u or v not between the halves of a pair.
    fn aligned(&self, view: StrView<'_>, start: usize) -> usize {
        match view {
            StrView::Utf16(units)
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

    /// Where the next match after this one is looked for: where it ended, or one character further if it is empty.
    pub fn place_after(&self, view: StrView<'_>, found: &Found) -> usize {
        let end = found.end();
        if !found.is_empty() {
            return end;
        }
        end + if self.flags.is_unicode() && end < view.len() { view.code_point_at(end).units } else { 1 }
    }

    fn find_literal(&self, view: StrView<'_>, start: usize, sticky: bool) -> Option<Range<usize>> {
        let text = self.source.view();
        if sticky {
            let end = start.checked_add(text.len()).filter(|&end| end <= view.len())?;
            return (view.slice(start..end) == text).then_some(start..end);
        }
        let at = match (&self.matcher, view) {
            (Matcher::Literal(Some(finder)), StrView::Latin1(bytes)) => start + finder.find(bytes.get(start..)?)?,
            _ => view.index_of(text, start)?,
        };
        Some(at..at + text.len())
    }
}

/// Patterns kept at most; the cache starts anew when it is full.
const MAX_PROGRAMS: usize = 1024;

/// Compiled patterns by source and flags, and what matching needs.
#[derive(Default)]
pub(super) struct Cache {
    programs: FxHashMap<(u32, u8), Vec<Rc<Program>>>,
    count: usize,
    /// None while a search uses it.
    scratch: Option<Box<Scratch>>,
}

impl Vm {
    /// The program of a pattern, compiled at its first use. A SyntaxError if it is malformed.
    pub(super) fn regexp_program(&mut self, source: JsString, flags: Flags) -> JsResult<Rc<Program>> {
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
            Ok(program) => Rc::new(program),
            Err(PatternError(why)) => {
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

    /// Whether there is a match at `start`, or if `sticky` is not set at the first place from there on; it is in `found` then, which is left alone otherwise. The subject's length is not
    /// below `start`.
    pub(super) fn find_match(
        &mut self,
        program: &Program,
        text: JsString,
        start: usize,
        sticky: bool,
        found: &mut Found,
    ) -> JsResult<bool> {
        let view = text.view(self)?;
        let Matcher::Compiled(compiled) = &program.matcher else {
            let Some(range) = program.find_literal(view, start, sticky) else { return Ok(false) };
            found.spans.clear();
            found.spans.push(Span::new(range));
            return Ok(true);
        };
        let start = program.aligned(view, start);
        let mut scratch = self.builtins.regexp.cache.scratch.take().unwrap_or_default();
        let before = self.enter_state(VmState::RegExp);
        let result = self.find_compiled(compiled, program, &mut scratch, view, start, sticky);
        self.leave_state(before);
        if let Ok(true) = result {
            found.set(scratch.groups(&compiled.code));
        }
        self.builtins.regexp.cache.scratch = Some(scratch);
        result
    }

    /// Whether there is a match; its groups are in `scratch`.
    fn find_compiled(
        &mut self,
        compiled: &Compiled,
        program: &Program,
        scratch: &mut Scratch,
        view: StrView<'_>,
        mut start: usize,
        sticky: bool,
    ) -> JsResult<bool> {
        let Compiled { code, native } = compiled;
        let wide = matches!(view, StrView::Utf16(_)) as usize;
        let slot = &native[wide];
        let mut resume = false;
        loop {
            if slot.code.get().is_none() && !slot.refused.get() {
                self.tier_up_regexp(compiled, program, wide);
            }
            if let Some(native) = slot.code.get()
                && (!resume || !scratch.has_choices())
            {
                if resume {
                    start = scratch.next_start();
                    if sticky || start > view.len() {
                        return Ok(false);
                    }
                }
                let requests = std::ptr::from_ref(self.requests());
                let host = Host {
                    requests,
                    data: std::ptr::from_mut(self).cast(),
                    // SAFETY: the VM is the one that waits for this search, and is not touched by anybody else meanwhile.
                    goes_on: |vm| unsafe { (*vm.cast::<Vm>()).handle_requests() }.is_ok(),
                };
                // SAFETY: the code was made of the pattern, for such subjects.
                let found = unsafe { scratch.find_native(native.function, code, view, start, sticky, host) };
                return match found {
                    Ok(found) => Ok(found),
                    Err(Stop::TooDeep) => Err(self.throw_stack_overflow()),
                    Err(Stop::Requested | Stop::Warm) => Err(Throw::pending()),
                };
            }
            let steps = scratch.steps();
            let found = scratch.find(code, view, start, sticky, resume, self.requests());
            slot.steps.set(slot.steps.get() + EXECUTION + (scratch.steps() - steps));
            match found {
                Ok(found) => return Ok(found),
                Err(Stop::TooDeep) => return Err(self.throw_stack_overflow()),
                Err(Stop::Warm) => {}
                Err(Stop::Requested) => self.handle_requests()?,
            }
            resume = true;
        }
    }

    /// Has native code made if there were steps enough; takes what has been made.
    fn tier_up_regexp(&mut self, compiled: &Compiled, program: &Program, wide: usize) {
        let slot = &compiled.native[wide];
        if !slot.asked.get() && slot.steps.get() < self.tiers.regexp_threshold {
            return;
        }
        let Some(mut compiler) = self.tiers.regexps.take() else {
            slot.refused.set(true);
            return;
        };
        if slot.asked.replace(true) {
            compiler.link(self);
        } else {
            let name = || format!("/{}/{}", program.source.view().to_rust_string_lossy(), program.flags.to_text());
            compiler.compile(self, &compiled.code, &compiled.native, wide == 1, &name);
        }
        self.tiers.regexps = Some(compiler);
    }
}

/// What an execution counts for, in steps.
const EXECUTION: u64 = 32;
