//! Places where speculation has failed too often.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Code id and bytecode offset.
type Place = (u32, u32);

/// Where a property was taken for a constant in vain: that says nothing of what else is speculated on there, as what a place's shapes are says
/// nothing of constants.
pub fn of_constant((code_id, pc): Place) -> Place {
    (code_id, pc | 1 << 31)
}

/// Places that are not speculated on as feedback says: true if they are not at all.
pub type Blocklist = FxHashMap<Place, bool>;

/// How often a place may throw code away before it is not speculated on any more.
pub const TOO_OFTEN: u32 = 2;

/// How often each place has thrown code away, and those that did it too often.
#[derive(Default)]
pub struct Blame {
    counts: FxHashMap<Place, u32>,
    pub blocklist: Arc<Blocklist>,
}

impl Blame {
    pub fn of(&self, place: Place) -> u32 {
        self.counts.get(&place).copied().unwrap_or(0)
    }

    /// Blames a place so many times; whether it is blocked now.
    pub fn add(&mut self, place: Place, times: u32) -> bool {
        let count = self.counts.entry(place).or_default();
        *count += times;
        if *count < TOO_OFTEN {
            return false;
        }
        Arc::make_mut(&mut self.blocklist).insert(place, *count >= 2 * TOO_OFTEN);
        true
    }

    /// Functions have died.
    pub fn forget(&mut self, code_ids: &FxHashSet<u32>) {
        self.counts.retain(|(id, _), _| !code_ids.contains(id));
        Arc::make_mut(&mut self.blocklist).retain(|(id, _), _| !code_ids.contains(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_blocked_after_a_while_and_then_wholly() {
        let (place, mut blame) = ((7, 12), Blame::default());
        assert!(!blame.add(place, 1) && blame.blocklist.is_empty());
        assert!(blame.add(place, 1) && !blame.blocklist[&place]);
        assert!(blame.add(place, TOO_OFTEN) && blame.blocklist[&place]);
        blame.forget(&FxHashSet::from_iter([7]));
        assert!(blame.blocklist.is_empty() && blame.of(place) == 0);
    }
}
