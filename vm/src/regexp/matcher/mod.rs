//! The backtracking machine: the search for a place ([`attempt`] is one attempt, [`units`] the subject).
//!
//! What it may come back to lies on a stack of its own, as do the values of registers that were overwritten; native recursion has
//! no part in it. The stack and the registers are kept between matches. Each failure counts towards a budget, and so do the
//! characters of loops; when it is used up the machine looks whether somebody wants it to stop, and can go on later.

mod attempt;
pub(super) mod units;

use super::code::Code;
use super::search::Search;
use crate::string::StrView;
use attempt::{Attempt, StackEntry};
use std::sync::atomic::AtomicU32;
use units::{Searchable, Unit, is_lead, is_trail};

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There are requests; [`Scratch::find`] goes on when called with `resume`.
    Requested,
    /// Many steps were done, and an attempt has failed: one can go on likewise, or at [`Scratch::next_start`] by other means.
    Warm,
    /// The stack is full.
    TooDeep,
}

/// The value of registers that have none.
pub const ABSENT: u32 = u32::MAX;
/// Steps between two looks at the requests.
pub(super) const BUDGET: i64 = 1 << 16;
/// Steps after which a search is [`Stop::Warm`].
const WARM: u64 = 1 << 12;
/// Entries that are kept for the next match.
const KEPT_STACK: usize = 1 << 16;

/// What the machine needs besides code and subject; to be used again and again.
#[derive(Default)]
pub struct Scratch {
    pub(super) registers: Vec<u32>,
    stack: Vec<StackEntry>,
    /// That of native code.
    pub(super) native_stack: Vec<super::native::NativeStackEntry>,
    /// Where the current attempt began.
    start: usize,
    pub(super) budget: i64,
    /// Budgets that were used up.
    budgets: u64,
    /// The steps at which the search is warm.
    warm: u64,
}

impl Scratch {
    /// The registers of groups after a match: where each begins and ends, or [`ABSENT`]; first the whole match.
    pub fn groups(&self, code: &Code) -> &[u32] {
        &self.registers[..2 * (code.groups as usize + 1)]
    }

    /// There is something to come back to in the attempt that was interrupted.
    pub fn has_choices(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Where the search goes on after an attempt that has failed.
    pub fn next_start(&self) -> usize {
        self.start + 1
    }

    /// Steps done by the machine up to now.
    pub fn steps(&self) -> u64 {
        (self.budgets * BUDGET as u64).wrapping_add_signed(-self.budget)
    }

    /// Looks for a match at `start`, or if `sticky` is not set at the first place from there on. With u or v, `start` must not lie within a pair.
    /// `resume`: goes on after [`Stop::Requested`] or [`Stop::Warm`], with all else being the same.
    pub fn find(
        &mut self,
        code: &Code,
        text: StrView<'_>,
        start: usize,
        sticky: bool,
        resume: bool,
        requests: &AtomicU32,
    ) -> Result<bool, Stop> {
        self.registers.resize(code.registers as usize, ABSENT);
        self.warm = self.steps() + WARM;
        let result = match text {
            StrView::Latin1(text) => self.search::<u8, false>(code, text, start, sticky, resume, requests),
            StrView::Utf16(text) if code.unicode => {
                self.search::<u16, true>(code, text, start, sticky, resume, requests)
            }
            StrView::Utf16(text) => self.search::<u16, false>(code, text, start, sticky, resume, requests),
        };
        if result != Err(Stop::Requested) {
            self.stack.clear();
            self.stack.shrink_to(KEPT_STACK);
        }
        result
    }

    fn search<U: Unit, const POINTS: bool>(
        &mut self,
        code: &Code,
        text: &[U],
        start: usize,
        sticky: bool,
        resume: bool,
        requests: &AtomicU32,
    ) -> Result<bool, Stop>
    where
        [U]: Searchable,
    {
        let mut at = start;
        if resume {
            at = self.start;
            if Attempt::<U, POINTS>::new(self, code, text, at, requests).run(true)? {
                return Ok(true);
            }
            if sticky {
                return Ok(false);
            }
            at += 1;
        }
        if sticky {
            return self.attempt::<U, POINTS>(code, text, at, requests);
        }
        loop {
            if at > text.len() {
                return Ok(false);
            }
            at = match &code.search {
                Search::Everywhere => at,
                Search::Start if at == 0 => at,
                Search::Start => return Ok(false),
                search => match text.candidate(at, search) {
                    Some(found) => found,
                    None => return Ok(false),
                },
            };
            let within_pair =
                POINTS && at > 0 && at < text.len() && is_trail(text[at].value()) && is_lead(text[at - 1].value());
            if !within_pair {
                if self.attempt::<U, POINTS>(code, text, at, requests)? {
                    return Ok(true);
                }
                if self.steps() > self.warm {
                    return Err(Stop::Warm);
                }
            }
            at += 1;
        }
    }

    #[inline]
    fn attempt<U: Unit, const POINTS: bool>(
        &mut self,
        code: &Code,
        text: &[U],
        at: usize,
        requests: &AtomicU32,
    ) -> Result<bool, Stop> {
        self.registers[..2 * (code.groups as usize + 1)].fill(ABSENT);
        self.stack.clear();
        self.start = at;
        Attempt::<U, POINTS>::new(self, code, text, at, requests).run(false)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Flags, compile, parse};
    use super::*;

    /// The groups of the first match.
    fn run(pattern: &str, flags: &str, subject: &str) -> Option<Vec<Option<String>>> {
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let flags = Flags::parse(StrView::ascii(flags)).unwrap_or_default();
        let code = parse(StrView::Utf16(&units), flags).and_then(compile).unwrap_or_else(|error| panic!("{}", error.0));
        let wide: Vec<u16> = subject.encode_utf16().collect();
        let narrow: Option<Vec<u8>> = wide.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        let mut views = vec![StrView::Utf16(&wide)];
        views.extend(narrow.as_deref().map(StrView::Latin1));
        let results: Vec<_> = views
            .into_iter()
            .map(|view| {
                let mut scratch = Scratch::default();
                let found = scratch.find(&code, view, 0, false, false, &AtomicU32::new(0));
                assert!(found.is_ok());
                found.is_ok_and(|found| found).then(|| {
                    let span = |pair: &[u32]| {
                        (pair[0] != ABSENT && pair[1] != ABSENT)
                            .then(|| view.slice(pair[0] as usize..pair[1] as usize).to_rust_string_lossy())
                    };
                    scratch.groups(&code).chunks(2).map(span).collect::<Vec<_>>()
                })
            })
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "/{pattern}/ on {subject}");
        results.into_iter().next().flatten()
    }

    #[track_caller]
    fn check(pattern: &str, flags: &str, subject: &str, expected: &[&str]) {
        let found = run(pattern, flags, subject);
        let texts: Vec<String> =
            found.into_iter().flatten().map(|group| group.unwrap_or_else(|| "-".to_owned())).collect();
        assert_eq!(texts, expected, "/{pattern}/{flags} on {subject}");
    }

    #[test]
    fn loops() {
        check("a*b", "", "xaaab", &["aaab"]);
        check("a*a", "", "aaa", &["aaa"]);
        check("a+?", "", "aaa", &["a"]);
        check("a{2,3}", "", "aaaa", &["aaa"]);
        check("a{2,3}?", "", "aaaa", &["aa"]);
        check("(a*)*", "", "b", &["", "-"]);
        check("(?:a*?)*?b", "", "aab", &["aab"]);
        check("(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", &["zaacbbbcac", "z", "ac", "a", "-", "c"]);
        check("(?:(a)|b){3}", "", "aab", &["aab", "-"]);
        check("(?:ab){2,}c", "", "abababc", &["abababc"]);
        check("<.*?>x", "", "<a><b>x", &["<a><b>x"]);
        check("\"[^\"]*\"", "", "say \"hello\" now", &["\"hello\""]);
        check("(a?)*?$", "", "aa", &["aa", "a"]);
        check("(?:){4294967295,}a", "", "a", &["a"]);
        check("(?:a?){3,5}b", "", "aab", &["aab"]);
        check(".{3}", "u", "a\u{1f600}bc", &["a\u{1f600}b"]);
        check("(.*)b", "u", "\u{1f600}\u{1f600}b\u{1f600}", &["\u{1f600}\u{1f600}b", "\u{1f600}\u{1f600}"]);
    }

    #[test]
    fn alternatives_and_looks() {
        check("abc|abd|xyz", "", "abd", &["abd"]);
        check("((a)|(ab))((c)|(bc))", "", "abc", &["abc", "a", "a", "-", "bc", "-", "bc"]);
        check("(?=(a+))", "", "baaabac", &["", "aaa"]);
        check("(?=(a+))a*b\\1", "", "baaabac", &["aba", "a"]);
        check("(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", &["baaabaac", "ba", "-", "abaac"]);
        check("(?<=\\$)\\d+(\\.\\d*)?", "", "cost $10.53", &["10.53", ".53"]);
        check("(?<=(\\d+)(\\d+))$", "", "1053", &["", "1", "053"]);
        check("(?<=\\1(a))b", "", "aab", &["b", "a"]);
        check("(?<!abc)\\w\\w\\w", "", "abcdef", &["abc"]);
        check("\\bfoo\\B", "", "foo food", &["foo"]);
        check("(?:(?=(a))a)+b", "", "aab", &["aab", "a"]);
    }

    #[test]
    fn case_and_modes() {
        check("straSSe", "i", "STRASSE", &["STRASSE"]);
        check("(?i:a)b", "", "Ab", &["Ab"]);
        check("[^x]+", "iu", "aXb", &["a"]);
        check("\\u212a", "iu", "k", &["k"]);
        check("(.)\\1", "i", "aA", &["aA", "a"]);
        check("^b$", "m", "a\nb\nc", &["b"]);
        check("a.c", "s", "a\nc", &["a\nc"]);
        check("(?<y>a)|(?<y>b)\\k<y>", "", "bb", &["bb", "-", "b"]);
        check("[\\p{L}--[a-z]]+", "v", "abcDEF", &["DEF"]);
        check("[\\q{abc|d}x]", "v", "zabc", &["abc"]);
        check("\\p{Lu}\\P{Lu}", "u", "aBc", &["Bc"]);
    }
}
