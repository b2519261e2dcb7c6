//! The search for one of several alternatives: which places can be a match's beginning, by the units that each alternative has at its
//! first places.
//!
//! Alternatives are put into eight buckets, and a bit stands for each. In bytes it is Teddy, as Hyperscan has it: sixteen places at
//! a time, two shuffles say for each byte, by its low and by its high four bits, which buckets may have it at a place. Elsewhere, and
//! where sixteen do not remain, it is Shift-And (Baeza-Yates and Gonnet) with a byte for each place.

use super::first::First;

/// Places that are looked at: one for each byte of a word.
const PLACES: usize = 8;
const BUCKETS: usize = 8;
/// So many units are taken for equally frequent where it is estimated how much a search lets through.
const FREQUENT: f64 = 64.0;

#[derive(Debug)]
pub struct Teddy {
    /// Places looked at, from 1 to [`PLACES`].
    length: usize,
    /// For each unit below 256, and for all others: for each place a byte with the buckets that may have it there.
    units: Box<[u64; 257]>,
    /// For each place the buckets by a byte's low four bits, and by its high four bits.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "for shuffles"))]
    nibbles: Box<[[[u8; 16]; 2]]>,
}

impl Teddy {
    /// From the units at the first places of each alternative. None where that lets through about as much as the union of all would.
    pub fn new(alternatives: &[Vec<First>]) -> Option<Teddy> {
        let length = alternatives.iter().map(Vec::len).min()?.min(PLACES);
        if alternatives.len() < 2 || length < 2 {
            return None;
        }
        let mut buckets = vec![vec![First::NONE; length]; alternatives.len().min(BUCKETS)];
        for (i, alternative) in alternatives.iter().enumerate() {
            let bucket = i * buckets.len() / alternatives.len();
            for (all, &first) in buckets[bucket].iter_mut().zip(alternative) {
                *all = all.or(first);
            }
        }
        let all: Vec<First> =
            (0..length).map(|i| buckets.iter().fold(First::NONE, |all, bucket| all.or(bucket[i]))).collect();
        if 4.0 * buckets.iter().map(|bucket| share(bucket)).sum::<f64>() > share(&all) {
            return None;
        }
        let mut units = Box::new([0; 257]);
        let mut nibbles = vec![[[0; 16]; 2]; length];
        for (bit, bucket) in buckets.iter().enumerate() {
            for (place, first) in bucket.iter().enumerate() {
                for unit in (0..256usize).filter(|&unit| first.has(unit as u32)) {
                    units[unit] |= 1 << (8 * place + bit);
                    nibbles[place][0][unit & 15] |= 1 << bit;
                    nibbles[place][1][unit >> 4] |= 1 << bit;
                }
                if first.high {
                    units[256] |= 1 << (8 * place + bit);
                }
            }
        }
        Some(Teddy { length, units, nibbles: nibbles.into() })
    }

    /// The first place in bytes where an alternative can begin.
    pub fn find(&self, text: &[u8]) -> Option<usize> {
        #[cfg(target_arch = "x86_64")]
        if text.len() >= 16 + PLACES && std::arch::is_x86_feature_detected!("ssse3") {
            // SAFETY: the processor has these instructions.
            return unsafe { self.find_by_sixteen(text) };
        }
        self.find_by_units(text, 0)
    }

    /// The same in 16-bit units.
    pub fn find_wide(&self, text: &[u16]) -> Option<usize> {
        self.find_by_units(text, 0)
    }

    fn find_by_units<U: Copy + Into<usize>>(&self, text: &[U], from: usize) -> Option<usize> {
        let shift = 8 * (self.length - 1);
        let mut state = 0u64;
        for (i, &unit) in text[from..].iter().enumerate() {
            state = (state << 8 | 0xff) & self.units[unit.into().min(256)];
            if state >> shift & 0xff != 0 {
                return Some(from + i + 1 - self.length);
            }
        }
        None
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "ssse3")]
    fn find_by_sixteen(&self, text: &[u8]) -> Option<usize> {
        use std::arch::x86_64::*;
        // SAFETY: the array is as long as what is loaded, which need not be aligned.
        let load = |bytes: &[u8; 16]| unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
        let low_bits = _mm_set1_epi8(15);
        let mut masks = [[_mm_setzero_si128(); 2]; PLACES];
        for (mask, nibbles) in masks.iter_mut().zip(&self.nibbles) {
            *mask = [load(&nibbles[0]), load(&nibbles[1])];
        }
        let mut at = 0;
        while let Some(part) = text.get(at..at + 15 + self.length) {
            let mut buckets = _mm_set1_epi8(-1);
            for (bytes, [low, high]) in part.windows(16).zip(&masks) {
                let Some(bytes) = bytes.first_chunk::<16>() else { break };
                let bytes = load(bytes);
                let by_low = _mm_shuffle_epi8(*low, _mm_and_si128(bytes, low_bits));
                let by_high = _mm_shuffle_epi8(*high, _mm_and_si128(_mm_srli_epi16::<4>(bytes), low_bits));
                buckets = _mm_and_si128(buckets, _mm_and_si128(by_low, by_high));
            }
            let none = _mm_movemask_epi8(_mm_cmpeq_epi8(buckets, _mm_setzero_si128())) as u32;
            let mut some = !none & 0xffff;
            while some != 0 {
                let place = at + some.trailing_zeros() as usize;
                // Shuffles let through what has the low half of one unit and the high half of another.
                if self.is_candidate(&text[place..]) {
                    return Some(place);
                }
                some &= some - 1;
            }
            at += 16;
        }
        self.find_by_units(text, at)
    }

    /// Whether an alternative can begin at the text's start.
    #[cfg(target_arch = "x86_64")]
    fn is_candidate(&self, text: &[u8]) -> bool {
        let units = text[..self.length].iter().enumerate();
        units.fold(0xff, |buckets, (place, &unit)| buckets & (self.units[unit as usize] >> (8 * place))) != 0
    }
}

/// The share of places that units at several of them let through.
fn share(units: &[First]) -> f64 {
    let count = |first: &First| first.low.iter().map(|word| word.count_ones()).sum::<u32>() + 8 * first.high as u32;
    units.iter().map(|first| (count(first) as f64 / FREQUENT).min(1.0)).product()
}

#[cfg(test)]
mod tests {
    use super::super::search::Search;
    use super::super::{Flags, compile, parse};
    use crate::string::StrView;

    fn teddy(pattern: &str, flags: &str) -> Option<super::Teddy> {
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let flags = Flags::parse(StrView::ascii(flags)).unwrap_or_default();
        let code = parse(StrView::Utf16(&units), flags).and_then(compile).ok()?;
        match code.search {
            Search::Alternatives(teddy) => Some(teddy),
            _ => None,
        }
    }

    #[test]
    fn alternatives_are_found_wherever_they_stand() {
        let teddy = teddy("[cgt]gggtaaa|tttaccc[acg]", "i").expect("it tells more than the union");
        for length in 8..80 {
            for place in 0..=length - 8 {
                for word in [b"cGggtaAa", b"tttAccca"] {
                    let mut text = vec![b't'; length];
                    text[place..place + 8].copy_from_slice(word);
                    assert_eq!(teddy.find(&text), Some(place), "{length}");
                    let wide: Vec<u16> = text.iter().map(|&byte| byte.into()).collect();
                    assert_eq!(teddy.find_wide(&wide), Some(place), "{length}");
                    text[place + 7] = b'x';
                    assert_eq!(teddy.find(&text), None, "{length}");
                }
            }
        }
    }

    #[test]
    fn all_alternatives_have_a_bucket() {
        let words =
            ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta1", "theta", "iota", "kappa", "lambda", "mu12"];
        let teddy = teddy(&words.join("|"), "").expect("it tells more than the union");
        for word in words {
            let text = format!("{}{word}{}", "-".repeat(37), "-".repeat(21));
            assert_eq!(teddy.find(text.as_bytes()), Some(37), "{word}");
        }
    }

    #[test]
    fn what_tells_no_more_than_the_union_is_not_used() {
        assert!(teddy("abc|abd", "").is_none());
        assert!(teddy("a|b", "").is_none());
        assert!(teddy("(?:)|abcdef|ghijkl", "").is_none());
        assert!(teddy("^abcdef|ghijkl", "").is_none());
        assert!(teddy("(?:abcdef|ghijkl)*", "").is_none());
        assert!(teddy("(?:abcdef|ghijkl)+x", "").is_none());
        assert!(teddy("(abcdef|ghijkl)x", "").is_some());
        assert!(teddy("\\b(?:abcdef|ghijkl)\\b", "").is_some());
    }
}
