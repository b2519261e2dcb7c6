//! What is known of code, by id. Ids are not used again, so that a program which makes code for ever (`eval`) has as many as it likes: what is kept
//! is in segments, of which one that holds nothing but the dead is let go of.

use crate::code::CodeInfo;

/// Ids of a segment.
const LENGTH: usize = 256;

struct Segment {
    infos: Vec<Option<Box<CodeInfo>>>,
    living: u32,
}

/// A list whose items can be taken out and never come again.
#[derive(Default)]
pub(crate) struct Infos {
    /// Segments of 256 segments each.
    groups: Vec<Option<Box<Group>>>,
    length: usize,
}

struct Group {
    segments: [Option<Segment>; LENGTH],
    living: u32,
}

impl Infos {
    pub fn len(&self) -> usize {
        self.length
    }

    /// Adds one; returns its number.
    pub fn push(&mut self, info: CodeInfo) -> u32 {
        let number = self.length;
        self.length += 1;
        let (group, segment, _) = places(number);
        if group == self.groups.len() {
            self.groups.push(None);
        }
        let group =
            self.groups[group].get_or_insert_with(|| Box::new(Group { segments: [const { None }; LENGTH], living: 0 }));
        let segment = &mut group.segments[segment];
        if segment.is_none() {
            group.living += 1;
        }
        // A segment that was let go of before it was full had its first items dead.
        let segment =
            segment.get_or_insert_with(|| Segment { infos: (0..number % LENGTH).map(|_| None).collect(), living: 0 });
        segment.infos.push(Some(Box::new(info)));
        segment.living += 1;
        number as u32
    }

    pub fn get(&self, number: u32) -> Option<&CodeInfo> {
        let (group, segment, item) = places(number as usize);
        self.groups.get(group)?.as_ref()?.segments[segment].as_ref()?.infos.get(item)?.as_deref()
    }

    pub fn get_mut(&mut self, number: u32) -> Option<&mut CodeInfo> {
        let (group, segment, item) = places(number as usize);
        self.groups.get_mut(group)?.as_mut()?.segments[segment].as_mut()?.infos.get_mut(item)?.as_deref_mut()
    }

    /// Takes one out.
    pub fn remove(&mut self, number: u32) {
        let (group, segment, item) = places(number as usize);
        let Some(place) = self.groups.get_mut(group) else { return };
        let Some(members) = place else { return };
        let Some(items) = &mut members.segments[segment] else { return };
        if items.infos.get_mut(item).and_then(Option::take).is_none() {
            return;
        }
        items.living -= 1;
        if items.living == 0 {
            members.segments[segment] = None;
            members.living -= 1;
            if members.living == 0 {
                *place = None;
            }
        }
    }
}

/// Where a number's item is: group, segment in it, item in that.
fn places(number: usize) -> (usize, usize, usize) {
    (number / (LENGTH * LENGTH), number / LENGTH % LENGTH, number % LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(n: u32) -> CodeInfo {
        CodeInfo {
            name: n.to_string(),
            is_self_hosted: false,
            source: None,
            position: n,
            end: 0,
            positions: Vec::new(),
        }
    }

    #[test]
    fn what_died_is_gone_and_numbers_stay() {
        let mut infos = Infos::default();
        for n in 0..200_000 {
            assert_eq!(infos.push(info(n)), n);
            if n % 1000 != 7 {
                infos.remove(n);
                infos.remove(n);
            }
        }
        assert_eq!(infos.len(), 200_000);
        for n in 0..200_000 {
            let expected = (n % 1000 == 7).then_some(n);
            assert_eq!(infos.get(n).map(|info| info.position), expected);
            assert_eq!(infos.get_mut(n).map(|info| info.position), expected);
        }
        assert!(infos.get(200_000).is_none());
        let segments = infos.groups.iter().flatten().flat_map(|group| group.segments.iter().flatten());
        assert_eq!(segments.count(), 200);
        (0..200_000).for_each(|n| infos.remove(n));
        assert!(infos.groups.iter().all(Option::is_none));
        assert_eq!(infos.push(info(1)), 200_000);
        assert_eq!(infos.get(200_000).map(|info| info.position), Some(1));
    }
}
