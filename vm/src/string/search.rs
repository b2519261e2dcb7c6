//! Finding text in text.
//!
//! Bytes in bytes is memchr's business. Among UTF-16 units the search looks for the needle's first unit, many at a time, and
//! compares; when that turns out to be slow (much of the needle matches again and again) it goes on with Karp and Rabin's rolling hash,
//! under a base that nobody can foresee. So every search takes time linear in the haystack plus the needle.

use memchr::{memchr, memmem, memrchr};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Whether all units are below 256.
pub(super) fn is_narrow(units: &[u16]) -> bool {
    units.chunks(256).all(|chunk| chunk.iter().fold(0, |all, &unit| all | unit) < 256)
}

/// The low bytes.
pub(super) fn narrow(units: &[u16]) -> Vec<u8> {
    units.iter().map(|&unit| unit as u8).collect()
}

/// The bytes as units.
pub(super) fn widen(bytes: &[u8]) -> Vec<u16> {
    bytes.iter().map(|&byte| byte as u16).collect()
}

pub(super) fn find_bytes(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => memchr(*byte, haystack),
        [first, rest @ ..] if haystack.len() < 64 => {
            // Building a searcher would cost more than the search.
            let mut from = 0;
            while let Some(at) = memchr(*first, haystack.get(from..)?) {
                let after = from + at + 1;
                if haystack.get(after..after + rest.len())? == rest {
                    return Some(from + at);
                }
                from = after;
            }
            None
        }
        [first, rest @ ..] => {
            // A searcher takes longer to build than it takes to look at the first few places where the needle may begin.
            let mut from = 0;
            for _ in 0..PLACES {
                let at = memchr(*first, haystack.get(from..)?)?;
                let after = from + at + 1;
                if haystack.get(after..after + rest.len())? == rest {
                    return Some(from + at);
                }
                from = after;
            }
            memmem::find(&haystack[from..], needle).map(|at| from + at)
        }
    }
}

/// Places that are tried one by one before a searcher is built.
const PLACES: usize = 4;

pub(super) fn rfind_bytes(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(haystack.len()),
        [byte] => memrchr(*byte, haystack),
        _ => memmem::rfind(haystack, needle),
    }
}

/// Units compared at once by [`find_unit`].
const LANES: usize = 32;

pub(super) fn find_unit(haystack: &[u16], unit: u16) -> Option<usize> {
    let mut base = 0;
    let mut chunks = haystack.chunks_exact(LANES);
    for chunk in &mut chunks {
        if chunk.iter().fold(false, |found, &u| found | (u == unit)) {
            break;
        }
        base += LANES;
    }
    haystack[base..].iter().position(|&u| u == unit).map(|at| base + at)
}

pub(super) fn rfind_unit(haystack: &[u16], unit: u16) -> Option<usize> {
    let mut end = haystack.len();
    for chunk in haystack.rchunks_exact(LANES) {
        if chunk.iter().fold(false, |found, &u| found | (u == unit)) {
            break;
        }
        end -= LANES;
    }
    haystack[..end].iter().rposition(|&u| u == unit)
}

/// Comparisons that the simple search may spend before it has to have moved on.
const PATIENCE: usize = 1024;

pub(crate) fn find_units(haystack: &[u16], needle: &[u16]) -> Option<usize> {
    let Some((&first, rest)) = needle.split_first() else { return Some(0) };
    let last_start = haystack.len().checked_sub(needle.len())?;
    let mut work = 0;
    let mut from = 0;
    while from <= last_start {
        from += find_unit(&haystack[from..=last_start], first)?;
        let tail = &haystack[from + 1..from + needle.len()];
        match tail.iter().zip(rest).position(|(a, b)| a != b) {
            None => return Some(from),
            Some(equal) => work += equal + 1,
        }
        from += 1;
        if work > PATIENCE + 4 * from {
            let at = karp_rabin(last_start - from + 1, needle.len(), |i| haystack[from + i], |i| needle[i])?;
            return Some(from + at);
        }
    }
    None
}

pub(super) fn rfind_units(haystack: &[u16], needle: &[u16]) -> Option<usize> {
    let Some((&first, rest)) = needle.split_first() else { return Some(haystack.len()) };
    // One past the last place that has not been tried.
    let mut end = haystack.len().checked_sub(needle.len())? + 1;
    let starts = end;
    let mut work = 0;
    while end > 0 {
        let at = rfind_unit(&haystack[..end], first)?;
        let tail = &haystack[at + 1..at + needle.len()];
        match tail.iter().zip(rest).position(|(a, b)| a != b) {
            None => return Some(at),
            Some(equal) => work += equal + 1,
        }
        end = at;
        if work > PATIENCE + 4 * (starts - end) {
            // The same search in a mirror: both texts read backwards, from the end of the last place to try.
            let top = (end + needle.len()).checked_sub(2)?;
            let last = needle.len() - 1;
            let found = karp_rabin(end, needle.len(), |i| haystack[top - i], |i| needle[last - i])?;
            return Some(end - 1 - found);
        }
    }
    None
}

/// 2^61 - 1, a prime.
const MODULUS: u64 = (1 << 61) - 1;

#[inline(always)]
fn multiply(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    let sum = (product as u64 & MODULUS) + (product >> 61) as u64;
    if sum >= MODULUS { sum - MODULUS } else { sum }
}

#[inline(always)]
fn add(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= MODULUS { sum - MODULUS } else { sum }
}

/// The first of `starts` places in the haystack where the needle of `length` units stands (R. Karp and M. Rabin, 1987).
fn karp_rabin(
    starts: usize,
    length: usize,
    haystack: impl Fn(usize) -> u16,
    needle: impl Fn(usize) -> u16,
) -> Option<usize> {
    if starts == 0 {
        return None;
    }
    let base = RandomState::new().build_hasher().finish() % (MODULUS - 65536) + 65536;
    let mut wanted = 0;
    let mut window = 0;
    let mut leading = 1;
    for i in 0..length {
        wanted = add(multiply(wanted, base), needle(i) as u64);
        window = add(multiply(window, base), haystack(i) as u64);
        if i > 0 {
            leading = multiply(leading, base);
        }
    }
    for start in 0..starts {
        if window == wanted && (0..length).all(|i| haystack(start + i) == needle(i)) {
            return Some(start);
        }
        if start + 1 < starts {
            let gone = multiply(haystack(start) as u64, leading);
            window = add(window, MODULUS - gone);
            window = add(multiply(window, base), haystack(start + length) as u64);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(haystack: &[u16], needle: &[u16]) -> (Option<usize>, Option<usize>) {
        if needle.is_empty() {
            return (Some(0), Some(haystack.len()));
        }
        let mut windows = haystack.windows(needle.len());
        (windows.clone().position(|w| w == needle), windows.rposition(|w| w == needle))
    }

    #[test]
    fn searches_agree_with_the_obvious_ones() {
        let mut state = 12345u32;
        let mut random = move |n: u32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 16) % n
        };
        for _ in 0..4000 {
            let letters = 1 + random(3);
            let haystack: Vec<u16> = (0..random(150)).map(|_| 97 + random(letters) as u16).collect();
            let needle: Vec<u16> = (0..random(6)).map(|_| 97 + random(letters) as u16).collect();
            let expected = naive(&haystack, &needle);
            assert_eq!((find_units(&haystack, &needle), rfind_units(&haystack, &needle)), expected);
            let (h, n) = (narrow(&haystack), narrow(&needle));
            assert_eq!((find_bytes(&h, &n), rfind_bytes(&h, &n)), expected);
        }
    }

    #[test]
    fn repetitive_text_takes_the_other_road() {
        let mut haystack = vec![7u16; 20_000];
        let mut needle = vec![7u16; 5_000];
        needle[4_999] = 8;
        assert_eq!(find_units(&haystack, &needle), None);
        haystack[19_000] = 8;
        assert_eq!(find_units(&haystack, &needle), Some(14_001));
        needle.reverse();
        haystack.reverse();
        assert_eq!(rfind_units(&haystack, &needle), Some(20_000 - 14_001 - 5_000));
        haystack[999] = 7;
        assert_eq!(rfind_units(&haystack, &needle), None);
        // The first unit is the odd one only at the needle's far end.
        let mut needle = vec![7u16; 5_000];
        needle[1] = 9;
        haystack.fill(7);
        haystack[3] = 9;
        assert_eq!(rfind_units(&haystack, &needle), Some(2));
    }

    #[test]
    fn units_beyond_a_byte() {
        let haystack: Vec<u16> = (0..100).map(|i| 0x100 + i).collect();
        assert_eq!(find_unit(&haystack, 0x100 + 77), Some(77));
        assert_eq!(rfind_unit(&haystack, 0x100 + 5), Some(5));
        assert_eq!(find_unit(&haystack, 5), None);
        assert!(!is_narrow(&haystack) && is_narrow(&[255, 0]));
    }
}
