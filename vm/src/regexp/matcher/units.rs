//! Subjects as the matcher reads them: units and characters, how far loops reach, backreferences, where a match can begin.

use crate::regexp::case::canonicalize;
use crate::regexp::code::{Code, Loop, Set};
use crate::regexp::matcher::ABSENT;
use crate::regexp::search::Search;
use crate::regexp::tree::Reference;
use crate::string::{StrView, find_units};

/// A code unit.
pub(super) trait Unit: Copy {
    fn value(self) -> u32;
}

impl Unit for u8 {
    #[inline(always)]
    fn value(self) -> u32 {
        self as u32
    }
}

impl Unit for u16 {
    #[inline(always)]
    fn value(self) -> u32 {
        self as u32
    }
}

#[inline(always)]
pub(super) fn is_lead(unit: u32) -> bool {
    unit & 0xfc00 == 0xd800
}

#[inline(always)]
pub(super) fn is_trail(unit: u32) -> bool {
    unit & 0xfc00 == 0xdc00
}

#[inline(always)]
fn pair(lead: u32, trail: u32) -> u32 {
    0x10000 + ((lead & 0x3ff) << 10) + (trail & 0x3ff)
}

/// The character at a position, and the position behind it.
#[inline(always)]
pub(super) fn next<U: Unit, const POINTS: bool>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let c = text.get(at)?.value();
    if POINTS
        && is_lead(c)
        && let Some(trail) = text.get(at + 1)
        && is_trail(trail.value())
    {
        return Some((pair(c, trail.value()), at + 2));
    }
    Some((c, at + 1))
}

/// The character before a position, and the position in front of it.
#[inline(always)]
pub(super) fn previous<U: Unit, const POINTS: bool>(text: &[U], at: usize) -> Option<(u32, usize)> {
    let before = at.checked_sub(1)?;
    let c = text[before].value();
    if POINTS && is_trail(c) && before > 0 && is_lead(text[before - 1].value()) {
        return Some((pair(text[before - 1].value(), c), before - 1));
    }
    Some((c, before))
}

pub(super) fn is_line_end(unit: u32) -> bool {
    matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029)
}

/// Whether a word begins or ends there.
#[inline(always)]
pub(super) fn boundary<U: Unit>(text: &[U], at: usize, wide: bool) -> bool {
    let before = at.checked_sub(1).map(|before| text[before].value());
    let after = text.get(at).map(|c| c.value());
    is_word(before, wide) != is_word(after, wide)
}

fn is_word(c: Option<u32>, wide: bool) -> bool {
    c.is_some_and(|c| match u8::try_from(c) {
        Ok(byte) => byte.is_ascii_alphanumeric() || byte == b'_',
        Err(_) => wide && (c == 0x17f || c == 0x212a),
    })
}

/// How far characters of the set reach: the place after `min` of them, and after at most `max`. None: there are not `min`.
#[inline(always)]
pub(super) fn scan<U: Unit, const POINTS: bool>(
    text: &[U],
    start: usize,
    set: &Set,
    min: u32,
    max: u32,
    single: bool,
) -> Option<(usize, usize)> {
    if !POINTS || single {
        let available = (text.len() - start).min(max as usize);
        let part = &text[start..start + available];
        let count = part.iter().position(|c| !set.has(c.value())).unwrap_or(part.len());
        let least = min as usize;
        return (count >= least).then_some((start + least, start + count));
    }
    let mut at = start;
    let mut least = start;
    let mut count = 0;
    while count < max {
        if count == min {
            least = at;
        }
        let Some((c, after)) = next::<U, POINTS>(text, at) else { break };
        if !set.has(c) {
            break;
        }
        at = after;
        count += 1;
    }
    if count == min {
        least = at;
    }
    (count >= min).then_some((least, at))
}

/// The next place further back than `at` at which a greedy loop can stop.
#[inline]
pub(super) fn give_back<U: Unit, const POINTS: bool>(
    text: &[U],
    each: &Loop,
    least: usize,
    mut at: usize,
) -> Option<usize> {
    while at > least {
        at -= 1;
        if POINTS && !each.single && at > least && is_trail(text[at].value()) && is_lead(text[at - 1].value()) {
            at -= 1;
        }
        if each.next.is_none_or(|unit| text[at].value() == unit as u32) {
            return Some(at);
        }
    }
    None
}

/// The next place further on at which a lazy loop can stop.
#[inline]
pub(super) fn take_more<U: Unit, const POINTS: bool>(
    code: &Code,
    text: &[U],
    each: &Loop,
    start: usize,
) -> Option<usize> {
    let set = &code.sets[each.set as usize];
    let mut at = start;
    loop {
        let (c, after) = next::<U, POINTS>(text, at)?;
        if !set.has(c) {
            return None;
        }
        at = after;
        let Some(unit) = each.next else { return Some(at) };
        if text.get(at)?.value() == unit as u32 {
            return Some(at);
        }
    }
}

/// BackreferenceMatcher (ECMA-262 sec. 22.2.2.7.2): the place behind what the group matched, or in front of it.
pub(super) fn refer<U: Unit, const POINTS: bool>(
    text: &[U],
    at: usize,
    reference: &Reference,
    registers: &[u32],
    back: bool,
) -> Option<usize> {
    let spans =
        reference.groups.iter().map(|&group| (registers[2 * group as usize], registers[2 * group as usize + 1]));
    let Some((start, end)) = spans.into_iter().find(|span| span.0 != ABSENT && span.1 != ABSENT) else {
        return Some(at);
    };
    let (start, end) = (start as usize, end as usize);
    let length = end - start;
    let (from, place) = if back {
        let from = at.checked_sub(length)?;
        (from, from)
    } else {
        (at, at.checked_add(length).filter(|&place| place <= text.len())?)
    };
    let Some(folding) = reference.folding else {
        let same = (0..length).all(|i| text[start + i].value() == text[from + i].value());
        return same.then_some(place);
    };
    // Equal characters have the same length, except where only one is outside the basic plane, which no two are.
    let (mut i, mut j) = (start, from);
    while i < end {
        let (a, after_a) = next::<U, POINTS>(&text[..end], i)?;
        let (b, after_b) = next::<U, POINTS>(&text[..from + length], j)?;
        if a != b && canonicalize(folding, a) != canonicalize(folding, b) {
            return None;
        }
        (i, j) = (after_a, after_b);
    }
    Some(place)
}

/// Calls a function for the subject's units, and whether they are looked at as code points.
macro_rules! by_units {
    ($code:expr, $text:expr, $function:ident($($argument:expr),*)) => {
        match $text {
            StrView::Latin1(text) => $function::<u8, false>(text, $($argument),*),
            StrView::Utf16(text) if $code.unicode => $function::<u16, true>(text, $($argument),*),
            StrView::Utf16(text) => $function::<u16, false>(text, $($argument),*),
        }
    };
}

/// The first place from one on where a match can begin.
pub(in crate::regexp) fn candidate(code: &Code, text: StrView<'_>, from: usize) -> Option<usize> {
    match text {
        StrView::Latin1(text) => text.candidate(from, &code.search),
        StrView::Utf16(text) => text.candidate(from, &code.search),
    }
}

/// Where a backreference leads to.
pub(in crate::regexp) fn reference(
    code: &Code,
    text: StrView<'_>,
    at: usize,
    reference: &Reference,
    registers: &[u32],
    back: bool,
) -> Option<usize> {
    by_units!(code, text, refer(at, reference, registers, back))
}

/// The character behind a place, or in front of it, and its other end.
pub(in crate::regexp) fn character(code: &Code, text: StrView<'_>, at: usize, back: bool) -> Option<(u32, usize)> {
    if back { by_units!(code, text, previous(at)) } else { by_units!(code, text, next(at)) }
}

/// How far a loop reaches.
pub(in crate::regexp) fn reach(code: &Code, text: StrView<'_>, at: usize, each: &Loop) -> Option<(usize, usize)> {
    let limit = if each.greedy { each.max } else { each.min };
    by_units!(code, text, scan(at, &code.sets[each.set as usize], each.min, limit, each.single))
}

/// Where a greedy loop can stop before a place.
pub(in crate::regexp) fn shorter(
    code: &Code,
    text: StrView<'_>,
    each: &Loop,
    least: usize,
    at: usize,
) -> Option<usize> {
    by_units!(code, text, give_back(each, least, at))
}

/// Where a lazy loop can stop behind a place.
pub(in crate::regexp) fn longer(code: &Code, text: StrView<'_>, each: &Loop, at: usize) -> Option<usize> {
    match text {
        StrView::Latin1(text) => take_more::<u8, false>(code, text, each, at),
        StrView::Utf16(text) if code.unicode => take_more::<u16, true>(code, text, each, at),
        StrView::Utf16(text) => take_more::<u16, false>(code, text, each, at),
    }
}

/// Whether a word begins or ends at a place.
pub(in crate::regexp) fn is_boundary(text: StrView<'_>, at: usize, wide: bool) -> bool {
    match text {
        StrView::Latin1(text) => boundary(text, at, wide),
        StrView::Utf16(text) => boundary(text, at, wide),
    }
}

/// Subjects in which candidates can be looked for.
pub(super) trait Searchable {
    fn candidate(&self, from: usize, search: &Search) -> Option<usize>;
}

impl Searchable for [u8] {
    #[inline]
    fn candidate(&self, from: usize, search: &Search) -> Option<usize> {
        let text = &self[from..];
        let found = match search {
            Search::Prefix { bytes, .. } => bytes.as_ref()?.find(text),
            Search::Few(bytes) => match **bytes {
                [a] => memchr::memchr(a, text),
                [a, b] => memchr::memchr2(a, b, text),
                [a, b, c] => memchr::memchr3(a, b, c, text),
                _ => None,
            },
            Search::Alternatives(teddy) => teddy.find(text),
            Search::Units { low, .. } => text.iter().position(|&byte| low[byte as usize]),
            Search::Everywhere | Search::Start => Some(0),
        };
        found.map(|at| from + at)
    }
}

impl Searchable for [u16] {
    #[inline]
    fn candidate(&self, from: usize, search: &Search) -> Option<usize> {
        let text = &self[from..];
        let found = match search {
            Search::Prefix { units, .. } => find_units(text, units),
            Search::Few(bytes) => text.iter().position(|&unit| bytes.iter().any(|&byte| byte as u16 == unit)),
            Search::Alternatives(teddy) => teddy.find_wide(text),
            Search::Units { low, high } => {
                text.iter().position(|&unit| low.get(unit as usize).copied().unwrap_or(*high))
            }
            Search::Everywhere | Search::Start => Some(0),
        };
        found.map(|at| from + at)
    }
}
