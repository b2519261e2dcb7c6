//! Canonicalize (ECMA-262 sec. 22.2.2.7.3), and which characters it makes equal.

use super::property::is_too_new;
use super::set::CodePointSet;
use icu_casemap::CaseMapper;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// How characters are compared when case is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Folding {
    /// Without u and v: code units by their upper case.
    Units,
    /// With u or v: code points by simple case folding.
    Points,
}

/// Canonicalize(rer, ch) where case is ignored.
pub fn canonicalize(folding: Folding, c: u32) -> u32 {
    if c < 0x80 {
        let byte = c as u8;
        return match folding {
            Folding::Units => byte.to_ascii_uppercase(),
            Folding::Points => byte.to_ascii_lowercase(),
        } as u32;
    }
    let Some(character) = char::from_u32(c) else { return c };
    match folding {
        Folding::Units => {
            let mut upper = character.to_uppercase();
            match (upper.next(), upper.next()) {
                (Some(one), None) if (0x80..0x10000).contains(&(one as u32)) && c < 0x10000 => one as u32,
                _ => c,
            }
        }
        Folding::Points if is_too_new(c) => c,
        Folding::Points => {
            let folded = CaseMapper::new().simple_fold(character) as u32;
            if is_too_new(folded) { c } else { folded }
        }
    }
}

/// Characters that are equal to others.
struct Classes {
    /// Each of them with what Canonicalize makes of it, in order.
    members: Vec<(u32, u32)>,
    /// By that, all that are equal.
    classes: FxHashMap<u32, SmallVec<[u32; 4]>>,
}

impl Classes {
    fn new(folding: Folding) -> Classes {
        // Where letters with case are; looking at all characters would take long.
        const UNITS: &[(u32, u32)] = &[(0x41, 0x2e00), (0xa640, 0xac00), (0xfb00, 0xffff)];
        const POINTS: &[(u32, u32)] = &[(0x41, 0x2e00), (0xa640, 0xac00), (0xfb00, 0x12000), (0x16000, 0x1f000)];
        let places = if folding == Folding::Units { UNITS } else { POINTS };
        let mut classes: FxHashMap<u32, SmallVec<[u32; 4]>> = FxHashMap::default();
        for c in places.iter().flat_map(|&(first, last)| first..=last) {
            let canonical = canonicalize(folding, c);
            if canonical != c {
                classes.entry(canonical).or_insert_with(|| SmallVec::from_slice(&[canonical])).push(c);
            }
        }
        let mut members: Vec<(u32, u32)> =
            classes.iter().flat_map(|(&canonical, all)| all.iter().map(move |&c| (c, canonical))).collect();
        members.sort_unstable();
        Classes { members, classes }
    }

    fn get(folding: Folding) -> &'static Classes {
        static UNITS: OnceLock<Classes> = OnceLock::new();
        static POINTS: OnceLock<Classes> = OnceLock::new();
        match folding {
            Folding::Units => UNITS.get_or_init(|| Classes::new(Folding::Units)),
            Folding::Points => POINTS.get_or_init(|| Classes::new(Folding::Points)),
        }
    }
}

/// Adds all characters that are equal to a member when case is ignored.
pub fn close(set: &mut CodePointSet, folding: Folding) {
    let mut more = CodePointSet::new();
    if set.last().is_none_or(|last| last < 0x80) {
        for &(first, last) in set.ranges() {
            for c in (first..=last).filter(|&c| (c as u8).is_ascii_alphabetic()) {
                more.add(c ^ 0x20, c ^ 0x20);
                match (folding, c as u8 | 0x20) {
                    // The Kelvin sign and the long s.
                    (Folding::Points, b'k') => more.add(0x212a, 0x212a),
                    (Folding::Points, b's') => more.add(0x17f, 0x17f),
                    _ => {}
                }
            }
        }
    } else {
        let classes = Classes::get(folding);
        for &(first, last) in set.ranges() {
            let from = classes.members.partition_point(|member| member.0 < first);
            for &(_, canonical) in classes.members[from..].iter().take_while(|member| member.0 <= last) {
                for &c in &classes.classes[&canonical] {
                    more.add(c, c);
                }
            }
        }
    }
    set.add_set(&more);
    set.normalize();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(c: u32, folding: Folding) -> Vec<(u32, u32)> {
        let mut set = CodePointSet::from_ranges(&[(c, c)]);
        close(&mut set, folding);
        set.ranges().to_vec()
    }

    #[test]
    fn equal_characters() {
        assert_eq!(closed('k' as u32, Folding::Units), [(0x4b, 0x4b), (0x6b, 0x6b)]);
        assert_eq!(closed('k' as u32, Folding::Points), [(0x4b, 0x4b), (0x6b, 0x6b), (0x212a, 0x212a)]);
        assert_eq!(closed(0x212a, Folding::Points), [(0x4b, 0x4b), (0x6b, 0x6b), (0x212a, 0x212a)]);
        assert_eq!(closed(0x212a, Folding::Units), [(0x212a, 0x212a)]);
        assert_eq!(closed(0xb5, Folding::Units), [(0xb5, 0xb5), (0x39c, 0x39c), (0x3bc, 0x3bc)]);
        assert_eq!(closed(0xdf, Folding::Units), [(0xdf, 0xdf)]);
        assert_eq!(closed(0xdf, Folding::Points), [(0xdf, 0xdf), (0x1e9e, 0x1e9e)]);
        assert_eq!(closed(0x10400, Folding::Points), [(0x10400, 0x10400), (0x10428, 0x10428)]);
    }
}
